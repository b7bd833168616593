"""Castles of Caleira as a PettingZoo AEC environment.

    from fs_env import castles_of_caleira_v1

    env = castles_of_caleira_v1.env(num_players=2)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also registers the environment with PettingZoo, as `fs_env/castles_of_caleira_v1`:
`pettingzoo.make("aec", "fs_env/castles_of_caleira_v1", num_players=3)`.
It is registered with Gymnasium too, as `CastlesOfCaleira/CastlesOfCaleira-v1`: one seat against named opponents,
alone or many games at once.

    gymnasium.make("CastlesOfCaleira/CastlesOfCaleira-v1", opponents=["heuristic"])

Version history:
    v1: `spire_multi="continue"` drops the waiting effects of the loser only; `useless_targets=False` skips the second
        choice of a Watchtower if it could do nothing. Games under other options are the same.
    v0: first release.
"""

from __future__ import annotations

from fs_env.core.castles_of_caleira.options import OPTIONS
from fs_env.envs.version_module import functions

__all__ = ["env", "metadata", "raw_env", "seat_env", "vector_env"]

env, raw_env, seat_env, vector_env, metadata = functions(
    __name__,
    "Castles of Caleira",
    OPTIONS,
    ("spire_multi", "market", "useless_targets", "four_player_cards", "max_decisions"),
)
