"""Checks a bot in any language: plays it through all kinds of decisions and reports its faults."""

from __future__ import annotations

import argparse
from contextlib import ExitStack
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import REQUESTS, Proxy, asks_for
from fs_env.cli.arguments import add_game, add_players, add_seed, game_options
from fs_env.cli.isolation import add_isolation, limits_of
from fs_env.cli.output import STDOUT, check_target, printable, write_json
from fs_env.cli.progress import begin, counted
from fs_env.narration.speech import isolated

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.arena import Limits
    from fs_env.core.machine.run.game import Game

GAMES, SECONDS = 30, 1.0
MOST_FAULTS = 5  # after which the check ends
EARLY_END = 3  # answers after which an opponent forfeits
FAULTY = 1  # exit code


def describe(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The bot plays against random play with every number of players, from every seat, and further games until it has met every kind "
        "of action; then a game that ends early, and the same game before and after a restart. Exit code 1 if it has faults. "
        "See docs/do/any_language.md."
    )
    words = '"exec:COMMAND", "tcp:HOST:PORT,token_file=FILE", "path.py:NAME", or any other bot'
    parser.add_argument("bots", nargs=1, metavar="BOT", help=words)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help=f"games at most (default {GAMES})")
    words = f"the longest that an answer may take (default {SECONDS:g})"
    parser.add_argument("--move-seconds", type=float, default=SECONDS, metavar="S", help=words)
    add_players(parser, "the only number of seats in a game, instead of all")
    add_seed(parser, "determines the games")
    add_isolation(parser)
    parser.add_argument("--json", metavar="FILE", help='write the report as JSON; "-" for standard output')
    add_game(parser)


def run(args: argparse.Namespace) -> int:
    begin(f"check-bot: {args.bots[0]} plays {args.game}")
    check_target(args.json)
    from rich.console import Console

    from fs_env.cli.warming import warm_up
    from fs_env.registry.games import load_game

    progress, game = Console(stderr=True), load_game(args.game)
    options, limits = game_options(game, args), limits_of(args, progress)
    warm_up(game, progress)
    check = Check(args.bots[0], game, limits, options, args.seed)
    sizes = range(game.min_players, game.max_players + 1) if args.players is None else [args.players]
    seats = [(size, seat) for size in sizes for seat in range(size)]
    with counted(progress, "games", max(args.games, len(seats) + 3)) as report, check:
        try:
            check.start()
            while check.games < len(seats) or (check.games < args.games and check.not_met()):
                check.play(*seats[check.games % len(seats)])
                report(check.games)
            check.play(*seats[0], ends_early=True)
            check.repeat(*seats[-1])
        except ValueError as error:
            check.faults.append(str(error))
    if args.json is not None:
        write_json(args.json, check.report())
    if args.json != STDOUT:
        print(printable(text_of(check.report(), args.move_seconds)))
    return FAULTY if check.faults else 0


class Watched(Proxy):
    """Passes questions on to a bot, and records its answers and the actions that it could choose from."""

    def __init__(self, agent: Any, check: Check) -> None:
        super().__init__(agent)
        self._check = check

    def act(self, view: SeatView) -> int:
        self._check.legal.update(view.legal.tolist())
        begun = perf_counter()
        try:
            self._check.answers.append(self.agent.act(view))
        finally:
            self._check.seconds.append(perf_counter() - begun)
        return self._check.answers[-1]


class Check(ExitStack):
    """A bot and the games that it plays; after a fault it is started again."""

    def __init__(self, spec: str, game: Game, limits: Limits, options: dict[str, int], seed: int) -> None:
        super().__init__()
        self.spec, self._game, self._limits, self._options, self._seed = spec, game, limits, options, seed
        self.games, self.name, self.start_seconds, self.requests = 0, "", 0.0, [""]
        self.legal, self.sizes = set[int](), set[int]()
        self.faults, self.answers, self.seconds = list[str](), list[int](), list[float]()
        self.repeats: bool | None = None

    def start(self) -> None:
        """Raises ValueError if the bot does not start, or has had too many faults."""
        from fs_env.arena.isolation import agent_opened

        self.close()
        if len(self.faults) >= MOST_FAULTS:
            raise ValueError("the check ends after so many faults")
        begun = perf_counter()
        agent = self.enter_context(agent_opened(self.spec, self._game, self._limits))
        self.name, self.start_seconds = agent.name, perf_counter() - begun
        self.requests = [request for request in REQUESTS if asks_for(agent, request)]
        self._bot = Watched(agent, self)

    def play(self, players: int, seat: int, ends_early: bool = False, deal: int | None = None) -> None:
        """Plays a game against random play, which forfeits it if it `ends_early`."""
        from fs_env.agent_api.seeds import key_from
        from fs_env.agent_api.specs import load_agent
        from fs_env.arena import Referee, as_agent, play_match

        self.answers.clear()
        leaves = as_agent(lambda view: int(view.legal[0]) if len(self.answers) < EARLY_END else -1)
        table = [leaves if ends_early else load_agent("random", self._game) for _ in range(players)]
        table[seat] = self._bot
        seed = self._seed + (self.games if deal is None else deal)
        referee, key = Referee(self._limits.move_seconds), key_from(self._seed)
        result = play_match(self._game, table, seed=seed, options=self._options, referee=referee, agent_key=key)
        self.games += 1
        self.sizes.add(players)
        if seat in result.forfeits:
            self.faults.append(f"with {players} players: {result.fault}")
            self.start()

    def repeat(self, players: int, seat: int) -> None:
        """Plays a game before and after a restart."""
        deal = self.games
        self.play(players, seat, deal=deal)
        before = list(self.answers)
        self.start()
        self.play(players, seat, deal=deal)
        self.repeats = before == self.answers

    def not_met(self) -> list[str]:
        return [kind for kind, ids in self._game.action_ids.items() if self.legal.isdisjoint(ids)]

    def report(self) -> dict[str, Any]:
        """All that was found, as values of JSON."""
        times = {"median_seconds": median(self.seconds or [0.0]), "longest_seconds": max(self.seconds, default=0.0)}
        return {
            **{
                name: getattr(self, name)
                for name in ("spec", "name", "requests", "start_seconds", "games", "repeats", "faults")
            },
            **{"game": self._game.name, "players": sorted(self.sizes), "answers": len(self.seconds), **times},
            **{"kinds": len(self._game.action_ids), "not_met": self.not_met()},
        }


def text_of(found: dict[str, Any], limit: float) -> str:
    """The report as lines for a terminal."""
    lines, missing = [], found["not_met"]
    if found["name"]:
        asks = f", asks for {', '.join(found['requests'])}" if found["requests"] else ""
        lines.append(f"started in {found['start_seconds']:.2f} s as {isolated(found['name'])}{asks}")
    if found["answers"]:
        kinds = f"{found['kinds'] - len(missing)} of {found['kinds']} kinds of actions"
        lines += [
            f"{found['games']} games with {', '.join(map(str, found['players']))} players, {found['answers']} answers, {kinds}",
            f"an answer takes {1000 * found['median_seconds']:.1f} ms (median), at most {1000 * found['longest_seconds']:.1f} ms of "
            f"{1000 * limit:g} ms",
            *([f"not met in these games: {', '.join(missing)}"] if missing else []),
        ]
    if found["repeats"] is not None:
        lines.append(f"after a restart it gave {'the same' if found['repeats'] else 'other'} answers to the same game")
    lines += [f"fault: {fault}" for fault in found["faults"]]
    return "\n".join(
        [*lines, f"{len(found['faults'])} faults" if found["faults"] else "no faults: the bot is ready to play"]
    )
