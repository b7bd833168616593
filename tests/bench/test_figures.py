"""The parts of the figures that can be right or wrong, whatever the clock says."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.bench.copying import copy_round
from fs_env.bench.determinizations import POSITIONS, measure_determinizations, middles
from fs_env.bench.effort import Effort
from fs_env.bench.report import settings_in_words
from fs_env.bench.sb3 import sb3_steps_per_s
from fs_env.bench.vector import GAMES, measure_vector, random_actions, vector_env
from tests.core.machine.nim import GAME as NIM

BRIEF = Effort(runs=1, seconds=0.01, starts=1)


def test_random_actions__legal_and_even():
    """Each row gets one of its legal actions, all about equally often; rows without any get 0."""
    masks = np.zeros((3, 7), np.int8)
    masks[0, [2, 5, 6]] = masks[2, 0] = 1
    random = np.random.default_rng(0)
    drawn = np.array([random_actions(masks, random) for _ in range(3_000)])
    assert set(drawn[:, 0].tolist()) == {2, 5, 6} and (drawn[:, 1:] == 0).all()
    assert (np.bincount(drawn[:, 0])[[2, 5, 6]] > 900).all()


def test_vector_env__takes_random_actions():
    for view in ("seat", "self_play"):
        env, random = vector_env(NIM, {"num_players": 2, "stones": 20}, view), np.random.default_rng(0)
        first, _ = env.reset(seed=3)
        for _ in range(30):
            seen, *_ = env.step(random_actions(env.action_masks(), random))
        assert env.num_envs == GAMES and np.shares_memory(seen["action_mask"], first["action_mask"])
        assert measure_vector(NIM, {"num_players": 2}, view, 0, BRIEF) > 0


def test_copy_round__all_places():
    """The copies reach every place, and leave the original alone."""
    rows = np.arange(40, dtype=np.uint8).reshape(4, 10)
    original = rows[0].copy()
    copy_round.py_func(rows, 3)
    assert (rows == original).all()


def test_middles__of_games_that_go_on():
    """Positions of different games, each with some decisions behind it and a seat to act."""
    S = middles(NIM, {"num_players": 2, "stones": 20}, 5)
    made = [NIM.decisions(S, e) for e in range(POSITIONS)]
    assert min(made) > 0 and len(set(made)) > 1 and all(NIM.to_act(S, e) >= 0 for e in range(POSITIONS))
    assert len({S[e].tobytes() for e in range(POSITIONS)}) == POSITIONS


def test_measure_determinizations__per_second_and_each():
    """Both figures of the same run agree, and one state a call is timed apart."""
    figures = measure_determinizations(NIM, {"num_players": 2}, 0, BRIEF)
    assert list(figures) == ["determinizations_per_s", "determinization_us", "single_determinization_us"]
    assert figures["determinizations_per_s"] * figures["determinization_us"] == pytest.approx(1e6)
    assert figures["single_determinization_us"] > 0


def test_sb3_steps__nothing_without_the_library(monkeypatch):
    monkeypatch.setattr("fs_env.bench.sb3.NEEDED", ("fs_env", "no_such_package"))
    assert sb3_steps_per_s("tests.core.machine.nim:GAME") is None


def test_sb3_steps__of_the_toy_game():
    rate = sb3_steps_per_s("tests.core.machine.nim:GAME", options={"stones": 20}, num_envs=4, runs=1)
    assert rate is not None and rate > 0


def test_settings__card_sets_only_of_games_that_have_them():
    """The card sets of a run are told of Four Souls, not of a game without card sets."""
    settings = {"players": 4, "sets": "base,gold", "seed": 0, "runs": 5, "seconds": 2.0}
    assert settings_in_words(settings, "four_souls").startswith("4 players, card sets base,gold, seed 0")
    assert settings_in_words(settings, "castles_of_caleira").startswith("4 players, seed 0")
