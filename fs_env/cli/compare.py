"""Plays two bots against each other until the better one is known."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_agent_key, add_game, add_players, add_workers, game_options, players_of
from fs_env.cli.isolation import limits_of
from fs_env.cli.output import STDOUT, check_target, printable, write_json
from fs_env.cli.progress import begin, shown
from fs_env.cli.tournament import add_limits, add_ray, add_records, check_ray, seed_of, workers_for

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.arena import GameRow
    from fs_env.arena.comparison import Contest

ABOUT = (
    "Every deal is played in both rotations of the seats. The share of A is its part of the wins, 50 % between equal bots with any number "
    "of seats. Rounds are played until the confidence interval, which is valid at every look, excludes 50 % or is within 50 % ± the "
    "margin. A bot that fails (error, illegal answer, too slow, process ended) loses that game. See docs/do/compare.md."
)
BOTS = 'two, A and B: a bot\'s name, "package.module:NAME" or "path.py:NAME"'
MARGIN = "bots whose shares are within 50 %% ± this many points are not distinguishable (default 2)"
CONFIDENCE = "of the interval, over all looks together: at most 100 less this of the verdicts are wrong (default 95)"
LUCK = (
    "measure the luck of each seat and compare luck-adjusted results, so that fewer games suffice; auto: where a bot is isolated, searches "
    "or is a language model, and the game can be dealt again (default auto)"
)
UNTIL = "play by sides: this bot plays all seats until the game assigns sides, then each bot plays one side (default: whole games)"
SEED = "determines all deals (default 0; with isolated bots a secret one)"


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = ABOUT
    parser.add_argument("bots", nargs="+", metavar="BOT", help=BOTS)
    add_players(parser)
    parser.add_argument("--margin", type=float, default=2, metavar="POINTS", help=MARGIN)
    parser.add_argument("--confidence", type=float, default=95, metavar="PERCENT", help=CONFIDENCE)
    most = "most games, rounded up to whole deals (default 10000)"
    parser.add_argument("--games", type=int, default=10_000, metavar="MAX", help=most)
    parser.add_argument("--luck", choices=("auto", "on", "off"), default="auto", help=LUCK)
    parser.add_argument("--until", metavar="BOT", help=UNTIL)
    parser.add_argument("--seed", type=int, metavar="N", help=SEED)
    for add in (add_agent_key, add_workers, add_ray, add_records, add_limits, add_game):
        add(parser)


def refuse(args: argparse.Namespace) -> None:
    if len(args.bots) != 2:
        raise ValueError(f"{' '.join(args.bots)}: compare needs two bots, such as heuristic random")
    if not args.margin < 50:
        raise ValueError(f"--margin {args.margin:g}: expected a number of points below 50, such as 2")
    if not 50 < args.confidence < 100:
        raise ValueError(f"--confidence {args.confidence:g}: expected a number between 50 and 100, such as 95")
    check_ray(args)


def run(args: argparse.Namespace) -> int:
    begin(f"compare: {' against '.join(args.bots)} in {args.game}")
    check_target(args.json, args.db)
    from rich.console import Console

    from fs_env.arena.comparison import Contest, plan_of
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    progress, game = Console(stderr=True), load_game(args.game)
    limits = limits_of(args, progress)
    given = {name: getattr(args, name) for name in ("games", "game", "agent_key")}
    given |= {"players": players_of(args, game), "seed": seed_of(args), "options": game_options(game, args)}
    plan = plan_of(args.bots, limits, args.luck, until=args.until or "", **given)
    contest = Contest(plan, args.db, limits, args.margin / 100, 1 - args.confidence / 100)
    tournament = contest.tournament
    warm_up(game, progress, tournament.agents())
    try:
        play(contest, workers_for(args.workers, tournament), progress, args.ray)
    except BaseException as stop:
        show(contest, args, stopped=True)
        if not isinstance(stop, KeyboardInterrupt):
            raise
        stored = f"; they are stored in {args.db}, the same command continues" if args.db else ""
        raise KeyboardInterrupt(f"{len(tournament.rows())} games were played{stored}") from None
    else:
        show(contest, args)
    finally:
        tournament.results.close()
    return 0


def play(contest: Contest, workers: int | None, console: Console, ray: str | None) -> None:
    """Plays the games, and shows the number of games and the interval of the last look."""
    tournament = contest.tournament
    done = len(tournament.rows())
    with shown(console) as report:

        def advance(rows: list[GameRow]) -> None:
            nonlocal done
            done += len(rows)
            look = "" if contest.latest is None else f"; after {contest.latest.games:,}: {contest.latest.percent}"
            report(f"games: {done} of at most {tournament.plan.total}{look}")

        tournament.run(workers, advance, ray=ray)


def show(contest: Contest, args: argparse.Namespace, stopped: bool = False) -> None:
    from rich.console import Console

    result, tournament = contest.result(), contest.tournament
    words = str(result)
    if result.verdict == "undecided" and not stopped:
        words += f"; use --games {2 * tournament.plan.total}{'' if args.db else ' and --db FILE'} to continue"
    for note in result.notes:
        Console(stderr=True).print(printable(note), highlight=False, markup=False, soft_wrap=True)
    if args.json is not None:
        about = {"sentence": words, "seconds": round(tournament.seconds, 3), "plan": tournament.plan.to_json()}
        about["bots"] = tournament.bots or "shipped"
        write_json(args.json, asdict(result) | about | {"faults": tournament.faults()})
    if args.json != STDOUT and (result.games or not stopped):
        print(printable(words))
