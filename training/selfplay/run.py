"""Plays the games of a plan into a folder; continues where it was stopped, by whatever.

Only this process writes, each file under a temporary name that is then renamed. So a run that was killed has whole files only, and the
next one makes the others.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NoReturn

from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import Match, begin
from fs_env.arena.spec_paths import absolute
from fs_env.core.files import write_whole
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.pool import LocalPool, TaskFailed
from fs_env.pool.cluster import RayPool
from fs_env.registry.games import load_game
from fs_env.training.selfplay.making import Made, Played, Progress, make_file, maker
from fs_env.training.selfplay.plan import PLAN_FILE, SelfplayPlan, difference, stored_plan
from fs_env.training.selfplay.record import Recorder
from fs_env.training.selfplay.shard import about_file

LOCK_FILE = ".lock"


class Selfplay:
    """A folder of self-play.

    Args:
        plan: the games.
        folder: created if missing. It may hold a part of the plan, or the same plan with another number of games.

    Attributes:
        seconds: time that games took so far.
        played: games that are over since its construction, by number; those of unfinished files included.

    Raises:
        ValueError: the folder contains another plan, or a file that is damaged; an agent cannot be created.
    """

    def __init__(self, plan: SelfplayPlan, folder: str | Path) -> None:
        self.plan, self.folder = plan, Path(folder)
        for agent in plan.agents:
            load_agent(agent, load_game(plan.game))
        if self.folder.exists() and not self.folder.is_dir():
            raise ValueError(f"{self.folder}: is a file; expected a folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        if (self.folder / PLAN_FILE).exists():
            other = difference(stored_plan(self.folder), in_json(plan))
            if other:
                raise ValueError(
                    f"{self.folder / PLAN_FILE} is another plan: {other}; choose another folder or the same settings"
                )
        elif any(self.folder.glob("games_*.npz")):
            raise ValueError(f"{self.folder} has files of games, but no {PLAN_FILE}: choose another folder")
        self.seconds, self.played = 0.0, dict[int, Played]()

    def missing(self) -> list[int]:
        """The files that are not written yet, and the last one of a shorter plan, by their places in the plan."""
        return [file for file in range(self.plan.files) if not self._is_made(file)]

    def left(self) -> int:
        return sum(len(self.plan.numbers(file)) for file in self.missing())

    def path(self, file: int) -> Path:
        return self.folder / self.plan.file_name(file)

    def run(self, workers: int | None = None, progress: Progress | None = None, *, ray: str | None = None) -> None:
        """Makes the missing files.

        Args:
            workers: processes that play; None: this one. Files do not depend on their number, except where answers depend on time.
            progress: called with each game that is over.
            ray: address of a Ray cluster that plays instead, "HOST:PORT", "auto" for one that runs on this machine, or "local" for
                a new one; needs the extra "ray". `progress` is then called file by file.

        Raises:
            ValueError: fewer than 1 worker, or workers and a cluster; another process writes into the folder; a file is damaged.
            AgentFailed: an agent's error or illegal action; the files made before it are stored.
            RuntimeError: worker processes keep dying, the rules reached a capacity limit, or the cluster cannot be reached.
            ImportError: Ray is not installed.
        """
        if workers is not None and workers < 1:
            raise ValueError(f"workers={workers}: expected at least 1, or None for this process")
        if workers is not None and ray is not None:
            raise ValueError(f"workers={workers}: all processors of the cluster {ray!r} play; leave one of them out")

        def count(played: Played) -> None:
            self.played[played.number] = played
            if progress is not None:
                progress(played)

        with locked(self.folder):
            for left_over in self.folder.glob(".*.part"):
                left_over.unlink(missing_ok=True)
            write_whole(self.folder / PLAN_FILE, json.dumps(self.plan.to_json(), indent=2) + "\n", to_disk=True)
            files = self.missing()
            if not files:
                return
            begun = perf_counter()
            try:
                with closing(self._making(files, workers, count, ray)) as making:
                    for built in making:
                        write_whole(self.path(built.file), built.contents, to_disk=True)
            finally:
                self.seconds += perf_counter() - begun

    def _making(
        self, files: list[int], workers: int | None, progress: Progress, ray: str | None
    ) -> Generator[Made, None, None]:
        if workers is None and ray is None:
            for file in files:
                yield Made(file, make_file(self.plan, file, progress))
            return
        build = partial(maker, self.plan, tuple(map(absolute, self.plan.agents)))
        with closing(LocalPool(workers or 1, build) if ray is None else RayPool(ray, build)) as pool:
            rehearse(self.plan)
            yield from pool.run(files, self._given_up, progress)

    def _given_up(self, failed: TaskFailed) -> NoReturn:
        numbers = self.plan.numbers(failed.task)
        raise RuntimeError(f"games {numbers[0]} to {numbers[-1]}: {failed}. Finished files remain")

    def _is_made(self, file: int) -> bool:
        path, numbers = self.path(file), self.plan.numbers(file)
        if not path.exists():
            return False
        about = about_file(path)
        if about["first"] != numbers[0] or difference(about.get("plan") or {}, in_json(self.plan)):
            raise ValueError(f"{path}: contains games of another plan: delete it, or choose another folder")
        return int(about["games"]) >= len(numbers)


def in_json(plan: SelfplayPlan) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(plan.to_json()))
    return found


def rehearse(plan: SelfplayPlan) -> None:
    """Lets every agent of a plan answer once, so that what it compiles is in the cache on disk before several processes look for it."""
    game = load_game(plan.game)
    game.warm()
    for spec in plan.agents:
        agent = load_agent(spec, game)
        match = Match(game, [agent] * plan.players, plan.deal(0), plan.options, None)
        match.agents = [Recorder(agent, [], match.row)] * plan.players
        match.advance(NO_ACTION)
        if not match.outcome:
            seat = int(match.row["seat"][0])
            begin(match.agents[seat], seat, match.seed, match.key)
            match.answer(seat)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keeps other processes from writing into a folder, where the system has locks of files."""
    try:
        import fcntl
    except ImportError:  # there is none on Windows
        yield
        return
    with (folder / LOCK_FILE).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"{folder}: another process writes into it: wait until it has ended, or choose another folder"
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_UN)
