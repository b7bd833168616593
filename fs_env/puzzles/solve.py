"""Exact values of small positions: the chance to reach a goal against the worst replies, dice enumerated.

A value is the chance that the goal is reached if the seat of the puzzle answers as well as possible and all other seats
together as badly as possible for it, every player knowing every card. Throws are chance: each of their results is tried with
its probability. Whatever else is random follows the streams of the state, so a value holds for one state; the callers
average over states that a seat cannot distinguish. Knowing every card can only make a value of other actions too high, never
too low, as long as the best line itself needs no such knowledge.
"""

from __future__ import annotations

import sys
from hashlib import blake2b
from typing import Any

import numpy as np

from fs_env.puzzles.goal import Goal
from fs_env.puzzles.rules import Rules

MOST = 400_000
DEEPEST = 60_000  # calls within each other: an attack may take hundreds of rolls
OPEN = -1.0  # the value of a position that is being looked at
CLOSE = 1e-9  # values nearer to each other are equal
Path = tuple[float, Any]


class TooLarge(RuntimeError): ...


class Solver:
    """Values of the positions that follow from one determinization of a puzzle, each computed once; `TooLarge` after `most` of them."""

    def __init__(self, rules: Rules, goal: Goal, most: int = MOST, deepest: int = DEEPEST) -> None:
        self.rules, self.goal, self.most = rules, goal, most
        self.looked = 0
        self._known: dict[bytes, float] = {}
        sys.setrecursionlimit(max(sys.getrecursionlimit(), deepest))

    def value(self, S: Any) -> float:
        S = self.rules.GAME.clone(S)
        legal = self.forced(S)
        decided = self.goal.decided(S)
        if decided is not None:
            return 1.0 if decided else 0.0
        key = key_of(S)
        found = self._known.get(key)
        if found is None:
            self.looked += 1
            if self.looked > self.most:
                raise TooLarge(f"more than {self.most} positions: simplify the puzzle or raise the limit")
            self._known[key] = OPEN
            found = self.average(outcomes(self.rules, S, legal[0])) if len(legal) == 1 else self.chosen(S, legal)
            self._known[key] = found
        elif found == OPEN:
            raise TooLarge("a position comes back on its own way: leave out what can be repeated without end")
        return found

    def forced(self, S: Any) -> list[int]:
        """Takes the only action in place as long as there is but one and nothing is thrown; returns those legal then."""
        game = self.rules.GAME
        self.rules.lay(S, ())
        numbers, before = bytes_of(S), bytes_of(game.clone(S))
        legal: list[int] = []
        while self.goal.decided(S) is None and len(legal := game.legal(S).tolist()) == 1:
            before[:] = numbers
            game.step(S, legal[0])
            if self.rules.missing(S):
                numbers[:] = before
                break
        return legal

    def chosen(self, S: Any, legal: list[int]) -> float:
        """The value of a choice: the best one for the seat, the worst one where another seat chooses."""
        own = int(S["asked"][0]) == self.goal.seat
        found, end = (0.0, 1.0) if own else (1.0, 0.0)
        for action in sorted(legal, reverse=own):  # the seat acts before it passes; others pass before they act
            value = self.average(outcomes(self.rules, S, action))
            found = max(found, value) if own else min(found, value)
            if abs(found - end) < CLOSE:
                break
        return found

    def average(self, paths: list[Path]) -> float:
        total = 0.0
        for share, S in paths:
            total += share * self.value(S)
        return total

    def actions(self, S: Any) -> dict[int, float]:
        return {
            action: self.average(outcomes(self.rules, S, action))
            for action in sorted(self.rules.GAME.legal(S).tolist())
        }


def outcomes(rules: Rules, S: Any, action: int) -> list[Path]:
    """The positions after an action, one for each result of the throws that it causes, with their probabilities."""
    paths: list[Path] = []
    open_ends: list[tuple[tuple[int, ...], int, int]] = [((), 1, 1)]
    while open_ends:
        thrown, weight, of = open_ends.pop()
        then = rules.GAME.clone(S)
        rules.lay(then, thrown)
        rules.GAME.step(then, action)
        results = rules.missing(then)
        if results:
            total = of * sum(results.values())
            open_ends += [((*thrown, result), weight * ways, total) for result, ways in results.items()]
            continue
        rules.lay(then, ())
        paths.append((weight / of, then))
    return paths


def bytes_of(S: Any) -> np.ndarray:
    return S.view(np.ndarray).view(np.uint8)


def key_of(S: Any) -> bytes:
    before = int(S["decisions"][0])
    S["decisions"][0] = 0
    key = blake2b(bytes_of(S).data, digest_size=16).digest()
    S["decisions"][0] = before
    return key
