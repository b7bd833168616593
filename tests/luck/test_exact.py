"""The mean luck is exactly 0: every deal and every throw of a small game is tried."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from fs_env.arena.ratings import less_luck
from fs_env.core.machine.run.policy import RANDOM
from tests.luck.exact import SEED, ExactAdjuster, by_character, choices_of, deals, peeking
from tests.luck.race import BAD, CAREFUL, DRAWN, GAME, GOOD, LOST, MOODY, TRUNCATED, WON


def lucks(options, act, cut=None, seed=SEED, references=(), **how):
    """The luck of each deal, the parts of the win, and the outcomes."""
    luck, won, outcomes = [], [], []
    adjuster = None
    for S, chosen in deals(options):
        choices = choices_of(S, act)
        if adjuster is None:
            adjuster = ExactAdjuster(chosen, **how)
        adjuster.take_deal(chosen)
        luck.append(adjuster.measure(seed, choices if cut is None else choices[: cut(choices)], references))
        won.append(np.maximum(GAME.returns(S), 0))
        outcomes.append(GAME.outcome(S))
    return np.array(luck), np.array(won), outcomes


@pytest.mark.parametrize("reference", [CAREFUL, MOODY, RANDOM], ids=lambda one: one.name)
@pytest.mark.parametrize("value", [GOOD, BAD, None], ids=["good", "bad", "none"])
def test_measure__mean_of_all_deals_is_zero(reference, value):
    """Two rivals with secrets: whatever they do, the value and the reference, the mean luck of each seat is 0."""
    spread = []
    for character in range(4):
        luck, _, outcomes = lucks(
            {"num_players": 2}, by_character(character), reference=reference, value=value, turns=1
        )
        spread.append(luck.std())
        assert len(luck) == 64 and {WON, DRAWN} >= set(outcomes)
        assert np.abs(luck.mean(0)).max() < 1e-12 and np.abs(luck.sum(1)).max() < 1e-12
    assert max(spread) > 0.1


@pytest.mark.parametrize(
    ("options", "ends"),
    [
        ({"num_players": 3}, {WON, DRAWN}),
        ({"num_players": 2, "max_decisions": 3}, {TRUNCATED}),
        ({"num_players": 2, "team": 1}, {WON, LOST}),
    ],
    ids=["three", "truncated", "team"],
)
def test_measure__other_tables(options, ends):
    """So it is with three seats, in games that are truncated, and where all win or lose together."""
    found = set()
    for character in range(4):
        luck, _, outcomes = lucks(options, by_character(character), reference=MOODY, value=GOOD, turns=1)
        found |= set(outcomes)
        assert luck.std() > 0.01 and np.abs(luck.mean(0)).max() < 1e-12
    assert found <= ends and len(found) >= min(2, len(ends)) - (DRAWN in ends)


@pytest.mark.parametrize("reference", [CAREFUL, MOODY, RANDOM], ids=lambda one: one.name)
def test_measure__stretches_of_two_turns(reference):
    """So it is where a stretch is the whole game, in which each seat answers several times."""
    for character in range(8):
        act = by_character(character)
        luck, _, _ = lucks({"num_players": 2}, act, seed=character, reference=reference, value=GOOD, turns=2)
        assert luck.std() > 0.01 and np.abs(luck.mean(0)).max() < 1e-12


@pytest.mark.parametrize(
    ("value", "references"),
    [(GOOD, (CAREFUL, CAREFUL)), (BAD, (CAREFUL, CAREFUL)), (None, ())],
    ids=["good", "bad", "none"],
)
def test_measure__one_stretch_for_a_game(value, references):
    """Where all seats do as their references, or without a value, all that dice did is luck: what is left depends only on the deal."""

    def act(S, seat, legal):
        return CAREFUL.act(GAME.observe(S, seat), legal.astype(np.int16), CAREFUL.new_memory(0))

    luck, won, _ = lucks({"num_players": 2}, act, references=references, reference=CAREFUL, value=value)
    left, mean = ((part.reshape(4, 16, 2)) for part in (won - luck, won))  # secret points, dice, seats
    assert won.std() > 0.1 and np.ptp(left, axis=1).max() < 1e-12 and np.abs(luck.mean(0)).max() < 1e-12
    if value is None:
        assert np.abs(left - mean.mean(1, keepdims=True)).max() < 1e-12


def test_measure__games_that_break_off():
    """A player may leave whenever it likes, by what it knows: the luck up to there has mean 0."""
    for character in range(4):
        act = by_character(character)
        for reason in (lambda played: min(2, len(played)), lambda played: 1 + (played[0] == 1)):
            luck, _, _ = lucks({"num_players": 2}, act, reason, reference=CAREFUL, value=GOOD, turns=1)
            assert luck.std() > 0.01 and np.abs(luck.mean(0)).max() < 1e-12


def test_measure__less_variance():
    luck, won, _ = lucks({"num_players": 2}, by_character(0), reference=CAREFUL, value=GOOD, turns=1)
    assert won[:, 0].var() > 2 * (won - luck)[:, 0].var()


@pytest.mark.parametrize("value", [GOOD, BAD], ids=["good", "bad"])
def test_less_luck__mean_of_all_samples_is_that_of_the_results(value):
    """Over all samples of three deals the mean less luck is the plain mean, though coefficients are fitted: none to its own deal."""
    luck, won, _ = lucks({"num_players": 2}, by_character(0), reference=CAREFUL, value=value, turns=1)
    kinds, times = np.unique(np.stack([won[:, 0], luck[:, 0]]).round(13), axis=1, return_counts=True)
    total = moved = 0.0
    for sample in itertools.product(range(len(times)), repeat=3):
        adjusted, likely = np.array(less_luck(*kinds[:, sample], range(3))), np.prod(times[[*sample]] / 64)
        total += likely * adjusted.mean()
        moved += likely * np.abs(adjusted - kinds[0, sample] + kinds[1, sample]).mean()
    assert abs(total - won[:, 0].mean()) < 1e-12 and moved > 0.001


def test_measure__peeking_is_not_luck():
    """Who knows the dice in advance is not lucky by chance: the adjusted result would hide what it won by that."""
    luck, _, _ = lucks({"num_players": 2}, peeking, reference=CAREFUL, value=GOOD, turns=1)
    assert np.abs(luck.mean(0)).max() > 0.05
