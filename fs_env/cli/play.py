"""Lets you play against bots in the terminal."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from fs_env.cli.arguments import add_game, game_options
from fs_env.cli.output import printable
from fs_env.core.machine.outcome import Outcome

if TYPE_CHECKING:
    from fs_env.arena.agent import Agent, SeatView
    from fs_env.arena.match import MatchResult

QUIT = ("q", "quit", "exit")


def describe(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument(
        "bots",
        nargs="*",
        default=["heuristic"],
        metavar="BOT",
        help="bots for the other seats, in turn (default heuristic)",
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="seats (default 2)")
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat, 0 is first (default 0)")
    parser.add_argument("--seed", type=int, metavar="N", help="seed of the deal (default: a random one)")
    parser.add_argument(
        "--tell", action="store_true", help="show what bots choose, even where a player at the table could not see it"
    )
    add_game(parser)


class Person:
    """Asks in the terminal: shows the position as this seat knows it, the question, and the legal actions by number."""

    name = "you"
    reads_text = True

    def reset(self, seat: int, seed: int) -> None:
        """Prints which seat the person has."""
        print(f"you are player {seat}")

    def act(self, view: SeatView) -> int:
        """The action that the person chooses by its number or its text.

        Raises:
            KeyboardInterrupt: the person leaves, with q or at the end of the input.
        """
        legal = [int(action) for action in view.legal]
        words = {action: view.text(action) for action in legal}
        print(f"\n{view.table}\n\n{view.decision}")
        for number, action in enumerate(legal, 1):
            print(f"{number:4}  {words[action]}")
        while True:
            try:
                answer = input(f"1-{len(legal)}, or q to leave: ").strip().lower()
            except EOFError:
                answer = QUIT[0]
            if answer in QUIT:
                raise KeyboardInterrupt("you left the game")
            if answer.isdecimal() and 1 <= int(answer) <= len(legal):
                return legal[int(answer) - 1]
            found = [action for action in legal if answer and answer in words[action].lower()]
            exact = [action for action in found if words[action].lower() == answer]
            if len(exact or found) == 1:
                return (exact or found)[0]
            print(f"{answer!r} matches {'several' if found else 'none'} of these: give a number or a text")


class Told:
    """A bot whose choices are shown."""

    def __init__(self, bot: Agent) -> None:
        self.bot = bot
        self.name = bot.name
        self.reads_text = getattr(bot, "reads_text", False)
        self.wants_worlds = getattr(bot, "wants_worlds", False)

    def reset(self, seat: int, seed: int) -> None:
        """Resets the bot."""
        self.bot.reset(seat, seed)

    def act(self, view: SeatView) -> int:
        """Returns the bot's answer and prints it."""
        action = int(self.bot.act(view))
        print(f"player {view.seat} ({printable(self.name)}): {view.text(action)}")
        return action


def run(args: argparse.Namespace) -> int:
    """Plays one game and prints who won."""
    from rich.console import Console

    from fs_env.arena.agent import load_agent
    from fs_env.arena.match import play_match
    from fs_env.cli.warming import warm_up
    from fs_env.core.machine.options import chosen_words
    from fs_env.registry.games import load_game

    game = load_game(args.game)
    options = game_options(game, args)
    game.option_values(num_players=args.players, **options)
    if not 0 <= args.seat < args.players:
        raise ValueError(f"--seat {args.seat}: expected 0..{args.players - 1} with {args.players} players")
    seed = random.SystemRandom().getrandbits(31) if args.seed is None else args.seed
    alone = game.one_person(num_players=args.players, **options)
    bots = [load_agent(args.bots[i % len(args.bots)], game.name) for i in range(0 if alone else args.players - 1)]
    agents: list[Agent] = [Told(bot) if args.tell else bot for bot in bots]
    agents.insert(args.seat, Person())
    agents += [Person() for _ in range(args.players - len(agents))]
    warm_up(game, Console(stderr=True), bots)
    others = "the others are " + printable(", ".join(bot.name for bot in bots)) if bots else "you play all of them"
    rules = "".join(f", {words}" for words in [chosen_words(game.options, options)] if words)
    print(f"{game.name}, {args.players} players{rules}, seed {seed}; {others}")
    print(ending(play_match(game, agents, seed=seed, options=options), args.seat))
    return 0


def ending(result: MatchResult, seat: int) -> str:
    """How the game ended, for the person in that seat."""
    if result.outcome == Outcome.LOST:
        return "you lost: all players lost together"
    if not result.winners:
        return "nobody won: " + (
            "the game is a draw" if result.outcome == Outcome.DRAWN else "the limit of decisions was reached"
        )
    if result.winners == (seat,):
        return "you won"
    return "won by " + ", ".join("you" if winner == seat else f"player {winner}" for winner in result.winners)
