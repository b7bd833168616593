"""Many games at once: a numpy policy plays one seat of each, a compiled bot plays the other.

python examples/vector_policy.py
"""

import numpy as np

from fs_env import four_souls_v1
from fs_env.core.four_souls.game import GAME

ENVS, STEPS = 64, 400
LIKED = {"attack": 3.0, "activate": 2.0, "play": 2.0, "buy": 2.0, "buy_top": 1.0, "yes": 1.0, "pass": -1.0}
"""Logits of the actions in a range; ranges not listed get 0."""


def weights() -> np.ndarray:
    """A logit for each action id, float64 of shape (num_actions,)."""
    out = np.zeros(GAME.num_actions)
    for name, liked in LIKED.items():
        out[GAME.action_ids[name]] = liked
    return out


def draw_actions(logits: np.ndarray, masks: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draws one legal action for each row from the softmax of the logits (by the Gumbel trick)."""
    noisy = logits + rng.gumbel(size=masks.shape)
    return np.where(masks == 1, noisy, -np.inf).argmax(axis=1)


def play(envs: int = ENVS, steps: int = STEPS, seed: int = 1) -> tuple[int, int]:
    """Plays; returns how many games ended and how many of them the policy won."""
    games = four_souls_v1.vector_env(envs, num_players=2, opponents="random", skip_forced=True)
    rng, logits = np.random.default_rng(seed), weights()
    observations, _ = games.reset(seed=seed)
    ended = won = 0
    for _ in range(steps):
        actions = draw_actions(logits, observations["action_mask"], rng)
        observations, rewards, terminations, truncations, _ = games.step(actions)
        ended += int((terminations | truncations).sum())
        won += int((rewards > 0).sum())
    games.close()
    return ended, won


if __name__ == "__main__":
    ended, won = play()
    print(f"{ended} games ended, the policy won {won} of them ({100 * won / max(ended, 1):.0f} %)")
