"""Opponents for the seats that the learner does not play: compiled policies, batched functions, and agents of the arena."""

from __future__ import annotations

import copy as copies
import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.agent import as_agent
from fs_env.agent_api.hooks import BATCHES, asks_for
from fs_env.agent_api.seeds import seed_for
from fs_env.agent_api.shipped import is_shipped, policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.arena.batches import answer_all
from fs_env.arena.match import AgentFailed, Question, begin
from fs_env.core.machine.run.policy import OUTSIDE, Policy

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.rows import Rows


@runtime_checkable
class BatchOpponent(Protocol):
    """A player that answers many decisions at once, such as a network.

    An object that plays several seats of a game does not learn which of them is asked (observations are relative to the seat).
    For a player with memory, pass one object for each seat.

    An object with `act` is a bot, asked one decision at a time, whatever `act_batch` means there, unless its class is a subclass of
    this one. The object may also have `reset_batch(rows, seats, seeds)`, int64 (k,) each: new games begin in these rows, and the object
    plays these seats in them; its randomness there should come from these seeds.
    """

    def act_batch(
        self, observations: NDArray[np.int16], masks: NDArray[np.int8], rows: NDArray[np.int64]
    ) -> NDArray[Any]:
        """Returns ids of legal actions, (k,), for observations (k, schema.size), masks (k, num_actions) and rows (k,)."""


class Opponent:
    """One opponent as a vector environment plays it.

    Attributes:
        given: the user's argument for it.
        name: for errors.
        policy: its compiled policy, or None; with a policy, `begin` is not used, and `answer` only where games are recorded.
        custom: what plays by a policy that does not get the seeds of a bot of this package; None: it gets them.
    """

    policy: Policy | None = None
    custom: Any = None

    def __init__(self, given: Any, name: str) -> None:
        self.given, self.name = given, name

    def begin(
        self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64], keys: Sequence[bytes]
    ) -> None:
        """Called when new games begin in `rows`, dealt from `seeds`, in which it plays `seats`; `keys`: agent keys of these games."""

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        raise TypeError(f"opponent {self.name!r} answers in compiled code")


class Compiled(Opponent):
    policy: Policy

    def __init__(self, given: Any, player: Any, policy: Policy, game: Game) -> None:
        super().__init__(given, policy.name)
        self.policy, self._game = policy, game
        self.custom = None if is_shipped(player) else player

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """The same answers as in compiled code, with the same memory, for callers that record them."""
        answers = np.empty(len(rows), np.int64)
        for k, row in enumerate(rows.tolist()):
            acts = table.mask[row].nonzero()[0].astype(np.int16)
            answers[k] = self.policy.act(table.obs[row], acts, table.memory[row, table.seats[row]])
        return answers

    def __deepcopy__(self, memo: dict[int, Any]) -> Compiled:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return find_opponent, (self.given, self._game)


class Batched(Opponent):
    def __init__(self, given: Any, name: str, player: Any) -> None:
        super().__init__(given, name)
        self._player = player
        self._reset = getattr(player, "reset_batch", None)
        if self._reset is not None and not callable(self._reset):
            raise TypeError(f"opponent {name!r}: its reset_batch is {self._reset!r}: expected a method, or none")

    def begin(
        self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64], keys: Sequence[bytes]
    ) -> None:
        if self._reset is not None:
            games = zip(keys, seeds.tolist(), seats.tolist(), strict=True)
            self._reset(rows, seats, np.array([seed_for(self._player, *one) for one in games], np.int64))

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        answers = np.asarray(self._player.act_batch(table.obs[rows], table.mask[rows], rows))
        if answers.shape != rows.shape or answers.dtype.kind not in "iu":
            raise ValueError(
                f"opponent {self.name!r}: act_batch answered {answers.dtype} of shape {answers.shape} for {len(rows)} "
                f"decisions: expected whole numbers of shape {rows.shape}"
            )
        return answers.astype(np.int64, copy=False)


class Single(Opponent):
    """An agent of the arena, with one object for each row and seat that it plays; one that answers batches has one for all of them."""

    def __init__(self, given: Any, name: str, model: Any, game: Game) -> None:
        super().__init__(given, name)
        self._shared: Any = None
        self._model, self._game = model, game
        self._agents: dict[tuple[int, int], Any] = {}
        self._keys: dict[int, bytes] = {}

    def _make(self) -> Any:
        if isinstance(self._model, str):
            return load_agent(self._model, self._game)
        return self._model() if inspect.isclass(self._model) else copies.deepcopy(self._model)

    def begin(
        self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64], keys: Sequence[bytes]
    ) -> None:
        for row, seat, seed, key in zip(rows.tolist(), seats.tolist(), seeds.tolist(), keys, strict=True):
            if (row, seat) not in self._agents:
                made = self._agents[row, seat] = self._shared or self._make()
                self._shared = made if asks_for(made, BATCHES) else None
            self._keys[row] = key
            begin(self._agents[row, seat], seat, seed, key)

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        game, answers, questions = table.game, np.empty(len(rows), np.int64), list[Question]()
        for row in rows.tolist():
            seat = int(table.seats[row])
            agent = self._agents[row, seat]
            view = SeatView(game, seat, table.num_players, table.obs[row].copy(), table.mask[row].copy())
            complete_view(view, agent, game, table.S, row, int(table.seeds[row]), self._keys[row])
            questions.append(Question(agent, view, int(table.seeds[row])))
        replies = answer_all(questions) if self._shared is not None else (one.ask() for one in questions)
        for k, (action, _) in enumerate(replies):
            if isinstance(action, AgentFailed):
                raise action
            answers[k] = action
        return answers


