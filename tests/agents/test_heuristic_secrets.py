"""Games of the heuristic bot, which looks, orders, gives and steals as people do: what is secret stays so."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.agents.heuristic.agent import HeuristicAgent
from fs_env.core.four_souls.game import GAME
from tests.core.four_souls import secret_answers
from tests.generic.suite import Kinds, compare_secret_answers

POLICY = HeuristicAgent.policy
GAMES, ALL_SETS = 14, 7


@pytest.mark.parametrize("players", [3, 4])
def test_secret_answers__in_games_of_the_heuristic_bot(players):
    """A45: two secret answers to one question look the same to every other seat, in each position that is reached."""
    compared, met = 0, Kinds()
    for seed in range(GAMES):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=players, sets=ALL_SETS)
        memories = [POLICY.new_memory(seat) for seat in range(players)]
        while (seat := GAME.to_act(S)) >= 0:
            compared += compare_secret_answers(GAME, S, secret_answers, met)
            legal = np.sort(GAME.legal(S)).astype(np.int16)
            GAME.step(S, POLICY.act(GAME.observe(S, seat), legal, memories[seat]))
    assert compared > 100, f"only {compared} pairs of secret answers were met"
