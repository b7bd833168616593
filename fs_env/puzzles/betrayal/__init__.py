"""The puzzles of Betrayal at Baldur's Gate, one file each, and what they need of the game: goals in its words, totals of its rolls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, ClassVar

from fs_env.core.betrayal.actions import NUM_ACTIONS, action_text
from fs_env.core.betrayal.game import GAME as GAME
from fs_env.core.betrayal.language.codes import DICE, Role
from fs_env.core.betrayal.scenario import Scenario as Scenario
from fs_env.core.betrayal.scenario.dice import dice_wanted, lay_totals, totals_left
from fs_env.core.betrayal.state import Outcome
from fs_env.core.betrayal.tables import INSTANCE, POSSESSION_NAMES, Zone
from fs_env.core.machine.run.scenario import ScenarioError, near, one_of, slug
from fs_env.puzzles import goal as common

FACES = range(3)
RESULTS = range(2 * DICE + 1)
PASS = "end the turn"


@dataclass(frozen=True)
class Goal(common.Goal):
    """A goal of Betrayal at Baldur's Gate; `deny`: neither another side nor the house wins.

    Attributes:
        marks: so many quest tokens of the seat's side are laid, or more.
        cards: items and omens that the seat controls.
    """

    NUMBERS: ClassVar[tuple[str, ...]] = ("marks",)
    NAMES: ClassVar[tuple[str, ...]] = ("cards",)

    marks: int = 0
    cards: tuple[str, ...] = ()

    @classmethod
    def card(cls, name: str) -> str:
        return one_of(name, POSSESSION_NAMES, "card")

    def decided(self, S: Any) -> bool | None:
        """Whether the goal is reached; None while it can still change."""
        over = int(S["asked"][0]) < 0
        mine = bool(over and int(S["winners"][0]) >> self.seat & 1)
        if self.survive and not S["seats"]["alive"][0, self.seat]:
            return False
        if not over and int(S["turn"][0]) <= self.last_turn:
            return None
        if self.win and not mine:
            return False
        if self.deny and over and not mine and S["outcome"][0] != Outcome.TRUNCATED:
            return False
        side = int(S["seats"]["role"][0, self.seat] == Role.TRAITOR)
        if int(S["marks"][0, side]) < self.marks:
            return False
        held = [int(INSTANCE[POSSESSION_NAMES.index(name)]) for name in self.cards]
        return all(S["zone"][0, inst] == Zone.HELD and S["owner"][0, inst] == self.seat for inst in held)


def lay(S: Any, results: tuple[int, ...]) -> None:
    """These totals come next; rolls after them are noted."""
    lay_totals(S, results)


def missing(S: Any) -> Mapping[int, int]:
    """The totals of the first roll that had none set up, each with the number of ways to throw it."""
    dice = dice_wanted(S)
    return ways(dice) if dice else {}


def left(S: Any) -> int:
    """Totals that no roll has had; -1 where a roll had none."""
    return -1 if dice_wanted(S) else totals_left(S)


@lru_cache(maxsize=64)
def ways(dice: int) -> Mapping[int, int]:
    """Each total of so many dice, with the number of ways to throw it."""
    found = {0: 1}
    for _ in range(dice):
        found = {n: sum(found.get(n - face, 0) for face in FACES) for n in range(max(found) + max(FACES) + 1)}
    return found


@cache
def texts() -> Mapping[str, str]:
    return {slug(action_text(action)): action_text(action) for action in range(NUM_ACTIONS)}


def check_words(text: str, seats: int) -> None:
    if slug(text) not in texts():
        hint = near(text, texts().values(), "write it as `legal` lists the actions of a game")
        raise ScenarioError(f"{text!r} names no action: {hint}")
