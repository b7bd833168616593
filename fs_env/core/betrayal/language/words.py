"""The verbs of the language. Each is a value with its operands, its English and the programs inside it.

Event("Cranium Rats", roll(Trait.SANITY, {4: gain(Trait.SANITY), 2: lose(Trait.KNOWLEDGE), 0: harm(Harm.MENTAL, dice=1)}))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from fs_env.core.betrayal.language.codes import Deck, Harm, Token, Trait


class Op(IntEnum):
    END = 0
    JUMP = 1
    BRANCH = 2  # to a place if the last roll was at least so much
    GAIN = 3
    LOSE = 4
    HARM = 5  # dice
    HURT = 6  # points
    DRAW = 7
    PLACE = 8
    KEEP = 9
    CURSE = 10
    ROLL = 11  # a trait
    ROLL_DICE = 12
    ROLL_ONE_OF = 13  # a trait of one's choice
    ROLL_BY_TILE = 14
    GAIN_CHOSEN = 15
    GAIN_BELOW = 16  # a trait that is below its starting value
    RESET_BELOW = 17
    GAIN_ROLLED = 18
    LOSE_ROLLED = 19
    PACT = 20
    EITHER = 21
    MAY = 22
    MAY_DISCARD = 23  # an item card
    DRAW_ONE_OF = 24  # item cards
    ASSAULT = 25
    LAY = 26  # a token on this tile
    TAKE_UP = 27
    GATE = 28
    WALL = 29
    BLAST = 30
    GATHER = 31
    SHARE = 32  # the rest for all friends on the tile
    LOOM = 33
    INFECT = 34
    STRIP = 35
    DOOM = 36
    STORM = 37
    TRAP = 38
    SLOW = 39
    VANISH = 40
    RESTORE = 41
    ONCE = 42
    HALFLING = 43
    RETURN_HURT = 44  # Zhentarim Opportunist
    MARK = 45
    OBSTRUCT = 46
    ESCAPE = 47
    LOWEST = 48
    DISCARD_THIS = 49
    CHARGE = 50  # the Deck of Many Things
    SHAPE = 51
    HEAL = 52
    INSPIRE = 53
    HUNT = 54


@dataclass(frozen=True)
class Act:
    """One verb.

    Attributes:
        op: its instruction.
        says: its English.
        a, b, c: operands.
        inner: programs inside it; those of a roll go with `lows`.
        lows: for each inner program of a roll, the lowest result that leads to it, descending.
    """

    op: Op
    says: str
    a: int = 0
    b: int = 0
    c: int = 0
    inner: tuple[tuple[Act, ...], ...] = ()
    lows: tuple[int, ...] = ()


Program = Act | Sequence[Act]
NOTHING: tuple[Act, ...] = ()
KEEP = Act(Op.KEEP, "keep the card")
CURSE = Act(Op.CURSE, "the result of your next roll other than a haunt roll counts as 0")
RESET_BELOW = Act(Op.RESET_BELOW, "reset one trait that is below its starting value")
GAIN_ROLLED = Act(Op.GAIN_ROLLED, "gain 1 in the trait rolled")
LOSE_ROLLED = Act(Op.LOSE_ROLLED, "lose 1 in the trait rolled")
PACT = Act(Op.PACT, "it drops to its lowest value, and each step lost is 1 step up in a different trait of your choice")


def acts(program: Program) -> tuple[Act, ...]:
    return (program,) if isinstance(program, Act) else tuple(program)


def inside(program: Program) -> Iterator[Act]:
    for act in acts(program):
        yield act
        for inner in act.inner:
            yield from inside(inner)


def english(program: Program) -> str:
    return ", ".join(act.says for act in acts(program) if act.says) or "nothing"


def word(trait: int) -> str:
    return Trait(trait).name.capitalize()


def harm_word(trait: int) -> str:
    """The kind of damage that an attack with a trait deals (R52)."""
    return (Harm.MENTAL if trait >= Trait.KNOWLEDGE else Harm.PHYSICAL).name.lower()


def gain(trait: Trait, n: int = 1) -> Act:
    """Moves the clip of a trait up (R10)."""
    return Act(Op.GAIN, f"gain {n} {word(trait)}", trait, n)


def lose(trait: Trait, n: int = 1) -> Act:
    """Moves the clip of a trait down (R10)."""
    return Act(Op.LOSE, f"lose {n} {word(trait)}", trait, n)


def harm(kind: Harm, dice: int = 0, points: int = 0) -> Act:
    """Damage, by dice or by points (R13, R14)."""
    if bool(dice) == bool(points):
        raise ValueError(f"damage of {dice} dice and {points} points: expected one of them")
    name = kind.name.lower()
    if dice:
        return Act(Op.HARM, f"take {dice} {'die' if dice == 1 else 'dice'} of {name} damage", kind, dice)
    return Act(Op.HURT, f"take {points} {'point' if points == 1 else 'points'} of {name} damage", kind, points)


def draw(deck: Deck) -> Act:
    return Act(Op.DRAW, f"draw an {deck.name.lower()[:-1]} card", deck)


def draw_one_of(n: int) -> Act:
    return Act(Op.DRAW_ONE_OF, f"draw {n} item cards and keep one", n)


def place(tile: str, number: int) -> Act:
    """Puts the figure on a tile (A17); `number` is that of the tile."""
    return Act(Op.PLACE, f"place your figure on the {tile}", number)


def outcomes(table: Mapping[int, Program]) -> tuple[tuple[int, ...], tuple[tuple[Act, ...], ...], str]:
    """Lowest results descending, programs, and the text of a table of outcomes; ValueError if the lowest result is not 0."""
    lows = tuple(sorted(table, reverse=True))
    if not lows or lows[-1] != 0:
        raise ValueError(f"outcomes from {lows[-1] if lows else 'nothing'} on: the last must begin at 0")
    parts, high = [], 0
    for low in lows:
        if low == lows[0]:
            span = f"{low}+"
        else:
            span = str(low) if low == high - 1 else f"{low}-{high - 1}"
        parts.append(f"{span} {english(table[low])}")
        high = low
    return lows, tuple(acts(table[low]) for low in lows), "; ".join(parts)


def roll(trait: Trait, table: Mapping[int, Program], bonus: Sequence[str] = ()) -> Act:
    """A trait roll (R45); drawers of a race or class in `bonus` add 1 to the result."""
    lows, inner, says = outcomes(table)
    more = f" (+1 for a {' or '.join(bonus)})" if bonus else ""
    return Act(Op.ROLL, f"roll {word(trait)}{more}: {says}", trait, bonus_mask(bonus), 0, inner, lows)


def roll_dice(n: int, table: Mapping[int, Program]) -> Act:
    """A roll of so many dice; 0 for as many as the act before it has counted."""
    lows, inner, says = outcomes(table)
    dice = f"{n} {'die' if n == 1 else 'dice'}" if n else "as many dice"
    return Act(Op.ROLL_DICE, f"roll {dice}: {says}", n, 0, 0, inner, lows)


def roll_one_of(traits: Sequence[Trait], table: Mapping[int, Program], above_lowest: bool = False) -> Act:
    """A roll of one of some traits, by choice; `above_lowest` leaves out traits at their lowest value."""
    lows, inner, says = outcomes(table)
    names = " or ".join(word(trait) for trait in traits) if len(traits) < len(Trait) else "any trait"
    more = " that is not at its lowest value" if above_lowest else ""
    mask = sum(1 << trait for trait in traits)
    return Act(Op.ROLL_ONE_OF, f"roll {names}{more}, your choice: {says}", mask, int(above_lowest), 0, inner, lows)


def roll_by_tile(table: Mapping[int, Program]) -> Act:
    lows, inner, says = outcomes(table)
    return Act(Op.ROLL_BY_TILE, f"roll Speed on a street tile, Might on a building: {says}", 0, 0, 0, inner, lows)


def gain_chosen(traits: Sequence[Trait] = tuple(Trait), n: int = 1) -> Act:
    names = " or ".join(word(trait) for trait in traits) if len(traits) < len(Trait) else "a trait of your choice"
    return Act(Op.GAIN_CHOSEN, f"gain {n} in {names}", sum(1 << trait for trait in traits), n)


def gain_below(n: int = 1) -> Act:
    return Act(Op.GAIN_BELOW, f"gain {n} in a trait that is below its starting value", n)


def restore(trait: Trait) -> Act:
    return Act(Op.RESTORE, f"reset {word(trait)} if it is below its starting value", trait)


def either(first: Program, second: Program) -> Act:
    return Act(Op.EITHER, f"choose: {english(first)}; or {english(second)}", 0, 0, 0, (acts(first), acts(second)))


def may(program: Program, otherwise: Program = NOTHING) -> Act:
    more = f"; otherwise {english(otherwise)}" if acts(otherwise) else ""
    return Act(Op.MAY, f"you may {english(program)}{more}", 0, 0, 0, (acts(program), acts(otherwise)))


def may_discard(then: Program, otherwise: Program = NOTHING, must: bool = False) -> Act:
    """An item card for something; `must` where it is not optional."""
    verb = "discard" if must else "you may discard"
    more = f"; otherwise {english(otherwise)}" if acts(otherwise) else ""
    gains = f", then {english(then)}" if acts(then) else ""
    return Act(Op.MAY_DISCARD, f"{verb} an item card{gains}{more}", int(must), 0, 0, (acts(then), acts(otherwise)))


def assault(trait: Trait, dice: int, defended: bool = True) -> Act:
    """An attack by no player's figure (A13)."""
    how = "defend with" if defended else "roll no defence and lose what exceeds your"
    says = f"a {word(trait)} {dice} attack is made against you (you {how} {word(trait)}, {harm_word(trait)} damage)"
    return Act(Op.ASSAULT, says, trait, dice, int(defended))


