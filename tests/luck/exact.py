"""Luck in Race computed exactly: every die that may come is tried, every deal is played."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from hashlib import blake2b
from typing import Any

import numpy as np

from fs_env.luck import Adjuster
from tests.luck.race import ANSWER, DICE, GAME, RUN, SPARE, THROW, WALK

SEED = 5  # of the references; the deals are those of the option


class ExactAdjuster(Adjuster):
    """An adjuster whose means are taken over all dice and deals instead of estimated."""

    def __init__(self, options, **how):
        super().__init__(GAME, options, **how)
        self._known: dict[Any, Any] = {}

    def take_deal(self, options):
        self._played._options = options

    def _mean_deal(self, seed):
        if "deals" not in self._known:
            self._known["deals"] = np.mean([value_now(self, S) for S, _ in deals(self.options)], axis=0)
        return self._known["deals"]

    def _ahead(self, seed, turn, shadows, answers):
        S, seat = self._played.S, self._played.seat
        means = []
        for action, memory in answers:
            memories = [memory if k == seat else shadow.memory for k, shadow in enumerate(shadows)]
            key = seen(S), turn, action, *(m.tobytes() for m in memories)
            if key not in self._known:
                self._known[key] = self.mean(S, turn, shadows, action, memories)
            means.append(self._known[key])
        return np.array(means)

    def mean(self, S, turn, shadows, action, memories):
        rolled, most = int(S["rolled"][0]), 2 * self.num_players * self.options["rounds"]
        ends = []
        for dice in itertools.product(
            (0, 1), repeat=max(0, min(2 * self._stretch, most - rolled))
        ):  # a turn takes two at most
            T, own = GAME.clone(S), [memory.copy() for memory in memories]
            T["dice"][0, rolled : rolled + len(dice)] = dice
            GAME.step(T, action)
            while (seat := GAME.to_act(T)) >= 0:
                legal = np.sort(GAME.legal(T))
                if len(legal) > 1 and T["turn"][0] >= turn + self._stretch:
                    break
                policy = shadows[seat].policy
                GAME.step(T, policy.act(GAME.observe(T, seat), legal, own[seat]) if len(legal) > 1 else int(legal[0]))
            ends.append(value_now(self, T))
        return np.mean(ends, axis=0)


def seen(S) -> bytes:
    """A position without what no player knows."""
    T = S.view(np.ndarray).copy()
    T["rng"] = 0
    T["dice"][0, int(T["rolled"][0]) :] = 0
    return bytes(T.tobytes())


def value_now(adjuster, S):
    n, team = adjuster.num_players, adjuster.cooperative
    if GAME.to_act(S) < 0:
        paid = np.array(GAME.returns(S))
        return np.maximum(paid, 0) if paid.any() else np.full(n, 0.0 if team else 1 / n)
    scores = np.array([adjuster.value.score(GAME.observe(S, p)) if adjuster.value else 0.0 for p in range(n)])
    if team:
        return np.full(n, 1 / (1 + np.exp(-scores.mean())))
    return np.exp(scores) / np.exp(scores).sum()


def deals(options) -> Iterator[tuple[Any, dict[str, int]]]:
    """Every deal with these options, all equally likely."""
    n, rounds = options["num_players"], options.get("rounds", 1)
    for deal in range(1 << (2 * n * rounds + n)):
        chosen = {**options, "deal": deal}
        S = GAME.new(1)
        GAME.setup(S, seed=SEED, **chosen)
        yield S, chosen


def by_character(character: int) -> Callable[[Any, int, Any], int]:
    """A player who decides by all that its seat sees, in its own way."""

    def act(S, seat, legal):
        sight = GAME.observe(S, seat).tobytes() + bytes([seat, character])
        return int(legal[blake2b(sight, digest_size=1).digest()[0] % len(legal)])

    return act


def peeking(S, seat, legal):
    comes = S["dice"][0, int(S["rolled"][0]) % DICE]
    wanted = (THROW if comes else SPARE) if S["phase"][0] == ANSWER else RUN if comes else WALK
    return int(wanted if wanted in legal else legal[0])


def choices_of(S, act) -> list[int]:
    choices = []
    while (seat := GAME.to_act(S)) >= 0:
        legal = np.sort(GAME.legal(S))
        action = act(S, seat, legal) if len(legal) > 1 else int(legal[0])
        if len(legal) > 1:
            choices.append(action)
        GAME.step(S, action)
    return choices
