"""The games for RLlib's new API stack: a multi-agent environment, and a PPO that masks illegal actions and has one policy for all seats.

Needs the extra "rllib". Source: https://docs.ray.io/en/latest/rllib/multi-agent-envs.html
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from fs_env.envs.registry import make
from fs_env.interop import needs

with needs("rllib", "RLlib"):
    from ray.rllib.algorithms.ppo import PPOConfig
    from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

if TYPE_CHECKING:
    from fs_env.envs.aec import GameAEC

SHARED = "shared"
"""The policy that plays every seat."""
Observations = dict[str, dict[str, NDArray[np.float32]]]


class GameMultiAgentEnv(MultiAgentEnv):
    """A game in which RLlib plays every seat; each step has the agent that is asked, the last one has all agents.

    `agents` are always all agents: they leave together, at the end. Infos are empty.

    Observations are `{"observations": float32 (size,), "action_mask": float32 (num_actions,)}`, the names of RLlib's masking
    modules. Rewards come in the last step, to all agents; before it whoever is asked gets 0, as RLlib wants of an observation.

    Args:
        config: "env", an id of `fs_env.make` such as "castles_of_caleira_v1", and options of that environment.

    Raises:
        ValueError: no "env", no environment with that id, or a value out of range.
        TypeError: an unknown option.
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        options = dict(config or {})
        if "env" not in options:
            raise ValueError(
                'env_config has no "env": expected the id of an environment, such as "castles_of_caleira_v1"'
            )
        self.env: GameAEC = make(options.pop("env"), **{**options, "mask_in": "observation"})
        self.possible_agents = list(self.env.possible_agents)
        self.agents = list(self.possible_agents)
        self.observation_spaces = {agent: as_floats(self.env.observation_spaces[agent]) for agent in self.agents}
        self.action_spaces = dict(self.env.action_spaces)
        self.observation_space = spaces.Dict({**self.observation_spaces})
        self.action_space = spaces.Dict(self.action_spaces)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deals a new game; arguments and errors as in `GameAEC.reset`."""
        self.env.reset(seed=seed, options=options)
        return self._observations([self.env.agent_selection]), {}

    def step(self, action_dict: Mapping[str, Any]) -> tuple[Any, ...]:
        """Plays the action of the agent that is asked; actions of others are ignored.

        Raises:
            TypeError: actions that are not a dictionary by agent.
            ValueError: the agent that is asked has none.
            ResetNeeded: no `reset` yet, or the game is over.
            ClosedEnvironmentError, IllegalAction, TypeError: as `GameAEC.step`.
        """
        env = self.env
        if not isinstance(action_dict, Mapping):
            raise TypeError(f"actions {action_dict!r}: expected a dictionary, agent to action")
        env._need_reset("step()")
        _, _, terminated, truncated, _ = env.last(observe=False)
        if terminated or truncated:
            raise ResetNeeded("step() after the end of the game: call reset() first")
        if env.agent_selection not in action_dict:
            raise ValueError(f"actions {dict(action_dict)!r}: {env.agent_selection} is asked and has none")
        env.step(action_dict[env.agent_selection])
        terminated, truncated = all(env.terminations.values()), any(env.truncations.values())
        if not (terminated or truncated):
            asked = env.agent_selection
            return self._observations([asked]), {asked: 0.0}, {"__all__": False}, {"__all__": False}, {}
        agents = list(env.agents)
        ended = (dict.fromkeys([*agents, "__all__"], flag) for flag in (terminated and not truncated, truncated))
        return self._observations(agents), {agent: env.rewards[agent] for agent in agents}, *ended, {}

    def render(self) -> Any:
        return self.env.render()

    def close(self) -> None:
        """As `GameAEC.close`: all other calls raise an error from now on. May be called more than once."""
        self.env.close()

    def _observations(self, agents: Sequence[str]) -> Observations:
        seen = {agent: self.env.observe(agent) for agent in agents}
        names = (("observations", "observation"), ("action_mask", "action_mask"))
        return {agent: {to: one[of].astype(np.float32) for to, of in names} for agent, one in seen.items()}


def as_floats(space: Any) -> spaces.Dict:
    """The observation space of an agent as RLlib's masking modules name and type it."""
    box, mask = space["observation"], space["action_mask"]
    return spaces.Dict(
        {
            "observations": spaces.Box(box.low.astype(np.float32), box.high.astype(np.float32), dtype=np.float32),
            "action_mask": spaces.Box(0, 1, mask.shape, np.float32),
        }
    )


def shared_policy(agent_id: str, *others: Any, **more: Any) -> str:
    return SHARED


def ppo_config(name: str, hidden: Sequence[int] = (256, 256), **options: Any) -> Any:
    """A `PPOConfig` for self-play of one policy in every seat, with illegal actions masked; change it as any other.

    Args:
        name: an id of `fs_env.make`, such as "castles_of_caleira_v1".
        hidden: units of each hidden layer.
        options: of that environment.

    Raises:
        ValueError: no environment has that id, or a value out of range.
        TypeError: an unknown option.
    """
    env = GameMultiAgentEnv({"env": name, **options})
    agent = env.possible_agents[0]
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        observation_space=env.observation_spaces[agent],
        action_space=env.action_spaces[agent],
        model_config={"fcnet_hiddens": list(hidden)},
    )
    return (
        PPOConfig()
        .framework("torch")
        .environment(
            GameMultiAgentEnv,
            env_config={"env": name, **options},
            # RLlib's check takes any action, whatever the mask says
            disable_env_checking=options.get("illegal") != "lose",
        )
        .multi_agent(policies={SHARED}, policy_mapping_fn=shared_policy)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={SHARED: module}))
    )
