"""All workloads, and their figures as JSON values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.peers import catanatron, open_spiel, pettingzoo, pgx, rlcard
from benchmarks.peers.workloads import Measured, Workload
from fs_env.bench.figures import rounded
from fs_env.bench.machine import version_of

LIBRARIES: dict[str, Any] = {
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
    "open_spiel": open_spiel,
    "pgx": pgx,
    "catanatron": catanatron,
}
DISTRIBUTIONS = ("pettingzoo", "rlcard", "open_spiel", "pgx", "jax", "catanatron")


def peer_workloads(names: Iterable[str] = tuple(LIBRARIES)) -> list[Workload]:
    """The workloads of some of `LIBRARIES`; does not import the libraries."""
    return [workload for name in names for workload in LIBRARIES[name].workloads()]


def as_json(figures: Sequence[Measured], skipped: dict[str, str], games: Sequence[str]) -> dict[str, Any]:
    """The figures of one run as JSON values.

    Returns:
        "lanes": key -> its figures; "ours_times_as_fast" of a peer: game -> the median, over the rounds, of our speed
        in the workload of the same kind divided by the peer's. "skipped": key -> reason. "versions".
    """
    by_key = {one.workload.key: one for one in figures}
    found: dict[str, Any] = {}
    for one in figures:
        workload = one.workload
        row = {
            "title": workload.title,
            "kind": workload.kind,
            "timed": workload.how,
            "decisions_per_s": rounded(one.decisions_per_s),
            "decisions_per_game": rounded(one.decisions_per_game),
        }
        if workload.package:
            ours = {game: by_key[f"{game}.{workload.kind}"] for game in games if f"{game}.{workload.kind}" in by_key}
            row["ours_times_as_fast"] = {game: rounded(mine.ratio(one)) for game, mine in ours.items()}
        found[workload.key] = row
    versions = {name: number for name in DISTRIBUTIONS if (number := version_of(name)) is not None}
    return {"lanes": found, "skipped": skipped, "versions": versions}
