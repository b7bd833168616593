"""The goal of a puzzle: what a seat wants to have reached, by the end of which turn, and how that is checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.scenario.names import card_of, instances
from fs_env.core.four_souls.state import PLAYERS, Zone
from fs_env.core.machine.run.talk import ScenarioError, near

FLAGS = ("win", "survive", "deny")
NUMBERS = ("souls", "cents")
NAMES = ("items", "hand")
WORDS = (*FLAGS, *NUMBERS, *NAMES)


@dataclass(frozen=True)
class Goal:
    """Conditions that must all hold when the last turn of the puzzle ends.

    Attributes:
        seat: whose goal it is.
        last_turn: number of the turn, as `turn` of the state counts, with whose end the puzzle ends.
        win: the seat wins the game by then.
        survive: the seat does not die.
        deny: no other seat wins.
        souls, cents: the seat has as many of them, or more.
        items: ids of items that the seat controls.
        hand: ids of loot cards that it holds.
    """

    seat: int
    last_turn: int
    win: bool = False
    survive: bool = False
    deny: bool = False
    souls: int = 0
    cents: int = 0
    items: tuple[str, ...] = ()
    hand: tuple[str, ...] = ()

    @classmethod
    def of(cls, given: Mapping[str, Any], seat: int, last_turn: int) -> Goal:
        """A goal from the table of a file.

        Raises:
            ScenarioError: an unknown word or an impossible value.
        """
        parts: dict[str, Any] = {}
        for word, value in given.items():
            if word not in WORDS:
                raise ScenarioError(
                    f"goal has no {word!r}: expected some of {', '.join(WORDS)}; {near(str(word), WORDS)}"
                )
            if word in FLAGS and value is not True:
                raise ScenarioError(f"goal: {word}={value!r}: expected true, or leave it out")
            if word in NUMBERS and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise ScenarioError(f"goal: {word}={value!r}: expected a whole number from 1")
            if word in NAMES:
                if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
                    raise ScenarioError(f"goal: {word}={value!r}: expected a list of names of cards")
                value = tuple(T.IDS[card_of(name)] for name in value)
            parts[word] = value
        if not parts:
            raise ScenarioError(f"goal is empty: expected some of {', '.join(WORDS)}")
        return cls(seat, last_turn, **parts)

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
        """Whether the seat has a card of that id among its items or in its hand."""
        zones, owners = np.asarray(S["zone"][0]), np.asarray(S["owner"][0])
        return any(zones[inst] == zone and owners[inst] == self.seat for inst in instances(name))


assert PLAYERS <= 8  # `winners` has a bit for each seat
