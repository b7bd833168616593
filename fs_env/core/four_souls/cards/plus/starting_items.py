"""Starting items of Four Souls+ (4)."""

from fs_env.core.four_souls.language.cards import starting_item
from fs_env.core.four_souls.language.words import *

CARDS = (
    starting_item("infestation", "Infestation", activated(loot(2), discard_loot(1))),
    starting_item(
        "bag_o_trash",
        "Bag-O-Trash",
        paid(coins(4), mode(loot(1), damage(1, t), loot_plays(1)), t=target(player | monster)),
    ),
    starting_item(
        "gimpy", "Gimpy", when(damage_taken(me), mode(gain(2), boost(atk(2), me), [loot(1), discard_loot(1)]))
    ),
    starting_item("dark_arts", "Dark Arts", when(any_roll(6), gain(3)), when(dies(others), loot(2))),
)
