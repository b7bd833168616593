"""The language of haunts: who is the traitor, what each side does at once, monsters, tasks and objectives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from fs_env.core.betrayal.language.codes import Trait
from fs_env.core.betrayal.language.words import NOTHING, Program, english, word


class Shape(IntEnum):
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
    CHOSEN = 0  # by the traitor: a tile without a hero and without another of them
    WITH_TRAITOR = 1
    LANDING = 2


class Spot(IntEnum):
    OMEN = 0  # on a tile with an omen symbol and no Obstacle token
    ITEM = 1
    STAIRS = 2
    TAVERN = 3
    STREET = 4


class Goal(IntEnum):
    MARKS = 0  # so many quest tokens of this side
    TRAITOR_DEAD = 1
    NO_HEROES = 2
    NO_MONSTERS = 3
    ESCAPED = 4  # so many heroes
    ROUNDS = 5  # so many rounds of the haunt are over
    TRAITORS_DEAD = 6  # all of them, where there may be more than one


SPOTS = {
    Spot.OMEN: "on a tile with an omen symbol and no Obstacle token",
    Spot.ITEM: "on a tile with an item symbol and no Obstacle token",
    Spot.STAIRS: "on a tile with stairs to another tile in the box",
    Spot.TAVERN: "on the Elfsong Tavern",
    Spot.STREET: "on a street tile without an Obstacle token",
}
PLACES = {
    Where.CHOSEN: "each on a tile of the traitor's choice without a hero and without another monster",
    Where.WITH_TRAITOR: "on the tile of the traitor",
    Where.LANDING: "on the Catacomb Landing",
}


FEWEST, PLAYERS = 3, 4  # players of a game, and how many numbers of them there are (R4)


@dataclass(frozen=True)
class Number:
    """A fixed number, one for each adventurer or hero and some more, or one of `by`: with three, four, five and six players."""

    base: int = 0
    count: Count = Count.FIXED
    by: tuple[int, int, int, int] | None = None

    def of(self, players: int, shape: Shape) -> int:
        if self.by is not None:
            return self.by[players - FEWEST]
        counts = {Count.FIXED: 0, Count.ADVENTURERS: players, Count.HEROES: players - (shape != Shape.COOPERATIVE)}
        return self.base + counts[self.count]

    def words(self, players: int | None) -> str:
        """English; a number `by` players is that of so many, or all four."""
        if self.by is not None:
            if players is not None:
                return str(self.by[players - FEWEST])
            numbers = [str(n) for n in self.by]
            return f"{', '.join(numbers[:-1])} or {numbers[-1]} (with 3, 4, 5 or 6 players)"
        if self.count == Count.FIXED:
            return str(self.base)
        more = f" and {self.base} more" if self.base > 0 else f" less {-self.base}" if self.base else ""
        return f"as many as there are {self.count.name.lower()}{more}"

    @property
    def none(self) -> bool:
        return not any(self.by) if self.by is not None else self.count == Count.FIXED and not self.base


NO_NUMBER = Number()


@dataclass(frozen=True)
class Monster:
    """Monsters of one kind: traits (-1 where it has none), how many, where, and what they may attack with (R78 to R80).

    Attributes:
        more: how many more come to `where` at the end of each round.
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
    more: Number = NO_NUMBER


@dataclass(frozen=True)
class Task:
    """Something that a side may try once in a turn, at some kind of tile (R47), when `opens` rounds of the haunt are over."""

    name: str
    traitor: bool
    spot: Spot
    trait: Trait
    needs: int
    effect: Program
    opens: Number = NO_NUMBER


