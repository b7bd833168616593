"""Compares settings of the harness of a language model: what it reads again, the rules of cards, and which passes it is asked about.

python -m benchmarks.harness llm:model=NAME,... [--opponent heuristic] [--game castles_of_caleira] [--games 40] [--seed 0]
    [--history 0,2,all] [--cards always,once,never] [--passes none] [--rollouts 32] [--workers 1] [--out harness]

The model plays the same deals against the same opponent with each combination of the settings, in a folder with a results file for each:
the same command resumes. Prints a table in Markdown: the share of the win, luck-adjusted, with its 95 % interval; the share of decisions
whose first answer was invalid; tokens and cost of a game (empty without `price_in` and `price_out` in the spec). The table is stored as
`harness.json` in the folder.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from fs_env.agent_api.specs import read_parameters
from fs_env.agents.llm.settings import Settings
from fs_env.arena import Plan, Tournament
from fs_env.arena.luck import Luck
from fs_env.arena.plan import GAUNTLET
from fs_env.arena.ratings import less_luck, mean_interval, t_quantile
from fs_env.arena.results import GameRow
from fs_env.arena.usage import Prices, Usage, total
from fs_env.bench.machine import versions
from fs_env.core.files import write_whole
from fs_env.narration.conversation import VERSION

NAMES = ("history", "cards", "passes")
COLUMNS = (*NAMES, "games", "share [95 %]", "invalid", "tokens in", "tokens out", "cost")


class Share(NamedTuple):
    """A share of the win in percent, and half of its 95 % interval; None for a single deal."""

    mean: float
    half: float | None

    @classmethod
    def of(cls, values: Sequence[float], deals: Sequence[int]) -> Share:
        """The mean of results, 0 to 1 each, or of differences; games of one deal are one observation."""
        known = mean_interval(values, deals, adjusted=True)
        return cls(100 * known.mean, known.error and 100 * t_quantile(known.clusters - 1) * known.error)

    def words(self, lowest: float = 0.0) -> str:
        """The share with its interval, all shares for a single deal. The lowest difference of two shares is -100, of two differences -200,
        and the highest ones are as far from 0."""
        half = math.inf if self.half is None else self.half
        low, high = max(lowest, self.mean - half), min(max(100.0, -lowest), self.mean + half)
        return f"{self.mean:.1f} [{low:.1f}, {high:.1f}]"


def played(file: Path, spec: str, args: argparse.Namespace, workers: int | None) -> list[GameRow]:
    """All games of the first agent of a gauntlet of two, in the order of the plan; those in the file are not played again."""
    luck = Luck(rollouts=args.rollouts) if args.rollouts else None
    plan = Plan([spec, args.opponent], 2, args.games, args.seed, args.game, schedule=GAUNTLET, luck=luck)
    tournament = Tournament(plan, file)
    with closing(tournament.results):
        tournament.run(workers)
        return sorted(tournament.results.rows(), key=lambda row: row.number)[: plan.total]


def results(rows: Sequence[GameRow]) -> tuple[list[float], list[int]]:
    """The part of the win of the first agent in each game, less its luck where that was measured, and the deals."""
    seats = [row.seats.index(0) for row in rows]
    parts, deals = [row.parts[seat] for row, seat in zip(rows, seats)], [row.seed for row in rows]
    if not any(row.luck for row in rows):
        return parts, deals
    return less_luck(parts, [row.luck[seat] if row.luck else 0.0 for row, seat in zip(rows, seats)], deals), deals


def usage_of(rows: Sequence[GameRow]) -> Usage:
    return total(one for row in rows for one in row.usage[row.seats.index(0) :][:1] if one is not None)


def line(spec: str, settings: dict[str, str], rows: Sequence[GameRow]) -> dict[str, Any]:
    used, prices, share = usage_of(rows), Prices.of(spec), Share.of(*results(rows))
    return {
        **settings,
        "games": len(rows),
        "share": share.mean,
        "half": share.half,
        "invalid": used.invalid_rate,
        "tokens_in": used.tokens_in / len(rows),
        "tokens_out": used.tokens_out / len(rows),
        "cost": None if prices is None else prices.cost(used) / len(rows),
    }


def cells(one: dict[str, Any]) -> list[str]:
    cost = "" if one["cost"] is None else f"{one['cost']:.3g}"
    counts = (f"{one['tokens_in']:,.0f}", f"{one['tokens_out']:,.0f}", cost)
    share = Share(one["share"], one["half"]).words()
    return [
        one["history"],
        one["cards"],
        one["passes"],
        str(one["games"]),
        share,
        f"{100 * one['invalid']:.1f} %",
        *counts,
    ]


def markdown(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}"
    return "\n".join([head, *(f"| {' | '.join(row)} |" for row in rows)])


def about(args: argparse.Namespace) -> dict[str, Any]:
    """What made a result: the arguments, the harness of the spec, and the versions of the package and of the text interface."""
    named = {name: value for name, value in vars(args).items() if isinstance(value, (str, int))}
    harness = Settings.read(read_parameters(args.spec)).harness
    return {"arguments": named, "harness": harness, "versions": versions() | {"text": str(VERSION)}}


def store(file: Path, result: dict[str, Any]) -> None:
    write_whole(file, json.dumps(result, indent=1) + "\n")


def arguments(description: str | None, out: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spec", help="llm:model=NAME,...")
    parser.add_argument("--opponent", default="heuristic")
    parser.add_argument("--game", default="castles_of_caleira")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0, help="of the deals")
    parser.add_argument("--rollouts", type=int, default=32, help="of the luck adjustment; 0: plain results")
    parser.add_argument("--workers", type=int, default=1, help="games without memory that are played at once")
    parser.add_argument("--out", type=Path, default=Path(out), help="folder of results files")
    return parser


def measured(
    measure: Callable[[argparse.Namespace], dict[str, Any]], args: argparse.Namespace, parser: argparse.ArgumentParser
) -> dict[str, Any]:
    """What `measure` returns; arguments and files that it refuses, and endpoints without a reply, end the program with the error."""
    try:
        args.out.mkdir(parents=True, exist_ok=True)
        return measure(args)
    except (ValueError, TypeError, OSError, RuntimeError, ImportError) as error:
        parser.error(str(error))


def measure(args: argparse.Namespace) -> dict[str, Any]:
    """Plays what is missing of each combination."""
    lines = []
    for values in itertools.product(*(getattr(args, name).split(",") for name in NAMES)):
        settings = dict(zip(NAMES, values))
        spec = ",".join([args.spec, *(f"{name}={value}" for name, value in settings.items())])
        rows = played(args.out / f"{'-'.join(values)}.db", spec, args, args.workers if args.workers > 1 else None)
        lines.append(line(spec, settings, rows))
    return about(args) | {"lines": lines}


def main() -> None:
    """Plays what is missing and prints the table."""
    parser = arguments(__doc__, "harness")
    for name, default in zip(NAMES, ("0,2,all", "always,once,never", "none")):
        parser.add_argument(f"--{name}", default=default, help="values, separated by commas")
    args = parser.parse_args()
    if given := {*NAMES, "memory"} & set(read_parameters(args.spec)):
        parser.error(
            f"{args.spec}: {', '.join(sorted(given))} is compared here or changes from game to game: leave it out"
        )
    result = measured(measure, args, parser)
    store(args.out / "harness.json", result)
    print(markdown(COLUMNS, [cells(one) for one in result["lines"]]))


if __name__ == "__main__":
    main()
