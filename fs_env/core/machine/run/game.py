"""The object through which a game is used: `Game` wraps the `GameSpec` that a game package defines.

States are elements of a structured array `S` of shape (n,) that belongs to the caller; every method takes the array and the
index `e` of one state in it.
"""

from __future__ import annotations

import importlib
import operator
import time
from collections.abc import Callable, Collection
from functools import cached_property, partial
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..compile.jit import COMPILING, compiled
from ..declare.features import CardFeatures
from ..declare.fields import record_dtype
from ..declare.observation import ObservationSchema, Section
from ..declare.options import Option, check_seed, option_values
from ..declare.outcome import Outcome
from ..declare.passes import rule_number
from ..declare.spec import GameSpec
from ..table.rng import nth_seed_int
from ..table.shares import OWN_SIDE, SIDES
from . import codes
from .commands.row import ANYBODY, flat, numbers_of, row_dtype
from .entry import build_entry
from .faults import GameOver, IllegalAction, fault
from .redeals import build_redeals
from .snapshots import pack, tag_of, unpack

__all__ = [
    "CardFeatures",
    "Game",
    "GameOver",
    "GameSpec",
    "IllegalAction",
    "ObservationSchema",
    "Option",
    "PlayoutCount",
    "Section",
    "load_game",
]

States = NDArray[Any]  # a structured array of shape (n,)
Rows = NDArray[Any]  # a structured array of shape (n,), its dtype from `commands.row`
BYTE = np.dtype(np.uint8)
WORDS_SHOWN = 12  # legal actions spelled out in an error


class PlayoutCount(NamedTuple):
    """Totals of random play; `choices` are answers where more than one action was legal, `outcomes` by the codes of `Outcome`."""

    decisions: int
    choices: int
    games: int
    outcomes: tuple[int, ...]


class WarmUp(NamedTuple):
    """How long it took to get the compiled code, in `seconds`, and whether it came from the cache on disk."""

    seconds: float
    cached: bool


