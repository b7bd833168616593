"""The figures of ours and of other libraries as Markdown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.peers.workloads import KINDS
from fs_env.bench.report import table, words

HEAD = ("what", "decisions/s", "decisions per game")


def rows_by_kind(peers: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Kind -> the rows of its table, ours first; `peers` is what `measure_peers` returns."""
    games = games_of(peers)
    found: dict[str, list[list[str]]] = {}
    for workload in peers["lanes"].values():
        ratios = workload.get("ours_times_as_fast", {})
        multiples = [times(ratios[game]) if game in ratios else "" for game in games]
        length = words(workload["decisions_per_game"])
        row = [workload["title"], words(workload["decisions_per_s"]), length, *multiples, workload["timed"]]
        found.setdefault(workload["kind"], []).append(row)
    return found


def games_of(peers: Mapping[str, Any]) -> list[str]:
    return list(
        dict.fromkeys(game for workload in peers["lanes"].values() for game in workload.get("ours_times_as_fast", {}))
    )


def markdown(peers: Mapping[str, Any]) -> str:
    head = [*HEAD, *(f"{game} is" for game in games_of(peers)), "timed"]
    parts = [
        ", ".join(f"{name} {number}" for name, number in peers["versions"].items()),
        f"{peers['rounds']} rounds of {peers['seconds']:g} s for each, in turns; medians. "
        "A decision is one answer of one player.",
    ]
    for kind, rows in rows_by_kind(peers).items():
        parts.append(f"*{KINDS[kind][0].upper()}{KINDS[kind][1:]}:*")
        parts.append(table(head, rows, right=range(1, len(head) - 1)))
    parts += [f"Skipped: {key}: {why}." for key, why in peers["skipped"].items()]
    return "\n\n".join(part for part in parts if part) + "\n"


def times(ratio: float) -> str:
    return f"{ratio:,.0f} x" if ratio >= 10 else f"{ratio:.2g} x"
