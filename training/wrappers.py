"""Wrappers between the environment and the learner: shaped rewards, network input."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper

from fs_env.training.features import Features
from fs_env.training.shaping import Potential

Stepped = tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]


class ShapedRewards(VecEnvWrapper):
    """Adds weight * (gamma * potential(next) - potential(now)) to each reward; the potential of an ended game is 0.

    A truncated game has not ended in this sense: the learner bootstraps from its value. The "episode" infos keep the plain
    results.

    Args:
        venv: the environment; its observations are passed to the potential.
        potential, gamma: see `training.shaping`; gamma is the learner's.
        weight: of the potential; a win is worth 1.
    """

    def __init__(self, venv: VecEnv, potential: Potential, gamma: float, weight: float) -> None:
        super().__init__(venv)
        self._potential, self._gamma, self._weight = potential, gamma, weight
        self._now = np.zeros(venv.num_envs, np.float32)

    def reset(self) -> NDArray[Any]:
        """Begins new games."""
        observations: NDArray[Any] = self.venv.reset()
        self._now = self._weight * self._potential(observations)
        return observations

    def step_wait(self) -> Stepped:
        """Steps the environment; returns the shaped rewards."""
        observations, rewards, ended, infos = self.venv.step_wait()
        then = self._weight * self._potential(observations)
        reached = then.copy()
        for row in ended.nonzero()[0].tolist():
            info = infos[row]
            cut = info["TimeLimit.truncated"]
            reached[row] = self._weight * self._potential(info["terminal_observation"]) if cut else 0.0
        rewards = rewards + self._gamma * reached - self._now
        self._now = then
        return observations, rewards, ended, infos


class FeatureObservations(VecEnvWrapper):
    """Converts observations to network input, float32 (num_envs, features.size)."""

    def __init__(self, venv: VecEnv, features: Features) -> None:
        super().__init__(venv, observation_space=spaces.Box(-np.inf, np.inf, (features.size,), np.float32))
        self._features = features

    def reset(self) -> NDArray[np.float32]:
        """Begins new games."""
        return self._features(self.venv.reset())

    def step_wait(self) -> Stepped:
        """Steps the environment; converts all observations, including terminal ones."""
        observations, rewards, ended, infos = self.venv.step_wait()
        for row in ended.nonzero()[0].tolist():
            infos[row]["terminal_observation"] = self._features(infos[row]["terminal_observation"][None])[0]
        return self._features(observations), rewards, ended, infos
