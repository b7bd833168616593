"""Plays many games between bots and prints a rating table."""

from __future__ import annotations

import argparse
import os
import random
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_agent_key, add_game, add_players, add_workers, game_options, players_of
from fs_env.cli.isolation import add_isolation, isolates, limits_of
from fs_env.cli.luck import add_settings
from fs_env.cli.output import STDOUT, check_target, printable, table_of_bots, write_json
from fs_env.cli.progress import begin, counted
from fs_env.core.checks import check_choice
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from fs_env.arena import GameRow, Plan, Standings, Tournament
    from fs_env.arena.luck import Luck
    from fs_env.arena.standings import Standing

COUNTING = (
    "Every deal is played in all rotations of the seats. With more seats than bots each bot takes several seats. The "
    "table counts seats: a game of 4 counts 4 times, once for the bot of each seat, so equal bots win 25 % each. Only "
    "decisions with more than one legal action count. A bot that fails (error, illegal answer, too slow, process ended) "
    "forfeits that game: its seats lose, the others share the win. See docs/do/tournaments.md."
)
FAILED = 1  # exit code of --strict
SCHEDULES = ("round-robin", "gauntlet", "alone", "ladder")  # as in `arena.plan`, which is not imported for `--help`
GAMES, GAMES_OF_A_LADDER = 100, 10_000
LOCAL, AUTO = "local", "auto"  # instead of the address of a cluster; as in `fs_env.pool.cluster`
RATING = "Rating: Elo points (Bradley-Terry), the mean 0, ± 95 %"
LUCK = "Adjusted: luck removed; [95 %], games of a deal taken together; equivalent: plain games that carry as much information"


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = COUNTING
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help='two or more (alone: one): a bot\'s name, "package.module:NAME" or "path.py:NAME"',
    )
    add_players(parser)
    parser.add_argument(
        "--schedule",
        default=SCHEDULES[0],
        metavar="NAME",
        help="round-robin: all groups of bots in turn; gauntlet: the first bot against one other bot at a time, which plays "
        f"all other seats; alone: each bot in all seats, for cooperative games; ladder: pairings follow "
        f"from the results until --error is reached (default {SCHEDULES[0]})",
    )
    parser.add_argument(
        "--until",
        metavar="BOT",
        help="play by sides: this bot plays all seats until sides are assigned, then each bot plays all seats of a "
        "side, and the bots swap sides on each deal (default: whole games, seat by seat)",
    )
    parser.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=f"games, rounded up to whole rotations (default {GAMES}); of a ladder: at most (default {GAMES_OF_A_LADDER})",
    )
    parser.add_argument(
        "--no-rotation",
        action="store_false",
        dest="rotate",
        help="a separate deal for each game, so that a memory of deals helps no bot; intervals are wider",
    )
    parser.add_argument(
        "--error",
        type=float,
        metavar="ELO",
        help="of a ladder: it ends when of every two bots one is surely stronger, or half of the 95 %% interval of their difference is "
        "at most so many Elo points (default 40)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="determines all deals, and the random draws of this package's bots (default 0; with isolated bots a secret one)",
    )
    add_agent_key(parser)
    add_workers(parser, "; threads if all bots are compiled, parallel games in one process with language models")
    add_ray(parser)
    add_records(parser)
    add_limits(parser)
    add_luck(parser)
    add_game(parser)


def add_ray(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--ray",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="play on a Ray cluster (needs the extra ray): HOST:PORT, auto for one that runs here; without ADDRESS on one that is "
        "started here for this command",
    )


