"""Four Souls (first edition) as a PettingZoo AEC environment, and for Gymnasium.

    from fs_env import four_souls_v1

    env = four_souls_v1.env(num_players=2)
    env.reset(seed=42)
    for seed, agent in enumerate(env.agents):
        env.action_space(agent).seed(seed)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Importing `fs_env` also registers the environment with PettingZoo, as `fs_env/four_souls_v1`:
`pettingzoo.make("aec", "fs_env/four_souls_v1", num_players=3)`.

It is registered with Gymnasium too, as `FourSouls/FourSouls-v1`: one seat against named opponents, alone or many
games at once (see `seat_env` and `vector_env`):

    gymnasium.make("FourSouls/FourSouls-v1", opponents=["heuristic"])
    gymnasium.make_vec("FourSouls/FourSouls-v1", num_envs=256, vectorization_mode="vector_entry_point", num_players=4)

Version history:
    v1: no damage at 0 HP; only loops that nobody can leave are drawn, items are used at most 100 times a turn; knowledge
        of hidden cards ends where another seat moves them in secret; corrections of single cards. Networks and games
        recorded before do not carry over. Since its first release several texts about the same next event mark it together,
        uses of an item are counted by player, and an attack that bartering has made payable must be declared.
    v0: first release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fs_env.core.four_souls.options import OPTIONS
from fs_env.envs.version_module import functions

if TYPE_CHECKING:
    from fs_env.core.machine.features import CardFeatures, CardPlaces

__all__ = ["card_features", "card_places", "env", "metadata", "raw_env", "seat_env", "vector_env"]

env, raw_env, seat_env, vector_env, metadata = functions(
    __name__,
    "Four Souls",
    OPTIONS,
    ("sets", "bonus_souls", "max_decisions", *(option.name for option in OPTIONS[4:])),
)


def card_features() -> CardFeatures:
    """What is printed on each card and what its program does, as numbers for embeddings.

    Returns:
        `matrix`: float32, (cards, features), read-only, a row for each card of all sets; `cards` and `columns` name its
        rows and columns. Rows never change: later sets add rows at the end. Observations show a card as its row
        + 1, with 0 for none: `padded[x]` is the row of such a number x; "shop" shows the row + 2. The columns of the flat
        observation's sections name their cards by id. The columns of the matrix are described in
        `fs_env.core.four_souls.observation.card_features`.
    """
    from fs_env.core.four_souls.observation.card_features import card_features as features

    return features()


def card_places() -> CardPlaces:
    """Which card each number of the flat observation is about, for networks in which the same card means the same in every zone.

    Returns:
        `cards`: int64, (numbers,), the row of `card_features` of the card that has this place, -1 for none; `plus`: int64,
        (numbers,), what was added to the row in numbers whose value is a card, 0 for others.
    """
    from fs_env.core.four_souls.observation.card_places import card_places as places

    return places()
