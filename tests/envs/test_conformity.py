"""PettingZoo's own checkers pass, and warn about nothing but what is meant."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from tests.envs.cases import PLAYERS
from tests.envs.pictures import MISSING

# A dict with a mask is what PettingZoo's documentation asks for; its checker warns about every dict.
ABOUT_DICTS = {
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
}
ABOUT_RESET = {"unknown reset option 'options': expected state; it is ignored"}  # the checker passes that option


def test_api_test(make_env, setting):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)  # of sockets of other tests, which are collected at any time
        api_test(make_env(**setting), num_cycles=200)
    assert {str(w.message) for w in told} == ABOUT_DICTS | ABOUT_RESET


@pytest.mark.parametrize("skip_forced", [False, True])
def test_api_test__mask_in_info(make_env, skip_forced):
    """With the mask in info alone the observation is an array and the checker has nothing to say about it."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", ResourceWarning)
        api_test(make_env(mask_in="info", skip_forced=skip_forced), num_cycles=200)
    assert {str(w.message) for w in told} == ABOUT_RESET


def test_seed_test(make_env, setting):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seed_test(lambda: make_env(**setting), num_cycles=150)


@pytest.mark.parametrize("num_players", PLAYERS)
def test_render_test(make_env, num_players, capsys):
    def make(render_mode):
        env = make_env(render_mode=render_mode, num_players=num_players)
        if MISSING:
            env.metadata["render_modes"] = ["human", "ansi"]
        return env

    render_test(make)
    assert capsys.readouterr().out.strip()


def test_performance_benchmark(make_env, setting, monkeypatch, capsys):
    """PettingZoo's performance_benchmark runs through ends of games; its five seconds are a clock of 400 rounds here."""
    ticks = iter(range(10**6))

    class Clock:
        @staticmethod
        def time():
            return next(ticks) / 80

    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", Clock)
    performance_benchmark(make_env(**setting))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_wrappers__of_pettingzoo_around_games_that_illegal_actions_lose(make_env, setting):
    """PettingZoo's own wrapper that ends a game at an illegal action says the same as our option, step by step."""
    ours, theirs = make_env(illegal="lose", **setting), TerminateIllegalWrapper(make_env(**setting), illegal_reward=-1)
    rng = np.random.default_rng(1)
    for seed in range(6):
        for env in (ours, theirs):
            env.reset(seed=seed)
        while ours.agents:
            assert ours.agent_selection == theirs.agent_selection and ours.agents == theirs.agents
            mine, other = ours.last(), theirs.last()
            assert mine[1] == other[1] and (mine[2] or mine[3]) == (other[2] or other[3])
            legal = mine[0]["action_mask"].nonzero()[0]
            action = None if mine[2] or mine[3] else int(rng.choice(legal))
            if action is not None and rng.random() < 0.05:
                action = int(rng.integers(len(mine[0]["action_mask"])))
            for env in (ours, theirs):
                env.step(action)
        assert theirs.agents == []
