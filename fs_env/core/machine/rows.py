"""Many games at once with their players: what vector environments and tournaments of compiled policies stand on.

Each row is one game. A seat is played by a policy (see `machine.policy`), or its decisions are put to the caller. One
call of `play` answers what the caller decided, lets the policies play on, and rests at the caller's next decisions.
Results depend on nothing but seeds and answers; threads only share the rows out.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from sys import getrefcount, implementation
from typing import TYPE_CHECKING, Any, NoReturn

import numba
import numpy as np

from . import entry as door
from .jit import compiled
from .kept_code import keep
from .policy_call import OUTSIDE

if TYPE_CHECKING:
    from .game import Game

RING = 3  # pairs of buffers that take turns while nobody holds on to them
FREE = 2 if implementation.name == "cpython" else -1  # references to an array that only the ring holds
GUARD = 4  # outcome of the Game contract: a capacity was exceeded
ANYBODY = -1  # as paid seat: whoever acts
COPIED = ("obs", "mask", "info", "paid", "choices", "memory")  # arrays of numbers that mean the same anywhere


def take_actions(chosen, mask, actions):
    """Writes the chosen ids to the actions if the masks allow all of them; how many they do not."""
    n, width = mask.shape
    wrong = 0
    for i in range(n):
        action = chosen[i]
        if action < 0 or action >= width or mask[i, action] == 0:
            wrong += 1
    if wrong == 0:
        actions[:] = chosen
    return wrong


if compiled():
    take_actions = keep(numba.njit(nogil=True)(take_actions))


class Rows:
    """`n` games of one variant, their players and their buffers. Every array is written in place.

    Attributes:
        S: the states, shape (n,).
        obs: int16, (n, layout.size): observation of the seat to act; after the end, of the seat that was paid.
        mask: int8, (n, num_actions): its legal actions; zeros after the end.
        actions: int64, (n,): read by `play`: an action id, `NO_ACTION` (only write the buffers), `HOLD` (leave the row
            alone) or `RESTART` (deal a new game from `seeds`). Overwritten by a status: 0 done, 1 not legal, 2 game
            over, `HOLD` as it was.
        seats: int64, (n,): the seat to act, -1 when the game is over.
        results: int64, (n,): outcome codes as in `Game.outcome`.
        decisions: int64, (n,): decisions so far.
        paid_seats: int64, (n,), for the caller to write: whose return `rewards` tells; -1: whoever acts.
        seeds: int64, (n,), for the caller to write before `RESTART`; the seed of each policy is `seat_seed` of it.
        choices: int64, (n, max_players): decisions with more than one legal action that each seat answered so far.
        returns: float64, (n, num_players): results of the games that the last call ended, zeros elsewhere.
        rewards: float64, (n,): those of the paid seats.
        addresses: int64, (n, max_players), for the caller to write: `Policy.address`, or `OUTSIDE` for a seat whose
            decisions are put to the caller.

    Args:
        game: the rules.
        n: number of rows.
        options: of the games, from `Game.option_values`.
        skip_forced: True answers decisions of the paid seat with one legal action, as those of all other seats.
        words: int64 words of memory for each policy, the largest `Policy.words`.
        threads: how many share the rows out.
    """

    def __init__(
        self, game: Game, n: int, options: Mapping[str, int], *, skip_forced: bool, words: int = 2, threads: int = 1
    ) -> None:
        self.game, self.n = game, n
        values = game.option_values(**options)
        self.num_players = int(values[list(game.options).index("num_players")])
        self._values, self._skip = values, int(skip_forced)
        self.S = game.new(n)
        self._ring = [self._new_buffers()]
        self._turn = 0
        self.obs, self.mask = self._ring[0]
        self.info = np.zeros((door.COLUMNS, n), np.int64)
        self.paid = np.zeros((game.max_players + 1) * n, np.float64)
        self.actions, self.seats = self.info[door.STATUS], self.info[door.SEAT]
        self.results, self.decisions = self.info[door.RESULT], self.info[door.COUNT]
        self.paid_seats, self.seeds = self.info[door.PAID_SEAT], self.info[door.SEED]
        self.rewards, self.returns = self.paid[:n], self.paid[n:].reshape(n, -1)[:, : self.num_players]
        self.actions[:], self.seats[:], self.paid_seats[:] = door.HOLD, -1, ANYBODY
        self._flat = (self.obs.reshape(-1), self.mask.reshape(-1), self.info.reshape(-1), self.paid)
        self._lay_out(words)
        self.addresses[:] = OUTSIDE
        self.threads = max(1, min(threads, n)) if compiled() else 1
        bounds = [n * k // self.threads for k in range(self.threads + 1)]
        self._slices = list(pairwise(bounds))
        self._pool: ThreadPoolExecutor | None = None

    def _lay_out(self, words: int) -> None:
        """The options array: the game's options, two numbers, then address, choices and memory of each row and seat."""
        head = len(self._values)
        shape = (self.n, self.game.max_players, door.SEAT_HEAD + words)
        self._options = np.zeros(head + 2 + self.n * shape[1] * shape[2], np.int64)
        self._options[:head] = self._values
        self._options[head : head + 2] = words, self._skip
        table = self._options[head + 2 :].reshape(shape)
        self.addresses, self.choices = table[:, :, 0], table[:, :, door.CHOICES]
        self.memory = table[:, :, door.SEAT_HEAD :]

    def _new_buffers(self) -> tuple[np.ndarray, np.ndarray]:
        shapes = (self.n, self.game.layout.size), (self.n, self.game.num_actions)
        return np.zeros(shapes[0], np.int16), np.zeros(shapes[1], np.int8)

    def leave_buffers(self) -> None:
        """Goes on with other arrays for `obs` and `mask`, which nobody holds; those of before are written no more while
        anybody holds them or a view of them. Rows that are held, as `actions` say, are copied over."""
        self._turn = (self._turn + 1) % RING
        if self._turn == len(self._ring):
            self._ring.append(self._new_buffers())
        pair = self._ring[self._turn]
        if getrefcount(pair[0]) > FREE or getrefcount(pair[1]) > FREE:
            self._ring[self._turn] = pair = self._new_buffers()
        held = self.actions == door.HOLD
        if held.any():
            pair[0][held], pair[1][held] = self.obs[held], self.mask[held]
        self.obs, self.mask = pair
        self._flat = (self.obs.reshape(-1), self.mask.reshape(-1), *self._flat[2:])

    def want_words(self, words: int) -> None:
        """Makes room for memories of `words` words; games that are going on keep theirs."""
        had = self.memory.shape[2]
        if words > had:
            addresses, choices, memory = self.addresses, self.choices, self.memory
            self._lay_out(words)
            self.addresses[:], self.choices[:], self.memory[:, :, :had] = addresses, choices, memory

    def books(self, dealt: np.ndarray) -> dict[str, Any]:
        """Everything of the rows that another process can take over: all but the addresses of policies. Picklable.

        Args:
            dealt: bool, (n,): the rows that have a game.
        """
        arrays = {name: getattr(self, name).copy() for name in COPIED}
        games = [self.game.snapshot(self.S, row) if dealt[row] else None for row in range(self.n)]
        return {"words": self.memory.shape[2], "games": games, **arrays}

    def take_over(self, books: Mapping[str, Any]) -> None:
        """Goes on where `books` were written, by rows of the same game, number and options. Addresses are the caller's.

        Raises:
            ValueError: books of another game or version.
        """
        self.want_words(books["words"])
        for row, game in enumerate(books["games"]):
            if game is not None:
                self.game.restore(self.S, game, row)
        for name in COPIED:
            getattr(self, name)[:] = books[name]

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        """Refuses to be pickled or copied: the addresses of policies mean something in this process alone.

        Raises:
            TypeError: always.
        """
        raise TypeError(
            f"{self.n} rows of {self.game.name} cannot be copied or pickled: make new ones and deal from the same seeds, "
            "or copy single states with Game.snapshot"
        )

    def take(self, chosen: np.ndarray, mask: np.ndarray | None = None) -> int:
        """Writes ids to `actions` if all of them are legal.

        Args:
            chosen: int64, (n,), contiguous.
            mask: int8, (n, num_actions), contiguous: what is legal; `Rows.mask` when None.

        Returns:
            How many are not legal: nothing is written then.
        """
        return int(take_actions(chosen, self.mask if mask is None else mask, self.actions))

    def play(self) -> int:
        """Does what `actions` say, in every row, up to the next decision that is put to the caller or the end.

        Returns:
            How many rows do not rest at a decision of their paid seat (anybody's, where that is -1): their game is
            over, or another seat is asked, or their action was not legal.

        Raises:
            RuntimeError: a fault of the rules, or a policy answered an action that is not legal; names row and seed.
        """
        unready = 0
        if self.threads == 1:
            unready = self._part(0, self.n)
        else:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="rows")
            waiting = [self._pool.submit(self._part, first, last) for first, last in self._slices[1:]]
            try:
                unready = self._part(*self._slices[0])
            finally:
                unready += sum(done.result() for done in waiting)
        if unready:
            self._raise_faults()
        return unready

    def _part(self, first: int, last: int) -> int:
        answer = self.game.entry(door.PLAY_ROWS, self.S, first, 0, last, *self._flat, self._options)
        if answer < 0:
            from .game import fault

            raise fault(answer, self.S, first)
        return int(answer)

    def _raise_faults(self) -> None:
        faulty = (self.actions < door.RESTART) | (self.results == GUARD)
        if not faulty.any():
            return
        row = int(faulty.argmax())
        status, name = int(self.actions[row]), self.game.name
        where = f"row {row}, decision {self.decisions[row]} of the game with seed {self.seeds[row]}"
        if status == door.REFUSED:
            seat, answer = self.info[door.BAD_SEAT, row], self.info[door.BAD_ANSWER, row]
            raise RuntimeError(
                f"the policy in seat {seat} answered {answer}, which is not legal ({where}; "
                f"{self.game.decision_text(self.S, row)}): a fault of that policy"
            )
        what = "met a capacity guard" if status != door.STUCK else "asked a seat that has no legal action"
        raise RuntimeError(f"the rules of {name!r} {what} ({where}): this is a bug; please report it with that seed")

    def close(self) -> None:
        """Ends the threads; a later `play` starts them again."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
