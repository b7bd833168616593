"""The loot deck of the base set: 51 kinds, 104 cards."""

from fs_env.core.four_souls.language.cards import CardKind, loot_card, trinket_card
from fs_env.core.four_souls.language.words import *

PILL, RUNE, SOUL, TAROT = CardKind.PILL, CardKind.RUNE, CardKind.SOUL_LOOT, CardKind.TAROT

CARDS = (
    loot_card("a_penny", "A Penny!", play(gain(1)), count=6),
    loot_card("two_cents", "2 Cents!", play(gain(2)), count=12),
    loot_card("three_cents", "3 Cents!", play(gain(3)), count=15),
    loot_card("four_cents", "4 Cents!", play(gain(4)), count=9),
    loot_card("a_nickel", "A Nickel!", play(gain(5)), count=5),
    loot_card("a_dime", "A Dime!!", play(gain(10))),
    loot_card("butter_bean", "Butter Bean!", play(cancel(t), t=target(stack_item | stack_loot)), count=3),
    loot_card(
        "pills_red",
        "Pills! (red)",
        play(roll_for({(1, 2): boost(atk(1), me), (3, 4): boost(hp(1), me), (5, 6): damage(1, me)})),
        kind=PILL,
    ),
    loot_card(
        "pills_blue",
        "Pills! (blue)",
        play(roll_for({(1, 2): loot(1), (3, 4): loot(3), (5, 6): discard_loot(1)})),
        kind=PILL,
    ),
    loot_card(
        "pills_yellow",
        "Pills! (yellow)",
        play(roll_for({(1, 2): gain(4), (3, 4): gain(7), (5, 6): lose(4)})),
        kind=PILL,
    ),
    loot_card("bomb", "Bomb!", play(damage(1, t), t=target(player | monster)), count=4),
    loot_card("gold_bomb", "Gold Bomb!!", play(damage(3, t), t=target(player | monster))),
    loot_card("lil_battery", "Lil Battery", play(recharge(t), t=target(item)), count=4),
    loot_card("mega_battery", "Mega Battery", play(recharge(each(item & of(t))), t=target(player))),
    loot_card("dice_shard", "Dice Shard", play(reroll(t), t=target(roll)), count=3),
    loot_card("soul_heart", "Soul Heart", play(shield(1, t), t=target(player)), count=2),
    loot_card(
        "blank_rune",
        "Blank Rune",
        play(
            roll_for(
                {
                    1: gain(1, each_player),
                    2: loot(2, each_player),
                    3: damage(3, each_player),
                    4: gain(4, each_player),
                    5: loot(5, each_player),
                    6: gain(6, each_player),
                }
            )
        ),
        kind=RUNE,
    ),
    loot_card("dagaz", "Dagaz", play(mode(destroy(t), shield(1, u)), t=target(curse), u=target(player)), kind=RUNE),
    loot_card("ehwaz", "Ehwaz", play(replace_monster(each(monster & unattacked))), kind=RUNE),
    trinket_card("bloody_penny", "Bloody Penny", when(dies(any_player), loot(1))),
    trinket_card("swallowed_penny", "Swallowed Penny", when(damage_taken(me), gain(1))),
    trinket_card("counterfeit_penny", "Counterfeit Penny", when(gains_coins(me), gain(1))),
    trinket_card("cains_eye", "Cain's Eye", when(turn_start(me), look(1, loot_deck), may(to_bottom(looked)))),
    trinket_card(
        "broken_ankh",
        "Broken Ankh",
        when(death_pending, roll_for({(1, 2, 3, 4, 5): nothing(), 6: [save(me), if_(turn_of(me), end_turn(me))]})),
    ),
    trinket_card("curved_horn", "Curved Horn", static(first_attack_roll_atk(1))),
    trinket_card("purple_heart", "Purple Heart", when(turn_start(me), look(1, monster_deck), may(to_bottom(looked)))),
    trinket_card(
        "golden_horseshoe", "Golden Horseshoe", when(turn_start(me), look(1, treasure_deck), may(to_bottom(looked)))
    ),
    trinket_card(
        "guppys_hairball",
        "Guppy's Hairball",
        instead(would_take_damage(me), roll_for({(1, 2, 3, 4, 5): nothing(), 6: absorb(1)})),
        guppy,
    ),
    loot_card("lost_soul", "Lost Soul", play(become_soul()), kind=SOUL, souls=1),
    loot_card("the_fool", "0. The Fool", play(cancel_all(), end_turn(active_player)), kind=TAROT),
    loot_card("the_magician", "I. The Magician", play(set_roll(t, number(1, 6)), t=target(roll)), kind=TAROT),
    loot_card(
        "the_high_priestess",
        "II. The High Priestess",
        play(roll_for(damage(result, t)), t=target(player | monster)),
        kind=TAROT,
    ),
    loot_card(
        "the_empress", "III. The Empress", play(boost(atk(1), t), boost(rolls(1), t), t=target(player)), kind=TAROT
    ),
    loot_card("the_emperor", "IV. The Emperor", play(look(5, monster_deck), keep_top(1), to_bottom(rest)), kind=TAROT),
    loot_card("the_hierophant", "V. The Hierophant", play(shield(2, t), t=target(player | monster)), kind=TAROT),
    loot_card("the_lovers", "VI. The Lovers", play(boost(hp(2), t), t=target(player)), kind=TAROT),
    loot_card("the_chariot", "VII. The Chariot", play(boost(atk(1), t), boost(hp(1), t), t=target(player)), kind=TAROT),
    loot_card(
        "justice", "VIII. Justice", play(loot(hand_ahead(t)), gain(coins_ahead(t)), t=target(player)), kind=TAROT
    ),
    loot_card("the_hermit", "IX. The Hermit", play(look(5, treasure_deck), keep_top(1), to_bottom(rest)), kind=TAROT),
    loot_card(
        "wheel_of_fortune",
        "X. Wheel of Fortune",
        play(roll_for({1: gain(1), 2: damage(2, me), 3: loot(3), 4: lose(4), 5: gain(5), 6: treasure(1)})),
        kind=TAROT,
    ),
    loot_card("strength", "XI. Strength", play(boost(atk(1), t), attacks(1, t), t=target(player)), kind=TAROT),
    loot_card(
        "the_hanged_man",
        "XII. The Hanged Man",
        play(
            look(1, loot_deck),
            may(to_bottom(looked)),
            look(1, treasure_deck),
            may(to_bottom(looked)),
            look(1, monster_deck),
            may(to_bottom(looked)),
            loot(2),
        ),
        kind=TAROT,
    ),
    loot_card("death_tarot", "XIII. Death", play(kill(t), t=target(player)), kind=TAROT),
    loot_card(
        "temperance",
        "XIV. Temperance",
        play(mode(paying(take_damage(1), gain(4)), paying(take_damage(2), gain(8)))),
        kind=TAROT,
    ),
    loot_card(
        "the_devil",
        "XV. The Devil",
        play(steal_item(t), cost=destroy_items(1), t=target(item & noneternal & of(others) | shop_item)),
        kind=TAROT,
    ),
    loot_card(
        "the_tower",
        "XVI. The Tower",
        play(
            roll_for({(1, 2): damage(1, each_player), (3, 4): damage(1, each(monster)), (5, 6): damage(2, each_player)})
        ),
        kind=TAROT,
    ),
    loot_card("the_stars", "XVII. The Stars", play(treasure(1)), kind=TAROT),
    loot_card("the_moon", "XVIII. The Moon", play(look(5, loot_deck), keep_top(1), to_bottom(rest)), kind=TAROT),
    loot_card("the_sun", "XIX. The Sun", play(if_(turn_of(me), extra_turn(me)), to_bottom(this)), kind=TAROT),
    loot_card("judgement", "XX. Judgement", play(lose_soul(t), t=target(player & most_souls)), kind=TAROT),
    loot_card("the_world", "XXI. The World", play(look_hand(each_player), loot(2)), kind=TAROT),
)
