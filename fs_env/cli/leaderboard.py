"""Writes the page of the leaderboard, verifies evaluations, and plays the tasks against one bot."""

from __future__ import annotations

import argparse
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_seed, add_workers
from fs_env.cli.isolation import add_isolation, isolates, limits_for
from fs_env.cli.output import check_target, printable, write_page, write_pages
from fs_env.cli.progress import begin, counted
from fs_env.cli.tournament import cores
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from fs_env.leaderboard.entries import Entry

DEFAULT_RESULTS = "leaderboard.json"
FAILED = 1  # exit code of --verify


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "`fs-env evaluate` plays the scenarios. Here bots play the older tasks against one bot; without any, --add takes entries "
        "from another file, --page writes the page of the stored results, and --verify lets the bot of an evaluation play fresh deals. See "
        "docs/do/benchmark.md for how to enter a bot."
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help='a bot\'s name, "package.module:NAME" or "path.py:NAME"; without any, nothing is played',
    )
    parser.add_argument(
        "--results",
        default=DEFAULT_RESULTS,
        metavar="FILE",
        help=f"the stored results, JSON; created if it is missing (default {DEFAULT_RESULTS})",
    )
    parser.add_argument(
        "--task",
        action="append",
        default=[],
        metavar="NAME",
        help="play only this task; may be repeated (default: all)",
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        help="play only the tasks of this game, an id or the location of a manifest, package.module:NAME (default: all)",
    )
    parser.add_argument(
        "--games", type=int, metavar="N", help="games, or games of each puzzle (default: as the task asks)"
    )
    add_seed(parser, "of the deals")
    parser.add_argument("--name", metavar="TEXT", help="the bot's name on the page (default: its own); with one bot")
    parser.add_argument(
        "--add", metavar="FILE", help="add the entries of this file, replacing those of the same bot (default: none)"
    )
    parser.add_argument(
        "--db", metavar="FOLDER", help="store every game in a file there; the same command resumes (default: none)"
    )
    add_workers(parser, "; times of a choice need a core for each")
    parser.add_argument(
        "--entries", metavar="FOLDER", help="evaluations for the page, by `fs-env evaluate` (default: none)"
    )
    parser.add_argument("--head-to-head", metavar="FILE", help="direct matches for the page (default: none)")
    add_verification(parser)
    parser.add_argument(
        "--page", metavar="FILE", help="write the page of all stored entries, and its plots (default: none)"
    )


def add_verification(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--verify",
        metavar="FILE",
        help="an evaluation: let BOT play fresh deals and compare; exit code 1 unless it is verified (default: none)",
    )
    parser.add_argument(
        "--salt",
        metavar="TEXT",
        help="with which --verify draws the seeds of its deals (default: a random one, which is printed)",
    )
    parser.add_argument("--slow", action="store_true", help="--verify also plays against slow members of the field")
    add_isolation(parser)


def refuse(args: argparse.Namespace) -> None:
    from fs_env.leaderboard.tasks import task_of

    for name in args.task:
        task_of(name)
    for file in (args.verify, args.add, args.head_to_head):
        if file is not None and not Path(file).is_file():
            raise ValueError(f"{file!r}: there is no such file: check its name and its folder")