@dataclass(frozen=True)
class Aim:
    """One way for a side to win."""

    goal: Goal
    number: Number = Number(0)

    def words(self, players: int | None) -> str:
        """English, with the numbers of a game of so many players."""
        number = self.number.words(players)
        return {
            Goal.MARKS: f"{number} quest tokens are laid",
            Goal.TRAITOR_DEAD: "the traitor is dead",
            Goal.NO_HEROES: "no heroes are left",
            Goal.NO_MONSTERS: "no monsters are left",
            Goal.ESCAPED: f"{number} have escaped",
            Goal.ROUNDS: f"{number} rounds of the haunt are over",
            Goal.TRAITORS_DEAD: "all traitors are dead",
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
        truce: rounds in which no player attacks and before whose end no player wins (A58).
        traitors: how many a hidden haunt has; they know each other (A59).
        traitor_wards, hero_wards: hurts that the traitor, and each other adventurer, is spared (A60).
        turns_back: quest tokens of the heroes with which the traitor is one of them again; 0 for never (A61).
        vigil: whether each hero who is alone on a tile with an omen symbol at the end of a round lays a quest token (A62).
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
    truce: int = 0
    traitors: Number = Number(1)
    traitor_wards: Number = NO_NUMBER
    hero_wards: Number = NO_NUMBER
    turns_back: Number = NO_NUMBER
    vigil: bool = False


OTHERS = (
    ("You win when", {True: "The traitor wins when", False: "The heroes win when"}),
    ("You may attack", {True: "The traitor may attack"}),
    ("When you kill a hero", {True: "When the traitor kills a hero"}),
    ("When you stun or kill a monster", {False: "When a hero stuns or kills a monster"}),
    ("You have", {True: "The traitor has"}),
    ("Each of you has", {False: "Each hero has"}),
)
"""The beginning of a line of a book, and that for readers of the other side, by whether it is the traitor's."""


def page_of_others(haunt: Haunt, traitor: bool, players: int | None = None) -> list[str]:
    """The text of a side's book for a reader who is not of that side."""
    lines = page(haunt, traitor, players)
    for own, theirs in OTHERS:
        lines = [f"{theirs[traitor]}{line.removeprefix(own)}" if line.startswith(own) else line for line in lines]
    return lines


def page(haunt: Haunt, traitor: bool, players: int | None = None) -> list[str]:
    """The text of one side's book, generated from the data, for a reader of that side in a game of so many players."""
    side, aims = ("traitor", haunt.traitor) if traitor else ("heroes", haunt.heroes)
    if haunt.shape == Shape.COOPERATIVE and traitor:
        return []
    lines = [f"{haunt.number}. {haunt.name}: {side}", *beginning(haunt, traitor, players)]
    for task in haunt.tasks:
        if task.traitor == traitor:
            opens = "" if task.opens.none else f", when {task.opens.words(players)} rounds are over"
            lines.append(
                f"Task, {task.name}{opens}: {SPOTS[task.spot]} roll {word(task.trait)} {task.needs}+: {english(task.effect)}."
            )
    if traitor or haunt.shape == Shape.COOPERATIVE:
        lines += [monster_line(monster, players) for monster in haunt.monsters]
    if traitor and haunt.traitor_attacks != (Trait.MIGHT,):
        lines.append(f"You may attack with {' or '.join(word(trait) for trait in haunt.traitor_attacks)}.")
    if traitor and english(haunt.traitor_kills) != "nothing":
        lines.append(f"When you kill a hero {english(haunt.traitor_kills)}.")
    if not traitor and english(haunt.hero_stuns) != "nothing":
        lines.append(f"When you stun or kill a monster {english(haunt.hero_stuns)}.")
    if not traitor and haunt.vigil:
        lines.append("At the end of a round each hero who is alone on a tile with an omen symbol lays a quest token.")
    if not haunt.turns_back.none:
        lines.append(f"With {haunt.turns_back.words(players)} quest tokens of the heroes the traitor is a hero again.")
    lines.append(f"You win when {', or when '.join(aim.words(players) for aim in aims)}.")
    if haunt.shape == Shape.COOPERATIVE:
        lines.append(f"You lose when {', or when '.join(aim.words(players) for aim in haunt.traitor)}.")
    return lines


def beginning(haunt: Haunt, traitor: bool, players: int | None) -> list[str]:
    """Lines on how a side begins: what it does at once, traitors, wards, the truce."""
    lines = []
    now = haunt.traitor_now if traitor else haunt.hero_now
    if english(now) != "nothing":
        lines.append(f"Right now {'' if traitor else 'each hero: '}{english(now)}.")
    if haunt.traitors != Number(1) and haunt.traitors.words(players) != "1":
        lines.append(f"There are {haunt.traitors.words(players)} hidden traitors, who know each other.")
    wards = haunt.traitor_wards if traitor else haunt.hero_wards
    if not wards.none and (number := wards.words(players)) != "0":
        has, noun = "You have" if traitor else "Each of you has", "ward" if number == "1" else "wards"
        lines.append(f"{has} {number} {noun}: one is lost instead of all damage of a hurt.")
    if haunt.truce:
        first, over = (f"first {haunt.truce} rounds", "they are") if haunt.truce > 1 else ("first round", "it is")
        lines.append(f"Nobody attacks in the {first}, and nobody wins before {over} over.")
    return lines


def monster_line(monster: Monster, players: int | None) -> str:
    traits = zip(Trait, (monster.might, monster.speed, monster.knowledge, monster.sanity), strict=True)
    has = ", ".join(f"{word(trait)} {n}" for trait, n in traits if n >= 0)
    attacks = " or ".join(word(trait) for trait in monster.attacks)
    turns = f"; on winning by {monster.turns} the hero turns traitor" if monster.turns else ""
    harmed = "killed" if monster.killed else "stunned"
    more = "" if monster.more.none else f", {monster.more.words(players)} more at the end of each round"
    return (
        f"Monsters: {monster.name}, {monster.number.words(players)}, {PLACES[monster.where]}{more}; {has}; they attack with "
        f"{attacks}; one that would be hurt is {harmed}{turns}."
    )
