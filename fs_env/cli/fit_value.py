"""Fits a value function for search; needs the extra "train"."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from typing import TYPE_CHECKING

from fs_env.cli.arguments import DEFAULT_GAME, add_players, path_in, players_of
from fs_env.cli.progress import begin
from fs_env.registry.options import options_of, read_options

if TYPE_CHECKING:
    from fs_env.training.values.fit import Fit
    from fs_env.training.values.rounds import RoundReport

EPILOG = (
    "A run is a folder; a stopped run resumes. Its value-N.npz is used by "
    "search:value=RUN/value-N.npz. See docs/understand/search.md."
)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("folder", metavar="RUN", type=path_in, help="folder of the run")
    parser.add_argument("--game", default=DEFAULT_GAME, metavar="ID", help=f"id of the game (default {DEFAULT_GAME})")
    add_players(parser, "seats")
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="NAME=VALUE;...",
        help="options of a part of the games, such as sets=base or sets=base,gold,plus; may be repeated, each part is as large "
        "(default: one part without options)",
    )
    parser.add_argument(
        "--games",
        default="60000,2000,500",
        metavar="N,...",
        help="games of each variant in each round: of the policy with random turns, with searched turns, and of the search alone "
        "(default 60000,2000,500)",
    )
    parser.add_argument(
        "--policy", default="heuristic", metavar="BOT", help="compiled bot that plays (default heuristic)"
    )
    parser.add_argument(
        "--rollouts", type=int, default=200, metavar="N", help="of the search, for a choice (default 200)"
    )
    parser.add_argument(
        "--measured",
        type=int,
        default=200,
        metavar="N",
        help="deviations whose gain is measured in the games of each variant of a round (default 200)",
    )
    parser.add_argument("--epochs", type=int, default=2, metavar="N", help="of each fit (default 2)")
    parser.add_argument(
        "--rank",
        type=int,
        default=32,
        metavar="N",
        help="rank of the input weights, 1 to 32: a lower rank gives a smaller file; 8 is enough for Four Souls (default 32)",
    )
    parser.add_argument(
        "--seed", type=int, default=10_000_000, metavar="N", help="of the first deal (default 10000000)"
    )


def refuse(args: argparse.Namespace) -> None:
    from fs_env.agents.values.names import FIRST

    read_numbers(args.games)
    if not 1 <= args.rank <= FIRST:
        raise ValueError(f"--rank {args.rank}: expected 1 to {FIRST}, the units of the first layer")
    for text in args.variant:
        read_options(options_of(args.game), text.split(";"))


def run(args: argparse.Namespace) -> int:
    begin(f"fit-value: {args.policy} plays {args.game}, the run is in {args.folder}")
    if find_spec("torch") is None:
        raise ImportError("fitting needs torch: install the extra `train`, in the source tree pip install '.[train]'")
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game
    from fs_env.training.values.rounds import ValuePlan, ValueRun

    game = load_game(args.game)
    variants = tuple(read_options(game, text.split(";")) for text in args.variant) or ({},)
    players = players_of(args, game)
    for variant in variants:
        game.option_values(num_players=players, **variant)
    cooperative = {game.cooperative(num_players=players, **variant) for variant in variants}
    if len(cooperative) > 1:
        raise ValueError(
            f"--variant {' '.join(args.variant)}: in some of these games the seats win or lose together, in others not: a value is "
            "for one kind of game, run the command once for each"
        )
    plan = ValuePlan(
        game=args.game,
        num_players=players,
        variants=variants,
        policy=args.policy,
        games=read_numbers(args.games),
        rollouts=args.rollouts,
        measured=args.measured,
        seed=args.seed,
        epochs=args.epochs,
        rank=args.rank,
        together=cooperative.pop(),
    )
    fitting = ValueRun(args.folder, plan, lambda line: print(line, flush=True))
    warm_up(game, Console(stderr=True))
    for report in fitting.run(game):
        print("\n".join(lines_of(report)), flush=True)
        print(f"value of round {report.number}: {fitting.value(report.number)}", flush=True)
    return 0


def read_numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise ValueError(f"--games {text!r}: expected whole numbers as in 60000,2000,500") from None


def lines_of(report: RoundReport) -> list[str]:
    lines = [f"round {report.number} ({report.kind}): {report.positions} positions", fit_line("all", report.fit)]
    lines += [fit_line(name, fit) for name, fit in report.phases.items()]
    lines.append(fit_line("own games", report.own_fit))
    if report.before is not None:
        lines.append(fit_line("by the value before", report.before))
    lines.append("  " + calibration_line(report.fit))
    if report.unseen is not None:
        lines.append(fit_line("all games of this round by the value before", report.unseen))
        lines.append("  " + calibration_line(report.unseen))
    gains = report.gains
    if gains is not None and gains.deviations:
        lines.append(
            f"{gains.deviations} deviations: believed {gains.believed:+.4f} +- {gains.believed_error:.4f}, "
            f"in whole games {gains.real:+.4f} +- {gains.real_error:.4f}"
        )
    return lines


def calibration_line(fit: Fit) -> str:
    return "expected -> won: " + ", ".join(f"{a:.2f} -> {b:.2f}" for a, b, _ in fit.calibration)


def fit_line(name: str, fit: Fit) -> str:
    return f"  {name}: log-loss {fit.log_loss:.4f}, AUC {fit.auc:.3f}, {fit.positions} positions"
