"""Opponents of every kind for the tests: the same random play as an agent, as a batch and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from fs_env.agents.random_agent import RandomAgent
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.policy_call import pick_ascending
from fs_env.core.machine.table.rng import pick_int
from tests.core.machine.players import policy_kernel


class PlainRandom(RandomAgent):
    policy = None  # type: ignore[assignment]


class BatchedRandom:
    """The random agent as a function of batches; keeps what it was shown."""

    name = "batched"

    def __init__(self) -> None:
        self.seeds: dict[tuple[int, int], list[int]] = {}
        self.asked: list[tuple[Any, ...]] = []
        self.seat_of: dict[int, int] = {}

    def reset_batch(self, rows: np.ndarray, seats: np.ndarray, seeds: np.ndarray) -> None:
        for row, seat, seed in zip(rows.tolist(), seats.tolist(), seeds.tolist()):
            self.seeds[row, seat] = [seed, 0]
            self.seat_of[row] = seat

    def act_batch(self, observations: np.ndarray, masks: np.ndarray, rows: np.ndarray) -> np.ndarray:
        self.asked.append((observations.copy(), masks.copy(), rows.copy()))
        answers = []
        for mask, row in zip(masks, rows.tolist()):
            own = self.seeds[row, self.seat_of[row]]
            legal = mask.nonzero()[0]
            answers.append(int(legal[pick_int(own[0], own[1], len(legal))]))
            own[1] += 1
        return np.array(answers)


class Wrong:
    name = "wrong"

    def reset(self, seat: int, seed: int) -> None:
        self.seed = seed

    def act(self, view: Any) -> int:
        return int((view.mask == 0).nonzero()[0][0]) if not view.mask.all() else 10**6


@policy_kernel
def any_action(obs, acts, n, memory):
    return pick_ascending(acts, n, memory)


OWN_RANDOM = Policy("own random", "", any_action, 2)
KINDS = {"compiled": lambda: OWN_RANDOM, "agent": lambda: PlainRandom, "batched": BatchedRandom}
