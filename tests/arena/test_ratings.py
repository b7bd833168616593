"""Intervals of win rates."""

from __future__ import annotations

import pytest

from fs_env.arena import wilson_interval


def test_wilson_interval__known_values():
    """Textbook values: 8 of 10 is 0.4902..0.9433, 0 of 10 is 0..0.2775; nothing played says nothing."""
    assert wilson_interval(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson_interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson_interval(0, 0) == (0, 1)
    assert all(wilson_interval(0, n)[0] == 0 and wilson_interval(n, n)[1] == 1 for n in range(1, 100))


def test_wilson_interval__refuses_impossible_counts():
    with pytest.raises(ValueError, match="wins=3"):
        wilson_interval(3, 2)
