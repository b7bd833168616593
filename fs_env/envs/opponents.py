"""Who plays the seats that a learner does not: compiled policies, batched functions, and agents of the arena."""

from __future__ import annotations

import copy as copies
import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.agent import SeatView, as_agent, load_agent
from fs_env.arena.match import agent_seed, ask, begin
from fs_env.core.machine.policy import OUTSIDE, Policy
from fs_env.envs.draws import spread

if TYPE_CHECKING:
    from fs_env.core.machine.game import Game
    from fs_env.core.machine.rows import Rows


FOE_DRAW, S11 = np.uint64(0xF0E5), np.uint64(11)


@runtime_checkable
class BatchOpponent(Protocol):
    """A player that answers many decisions at once, such as a network.

    Where one object plays several seats of a game it is not told which of them is asked (observations are relative to
    the seat): what remembers something of a game is given as one object for each seat.

    It may also have `reset_batch(rows, seats, seeds)`, int64 (k,) each: in these rows new games begin, in which it plays
    these seats; its randomness there should come from these seeds.
    """

    def act_batch(
        self, observations: NDArray[np.int16], masks: NDArray[np.int8], rows: NDArray[np.int64]
    ) -> NDArray[Any]:
        """Ids of legal actions, (k,), for observations (k, layout.size), masks (k, num_actions) and rows (k,)."""


