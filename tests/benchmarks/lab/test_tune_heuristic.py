"""The factorial experiment that measures the heuristic's weights: its regression, its proposals and its files. Its bot, which takes
half a minute to compile, plays in `make test-long`."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks.lab import tune_heuristic
from benchmarks.lab.move_worth import POLICY, TRIED
from benchmarks.lab.tune_heuristic import STEPS, Sums, attempt, proposal, read, rotated, write
from fs_env.agents.heuristic.improvements import ALL
from fs_env.agents.heuristic.memory import WORDS
from fs_env.agents.heuristic.weights import N_WEIGHTS, Weight
from fs_env.core.machine.compile.jit import compiled

needs_compiled_bots = pytest.mark.skipif(not compiled(), reason="plays whole games")


def experiment(players: int, gains: list[float], curves: list[float], games: int, seed: int) -> Sums:
    """Games without cards: a bot's chance is an equal share, and what its levels add, less what those of the others do."""
    draw = np.random.default_rng(seed)
    levels = draw.integers(-1, 2, size=(games, players, len(gains)))
    added = levels @ np.array(gains) + levels**2 @ np.array(curves)
    # a bot alone in having a level gains what is said: the others share the loss
    chances = 1 / players + (added - added.mean(axis=1, keepdims=True)) * players / (players - 1)
    won = chances.cumsum(axis=1) > draw.random((games, 1))
    won[:, 1:] &= ~won[:, :-1]  # the first one whose sum is reached
    sums = Sums.of(players, len(gains))
    sums.add(levels, won)
    return sums


@pytest.mark.parametrize("players", [2, 4])
def test_fit__recovers_the_known_weights(players):
    """The effect of three weights on the share of won games, straight and curved, is found again within four standard errors."""
    gains, curves = [0.03, -0.02, 0.0], [0.0, -0.02, 0.015]
    found, errors, bends = experiment(players, gains, curves, 200_000, 1).fit()
    assert (errors < 0.002).all()
    assert (np.abs(found - gains) < 4 * errors).all()
    assert (np.abs(bends - curves) < 8 * errors).all()


def test_fit__errors_are_as_large_as_the_effects_of_nothing():
    """Over forty experiments in which no weight matters, effects scatter as the standard errors say."""
    z = [
        found / errors for found, errors, _ in (experiment(2, [0.0] * 5, [0.0] * 5, 2_000, k).fit() for k in range(40))
    ]
    assert 0.85 < np.std(z) < 1.15


@pytest.mark.parametrize(
    ("gain", "error", "curve", "step"),
    [
        (0.010, 0.006, 0.0, 0.0),  # not significant
        (0.020, 0.001, 0.0, 1.0),  # a whole step
        (-0.020, 0.001, 0.0, -1.0),
        (0.020, 0.001, -0.04, 0.25),  # the top of the curve
        (0.020, 0.010, 0.0, 0.75),  # shrunk: a quarter of its square is noise
    ],
)
def test_proposal__steps_that_are_likely_to_help(gain, error, curve, step):
    """Significant effects only, not beyond the top of a curve, shrunk by the error."""
    assert proposal(np.array([gain]), np.array([error]), np.array([curve]))[0] == pytest.approx(step, abs=0.01)


def test_rotated__every_bot_from_every_seat():
    """A deal of three bots is played three times; each bot sits in each seat once."""
    found = rotated(np.array([[10, 11, 12], [20, 21, 22]]))
    assert found.tolist() == [[10, 11, 12], [12, 10, 11], [11, 12, 10], [20, 21, 22], [22, 20, 21], [21, 22, 20]]


def test_file__is_read_as_it_was_written(tmp_path):
    """A significant weight is proposed, and a start is kept; the rest stays as it is."""
    sums = Sums.of(2, N_WEIGHTS)
    draw = np.random.default_rng(3)
    levels = draw.integers(-1, 2, size=(20_000, 2, N_WEIGHTS))
    better = levels[:, 0, Weight.WAIT] - levels[:, 1, Weight.WAIT]
    first = draw.random(20_000) < 0.5 + 0.1 * better
    sums.add(levels, np.column_stack([first, ~first]))
    start = np.zeros(N_WEIGHTS)
    start[Weight.LOOT] = 0.5
    write(tmp_path / "found.json", start, sums, 20_000)
    changes = read(tmp_path / "found.json")
    assert changes[Weight.WAIT] == pytest.approx(STEPS[Weight.WAIT], rel=0.05)
    assert changes[Weight.LOOT] == pytest.approx(0.5, abs=STEPS[Weight.LOOT])
    assert np.count_nonzero(changes) < 8  # one of twenty by chance
    assert next(iter(json.loads((tmp_path / "found.json").read_text())["effects"])) == "WAIT"
    assert not list(tmp_path.glob("*.new"))


def test_read__refuses_a_weight_that_does_not_exist(tmp_path):
    """The error names the file and the weight."""
    (tmp_path / "wrong.json").write_text('{"changes": {"LUCK": 1.0}}')
    with pytest.raises(ValueError, match=r"wrong\.json: expected changes of weights, but it changes LUCK"):
        read(tmp_path / "wrong.json")


@pytest.mark.long
@needs_compiled_bots
def test_attempt__equal_bots_share_the_wins():
    """Without changes all seats of a deal play the same game whoever sits where: each deal has one winner."""
    nothing = np.zeros(N_WEIGHTS)
    won = attempt(nothing, nothing, 0, 3, 1, 20, 5)
    assert won.shape == (20, 3) and (won.sum(axis=1) == 1).all()


@pytest.mark.long
@needs_compiled_bots
def test_attempt__a_bot_that_throws_money_away_loses():
    """A bot for which cents are worth more than treasures buys nothing and loses most games; the first edition loses too."""
    nothing, miser = np.zeros(N_WEIGHTS), np.zeros(N_WEIGHTS)
    miser[Weight.COIN] = 2.0
    assert attempt(miser, nothing, 0, 2, 1, 100, 7).mean() < 0.4
    assert attempt(nothing, nothing, ALL, 2, 1, 200, 7).mean() > 0.5


@pytest.mark.long
@needs_compiled_bots
def test_measure__writes_the_same_file_for_the_same_seed(tmp_path, monkeypatch):
    """Two runs give the same bytes; another seed gives others."""
    monkeypatch.setattr(tune_heuristic, "CHUNK", 20)
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        tune_heuristic.measure(tmp_path / name, np.zeros(N_WEIGHTS), 2, 1, 30, seed)
    texts = [(tmp_path / name).read_text() for name in "abc"]
    assert texts[0] == texts[1] != texts[2] and json.loads(texts[0])["games"] == 60


def test_policy__has_a_word_for_each_weight():
    """The bot's memory is followed by one word for each weight, before those of the other experiment."""
    assert POLICY.words > TRIED == WORDS + N_WEIGHTS
