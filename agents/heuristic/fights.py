"""The chance of winning a fight: attack rolls until one side has no hit points left (R11.9 to R11.13)."""

from __future__ import annotations

from functools import lru_cache

Outcome = tuple[int, int]
"""Damage to the attacker and damage to the monster by one attack roll."""


@lru_cache(maxsize=200_000)
def chance(hp: int, monster_hp: int, outcomes: tuple[Outcome, ...]) -> float:
    """Probability that the monster is at 0 hit points and the attacker is not.

    Args:
        hp: of the attacker, at least 0; shields count as hit points.
        monster_hp: of the monster, at least 0.
        outcomes: what each of the six throws does.
    """
    if hp <= 0:
        return 0.0
    if monster_hp <= 0:
        return 1.0
    told = [(own, other) for own, other in outcomes if own > 0 or other > 0]
    if not told:
        return 0.0
    return sum(chance(max(0, hp - own), max(0, monster_hp - other), outcomes) for own, other in told) / len(told)
