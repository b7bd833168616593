"""Lets you play against bots in the terminal."""

from __future__ import annotations

import argparse
import random
from collections import deque
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.cli.arguments import add_game, add_players, game_options, names_in, players_of
from fs_env.cli.isolation import add_isolation, isolates, limits_for
from fs_env.cli.output import printable
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.speech import unmarked
from fs_env.narration.stops import STOPS, USUAL, passing_rule
from fs_env.registry.options import options_of

if TYPE_CHECKING:
    from fs_env.agent_api.agent import Agent
    from fs_env.arena.match import MatchResult
    from fs_env.cli.person import Person
    from fs_env.cli.screen import Screen
    from fs_env.cli.unfinished import Unfinished
    from fs_env.core.machine.run.game import Game


def describe(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="bots for the other seats, in turn (default: the game's heuristic, or random where it has none)",
    )
    add_players(parser, "seats")
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, 0 is first (default 0)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the deal (default: a random one)")
    parser.add_argument(
        "--names", metavar="NAME,...", help="names of the players by seat (default: you, and the bots by their names)"
    )
    parser.add_argument(
        "--show-choices",
        action="store_true",
        help="show the choices of bots, also those that are hidden from a player at the table",
    )
    parser.add_argument(
        "--stops",
        default=",".join(USUAL),
        metavar="NAME,...",
        help="in Four Souls, the windows in which you are asked whether you pass: some of "
        f"{', '.join(STOPS)} (always: every window), or none (default {','.join(USUAL)})",
    )
    parser.add_argument(
        "--save",
        metavar="FILE",
        help="where the game is written as a replay when you leave it, and at its end (default: when you leave it, a file in "
        "this folder named after game and seed)",
    )
    parser.add_argument(
        "--resume",
        metavar="FILE",
        help="resume a game that you left; game, players and options are taken from the file (default: a new game)",
    )
    add_isolation(parser)
    add_game(parser)


def refuse(args: argparse.Namespace) -> None:
    from fs_env.replays.replay import check_ending

    for file in (args.resume, args.save):
        if file is not None:
            check_ending(file)
    if args.resume is not None and not Path(args.resume).is_file():
        raise ValueError(f"{args.resume!r}: there is no such file: check its name and its folder")
    stops_in(args.stops)
    if args.resume is None:
        players = args.players or options_of(args.game).options["num_players"].low
        check_seat(args.seat, players)
        if args.names:
            check_names(names_in(args.names), players)


def run(args: argparse.Namespace) -> int:
    from rich.console import Console

    from fs_env.arena.isolation import agent_opened
    from fs_env.cli.unfinished import check_file, load
    from fs_env.registry.games import load_game
    from fs_env.replays.replay import PERSON

    check_file(args.save)
    left = begun(args) if args.resume is None else load(args.resume, args.bots)
    game, specs = load_game(left.game), [spec for spec in left.seats if spec != PERSON]
    limits = limits_for(args, Console(stderr=True), isolates(args, [left.game], specs), args.save)
    limits = replace(limits, hidden=tuple(str(Path(file).absolute()) for file in (args.save, args.resume) if file))
    with ExitStack() as opened:
        play(args, left, game, [opened.enter_context(agent_opened(spec, game, limits)) for spec in specs])
    return 0


def play(args: argparse.Namespace, left: Unfinished, game: Game, bots: list[Agent]) -> None:
    from rich.console import Console

    from fs_env.arena.match import AgentFailed, RulesFailed, play_match
    from fs_env.arena.referee import OutOfReach
    from fs_env.cli.person import Person
    from fs_env.cli.screen import Screen
    from fs_env.cli.unfinished import Noted, Shown
    from fs_env.cli.warming import warm_up
    from fs_env.core.machine.declare.options import chosen_words
    from fs_env.replays.player import verify
    from fs_env.replays.replay import load_replay

    players = len(left.seats)
    alone = game.single_agent(num_players=players, **left.options)
    if len(left.people) != (players if alone else 1):
        raise ValueError(f"{args.resume}: {len(left.people)} of {players} seats are people: expected one person")
    left.names = left.names or default_names(left, bots)
    check_names(left.names, players)
    screen = Screen(left.names)
    passes = passing_rule(game, stops_in(args.stops))
    people = {seat: Person(game, seat, screen, passes) for seat in left.people}
    others = iter(bots)
    again = deque(left.choices)
    left.choices = []
    seats: list[Agent] = []
    for seat in range(players):
        agent: Agent = people[seat] if seat in people else next(others)
        noted: Any = Noted(agent, left.choices, again)
        seats.append(Shown(noted, screen) if args.show_choices and seat not in people else noted)
    warm_up(game, Console(stderr=True), bots)
    if args.resume is not None:
        verify(load_replay(args.resume))
    playing = "; you play all of them" if alone else ""
    rules = "".join(f", {words}" for words in [chosen_words(game.options, left.options)] if words)
    screen.print(
        f"{game.name}, {players} players{rules}, seed {left.seed}; in the order of play: {', '.join(screen.speech.names)}{playing}"
    )
    screen.print("? shows how to answer", "dim")
    try:
        result = play_match(game, seats, seed=left.seed, options=left.options, watch=partial(look, people))
    except KeyboardInterrupt as stop:
        raise KeyboardInterrupt(leave(left, again, str(stop), args.save or args.resume)) from None
    except (AgentFailed, RulesFailed, OutOfReach) as failure:
        raise RuntimeError(leave(left, again, str(failure), args.save or args.resume)) from failure
    show_end(screen, game, people[left.people[0]], result)
    if args.save is not None:
        left.save(args.save)
        screen.print(f"game saved in {args.save}; fs-env replay {args.save} shows it", "dim")


