"""The interface of agents, and the view of the game that they get.

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

from fs_env.arena.hosting import REQUESTS, asks_for, check_requests, number_for
from fs_env.core.machine.declare.observation import ObservationSchema
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.loading import load_object, untrusted_code

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.run.game import Game
    from fs_env.narration.conversation.message import Message

AGENTS_MODULE = "fs_env.agents"  # its bots_of maps bot names to locations, FROM_FILE kinds of files to loaders


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
        rules: the rules of the game and of answers in words, see `fs_env.narration.conversation`.
        message: all that a reader needs for this decision, and the numbered legal actions. `rules` and `message` are ""
            and None unless the agent has `reads_messages = True` and the host has seen the whole game, as matches have.

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


@runtime_checkable
class Agent(Protocol):
    """A player. One object plays one seat at a time and is reused for later games.

    An agent that reads text sets `reads_text = True` on its class; one that reads messages (a person, a language model)
    `reads_messages = True`; one that searches `wants_determinizations = True`; one that spends its time waiting for others
    `waits = True`: tournaments then play several games at once in threads. These names are reserved for bools. No other attribute
    counts, but a compiled `policy`; subclasses of `fs_env.arena.hosting.AgentHooks` may count their usage, hear how games end, and more.
    """

    name: str

    def reset(self, seat: int, seed: int) -> None:
        """A new game begins; all randomness of the agent should come from `seed`, which does not reveal the deal."""

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""


def complete_view(
    view: SeatView, agent: Any, game: Game, S: NDArray[Any], e: int, seed: int, key: bytes | None = None
) -> None:
    """Adds to a view what its agent asks for: texts, determinizations.

    Args:
        S, e: the state.
        seed: of the deal; the determinizations cannot be derived from it without the state.
        key: the agent key; None: a new one.
    """
    if asks_for(agent, "reads_text"):
        view.decision = game.decision_text(S, e)
        view.table = game.text(S, e, player=view.seat)
    if asks_for(agent, "wants_determinizations"):
        drawn = game.new(1)
        own = number_for(agent, key, seed, "world", view.seat, game.decisions(S, e))
        game.determinize(S, view.seat, drawn, 1, own, e=e)
        view.take_determinization(game, drawn)


class FunctionAgent:
    """Wraps a function `f(view) -> action` as an agent; the function is not called when a game starts."""

    def __init__(self, function: Callable[[SeatView], int], name: str | None = None) -> None:
        own = getattr(function, "__name__", None)
        self.name: str = name or (own if isinstance(own, str) else "") or type(function).__name__
        self.act = function
        self.last_reset: tuple[int, int] | None = None

    def reset(self, seat: int, seed: int) -> None:
        """Stores seat and seed in `last_reset`."""
        self.last_reset = (seat, seed)


def as_agent(thing: Any, spec: str | None = None) -> Agent:
    """Makes an agent of an agent, an agent class (called without arguments) or a function of one view.

    Args:
        thing: any of these.
        spec: where it comes from, for errors.

    Raises:
        TypeError: `thing` is none of these, or has a request that is not a bool.
        BrokenCode: the class raises an error.
    """
    made, name = thing, f"bot {(spec or getattr(thing, '__name__', type(thing).__name__))!r}"
    if inspect.isclass(thing):
        with untrusted_code(name, "made"):
            made = thing()
    with untrusted_code(name, "looked at"):
        found = isinstance(made, Agent)
        if found and not isinstance(made.name, str):
            raise TypeError(f"its name is {made.name!r}, not a text")
        requests = {request: getattr(made, request, False) for request in REQUESTS} if found else {}
    if found:
        check_requests(name, requests)
        return made
    if callable(made) and not hasattr(made, "act"):
        return FunctionAgent(made)
    missing = [part for part in ("name", "reset", "act") if not hasattr(made, part)]
    raise TypeError(
        f"{thing!r} is not a bot (without {', '.join(missing)}): expected a class or object with name, "
        "reset(seat, seed) and act(view), or a function act(view)"
    )


def load_agent(spec: str, game: str | Game | None = None) -> Agent:
    """Loads a new agent by the name of a bot of the game or of every game, "search:milliseconds=300", "policy:FILE.npz",
    "package.module:NAME" or "path.py:NAME".

    Args:
        spec: name or location.
        game: the game to play, a `Game` or its id; required for a bot of one game.

    Raises:
        ValueError: no such name, module, file or attribute, or no bot of that name for the game; names the nearest match.
            `BrokenCode` if its code raises an error when it is imported or called, or ends the program.
        TypeError: the object found is not an agent, or `spec` is not a string.
    """
    if not isinstance(spec, str):
        raise TypeError(f"bot {spec!r}: expected a name or location as a string; use as_agent for bot objects")
    bots = importlib.import_module(AGENTS_MODULE)
    kind, _, file = spec.partition(":")
    if kind in bots.FROM_FILE:
        return as_agent(load_object(bots.FROM_FILE[kind], "bot")(file, game=None if isinstance(game, str) else game))
    if kind in bots.WITH_PARAMETERS:
        load = load_object(bots.WITH_PARAMETERS[kind], "bot")
        return as_agent(load(read_parameters(spec), None if isinstance(game, str) else game))
    target = (bots.AGENTS if game is None else bots.bots_of(game)).get(spec, spec)
    if ":" not in target:
        having = [one.id for one in GAMES.values() if spec in one.bots]
        if having:
            name = game if game is None or isinstance(game, str) else game.name
            asked = "the game must be named" if name is None else f"there is none for {name!r}"
            raise ValueError(f"bot {spec!r} has a separate bot for each of {', '.join(having)}: {asked}")
        bots.check_bot(spec)
    return as_agent(load_object(target, "bot"), spec)


def read_parameters(spec: str) -> dict[str, str]:
    """The parameters of a spec `name:key=value,key=value`, as texts.

    Raises:
        ValueError: a part without "=", or a key given twice.
    """
    found: dict[str, str] = {}
    written = spec.partition(":")[2]
    for part in written.split(",") if written else ():
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not key or key in found:
            what = "is given twice" if key in found and equals else "has no key and value"
            raise ValueError(f"bot {spec!r}: {part!r} {what}: expected name:key=value,key=value")
        found[key] = value
    return found


def untrusted_parts(spec: object, game: str) -> list[object]:
    """The code in an entry of a plan that is not shipped with this package: the entry, or bots in its parameters; objects count.

    Args:
        spec: the entry.
        game: id of the game, or "package.module:NAME".
    """
    bots = importlib.import_module(AGENTS_MODULE)
    if not isinstance(spec, str):
        return [spec]
    kind = spec.partition(":")[0]
    if kind in bots.FROM_FILE:
        return []
    if kind in bots.WITH_PARAMETERS:
        within = [text for name, text in read_parameters(spec).items() if name in bots.BOTS_IN and ":" in text]
        return [part for text in within for part in untrusted_parts(text.replace(";", ","), game)]
    return [] if bots.bots_of(load_game(game)).get(spec, spec).startswith("fs_env.") else [spec]


def is_untrusted(spec: object, game: str) -> bool:
    """Whether an entry of a plan has code that is not shipped with this package; arguments as in `untrusted_parts`."""
    return bool(untrusted_parts(spec, game))
