"""Who has won a haunt, and what the end of a round brings, worked out from what lies on the table (R66, R85, A58 to A63)."""

from __future__ import annotations

from fs_env.core.betrayal.language.codes import Role, Symbol
from fs_env.core.betrayal.language.haunts import Aim, Count, Goal, Haunt, Number, Shape
from tests.core.betrayal.atlas import ROWS
from tests.core.betrayal.facts import SEATS, Facts


def number_of(number: Number, players: int, haunt: Haunt) -> int:
    """A number of a haunt with so many players."""
    if number.by is not None:
        return {3: number.by[0], 4: number.by[1], 5: number.by[2], 6: number.by[3]}[players]
    heroes = players if haunt.shape == Shape.COOPERATIVE else players - 1
    return number.base + {Count.FIXED: 0, Count.ADVENTURERS: players, Count.HEROES: heroes}[number.count]


def reaches(facts: Facts, aim: Aim, marks: int) -> bool:
    """Whether an objective is reached by a side with so many quest tokens."""
    haunt, n = facts.haunt, facts.players
    assert haunt is not None
    many = max(1, number_of(aim.number, n, haunt))
    heroes = [k for k in range(n) if facts.role[k] == Role.HERO]
    traitors = [k for k in range(n) if facts.role[k] == Role.TRAITOR]
    return {
        Goal.MARKS: marks >= many,
        Goal.TRAITOR_DEAD: facts.traitor >= 0 and not facts.alive[facts.traitor],
        Goal.TRAITORS_DEAD: not any(facts.alive[k] for k in traitors),
        Goal.NO_HEROES: not any(facts.alive[k] and not facts.escaped[k] for k in heroes),
        Goal.NO_MONSTERS: all(kind < 0 for kind in facts.kinds),
        Goal.ESCAPED: sum(facts.escaped[k] for k in heroes) >= many,
        Goal.ROUNDS: facts.rounds >= many,
    }[aim.goal]


def winners(facts: Facts) -> list[int] | None:
    """The seats that have won, none of them where the house has; None while the haunt continues (R85, A58)."""
    haunt, n = facts.haunt, facts.players
    if haunt is None or facts.rounds < haunt.truce:
        return None
    some_live = any(facts.role[k] == Role.HERO and (facts.alive[k] or facts.escaped[k]) for k in range(n))
    for side, aims in ((Role.HERO, haunt.heroes), (Role.TRAITOR, haunt.traitor)):
        marks = facts.marks[0 if side == Role.HERO else 1]
        if (side == Role.TRAITOR or some_live) and any(reaches(facts, aim, marks) for aim in aims):
            return [k for k in range(n) if facts.role[k] == side]
    return None


def keepers(facts: Facts) -> int:
    """Heroes who are alone among adventurers on a tile with an omen symbol (A62)."""
    seats = range(facts.players)
    return sum(
        facts.role[k] == Role.HERO
        and facts.at[k] is not None
        and ROWS[facts.at[k]].symbol == Symbol.OMEN
        and all(facts.at[q] != facts.at[k] for q in seats if q != k)
        for k in seats
    )


def monsters_after(before: Facts) -> int:
    """Monsters on the map at the end of a round in which none is killed: those who come may be too many for the box (A63)."""
    haunt = before.haunt
    assert haunt is not None
    more = sum(number_of(kind.more, before.players, haunt) for kind in haunt.monsters)
    return min(len(before.at) - SEATS, sum(kind >= 0 for kind in before.kinds) + more)
