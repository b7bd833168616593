"""Measures whether a language model gets stronger with the games that it has notes of, beside the same model without memory.

python -m benchmarks.experience llm:model=NAME,... [--opponent heuristic] [--game castles_of_caleira] [--games 60] [--block 10] [--seed 0]
    [--rollouts 32] [--workers 1] [--out experience]

The model plays two series of games against the same opponent on the same deals: with memory, one game after the other, and without, as
many at once as `--workers` says. Prints a table in Markdown, with a line for each block of games: the shares of the win, luck-adjusted,
and the difference of both series on the same deals, each with its 95 % interval; below them the gain, the difference of the last block
less that of the first. The folder has two results files, the notes and the table as `experience.json`; the same command resumes, and no
game is put into the notes twice.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from benchmarks.harness import Share, about, arguments, markdown, measured, played, results, store, usage_of
from fs_env.agent_api.specs import read_parameters
from fs_env.agents.llm.memory import MOST_GAMES
from fs_env.arena.usage import Prices

COLUMNS = ("games", "with memory [95 %]", "without [95 %]", "difference [95 %]")


def blocks_of(
    taught: tuple[Sequence[float], Sequence[int]], plain: tuple[Sequence[float], Sequence[int]], size: int
) -> list[dict[str, Any]]:
    """The shares of both series in each block of games, and their difference; at the end those of all games.

    Args:
        taught, plain: results and deals of the games with memory and without, in order.
        size: games of a block.
    """
    found = []
    games = len(taught[0])
    for first, last in [*((k, min(k + size, games)) for k in range(0, games, size)), (0, games)]:
        part = slice(first, last)
        deals = taught[1][part]
        differences = [one - other for one, other in zip(taught[0][part], plain[0][part], strict=True)]
        found.append(
            {
                "first": first + 1,
                "last": last,
                "with": Share.of(taught[0][part], deals)._asdict(),
                "without": Share.of(plain[0][part], deals)._asdict(),
                "difference": Share.of(differences, deals)._asdict(),
            }
        )
    return found


def gain(blocks: Sequence[dict[str, Any]]) -> Share:
    """The difference in the last block less that in the first: what the games between them taught."""
    first, last = (Share(**block["difference"]) for block in (blocks[0], blocks[-2]))
    known = first.half is not None and last.half is not None and len(blocks) > 2
    return Share(last.mean - first.mean, (first.half**2 + last.half**2) ** 0.5 if known else None)  # type: ignore[operator]


def table(blocks: Sequence[dict[str, Any]]) -> str:
    rows = [
        [f"{one['first']}-{one['last']}", *(Share(**one[name]).words() for name in ("with", "without")),
         Share(**one["difference"]).words(-100.0)]
        for one in blocks
    ]  # fmt: skip
    return markdown(COLUMNS, [*rows, ["gain", "", "", gain(blocks).words(-200.0)]])


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Plays what is missing of both series."""
    with_memory = f"{args.spec},memory={args.out / 'notes.json'}"
    taught = played(args.out / "with_memory.db", with_memory, args, None)
    plain = played(args.out / "without.db", args.spec, args, args.workers if args.workers > 1 else None)
    prices = Prices.of(args.spec)
    costs = [None if prices is None else prices.cost(usage_of(rows)) / len(rows) for rows in (taught, plain)]
    blocks = blocks_of(results(taught), results(plain), args.block)
    return about(args) | {
        "blocks": blocks,
        "gain": gain(blocks)._asdict(),
        "cost": dict(zip(("with", "without"), costs)),
    }


def main() -> None:
    """Prints the table."""
    parser = arguments(__doc__, "experience")
    parser.set_defaults(games=60)
    parser.add_argument("--block", type=int, default=10, help="games of a line of the table, an even number")
    args = parser.parse_args()
    if args.block < 2 or args.block % 2:
        parser.error(f"--block {args.block}: expected an even number from 2, as each deal is played from both seats")
    if args.games > MOST_GAMES:
        parser.error(f"--games {args.games}: expected at most {MOST_GAMES}, the most games that a file of notes stores")
    if "memory" in read_parameters(args.spec):
        parser.error(f"{args.spec}: leave memory out, the notes are in the folder of --out")
    result = measured(measure, args, parser)
    store(args.out / "experience.json", result)
    print(table(result["blocks"]))


if __name__ == "__main__":
    main()
