"""Chances of combat."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.heuristic.card_facts import TAP_OF
from fs_env.agents.heuristic.fights import chance
from fs_env.agents.heuristic.scratch import SCRATCH
from fs_env.agents.heuristic.sparing import with_changer
from fs_env.core.four_souls.tables import CARD_ID
from fs_env.core.machine.declare.fields import as_records

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


def won_with(item: str, hp: int, monster_hp: int, evasion: int) -> float:
    """The chance of winning against a monster of attack 1 with an item that can change one attack roll, attack 1."""
    scratch = as_records(np.zeros(1, SCRATCH))
    throws = 7 - evasion
    for k, ((own, other), n) in enumerate(((MISS, 6 - throws), (HIT, throws))):
        scratch["own"][0, k], scratch["other"][0, k], scratch["throws"][0, k] = own, other, n
    scratch["strikes"][0, 1:evasion] = scratch["hits"][0, evasion:] = 1
    chance(scratch[0], hp, monster_hp, 2)
    return with_changer(scratch[0], int(TAP_OF[CARD_ID[item]]), 0, hp, monster_hp)


@pytest.mark.parametrize("evasion", [2, 4, 6])
@pytest.mark.parametrize(("hp", "monster_hp"), [(1, 1), (2, 1), (1, 3), (3, 3)])
def test_changer__that_makes_any_roll_a_hit(evasion, hp, monster_hp):
    """Godhead makes a hit of one miss. Used for the first one it is as good as used for any other: all ways of the fight are added up
    here."""
    p = (7 - evasion) / 6
    exact, before = 0.0, {(hp, monster_hp, True): 1.0}
    while before:
        after: dict[tuple[int, int, bool], float] = {}
        for (h, m, charged), weight in before.items():
            for hit, share in ((True, p), (False, 1 - p)):
                if not hit and charged and m > 0:
                    state = (h, m - 1, False)
                else:
                    state = (h, m - 1, charged) if hit else (h - 1, m, charged)
                if state[1] == 0:
                    exact += weight * share
                elif state[0] > 0:
                    after[state] = after.get(state, 0.0) + weight * share
        before = after
    assert won_with("godhead", hp, monster_hp, evasion) == pytest.approx(exact)


def test_changer__two_against_two():
    """Hits half the time: after a hit Godhead wins for certain; after a miss that it changes, 2 HP against 1 win 3 of 4 times."""
    assert won_with("godhead", 2, 2, 4) == pytest.approx(1 / 2 + 1 / 2 * 3 / 4)
    assert won(2, 2, (MISS, 3), (HIT, 3)) == pytest.approx(1 / 2)


def test_changer__in_a_longer_fight():
    """The D6 with 2 HP against 1, hits once in six: three throws may miss before the last hit point is lost."""
    assert won_with("the_d6", 2, 1, 6) == pytest.approx(1 - (5 / 6) ** 3)


def test_changer__that_throws_again():
    assert won_with("the_d6", 1, 1, 4) == pytest.approx(3 / 4)


def test_changer__that_adds_one():
    """Spoon Bender makes a hit of a roll that is one too low, and of no other: one more number of six."""
    assert won_with("spoon_bender", 1, 1, 4) == pytest.approx(4 / 6)