class Opponent:
    """One opponent as a vector environment plays it.

    Attributes:
        given: what the user named it by.
        name: for errors.
        policy: its compiled play, if it has one; then nothing else here is used.
    """

    policy: Policy | None = None

    def __init__(self, given: Any, name: str) -> None:
        self.given, self.name = given, name

    def begin(self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        """New games begin in `rows`, dealt from `seeds`, in which it plays `seats`."""

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Its answers to the decisions that are pending in `rows`."""
        raise TypeError(f"opponent {self.name!r} answers in compiled code")


class Compiled(Opponent):
    """An opponent whose play is a policy."""

    def __init__(self, given: Any, policy: Policy, game: Game) -> None:
        super().__init__(given, policy.name)
        self.policy, self._game = policy, game

    def __deepcopy__(self, memo: dict[int, Any]) -> Compiled:
        """Itself: it holds nothing that changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return find_opponent, (self.given, self._game)


class Batched(Opponent):
    """An opponent with `act_batch`."""

    def __init__(self, given: Any, name: str, player: Any) -> None:
        super().__init__(given, name)
        self._player = player

    def begin(self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        told = getattr(self._player, "reset_batch", None)
        if told is not None:
            told(rows, seats, np.array([agent_seed(*one) for one in zip(seeds.tolist(), seats.tolist())], np.int64))

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        answers = np.asarray(self._player.act_batch(table.obs[rows], table.mask[rows], rows))
        if answers.shape != rows.shape or answers.dtype.kind not in "iu":
            raise ValueError(
                f"opponent {self.name!r}: act_batch answered {answers.dtype} of shape {answers.shape} for {len(rows)} "
                f"decisions: expected whole numbers of shape {rows.shape}"
            )
        return answers.astype(np.int64, copy=False)


class Single(Opponent):
    """An agent of the arena: one object for each row and seat that it plays.

    Args:
        given, name: as above.
        model: the name or class that it is made of, or an agent, of which each is a copy.
        game: what it plays.
    """

    def __init__(self, given: Any, name: str, model: Any, game: Game) -> None:
        super().__init__(given, name)
        self._model, self._game = model, game
        self._agents: dict[tuple[int, int], Any] = {}

    def _make(self) -> Any:
        if isinstance(self._model, str):
            return load_agent(self._model, self._game)
        return self._model() if inspect.isclass(self._model) else copies.deepcopy(self._model)

    def begin(self, rows: NDArray[np.int64], seats: NDArray[np.int64], seeds: NDArray[np.int64]) -> None:
        for row, seat, seed in zip(rows.tolist(), seats.tolist(), seeds.tolist()):
            if (row, seat) not in self._agents:
                self._agents[row, seat] = self._make()
            begin(self._agents[row, seat], seat, seed)

    def answer(self, table: Rows, rows: NDArray[np.int64]) -> NDArray[np.int64]:
        game, answers = table.game, np.empty(len(rows), np.int64)
        for k, row in enumerate(rows.tolist()):
            seat = int(table.seats[row])
            agent = self._agents[row, seat]
            view = SeatView(game, seat, table.num_players, table.obs[row].copy(), table.mask[row].copy())
            if getattr(agent, "reads_text", False):
                view.decision = game.decision_text(table.S, row)
                view.table = game.text(table.S, row, player=seat)
            answers[k] = ask(agent, view, int(table.seeds[row]))
        return answers


def find_opponent(given: Any, game: Game) -> Opponent:
    """The opponent that a user names.

    Args:
        given: the name of a bot, "package.module:NAME" or "path.py:NAME"; a class of agents; an agent, of which each row
            and seat gets a copy; a function `f(view) -> action`; a `Policy`; or an object with `act_batch`. What has a
            `policy` is played by it, in compiled code.
        game: what is played.

    Raises:
        ValueError: no such name, or a policy of another game.
        TypeError: nothing that could play.
    """
    thing = load_agent(given, game) if isinstance(given, str) else given
    policy = thing if isinstance(thing, Policy) else getattr(thing, "policy", None)
    if isinstance(policy, Policy):
        if policy.game_name not in ("", game.name):
            raise ValueError(
                f"opponent {given!r} plays {policy.game_name!r}, this is {game.name!r}: choose another one"
            )
        return Compiled(given, policy, game)
    name = str(given) if isinstance(given, str) else getattr(thing, "name", type(thing).__name__)
    if not inspect.isclass(thing) and hasattr(thing, "act_batch"):
        return Batched(given, name, thing)
    if isinstance(given, str):
        return Single(given, name, given, game)
    if inspect.isclass(thing):
        as_agent(thing)  # says what is missing
        return Single(given, name, thing, game)
    agent = as_agent(thing)
    return Single(given, agent.name, agent, game)


class Lineup:
    """Which opponents a user asked for, and who plays which seat of a game.

    Args:
        given: one opponent for all seats; a sequence of one; a sequence of one each of the other seats, in turn order
            after the learner; a sequence of any other length, of which each seat of each game draws one; or a mapping
            from opponent to weight, of which it draws with these weights.
        game: what is played.
        others: how many other seats there are.
        known: opponents that were found before, used again where they are meant again.

    Raises:
        ValueError, TypeError: see `find_opponent`; nobody; a weight that is negative or not a number.
    """

    def __init__(self, given: Any, game: Game, others: int, known: Sequence[Opponent] = ()) -> None:
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
        self.opponents = list(dict.fromkeys(found))  # distinct ones
        self._places = np.array([self.opponents.index(o) for o in found])
        self._others = others
        self._fixed = weights is None and len(found) in (1, others)
        shares = np.ones(len(found)) if weights is None else np.array(weights)
        self._bounds = shares.cumsum() / shares.sum()

    def seat_others(self, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Places in `opponents` for the other seats of k games, (k, others), the seat after the learner first.

        Args:
            words: a number of each game, (k,), that decides its draws.
        """
        if self._fixed:
            return np.broadcast_to(self._places, (len(words), self._others))
        uniform = (spread(words ^ FOE_DRAW, self._others) >> S11) * 2.0**-53
        drawn = np.searchsorted(self._bounds, uniform, side="right")
        return self._places[drawn.clip(max=len(self._places) - 1)]


def check_weight(opponent: Any, weight: Any) -> float:
    """`weight` as a float, else ValueError."""
    if not isinstance(weight, (int, float, np.number)) or not 0 <= float(weight) < float("inf"):
        raise ValueError(f"opponents: the weight of {opponent!r} is {weight!r}: expected a number from 0 up")
    return float(weight)


def addresses_of(opponents: Sequence[Opponent]) -> NDArray[np.int64]:
    """What `Rows.policies` takes for each."""
    return np.array([OUTSIDE if o.policy is None else o.policy.address for o in opponents], np.int64)
