"""Fixtures: `make_env` for each game, `setting` for each number of players with and without skip_forced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fs_env.envs import GameAEC
from tests.envs.cases import CASES, PLAYERS


@pytest.fixture(params=sorted(CASES))
def make_env(request: pytest.FixtureRequest) -> Callable[..., GameAEC]:
    """Makes an environment of one game from keyword arguments."""
    return CASES[request.param]


@pytest.fixture(
    params=[(n, s) for n in PLAYERS for s in (False, True)],
    ids=lambda p: f"{p[0]} players{', skip_forced' if p[1] else ''}",
)
def setting(request: pytest.FixtureRequest) -> dict[str, Any]:
    """num_players and skip_forced."""
    players, skip = request.param
    return {"num_players": players, "skip_forced": skip}
