"""Tables and numbers of the leaderboard as Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fs_env.leaderboard.board import HARMLESS, Estimate
from fs_env.narration.speech import isolated

PERCENT = 100
PLOTS = "leaderboard/plots"  # in the folder of the page
FEWEST = 20  # deals of luck-adjusted results that are shown


def percent(known: Estimate) -> str:
    low, high = known.interval.low, known.interval.high
    return f"{PERCENT * known.mean:.1f} % ({PERCENT * low:.1f} to {PERCENT * high:.1f})"


def adjusted_percent(known: Estimate) -> str:
    """A luck-adjusted mean, which may be outside 0 to 100 % where deals are few: then it is not shown."""
    few = f"too few deals ({known.interval.clusters})" if has_few(known) else ""
    return few or (percent(known) if 0 <= known.mean <= 1 else "outside 0 to 100 %")


def has_few(adjusted: Estimate | None) -> bool:
    return adjusted is not None and adjusted.interval.clusters < FEWEST


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    shown = [k for k, name in enumerate(head) if name]
    lines = [f"| {' | '.join(head[k] for k in shown)} |", f"| --- |{' ---: |' * (len(shown) - 1)}"]
    lines += [f"| {' | '.join(row[k] for k in shown)} |" for row in rows]
    return [*lines, ""]


def plain(text: str) -> str:
    return isolated(" ".join(text.translate(HARMLESS).split()))


def versions_of(known: Mapping[str, str]) -> str:
    return plain(", ".join(f"{name} {known[name]}" for name in known if name in ("fs-env", "numba", "text")))
