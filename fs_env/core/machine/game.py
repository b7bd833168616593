"""The contract of a game, and the object that users of a game hold.

A game package writes a `GameSpec`: its compiled functions, its constants and its words. `Game` wraps it; environments,
agents, tournaments, views and tests use nothing else. States live in a caller's structured array `S` of shape (n,);
every method takes the array and the place `e` of one state in it.
"""

from __future__ import annotations

import difflib
import hashlib
import importlib
import operator
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import entry as door
from .features import CardFeatures
from .fields import as_records
from .jit import COMPILING, compiled
from .observation import ObservationLayout, Section

__all__ = [
    "CardFeatures",
    "Game",
    "GameOver",
    "GameSpec",
    "IllegalAction",
    "ObservationLayout",
    "Option",
    "PlayoutCount",
    "Section",
    "load_game",
]

States = NDArray[Any]  # a structured array of shape (n,)
WORDS_SHOWN = 12  # legal actions spelled out in an error
TAG_BYTES, SUM_BYTES = 8, 4  # in front of the bytes of a snapshot
HEAD = TAG_BYTES + SUM_BYTES

FAULTS = {
    door.BAD_PLACE: "there is no state at that place of the array",
    door.BAD_BUFFER: "a buffer is too short",
    door.STUCK: "a seat was asked, but no action is legal: a fault of the game's rules",
    door.REFUSED: "the game refused an action that it listed as legal: a fault of the game's rules",
}


class IllegalAction(ValueError):
    """An action that does not answer the pending decision; the state is unchanged."""


class GameOver(ValueError):
    """A step after the end of the game; the state is unchanged."""


class PlayoutCount(NamedTuple):
    """What random play did.

    Attributes:
        decisions: answers given, forced ones included.
        choices: answers given where more than one action was legal.
        games: games that came to an end.
        outcomes: ended games by outcome code 0..4; empty where it was not counted.
    """

    decisions: int
    choices: int
    games: int
    outcomes: tuple[int, ...] = ()


class WarmUp(NamedTuple):
    """What making the compiled code took: `seconds`, and whether it came from the cache on disk."""

    seconds: float
    cached: bool


