"""The language of haunts: who is the traitor, what each side does at once, monsters, tasks and objectives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from fs_env.core.betrayal.codes import Trait
from fs_env.core.betrayal.language.words import NOTHING, Program, english, word


class Shape(IntEnum):
    """Kinds of haunts."""

    TRAITOR = 0
    HIDDEN = 1  # R75
    COOPERATIVE = 2  # R76


class Chosen(IntEnum):
    """Who becomes the traitor (R60)."""

    REVEALER = 0
    HIGHEST = 1  # in a trait
    LOWEST = 2


class Count(IntEnum):
    """A number that depends on the players: those who die during the haunt count too (R66)."""

    FIXED = 0
    ADVENTURERS = 1
    HEROES = 2


class Where(IntEnum):
    """Where monsters are put at the beginning."""

    CHOSEN = 0  # by the traitor: a tile without a hero and without another of them
    WITH_TRAITOR = 1
    LANDING = 2


class Spot(IntEnum):
    """Where a task is possible."""

    OMEN = 0  # on a tile with an omen symbol and no Obstacle token
    ITEM = 1
    STAIRS = 2
    TAVERN = 3
    STREET = 4


class Goal(IntEnum):
    """Objectives of a side."""

    MARKS = 0  # so many quest tokens of this side
    TRAITOR_DEAD = 1
    NO_HEROES = 2
    NO_MONSTERS = 3
    ESCAPED = 4  # so many heroes
    ROUNDS = 5  # so many rounds of the haunt are over


SPOTS = {
    Spot.OMEN: "on a tile with an omen symbol and no Obstacle token",
    Spot.ITEM: "on a tile with an item symbol and no Obstacle token",
    Spot.STAIRS: "on a tile with stairs",
    Spot.TAVERN: "on the Elfsong Tavern",
    Spot.STREET: "on a street tile",
}
PLACES = {
    Where.CHOSEN: "each on a tile of the traitor's choice without a hero and without another monster",
    Where.WITH_TRAITOR: "on the tile of the traitor",
    Where.LANDING: "on the Catacomb Landing",
}


@dataclass(frozen=True)
class Number:
    """A fixed number, or one for each adventurer or hero and some more."""

    base: int
    count: Count = Count.FIXED

    def __str__(self) -> str:
        if self.count == Count.FIXED:
            return str(self.base)
        more = f" and {self.base} more" if self.base > 0 else f" less {-self.base}" if self.base else ""
        return f"as many as there are {self.count.name.lower()}{more}"


@dataclass(frozen=True)
class Monster:
    """Monsters of one kind: traits (-1 where it has none), how many, where, and what they may attack with (R78 to R80).

    Attributes:
        killed: whether one that would be hurt is killed instead of stunned.
        turns: by how much it must win to turn a hero into a traitor, 0 for never.
    """

    name: str
    might: int
    speed: int
    knowledge: int = -1
    sanity: int = -1
    number: Number = Number(1)
    where: Where = Where.CHOSEN
    attacks: tuple[Trait, ...] = (Trait.MIGHT,)
    killed: bool = False
    turns: int = 0
    small: bool = True


@dataclass(frozen=True)
class Task:
    """Something that a side may try once in a turn, at some kind of tile (R47)."""

    name: str
    traitor: bool
    spot: Spot
    trait: Trait
    needs: int
    effect: Program


@dataclass(frozen=True)
class Aim:
    """One way for a side to win."""

    goal: Goal
    number: Number = Number(0)

    def __str__(self) -> str:
        return {
            Goal.MARKS: f"{self.number} quest tokens are laid",
            Goal.TRAITOR_DEAD: "the traitor is dead",
            Goal.NO_HEROES: "no heroes are left",
            Goal.NO_MONSTERS: "no monsters are left",
            Goal.ESCAPED: f"{self.number} have escaped",
            Goal.ROUNDS: f"{self.number} rounds of the haunt are over",
        }[self.goal]


@dataclass(frozen=True)
class Haunt:
    """A haunt: a page for the traitor and one for the heroes.

    Attributes:
        number: in the books; those of our own are above 100.
        chosen, trait: who becomes the traitor.
        traitor_now: what the traitor does at once, and
        hero_now: each hero.
        traitor_attacks: traits that the traitor may attack with.
        traitor_kills: what the traitor does on killing a hero.
        hero_stuns: what a hero does on stunning or killing a monster.
        heroes, traitor: objectives; one of them is enough.
    """

    number: int
    name: str
    shape: Shape
    heroes: tuple[Aim, ...]
    traitor: tuple[Aim, ...]
    chosen: Chosen = Chosen.REVEALER
    trait: Trait = Trait.MIGHT
    traitor_now: Program = NOTHING
    hero_now: Program = NOTHING
    monsters: tuple[Monster, ...] = ()
    tasks: tuple[Task, ...] = ()
    traitor_attacks: tuple[Trait, ...] = (Trait.MIGHT,)
    traitor_kills: Program = NOTHING
    hero_stuns: Program = NOTHING


OTHERS = (
    ("You win when", {True: "The traitor wins when", False: "The heroes win when"}),
    ("You may attack", {True: "The traitor may attack"}),
    ("When you kill a hero", {True: "When the traitor kills a hero"}),
    ("When you stun or kill a monster", {False: "When a hero stuns or kills a monster"}),
)
"""The beginning of a line of a book, and that for readers of the other side, by whether it is the traitor's."""


