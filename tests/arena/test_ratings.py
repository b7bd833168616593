"""Intervals of win rates."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.arena import wilson_interval
from fs_env.arena.ratings import interval_from, mean_interval, t_quantile


def test_wilson_interval__known_values():
    """Textbook values: 8 of 10 is 0.4902..0.9433, 0 of 10 is 0..0.2775; nothing played says nothing."""
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson_interval(0, 0) == (0, 1)
    assert all(wilson_interval(0, n)[0] == 0 and wilson_interval(n, n)[1] == 1 for n in range(1, 100))


def test_wilson_interval__refuses_impossible_counts():
    with pytest.raises(ValueError, match="wins=3"):
        wilson_interval(3, 2)


def test_t_quantile__of_published_tables():
    published = {1: 12.706, 2: 4.303, 5: 2.571, 6: 2.447, 10: 2.228, 30: 2.042, 120: 1.980}
    assert {n: round(t_quantile(n), 3) for n in published} == published


@pytest.mark.parametrize("deals", [2, 3, 5, 10, 30])
def test_interval__holds_the_true_share(deals):
    """Deals of two games, half of which end alike: the interval holds the share in at least 93 of 100 samples, with any few deals."""
    draw, numbers = np.random.default_rng(7), np.repeat(np.arange(deals), 2).tolist()
    for share in (0.02, 0.1, 0.3, 0.5, 0.98):
        held = 0
        for _ in range(400):
            alike, one, own = draw.random(deals) < 0.5, draw.random(deals) < share, draw.random((2, deals)) < share
            found = mean_interval(np.where(alike, one, own).astype(float).T.ravel().tolist(), numbers)
            held += found.low <= share <= found.high
        assert held >= 0.93 * 400, share


def test_interval__never_of_zero_width():
    """Deals that all ended alike, at an end or in the middle; one deal alone is compatible with every share."""
    assert mean_interval([1.0] * 10, range(10))[1:3] == pytest.approx((0.6615, 1), abs=1e-4)  # 1 / (1 + 2.2622**2 / 10)
    for mean in (0.0, 0.5, 1.0):
        found = interval_from(mean, 0.0, 20)
        assert found.high - found.low > 0.1 and found.error > 0.02
    assert mean_interval([1.0, 0.0], [3, 3])[1:3] == (0, 1) and mean_interval([], []).high == 1


def test_interval__of_adjusted_results():
    """Mean 0.6, error 0.02 of 11 deals: 2.2281 errors to each side, whatever a share of so many games scatters."""
    found = interval_from(0.6, 0.02, 11, adjusted=True)
    assert (found.low, found.high) == pytest.approx((0.55544, 0.64456), abs=1e-5)
    assert found.text == "60.0 [55.5, 64.5]"
    assert interval_from(1.1, 0.02, 11, adjusted=True).high > 1.1
