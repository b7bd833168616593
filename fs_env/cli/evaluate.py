"""Plays the scenarios of the leaderboard with one bot and writes an evaluation: one JSON file with all results."""

from __future__ import annotations

import argparse
import os
import shlex
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.cli.isolation import add_isolation, isolates, limits_for
from fs_env.cli.output import check_target, printable
from fs_env.cli.progress import begin, counted
from fs_env.cli.tournament import cores

if TYPE_CHECKING:
    from fs_env.leaderboard.field import Scenario

DEFAULT = "evaluation.json"
PRECISION = 2  # points


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The same command resumes where it stopped. Give one bot, or one for each seed, as of five runs of a learner. See "
        "docs/do/benchmark.md."
    )
    parser.add_argument("bots", nargs="*", metavar="BOT", help='a bot\'s name, "package.module:NAME" or "path.py:NAME"')
    parser.add_argument(
        "--out",
        default=DEFAULT,
        metavar="FILE",
        help=f"the evaluation, JSON, written after each step (default {DEFAULT})",
    )
    parser.add_argument(
        "--field",
        metavar="FOLDER",
        help="instead play the games of the field's members among themselves, into this folder (default: a bot's)",
    )
    parser.add_argument("--name", metavar="TEXT", help="the bot's name on the page (default: its own)")
    parser.add_argument(
        "--scenario",
        action="append",
        default=[],
        metavar="NAME",
        help="play only this one; may be repeated (default: all)",
    )
    parser.add_argument("--game", metavar="ID", help="play only the scenarios of this game (default: all)")
    parser.add_argument(
        "--track", metavar="NAME", help="play the scenarios of a track, such as text (default: those of none)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        action="append",
        default=[],
        metavar="N",
        help="play the deals of this seed; may be repeated (default: the five of the field)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="number of processes, or with language models of parallel games; 0: one for each core (default 1)",
    )
    parser.add_argument(
        "--precision",
        type=float,
        default=PRECISION,
        metavar="POINTS",
        help="play further deals against slow opponents until half of the 95 %% interval is at most so many points, as far as the scenario "
        "allows; 0: no more (default 2)",
    )
    add_isolation(parser)


def refuse(args: argparse.Namespace) -> None:
    chosen_scenarios(args)
    if not 0 <= args.precision <= 100:
        raise ValueError(f"--precision {args.precision:g}: expected points from 0 to 100, such as 2")


def chosen_scenarios(args: argparse.Namespace) -> list[Scenario]:
    from fs_env.core.checks import check_choice
    from fs_env.leaderboard.field import scenario_of, the_field

    known = [one for one in the_field().scenarios.values() if not one.waits]
    if args.track is not None and args.scenario:
        raise ValueError(f"--track {args.track}: expected it, or --scenario with the names of its scenarios")
    if args.track is not None:
        check_choice("--track", args.track, {one.track for one in known if one.track})
    every = [one for one in known if one.track == (args.track or "")]
    named = [scenario_of(name) for name in args.scenario] or every
    chosen = [one for one in named if args.game in (None, one.game)]
    if not chosen:
        games = dict.fromkeys(one.game for one in named)
        raise ValueError(f"--game {args.game}: no scenario is of this game: expected one of {', '.join(games)}")
    return chosen


def run(args: argparse.Namespace) -> int:
    if bool(args.bots) == bool(args.field):
        raise ValueError("evaluate: expected a bot, or --field FOLDER")
    begin(f"evaluate: {', '.join(args.bots) or 'the field'}, results in {args.field or args.out}")
    from rich.console import Console

    from fs_env.arena.agent_files import digests_of, refuse_changed
    from fs_env.leaderboard import evaluation as evaluations
    from fs_env.leaderboard.cells import keys_of
    from fs_env.leaderboard.field import the_field
    from fs_env.leaderboard.field_games import play_field
    from fs_env.leaderboard.summary import summarize

    chosen = chosen_scenarios(args)
    if args.field:
        play_field(
            Path(args.field),
            chosen,
            args.workers or cores(),
            lambda text: print(printable(text), flush=True),
            args.precision / 100,
        )
        return 0
    check_target(args.out)
    seeds = tuple(args.seed or the_field().seeds)
    command = repeated(args)
    progress = Console(stderr=True)
    limits = limits_for(args, progress, isolates(args, {scenario.game for scenario in chosen}), args.out)
    evaluation = evaluations.begin(args.bots, chosen, seeds, args.name, command, limits=limits)
    stored = changed_at(args.out)
    if Path(args.out).exists():
        evaluation = evaluations.going_on(evaluations.read(args.out), evaluation, args.out)
    wanted = [key for one in chosen for key in keys_of(one, seeds)]
    done = sum(cell.key in wanted for cell in evaluation.cells)
    with counted(progress, f"{evaluation.agent}: parts", len(wanted), done) as report:
        how = {"limits": limits, "precision": args.precision / 100}
        for so_far in evaluations.play(evaluation, chosen, args.workers or cores(), **how):
            evaluation, done = so_far, min(done + 1, len(wanted))  # further deals come after all parts
            if changed_at(args.out) != stored:
                raise ValueError(f"{args.out}: another process writes it: choose another --out, or wait for its end")
            refuse_changed(args.out, evaluation.files, digests_of(args.bots))
            evaluations.write(args.out, evaluation)
            stored = changed_at(args.out)
            report(done)
    evaluation = replace(evaluation, summary=summarize(evaluation))
    evaluations.write(args.out, evaluation)
    show(evaluation.summary)
    return 0


def changed_at(file: str) -> int:
    return os.stat(file).st_mtime_ns if os.path.exists(file) else 0


def repeated(args: argparse.Namespace) -> str:
    """The command that plays the same again."""
    given = {"track": args.track, "game": args.game, "scenario": args.scenario, "seed": args.seed}
    given["precision"] = None if args.precision == PRECISION else f"{args.precision:g}"
    values = ((name, one) for name, value in given.items() for one in (value if isinstance(value, list) else [value]))
    options = (word for name, one in values if one is not None for word in (f"--{name}", str(one)))
    flags = [f"--{name}" for name in ("trusted", "network") if getattr(args, name)]
    return shlex.join(["fs-env", "evaluate", *args.bots, *options, *flags])


def show(summary: dict[str, Any]) -> None:
    for name, found in summary["scenarios"].items():
        words = f"{100 * found['iqm']:.1f} % ({100 * found['low']:.1f} to {100 * found['high']:.1f})"
        worst = f", worst against {found['worst']}: {100 * found['worst_share']:.1f} %" if found["worst"] else ""
        print(printable(f"{name}: {words}{worst}"))
    lost = f"; {summary['forfeits']:,} games forfeited" if summary["forfeits"] else ""
    bounds = f"{summary['low']:.3f} to {summary['high']:.3f}"
    print(f"all: interquartile mean {summary['iqm']:.3f} ({bounds}), equal play 0.5{lost}")
