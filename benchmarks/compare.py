"""Compares figures of `fs-env bench` with stored ones: `python -m benchmarks.compare [NEW.json] [--save]`.

Without a file it measures now. Ends with code 1 when a figure is worse than the stored one by more than the threshold.
Figures of another processor say nothing: then it only prints.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

BASELINE = Path(__file__).parent / "baseline.json"
THRESHOLD = 0.25  # a shared machine varies by a tenth or two
ABOUT_THE_GAME = ("decisions_per_game", "choices_per_game")  # neither better nor worse
LESS_IS_BETTER = ("clone_ns", "state_bytes", "cold_compile_s", "warm_first_step_s")
NOT_GAMES = ("machine", "versions", "settings")


class Change(NamedTuple):
    """One figure, then and now; `gain` is 0.1 for a tenth better, negative for worse."""

    game: str
    figure: str
    stored: float
    now: float
    gain: float


def compare(stored: dict[str, Any], now: dict[str, Any]) -> list[Change]:
    """Every figure that both have."""
    changes = []
    for game in stored.keys() & now.keys() - set(NOT_GAMES):
        for figure in stored[game].keys() & now[game].keys():
            old, new = stored[game][figure], now[game][figure]
            gain = 0.0
            if figure not in ABOUT_THE_GAME:
                gain = old / new - 1 if figure in LESS_IS_BETTER else new / old - 1
            changes.append(Change(game, figure, old, new, gain))
    return sorted(changes)


def measure() -> dict[str, Any]:
    """The figures of this machine, now."""
    done = subprocess.run(
        [sys.executable, "-m", "fs_env.cli", "bench", "--json"], stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(done.stdout)


def main() -> int:
    """Returns 1 when something became slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("new", nargs="?", type=Path, help="JSON of fs-env bench; measured now when missing")
    parser.add_argument("--save", action="store_true", help="store the new figures instead of comparing")
    args = parser.parse_args()
    now = json.loads(args.new.read_text()) if args.new else measure()
    if args.save:
        draft = BASELINE.with_suffix(".tmp")
        draft.write_text(json.dumps(now, indent=2) + "\n")
        draft.replace(BASELINE)
        print(f"stored in {BASELINE.name}")
        return 0
    if not BASELINE.is_file():
        print(f"there is no {BASELINE.name} yet: run with --save first")
        return 2
    stored = json.loads(BASELINE.read_text())
    same = stored["machine"]["cpu"] == now["machine"]["cpu"]
    worse = []
    for change in compare(stored, now):
        mark = " <- worse" if change.gain < -THRESHOLD else ""
        print(
            f"{change.game:12} {change.figure:24} {change.stored:14,.4g} {change.now:14,.4g} {change.gain:+7.0%}{mark}"
        )
        worse += [change.figure] if mark else []
    if not same:
        print(f"stored on another processor ({stored['machine']['cpu']}): no judgement")
        return 0
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
