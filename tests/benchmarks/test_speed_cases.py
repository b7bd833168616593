"""Cases on which the speed is measured."""

from __future__ import annotations

import pytest

from benchmarks.test_speed import DECISIONS, Case
from fs_env.registry.games import games


@pytest.mark.parametrize("name", list(games()))
def test_case__is_under_way(name):
    """Every game, long or short, is copied and observed while a decision is pending, and not at its first decision."""
    case = Case(name)
    assert case.game.to_act(case.S) >= 0
    assert 0 < case.game.decisions(case.S) <= DECISIONS
