"""Makes files of self-play on a Ray cluster: one task for each file. Needs the extra "ray".

A task returns the contents of its file and the caller writes it, so machines need no common folder. A task whose process or machine dies
is run again, and gives the same bytes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from fs_env.arena.portable import absolute
from fs_env.pool.cluster import join
from fs_env.training.selfplay.making import Made, Played, Told
from fs_env.training.selfplay.plan import SelfplayPlan
from fs_env.training.selfplay.workers import made_or_error

RETRIES = 5  # of a task whose process or machine died
WAITING = 2  # tasks for each processor of the cluster that are handed in at once
LATEST_LOOK = 1.0  # seconds after which new processors are noticed


def on_cluster(plan: SelfplayPlan, files: Sequence[int], address: str, told: Told) -> Generator[Made, None, None]:
    """Files in the order in which they are made.

    Args:
        plan: the games.
        files: to make, by their places in the plan.
        address: of the cluster, "HOST:PORT"; "auto": one that runs on this machine; "local": a new one, which ends with the run.
        told: called with the games of each file that is made.

    Raises:
        ImportError: Ray is not installed; names the extra.
        AgentFailed, RulesFailed: as `make_file`.
        RuntimeError: the cluster cannot be reached, or a task cannot be run, for instance because its processes keep dying.
    """
    ray, mine = join(address)
    try:
        yield from _made(ray, plan, files, told)
    finally:
        if mine:
            ray.shutdown()


def _made(ray: Any, plan: SelfplayPlan, files: Sequence[int], told: Told) -> Iterator[Made]:
    task = ray.remote(max_retries=RETRIES)(made_with_games)
    places = tuple(map(absolute, plan.agents))
    left, running = deque(files), dict[Any, int]()
    while left or running:
        room = WAITING * max(1, int(ray.cluster_resources().get("CPU", 1)))
        while left and len(running) < room:
            file = left.popleft()
            running[task.remote(plan, file, places)] = file
        for done in ray.wait(list(running), num_returns=1, timeout=LATEST_LOOK)[0]:
            file = running.pop(done)
            try:
                answer, games = ray.get(done)
            except ray.exceptions.RayError as error:
                numbers = plan.numbers(file)
                raise RuntimeError(
                    f"the cluster could not play games {numbers[0]} to {numbers[-1]} ({type(error).__name__}: "
                    f"{' '.join(str(error).split())}); files made so far are kept"
                ) from None
            if isinstance(answer, Exception):
                raise answer
            for played in games:
                told(played)
            yield answer


def made_with_games(plan: SelfplayPlan, file: int, places: Sequence[str]) -> tuple[Made | Exception, list[Played]]:
    """The task: a file, or the error that ended it, and its games; the agents are loaded from `places`."""
    games: list[Played] = []
    return made_or_error(plan, file, games.append, places), games
