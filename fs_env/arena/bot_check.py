"""Plays a bot through games with every number of players, from every seat, and reports its faults: see `fs-env check-bot`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from fs_env.agent_api.hooks import REQUESTS, Proxy, asks_for
from fs_env.agent_api.seeds import key_from
from fs_env.agent_api.specs import load_agent
from fs_env.arena.isolation import agent_opened
from fs_env.arena.match import AgentFailed, Match, MatchResult, play_match
from fs_env.arena.referee import Limits, Referee

if TYPE_CHECKING:
    from fs_env.agent_api.agent import Agent
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game

MOST_FAULTS = 5  # after which the check ends
EARLY_END = 3  # answers after which a game is broken off


@dataclass
class BotCheck:
    """What was found about a bot.

    Attributes:
        name: of the bot, "" if it did not start.
        requests: what it asks for, such as "reads_text".
        start_seconds: until it had started.
        players: the numbers of players with which it played.
        games: that it played, forfeited ones too.
        seconds: of each of its answers.
        met, not_met: kinds of actions that it could choose from in these games, and the others.
        repeats: whether it gave the same answers to the same game after a restart; None: it did not come to that.
        faults: one line each.
    """

    spec: str
    game: str
    name: str = ""
    requests: Sequence[str] = ()
    start_seconds: float = 0.0
    players: Sequence[int] = ()
    games: int = 0
    seconds: list[float] = field(default_factory=list)
    met: Sequence[str] = ()
    not_met: Sequence[str] = ()
    repeats: bool | None = None
    faults: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, object]:
        times = {
            "answers": len(self.seconds),
            "median": median(self.seconds or [0.0]),
            "longest": max(self.seconds or [0.0]),
        }
        return {**vars(self), "seconds": times, "passed": not self.faults}


class Watched(Proxy):
    """Passes questions on to a bot, and records its answers, their time, and which actions it could choose from."""

    def __init__(self, agent: Agent, seconds: list[float], legal: set[int]) -> None:
        super().__init__(agent)
        self._seconds, self._legal = seconds, legal
        self.answers: list[int] = []

    def act(self, view: SeatView) -> int:
        self._legal.update(view.legal.tolist())
        begun = perf_counter()
        try:
            answer: int = self.agent.act(view)
        finally:
            self._seconds.append(perf_counter() - begun)
        self.answers.append(answer)
        return answer


class Checker:
    """A bot and the games that it plays; after a fault it is started anew."""

    def __init__(self, found: BotCheck, game: Game, limits: Limits, options: Mapping[str, int], seed: int) -> None:
        self.found, self._game, self._limits, self._options, self._seed = found, game, limits, options, seed
        self._referee, self._key = Referee(limits.move_seconds), key_from(seed)
        self._opened = ExitStack()
        self._others = [load_agent("random", game) for _ in range(game.max_players)]
        self.legal: set[int] = set()

    def start(self) -> None:
        """Starts the bot, or starts it again. Raises ValueError if it does not start."""
        self.close()
        agent = self._opened.enter_context(agent_opened(self.found.spec, self._game, self._limits))
        if self.found.name not in ("", agent.name):
            self.found.faults.append(f"its name was {self.found.name!r} and is {agent.name!r} after a restart")
        self.found.name, self.found.requests = agent.name, [one for one in REQUESTS if asks_for(agent, one)]
        self._bot = Watched(agent, self.found.seconds, self.legal)

    def play(self, number: int, players: int, seat: int) -> list[int]:
        """Plays the game of a number in one seat; the answers of the bot."""
        result: MatchResult = play_match(
            self._game,
            self._table(players, seat),
            seed=self._seed + number,
            options=self._options,
            referee=self._referee,
            agent_key=self._key,
        )
        self.found.games += 1
        if seat in result.forfeits:
            self._failed(players, result.fault)
        return self._bot.answers

    def break_off(self, number: int, players: int, seat: int) -> None:
        """Plays the beginning of a game, whose end the bot does not see."""
        table = self._table(players, seat)
        match = Match(self._game, table, self._seed + number, self._options, self._referee, key=self._key)
        try:
            match.play(lambda: len(self._bot.answers) >= EARLY_END)
        except AgentFailed as failure:
            self._failed(players, str(failure))

    def close(self) -> None:
        self._opened.close()

    def _table(self, players: int, seat: int) -> list[Agent]:
        self._bot.answers = []
        return [self._bot if other == seat else self._others[other] for other in range(players)]

    def _failed(self, players: int, fault: str) -> None:
        self.found.faults.append(f"with {players} players: {fault}")
        if len(self.found.faults) < MOST_FAULTS:
            self.start()


def check_bot(
    spec: str,
    game: Game,
    limits: Limits,
    *,
    options: Mapping[str, int] | None = None,
    players: int | None = None,
    games: int = 30,
    seed: int = 0,
    report: Callable[[int], object] = lambda games: None,
) -> BotCheck:
    """Plays a bot against random play: with every number of players from every seat, then until it has met every kind of action, then a
    game that is broken off, and one that is repeated after a restart.

    Args:
        spec: as in `load_agent`.
        limits: of the bot; with `isolate` untrusted code plays in a process of its own.
        options: further options of `Game.setup`.
        players: the only number of players; None: all that the game and its options allow.
        games: to play at most, unless there are more seats.
        report: called with the number of games played so far.
    """
    found, options = BotCheck(spec, game.name), dict(options or {})
    found.players = [players] if players is not None else sizes(game, options)
    seats = [(size, seat) for size in found.players for seat in range(size)]
    checker = Checker(found, game, limits, options, seed)
    kinds = {kind: set(ids) for kind, ids in game.action_ids.items()}
    try:
        begun = perf_counter()
        checker.start()
        found.start_seconds = perf_counter() - begun
        number = 0
        while number < len(seats) or (number < games and not all(ids & checker.legal for ids in kinds.values())):
            checker.play(number, *seats[number % len(seats)])
            report(number := number + 1)
            if len(found.faults) >= MOST_FAULTS:
                return found
        checker.break_off(number, *seats[0])
        first = list(checker.play(number + 1, *seats[-1]))
        checker.start()
        again = checker.play(number + 1, *seats[-1])
        found.repeats = first == again
    except ValueError as error:
        found.faults.append(str(error))
    finally:
        checker.close()
        found.met = [kind for kind, ids in kinds.items() if ids & checker.legal]
        found.not_met = [kind for kind in kinds if kind not in found.met]
    return found


def sizes(game: Game, options: Mapping[str, int]) -> list[int]:
    """The numbers of players that a game and its options allow. Raises ValueError if there is none."""
    fitting, refused = [], None
    for size in range(game.min_players, game.max_players + 1):
        try:
            game.option_values(num_players=size, **options)
            fitting.append(size)
        except ValueError as error:
            refused = error
    if not fitting and refused is not None:
        raise refused
    return fitting
