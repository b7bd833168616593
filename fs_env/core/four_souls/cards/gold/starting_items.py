"""Starting items of the Gold Box (4)."""

from fs_env.core.four_souls.language.cards import starting_item
from fs_env.core.four_souls.language.words import *

CARDS = (
    starting_item(
        "holy_mantle", "Holy Mantle", activated(save(t), if_(turn_of(t), end_turn(t)), t=target(dying_player))
    ),
    starting_item("wooden_nickel", "Wooden Nickel", activated(roll_for(gain(result, t)), t=target(player))),
    starting_item("lord_of_the_pit", "Lord of the Pit", activated(cancel_attack(t, again=True), t=target(attack))),
    starting_item(
        "void",
        "Void",
        activated(
            mode([discard_hand(), loot(discarded)], discard_monster(t), discard_shop(u)),
            t=target(monster & unattacked),
            u=target(shop_item),
        ),
    ),
)
