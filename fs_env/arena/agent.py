"""What an agent is and what it may see.

An agent has `name`, `reset(seat, seed)` and `act(view) -> action`. A plain function `f(view) -> action` is an agent too. It
gets a `SeatView`: the observation, the mask and the texts for its own seat, without a reference to the state. This is a
convention only: Python hides nothing within a process, and a bot can walk the frames of its callers. See `arena.isolation`
for untrusted bots.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from fs_env.core.checks import unknown
from fs_env.core.machine.observation import ObservationSchema
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.game import Game

AGENTS_MODULE = "fs_env.agents"  # AGENTS maps bot names to locations, FROM_FILE kinds of files to loaders


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
        seat: the seat's own place at the table, 0-based.
        num_players: seats in this game.
        game: the game's id.
        observation: int16 vector of `schema.size`, relative to the seat; the agent's own copy.
        mask: int8 vector, 1 at every legal action; the agent's own copy.
        schema: where each number of the observation is; read-only.
        action_ids: name of each kind of action to its ids, ascending; read-only.
        text: function from an action id to its text; an id means the same in every position.
        decision: the pending decision as text.
        table: the position as this seat knows it, as text. `decision` and `table` are "" unless the agent has
            `reads_text = True`.
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
        self.text: Callable[[int], str] = game.action_text
        self.decision = ""
        self.table = ""

    @property
    def schema(self) -> ObservationSchema:
        """Where each number of the observation is; read-only."""
        return self._shared[0]

    @property
    def action_ids(self) -> Mapping[str, Sequence[int]]:
        """Name of each kind of action to its ids, ascending; read-only."""
        return self._shared[1]

    @cached_property
    def legal(self) -> NDArray[np.intp]:
        """Ids of the legal actions, ascending. Agents are only asked when there are at least two."""
        return self.mask.nonzero()[0]

    @cached_property
    def sections(self) -> dict[str, NDArray[np.int16]]:
        """The parts of the observation by name, as views of it."""
        return self.schema.views(self.observation)


@runtime_checkable
class Agent(Protocol):
    """A player. One object plays one seat at a time and is reused for later games.

    An agent that reads text (a person, a language model) sets `reads_text = True` on its class.
    """

    name: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins; all randomness of the agent should come from `seed`."""

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""


class FunctionAgent:
    """Wraps a function `f(view) -> action` as an agent; the function is not called when a game starts."""

    def __init__(self, function: Callable[[SeatView], int], name: str | None = None) -> None:
        self.name: str = name or getattr(function, "__name__", None) or type(function).__name__
        self.act = function
        self.last_reset: tuple[int, int] | None = None

    def reset(self, seat: int, seed: int) -> None:
        """Stores seat and seed in `last_reset`."""
        self.last_reset = (seat, seed)


def as_agent(thing: Any) -> Agent:
    """Makes an agent of an agent, an agent class (called without arguments) or a function of one view.

    Raises:
        TypeError: `thing` is none of these.
    """
    made = thing() if inspect.isclass(thing) else thing
    if isinstance(made, Agent):
        return made
    if callable(made) and not hasattr(made, "act"):
        return FunctionAgent(made)
    missing = [part for part in ("name", "reset", "act") if not hasattr(made, part)]
    raise TypeError(
        f"{thing!r} is not an agent (without {', '.join(missing)}): expected a class or object with name, "
        "reset(seat, seed) and act(view), or a function act(view)"
    )


def load_agent(spec: str, game: str | Game | None = None) -> Agent:
    """Loads a new agent by a name in `fs_env.agents.AGENTS`, "policy:FILE.npz", "package.module:NAME" or "path.py:NAME".

    Args:
        spec: name or location.
        game: the game to play, a `Game` or its name; required for a name that has a separate bot for each game.

    Raises:
        ValueError: no such name, module, file or attribute, or no bot of that name for the game; names the nearest match.
            Also if the code ends the program when it is imported or called.
        TypeError: the object found is not an agent, or `spec` is not a string.
    """
    if not isinstance(spec, str):
        raise TypeError(f"agent {spec!r}: expected a name or location as a string; use as_agent for agent objects")
    bots = importlib.import_module(AGENTS_MODULE)
    known: dict[str, str | dict[str, str]] = bots.AGENTS
    kind, _, file = spec.partition(":")
    if kind in bots.FROM_FILE:
        return as_agent(load_object(bots.FROM_FILE[kind], "agent")(file, game=None if isinstance(game, str) else game))
    target = known.get(spec, spec)
    if isinstance(target, dict):
        name = game if game is None or isinstance(game, str) else game.name
        if name not in target:
            asked = "the game must be named" if name is None else f"there is none for {name!r}"
            raise ValueError(f"agent {spec!r} has a separate bot for each of {', '.join(target)}: {asked}")
        target = target[name]
    if ":" not in target:
        raise ValueError(unknown("agent", spec, known, 'or "policy:FILE.npz", "package.module:NAME" or "path.py:NAME"'))
    try:
        return as_agent(load_object(target, "agent"))
    except SystemExit as end:
        raise ValueError(f"agent {spec!r} ends the program when it is loaded (sys.exit({end.code!r}))") from end


def is_foreign(spec: object) -> bool:
    """Whether an entry of a plan is code that is not shipped with this package; objects count as foreign."""
    bots = importlib.import_module(AGENTS_MODULE)
    if not isinstance(spec, str):
        return True
    return spec not in bots.AGENTS and spec.partition(":")[0] not in bots.FROM_FILE and not spec.startswith("fs_env.")
