"""Times other environment libraries in the same run as ours; `python -m benchmarks.peers` prints the result.

One module per library, each optional: in the source tree `pip install '.[peers]'`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from benchmarks.peers.ours import workloads as our_workloads
from benchmarks.peers.table import LIBRARIES, as_json, peer_workloads
from benchmarks.peers.workloads import Workload, measure_workloads

if TYPE_CHECKING:
    from fs_env.bench.effort import Effort
    from fs_env.core.machine.run.game import Game

__all__ = ["LIBRARIES", "measure_peers"]

ROUNDS = 2  # multiplies the number of runs: a ratio of two workloads varies more than a figure


def measure_peers(
    games: Mapping[Game, Mapping[str, int]],
    seed: int,
    effort: Effort,
    report: Callable[[str], object] = str,
    workloads: list[Workload] | None = None,
) -> dict[str, Any]:
    """Times our games and every installed peer in one run, in turns, on one core.

    Returns:
        As `table.as_json`, with "rounds", and the "seconds" of one workload in one round.
    """
    ours = [workload for game, chosen in games.items() for workload in our_workloads(game, chosen)]
    theirs = peer_workloads() if workloads is None else workloads
    rounds, seconds = effort.runs * ROUNDS, effort.seconds / 4
    with one_core():
        figures, skipped = measure_workloads([*ours, *theirs], seed, rounds, seconds, report)
    return {**as_json(figures, skipped, [game.name for game in games]), "rounds": rounds, "seconds": seconds}


@contextmanager
def one_core() -> Iterator[None]:
    """Pins this process, and threads that libraries start meanwhile, to one core, if the system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
