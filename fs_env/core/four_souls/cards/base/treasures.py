"""Treasures of the base set (105)."""

from fs_env.core.four_souls.language.cards import treasure_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    treasure_card("the_relic", "The Relic", when(any_roll(1), loot(1))),
    treasure_card("dads_lost_coin", "Dad's Lost Coin", when(roll_shows(1), may(reroll(that_roll)))),
    treasure_card(
        "finger",
        "Finger!",
        when(
            any_roll(2),
            may(steal_item(t), give_item(pick(item & mine & noneternal), roller)),
            only=rolled_by_another,
            t=target(item & of(roller) & noneternal),
        ),
    ),
    treasure_card("charged_baby", "Charged Baby", when(any_roll(2), may(recharge(t)), t=target(item))),
    treasure_card("the_d10", "The D10", when(any_roll(3), may(cover(pick(slot & unattacked))))),
    treasure_card(
        "tarot_cloth", "Tarot Cloth", when(any_roll(4), take_loot(1, roller, by=owner), only=rolled_by_another)
    ),
    treasure_card("moms_box", "Mom's Box", when(any_roll(4), may(loot(1), discard_loot(1)))),
    treasure_card("spider_mod", "Spider Mod", when(any_roll(5), replace_monster(t), t=target(monster & unattacked))),
    treasure_card("eye_of_greed", "Eye of Greed", when(any_roll(5), gain(3))),
    treasure_card("moms_razor", "Mom's Razor", when(any_roll(6), may(damage(1, roller)))),
    treasure_card(
        "cheese_grater", "Cheese Grater", when(any_roll(6), reveal(1, t), may(discard_top(t)), t=target(deck))
    ),
    treasure_card(
        "dead_bird",
        "Dead Bird",
        when(any_roll(3), may(look_hand(roller), take_loot(1, roller, by=taker)), only=rolled_by_another),
    ),
    treasure_card("dinner", "Dinner", static(hp(1))),
    treasure_card("breakfast", "Breakfast", static(hp(1))),
    treasure_card("synthoil", "Synthoil", static(attack_rolls(1))),
    treasure_card("meat", "Meat!", static(attack_rolls(1))),
    treasure_card("polydactyly", "Polydactyly", static(own_loot_plays(1)), static(first_attack_roll_atk(1))),
    treasure_card(
        "belly_button", "Belly Button", static(own_loot_plays(1)), when(damage_taken(me), may(recharge(my_character)))
    ),
    treasure_card(
        "brimstone", "Brimstone", static(atk(1)), when(damage_dealt(me, monster), damage(1, t), t=target(other_player))
    ),
    treasure_card("ipecac", "Ipecac", static(atk(1)), when(my_attack_roll(6), damage(1, others))),
    treasure_card("moms_purse", "Mom's Purse", static(loot_step(1))),
    treasure_card("moms_coin_purse", "Mom's Coin Purse", static(loot_step(1))),
    treasure_card("theres_options", "There's Options", static(see_top_treasure()), static(own_purchases(1))),
    treasure_card("champion_belt", "Champion Belt", static(first_attack_roll_atk(1)), static(own_attacks(1))),
    treasure_card(
        "monstros_tooth",
        "Monstro's Tooth",
        when(turn_start(me), destroy(pick(item & of(t) & noneternal, by=t)), t=random_player),
    ),
    treasure_card("dry_baby", "Dry Baby", static(damage_cap(1))),
    treasure_card("goat_head", "Goat Head", when(turn_end(me), may(discard_any(me), loot(discarded)))),
    treasure_card("the_blue_map", "The Blue Map", when(turn_end(me), look(4, treasure_deck), may(order_top()))),
    treasure_card("the_compass", "The Compass", when(turn_end(me), look(4, loot_deck), may(order_top()))),
    treasure_card("the_map", "The Map", when(turn_end(me), look(4, monster_deck), may(order_top()))),
    treasure_card("fanny_pack", "Fanny Pack", when(damage_taken(me), loot(1))),
    treasure_card("the_habit", "The Habit", when(damage_taken(me), may(recharge(t)), once=turn, t=target(item))),
    treasure_card(
        "cambion_conception",
        "Cambion Conception",
        when(damage_taken(me), counter(1)),
        when(counters_reach(6), uncounter(6), treasure(1)),
    ),
    treasure_card("greeds_gullet", "Greed's Gullet", when(before_penalty, gain(8))),
    treasure_card("suicide_king", "Suicide King", when(before_penalty, loot(3))),
    treasure_card("trinity_shield", "Trinity Shield", static(lock_others())),
    treasure_card("steamy_sale", "Steamy Sale!", static(shop_price(5))),
    treasure_card("shadow", "Shadow", static(penalty_heir())),
    treasure_card("shiny_rock", "Shiny Rock", when(activates(me), gain(1))),
    treasure_card("the_midas_touch", "The Midas Touch", when(monster_dies, gain(3))),
    treasure_card("edens_blessing", "Eden's Blessing", when(turn_end(me), gain(6), only=coins_of(me) == 0)),
    treasure_card("the_polaroid", "The Polaroid", when(turn_end(me), loot(2), only=hand_of(me) == 0)),
    treasure_card("starter_deck", "Starter Deck", when(turn_end(me), loot(2), only=hand_of(me) >= 8)),
    treasure_card("the_chest", "The Chest", instead(would_be_destroyed, become_soul()), souls=1),
    treasure_card("restock", "Restock", when(turn_start(me), may(replace_shop_any()))),
    treasure_card(
        "dark_bum",
        "Dark Bum",
        when(turn_start(me), roll_for({(1, 2): gain(3), (3, 4): loot(1), (5, 6): damage(1, me)})),
    ),
    treasure_card(
        "empty_vessel",
        "Empty Vessel",
        static(atk(1), only=hand_of(me) == 0),
        static(attack_rolls(1), only=coins_of(me) == 0),
    ),
    treasure_card(
        "bum_bo_item",
        "Bum-Bo!",
        instead(would_gain_coins, counter(amount)),
        static(first_attack_roll_bonus(2), only=counters_of(this) >= 1),
        static(atk(1), only=counters_of(this) >= 10),
        static(attacks_unlimited(), only=counters_of(this) >= 25),
    ),
    treasure_card("sacred_heart", "Sacred Heart", when(roll_shows(1, by=me), may(set_roll(that_roll, 6)))),
    treasure_card(
        "curse_of_the_tower",
        "Curse of the Tower",
        when(damage_taken(me), roll_for({(1, 2, 3): damage(1, others), (4, 5, 6): damage(1, t)}, t=target(monster))),
    ),
    treasure_card(
        "baby_haunt",
        "Baby Haunt",
        static(evasion(1, my_attacked_monster)),
        when(before_penalty, give_item(this, t), t=target(other_player)),
    ),
    treasure_card(
        "daddy_haunt",
        "Daddy Haunt",
        when(damage_taken(me), damage(1, me)),
        when(before_penalty, give_item(this, t), t=target(other_player)),
    ),
    treasure_card(
        "bobs_brain",
        "Bob's Brain",
        when(
            attack_starts(me),
            roll_for(
                {(1, 2): damage(1, t), (3, 4): damage(1, u), (5, 6): damage(1, me)}, t=target(monster), u=target(player)
            ),
        ),
    ),
    treasure_card("two_of_clubs", "Two of Clubs", activated(lasting(double_loot(t)), t=target(player))),
    treasure_card("mr_boom", "Mr. Boom", activated(damage(1, t), t=target(monster))),
    treasure_card("tech_x", "Tech X", activated(counter(1)), paid(counters(3), kill(t), t=target(player | monster))),
    treasure_card("razor_blade", "Razor Blade", activated(damage(1, t), t=target(player))),
    treasure_card("mini_mush", "Mini Mush", activated(add_roll(t, number(-2, 0)), t=target(roll))),
    treasure_card("lucky_foot", "Lucky Foot", activated(add_roll(t, number(0, 2)), t=target(roll & nonattack))),
    treasure_card("spoon_bender", "Spoon Bender", activated(add_roll(t, 1), t=target(roll))),
    treasure_card(
        "flush", "Flush!", activated(mode(to_bottom(each(monster & unattacked)), to_bottom(each(shop_item))))
    ),
    treasure_card(
        "monster_manual",
        "Monster Manual",
        activated(must_attack(active_player, t), t=target(monster & attackable | top_of_monster_deck)),
    ),
    treasure_card("the_shovel", "The Shovel", activated(topdeck(pick(discarded_monster)))),
    treasure_card("the_d20", "The D20", activated(reroll_item(t), t=target(item & noneternal))),
    treasure_card(
        "potato_peeler",
        "Potato Peeler",
        activated(discard_top(loot_deck), discard_top(treasure_deck), discard_top(monster_deck)),
    ),
    treasure_card("sack_head", "Sack Head", activated(look(1, t), may(to_bottom(looked)), t=target(deck))),
    treasure_card("bum_friend", "Bum Friend", activated(loot(1), hand_to_deck(1))),
    treasure_card("compost", "Compost", activated(lasting(loot_from_discard(), until=next_loot))),
    treasure_card(
        "diplopia", "Diplopia", activated(become(t, until=eot), t=target(item & passive & noneternal & not_this))
    ),
    treasure_card("the_battery", "The Battery", activated(recharge(t), t=target(item & not_this))),
    treasure_card("blank_card", "Blank Card", activated(lasting(double_next_loot_card(me), until=next_loot_card))),
    treasure_card(
        "placebo", "Placebo", activated(copy_effect(t), t=target(item & has_activated & noneternal & not_this))
    ),
    treasure_card(
        "moms_bra",
        "Mom's Bra",
        activated(lasting(cap_damage(1, u, t), until=that_object), t=target(stack_damage), u=target(player | monster)),
    ),
    treasure_card("no", "No!", activated(cancel(t), t=target(stack_item))),
    treasure_card("host_hat", "Host Hat", activated(shield(1, me, then=effect(damage(1, t), t=target(other_player))))),
    treasure_card("the_poop", "The Poop", when(damage_taken(me), counter(1)), paid(counters(1), shield(1, me))),
    treasure_card("decoy", "Decoy", activated(swap_items(this, t), t=target(item & noneternal & not_this))),
    treasure_card("sack_of_pennies", "Sack of Pennies", activated(gain(1)), when(any_roll(1), may(recharge(this)))),
    treasure_card("jawbone", "Jawbone", activated(steal_coins(3, t), t=target(player))),
    treasure_card("boomerang", "Boomerang", activated(take_loot(1, t, by=chance), t=target(player))),
    treasure_card(
        "contract_from_below", "Contract from Below", paid(destroy_items(2), steal_item(t), t=target(item & noneternal))
    ),
    treasure_card("godhead", "Godhead", activated(set_roll(t, either(1, 6)), t=target(roll))),
    treasure_card(
        "modeling_clay", "Modeling Clay", activated(become(t, until=forever), t=target(item & noneternal & not_this))
    ),
    treasure_card(
        "the_d100",
        "The D100",
        activated(
            roll_for({1: loot(1), 2: loot(2), 3: gain(3), 4: gain(4), 5: boost(hp(1), me), 6: boost(atk(1), me)})
        ),
    ),
    treasure_card("chaos", "Chaos", activated(pass_hands())),
    treasure_card("remote_detonator", "Remote Detonator", activated(vote(item & noneternal), destroy(winner))),
    treasure_card("crystal_ball", "Crystal Ball", activated(lasting(predict(number(1, 6), loot(3)), until=next_roll))),
    treasure_card(
        "mystery_sack", "Mystery Sack", activated(roll_for({(1, 2): loot(1), (3, 4): gain(4), (5, 6): nothing()}))
    ),
    treasure_card("donation_machine", "Donation Machine", paid(give_item_cost(t), gain(8), t=target(other_player))),
    treasure_card(
        "book_of_sin", "Book of Sin", activated(roll_for({(1, 2): gain(1), (3, 4): loot(1), (5, 6): boost(hp(1), me)}))
    ),
    treasure_card(
        "glass_cannon",
        "Glass Cannon",
        activated(
            destroy(t),
            roll_for({(1, 2, 3, 4, 5): [destroy(this), loot(2)], 6: recharge(this)}),
            t=target(item & noneternal & not_this),
        ),
    ),
    treasure_card(
        "moms_shovel",
        "Mom's Shovel",
        enters_deactivated,
        activated(destroy_this_first(), steal_soul(t), t=target(soul)),
    ),
    treasure_card(
        "chaos_card",
        "Chaos Card",
        activated(destroy_this_first(), destroy(t), t=target(monster | player | item & noneternal | soul)),
    ),
    treasure_card("box", "Box!", activated(destroy_this_first(), loot_plays(unlimited))),
    treasure_card(
        "pandoras_box",
        "Pandora's Box",
        activated(
            destroy_this_first(),
            roll_for({1: gain(1), 2: gain(6), 3: kill(t), 4: loot(3), 5: gain(9), 6: become_soul()}, t=target(monster)),
        ),
        souls=1,
    ),
    treasure_card(
        "the_d4",
        "The D4",
        activated(
            destroy_this_first(), destroy(each(item & of(t) & noneternal)), treasure(destroyed, t), t=target(player)
        ),
    ),
    treasure_card("battery_bum", "Battery Bum", paid(coins(4), recharge(t), t=target(item))),
    treasure_card("pay_to_play", "Pay to Play", paid(coins(10), steal_item(t), t=target(item & noneternal))),
    treasure_card("golden_razor_blade", "Golden Razor Blade", paid(coins(5), damage(1, t), t=target(player | monster))),
    treasure_card(
        "portable_slot_machine",
        "Portable Slot Machine",
        paid(coins(3), roll_for({(1, 2): loot(1), (3, 4): gain(4), (5, 6): nothing()})),
    ),
    treasure_card("smelter", "Smelter", paid(discard_cost(1), gain(3))),
    treasure_card(
        "the_dead_cat",
        "The Dead Cat",
        enters_with(counters=9),
        instead(would_take_damage(me), uncounter(amount), absorb(removed)),
        guppy,
    ),
    treasure_card("guppys_head", "Guppy's Head", activated(take_loot(1, t, by=owner), t=target(player)), guppy),
    treasure_card("guppys_paw", "Guppy's Paw", activated(shield(2, t), cost=take_damage(1), t=target(player)), guppy),
    treasure_card(
        "guppys_collar",
        "Guppy's Collar",
        when(death_pending, roll_for({(1, 2, 3): [save(me), if_(turn_of(me), end_turn(me))], (4, 5, 6): nothing()})),
        guppy,
    ),
)
