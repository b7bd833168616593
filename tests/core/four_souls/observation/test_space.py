"""Every observation of every reached position lies in the spaces that the environments declare, in both forms."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.tokens import TOKENS
from fs_env.envs.spaces import observation_box

TABLES_EVERY = 25  # a table of tokens takes as long as many flat observations
SHORT, LONG = 1_500, 50_000
COMBINATIONS = [(players, sets) for sets in range(1, 8) for players in (2, 3, 4)]
BOXES = {"flat": observation_box(SCHEMA), "tokens": observation_box(cast(Any, TOKENS))}


def expect_inside(players: int, sets: int, decisions: int, seed: int = 0) -> None:
    """Plays random games for that many decisions; every seat's observation is in the spaces."""
    draw = np.random.default_rng(seed)
    S, out, visited = GAME.new(), np.empty(SCHEMA.size, np.int16), 0
    while visited < decisions:
        GAME.setup(S, seed=seed, num_players=players, sets=sets)
        seed += 1
        while visited < decisions and GAME.to_act(S) >= 0:
            for seat in range(players):
                GAME.observe(S, seat, out=out)
                beyond = np.flatnonzero((out < SCHEMA.low) | (out > SCHEMA.high))
                words = [f"{SCHEMA.index_words(place)} = {out[place]}" for place in beyond.tolist()]
                assert not words, f"{words} in game {seed - 1}: {GAME.decision_text(S)}"
            if visited % TABLES_EVERY == 0:
                assert BOXES["flat"].contains(out)
                assert BOXES["tokens"].contains(TOKENS.from_flat(out)), f"tokens in game {seed - 1}"
            GAME.step(S, int(draw.choice(GAME.legal(S))))
            visited += 1


@pytest.mark.parametrize(("players", "sets"), COMBINATIONS)
def test_space__contains_every_observation(players: int, sets: int) -> None:
    """Every number lies between its bounds, whatever sets are played by however many."""
    expect_inside(players, sets, SHORT)


@pytest.mark.long
@pytest.mark.parametrize(("players", "sets"), COMBINATIONS)
def test_space__contains_a_million_observations(players: int, sets: int) -> None:
    expect_inside(players, sets, LONG, seed=1000)
