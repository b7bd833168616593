"""The 20 treasure cards of the Gold Box."""

from fs_env.core.four_souls.language.cards import treasure_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    treasure_card("the_missing_page", "The Missing Page", when(roll_shows(5), may(reroll(that_roll)))),
    treasure_card(
        "more_options", "More Options", when(turn_start(me), may(look(2, treasure_deck))), static(own_purchases(1))
    ),
    treasure_card("skeleton_key", "Skeleton Key", static(own_attacks(98))),
    treasure_card("placenta", "Placenta", static(hp(1)), static(immune_roll(4, controller))),
    treasure_card(
        "moms_knife",
        "Mom's Knife",
        static(atk(1)),
        when(damage_dealt(me, monster, roll=6), damage(1, each(monster & not_it))),
    ),
    treasure_card("dads_key", "Dad's Key", paid(discard_cost(1), cover(pick(slot)), only=no_attack)),
    treasure_card("succubus", "Succubus", paid(coins(3), loot_plays(2))),
    treasure_card("infamy", "Infamy", static(immune_roll(1, controller))),
    treasure_card("nine_volt", "9 Volt", when(turn_end(me), recharge(t), t=target(item & mine & active_item, upto=2))),
    treasure_card(
        "soy_milk",
        "Soy Milk",
        static(evasion(1, my_attacked_monster)),
        when(damage_dealt(me, monster, combat=True), damage(1, each(monster & not_it))),
    ),
    treasure_card("guppys_tail", "Guppy's Tail", static(loot_step(1)), when(turn_end(me), discard_loot(1)), guppy),
    treasure_card(
        "ouija_board",
        "Ouija Board",
        activated(reveal(4, monster_deck), may(play_revealed(pick(revealed_nonmonster))), to_bottom(rest)),
    ),
    treasure_card(
        "fruitcake",
        "Fruitcake",
        activated(roll_for({1: loot(1), (2, 3): gain(1), (4, 5, 6): look(1, t)}, t=target(deck))),
        when(same_roll_twice(any_player), recharge(this)),
    ),
    treasure_card(
        "i_cant_believe_its_not_butter_bean",
        "I Can't Believe It's Not Butter Bean",
        activated(cancel(t), t=target((stack_item | stack_loot) & aimed_at_mine)),
    ),
    treasure_card("library_card", "Library Card", activated(loot_plays(1))),
    treasure_card(
        "the_bible",
        "The Bible",
        activated(
            mode(destroy(t), cancel_attack(u), kill(v)),
            t=target(curse),
            u=target(attack & mine),
            v=target(monster_named("mom", "moms_heart")),
        ),
    ),
    treasure_card(
        "crooked_penny",
        "Crooked Penny",
        activated(roll_for({(1, 2, 3): gain(coins_of(t), t), (4, 5, 6): lose(everything, t)}), t=target(player)),
    ),
    treasure_card(
        "the_butter_bean", "The Butter Bean", activated(roll_for({(1, 2, 3, 4, 5): nothing(), 6: recharge(this)}))
    ),
    treasure_card(
        "lemon_mishap", "Lemon Mishap", activated(lasting(when(any_attack_roll(1, 2), damage(1, each(monster)))))
    ),
    treasure_card(
        "plan_c",
        "Plan C",
        activated(
            destroy_this_first(),
            kill(t),
            lasting(when(turn_end(any_player), kill(each(player))), until=once),
            t=target(monster),
        ),
    ),
)
