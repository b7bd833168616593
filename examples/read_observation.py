"""Reads an observation by the names of its numbers: the players, your own hand, and the texts of the legal actions.

python examples/read_observation.py
"""

import numpy as np

from fs_env import four_souls_v1
from fs_env.core.four_souls.game import GAME

SCHEMA = GAME.schema  # docs/look_up/observation/four_souls.md is this schema as a page


def summary(observation: np.ndarray) -> list[str]:
    """The facts that a seat knows about the players, one line each; seats are counted from the observer to the left."""
    players = SCHEMA.record(observation)["players"]  # the same memory as a numpy record
    lines = []
    for left, player in enumerate(players):
        if player["present"]:
            who = "you" if left == 0 else f"{left} to your left"
            lines.append(f"{who}: " + ", ".join(f"{name} {player[name]}" for name in ("coins", "hp", "souls", "hand")))
    return lines


def hand(observation: np.ndarray) -> list[str]:
    """Names of the loot cards in the observer's hand; the section has one entry for each of the first cards of `card_features`."""
    counts = SCHEMA.record(observation)["hand"]
    cards = four_souls_v1.card_features().cards
    return [cards[card] for card in counts.nonzero()[0] for _ in range(counts[card])]


if __name__ == "__main__":
    env = four_souls_v1.env(num_players=2)
    env.reset(seed=7)
    draw = np.random.default_rng(7)
    for _ in range(150):
        observation, _, over, _, _ = env.last()
        env.step(None if over else int(draw.choice(observation["action_mask"].nonzero()[0])))
    observation = env.observe(env.agent_selection)
    print(env.decision_text())
    print("\n".join(summary(observation["observation"])))
    print("hand:", ", ".join(hand(observation["observation"])) or "empty")
    for action in observation["action_mask"].nonzero()[0]:
        print(f"legal: {action} {env.action_text(int(action))}")
