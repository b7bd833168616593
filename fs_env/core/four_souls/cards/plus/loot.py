"""The loot deck of Four Souls+: 22 kinds, 30 cards."""

from fs_env.core.four_souls.language.cards import CardKind, loot_card, trinket_card
from fs_env.core.four_souls.language.words import *

PILL, RUNE = CardKind.PILL, CardKind.RUNE

CARDS = (
    loot_card("a_penny_plus", "A Penny!", play(gain(1)), count=3),
    loot_card("two_cents_plus", "2 Cents!", play(gain(2)), count=3),
    loot_card("three_cents_plus", "3 Cents!", play(gain(3)), count=4),
    loot_card("four_cents_plus", "4 Cents!", play(gain(4)), count=2),
    loot_card("a_nickel_plus", "A Nickel!", play(gain(5))),
    loot_card("bomb_plus", "Bomb!", play(damage(1, t), t=target(player | monster))),
    loot_card("dice_shard_plus", "Dice Shard", play(reroll(t), t=target(roll))),
    loot_card("lil_battery_plus", "Lil Battery", play(recharge(t), t=target(item))),
    loot_card("butter_bean_plus", "Butter Bean!", play(cancel(t), t=target(stack_item | stack_loot))),
    loot_card("perthro", "Perthro", play(reroll_item(t), t=target(item & noneternal)), kind=RUNE),
    loot_card("ansuz", "Ansuz", play(look(4, t), order_top(), t=target(deck)), kind=RUNE),
    loot_card(
        "black_rune",
        "Black Rune",
        play(
            roll_for(
                {(1, 2): damage(1, each(monster)), (3, 4): reroll_item(t), (5, 6): [discard_hand(me), loot(3)]},
                t=target(item & noneternal),
            )
        ),
        kind=RUNE,
    ),
    trinket_card("tape_worm", "Tape Worm", when(misses(me), damage(1, t), t=target(other_player))),
    trinket_card(
        "aaa_battery",
        "AAA Battery",
        when(turn_end(me), roll_for({(1, 2, 3): nothing(), (4, 5, 6): recharge(t)}, t=target(item))),
    ),
    trinket_card(
        "poker_chip",
        "Poker Chip",
        instead(
            would_gain_coins, roll_for({(1, 2, 3): set_amount(1), (4, 5, 6): set_amount(amount_doubled)}), once=own_turn
        ),
    ),
    trinket_card("the_left_hand", "The Left Hand", when(dies(others), may(recharge(t)), t=target(item))),
    loot_card(
        "pills_black",
        "Pills! (black)",
        play(
            roll_for(
                {(1, 2): damage(1, t), (3, 4): damage(1, u), (5, 6): damage(1, me)}, t=target(player), u=target(monster)
            )
        ),
        kind=PILL,
    ),
    loot_card(
        "pills_spots",
        "Pills! (spots)",
        play(
            roll_for(
                {(1, 2): reroll_item(t), (3, 4): reroll_item(u), (5, 6): reroll_item(each(item & mine & noneternal))},
                t=target(item & mine & noneternal),
                u=target(item & noneternal),
            )
        ),
        kind=PILL,
    ),
    loot_card(
        "pills_white",
        "Pills! (white)",
        play(roll_for({(1, 2): cancel(t), (3, 4): discard_loot(1, others), (5, 6): nothing()}, t=target(stack_loot))),
        kind=PILL,
    ),
    loot_card("question_card", "? Card", play(copy_effect(t), t=target(item & has_activated))),
    loot_card("get_out_of_jail_card", "Get Out of Jail Card", play(lasting(lock(others)))),
    loot_card("gold_key", "Gold Key", play(attacks(unlimited, where=monster_deck))),
)
