"""Starting items of the base set (10)."""

from fs_env.core.four_souls.language.cards import starting_item
from fs_env.core.four_souls.language.words import *

CARDS = (
    starting_item("the_d6", "The D6", activated(reroll(t), t=target(roll))),
    starting_item("sleight_of_hand", "Sleight of Hand", activated(look(3, t), order_top(), t=target(deck))),
    starting_item("yum_heart", "Yum Heart", activated(shield(1, t), t=target(player | monster))),
    starting_item("book_of_belial", "Book of Belial", activated(add_roll(t, either(-1, 1)), t=target(roll))),
    starting_item("blood_lust", "Blood Lust", activated(boost(atk(1), t), t=target(player | monster))),
    starting_item("the_curse", "The Curse", activated(topdeck(top_of(t)), t=target(discard_pile))),
    starting_item(
        "incubus",
        "Incubus",
        activated(
            mode(
                [look_hand(t), may(swap_loot(pick(hand_card & mine), pick(hand_card & of(t))))],
                [loot(1), hand_to_deck(1)],
            ),
            t=target(player),
        ),
    ),
    starting_item(
        "forever_alone",
        "Forever Alone",
        activated(mode(steal_coins(1, t), look(1, u), [discard_loot(1), loot(1)]), t=target(player), u=target(deck)),
        when(damage_taken(me), recharge(this)),
    ),
    starting_item("lazarus_rags", "Lazarus' Rags", when(after_penalty, treasure(1))),
    starting_item(
        "the_bone",
        "The Bone",
        activated(counter(1)),
        paid(counters(1), add_roll(t, 1), t=target(roll)),
        paid(counters(2), damage(1, t), t=target(player | monster)),
        paid(counters(3), become_soul()),
        souls=1,
    ),
)