class Game:
    """One game with all its variants: compiled rules behind a few methods. It holds no state of a game in progress.

    The first call that needs rules compiles them or loads them from the cache. Threads may use it at once on different states.
    """

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.name = spec.name
        self.num_actions = spec.num_actions
        self.min_players = spec.min_players
        self.max_players = spec.max_players
        self.dtype = spec.dtype
        self.schema = spec.schema
        self.schemas: dict[str, Any] = {"flat": spec.schema, **spec.schemas}
        self.card_features = spec.card_features
        self.options = {option.name: option for option in spec.options}
        self.action_ids = dict(spec.action_ids)
        if len(self.options) != len(spec.options) or "num_players" not in self.options:
            raise ValueError(f"game {spec.name!r}: option names must be distinct and one must be 'num_players'")
        self._tag = tag_of(spec)
        self._form = spec.dtype if compiled() else record_dtype(spec.dtype)  # that the kernels of this process take
        rows = row_dtype(spec.max_players)
        self._row_dtype = rows if compiled() else record_dtype(rows)
        self._no_obs, self._no_mask, self._no_words = np.empty(0, np.int16), np.empty(0, np.int8), np.empty(0, np.int64)

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
        """The compiled entry; see `entry.build_entry`. Built on first use, once for all threads."""
        with COMPILING:
            if "entry" not in self.__dict__:
                self.__dict__["entry"] = build_entry(self.spec)
            return self.__dict__["entry"]

    @cached_property
    def redeals(self) -> Any:
        """The compiled program behind `redeal`; see `redeals.build_redeals`. Built on first use, once for all threads."""
        with COMPILING:
            if "redeals" not in self.__dict__:
                self.__dict__["redeals"] = build_redeals(self.spec)
            return self.__dict__["redeals"]

    def warm(self) -> WarmUp:
        """Gets the compiled code now: compiles it, or loads it from the cache. No later call of this process compiles."""
        start = time.perf_counter()
        self.setup(self.new(), seed=0)
        seconds = time.perf_counter() - start
        return WarmUp(seconds, hasattr(self.entry, "stats") and sum(self.entry.stats.cache_hits.values()) > 0)

    @property
    def is_machine_code(self) -> bool:
        """Whether the rules are machine code, and with them bots of the package; otherwise they run as Python."""
        return not isinstance(self.entry, FunctionType)

    # States.

    def new(self, n: int = 1) -> States:
        """`n` zeroed states, shape (n,); each needs `setup` before anything else."""
        return np.ndarray((n,), self._form, np.zeros(n * self.dtype.itemsize, np.uint8))

    def new_rows(self, n: int = 1) -> Rows:
        """`n` rows, shape (n,): the records that the calls that play on read and write; fields in `commands.row`."""
        rows = np.zeros(n, self._row_dtype)
        rows["reward_seat"] = ANYBODY
        return rows

    def setup(self, S: States, e: int = 0, *, seed: int, **options: int) -> None:
        """A whole new game at place `e`, up to its first decision.

        Args:
            seed: any int64; equal seeds and options give equal games, in any process, compiled or not.
            options: of `Game.options`; the rest take their defaults.

        Raises:
            ValueError: an unknown option, or a value outside its range.
            TypeError: a value that is not a whole number.
        """
        self._call(codes.SETUP, S, e, check_seed(seed), options=self.option_values(**options))

    def option_values(self, **options: int) -> NDArray[np.int64]:
        """The options as `setup` reads them, int64, checked, defaults filled in; errors as in `setup`."""
        return option_values(self.name, self.options, options, self.spec.conflict)

    def single_agent(self, **options: int) -> bool:
        """Whether one person plays all seats with these options; errors as in `setup`."""
        values = dict(zip(self.options, self.option_values(**options).tolist(), strict=True))
        return self.spec.single_agent is not None and self.spec.single_agent(values)

    def cooperative(self, **options: int) -> bool:
        """Whether all seats win or lose together with these options; errors as in `setup`."""
        values = dict(zip(self.options, self.option_values(**options).tolist(), strict=True))
        return self.spec.cooperative is not None and self.spec.cooperative(values)

    def winning(self, cooperative: bool, own: bool = False) -> int:
        """How seats win, a code of `machine.table.shares`, where it is known whether all of them win or lose together; `own`: whether one
        seat's share alone is asked for."""
        if self.spec.sides is not None:
            return OWN_SIDE if own else SIDES
        return int(cooperative)

    def parties(self, players: int) -> int:
        """Among how many a win is divided at a table of so many seats: the seats, or with sides the own one and the other."""
        return players if self.spec.sides is None else 2

    def zero_sum(self, **options: int) -> bool:
        """Whether the results of all seats add up to 0 in every game with these options; errors as in `setup`.

        They lie between -1 and 1 in any case.
        """
        return not self.spec.general_sum and not self.cooperative(**options)

    def other_options(self, S: States, e: int = 0, **options: int) -> list[tuple[Option, int, int]]:
        """The options that `S[e]` was dealt with and that are not these: each with its value there and here.

        Only options that states keep are compared (`GameSpec.options_in`); errors as in `setup`.
        """
        stored = {} if self.spec.options_in is None else self.spec.options_in(self._record(S, e))
        here = dict(zip(self.options, self.option_values(**options).tolist(), strict=True))
        return [(self.options[name], value, here[name]) for name, value in stored.items() if value != here[name]]

    def clone(self, S: States, e: int = 0) -> States:
        """A copy of one state in its own array, shape (1,)."""
        # numpy takes fifteen times as long to make an empty array of a structured dtype as to put one over existing bytes
        return np.ndarray((1,), self._form, self._bytes(S, e).copy())

    def copy(self, S: States, e: int, into: States, at: int = 0) -> None:
        """Writes the state at `S[e]` over the state at `into[at]`."""
        self._bytes(into, at)[:] = self._bytes(S, e)

    def snapshot(self, S: States, e: int = 0) -> bytes:
        """One state as bytes, with a tag of the game, its rules' version and its state format, and a checksum in front."""
        return pack(self._tag, self._bytes(S, e).tobytes())

    def restore(self, S: States, data: bytes, e: int = 0) -> None:
        """Writes a snapshot to place `e`.

        Raises:
            ValueError: the bytes are of another length, another game or another version of its rules or state, are
                damaged, or are not a position of the game from which it can continue. Nothing is written.
            TypeError: `data` is not bytes.
        """
        state = unpack(self.spec, self._tag, data)
        there: States = np.ndarray((1,), self._form, state)
        asked, outcome = self.to_act(there), self.outcome(there)
        if (asked < 0) == (outcome == Outcome.RUNNING) or (asked >= 0 and not len(self.legal(there))):
            raise ValueError(
                f"this snapshot contains no position of {self.name}: seat {asked} is asked with outcome {outcome}, and no action is legal; "
                "take another copy of it"
            )
        self._bytes(S, e)[:] = state

    def _bytes(self, S: States, e: int) -> NDArray[np.uint8]:
        if not 0 <= e < len(S):
            raise IndexError(f"state {e} of an array of {len(S)}")
        base, size = S.base, self.dtype.itemsize
        # states of `new` are views of bytes: slicing the bytes is three times as fast as viewing the states as bytes
        if type(base) is np.ndarray and base.dtype is BYTE and base.nbytes == S.nbytes and S.flags.c_contiguous:
            return base[e * size : (e + 1) * size]
        return S[e : e + 1].view(np.ndarray).view(np.uint8)

    # Play.

    def passing(self, S: States, e: int, passes: str | Collection[str]) -> int:
        """The action with which the seat that is asked passes by a rule, -1 where it is asked; depends only on public information.

        Args:
            passes: as in `declare.passes.rule_number`, with its errors.
        """
        return self._call(codes.PASSING, S, e, rule_number(self.spec, passes))

    def to_act(self, S: States, e: int = 0) -> int:
        """The seat that is asked, -1 when the game is over."""
        return self._call(codes.TO_ACT, S, e)

    def num_players(self, S: States, e: int = 0) -> int:
        return self._call(codes.NUM_PLAYERS, S, e)

    def outcome(self, S: States, e: int = 0) -> int:
        """An `Outcome`: 0 running, 1 won, 2 drawn by the rules, 3 truncated by the decision limit, 4 capacity exceeded."""
        return self._call(codes.OUTCOME, S, e)

    def decisions(self, S: States, e: int = 0) -> int:
        """Decisions answered so far, forced ones included."""
        return self._call(codes.DECISIONS, S, e)

    def legal(self, S: States, e: int = 0) -> NDArray[np.int16]:
        """Ids of all legal actions, int16, in no particular order; empty when the game is over."""
        acts = np.empty(self.num_actions, np.int16)
        return acts[: self._call(codes.LEGAL, S, e, obs=acts)]

    def mask(self, S: States, e: int = 0, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """1 where an action is legal, int8, shape (num_actions,); written into `out` where it is given."""
        mask = np.empty(self.num_actions, np.int8) if out is None else out
        mask[:] = 0
        mask[self.legal(S, e)] = 1
        return mask

    def step(self, S: States, action: int, e: int = 0) -> int:
        """Answers the pending decision and runs to the next one; returns 0.

        Raises:
            IllegalAction: the action does not answer the decision; the message names it and the legal ones.
            GameOver: the game has ended.
            TypeError: the action is not a whole number.
        """
        try:
            number = operator.index(action)
        except TypeError:
            raise TypeError(f"action {action!r}: expected a whole number in 0..{self.num_actions - 1}") from None
        status = self._call(codes.STEP, S, e, number) if 0 <= number < self.num_actions else codes.NOT_LEGAL
        if status != codes.DONE:
            self.refuse(S, number, e)
        return status

    def refuse(self, S: States, action: int, e: int = 0) -> None:
        """Raises the GameOver or IllegalAction that explains why `action` was not taken."""
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
        self, S: States, e: int, action: int, obs: NDArray[np.int16], mask: NDArray[np.int8], rows: Rows
    ) -> int:
        """A step and everything the next seat needs, in one call: the fast path.

        Args:
            action: an id, or -1 to take no step and only write the buffers.
            obs: int16, contiguous, schema.size long: observation of the seat to act; after the end, of the reward seat.
            mask: int8, contiguous, num_actions long: legal actions of that seat (zeros when over).
            rows: of `new_rows`; the first one is read and written. With its `skip_forced` set, decisions with one legal
                action are answered in the same call.

        Returns:
            The status: 0 done, 1 not legal, 2 game over (state unchanged in the last two; `refuse` raises the error).
        """
        words = self._no_words
        seat = self.entry(codes.ADVANCE, S, e, numbers_of(rows), words, words, 0, action, obs, mask)
        if seat <= codes.BAD_PLACE:
            raise fault(seat, S, e)
        return max(0, codes.ENDED - seat)

    def advancer(self, S: States, rows: Rows, e: int = 0) -> Callable[[int, Any, Any], Any]:
        """`advance` bound to one state and its row, for loops that count every microsecond: it raises no errors.

        Returns:
            `(action, obs, mask) -> seat`: the seat to act, -1 when the game is over now, -2 for an action that is
            not legal, -3 for one after the end, a fault code from -100 down.
        """
        words = self._no_words
        return partial(self.entry, codes.ADVANCE, S, e, numbers_of(rows), words, words, 0)

    def observe(self, S: States, player: int, e: int = 0, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """The numbers a seat may see, int16, shape (schema.size,); written into `out` where it is given."""
        obs = np.empty(self.schema.size, np.int16) if out is None else out
        self._call(codes.OBSERVE, S, e, self._seat(S, player, e), obs=obs)
        return obs

    def returns(self, S: States, e: int = 0) -> NDArray[np.float64]:
        """The result of each seat, float64, shape (num_players,).

        With n seats and k of them sharing the win, each winner gets 1/k and each other seat -1/(n-k); every player 1 or -1
        where all win or lose together (`zero_sum` says whether that can be); every player 0 where no player won, while the game
        runs, and after truncation.
        """
        rows = self.new_rows()
        self._call(codes.RETURNS, S, e, rows=rows)
        return rows["returns"][0, : self.num_players(S, e)].copy()

    def sides(self, S: States, e: int = 0) -> tuple[tuple[str, ...], str]:
        """The side of each seat by its name, and what divides them, as in `GameSpec.sides`; ((), "") while a seat has none."""
        shown = self.spec.sides
        if shown is None:
            return (), ""
        seen: list[tuple[str, str]] = []
        for seat in range(self.num_players(S, e)):
            seen.append(shown.of(self.schema.record(self.observe(S, seat, e))))
            if not seen[-1][0]:
                return (), ""
        return tuple(name for name, _ in seen), seen[0][1]

    def characters(self, S: States, e: int = 0) -> tuple[str | None, ...]:
        """The card that each seat plays as, by its id; None in games without characters."""
        of = self.spec.characters
        return (None,) * self.num_players(S, e) if of is None else tuple(of(self._record(S, e)))

    def resample(self, S: States, player: int, e: int, seed: int) -> None:
        """Replaces everything in `S[e]` that `player` cannot know by a random draw, future dice included.

        Args:
            seed: int64; selects the draw, independently of the state's own random streams: a search gives each
                determinization a different seed.
        """
        self._call(codes.RESAMPLE, S, e, self._seat(S, player, e), check_seed(seed))

    def determinize(self, S: States, player: int, into: States, n: int, seed: int, *, e: int = 0) -> None:
        """Writes to `into[:n]` states drawn from all that look to `player` like `S[e]`, future dice included.

        Args:
            n: how many.
            seed: int64; selects the states, independently of the state's own random streams.

        Raises:
            ValueError: no such seat, or fewer than n places.
        """
        if not 0 < n <= len(into):
            raise ValueError(f"n={n}: `into` has room for 1 to {len(into)} states")
        self.copy(S, e, into)
        rows = self.new_rows()
        rows["seed"] = check_seed(seed)
        self._call(codes.DETERMINIZE, into, 0, self._seat(S, player, e), n, rows=rows)

    def redeal(self, S: States, into: States, n: int, seed: int, *, e: int = 0) -> None:
        """Writes to `into[:n]` states drawn from all that look to every seat like `S[e]`, and in which what any seat knows is true.

        So hands stay, and so do cards of a deck whose place at least one seat knows; what no seat knows is drawn again: the
        rest of the decks, and future dice. The first call compiles a program for it, or loads it from disk.

        Args:
            into: may be `S` itself where e is 0.
            n: how many.
            seed: int64; selects the states, independently of the state's own random streams.

        Raises:
            ValueError: fewer than n places, or the game does not say how it is dealt again (`GameSpec.redeal`).
        """
        if not 0 < n <= len(into):
            raise ValueError(f"n={n}: `into` has room for 1 to {len(into)} redeals")
        seeds = np.array([nth_seed_int(check_seed(seed), k) for k in range(n)], np.int64)
        program = self.redeals
        self.copy(S, e, into)
        program(into, 0, 0, seeds)

    def _seat(self, S: States, player: int, e: int) -> int:
        n = self.num_players(S, e)
        if not 0 <= player < n:
            raise ValueError(f"player {player}: this game has seats 0..{n - 1}")
        return player

    # Random play in compiled code.

    def playout(self, S: States, e: int, seed: int, max_decisions: int) -> PlayoutCount:
        """Plays on from `S[e]` with uniformly random legal actions, in place, to the end or the limit."""
        return self._random(codes.PLAYOUT, S, e, seed, max_decisions)

    def run_random(self, n_games: int, num_players: int, seed: int, **options: int) -> PlayoutCount:
        """Plays whole random games, the i-th set up with seed + i."""
        values = self.option_values(num_players=num_players, **options)
        return self._random(codes.RANDOM_GAMES, self.new(), 0, seed, n_games, options=values)

    def random_rounds(
        self,
        S: States,
        rounds: int,
        seed: int,
        *,
        obs: NDArray[np.int16] | None = None,
        mask: NDArray[np.int8] | None = None,
        options: NDArray[np.int64] | None = None,
    ) -> PlayoutCount:
        """Uniformly random steps of every state, one per round; a finished game is followed by a new one.

        Args:
            S: n states, each set up.
            rounds: how many steps each of them takes.
            seed: for the choices; new games at index i are dealt from seed + i + n, seed + i + 2 n, ...
            obs, mask: int16 (n, schema.size) and int8 (n, num_actions), C-contiguous; with both, what the seat to act sees
                and may do is written after every step; without, nothing is observed.
            options: from `option_values`, for the new games; None takes the defaults.

        Raises:
            ValueError: an array of another length, or one that is not contiguous.
        """
        watched: dict[str, Any] = {}
        if obs is not None and mask is not None:
            watched = {"obs": flat("obs", obs), "mask": flat("mask", mask)}
        values = self.option_values() if options is None else options
        return self._random(codes.RANDOM_ROUNDS, S, 0, seed, rounds, options=values, **watched)

    def _random(self, command: int, S: States, e: int, seed: int, limit: int, **buffers: Any) -> PlayoutCount:
        rows = self.new_rows(len(S))
        self._call(command, S, e, check_seed(seed), limit, rows=rows, **buffers)
        games = rows["random_games"].sum(0).tolist()
        decisions, choices = int(rows["random_decisions"].sum()), int(rows["random_choices"].sum())
        return PlayoutCount(decisions, choices, sum(games), tuple(games))

    # Texts.

    def action_text(self, action: int) -> str:
        """The text of an action id.

        Raises:
            ValueError: no such id.
        """
        if not 0 <= action < self.num_actions:
            raise ValueError(f"action {action}: ids of {self.name} are 0..{self.num_actions - 1}")
        return self.spec.action_text(int(action))

    def decision_text(self, S: States, e: int = 0) -> str:
        """The pending question and the seat that is asked, as text."""
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
        return np.ndarray(1, record_dtype(S.dtype), S[e : e + 1])[0]

    def _call(
        self,
        command: int,
        S: States,
        e: int = 0,
        a: int = 0,
        b: int = 0,
        *,
        obs: NDArray[np.int16] | None = None,
        mask: NDArray[np.int8] | None = None,
        rows: Rows | None = None,
        options: NDArray[np.int64] | None = None,
    ) -> int:
        status = int(
            self.entry(
                command,
                S,
                e,
                self._no_words if rows is None else numbers_of(rows),
                self._no_words,
                self._no_words if options is None else options,
                b,
                a,
                self._no_obs if obs is None else obs,
                self._no_mask if mask is None else mask,
            )
        )
        if status <= codes.BAD_PLACE:
            raise fault(status, S, e)
        return status


def load_game(home: str) -> Game:
    """The game at "package.module:NAME"."""
    module, _, name = home.partition(":")
    game = getattr(importlib.import_module(module), name)
    if not isinstance(game, Game):
        raise TypeError(f"{home!r} is {game!r}, expected a Game")
    return game
