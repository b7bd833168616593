"""Plays games of searching bots and stores every choice as a data set."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_game, add_players, add_seed, add_workers, game_options, path_in, players_of
from fs_env.cli.progress import begin, counted

if TYPE_CHECKING:
    from rich.console import Console

    from fs_env.training.selfplay import Selfplay

EPILOG = (
    "A choice is stored with its observation, legal actions, the searcher's value, error and rollouts for each of them, the "
    "action played, and the result of the game. For bots without a search only the chosen action is stored. "
    "The same command continues a run that was stopped or killed; with more --games it is extended. With limits of rollouts "
    "instead of milliseconds the files depend only on the settings. See docs/do/selfplay.md."
)


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument(
        "--bot",
        action="append",
        required=True,
        metavar="BOT",
        help="such as search:rollouts=200; repeated, the bots rotate over the seats; a single bot plays all seats",
    )
    parser.add_argument("--out", required=True, type=path_in, metavar="FOLDER", help="where the files are written")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games in the folder (default 100)")
    add_players(parser)
    add_seed(parser, "determines all deals and draws")
    parser.add_argument("--games-per-file", type=int, default=8, metavar="N", help="games in one file (default 8)")
    add_workers(parser)
    parser.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="play on a Ray cluster (needs the extra ray): HOST:PORT, auto for one that runs here; without ADDRESS on a new one",
    )
    parser.add_argument(
        "--parquet",
        type=path_in,
        metavar="FOLDER",
        help="export the games there as Parquet with a card (needs the extra parquet); without it none are",
    )
    parser.add_argument(
        "--minari",
        metavar="ID",
        help="export them as a data set of Minari with a card, such as castles/search-v0 (needs the extra minari); without it "
        "there is none",
    )
    parser.add_argument(
        "--text",
        type=path_in,
        metavar="FOLDER",
        help="export the games there as conversations for language models, JSON lines of chats with a card; without it none are",
    )
    parser.add_argument(
        "--passes",
        metavar="RULE",
        help="with --text: leave out the decisions that this rule passes automatically (default: as for language models)",
    )
    parser.add_argument(
        "--luck", action="store_true", help="with --text: measure luck, for luck-adjusted results (default: off)"
    )
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    begin(
        f"selfplay: {', '.join(args.bot)} play{'' if len(args.bot) > 1 else 's'} {args.games} games of {args.game} into {args.out}"
    )
    from rich.console import Console

    from fs_env.agent_api.specs import load_agent
    from fs_env.cli.tournament import cores
    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game
    from fs_env.training.selfplay import Selfplay, SelfplayPlan

    if args.ray is not None and args.workers != 1:
        raise ValueError(f"--workers {args.workers}: with --ray all processors of the cluster play; leave it out")
    game = load_game(args.game)
    plan = SelfplayPlan(
        agents=args.bot,
        players=players_of(args, game),
        games=args.games,
        seed=args.seed,
        game=args.game,
        options=game_options(game, args),
        games_per_file=args.games_per_file,
    )
    selfplay = Selfplay(plan, args.out)
    check_exports(args)
    console = Console(stderr=True)
    left = selfplay.left()
    if left < plan.games:
        console.print(
            f"{plan.games - left} of {plan.games} games are already in {args.out}", highlight=False, soft_wrap=True
        )
    if left:
        warm_up(game, console, [load_agent(agent, game) for agent in plan.agents])
    workers = args.workers or cores()
    try:
        play(selfplay, left, None if workers == 1 else workers, args.ray, console)
    except KeyboardInterrupt:
        raise KeyboardInterrupt(
            f"{plan.games - selfplay.left()} of {plan.games} games are in {args.out}, the same command continues"
        ) from None
    print(summary(selfplay, 1 if args.ray is not None else workers))
    export(args, workers, console)
    return 0


def check_exports(args: argparse.Namespace) -> None:
    """Raises, before anything is played, what would keep the exports from being written."""
    from fs_env.core.machine.declare.passes import rule_number
    from fs_env.registry.games import load_game

    if args.text is None and (args.luck or args.passes is not None):
        raise ValueError(f"{'--luck' if args.luck else '--passes'}: needs --text FOLDER")
    if args.passes is not None:
        rule_number(load_game(args.game).spec, args.passes)
    if args.parquet is not None:
        from fs_env.arena.report.export import import_parquet

        import_parquet()
    if args.minari is not None:
        from fs_env.training.selfplay.to_minari import free_folder

        free_folder(args.minari)


def export(args: argparse.Namespace, workers: int, console: Console) -> None:
    """Writes what --parquet, --minari and --text ask for, and prints what was written."""
    from fs_env.training.selfplay import SelfplayData

    if args.parquet is not None:
        from fs_env.training.selfplay.to_parquet import write_parquet

        facts = write_parquet(SelfplayData(args.out), args.parquet)
        print(f"Parquet: {facts.games} games, {facts.choices} rows in {args.parquet}, sha256:{facts.digest}")
    if args.minari is not None:
        from fs_env.training.selfplay.to_minari import write_minari

        facts = write_minari(SelfplayData(args.out), args.minari)
        print(f"Minari: {facts.games} games, {facts.choices} steps in {args.minari}, sha256:{facts.digest}")
    if args.text is not None:
        from fs_env.training.selfplay.to_text import TextSettings, write_text

        data = SelfplayData(args.out)
        with counted(console, "files exported", len(data.files)) as show:
            settings = TextSettings(passes=args.passes, luck=args.luck)
            facts = write_text(data, args.text, settings, workers, show)
        print(f"conversations: {facts.games} games, {facts.choices} choices in {args.text}, sha256:{facts.digest}")


def play(selfplay: Selfplay, left: int, workers: int | None, ray: str | None, console: Console) -> None:
    with counted(console, "games", left) as show:
        selfplay.run(workers, lambda played: show(len(selfplay.played)), ray=ray)


def summary(selfplay: Selfplay, workers: int) -> str:
    files = [selfplay.path(file) for file in range(selfplay.plan.files)]
    text = f"{selfplay.plan.games} games in {len(files)} files of {selfplay.folder}"
    text += f", {sum(path.stat().st_size for path in files) / 2**20:.1f} MiB"
    games = selfplay.played.values()
    if not games:
        return f"{text}; nothing was left to play"
    choices, searched = sum(game.choices for game in games), sum(game.searched for game in games)
    text += f"; {len(games)} games played in {selfplay.seconds:.1f} s: {choices} choices, {searched} of them searched"
    each = " a process" if workers > 1 else ""
    return f"{text}, {choices / max(selfplay.seconds, 1e-9) / workers:,.0f} choices/s{each}"
