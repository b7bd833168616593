"""Positions with the result of their game, from which values are fitted.

Games are played in rows by one policy. Every game is sampled at beginnings of turns, where search cuts its rollouts. In some turns
a part of the choices is random: a value that has only seen the policy's own path misjudges other positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.seeds import key_from, own_key
from fs_env.agent_api.view import SeatView
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.values.network import MOST
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import OUTSIDE, Policy
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.seat_seeds import key_words
from fs_env.core.machine.table.shares import RIVALS, SIDES, TOGETHER
from fs_env.training.values.gains import GainMeter

MOST_STORED = 160  # inputs of one observation that are stored
WILD = 0.2  # share of the choices in a stray turn that are random


@dataclass
class Positions:
    """Positions of games that are over.

    Attributes:
        indices: int16, (n, seats, MOST_STORED): inputs of each seat's observation.
        amounts: float16, of the same shape; 0 after the last input.
        shares: float32, (n, seats): each seat's share of the win at the end; (n, 2) where all seats win or lose together: 1 and 0
            if they won, 0 and 1 if not.
        games: int64, (n,): seed of the game.
        turns: int32, (n,): turn of the position.
    """

    indices: NDArray[np.int16]
    amounts: NDArray[np.float16]
    shares: NDArray[np.float32]
    games: NDArray[np.int64]
    turns: NDArray[np.int32]

    @classmethod
    def join(cls, parts: list[Positions]) -> Positions:
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def where(self, rows: NDArray[Any]) -> Positions:
        return Positions(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))

    def __len__(self) -> int:
        return len(self.games)

    def check(self, inputs: int) -> None:
        n, seats = len(self), self.shares.shape[-1] if self.shares.ndim == 2 else 0
        listed = (n, *(self.indices.shape[1:2] if self.indices.ndim == 3 else ()), MOST_STORED)
        expected = {
            "indices": ("int16", listed),
            "amounts": ("float16", listed),
            "shares": ("float32", (n, seats)),
            "games": ("int64", (n,)),
            "turns": ("int32", (n,)),
        }
        for name, (dtype, shape) in expected.items():
            array = getattr(self, name)
            if array.shape != shape or array.dtype != dtype:
                raise ValueError(f"{name} is {array.dtype} of shape {array.shape}, not {dtype} of {shape}")
        if n and not (0 <= self.indices.min() and self.indices.max() < inputs):
            raise ValueError(f"indices has an input outside of 0..{inputs - 1}")
        if not np.isfinite(self.amounts).all() or not ((0 <= self.shares) & (self.shares <= 1)).all():
            raise ValueError("amounts has a number that is not finite, or shares one outside of 0..1")


def shares_of(returns: NDArray[np.float64], winning: int = RIVALS) -> NDArray[np.float32]:
    """Each seat's share of the win, from `Game.returns`, (n, seats): 1/k for each of k rivals who won, 1 for all who won as one side,
    0 where all lost, equal where no player won or lost. Where sides win, 1 for all of the winning side, else 0; where all win
    together, (n, 2): whether they won and whether they did not. `winning` is a code of `core.machine.table.shares`."""
    if winning == SIDES:
        return (returns > 0).astype(np.float32)
    if winning == TOGETHER:
        both = returns[:, :1] > 0
        return np.hstack([both, ~both]).astype(np.float32)
    drawn = ~returns.any(1, keepdims=True)
    return np.where(drawn, 1.0 / returns.shape[1], np.maximum(returns, 0.0)).astype(np.float32)


class Sampler:
    """Plays games in rows and stores positions of them.

    Args:
        policy: plays all seats.
        extract: lists the inputs of observations (`agents.values.network.make_extract`).
        seed: of the first deal and of all draws.
        stored: share of the beginnings of turns that are stored.
        stray: share of the turns that are left to `searcher`; without one, each choice in them is random with probability `WILD`.
        rows: games at once.
    """

    def __init__(
        self,
        game: Game,
        options: dict[str, int],
        policy: Policy,
        extract: Callable[..., Any],
        *,
        seed: int,
        stored: float = 0.2,
        stray: float = 0.1,
        searcher: FlatSearcher | GainMeter | None = None,
        rows: int = 256,
    ) -> None:
        self.game, self.policy, self.extract = game, policy, extract
        self.winning = game.winning(game.cooperative(**options))
        self.stored, self.stray, self.searcher = stored, stray, searcher
        self.rng = np.random.default_rng(seed)
        self.rows = Rows(game, rows, options, skip_forced=True, words=policy.words)
        self.rows.policies[:] = policy.address
        self.rows.seeds[:] = np.arange(seed, seed + rows)
        self.rows.actions[:] = RESTART
        self.rows.rows["stop_turn"] = 2
        self.rows.keys[:] = key_words(own_key(policy, key_from(seed)))
        self._next = seed + rows
        self._by_hand = np.zeros(rows, bool)
        self._fresh = np.zeros(rows, np.int64)  # turns since a stray turn in which every beginning is stored
        self._taken: list[list[tuple[NDArray[Any], NDArray[Any], int]]] = [[] for _ in range(rows)]
        self._seats = self.rows.num_players

    def games(self, number: int) -> Positions:
        """Plays on until `number` more games are over; returns their positions."""
        parts: list[Positions] = [self._nothing()]
        ended = 0
        while ended < number:
            before = self.rows.rows["turn"].copy()
            self.rows.play()
            for row in range(self.rows.n):
                if self.rows.seats[row] < 0:
                    parts += self._finish(row)
                    ended += 1
                elif self._by_hand[row] and self.rows.rows["turn"][row] == before[row]:
                    self.rows.actions[row] = self._answer(row)
                else:
                    self._begin_turn(row)
        return Positions.join(parts)

    def _nothing(self) -> Positions:
        shape, columns = (0, self._seats, MOST_STORED), 2 if self.winning == TOGETHER else self._seats
        listed = np.zeros(shape, np.int16), np.zeros(shape, np.float16)
        return Positions(*listed, np.zeros((0, columns), np.float32), np.zeros(0, np.int64), np.zeros(0, np.int32))

    def _begin_turn(self, row: int) -> None:
        rows, turn = self.rows, int(self.rows.rows["turn"][row])
        if self.rng.random() < self.stored or self._fresh[row] > 0:
            self._take(row, turn)
        self._fresh[row] -= 1
        self._by_hand[row] = self.rng.random() < self.stray
        rows.rows["stop_turn"][row] = turn + 1
        if self._by_hand[row]:
            self._fresh[row] = 2
            rows.policies[row] = OUTSIDE
            rows.actions[row] = self._answer(row)
        else:
            rows.policies[row] = self.policy.address
            rows.actions[row] = NO_ACTION

    def _answer(self, row: int) -> int:
        rows, seat = self.rows, int(self.rows.seats[row])
        memory = rows.memory[row, seat, : self.policy.words]
        if self.searcher is not None:
            view = SeatView(self.game, seat, self._seats, rows.obs[row], rows.mask[row])
            view.take_determinization(self.game, rows.S[row : row + 1])  # it is resampled
            return self.searcher.search(view, memory, self.rng).chosen
        legal = np.flatnonzero(rows.mask[row]).astype(np.int16)
        if self.rng.random() < WILD:
            return int(self.rng.choice(legal))
        return self.policy.act(rows.obs[row], legal, memory)

    def _take(self, row: int, turn: int) -> None:
        observations = np.stack([self.game.observe(self.rows.S, seat, row) for seat in range(self._seats)])
        indices, amounts = np.zeros((self._seats, MOST), np.int16), np.zeros((self._seats, MOST), np.float32)
        if self.extract(observations, indices, amounts) > MOST_STORED:
            raise ValueError(f"a position has more than {MOST_STORED} inputs: raise MOST_STORED")
        self._taken[row].append((indices[:, :MOST_STORED].copy(), amounts[:, :MOST_STORED].astype(np.float16), turn))

    def _finish(self, row: int) -> list[Positions]:
        rows, taken = self.rows, self._taken[row]
        share = shares_of(rows.returns[row : row + 1], self.winning)
        seed, n = int(rows.seeds[row]), len(taken)
        self._taken[row] = []
        self._by_hand[row], self._fresh[row] = False, 0
        rows.policies[row] = self.policy.address
        rows.rows["stop_turn"][row] = 2
        rows.seeds[row], rows.actions[row] = self._next, RESTART
        self._next += 1
        if not n:
            return []
        indices, amounts, turns = zip(*taken, strict=True)
        shares, games = share.repeat(n, 0), np.full(n, seed)
        return [Positions(np.stack(indices), np.stack(amounts), shares, games, np.array(turns, np.int32))]
