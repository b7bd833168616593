"""The interval of a summary contains the true score as often as it claims, in a simulation that uses nothing of the package."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.leaderboard.summary import interval_of

TRIALS = 1500


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
