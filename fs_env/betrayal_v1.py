"""Betrayal at Baldur's Gate as a PettingZoo AEC environment, three to six players.

    from fs_env import betrayal_v1

    env = betrayal_v1.env(num_players=4)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

What is documented of the game is played as documented; catacombs, items, haunts and the haunt chart, of which nothing or
little is known, are content of our own: see docs/rules/betrayal.md.

Version history:
    v1: each player takes a card and a side of it; a traitor may ignore events that others draw and those that lie on tiles, a
        hidden one may reveal at any time; corrections of single cards, tiles and powers. Games recorded before do not carry over.
    v0: first release.
"""

from __future__ import annotations

from fs_env.core.betrayal.options import OPTIONS
from fs_env.envs.version_module import functions

__all__ = ["env", "metadata", "raw_env", "seat_env", "vector_env"]

env, raw_env, seat_env, vector_env, metadata = functions(
    __name__,
    "Betrayal at Baldur's Gate",
    OPTIONS,
    ("packs", "haunt_roll", "any_orientation", "open_haunts", "haunt", "adventurer_cards", "played", "max_decisions"),
)
