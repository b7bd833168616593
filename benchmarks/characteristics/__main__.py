"""Measures what kind of games these are, and writes docs/look_up/characteristics.md.

python -m benchmarks.characteristics [PART ...] [--quick] [--games N] [--out FILE] [--again]
python -m benchmarks.characteristics --page

Parts are stored as they are finished; those that are stored are not measured again. `--page` reads stored results only.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from time import process_time
from typing import Any

from benchmarks.characteristics.agreement import agreement
from benchmarks.characteristics.luck import luck_share
from benchmarks.characteristics.page import AGREEMENT, RESULTS, write_page
from benchmarks.characteristics.settings import SETTINGS, Setting
from benchmarks.characteristics.strength import rating_range, scores
from benchmarks.characteristics.walk import shape
from fs_env.bench.machine import machine, versions
from fs_env.core.files import write_whole
from fs_env.registry.games import version_of

FORMAT, QUICK = 1, 20  # the second one divides the numbers of games
SEED = 4_000_037
COMMAND = "python -m benchmarks.characteristics"
POLICY = "heuristic"


def shape_of(bot: str) -> Callable[[Setting, int], dict[str, Any]]:
    return lambda one, games: shape(one.game, one.options, one.policies()[bot], games, SEED)


def luck(one: Setting, games: int) -> dict[str, Any]:
    return luck_share(one.game, one.options, one.policies()[POLICY], games, SEED)


GAMES = ("four_souls", "castles_of_caleira", "betrayal")
# name -> function, and games, or positions, by game as in `GAMES`
PARTS: dict[str, tuple[Callable[[Setting, int], dict[str, Any]], tuple[int, int, int]]] = {
    "random": (shape_of("random"), (80, 1000, 100)),
    "bots": (shape_of(POLICY), (80, 1000, 100)),
    "luck": (luck, (200, 2500, 200)),
    "range": (lambda one, games: rating_range(one, games, SEED), (3000, 10_000, 600)),
    "scores": (lambda one, games: scores(one, games, SEED), (24, 400, 24)),
    "agreement": (lambda one, games: agreement(one, games, games // 20, SEED), (3000, 3000, 3000)),
}
SCORED: Iterable[str] = [key for key, one in SETTINGS.items() if not one.chosen]
AGREE: Iterable[str] = ("four_souls_2", "castles_2", "betrayal_4")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog=COMMAND, description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}, or SETTING/PART (default: all)")
    parser.add_argument("--quick", action="store_true", help=f"a {QUICK}th of the games")
    parser.add_argument("--games", type=int, default=0, help="games, or positions, of each part (default: by part)")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON file of the results (default: %(default)s)")
    parser.add_argument("--again", action="store_true", help="measure parts that are stored, too")
    parser.add_argument("--page", action="store_true", help="write the page and its plots from the stored results")
    args = parser.parse_args()
    if args.page:
        write_page()
        return 0
    every = {(key, part) for part in PARTS for key in {"agreement": AGREE, "scores": SCORED}.get(part, SETTINGS)}
    known = {*PARTS, *(f"{key}/{part}" for key, part in every)}
    if unknown := set(args.parts) - known:
        parser.error(
            f"unknown part {sorted(unknown)[0]!r}: expected {', '.join(PARTS)}, or one setting as in castles_2/luck"
        )
    for key, setting in SETTINGS.items():
        for part, (measure, usual) in PARTS.items():
            if (key, part) not in every or (args.parts and not {part, f"{key}/{part}"} & set(args.parts)):
                continue
            file = args.out
            if part == "agreement":
                file = AGREEMENT if args.out == RESULTS else args.out.with_name(AGREEMENT.name)
            if part in stored(file)["settings"].get(key, {}) and not args.again:
                continue
            games = args.games or max(2, usual[GAMES.index(setting.name)] // (QUICK if args.quick else 1))
            begun = process_time()
            found = measure(setting, games) | {"seconds": round(process_time() - begun)}
            store(file, key, part, found)
            print(f"{key}/{part}: {found['seconds']} s of processor", flush=True)
    return 0


def stored(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {"format": FORMAT, "settings": {}}
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    if found.get("format") != FORMAT:
        raise SystemExit(f"{file}: it is not of format {FORMAT}; name another file with --out")
    return found


def store(file: Path, key: str, part: str, found: dict[str, Any]) -> None:
    """Adds a part to those in a file, which may have changed meanwhile."""
    known = stored(file)
    settings = known["settings"]
    settings.setdefault(key, {})[part] = found
    games = {one.name for name, one in SETTINGS.items() if name in settings}
    head = {"format": FORMAT, "command": COMMAND, "seed": SEED, "versions": versions(), "machine": machine()}
    head["environments"] = {name: version_of(name) for name in sorted(games)}
    lines = [
        f" {json.dumps(name)}: {{\n"
        + ",\n".join(f"  {json.dumps(p)}: {json.dumps(v, separators=(',', ':'))}" for p, v in settings[name].items())
        + "\n }"
        for name in SETTINGS
        if name in settings
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(
        file, json.dumps(head, indent=1).removesuffix("\n}") + ',\n "settings": {\n' + ",\n".join(lines) + "\n }\n}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
