"""Environments of games that all win or lose together (R21.6)."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env import four_souls_v1

ILLEGAL = 10**6


@pytest.mark.parametrize(("options", "other"), [({"variant": "cooperative"}, -1.0), ({}, 0.0)])
def test_illegal__loses_for_the_partner_too(options: dict[str, str], other: float) -> None:
    """With illegal="lose" a partner loses with the agent that answered so; a rival is not concerned."""
    env = four_souls_v1.env(illegal="lose", **options)
    env.reset(seed=2)
    loser = env.agent_selection
    env.step(ILLEGAL)
    assert env.rewards == {agent: -1.0 if agent == loser else other for agent in env.possible_agents}


@pytest.mark.parametrize(("options", "other"), [({"variant": "cooperative"}, -1.0), ({}, 0.0)])
def test_illegal__in_rows(options: dict[str, str], other: float) -> None:
    """The same in a vector environment: `returns` of the row tell it for both seats."""
    env = four_souls_v1.vector_env(2, view="self_play", illegal="lose", **options)
    _, infos = env.reset(seed=2)
    loser = int(infos["seat"][0])
    _, rewards, over, _, infos = env.step(np.array([ILLEGAL, 0]))
    assert rewards[0] == -1.0 and over.tolist() == [True, False]
    assert infos["returns"][0].tolist() == [-1.0 if seat == loser else other for seat in range(2)]
