"""One game between agents."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from fs_env.agent_api.agent import Agent, action_of
from fs_env.agent_api.hooks import BATCHES, Relay, asks_for, behind, hooks_of
from fs_env.agent_api.seeds import read_key, seed_for
from fs_env.agent_api.shipped import PACKAGE, is_ours
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.arena.referee import FORFEITED, NOBODY, OutOfReach, Referee, forfeit, printable, words_of
from fs_env.arena.usage import Usage
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.declare.sides import TOGETHER
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.core.machine.run.state_copies import CopiesStates
from fs_env.narration.conversation.conversation import Conversation
from fs_env.replays.recorder import Recorder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.run.game import Game
    from fs_env.replays.replay import Replay

R = TypeVar("R")
NO_SEED = -1
WORDS_SHOWN = 12  # legal actions spelled out in an error
LARGEST_SHOWN = 10**18  # Python refuses to write an integer of 4,301 digits


class AgentFailed(RuntimeError):
    """An agent raised an error, was too slow or answered with an action that is not legal; says which agent, seat and game.

    Attributes:
        seat: of the agent.
    """

    def __init__(self, text: str, seat: int) -> None:
        super().__init__(text)
        self.seat = seat

    def __reduce__(self) -> tuple[type[AgentFailed], tuple[str, int]]:
        return type(self), (str(self), self.seat)


class RulesFailed(RuntimeError):
    """A capacity guard of the rules ended the game: a bug of this package; names the game."""


class BotFault(Exception):
    """A fault of an isolated bot, as text."""


Notice = Callable[[int], None]
Reply = tuple[int | AgentFailed, float]
"""An action, or why there is none, and the seconds that it took."""


class Question(NamedTuple):
    """A decision that an agent must answer in the game dealt from `seed`."""

    agent: Agent
    view: SeatView
    seed: int
    notice: Notice | None = None

    def ask(self) -> Reply:
        begun = perf_counter()
        found: int | AgentFailed
        try:
            found = ask(self.agent, self.view, self.seed, self.notice)
        except AgentFailed as failure:
            found = failure
        return found, perf_counter() - begun


Steps = Generator[Question, Reply, R]
"""A game in progress: it stops at each decision of an agent that answers batches, and continues with the reply."""


def answered(steps: Steps[R], ask: Callable[[Question], Reply] = Question.ask) -> R:
    """Plays a game to its end; `ask` gets one decision at a time of agents that answer batches."""
    with closing(steps):
        try:
            question = next(steps)
            while True:
                question = steps.send(ask(question))
        except StopIteration as end:
            result: R = end.value
            return result


@dataclass(frozen=True)
class MatchResult:
    """A finished game. All other attributes are those of `arena.results.GameRow`, seat by seat.

    Attributes:
        outcome: 1 won, 2 drawn by the rules, 3 truncated at the decision limit, 5 forfeited (see `arena.referee`),
            6 lost by all players.
        returns: per seat, as `Game.returns`.
        decisions: all decisions of the game, forced ones included.
        seat_choices: decisions of each seat with more than one legal action; agents are asked only for these.
        seat_seconds: time each seat's agent took for them.
    """

    seed: int
    outcome: int
    returns: tuple[float, ...]
    winners: tuple[int, ...]
    decisions: int
    seat_choices: tuple[int, ...]
    seat_seconds: tuple[float, ...]
    characters: tuple[str | None, ...]
    forfeits: tuple[int, ...] = ()
    fault: str = ""
    usage: tuple[Usage | None, ...] = ()
    sides: tuple[str, ...] = ()
    story: str = ""

    @property
    def choices(self) -> int:
        return sum(self.seat_choices)


class PlanEntry(NamedTuple):
    """Which game of a plan a match is.

    Attributes:
        number: of the game in its plan, for agents that store something about it; None: it is in none.
        holders: who plays each seat, equal numbers for the seats of one player; (): every seat is a different player.
        specs: of the players, as in `Recorder`; (): not recorded.
    """

    number: int | None = None
    holders: tuple[int, ...] = ()
    specs: tuple[str, ...] = ()


def play_match(
    game: Game,
    agents: Sequence[Agent],
    *,
    seed: int,
    options: Mapping[str, int] | None = None,
    watch: Callable[[NDArray[Any]], object] | None = None,
    referee: Referee | None = None,
    record: Callable[[Replay], object] | None = None,
    names: Sequence[str] | None = None,
    entry: PlanEntry | None = None,
    agent_key: str | bytes | None = None,
) -> MatchResult:
    """Plays one game to its end.

    Args:
        game: the rules.
        agents: one per seat; an agent in several seats must not keep state between decisions.
        seed: of the deal; the agents' own seeds are derived from it and their seat.
        options: further options of `Game.setup`.
        watch: called with the states, of length 1, at the beginning and after every decision, forced ones too.
        referee: makes a failing agent forfeit the game, and limits its time; None: a failure raises `AgentFailed`.
        record: called with the replay of the game at its end.
        names: of the players in it; None: of the agents.
        entry: which game of which plan it is; None: of none, and every seat is a different player.
        agent_key: with which the seeds of custom agents are derived, see `fs_env.agent_api.seeds.read_key`; None: a new one, so what
            such agents draw differs from call to call.

    Raises:
        ValueError: the game does not allow this number of agents, or no such key.
        AgentFailed: an agent's error or illegal action, without a referee.
        OutOfReach: what answers for an agent cannot be reached.
        RulesFailed: a capacity guard of the rules ended the game.
    """
    return answered(match_steps(game, agents, seed, options, watch, referee, record, names, entry, agent_key))


def match_steps(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    options: Mapping[str, int] | None = None,
    watch: Callable[[NDArray[Any]], object] | None = None,
    referee: Referee | None = None,
    record: Callable[[Replay], object] | None = None,
    names: Sequence[str] | None = None,
    entry: PlanEntry | None = None,
    agent_key: str | bytes | None = None,
) -> Steps[MatchResult]:
    """The steps of one game; arguments and errors as in `play_match`."""
    entry = entry or PlanEntry()
    match = Match(game, agents, seed, options or {}, referee, watch, read_key(agent_key))
    shown = [agent.name for agent in agents] if names is None else list(names)
    if record is not None:
        match.recorder = Recorder(game, seed, {"num_players": len(agents), **(options or {})}, shown, entry.specs)
    result = yield from _finish(match, referee, entry.holders or range(len(agents)))
    if match.recorder is not None and record is not None:
        record(match.recorder.replay(match.state, result.outcome, result.returns, result.fault))
    for seat, hooks in enumerate(map(hooks_of, agents)):
        conversation = match.conversations.get(seat)
        if conversation is None and not hooks.hears_end:
            continue
        if conversation is not None and seat not in result.forfeits:  # else its question had them
            hooks.see_end(conversation.news())
        known = replace(result, sides=(), story="")  # who was what may be hidden to the last
        kind: Any = type(behind(agents[seat]))
        ours = is_ours(kind, PACKAGE)
        hooks.end(known if ours else replace(known, seed=NO_SEED, fault=""), shown, entry.number)
    return replace(result, usage=match.usage())  # agents may be asked at the end of a game too


def _finish(match: Match, referee: Referee | None, holders: Sequence[int]) -> Steps[MatchResult]:
    game, agents, seed = match.game, match.agents, match.seed
    try:
        yield from match.steps()
    except AgentFailed as failure:
        if referee is None:
            raise
        winners, returns = forfeit(holders, failure.seat, match.sides()[0])
        return match.result(FORFEITED, returns, winners, (failure.seat,), printable(str(failure)))
    if match.outcome == Outcome.GUARD:
        raise RulesFailed(
            f"the rules of {game.name!r} reached a capacity limit at decision {match.decisions} of the game with seed {seed}, "
            f"{len(agents)} players: this is a bug; please report it"
        )
    returns = tuple(game.returns(match.state).tolist())
    return match.result(match.outcome, returns, winners_of(returns))


def winners_of(returns: Sequence[float]) -> tuple[int, ...]:
    return tuple(seat for seat, paid in enumerate(returns) if paid > 0 and paid == max(returns))


def sides_of(game: Game, S: NDArray[Any], e: int, seats: int, cooperative: bool) -> tuple[tuple[str, ...], str]:
    """The side of each seat of the state `S[e]`, and what divides them, as `Game.sides`; `cooperative`: all win or lose together."""
    return ((TOGETHER,) * seats, "") if cooperative else game.sides(S, e)


class Match(CopiesStates):
    """A game between agents while it is played: its state, and what is counted for the result."""

    STATES = ("state",)

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        options: Mapping[str, int],
        referee: Referee | None,
        watch: Callable[[NDArray[Any]], object] | None = None,
        key: bytes | None = None,
    ) -> None:
        seats = len(agents)
        if not game.min_players <= seats <= game.max_players:
            raise ValueError(f"{seats} bots: {game.name} is played by {game.min_players} to {game.max_players}")
        self.game, self.agents, self.seed, self.options = game, agents, seed, options
        self.key = read_key(key)
        self.notice = referee.notice if referee is not None else None
        self.limit = referee.move_seconds if referee is not None else None
        self.state = game.new(1)
        game.setup(self.state, seed=seed, num_players=seats, **options)
        self.observation = np.zeros(game.schema.size, np.int16)
        self.mask = np.zeros(game.num_actions, np.int8)
        self.row = game.new_rows(1)
        known = {"num_players": seats, **options}
        self.watch = watch
        read = {seat: conversation_of(agent, game, seat, known) for seat, agent in enumerate(agents)}
        self.conversations = {seat: conversation for seat, conversation in read.items() if conversation is not None}
        self.row["skip_forced"] = watch is None and not self.conversations  # only choices are put to agents
        self.asked, self.spent = [0] * seats, [0.0] * seats
        self.batched = [asks_for(agent, BATCHES) for agent in agents]
        self.recorder: Recorder | None = None

    @property
    def outcome(self) -> int:
        return int(self.row["outcome"][0])

    @property
    def decisions(self) -> int:
        return int(self.row["decisions"][0])

    def play(self, stops: Callable[[], bool] | None = None) -> None:
        """Plays to the end, or to the first choice at which `stops` is true.

        Raises:
            AgentFailed: for an error, an illegal action or a late answer of an agent.
        """
        answered(self.steps(stops))

    def steps(self, stops: Callable[[], bool] | None = None) -> Steps[None]:
        for seat, agent in enumerate(self.agents):
            begin(agent, seat, self.seed, self.key, self.notice)
        self.advance(NO_ACTION)
        while not self.outcome and not (stops is not None and stops()):
            seat = int(self.row["seat"][0])
            action = yield from self.choosing(seat)
            if self.recorder is not None:
                value = hooks_of(self.agents[seat]).expected
                self.recorder.choice(self.state, seat, self.mask.nonzero()[0], action, value)
            self.asked[seat] += 1
            self.advance(action)

    def advance(self, action: int) -> None:
        self.game.advance(self.state, 0, action, self.observation, self.mask, self.row)
        if self.row["skip_forced"][0]:
            return
        self.look()
        while not self.outcome and np.count_nonzero(self.mask) == 1:
            self.game.advance(self.state, 0, int(self.mask.argmax()), self.observation, self.mask, self.row)
            self.look()

    def look(self) -> None:
        if self.watch is not None:
            self.watch(self.state)
        for conversation in self.conversations.values():
            conversation.see(self.state)

    def answer(self, seat: int) -> int:
        """The legal action that the agent of a seat chooses, or by which it passes without being asked. Raises `AgentFailed`."""
        return answered(self.choosing(seat))

    def choosing(self, seat: int) -> Steps[int]:
        agent, game, mask = self.agents[seat], self.game, self.mask
        conversation = self.conversations.get(seat)
        if conversation is not None and (passed := conversation.passing()) >= 0:
            return passed
        view = SeatView(game, seat, len(self.agents), self.observation.copy(), mask.copy())
        view.seconds = self.limit
        asked = agent.answering(view) if isinstance(agent, Relay) else agent
        complete_view(view, asked, game, self.state, 0, self.seed, self.key)
        if conversation is not None:
            view.rules, view.message = conversation.rules, conversation.message()
        question = Question(agent, view, self.seed, self.notice)
        action, took = (yield question) if self.batched[seat] else question.ask()
        self.spent[seat] += took
        if isinstance(action, AgentFailed):
            raise action
        if self.limit is not None and took > self.limit:
            raise AgentFailed(f"{who(agent, seat, self.seed)} took {took:.2f} s for an answer", seat)
        if not (0 <= action < len(mask) and mask[action]):
            words = ", ".join(f"{a} ({game.action_text(a)})" for a in mask.nonzero()[0].tolist()[:WORDS_SHOWN])
            shown = action if abs(action) < LARGEST_SHOWN else "an integer of 19 or more digits"
            fault = f"{who(agent, seat, self.seed)} answered {shown}, which is not legal now; "
            raise AgentFailed(f"{fault}{game.decision_text(self.state)}: expected one of {words}", seat)
        return action

    def result(
        self,
        outcome: int,
        returns: tuple[float, ...],
        winners: tuple[int, ...],
        forfeits: tuple[int, ...] = (),
        fault: str = "",
    ) -> MatchResult:
        sides, story = self.sides()
        return MatchResult(
            seed=self.seed,
            outcome=outcome,
            returns=returns,
            winners=winners,
            decisions=self.decisions,
            seat_choices=tuple(self.asked),
            seat_seconds=tuple(self.spent),
            characters=self.game.characters(self.state),
            forfeits=forfeits,
            fault=fault,
            usage=self.usage(),
            sides=sides,
            story=story,
        )

    def sides(self) -> tuple[tuple[str, ...], str]:
        seats, spec = len(self.agents), self.game.spec
        cooperative = spec.cooperative is not None and self.game.cooperative(num_players=seats, **self.options)
        return sides_of(self.game, self.state, 0, seats, cooperative)

    def usage(self) -> tuple[Usage | None, ...]:
        found = [hooks_of(agent).usage for agent in self.agents]
        counted = tuple(one if isinstance(one, Usage) else None for one in found)
        return counted if any(counted) else ()


def conversation_of(agent: Any, game: Game, seat: int, options: Mapping[str, int]) -> Conversation | None:
    """The conversation of a seat about its game, None if its agent reads none; options: of `Game.setup`, the number of players too."""
    if not asks_for(agent, "reads_messages"):
        return None
    return Conversation(game, seat, options=options, **hooks_of(agent).message_options)


def begin(agent: Agent, seat: int, seed: int, key: bytes | None = None, notice: Notice | None = None) -> None:
    """Resets an agent for a new game, with the `seed_for` it; its errors become `AgentFailed`, except that it cannot be reached."""
    try:
        if notice is not None:
            notice(seat)
        agent.reset(seat, seed_for(agent, key, seed, seat))
    except (KeyboardInterrupt, OutOfReach):
        raise
    except BaseException as error:
        raise AgentFailed(f"{who(agent, seat, seed)} failed in reset: {fault_text(error)}", seat) from error
    finally:
        if notice is not None:
            notice(NOBODY)


def ask(agent: Agent, view: SeatView, seed: int, notice: Notice | None = None) -> int:
    """The agent's answer as an int; its errors, including `sys.exit`, become `AgentFailed`, which names the game.

    Raises:
        OutOfReach: what answers for it cannot be reached.
    """
    seat = view.seat
    try:
        if notice is not None:
            notice(seat)
        return action_of(agent.act(view))
    except (KeyboardInterrupt, OutOfReach):
        raise
    except BaseException as error:
        raise AgentFailed(f"{who(agent, seat, seed)} failed: {fault_text(error)}", seat) from error
    finally:
        if notice is not None:
            notice(NOBODY)


def fault_text(error: BaseException) -> str:
    return str(error) if isinstance(error, BotFault) else words_of(error)


def who(agent: Agent, seat: int, seed: int) -> str:
    return f"bot {agent.name!r} in seat {seat} of the game with seed {seed}"
