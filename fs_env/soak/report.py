"""Summary of the games that a run has played, in words."""

from __future__ import annotations

from typing import Any

HEADS = ("game", "interface", "sessions", "games", "decisions", "options tried", "seconds")

FAILURE = """
Session {number} ({game} by {interface}, seed {seed},
options {options}) failed: {error}

```
{traceback}
```
Again: `fs-env soak FOLDER --again {number}`"""


def report(data: dict[str, Any]) -> str:
    rows = [(*name.split(" "), row) for name, row in sorted(data["counts"].items())]
    totals = {name: sum(row[name] for *_, row in rows) for name in ("stints", "games", "decisions")}
    what = f"{totals['decisions']:,} decisions in {totals['games']:,} games, {totals['stints']:,} sessions"
    lines = [
        f"Seed {data['seed']}, {data['seconds'] / 60:.1f} minutes: {what}, {failures(data['failed'])}.",
        "",
        f"| {' | '.join(HEADS)} |",
        f"| --- | --- {'| ---: ' * 5}|",
    ]
    for game, interface, row in rows:
        counts = [f"{row[name]:,}" for name in ("stints", "games", "decisions")]
        lines.append(f"| {game} | {interface} | {' | '.join(counts)} | {len(row['options'])} | {row['seconds']:.0f} |")
    for failure in data["failures"]:
        lines.append(FAILURE.format(**{**failure, "traceback": failure["traceback"].rstrip()}))
    return "\n".join(lines) + "\n"


def failures(number: int) -> str:
    return "no failure" if number == 0 else "1 failure" if number == 1 else f"{number} failures"