@dataclass(frozen=True)
class Option:
    """A whole number that shapes a new game (a truth value is 0 or 1), every `step`-th one from `low` to `high`.

    Where the number stands for some of several named things, `bits` names them, the lowest bit first, and `noun` says in an
    error what one of them is. Where each number has a name, `words` names them from `low` on. Environments take names.
    """

    name: str
    default: int
    low: int
    high: int
    meaning: str
    bits: tuple[str, ...] = ()
    step: int = 1
    words: tuple[str, ...] = ()
    noun: str = ""

    def __post_init__(self) -> None:
        if self.default not in self.values:
            raise ValueError(f"option {self.name!r}: default {self.default} is outside {self.expected}")

    @property
    def values(self) -> range:
        """The numbers that it may be."""
        return range(self.low, self.high + 1, self.step)

    @property
    def expected(self) -> str:
        """The same in words."""
        return f"{self.low}..{self.high}" if self.step == 1 else ", ".join(map(str, self.values))

    def of_names(self, names: Iterable[str]) -> int:
        """The number that stands for these names of `bits`, in any order.

        Raises:
            ValueError: a name that is none of them.
        """
        number = 0
        for name in names:
            if name not in self.bits:
                known = ", ".join(self.bits) or "nothing (it is a number)"
                near = difflib.get_close_matches(name, self.bits, 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise ValueError(f"{self.name}: {name!r} is unknown: expected {known}{hint}")
            number |= 1 << self.bits.index(name)
        return number


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """Everything a game gives the machine. `s` is one state; all kernels come from the game's `Kernel` decorator.

    Attributes:
        name: identifier, such as "four_souls".
        dtype: structured dtype of one state.
        layout: sections of the observation that `observe` writes.
        num_actions: action ids are 0..num_actions-1.
        min_players: fewest seats.
        max_players: most seats.
        options: in the order in which `setup` reads them; one is named "num_players".
        setup: `(s, options, seed)`: a whole new game up to its first decision, whatever `s` held before.
        to_act: `(s) -> seat` that is asked, -1 when the game is over.
        legal: `(s, acts) -> n`: writes the ids of all legal actions, each once, into `acts` (int16).
        step: `(s, action) -> 0` done, `1` not legal, `2` game over (state unchanged in the last two).
        observe: `(s, player, out)`: fills the whole of `out` (int16) with what that seat may know.
        returns: `(s, out)`: the result of each seat, float64 of length num_players.
        resample: `(s, player, seed)`: replaces all that the seat cannot know by a consistent random guess, the random
            streams too; which one, the int64 seed decides and not the streams.
        outcome: `(s) -> 0` running, `1` won, `2` drawn by the rules, `3` truncated, `4` a capacity was exceeded.
        num_players: `(s) -> ` seats in this game.
        decisions: `(s) -> ` decisions answered so far.
        sources: files and folders whose bytes decide what is compiled.
        hash_extra: further values that do.
        action_text: `(action) -> ` words of an action id.
        decision_text: `(record) -> ` what is asked of whom.
        text: `(record, player) -> ` the state for a reader; player None shows everything.
        to_json: `(record, player) -> ` the same as plain data.
        action_ids: name of each kind of action to its ids, ascending.
        layouts: further observation layouts by name; "flat" is `layout`.
        card_features: makes the features of the cards whose ids observations show; None without cards.
        fault: `(bytes) -> ` what cannot be in a state, in words, None for one that can be played on; `bytes` is a uint8
            array, contiguous and aligned. A restored state is put to it (see `machine.ranges`). None: it is taken as it is.
        version: counts changes after which an old snapshot no longer means the same.
        home: "package.module:NAME" of the finished `Game`; lets it be pickled.
    """

    name: str
    dtype: np.dtype[Any]
    layout: ObservationLayout
    num_actions: int
    min_players: int
    max_players: int
    options: Sequence[Option]
    setup: Callable[..., Any]
    to_act: Callable[..., Any]
    legal: Callable[..., Any]
    step: Callable[..., Any]
    observe: Callable[..., Any]
    returns: Callable[..., Any]
    resample: Callable[..., Any]
    outcome: Callable[..., Any]
    num_players: Callable[..., Any]
    decisions: Callable[..., Any]
    sources: Sequence[Any]
    action_text: Callable[[int], str]
    decision_text: Callable[[Any], str]
    text: Callable[[Any, int | None], str]
    to_json: Callable[[Any, int | None], dict[str, Any]]
    action_ids: Mapping[str, Sequence[int]]
    hash_extra: Sequence[Any] = ()
    layouts: Mapping[str, Any] = field(default_factory=dict)
    card_features: Callable[[], CardFeatures] | None = None
    fault: Callable[[NDArray[np.uint8]], str | None] | None = None
    version: int = 1
    home: str = ""


class Game:
    """One game with all its variants: compiled rules behind a few methods. It holds no state of any play.

    Making a `Game` costs nothing; the first call that needs rules compiles them or loads them from numba's cache.
    Threads may use it at once on different states: the compiled code releases the GIL.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.name = spec.name
        self.num_actions = spec.num_actions
        self.min_players = spec.min_players
        self.max_players = spec.max_players
        self.dtype = spec.dtype
        self.layout = spec.layout
        self.layouts: dict[str, Any] = {"flat": spec.layout, **spec.layouts}
        self.card_features = spec.card_features
        self.options = {option.name: option for option in spec.options}
        self.action_ids = dict(spec.action_ids)
        if len(self.options) != len(spec.options) or "num_players" not in self.options:
            raise ValueError(f"game {spec.name!r}: option names must be distinct and one must be 'num_players'")
        version = f"{spec.name} {spec.version} {spec.dtype!r}"
        self._tag = hashlib.sha256(version.encode()).digest()[:TAG_BYTES]
        self._obs, self._mask = np.empty(0, np.int16), np.empty(0, np.int8)
        self._info, self._out = np.empty(0, np.int64), np.empty(0, np.float64)
        self._no_options = np.empty(0, np.int64)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if not self.spec.home:
            raise TypeError(f"game {self.name!r} cannot be pickled: its GameSpec names no home ('package.module:NAME')")
        return load_game, (self.spec.home,)

    @cached_property
    def entry(self) -> Any:
        """The compiled door; see `entry.build_entry`. Built on first use, once for all threads."""
        with COMPILING:
            if "entry" not in self.__dict__:
                self.__dict__["entry"] = door.build_entry(self.spec)
            return self.__dict__["entry"]

    def warm(self) -> WarmUp:
        """Makes the compiled code now: compiles it, or loads it from the cache."""
        from .batch import warm

        return warm(self)

    # States.

    def new(self, n: int = 1) -> States:
        """`n` zeroed states, shape (n,); each wants `setup` before anything else."""
        return self.face(np.zeros(n, self.dtype))

    def face(self, S: States) -> States:
        """The array in the form that the kernels of this process take (records of fields without compilation)."""
        return S if compiled() else as_records(S)

    def setup(self, S: States, e: int = 0, *, seed: int, **options: int) -> None:
        """A whole new game at place `e`, up to its first decision.

        Args:
            seed: any int64; equal seeds and options give equal games, in any process, compiled or not.
            options: of `Game.options`; the rest take their defaults.

        Raises:
            ValueError: an unknown option, or a value outside its range.
            TypeError: a value that is no whole number.
        """
        self._call(door.SETUP, S, e, check_seed(seed), options=self.option_values(**options))

    def option_values(self, **options: int) -> NDArray[np.int64]:
        """The options as `setup` reads them, int64, checked, defaults filled in; errors as in `setup`."""
        for name in options:
            if name not in self.options:
                near = difflib.get_close_matches(name, self.options, 1)
                hint = f"did you mean {near[0]!r}?" if near else f"options are {', '.join(self.options)}"
                raise ValueError(f"{self.name} has no option {name!r}: {hint}")
        values = np.empty(len(self.options), np.int64)
        for i, option in enumerate(self.options.values()):
            value = options.get(option.name, option.default)
            try:
                number = operator.index(value)
            except TypeError:
                raise TypeError(f"option {option.name}={value!r}: expected a whole number ({option.meaning})") from None
            if number not in option.values:
                raise ValueError(f"option {option.name}={number} is outside {option.expected} ({option.meaning})")
            values[i] = number
        return values

    def clone(self, S: States, e: int = 0) -> States:
        """A copy of one state in an array of its own, shape (1,)."""
        # numpy takes fifteen times as long to make an empty array of a structured dtype as to lay one over bytes
        return self.face(np.ndarray((1,), self.dtype, self._bytes(S, e).copy()))

    def copy(self, S: States, e: int, into: States, at: int = 0) -> None:
        """Writes the state at `S[e]` over the state at `into[at]`."""
        self._bytes(into, at)[:] = self._bytes(S, e)

    def snapshot(self, S: States, e: int = 0) -> bytes:
        """One state as bytes, with a tag of the game, its rules' version and its state format, and a checksum in front."""
        state = self._bytes(S, e).tobytes()
        return self._tag + self._sum(state) + state

    def _sum(self, state: bytes) -> bytes:
        """The checksum of a tag and a state; any change within four bytes gives another one."""
        return zlib.crc32(state, zlib.crc32(self._tag)).to_bytes(SUM_BYTES, "little")

    def restore(self, S: States, data: bytes, e: int = 0) -> None:
        """Writes a snapshot to place `e`.

        Raises:
            ValueError: the bytes are of another length, another game or another version of its rules or state, are
                damaged, or are no position of the game. Nothing is written.
            TypeError: they are no bytes.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"a snapshot of {self.name} is bytes, got {type(data).__name__}: pass snapshot() output")
        data = bytes(data)
        expected = HEAD + self.dtype.itemsize
        if len(data) != expected:
            raise ValueError(f"a snapshot of {self.name} has {expected} bytes, got {len(data)}: pass snapshot() output")
        if data[:TAG_BYTES] != self._tag:
            raise ValueError(
                f"this snapshot was made by another game or another version of {self.name} "
                f"(tag {data[:TAG_BYTES].hex()}, expected {self._tag.hex()}): it cannot be read any more"
            )
        if data[TAG_BYTES:HEAD] != self._sum(data[HEAD:]):
            raise ValueError(
                f"this snapshot of {self.name} is damaged: its checksum is {data[TAG_BYTES:HEAD].hex()}, "
                f"expected {self._sum(data[HEAD:]).hex()}; take another copy of it"
            )
        state = np.frombuffer(data, np.uint8, offset=HEAD).copy()
        wrong = self.spec.fault(state) if self.spec.fault is not None else None
        if wrong is not None:
            raise ValueError(f"this snapshot holds no position of {self.name}: {wrong}")
        self._bytes(S, e)[:] = state

    def _bytes(self, S: States, e: int) -> NDArray[np.uint8]:
        if not 0 <= e < len(S):
            raise IndexError(f"state {e} of an array of {len(S)}")
        return S[e : e + 1].view(np.ndarray).view(np.uint8)

    # Play.

    def to_act(self, S: States, e: int = 0) -> int:
        """The seat that is asked, -1 when the game is over."""
        return self._call(door.TO_ACT, S, e)

    def num_players(self, S: States, e: int = 0) -> int:
        """Seats in this game."""
        return self._call(door.NUM_PLAYERS, S, e)

    def outcome(self, S: States, e: int = 0) -> int:
        """0 running, 1 won, 2 drawn by the rules, 3 truncated by the decision limit, 4 a capacity was exceeded."""
        return self._call(door.OUTCOME, S, e)

    def decisions(self, S: States, e: int = 0) -> int:
        """Decisions answered so far, forced ones included."""
        return self._call(door.DECISIONS, S, e)

    def legal(self, S: States, e: int = 0) -> NDArray[np.int16]:
        """Ids of all legal actions, int16, in no particular order; empty when the game is over."""
        acts = np.empty(self.num_actions, np.int16)
        return acts[: self._call(door.LEGAL, S, e, obs=acts)]

    def mask(self, S: States, e: int = 0, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 where an action is legal, int8, shape (num_actions,); written into `out` where it is given."""
        mask = np.empty(self.num_actions, np.int8) if out is None else out
        mask[:] = 0
        mask[self.legal(S, e)] = 1
        return mask

    def step(self, S: States, action: int, e: int = 0) -> int:
        """Answers the pending decision and runs to the next one; returns 0.

        Raises:
            IllegalAction: the action does not answer the decision; the message names it and the legal words.
            GameOver: the game has ended.
            TypeError: the action is no whole number.
        """
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"action {action!r}: expected a whole number in 0..{self.num_actions - 1}") from None
        status = self._call(door.STEP, S, e, number) if 0 <= number < self.num_actions else door.NOT_LEGAL
        if status != door.DONE:
            self.refuse(S, number, e)
        return status

    def refuse(self, S: States, action: int, e: int = 0) -> None:
        """Raises the error that explains why `action` was not taken.

        Raises:
            GameOver: the game has ended.
            IllegalAction: otherwise.
        """
        if self.to_act(S, e) < 0:
            raise GameOver(f"{self.name}: the game is over (outcome {self.outcome(S, e)}): set up a new one")
        known = 0 <= action < self.num_actions
        words = repr(self.action_text(action)) if known else f"no id in 0..{self.num_actions - 1}"
        ids = sorted(int(a) for a in self.legal(S, e))
        shown = ", ".join(f"{a} ({self.action_text(a)})" for a in ids[:WORDS_SHOWN])
        more = f" and {len(ids) - WORDS_SHOWN} more" if len(ids) > WORDS_SHOWN else ""
        raise IllegalAction(
            f"action {action} ({words}) is not legal now. Pending: {self.decision_text(S, e)}. Legal: {shown}{more}"
        )

    def advance(
        self,
        S: States,
        e: int,
        action: int,
        obs: NDArray[np.int16],
        mask: NDArray[np.int8],
        info: NDArray[np.int64],
    ) -> int:
        """A step and everything the next seat needs, in one call: the fast path.

        Args:
            action: an id, or -1 to take no step and only write the buffers.
            obs: int16, contiguous, layout.size long: observation of the seat to act (zeros when the game is over).
            mask: int8, contiguous, num_actions long: legal actions of that seat (zeros when over).
            info: int64[8]: status, seat to act, outcome, number of legal actions, number of players, the only legal
                action (-1 unless there is exactly one), decisions so far, 0.

        Returns:
            The status: 0 done, 1 not legal, 2 game over (state unchanged in the last two; `refuse` explains).
        """
        seat = self.entry(door.ADVANCE, S, e, action, 0, obs, mask, info, self._out, self._no_options)
        if seat <= door.BAD_PLACE:
            raise fault(seat, S, e)
        return max(0, door.ENDED - seat)

    def stepper(self, S: States, e: int = 0) -> Callable[[int, Any, Any, Any], Any]:
        """`advance` bound to one state, for loops that count every microsecond: it leaves out the checks of `advance`.

        Returns:
            `(action, obs, mask, info) -> seat`: the seat to act, -1 when the game is over now, -2 for an action that is
            not legal, -3 for one after the end, a fault code from -100 down.
        """
        entry, command, out, options = self.entry, door.ADVANCE, self._out, self._no_options

        def go(action: int, obs: Any, mask: Any, info: Any) -> Any:
            return entry(command, S, e, action, 0, obs, mask, info, out, options)

        return go

    def observe(self, S: States, player: int, e: int = 0, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What a seat may know, int16, shape (layout.size,); written into `out` where it is given."""
        obs = np.empty(self.layout.size, np.int16) if out is None else out
        self._call(door.OBSERVE, S, e, self._seat(S, player, e), obs=obs)
        return obs

    def returns(self, S: States, e: int = 0) -> NDArray[np.float64]:
        """The result of each seat, float64, shape (num_players,).

        With n seats and k of them sharing the win, each winner gets 1/k and each other seat -1/(n-k); everybody 0
        where nobody won, while the game runs, and after truncation.
        """
        out = np.zeros(self.num_players(S, e), np.float64)
        self._call(door.RETURNS, S, e, out=out)
        return out

    def resample(self, S: States, player: int, e: int, seed: int) -> None:
        """Replaces everything in `S[e]` that `player` cannot know by a consistent random guess, dice to come included.

        Args:
            seed: int64; which guess it is. It does not depend on what the state's own random streams would bring: a
                search gives each of its guesses a seed of its own.
        """
        self._call(door.RESAMPLE, S, e, self._seat(S, player, e), check_seed(seed))

    def _seat(self, S: States, player: int, e: int) -> int:
        n = self.num_players(S, e)
        if not 0 <= player < n:
            raise ValueError(f"player {player}: this game has seats 0..{n - 1}")
        return player

    # Random play in compiled code.

    def playout(self, S: States, e: int, seed: int, max_decisions: int) -> PlayoutCount:
        """Plays on from `S[e]` with uniformly random legal actions, in place, to the end or the limit."""
        return self._random(door.PLAYOUT, S, e, seed, max_decisions, self._no_options)

    def run_random(self, n_games: int, num_players: int, seed: int, **options: int) -> PlayoutCount:
        """Plays whole random games, the i-th set up with seed + i."""
        values = self.option_values(num_players=num_players, **options)
        return self._random(door.RANDOM_GAMES, self.new(), 0, seed, n_games, values)

    def _random(
        self, command: int, S: States, e: int, seed: int, limit: int, options: NDArray[np.int64]
    ) -> PlayoutCount:
        totals = np.zeros(door.TOTALS, np.int64)
        self._call(command, S, e, check_seed(seed), limit, info=totals, options=options)
        counts = totals.tolist()
        outcomes = tuple(counts[door.T_OUTCOMES : door.T_OUTCOMES + door.N_OUTCOMES])
        return PlayoutCount(counts[door.T_DECISIONS], counts[door.T_CHOICES], counts[door.T_GAMES], outcomes)

    def batch_step(
        self,
        S: States,
        actions: NDArray[Any],
        obs: NDArray[np.int16],
        mask: NDArray[np.int8],
        info: NDArray[np.int64],
        **keywords: Any,
    ) -> None:
        """One step of every state, finished games starting anew; see `batch.batch_step`."""
        from .batch import batch_step

        batch_step(self, S, actions, obs, mask, info, **keywords)

    def batch_random(self, S: States, steps: int, seed: int, **keywords: Any) -> PlayoutCount:
        """Random steps of every state, finished games starting anew; see `batch.batch_random`."""
        from .batch import batch_random

        return batch_random(self, S, steps, seed, **keywords)

    # Words.

    def action_text(self, action: int) -> str:
        """The words of an action id.

        Raises:
            ValueError: no such id.
        """
        if not 0 <= action < self.num_actions:
            raise ValueError(f"action {action}: ids of {self.name} are 0..{self.num_actions - 1}")
        return self.spec.action_text(int(action))

    def decision_text(self, S: States, e: int = 0) -> str:
        """What is asked of whom."""
        return self.spec.decision_text(self._record(S, e))

    def text(self, S: States, e: int = 0, player: int | None = None) -> str:
        """The state for a reader, without colour codes; `player` limits it to what that seat may know."""
        return self.spec.text(self._record(S, e), player)

    def to_json(self, S: States, e: int = 0, player: int | None = None) -> dict[str, Any]:
        """The state as plain data; `player` limits it to what that seat may know."""
        return self.spec.to_json(self._record(S, e), player)

    def _record(self, S: States, e: int) -> Any:
        if not 0 <= e < len(S):
            raise IndexError(f"state {e} of an array of {len(S)}")
        return as_records(S[e : e + 1])[0]

    def _call(
        self,
        command: int,
        S: States,
        e: int = 0,
        a: int = 0,
        b: int = 0,
        *,
        obs: NDArray[np.int16] | None = None,
        info: NDArray[np.int64] | None = None,
        out: NDArray[np.float64] | None = None,
        options: NDArray[np.int64] | None = None,
    ) -> int:
        status = int(
            self.entry(
                command,
                S,
                e,
                a,
                b,
                self._obs if obs is None else obs,
                self._mask,
                self._info if info is None else info,
                self._out if out is None else out,
                self._no_options if options is None else options,
            )
        )
        if status <= door.BAD_PLACE:
            raise fault(status, S, e)
        return status


def fault(status: int, S: States, e: int) -> Exception:
    """The error for a negative answer of the entry kernel."""
    if status == door.BAD_PLACE:
        return IndexError(f"state {e} of an array of {len(S)}")
    kind = ValueError if status == door.BAD_BUFFER else RuntimeError
    return kind(f"{FAULTS.get(status, 'unknown fault')} (code {status})")


def check_seed(seed: int) -> int:
    """The seed as a Python int.

    Raises:
        ValueError: it does not fit an int64.
        TypeError: it is no whole number.
    """
    number = operator.index(seed)
    if not -(2**63) <= number < 2**63:
        raise ValueError(f"seed {seed}: expected a whole number of 64 bits, -2**63..2**63-1")
    return number


def load_game(home: str) -> Game:
    """The game at "package.module:NAME"."""
    module, _, name = home.partition(":")
    game = getattr(importlib.import_module(module), name)
    if not isinstance(game, Game):
        raise TypeError(f"{home!r} is {game!r}, expected a Game")
    return game