def begun(args: argparse.Namespace) -> Unfinished:
    from fs_env.agents import usual_bot
    from fs_env.cli.unfinished import Unfinished
    from fs_env.registry.games import load_game
    from fs_env.replays.replay import PERSON

    game = load_game(args.game)
    players, options = players_of(args, game), game_options(game, args)
    game.option_values(num_players=players, **options)
    check_seat(args.seat, players)
    alone = game.single_agent(num_players=players, **options)
    given = args.bots or [usual_bot(game)]
    bots = [] if alone else [given[k % len(given)] for k in range(players - 1)]
    return Unfinished(
        game=args.game,
        seed=random.SystemRandom().getrandbits(62) if args.seed is None else args.seed,
        seats=[PERSON] * players if alone else [*bots[: args.seat], PERSON, *bots[args.seat :]],
        options=options,
        names=names_in(args.names or ""),
    )


def default_names(left: Unfinished, bots: list[Agent]) -> list[str]:
    """You, and the bots by their names; the persons of a game that one plays alone are all you."""
    from fs_env.narration.speech import YOU, numbered_names

    names = [printable(bot.name) for bot in bots]
    if names:
        names.insert(left.people[0], YOU)
    return list(numbered_names(names or [YOU] * len(left.seats)))


def check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise ValueError(f"--seat {seat}: expected 0..{players - 1} with {players} players")


def stops_in(text: str) -> list[str]:
    """The stops of a list such as "own,dice", or "none"."""
    stops = [] if text == "none" else names_in(text)
    if unknown := [stop for stop in stops if stop not in STOPS]:
        raise ValueError(
            f"--stops {text}: there is no stop {unknown[0]!r}: expected none, or some of {', '.join(STOPS)}"
        )
    return stops


def check_names(names: list[str], players: int) -> None:
    if len(names) != players or len({*map(unmarked, names)}) != players:
        raise ValueError(f"--names {','.join(names)}: expected {players} different names, one for each player")


def look(people: dict[int, Person], S: Any) -> None:
    for person in people.values():
        person.conversation.see(S)


def leave(left: Unfinished, again: deque[int], why: str, path: str | None) -> str:
    from fs_env.cli.person import LEFT
    from fs_env.cli.unfinished import free_name

    left.choices += again  # where the old choices were not all made again yet
    why = why or LEFT
    if not left.choices:
        return f"{why} before a choice was made; --seed {left.seed} deals it again"
    path = path or free_name(left.game.rpartition(":")[0].rpartition(".")[2] or left.game, left.seed)
    left.save(path)
    return f"{why}; resume it with: fs-env play --resume {path}"


def show_end(screen: Screen, game: Game, person: Person, result: MatchResult) -> None:
    screen.print("")
    screen.news(person.conversation.news())
    screen.print("")
    screen.print("the final position, all cards open", "bold")
    narrator = person.conversation.narrator
    narrator.table = game.to_json(narrator.state)
    drawn = narrator.screen(screen.width)
    if drawn is None:
        screen.position(game.text(narrator.state))
    else:
        screen.print(screen.speech.of(drawn))
    points = narrator.points()
    if points:
        heading, *rows = points
        screen.print("")
        screen.rows(heading, list(zip(screen.speech.names, rows, strict=True)))
    screen.print("")
    screen.print(ending(result, screen.speech.names), "bold")


def ending(result: MatchResult, names: tuple[str, ...]) -> str:
    if result.outcome == Outcome.LOST:
        return "you lost: all players lost together"
    if not result.winners:
        return "no player won: " + (
            "the game is a draw" if result.outcome == Outcome.DRAWN else "the limit of decisions was reached"
        )
    winners = [names[seat] for seat in result.winners]
    return f"{winners[0]} won" if len(winners) == 1 else f"won by {', '.join(winners)}"