def add_records(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", metavar="FILE", help='write the result as JSON ("-": to standard output)')
    parser.add_argument("--db", metavar="FILE", help="store every game in this SQLite file; resume where it stopped")


def add_limits(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--move-seconds",
        type=float,
        metavar="S",
        help="a bot that takes longer for an answer forfeits (default: no limit; of isolated bots 600)",
    )
    add_isolation(parser)


def add_luck(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replays",
        metavar="DIR",
        help="write a replay of every game into this folder (default: none); compiled bots then play one game after the other; see "
        "fs-env replay",
    )
    parser.add_argument(
        "--luck",
        action="store_true",
        help="measure the luck of each seat and show results without it too; games of compiled bots then take thirty times as long",
    )
    add_settings(parser)
    parser.add_argument("--strict", action="store_true", help="exit with code 1 if any game was forfeited or broke off")


def run(args: argparse.Namespace) -> int:
    begin(f"tournament: {', '.join(args.bots)} in {args.game}")
    check_choice("schedule", args.schedule, SCHEDULES)
    if len(args.bots) < 2 and args.schedule != "alone":
        raise ValueError(f"{args.bots!r}: a tournament needs at least two bots, such as random heuristic")
    check_target(args.json, args.db)
    check_ray(args)
    if args.ray is not None and args.replays is not None:
        raise ValueError(f"--replays {args.replays}: games on a cluster are not recorded; leave --ray or --replays out")
    ladder = args.schedule == SCHEDULES[-1]
    if args.error is not None and not ladder:
        raise ValueError(f"--error {args.error:g}: only for a ladder: expected --schedule ladder, not {args.schedule}")
    from rich.console import Console

    from fs_env.arena import Plan, Tournament
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    progress, game = Console(stderr=True), load_game(args.game)
    plan = Plan(
        agents=args.bots,
        players=players_of(args, game),
        games=args.games if args.games is not None else GAMES_OF_A_LADDER if ladder else GAMES,
        seed=seed_of(args),
        game=args.game,
        options=game_options(game, args),
        schedule=args.schedule,
        until=args.until or "",
        rotate=args.rotate,
        **({} if args.error is None else {"error": args.error}),
        luck=luck_of(args),
        agent_key=args.agent_key,
    )
    tournament = Tournament(plan, args.db, limits_of(args, progress), args.replays)
    compile_seconds = warm_up(game, progress, tournament.agents())
    try:
        play(tournament, workers_for(args.workers, tournament), progress, args.ray)
    except KeyboardInterrupt:
        standings = show(tournament, args, compile_seconds)
        stored = f"; they are stored in {args.db}, the same command continues" if args.db else ""
        raise KeyboardInterrupt(f"{standings.games} of {plan.total} games are played{stored}") from None
    except Exception:
        show(tournament, args, compile_seconds)
        raise
    finally:
        tournament.results.close()
    standings = show(tournament, args, compile_seconds)
    return FAILED if args.strict and standings.forfeited + standings.void else 0


def check_ray(args: argparse.Namespace) -> None:
    if args.ray is not None and args.ray not in (LOCAL, AUTO) and ":" not in args.ray:
        raise ValueError(f"--ray {args.ray}: expected HOST:PORT, auto or local; put --ray after the bots")
    if args.ray is not None and args.workers != 1:
        raise ValueError(f"--workers {args.workers}: with --ray all processors of the cluster play; leave it out")


def luck_of(args: argparse.Namespace) -> Luck | None:
    """How luck is measured, None if it is not. Raises ValueError for settings of it without --luck."""
    from fs_env.arena.luck import Luck

    given = {name: getattr(args, name) for name in ("reference", "rollouts") if getattr(args, name) is not None}
    if given and not args.luck:
        raise ValueError(f"--{next(iter(given))}: it is an option of --luck; add --luck")
    return Luck(**given) if args.luck else None


def show(tournament: Tournament, args: argparse.Namespace, compile_seconds: float) -> Standings:
    """Writes the games played so far as JSON, then prints their table, also where they cannot be written; returns the standings."""
    from rich.console import Console

    from fs_env.cli.standings import usage_table

    standings = tournament.standings()
    try:
        if args.json is not None:
            result = {
                "plan": tournament.plan.to_json(),
                "left": tournament.left(),
                "seconds": round(tournament.seconds, 3),
                "compile_seconds": round(compile_seconds, 3),
                "standings": standings.to_json(),
                "faults": tournament.faults(),
                "bots": tournament.bots or "shipped",
            }
            write_json(args.json, result)
    finally:
        if standings.games:
            console = Console(stderr=args.json == STDOUT)
            console.print(make_table(standings, tournament, console.width))
            if standings.models:
                console.print(usage_table(standings, console.width))
    return standings


def seed_of(args: argparse.Namespace) -> int:
    """The seed given with --seed; with isolated bots and no seed, that of the results file or a secret random one."""
    from fs_env.arena.database import stored_plan

    if args.seed is not None or not isolates(args):
        return args.seed or 0
    stored = stored_plan(args.db) if args.db is not None else None
    seed = stored.get("seed") if stored is not None else None
    return seed if isinstance(seed, int) else random.SystemRandom().getrandbits(63)


def workers_for(asked: int, tournament: Tournament) -> int | None:
    """How many processes play; None: this one, as one process is enough and no bot can end or stop it."""
    workers = asked or cores()
    return None if workers == 1 and tournament.is_safe() else workers


def play(tournament: Tournament, workers: int | None, console: Console, ray: str | None = None) -> None:
    total = tournament.plan.total
    left = tournament.left()
    done = total - left
    if done and left:
        console.print(f"{done} of {total} games are already played", highlight=False)
    with counted(console, "games", total, done) as report:

        def advance(rows: list[GameRow]) -> None:
            nonlocal done
            done += len(rows)
            report(done)

        tournament.run(workers, advance, ray=ray)


def make_table(standings: Standings, tournament: Tournament, width: int) -> Table:
    plan = tournament.plan
    lost = f"{standings.lost} lost, " if standings.lost else ""
    even = "all seats win and lose together"
    by_side = f", by sides once {plan.until} has played until they are assigned" if plan.until else ""
    if standings.sides and standings.even_rate is not None:
        even = f"a win counts for each on the side, {100 * standings.even_rate:.0f} % won"
    elif standings.even_rate is not None:
        even = f"equal bots win {100 * standings.even_rate:.0f} %"
    caption = (
        f"{standings.games} games of {plan.players} seats{by_side}: {standings.won} won, {lost}{standings.drawn} drawn, "
        f"{standings.truncated} truncated{failures(standings)}. A game counts once for each {'side' if plan.until else 'seat'}; {even}. "
        f"{rating_words(standings)}{missing_groups(plan, standings.games)}"
        f"{ladder_words(tournament, standings)}{standings.decisions} decisions, {standings.choices} of them choices"
    )
    if plan.luck is not None:
        caption += f". {LUCK}"
    if tournament.bots:
        caption += f"; bots {tournament.bots}"
    if tournament.seconds:
        caption += f"; {tournament.seconds:.1f} s"
    title = printable(", ".join(filter(None, (plan.game, plan.chosen, f"seed {plan.seed}"))))
    cells = cells_of(standings, plan.luck is not None)
    return table_of_bots([one.name for one in standings.agents], cells, width, title, caption)


def cells_of(standings: Standings, lucky: bool) -> list[list[str]]:
    some = any(agent.forfeits for agent in standings.agents)  # then there is no room for the speed
    plain: tuple[str, ...] = ("wins", "win rate, % [95 %]", "rating", "forfeits" if some else "decisions/s")
    by_side = len(standings.sides) > 1
    if by_side:
        plain = ("win rate, %", "rating", *standings.sides, *["forfeits"] * some)
    lucky_headings = ("win rate, %", "adjusted, %", "rating", *["forfeits"] * some, "equivalent")
    headings = ["games", *(lucky_headings if lucky else plain)]
    rows = []
    for agent in standings.agents:
        rating = agent.rating if standings.rated else "-"
        plain = (
            f"{agent.wins:g}" if float(agent.wins).is_integer() else f"{agent.wins:.1f}",
            agent.plain.text,
            rating,
            str(agent.forfeits) if some else f"{agent.decisions_per_s:,.0f}",
        )
        if by_side:
            own = [agent.sides.get(side) for side in standings.sides]
            shares = ["" if one is None else f"{100 * one.rate:.1f} % of {one.seats}" for one in own]
            plain = (plain[1], rating, *shares, *plain[3:] * some)
        cells = with_luck(agent, rating, [str(agent.forfeits)] * some) if lucky else plain
        rows.append([str(agent.games), *cells])
    return [headings, *rows]


def with_luck(agent: Standing, rating: str, forfeits: list[str]) -> tuple[str, ...]:
    from fs_env.arena.standings import equivalent

    return agent.plain.text, agent.less_luck.text if agent.less_luck else "", rating, *forfeits, equivalent(agent)


def rating_words(standings: Standings) -> str:
    if not standings.rated:
        return ""
    return f"{RATING}{', of luck-adjusted results' if standings.adjusted else ''}. "


def missing_groups(plan: Plan, games: int) -> str:
    """One sentence where a fixed schedule is not finished, or ends before every group has played; empty otherwise."""
    from fs_env.arena.schedules import uneven_groups

    if plan.schedule == SCHEDULES[-1]:
        return ""
    if games < plan.total:
        return f"{games} of {plan.total} games are played. "
    words = uneven_groups(plan.to_json(), plan.slots)
    return f"{words} " if words else ""


def ladder_words(tournament: Tournament, standings: Standings) -> str:
    """Whether a ladder came to its end, as text; empty for other schedules."""
    if tournament.plan.schedule != SCHEDULES[-1]:
        return ""
    if tournament.left():
        return f"The ladder is not settled to {tournament.plan.error:g} Elo points. "
    return f"The ladder is {'settled' if standings.games < tournament.plan.total else 'at its limit of games'}. "


def failures(standings: Standings) -> str:
    from rich.markup import escape

    words = f", {standings.forfeited} forfeited" if standings.forfeited else ""
    words += f", {standings.void} void" if standings.void else ""
    for agent in standings.agents:
        if agent.forfeits:
            words += escape(f". {isolated(agent.name)} forfeited {agent.forfeits}, the first because {agent.fault}")
    return words


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
