"""Intervals contain the true value as often as they claim, in simulations that use nothing of the package."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.arena.ratings import clustered_mean
from fs_env.leaderboard.intervals import adjusted_interval, share_interval, student95
from fs_env.leaderboard.summary import interval_of

TRIALS = 1500


def test_student95__is_that_of_tables() -> None:
    table = {1: 12.706, 2: 4.303, 4: 2.776, 9: 2.262, 29: 2.045, 1000: 1.962}
    assert {n: student95(n) for n in table} == pytest.approx(table, abs=0.01)


@pytest.mark.parametrize(("deals", "chance"), [(5, 0.05), (10, 0.5), (40, 0.02), (40, 0.3)])
def test_share_interval__contains_the_truth(deals: int, chance: float) -> None:
    """Two games a deal, whose chance differs from deal to deal: 95 % contain the mean chance, up to three errors of the simulation."""
    rng, inside = np.random.default_rng(deals), 0
    for _ in range(TRIALS):
        won = rng.random((deals, 2)) < rng.beta(2 * chance, 2 * (1 - chance), (deals, 1))
        mean, error = clustered_mean(won.ravel().astype(float).tolist(), np.repeat(np.arange(deals), 2).tolist())
        low, high = share_interval(mean, error, deals, 2 * deals)
        assert 0 <= low < high <= 1
        inside += low <= chance <= high
    assert inside / TRIALS > 0.95 - 3 * (0.95 * 0.05 / TRIALS) ** 0.5


def test_adjusted_interval__of_six_deals() -> None:
    """By Student's t the interval of normal results contains the truth in 95 %; by the normal distribution it were 90 %."""
    rng = np.random.default_rng(6)
    results = rng.normal(0.5, 0.1, (TRIALS, 6))
    bounds = [adjusted_interval(float(one.mean()), float(one.std(ddof=1)) / 6**0.5, 6) for one in results]
    assert np.mean([low <= 0.5 <= high for low, high in bounds]) == pytest.approx(0.95, abs=0.017)


@pytest.mark.parametrize("shared", [0.0, 0.1])
def test_summary__contains_the_truth_with_five_seeds(shared: float) -> None:
    """Scores of five seeds in five scenarios, also where a seed is a bot that was trained by itself, stronger or weaker in all of them:
    95 % of the intervals contain the expected score, which is the middle one of the scenarios by symmetry."""
    rng, inside = np.random.default_rng(5), 0
    means = np.array([0.4, 0.45, 0.5, 0.55, 0.6])
    for _ in range(TRIALS):
        scores = means + rng.normal(0, shared, (5, 1)) + rng.normal(0, 0.05, (5, 5))
        found = interval_of({seed: own.tolist() for seed, own in enumerate(scores)}, 500, 1.0)
        inside += found["low"] <= 0.5 <= found["high"]
    assert inside / TRIALS == pytest.approx(0.95, abs=0.017)
