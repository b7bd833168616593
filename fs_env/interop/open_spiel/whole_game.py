"""Castles of Caleira with few cards as a tree of OpenSpiel's own, on which policies are solved and measured exactly.

The game is visited once in compiled rules and handed to OpenSpiel as an `efg_game`, whose solvers and best responses run in C++: some
hundred times as fast as over states in Python. An information set is what a seat has seen and answered, in order (`Position`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from fs_env.interop.open_spiel.position import Position
from fs_env.interop.open_spiel.small_castles import SMALL, small_deals
from fs_env.registry.games import load_game

GAME = "castles_of_caleira"
Table = dict[str, list[tuple[int, float]]]
"""A policy as OpenSpiel takes it: information state -> every legal action with its probability."""


class InformationSet(NamedTuple):
    """Positions that one seat cannot distinguish.

    Attributes:
        name: as OpenSpiel calls it.
        seat: which is asked.
        legal: ids of the legal actions, ascending.
        S: one of the states in it, shape (1,).
    """

    name: str
    seat: int
    legal: tuple[int, ...]
    S: NDArray[Any]


class WholeGame:
    """Castles of Caleira with some cards, every state of it; seat 0 begins.

    Attributes:
        game: the same as a game of OpenSpiel.
        sets: all information sets.
        nodes: states, that before the deal included.
        numbers: action id -> the number of that action in `game`.
    """

    def __init__(self, cards: str = SMALL) -> None:
        self.rules, self.cards = load_game(GAME), cards
        self.sets: list[InformationSet] = []
        self.numbers: dict[int, int] = {}  # OpenSpiel numbers labels in the order in which they come
        self._found: tuple[dict[bytes, int], ...] = ({}, {})
        self._ends: dict[tuple[float, ...], int] = {}
        deals = small_deals(cards)
        chances = " ".join(f'"{deal.text()}" {deal.chance!r}' for deal in deals)
        self._lines = [f'EFG 2 R "{cards}" {{ "seat 0" "seat 1" }}', '""', f'c "" 1 "" {{ {chances} }} 0']
        for deal in deals:
            self._visit(Position(self.rules, deal.state(self.rules)))
        self.nodes = len(self._lines) - 2
        self.game = pyspiel.load_efg_game("\n".join(self._lines))
        del self._lines

    def _visit(self, position: Position) -> None:
        seat = self.rules.to_act(position.S)
        if seat < 0:
            returns = tuple(self.rules.returns(position.S).tolist())
            number = self._ends.setdefault(returns, len(self._ends) + 1)
            self._lines.append(f't "" {number} "" {{ {returns[0]!r} {returns[1]!r} }}')
            return
        legal = tuple(sorted(self.rules.legal(position.S).tolist()))
        found, trail = self._found[seat], position.trails[seat]
        if trail not in found:
            found[trail] = len(found) + 1
            self.sets.append(InformationSet(f"{seat}-{seat}-{found[trail]}-", seat, legal, position.S))
            for action in legal:
                self.numbers.setdefault(action, len(self.numbers))
        actions = " ".join(f'"{action}"' for action in legal)
        self._lines.append(f'p "" {seat + 1} {found[trail]} "" {{ {actions} }} 0')
        for action in legal:
            after = deepcopy(position)
            after.step(action)
            self._visit(after)

    @property
    def decided(self) -> int:
        """Information sets with more than one legal action."""
        return sum(len(one.legal) > 1 for one in self.sets)

    def table(self, chances: Sequence[Sequence[float] | NDArray[np.float64]]) -> Table:
        """The policy with these probabilities: for each of `sets` one for each of its legal actions."""
        return {
            one.name: [(self.numbers[action], float(p)) for action, p in zip(one.legal, chance, strict=True)]
            for one, chance in zip(self.sets, chances, strict=True)
        }

    def nash_conv(self, table: Mapping[str, Any] | Any) -> float:
        """The sum of what best responses of both seats win above the policy itself; `table` may be a policy of OpenSpiel."""
        policy = pyspiel.TabularPolicy(table) if isinstance(table, dict) else table
        return float(pyspiel.nash_conv(self.game, policy))

    def solve(self, iterations: int) -> Any:
        """The average policy of so many iterations of CFR+."""
        solver = pyspiel.CFRPlusSolver(self.game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()
        return solver.tabular_average_policy()
