"""The goal of a puzzle: what a seat wants to have reached, by the end of which turn. Each game says how that is checked."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from fs_env.core.machine.run.scenario import ScenarioError, check_keys


@dataclass(frozen=True)
class Goal(ABC):
    """Conditions that must all hold when the last turn of the puzzle ends. A game's own class has more of them.

    Attributes:
        seat: whose goal it is.
        last_turn: number of the turn, as `turn` of the state counts, with whose end the puzzle ends.
        win: the seat wins the game by then.
        survive: the seat does not die.
        deny: no other side wins.
    """

    FLAGS: ClassVar[tuple[str, ...]] = ("win", "survive", "deny")
    NUMBERS: ClassVar[tuple[str, ...]] = ()
    NAMES: ClassVar[tuple[str, ...]] = ()

    seat: int
    last_turn: int
    win: bool = False
    survive: bool = False
    deny: bool = False

    @classmethod
    def of(cls, given: Mapping[str, Any], seat: int, last_turn: int) -> Self:
        """A goal from the table of a file. Raises ScenarioError for an unknown word or an impossible value."""
        words = (*cls.FLAGS, *cls.NUMBERS, *cls.NAMES)
        parts: dict[str, Any] = {}
        check_keys("goal", given, words)
        for word, value in given.items():
            if word in cls.FLAGS and value is not True:
                raise ScenarioError(f"goal: {word}={value!r}: expected true, or leave it out")
            if word in cls.NUMBERS and (not isinstance(value, int) or isinstance(value, bool) or value < 1):
                raise ScenarioError(f"goal: {word}={value!r}: expected a whole number from 1")
            if word in cls.NAMES:
                if not isinstance(value, list) or not value or not all(isinstance(name, str) for name in value):
                    raise ScenarioError(f"goal: {word}={value!r}: expected a list of names of cards")
                value = tuple(cls.card(name) for name in value)
            parts[word] = value
        if not parts:
            raise ScenarioError(f"goal is empty: expected some of {', '.join(words)}")
        return cls(seat, last_turn, **parts)

    @classmethod
    @abstractmethod
    def card(cls, name: str) -> str:
        """The card that a name of the goal means. ScenarioError if there is none."""

    @abstractmethod
    def decided(self, S: Any) -> bool | None:
        """Whether the goal is reached; None while it can still change."""
