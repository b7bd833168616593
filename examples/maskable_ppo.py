"""A short training run of sb3-contrib's MaskablePPO against random play. Needs the extra `train` (see docs/do/training.md).

python examples/maskable_ppo.py
"""

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from fs_env import castles_of_caleira_v1
from fs_env.envs.sb3 import GameVecEnv

ENVS, STEPS = 16, 2_048


def train(steps: int = STEPS, seed: int = 1) -> MaskablePPO:
    """Trains a policy for Castles of Caleira for `steps` decisions; `four_souls_v1` takes the same arguments."""
    torch.set_num_threads(1)  # for batches as small as these
    games = castles_of_caleira_v1.vector_env(ENVS, opponents="random", skip_forced=True, autoreset_mode="SameStep")
    model = MaskablePPO("MlpPolicy", GameVecEnv(games), n_steps=64, batch_size=256, seed=seed, device="cpu", verbose=1)
    return model.learn(steps)


def play(model: MaskablePPO, games: int = 20) -> float:
    """The share of games that the policy wins against random play."""
    env = castles_of_caleira_v1.seat_env(opponents="random", skip_forced=True)
    won = 0
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation["observation"], action_masks=observation["action_mask"])
            observation, reward, terminated, truncated, _ = env.step(int(action))
            over = terminated or truncated
        won += reward > 0
    return won / games


if __name__ == "__main__":
    model = train()
    print(f"trained on {model.num_timesteps} decisions; wins {100 * play(model):.0f} % against random play")
    print(f"mean result of the last training games: {np.mean([episode['r'] for episode in model.ep_info_buffer]):.2f}")
