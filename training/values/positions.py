"""Positions with the result of their game, from which values are fitted.

Games are played in rows by one policy. Every game is sampled at beginnings of turns, where search cuts its rollouts. In some turns
a part of the choices is random: a value that has only seen the policy's own path judges wrongly what lies beside it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.values.network import MOST
from fs_env.core.machine.commands.codes import NO_ACTION, RESTART
from fs_env.core.machine.game import Game
from fs_env.core.machine.policy import OUTSIDE, Policy
from fs_env.core.machine.rows import Rows

KEPT = 128  # inputs of one observation that are kept


@dataclass
class Positions:
    """Positions of games that are over.

    Attributes:
        indices: int16, (n, seats, KEPT): inputs of each seat's observation.
        amounts: float32, of the same shape; 0 after the last input.
        shares: float32, (n, seats): each seat's share of the win at the end.
        games: int64, (n,): seed of the game.
        turns: int32, (n,): turn of the position.
    """

    indices: NDArray[np.int16]
    amounts: NDArray[np.float32]
    shares: NDArray[np.float32]
    games: NDArray[np.int64]
    turns: NDArray[np.int32]

    @classmethod
    def join(cls, parts: list[Positions]) -> Positions:
        """All positions of several."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))

    def __len__(self) -> int:
        return len(self.games)


def shares_of(returns: NDArray[np.float64]) -> NDArray[np.float32]:
    """Each seat's share of the win, from `Game.returns`, (n, seats): 1/k for each of k winners, equal where nobody won."""
    won = np.maximum(returns, 0.0)
    nobody = won.sum(1, keepdims=True) == 0
    return np.where(nobody, 1.0 / returns.shape[1], won).astype(np.float32)


class Sampler:
    """Plays games in rows and keeps positions of them.

    Args:
        game: the rules.
        options: of the games.
        policy: plays all seats.
        extract: lists the inputs of observations (`agents.values.network.make_extract`).
        seed: of the first deal and of all draws.
        keep: share of the beginnings of turns that are kept.
        stray: share of the turns in which choices are random, each with probability `wild`.
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
        keep: float = 0.2,
        stray: float = 0.1,
        wild: float = 0.2,
        rows: int = 256,
    ) -> None:
        self.game, self.policy, self.extract = game, policy, extract
        self.keep, self.stray, self.wild = keep, stray, wild
        self.rng = np.random.default_rng(seed)
        self.rows = Rows(game, rows, options, skip_forced=True, words=policy.words)
        self.rows.policies[:] = policy.address
        self.rows.seeds[:] = np.arange(seed, seed + rows)
        self.rows.actions[:] = RESTART
        self.rows.rows["stop_turn"] = 2
        self._next = seed + rows
        self._by_hand = np.zeros(rows, bool)
        self._fresh = np.zeros(rows, np.int64)  # turns since a stray turn in which every beginning is kept
        self._taken: list[list[tuple[NDArray[Any], NDArray[Any], int]]] = [[] for _ in range(rows)]
        self._seats = self.rows.num_players

    def games(self, number: int) -> Positions:
        """Plays on until `number` more games are over; returns their positions."""
        parts: list[Positions] = []
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

    def _begin_turn(self, row: int) -> None:
        rows, turn = self.rows, int(self.rows.rows["turn"][row])
        if self.rng.random() < self.keep or self._fresh[row] > 0:
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
        legal = np.flatnonzero(self.rows.mask[row]).astype(np.int16)
        if self.rng.random() < self.wild:
            return int(self.rng.choice(legal))
        return self.policy.act(
            self.rows.obs[row], legal, self.rows.memory[row, self.rows.seats[row], : self.policy.words]
        )

    def _take(self, row: int, turn: int) -> None:
        observations = np.stack([self.game.observe(self.rows.S, seat, row) for seat in range(self._seats)])
        indices, amounts = np.zeros((self._seats, MOST), np.int16), np.zeros((self._seats, MOST), np.float32)
        if self.extract(observations, indices, amounts) > KEPT:
            raise ValueError(f"a position has more than {KEPT} inputs: raise KEPT")
        self._taken[row].append((indices[:, :KEPT], amounts[:, :KEPT], turn))

    def _finish(self, row: int) -> list[Positions]:
        rows, taken = self.rows, self._taken[row]
        share = shares_of(rows.returns[row : row + 1])
        seed, n = int(rows.seeds[row]), len(taken)
        self._taken[row] = []
        self._by_hand[row], self._fresh[row] = False, 0
        rows.policies[row] = self.policy.address
        rows.rows["stop_turn"][row] = 2
        rows.seeds[row], rows.actions[row] = self._next, RESTART
        self._next += 1
        if not n:
            return []
        return [
            Positions(
                np.stack([indices for indices, _, _ in taken]),
                np.stack([amounts for _, amounts, _ in taken]),
                share.repeat(n, 0),
                np.full(n, seed),
                np.array([turn for _, _, turn in taken], np.int32),
            )
        ]