def run(args: argparse.Namespace) -> int:
    if args.verify:
        return verified(args)
    begin(f"leaderboard: {', '.join(args.bots) or 'no bot'}, results in {args.results}")
    if not (args.bots or args.add or args.page):
        raise ValueError("leaderboard: nothing to do: expected a bot, --add FILE, --page FILE or --verify FILE")
    if args.name is not None and len(args.bots) != 1:
        raise ValueError(f"--name {args.name!r}: expected one bot with it, not {len(args.bots)}")
    check_target(args.results)
    check_target(args.page)
    from rich.console import Console

    from fs_env.agent_api.specs import is_untrusted, load_agent
    from fs_env.cli.warming import warm_up
    from fs_env.leaderboard.entries import add, check_owner, read_entries, write_entries
    from fs_env.leaderboard.evaluation import looked_at
    from fs_env.leaderboard.play import play
    from fs_env.leaderboard.tasks import task_of
    from fs_env.leaderboard.tasks import tasks as all_tasks
    from fs_env.puzzles.puzzle import shipped
    from fs_env.registry.games import load_game

    only = None if args.game is None else load_game(args.game).name
    named = [task_of(name) for name in args.task] or all_tasks()
    tasks = [task for task in named if only in (None, task.game)]
    if not tasks:
        raise ValueError(f"--game {args.game}: none of these tasks is of this game: leave --task or --game out")
    progress = Console(stderr=True)
    limits = limits_for(args, progress, isolates(args, {task.game for task in tasks}), args.results)
    stored = read_entries(args.results)
    for spec, task in product(args.bots, tasks):
        own, *_ = looked_at(spec, task.game, limits)
        check_owner(stored, args.name or own, spec)
    if args.add:
        added = read_entries(args.add)
        if not added:
            raise ValueError(f"--add {args.add}: there are no entries in this file")
        stored = add(stored, added)
        write_entries(args.results, stored)
    folder = None if args.db is None else Path(args.db)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    for spec in args.bots:
        for task in tasks:
            game = load_game(task.game)
            ours = [name for name in (spec, task.opponent) if args.trusted or not is_untrusted(name, task.game)]
            warm_up(game, progress, [load_agent(name, game) for name in ours])
            wanted = len(shipped(task.game)) if not task.players else task.games if args.games is None else args.games
            with counted(progress, f"{spec}, {task.name}: {'games' if task.players else 'puzzles'}", wanted) as report:
                entry = play(
                    spec, task, args.games, args.seed, args.name, folder, args.workers or cores(), report, limits
                )
            stored = add(read_entries(args.results), [entry])
            write_entries(args.results, stored)
            words = f"{100 * entry.share:.1f} % ({100 * entry.low:.1f} to {100 * entry.high:.1f}), {entry.games} games"
            words += "" if task.players else " of each puzzle"
            print(printable(f"{isolated(entry.agent)}, {task.name}: {words}"))
    if args.page:
        write_leaderboard(args, stored)
    return 0


def write_leaderboard(args: argparse.Namespace, stored: list[Entry]) -> None:
    from fs_env.leaderboard.board_page import boards_of
    from fs_env.leaderboard.evaluation import read
    from fs_env.leaderboard.head_to_head import read_matches
    from fs_env.leaderboard.markdown import PLOTS
    from fs_env.leaderboard.page import page, plots

    files = [] if args.entries is None else sorted(Path(args.entries).glob("*.json"))
    if args.entries is not None and not files:
        raise ValueError(f"--entries {args.entries}: there are no evaluations in this folder")
    evaluations, first = [read(file) for file in files], dict[tuple[str, ...], Path]()
    for file, one in zip(files, evaluations):
        if (known := first.setdefault(one.specs, file)) is not file:
            raise ValueError(f"{file}: it evaluates the same bot as {known}: leave one of them out")
    matches = read_matches(Path(args.head_to_head)) if args.head_to_head else {}
    boards = boards_of(evaluations)
    write_page(args.page, page(stored, evaluations, matches, boards))
    drawn, folder = plots(boards, matches), Path(args.page).parent / PLOTS
    if drawn:
        folder.mkdir(parents=True, exist_ok=True)
        write_pages(folder, drawn)


def verified(args: argparse.Namespace) -> int:
    begin(f"leaderboard: verifying {args.verify}")
    from rich.console import Console

    from fs_env.leaderboard.evaluation import read
    from fs_env.leaderboard.field import scenario_of
    from fs_env.leaderboard.verify import GAMES, fresh_parts, verify

    evaluation = read(args.verify)
    if not evaluation.cells:
        raise ValueError(f"--verify {args.verify}: this evaluation has no results yet: repeat its command")
    name, console = in_one_line(isolated(" ".join(args.bots) or evaluation.agent)), Console(stderr=True)
    games = {scenario_of(scenario).game for scenario in evaluation.scenarios}
    limits = limits_for(args, console, isolates(args, games), args.verify)
    parts = len(fresh_parts(evaluation, args.bots, slow=args.slow)) if args.bots else 0
    with counted(console, f"{name}: parts", parts) as report:
        found = verify(
            evaluation,
            args.bots,
            salt=args.salt or "",
            games=GAMES if args.games is None else args.games,
            slow=args.slow,
            limits=limits,
            workers=args.workers or cores(),
            report=report,
        )
    for sentence in (*found.faults, *found.notes, *(one.sentence(len(found.comparisons)) for one in found.comparisons)):
        print(in_one_line(sentence))
    if not args.bots:
        print(f"{name}: not verified, no game was played; give its bot: fs-env leaderboard --verify FILE BOT")
        return FAILED
    agrees = replace(found, faults=(), partly=False).holds
    verdict = "verified" if found.holds else "agrees, but not verified: see above" if agrees else "disagrees"
    print(f"{name}: {verdict}, salt {found.salt}")
    return 0 if found.holds else FAILED


def in_one_line(text: str) -> str:
    return " ".join(printable(text).split())
