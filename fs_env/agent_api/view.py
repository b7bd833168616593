"""`SeatView`: the observation, the mask and the texts for one seat, without a reference to the state.

This is a convention only: Python hides nothing within a process, and a bot can walk the frames of its callers. See `fs_env.arena.isolation`
for untrusted bots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.seeds import own_key, secret_number
from fs_env.core.machine.declare.observation import ObservationSchema
from fs_env.core.machine.run.past import forget_past

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fs_env.agent_api.message import Message
    from fs_env.core.machine.run.game import Game


class ReadOnlySchema(ObservationSchema):
    """A separate schema for views: assignments raise an error and cannot affect other schemas."""

    def __setattr__(self, name: str, value: Any) -> None:
        if "_by_name" in vars(self):  # the last attribute that its construction sets
            raise AttributeError(f"{name} of a view's schema is read-only: {value!r} cannot be assigned to it")
        super().__setattr__(name, MappingProxyType(value) if name == "_by_name" else value)


@lru_cache(maxsize=16)
def what_views_share(game: Game) -> tuple[ReadOnlySchema, Mapping[str, Sequence[int]]]:
    """The schema and the ranges of action ids that all views of a game show, read-only."""
    return ReadOnlySchema(game.schema.sections), MappingProxyType(dict(game.action_ids))


class SeatView:
    """One decision as the seat that must answer it sees it.

    Attributes:
        seat: number of the seat, 0-based.
        num_players: seats in this game.
        game: the game's id.
        observation: int16 vector of `schema.size`, relative to the seat; the agent's own copy.
        mask: int8 vector, 1 at every legal action; the agent's own copy.
        schema: where each number of the observation is; read-only.
        action_ids: name of each kind of action to its ids, ascending; read-only.
        text: function from an action id to its text; an id means the same in every position.
        decision: the pending decision as text.
        table: the position as this seat knows it, as text. `decision` and `table` are "" unless the agent has `reads_text = True`.
        rules: the rules of the game and of answers in words, see `fs_env.narration.conversation`.
        message: all that a reader needs for this decision, and the numbered legal actions. `rules` and `message` are ""
            and None unless the agent has `reads_messages = True` and the host has seen the whole game, as matches have.
        seconds: within which the answer must arrive; None: there is no limit.

    An agent with `wants_determinizations = True` may also call `determinize`.
    """

    def __init__(
        self, game: Game, seat: int, num_players: int, observation: NDArray[np.int16], mask: NDArray[np.int8]
    ) -> None:
        self.seat = seat
        self.num_players = num_players
        self.observation = observation
        self.mask = mask
        self.game: str = game.name
        self._shared = what_views_share(game)
        self._determinization: tuple[Game, NDArray[Any]] | None = None
        self.text: Callable[[int], str] = game.action_text
        self.decision = ""
        self.table = ""
        self.rules = ""
        self.message: Message | None = None
        self.seconds: float | None = None

    @property
    def schema(self) -> ObservationSchema:
        return self._shared[0]

    @property
    def action_ids(self) -> Mapping[str, Sequence[int]]:
        return self._shared[1]

    @cached_property
    def legal(self) -> NDArray[np.intp]:
        """Ids of the legal actions, ascending. Agents are only asked when there are at least two."""
        return self.mask.nonzero()[0]

    def determinize(self, into: NDArray[Any], n: int, seed: int) -> None:
        """Writes to `into[:n]` states drawn from all that agree with what this seat knows, all equally likely, dice included.

        The state itself is not among what a view holds: determinizations are drawn from one that the host has drawn.

        Args:
            into: from `Game.new`; at least n states.
            n: how many.
            seed: int64; equal seeds give equal states at one decision.

        Raises:
            RuntimeError: the agent has not asked for determinizations.
            ValueError: no room for n states.
        """
        if self._determinization is None:
            raise RuntimeError("this bot gets no determinizations: set wants_determinizations = True on its class")
        game, drawn = self._determinization
        game.determinize(drawn, self.seat, into, n, seed)

    def determinization_bytes(self) -> bytes:
        """The state that `determinize` draws from as a snapshot, empty without one; for hosts that send views elsewhere."""
        return self._determinization[0].snapshot(self._determinization[1]) if self._determinization is not None else b""

    def take_determinization(self, game: Game, drawn: NDArray[Any]) -> None:
        """Lets `determinize` draw from a state, shape (1,), that agrees with what the seat knows. For hosts of agents."""
        self._determinization = game, drawn

    @cached_property
    def sections(self) -> dict[str, NDArray[np.int16]]:
        """The parts of the observation by name, as views of it."""
        return self.schema.views(self.observation)


def complete_view(
    view: SeatView, agent: Any, game: Game, S: NDArray[Any], e: int, seed: int, key: bytes | None = None
) -> None:
    """Adds to a view what its agent asks for: texts, and determinizations, whose seed follows from the deal's `seed` and the agent key
    (None: a new one)."""
    if asks_for(agent, "reads_text"):
        view.decision = game.decision_text(S, e)
        view.table = game.text(S, e, player=view.seat)
    if asks_for(agent, "wants_determinizations"):
        drawn = game.new(1)
        own = secret_number(seed, "world", view.seat, game.decisions(S, e), key=own_key(agent, key))
        game.determinize(S, view.seat, drawn, 1, own, e=e)
        forget_past(drawn, view.seat)
        view.take_determinization(game, drawn)
