"""Exact values of small positions of Four Souls: the chance to reach a goal against the worst replies, dice enumerated.

A value is the chance that the goal is reached if the seat of the puzzle answers as well as possible and all other seats
together as badly as possible for it, everybody knowing every card. Throws are chance: each of their results is tried with
its probability. Whatever else is random follows the streams of the state, so a value holds for one world; the callers
average over worlds that a seat cannot tell apart. Knowing every card can only make a value of other actions too high, never
too low, as long as the best line itself needs no such knowledge.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from typing import Any

import numpy as np

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.state import DICE
from fs_env.puzzles.goal import Goal

SPARE = 8  # throws laid ready to see how many of them a step takes
FACES = range(1, 7)
MOST = 400_000
DEEPEST = 60_000  # calls within each other: an attack may take hundreds of rolls
OPEN = -1.0  # the value of a position that is being looked at
CLOSE = 1e-9  # values nearer to each other are equal
Path = tuple[float, Any]


class TooLarge(RuntimeError):
    """More positions than the limit of a solver."""


class Solver:
    """Values of the positions that follow from one world of a puzzle, each computed once.

    Args:
        goal: what the seat wants, and by when.
        most: positions looked at before `TooLarge` is raised.

    Attributes:
        looked: positions looked at so far.
    """

    def __init__(self, goal: Goal, most: int = MOST) -> None:
        self.goal, self.most = goal, most
        self.looked = 0
        self._known: dict[bytes, float] = {}
        sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST))

    def value(self, S: Any) -> float:
        """The chance to reach the goal from a position. Raises `TooLarge`."""
        while True:
            decided = self.goal.decided(S)
            if decided is not None:
                return 1.0 if decided else 0.0
            legal = GAME.legal(S).tolist()
            if len(legal) > 1:
                break
            paths = outcomes(S, legal[0])
            if len(paths) > 1:
                break
            S = paths[0][1]
        key = key_of(S)
        found = self._known.get(key)
        if found is None:
            self.looked += 1
            if self.looked > self.most:
                raise TooLarge(f"more than {self.most} positions: make the puzzle smaller or the limit larger")
            self._known[key] = OPEN
            found = self.average(paths) if len(legal) == 1 else self.chosen(S, legal)
            self._known[key] = found
        elif found == OPEN:
            raise TooLarge("a position comes back on its own way: leave out what can be repeated without end")
        return found

    def chosen(self, S: Any, legal: list[int]) -> float:
        """The value of a choice: the best one for the seat, the worst one where another seat chooses."""
        own = int(S["asked"][0]) == self.goal.seat
        found, end = (0.0, 1.0) if own else (1.0, 0.0)
        for action in sorted(legal, reverse=own):  # the seat acts before it passes; others pass before they act
            value = self.average(outcomes(S, action))
            found = max(found, value) if own else min(found, value)
            if abs(found - end) < CLOSE:
                break
        return found

    def average(self, paths: list[Path]) -> float:
        """The mean value of positions with their probabilities."""
        total = 0.0
        for share, S in paths:
            total += share * self.value(S)
        return total

    def actions(self, S: Any) -> dict[int, float]:
        """The value of every legal action of a choice."""
        return {action: self.average(outcomes(S, action)) for action in sorted(GAME.legal(S).tolist())}


def outcomes(S: Any, action: int) -> list[Path]:
    """The positions after an action, one for each result of the throws that it causes, with their probabilities."""
    paths: list[Path] = []
    open_ends: list[tuple[int, ...]] = [()]
    while open_ends:
        thrown = open_ends.pop()
        then = GAME.clone(S)
        laid = len(thrown) + SPARE
        then["die"][0, :laid] = [*thrown, *[1] * SPARE]
        then["n_die"][0] = laid
        GAME.step(then, action)
        if laid - int(then["n_die"][0]) > len(thrown):
            open_ends += [(*thrown, face) for face in FACES]
            continue
        then["die"][0] = 0
        then["n_die"][0] = 0
        paths.append((len(FACES) ** -len(thrown), then))
    return paths


def key_of(S: Any) -> bytes:
    """A short name of a position: equal for positions that differ only in how many decisions led there."""
    before = int(S["decisions"][0])
    S["decisions"][0] = 0
    key = blake2b(S.view(np.ndarray).view(np.uint8).tobytes(), digest_size=16).digest()
    S["decisions"][0] = before
    return key


assert SPARE <= DICE