def page_of_others(haunt: Haunt, traitor: bool) -> list[str]:
    """The text of a side's book for a reader who is not of that side."""
    lines = page(haunt, traitor)
    for own, theirs in OTHERS:
        lines = [f"{theirs[traitor]}{line.removeprefix(own)}" if line.startswith(own) else line for line in lines]
    return lines


def page(haunt: Haunt, traitor: bool) -> list[str]:
    """The text of one side's book, generated from the data, for a reader of that side."""
    side, aims = ("traitor", haunt.traitor) if traitor else ("heroes", haunt.heroes)
    if haunt.shape == Shape.COOPERATIVE and traitor:
        return []
    lines = [f"{haunt.number}. {haunt.name}: {side}"]
    now = haunt.traitor_now if traitor else haunt.hero_now
    if english(now) != "nothing":
        lines.append(f"Right now {'' if traitor else 'each hero: '}{english(now)}.")
    for task in haunt.tasks:
        if task.traitor == traitor:
            lines.append(
                f"Task, {task.name}: {SPOTS[task.spot]} roll {word(task.trait)} {task.needs}+: {english(task.effect)}."
            )
    for monster in haunt.monsters if traitor or haunt.shape == Shape.COOPERATIVE else ():
        traits = {
            "Might": monster.might,
            "Speed": monster.speed,
            "Knowledge": monster.knowledge,
            "Sanity": monster.sanity,
        }
        has = ", ".join(f"{name} {n}" for name, n in traits.items() if n >= 0)
        attacks = " or ".join(word(trait) for trait in monster.attacks)
        turns = f"; on winning by {monster.turns} the hero turns traitor" if monster.turns else ""
        harmed = "killed" if monster.killed else "stunned"
        lines.append(
            f"Monsters: {monster.name}, {monster.number}, {PLACES[monster.where]}; {has}; they attack with {attacks}; one that "
            f"would be hurt is {harmed}{turns}."
        )
    if traitor and haunt.traitor_attacks != (Trait.MIGHT,):
        lines.append(f"You may attack with {' or '.join(word(trait) for trait in haunt.traitor_attacks)}.")
    if traitor and english(haunt.traitor_kills) != "nothing":
        lines.append(f"When you kill a hero {english(haunt.traitor_kills)}.")
    if not traitor and english(haunt.hero_stuns) != "nothing":
        lines.append(f"When you stun or kill a monster {english(haunt.hero_stuns)}.")
    lines.append(f"You win when {', or when '.join(map(str, aims))}.")
    if haunt.shape == Shape.COOPERATIVE:
        lines.append(f"You lose when {', or when '.join(map(str, haunt.traitor))}.")
    return lines
