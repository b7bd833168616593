"""The puzzles of Four Souls, one file each, and what they need of the game: goals in its words, throws of a six-sided die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME as GAME
from fs_env.core.four_souls.scenario import Scenario as Scenario
from fs_env.core.four_souls.scenario.expect import check_words as check_words
from fs_env.core.four_souls.scenario.names import card_of, instances
from fs_env.core.four_souls.state import DICE, PLAYERS, Zone
from fs_env.puzzles import goal as common

RESULTS = range(1, 7)
PASS = "pass"
SPARE = 8  # throws laid ready to see how many of them a step takes


@dataclass(frozen=True)
class Goal(common.Goal):
    """A goal of Four Souls.

    Attributes:
        souls, cents: the seat has as many of them, or more.
        items: ids of items that the seat controls.
        hand: ids of loot cards that it holds.
    """

    NUMBERS: ClassVar[tuple[str, ...]] = ("souls", "cents")
    NAMES: ClassVar[tuple[str, ...]] = ("items", "hand")

    souls: int = 0
    cents: int = 0
    items: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()

    @classmethod
    def card(cls, name: str) -> str:
        return T.IDS[card_of(name)]

    def decided(self, S: Any) -> bool | None:
        """Whether the goal is reached; None while it can still change."""
        over = int(S["asked"][0]) < 0
        winners = int(S["winners"][0]) if over else 0
        mine = bool(winners >> self.seat & 1)
        if self.survive and not mine and int(S["dead"][0, self.seat]):
            return False
        if not over and int(S["turn"][0]) <= self.last_turn:
            return None
        if self.win and not mine:
            return False
        if self.deny and winners & ~(1 << self.seat):
            return False
        if int(S["souls"][0, self.seat]) < self.souls or int(S["coins"][0, self.seat]) < self.cents:
            return False
        wanted = [*((name, Zone.ITEM) for name in self.items), *((name, Zone.HAND) for name in self.hand)]
        return all(self.has(S, name, zone) for name, zone in wanted)

    def has(self, S: Any, name: str, zone: Zone) -> bool:
        zones, owners = np.asarray(S["zone"][0]), np.asarray(S["owner"][0])
        return any(zones[inst] == zone and owners[inst] == self.seat for inst in instances(name))


def lay(S: Any, results: tuple[int, ...]) -> None:
    """These throws come next, and some 1s after them."""
    laid = (*results, *[1] * SPARE)
    S["die"][0] = 0
    S["die"][0, : len(laid)] = laid
    S["n_die"][0] = len(laid)


def missing(S: Any) -> Mapping[int, int]:
    """The faces, where one of the 1s was thrown."""
    return dict.fromkeys(RESULTS, 1) if S["n_die"][0] < SPARE else {}


def left(S: Any) -> int:
    """Throws that are set and were not thrown."""
    return int(S["n_die"][0])


assert PLAYERS <= 8  # `winners` has a bit for each seat
assert SPARE <= DICE
