"""Who wins each haunt of our own with three to six players, and how long it lasts, when one bot plays all seats.

python -m benchmarks.betrayal_haunts [--players 3 4 5 6] [--games 1000] [--seed 0] [--haunts 101 102]
    [--bot heuristic] [--write]

A cell is the share that the traitor, or without one the house, wins, and the median of the rounds that were over at the end. A game
that the decision limit ended is won by nobody. With --write the table replaces the one in the rules of the game.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.betrayal_sides import BOTS, play
from fs_env.core.betrayal.content.haunts import HAUNTS, ORIGINAL

PAGE = Path(__file__).parents[1] / "docs/look_up/rules/betrayal.md"
BEGIN, END = "<!-- haunts: begin -->\n", "<!-- haunts: end -->\n"


def table(numbers: list[int], players: list[int], games: int, seed: int, bot: int) -> Iterator[str]:
    """The lines of the table: a row for each haunt, a cell for each number of players."""
    yield f"| haunt | {' | '.join(f'{n} players' for n in players)} |"
    yield f"| --- |{' ---: |' * len(players)}"
    for number in numbers:
        option = [haunt.number for haunt in HAUNTS].index(number) + 1
        cells = []
        for n in players:
            found = play(n, games, seed, bot, bot, bot, option)
            rounds = f"{np.median(found.rounds):.0f}"
            cells.append(f"{100 * found.traitor.mean():.1f} %, {rounds} round{'s' * (rounds != '1')}")
        yield f"| {number} {HAUNTS[option - 1].name} | {' | '.join(cells)} |"


def written(page: str, lines: list[str]) -> str:
    """A page with the table between its marks."""
    head, _, rest = page.partition(BEGIN)
    return head + BEGIN + "\n".join(lines) + "\n" + END + rest.partition(END)[2]


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[3, 4, 5, 6])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--haunts", type=int, nargs="+", default=[haunt.number for haunt in ORIGINAL])
    parser.add_argument("--bot", choices=BOTS, default="heuristic")
    parser.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    args = parser.parse_args()
    lines = []
    for line in table(args.haunts, args.players, args.games, args.seed, BOTS.index(args.bot)):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()
        lines.append(line)
    if args.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), lines), encoding="utf-8")


if __name__ == "__main__":
    main()
