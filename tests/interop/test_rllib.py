"""The environment for RLlib: RLlib's own check, and what it says at the end and to wrong actions."""

from __future__ import annotations

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded

pytest.importorskip("tree", reason="RLlib needs the extra 'rllib'")
pytest.importorskip("ray.rllib", reason="needs the extra 'rllib'")

from ray.rllib.utils.pre_checks.env import check_multiagent_environments

from fs_env.interop.rllib import GameMultiAgentEnv, ppo_config

CASTLES = "castles_of_caleira_v1"


@pytest.mark.parametrize("options", [{}, {"num_players": 4, "skip_forced": True}, {"max_episode_steps": 1}], ids=str)
def test_check__passes_where_any_action_may_be_taken(options):
    """RLlib's check resets and takes a random action, which is often illegal and ends the game: it finds nothing wrong."""
    for _ in range(20):
        env = GameMultiAgentEnv({"env": CASTLES, "illegal": "lose", **options})
        check_multiagent_environments(env)
    assert not ppo_config(CASTLES, illegal="lose").disable_env_checking and ppo_config(CASTLES).disable_env_checking


@pytest.mark.parametrize("illegal", ["lose", "error"])
def test_step__to_the_end_and_after_it(illegal):
    """Whoever is observed is one of `agents`, at the end all of them; afterwards only a reset can follow."""
    env = GameMultiAgentEnv({"env": CASTLES, "illegal": illegal})
    with pytest.raises(ResetNeeded, match=r"step\(\) before reset\(\)"):
        env.step({"player_0": 0})
    told, _ = env.reset(seed=1, options={})
    over = False
    while not over:
        ((agent, seen),) = told.items()
        assert env.observation_spaces[agent].contains(seen)
        for wrong in ({}, {"player_9": 0}):
            with pytest.raises(ValueError, match=f"{agent} is asked and has none"):
                env.step(wrong)
        with pytest.raises(TypeError, match="expected a whole number"):
            env.step({agent: 1.5})
        told, rewards, terminations, truncations, _ = env.step({agent: np.array([seen["action_mask"].argmax()])})
        over = terminations["__all__"] or truncations["__all__"]
        assert told.keys() == rewards.keys() <= set(env.agents)
    assert set(told) == set(env.agents) == set(env.possible_agents)
    with pytest.raises(ResetNeeded, match=r"after the end of the game: call reset\(\)"):
        env.step({agent: 0})
    env.reset()
    env.close()
    env.close()
    for call in (env.reset, lambda: env.step({agent: 0})):
        with pytest.raises(ClosedEnvironmentError, match="create another environment"):
            call()
