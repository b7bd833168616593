"""The rows of content: adventurers, tiles, cards, monsters, haunts. What is not documented is `UNKNOWN`."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from fs_env.core.betrayal.language.codes import Kind, Symbol, Trait
from fs_env.core.betrayal.language.words import NOTHING, Op, Program, inside


class Unknown:
    """The value of a fact that no source states. Rows may contain it; a game that needs it is refused."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Any = Unknown()


class Power(IntEnum):
    """Powers of adventurers (R88)."""

    RECKLESS_ATTACK = 0
    PROTECTION = 1
    ELDRITCH_BLAST = 2
    HUNTERS_MARK = 3
    WILD_SHAPE = 4
    CUNNING_ACTION = 5
    DEVOTION = 6
    HEALING_WORD = 7
    BARDIC_INSPIRATION = 8
    FLURRY_OF_BLOWS = 9
    MAGIC_MISSILE = 10
    WILD_MAGIC = 11


@dataclass(frozen=True)
class Adventurer:
    """A side of an adventurer card: tracks from low to high without the skull, starting places counted from 1 (R5, R6)."""

    name: str
    race: str
    calling: str
    might: tuple[str, int]
    speed: tuple[str, int]
    knowledge: tuple[str, int]
    sanity: tuple[str, int]
    power: Power


@dataclass(frozen=True)
class Tile:
    """A space of the map; doors from north clockwise as one reads the tile.

    Attributes:
        doors: four words of "building", "street", "catacomb", "internal", "none".
        leaving: what happens on leaving it; harmful, so that a traitor ignores it (R72).
        ending: what happens when a turn ends on it.
        stairs: the tile that its stairs lead to (R22).
        grate: whether one may drop to the Catacomb Landing (R21).
    """

    name: str
    kind: Kind
    doors: str
    symbol: Symbol = Symbol.NOTHING
    leaving: Program = NOTHING
    ending: Program = NOTHING
    stairs: str = ""
    grate: bool = False


@dataclass(frozen=True)
class Event:
    """An event card (R34).

    Attributes:
        text: what happens when it is drawn.
        who: whom that concerns, and
        reach: whom it may concern besides: their traitors are asked before anything is done (R73).
        entering: what happens to those who enter the tile with its token.
        opening: what an adventurer on the tile of its token may do in a turn, and
        ending: at the end of a turn there.
        at_end: effect of a stored card at the end of its owner's turns.
        special: what it does besides, in words; its rules are in `rules`.
    """

    name: str
    text: Program
    who: int = 0
    reach: int = 0
    entering: Program = NOTHING
    opening: Program = NOTHING
    ending: Program = NOTHING
    at_end: Program = NOTHING
    special: str = ""

    @property
    def laid(self) -> Program:
        """The acts that happen all the same if its drawer is spared: tokens are laid, others are concerned."""
        return tuple(act for act in inside(self.text) if act.op in (Op.LAY, Op.LOOM))


class Use(IntEnum):
    """The purpose of a card that players control."""

    OTHER = 0
    WEAPON = 1
    COMPANION = 2


@dataclass(frozen=True)
class Possession:
    """An item, an omen or an event card that is kept as one (R35 to R41).

    Attributes:
        gains: trait to what its owner gains while controlling it; negative for a loss.
        attack: the trait that an attack with it uses, and
        dice: further dice of that attack;
        bonus: added to its result.
        distance: whether it attacks along a line of sight (R55).
        spent: whether it is discarded by its use.
        rolls: trait to further dice of rolls of that trait.
        armor: kind of damage to what is taken off it.
        program: what its use in one's turn does; empty where it has none.
        special: what it does besides, in words; its rules are in `rules`.
    """

    name: str
    use: Use = Use.OTHER
    gains: dict[Trait, int] = field(default_factory=dict)
    attack: Trait = Trait.MIGHT
    dice: int = 0
    bonus: int = 0
    distance: bool = False
    spent: bool = False
    rolls: dict[Trait, int] = field(default_factory=dict)
    armor: dict[int, int] = field(default_factory=dict)
    program: Program = NOTHING
    drop: bool = True
    trade: bool = True
    steal: bool = True
    special: str = ""
