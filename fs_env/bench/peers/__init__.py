"""Times other environment libraries in the same run as ours; `fs-env bench --peers` prints the result.

One module per library, each optional: in the source tree `pip install '.[peers]'`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from fs_env.bench.machine import one_core
from fs_env.bench.peers.ours import workloads as our_workloads
from fs_env.bench.peers.table import LIBRARIES, as_json, peer_workloads
from fs_env.bench.peers.workloads import Workload, measure_workloads

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