def find_opponent(given: Any, game: Game) -> Opponent:
    """Makes an opponent from a user's argument.

    Args:
        given: the name of a bot, "package.module:NAME" or "path.py:NAME"; an agent class; an agent, copied for each row
            and seat; a function `f(view) -> action`; a `Policy`; or a `BatchOpponent`. An object whose `policy` is a `Policy`
            plays by it, in compiled code.
        game: the game to play.

    Raises:
        ValueError: no such name, or a policy of another game.
        TypeError: `given` is none of these.
    """
    thing = load_agent(given, game) if isinstance(given, str) else given
    policy = thing if isinstance(thing, Policy) else policy_of(thing)
    if policy is not None:
        if policy.game_name not in ("", game.name):
            raise ValueError(f"opponent {given!r} plays {policy.game_name!r}, this is {game.name!r}: choose another")
        return Compiled(given, thing, policy, game)
    if isinstance(thing, BatchOpponent) and not inspect.isclass(thing):
        if BatchOpponent in type(thing).__mro__ or inspect.getattr_static(thing, "act", None) is None:
            name = getattr(thing, "name", None)
            return Batched(given, name if isinstance(name, str) else type(thing).__name__, thing)
    agent = as_agent(thing)  # its error names what is missing
    if isinstance(given, str):
        return Single(given, given, given, game)
    return Single(given, agent.name, thing if inspect.isclass(thing) else agent, game)


class Lineup:
    """The opponents that a user asked for, and which of them plays which seat of a game.

    Args:
        given: one opponent for all seats; a sequence of one; a sequence with one for each other seat, in turn order
            after the learner; a sequence of any other length, from which each seat of each game draws one; or a mapping
            from opponent to weight, for a weighted draw.
        game: the game to play.
        options: of the games, all of them by name.
        known: opponents made earlier; reused if they are given again.

    Raises:
        ValueError, TypeError: as `find_opponent`; also for no opponent, a weight that is negative or not a number, or a policy for
            another number of players or other card sets.

    Attributes:
        opponents: distinct ones.
        places: int64 (k,): which of them was given in each place.
        bounds: float64 (k,): where the share of each place ends, of those from which each seat of each game draws; else empty.
    """

    def __init__(self, given: Any, game: Game, options: Mapping[str, int], known: Sequence[Opponent] = ()) -> None:
        weights: list[float] | None = None
        if isinstance(given, Mapping):
            members, weights = list(given), [check_weight(key, value) for key, value in given.items()]
        elif isinstance(given, Iterable) and not isinstance(given, str):
            members = list(given)
        else:
            members = [given]
        if not members or weights is not None and sum(weights) <= 0:
            raise ValueError(f"opponents={given!r}: expected at least one that may be drawn, such as 'random'")
        found: list[Opponent] = []
        for member in members:
            same = [o for o in (*known, *found) if o.given is member or isinstance(member, str) and o.given == member]
            found.append(same[0] if same else find_opponent(member, game))
        for opponent in found:
            if opponent.policy is not None:
                opponent.policy.check(game.name, options["num_players"])
                opponent.policy.check_options(game, options)
        self.opponents = list(dict.fromkeys(found))
        self.places = np.array([self.opponents.index(o) for o in found])
        fixed = weights is None and len(found) in (1, options["num_players"] - 1)
        shares = np.ones(len(found)) if weights is None else np.array(weights)
        self.bounds = np.zeros(0) if fixed else shares.cumsum() / shares.sum()


def check_weight(opponent: Any, weight: Any) -> float:
    if not isinstance(weight, (int, float, np.number)) or not 0 <= float(weight) < float("inf"):
        raise ValueError(f"opponents: the weight of {opponent!r} is {weight!r}: expected a number from 0 up")
    return float(weight)


def addresses_of(opponents: Sequence[Opponent]) -> NDArray[np.int64]:
    """The value of `Rows.policies` for each opponent; in the last place that for none."""
    return np.array([*(OUTSIDE if o.policy is None else o.policy.address for o in opponents), OUTSIDE], np.int64)
