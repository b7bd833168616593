"""Chances of combat."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.heuristic.fights import chance
from fs_env.agents.heuristic.scratch import SCRATCH
from fs_env.core.machine.fields import as_records

HIT, MISS, BOTH = (0, 1), (1, 0), (1, 1)


def won(hp: int, monster_hp: int, *outcomes: tuple[tuple[int, int], int]) -> float:
    """The chance of winning when a throw does each outcome, (damage to oneself, to the monster), so many times in six."""
    scratch = as_records(np.zeros(1, SCRATCH))
    for k, ((own, other), throws) in enumerate(outcomes):
        scratch["own"][0, k], scratch["other"][0, k], scratch["throws"][0, k] = own, other, throws
    return chance(scratch[0], hp, monster_hp, len(outcomes))


def test_chance__one_roll_decides():
    """With 1 HP on both sides the chance of winning is that of a hit (R11.10)."""
    assert won(1, 1, (MISS, 4), (HIT, 2)) == pytest.approx(1 / 3)


def test_chance__two_misses_allowed():
    """With 2 HP against 1 HP and hits half the time it is 3 in 4."""
    assert won(2, 1, (MISS, 3), (HIT, 3)) == pytest.approx(3 / 4)


def test_chance__harmless_monsters_are_beaten():
    """A monster that deals no damage is beaten as long as anything hits it, never when nothing does."""
    assert won(1, 4, (HIT, 1)) == pytest.approx(1.0)
    assert won(1, 4) == 0.0


def test_chance__both_die():
    """A roll that kills both is no win."""
    assert won(1, 1, (BOTH, 6)) == 0.0


def test_chance__as_a_walk():
    """It is the chance of `monster_hp` hits before `hp` misses: the negative binomial distribution."""
    hp, monster_hp, p = 4, 6, 1 / 3
    exact, ways = 0.0, 1.0
    for misses in range(hp):
        exact += ways * p**monster_hp * (1 - p) ** misses
        ways *= (monster_hp + misses) / (misses + 1)
    assert won(hp, monster_hp, (MISS, 4), (HIT, 2)) == pytest.approx(exact)