def lay(token: Token) -> Act:
    return Act(Op.LAY, f"put the {token.name.lower().replace('_', ' ')} token here", token)


def take_up(token: Token) -> Act:
    return Act(Op.TAKE_UP, "discard the token and the card", token)


def worded(says: str, program: Program) -> tuple[Act, ...]:
    first, *rest = acts(program)
    return replace(first, says=says), *(replace(act, says="") for act in rest)


def share(program: Program) -> Act:
    """The same for the roller and every player on the tile who is no opponent."""
    return Act(Op.SHARE, f"you and all who are no opponents on your tile {english(program)}", 0, 0, 0, (acts(program),))


def once(program: Program) -> Act:
    """Once in a game for each player (R43)."""
    return Act(Op.ONCE, f"once per game for each player {english(program)}", 0, 0, 0, (acts(program),))


def unless_halfling(program: Program) -> Act:
    return Act(Op.HALFLING, f"unless you are a halfling {english(program)}", 0, 0, 0, (acts(program),))


CALLINGS = (
    "dwarf", "drow", "halfling", "half-orc", "human",
    "barbarian", "fighter", "warlock", "ranger", "druid", "rogue", "paladin", "cleric", "bard", "monk", "wizard", "sorcerer",
)  # fmt: skip


def bonus_mask(names: Sequence[str]) -> int:
    """Races and classes, a bit each.

    Raises:
        ValueError: an unknown one.
    """
    for name in names:
        if name not in CALLINGS:
            raise ValueError(f"race or class {name!r} is unknown: expected one of {', '.join(CALLINGS)}")
    return sum(1 << CALLINGS.index(name) for name in names)
