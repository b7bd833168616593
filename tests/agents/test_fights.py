"""Chances of combat."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic.fights import chance

HIT, MISS = (0, 1), (1, 0)


def test_chance__one_roll_decides():
    """With 1 HP on both sides the chance of winning is that of a hit (R11.10)."""
    assert chance(1, 1, (HIT,) * 2 + (MISS,) * 4) == pytest.approx(1 / 3)


def test_chance__two_misses_allowed():
    """With 2 HP against 1 HP and hits half the time it is 3 in 4."""
    assert chance(2, 1, (HIT,) * 3 + (MISS,) * 3) == pytest.approx(3 / 4)


def test_chance__harmless_monsters_are_beaten():
    """A monster with attack 0 is beaten as long as anything hits it, never when nothing does."""
    assert chance(1, 4, (HIT,) + ((0, 0),) * 5) == pytest.approx(1.0)
    assert chance(1, 4, ((0, 0),) * 6) == 0.0


def test_chance__both_die():
    """A roll that kills both is no win."""
    assert chance(1, 1, ((1, 1),) * 6) == 0.0
