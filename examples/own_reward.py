"""A reward of your own: souls on the way to the win, as potential-based shaping, which does not change which play is best.

python examples/own_reward.py
"""

from typing import Any

import gymnasium
import numpy as np

import fs_env  # noqa: F401  # registers the environments
from fs_env.core.four_souls.game import GAME

GAMMA, WEIGHT = 0.999, 0.1


def potential(observation: np.ndarray) -> float:
    """A tenth for each soul that the observer is ahead of the best opponent."""
    souls = GAME.schema.record(observation)["players"]["souls"]  # the observer first, 0 for seats that are not there
    return WEIGHT * float(souls[0] - souls[1:].max())


class SoulReward(gymnasium.Wrapper):
    """Adds GAMMA * potential(next position) - potential(this one) to every reward; a finished game has the potential 0.

    Source: Ng, Harada and Russell, "Policy invariance under reward transformations", 1999.
    """

    now = 0.0

    def reset(self, **arguments: Any) -> tuple[Any, dict[str, Any]]:
        """Begins a game."""
        seen, info = self.env.reset(**arguments)
        self.now = potential(seen["observation"])
        return seen, info

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answers a decision; `info["result"]` is the reward without the souls."""
        seen, reward, terminated, truncated, info = self.env.step(action)
        then = 0.0 if terminated else potential(seen["observation"])
        shaped = reward + GAMMA * then - self.now
        self.now = then
        return seen, shaped, terminated, truncated, info | {"result": reward}


if __name__ == "__main__":
    env = SoulReward(gymnasium.make("FourSouls/FourSouls-v1", opponents="random", skip_forced=True))
    draw, over, rewards = np.random.default_rng(1), False, []
    observation, info = env.reset(seed=1)
    while not over:
        action = draw.choice(observation["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(int(action))
        rewards.append(reward)
        over = terminated or truncated
    paid = [f"{reward:+.2f} at decision {t}" for t, reward in enumerate(rewards) if abs(reward) > WEIGHT / 2]
    print(f"result {info['result']:+.0f}; rewards on the way: {', '.join(paid)}")
