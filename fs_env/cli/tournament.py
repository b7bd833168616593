"""Bots play many games against each other; ends with a table of ratings."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_game, game_options
from fs_env.cli.output import STDOUT, check_target, printable, write_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fs_env.arena import GameRow, Standings, Tournament

COUNTING = (
    "Every deal is played by the agents in all rotations of the seats. With more seats than agents each agent takes "
    "several seats. The table counts seats: a game of 4 counts 4 times, once for the agent of each seat, so equal "
    "agents win 25 % each. Decisions are those with more than one legal action."
)


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.epilog = COUNTING
    parser.add_argument(
        "agents", nargs="+", metavar="AGENT", help='two or more: a bot\'s name, "package.module:NAME" or "path.py:NAME"'
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats in a game (default 2)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games, rounded up to whole rotations")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="decides all deals and all bots' dice")
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="processes; 0: one for each core")
    parser.add_argument("--json", metavar="FILE", help='write the result as JSON ("-": to standard output)')
    parser.add_argument("--db", metavar="FILE", help="keep every game in this SQLite file; go on where it stopped")
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    """Plays, prints the table, writes the JSON."""
    from rich.console import Console

    from fs_env.arena import Plan, Tournament
    from fs_env.cli.warming import warm_up
    from fs_env.envs.registry import load_game

    check_target(args.json)
    if args.workers < 0:
        raise ValueError(f"--workers {args.workers}: expected a number of processes, or 0 for one for each core")
    progress = Console(stderr=True)
    game = load_game(args.game)
    plan = Plan(
        agents=args.agents,
        players=args.players,
        games=args.games,
        seed=args.seed,
        game=args.game,
        options=game_options(game, args),
    )
    tournament = Tournament(plan, args.db)
    compile_seconds = warm_up(game, progress, tournament.agents())
    try:
        standings = play(tournament, args.workers or cores(), progress)
    except KeyboardInterrupt:
        standings = tournament.standings()
        if standings.games:
            Console().print(make_table(standings, tournament))
        kept = f"; {args.db} keeps them, the same command goes on" if args.db else ""
        raise KeyboardInterrupt(f"{standings.games} of {plan.total} games are played{kept}") from None
    finally:
        tournament.results.close()
    Console(stderr=args.json == STDOUT).print(make_table(standings, tournament))
    if args.json is not None:
        result = {
            "plan": plan.to_json(),
            "seconds": round(tournament.seconds, 3),
            "compile_seconds": round(compile_seconds, 3),
            "standings": standings.to_json(),
        }
        write_json(args.json, result)
    return 0


def play(tournament: Tournament, workers: int, console: Console) -> Standings:
    """Plays the games under a progress bar."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    total = tournament.plan.total
    done = total - tournament.left()
    if done:
        console.print(f"{done} of {total} games are already played", highlight=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=total, completed=done)

        def advance(rows: list[GameRow]) -> None:
            bar.advance(task, len(rows))

        return tournament.run(workers, advance)


def make_table(standings: Standings, tournament: Tournament) -> Table:
    """The standings for a terminal."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    plan = tournament.plan
    caption = (
        f"{standings.games} games of {plan.players} seats: {standings.won} won, {standings.drawn} drawn, "
        f"{standings.truncated} truncated. A game counts once for each seat; equal agents win "
        f"{100 * standings.even_rate:.0f} %. Rating: openskill, mu ± sigma. "
        f"{standings.decisions} decisions, {standings.choices} of them choices"
    )
    if tournament.seconds:
        caption += f"; {tournament.seconds:.1f} s"
    table = Table(
        title=escape(printable(f"{plan.game}, seed {plan.seed}")),
        caption=caption,
        caption_justify="left",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
    )
    table.add_column("agent", overflow="fold")
    for heading in ("games", "wins", "win rate", "Wilson 95 %", "rating", "decisions/s"):
        table.add_column(heading, justify="right", no_wrap=True)
    for agent in standings.agents:
        table.add_row(
            escape(printable(agent.name)),
            str(agent.games),
            f"{agent.wins:g}" if float(agent.wins).is_integer() else f"{agent.wins:.1f}",
            f"{100 * agent.win_rate:.1f} %",
            f"{100 * agent.win_low:.1f} - {100 * agent.win_high:.1f}",
            f"{agent.mu:.1f} ± {agent.sigma:.1f}",
            f"{agent.decisions_per_s:,.0f}",
        )
    return table


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
