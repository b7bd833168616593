"""Solo play of Four Souls (R21.2 to R21.9): one person plays two characters against an eight-sided die.

The die starts at 8. It drops by one when both characters have finished a turn, and when one dies in its own turn. Four souls of
both characters together win; the game is lost when the die reaches 0. There are no opponents, so that this is an environment of
a single agent. For Gymnasium:

    env = gymnasium.make("FourSouls/Solo-v0")
    env = gymnasium.make_vec("FourSouls/Solo-v0", num_envs=256, vectorization_mode="vector_entry_point")

The reward is 0 until the game ends: then 1 if it was won, -1 if it was lost, 0 if it was drawn or ran into the limit of decisions.
Observations are those of the character that has to decide; both hands are open. Their section `solo` has the number on the die
and the souls.

As a PettingZoo AEC environment it has one agent, "player_0", which answers for both characters:

    from fs_env import solo_v0

    env = solo_v0.env()

It is `four_souls_v1` with `variant="solo"`. The cooperative form for two agents (R21.7), with a shared reward, is
`four_souls_v1.env(variant="cooperative")`.

Version history:
    v0: first release.
"""

from __future__ import annotations

from fs_env.core.four_souls.options import OPTIONS, Variant
from fs_env.envs.version_module import Form, functions
from fs_env.four_souls_v1 import card_features

__all__ = ["card_features", "env", "metadata", "raw_env", "seat_env", "vector_env"]

SOLO = Form(
    "four_souls",
    "Four Souls for one person with two characters",
    {"variant": int(Variant.SOLO)},
    ("num_players", "bartering", "open_hands", "seat", "opponents", "view"),
)

env, raw_env, seat_env, vector_env, metadata = functions(
    __name__,
    "solo play of Four Souls",
    OPTIONS,
    ("sets", "bonus_souls", "max_decisions", *(option.name for option in OPTIONS[4:])),
    SOLO,
)
