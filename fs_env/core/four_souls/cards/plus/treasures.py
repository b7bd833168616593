"""Treasures of Four Souls+ (30)."""

from fs_env.core.four_souls.language.cards import treasure_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    treasure_card("polyphemus", "Polyphemus", static(atk(2)), static(attack_rolls(-1))),
    treasure_card(
        "the_wiz",
        "The Wiz",
        static(evasion(1, my_attacked_monster)),
        when(damage_dealt(me, monster), damage(1, t), t=target(monster & not_it | player)),
    ),
    treasure_card("euthanasia", "Euthanasia", when(same_roll_twice(me, attack_rolls=True), kill(attacked_monster))),
    treasure_card(
        "head_of_the_keeper", "Head of the Keeper", when(damage_dealt(me, anything), gain(1)), when(kills(me), gain(2))
    ),
    treasure_card(
        "cursed_eye",
        "Cursed Eye",
        static(triple_on_roll(6)),
        when(my_attack_roll(1), cancel_attack(current_attack), end_turn(me)),
    ),
    treasure_card(
        "moms_eye_shadow",
        "Mom's Eye Shadow",
        when(attack_declared(others), may(retarget_attack(t)), t=target(monster & attackable)),
    ),
    treasure_card("lard", "Lard", static(hp(2)), when(damage_taken(me), discard_loot(1))),
    treasure_card(
        "rubber_cement",
        "Rubber Cement",
        when(misses(me), roll_for({(1, 2, 3): damage(1, t), (4, 5, 6): nothing()}, t=target(player | monster))),
    ),
    treasure_card("phd", "P.H.D.", when(my_roll_pushed(nonattack), may(add_roll(that_roll, either(-1, 1))))),
    treasure_card(
        "telepathy_for_dummies",
        "Telepathy for Dummies",
        when(attack_starts(me), roll_for(lasting(stored_roll(result), until=first_attack_roll)), once=turn),
    ),
    treasure_card(
        "daddy_long_legs_item", "Daddy Long Legs", when(turn_start(me), damage(1, t), t=target(player | monster))
    ),
    treasure_card("abaddon", "Abaddon", static(atk(5)), when(damage_taken(me, by=monster), kill(me))),
    treasure_card(
        "one_up", "1-Up", instead(would_die(me), destroy(this), heal(full, me), attacks(1), only=turn_of(me))
    ),
    treasure_card("guppys_eye", "Guppy's Eye", static(open_hands()), guppy),
    treasure_card(
        "mama_haunt",
        "Mama Haunt",
        static(no_recharge_step()),
        when(before_penalty, give_item(this, t), t=target(other_player)),
    ),
    treasure_card("hourglass", "Hourglass", when(any_roll(2), may(deactivate(t)), t=target(item))),
    treasure_card(
        "game_breaking_bug",
        "Game Breaking Bug!",
        when(any_roll(1), may(reroll_item(t)), t=target(item & of(roller) & noneternal)),
    ),
    treasure_card("libra", "Libra", activated(set_roll(t, 3), t=target(roll))),
    treasure_card(
        "smart_fly",
        "Smart Fly",
        activated(look(1, t), may(discard_top(t)), t=target(deck)),
        when(damage_taken(me), may(recharge(this))),
    ),
    treasure_card("twenty_twenty", "20/20", activated(add_roll(t, number(0, 2)), t=target(roll & of_attack))),
    treasure_card(
        "rainbow_baby",
        "Rainbow Baby",
        activated(mode(loot(1, each_player), gain(2, each_player), damage(1, each_player))),
    ),
    treasure_card("magnet", "Magnet", when(gains_coins(others), steal_coins(1, it))),
    treasure_card(
        "distant_admiration",
        "Distant Admiration",
        activated(take_loot(1, t, by=owner), play_given(taken), t=target(other_player & has_hand)),
    ),
    treasure_card("black_candle", "Black Candle", activated(reveal(6, monster_deck), give_curses(), to_bottom(rest))),
    treasure_card(
        "red_candle",
        "Red Candle",
        activated(lasting(when(named_roll, damage(1, t), t=target(player | monster)), named=number(1, 6))),
    ),
    treasure_card("mutant_spider", "Mutant Spider", activated(lasting(roll_four(), until=next_roll))),
    treasure_card("athame", "Athame", paid(discard_cost(1), discard_loot(2, t), t=target(player))),
    treasure_card("forget_me_now", "Forget Me Now", activated(destroy_this_first(), lose_soul(each_player))),
    treasure_card(
        "divorce_papers",
        "Divorce Papers",
        activated(
            destroy_this_first(),
            steal_coins(half, t),
            take_loot(half, t, by=owner),
            steal_item(pick(item & of(t) & noneternal, by=t)),
            t=target(player),
        ),
    ),
    treasure_card(
        "head_of_krampus",
        "Head of Krampus",
        activated(roll_for({(1, 2, 3): damage(1, each_player), (4, 5, 6): damage(1, each(monster))})),
    ),
)
