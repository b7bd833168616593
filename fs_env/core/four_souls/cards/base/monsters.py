"""The 50 basic monsters of the base set, the holy and cursed ones among them."""

from fs_env.core.four_souls.language.cards import monster_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    monster_card("dip", "Dip", (1, 4, 1), gain(1, active_player)),
    monster_card("pooter", "Pooter", (2, 3, 1), loot(1, active_player)),
    monster_card("fly", "Fly", (1, 2, 1), gain(1, active_player)),
    monster_card("trite", "Trite", (1, 5, 1), loot(2, active_player)),
    monster_card("fatty", "Fatty", (4, 2, 1), loot(1, active_player)),
    monster_card("spider", "Spider", (1, 4, 1), loot(1, active_player)),
    monster_card("conjoined_fatty", "Conjoined Fatty", (4, 3, 2), loot(2, active_player)),
    monster_card("pale_fatty", "Pale Fatty", (4, 3, 1), gain(6, active_player)),
    monster_card("leech", "Leech", (1, 4, 2), loot(1, active_player)),
    monster_card("clotty", "Clotty", (2, 3, 1), gain(4, active_player)),
    monster_card("red_host", "Red Host", (2, 3, 2), gain(5, active_player)),
    monster_card("squirt", "Squirt", (2, 3, 1), loot(1, active_player)),
    monster_card("fat_bat", "Fat Bat", (3, 5, 1), treasure(1, active_player)),
    monster_card("cod_worm", "Cod Worm", (2, 5, 0), gain(3, active_player)),
    monster_card(
        "swarm_of_flies", "Swarm of Flies", (5, 2, 1), gain(5, active_player), when(vs_this(5), damage(1, attacker))
    ),
    monster_card(
        "black_bony", "Black Bony", (3, 4, 1), roll_for(loot(result, active_player)), when(this_dies, damage(1, killer))
    ),
    monster_card(
        "dinga",
        "Dinga",
        (3, 3, 1),
        roll_for(gain(result, active_player)),
        static(double_rewards(), only=killing_roll == 6),
    ),
    monster_card(
        "ring_of_flies",
        "Ring of Flies",
        (3, 3, 1),
        gain(3, active_player),
        when(vs_this(3), take_loot(1, t, by=chance, to=attacker), t=target(other_player)),
    ),
    monster_card("hanger", "Hanger", (2, 4, 2), gain(7, active_player), when(this_dies, expand(shop_slots, 1))),
    monster_card(
        "wizoob",
        "Wizoob",
        (3, 5, 1),
        loot(3, active_player),
        when(this_dies, may(lose_soul(t)), t=target(player & has_soul)),
    ),
    monster_card("mulligan", "Mulligan", (1, 3, 1), gain(3, active_player), when(this_dies, expand(monster_slots, 1))),
    monster_card("hopper", "Hopper", (2, 3, 1), gain(3, active_player), static(immune_roll(6))),
    monster_card(
        "keeper_head",
        "Keeper Head",
        (2, 4, 1),
        roll_for(gain(result, active_player)),
        when(damage_dealt(this, player), lose(2, it)),
    ),
    monster_card(
        "big_spider",
        "Big Spider",
        (3, 4, 1),
        loot(1, active_player),
        when(this_dies, attacks(1, active_player, where=monster_deck)),
    ),
    monster_card("boom_fly", "Boom Fly", (1, 4, 1), gain(4, active_player), when(this_dies, damage(1, each_player))),
    monster_card(
        "dople", "Dople", (2, 4, 2), gain(7, active_player), when(damage_taken(this), damage(amount, right_neighbour))
    ),
    monster_card(
        "psy_horf",
        "Psy Horf",
        (1, 5, 1),
        loot(1, active_player),
        when(this_dies, recharge(each(item & active_item & mine))),
    ),
    monster_card(
        "portal",
        "Portal",
        (2, 4, 1),
        gain(3, active_player),
        when(this_dies, must_attack(active_player, anything, additional=True)),
    ),
    monster_card(
        "moms_dead_hand",
        "Mom's Dead Hand",
        (2, 5, 1),
        gain(4, active_player),
        when(this_dies, may(steal_item(t)), t=target(item & noneternal & of(others))),
    ),
    monster_card(
        "greedling", "Greedling", (2, 5, 1), gain(7, active_player), when(this_dies, lose(7, t), t=target(player))
    ),
    monster_card(
        "dank_globin",
        "Dank Globin",
        (2, 4, 2),
        loot(2, active_player),
        when(this_dies, discard_loot(2, t), t=target(player)),
    ),
    monster_card(
        "evil_twin",
        "Evil Twin",
        (3, 5, 2),
        treasure(1, active_player),
        when(damage_taken(this), damage(amount, left_neighbour)),
    ),
    monster_card(
        "mulliboom", "Mulliboom", (1, 2, 4), gain(6, active_player), when(this_dies, damage(3, t), t=target(player))
    ),
    monster_card("leaper", "Leaper", (2, 4, 1), gain(5, active_player), static(multiply_on_roll(1, 2))),
    monster_card(
        "moms_eye", "Mom's Eye", (1, 4, 2), loot(1, active_player), when(this_dies, may(look_hand(t)), t=target(player))
    ),
    monster_card(
        "rage_creep",
        "Rage Creep",
        (1, 5, 1),
        loot(2, active_player),
        when(damage_dealt(this, anything), damage(amount, right_neighbour)),
    ),
    monster_card("horf", "Horf", (1, 4, 1), gain(3, active_player), static(add_damage_on_roll(2, 1))),
    monster_card(
        "moms_hand",
        "Mom's Hand",
        (2, 4, 1),
        gain(4, active_player),
        when(vs_this(6), cancel_attack(current_attack), end_turn(attacker)),
    ),
    monster_card(
        "stoney",
        "Stoney",
        (3, 0, 0),
        loot(1, active_player),
        static(evasion(1, each_monster)),
        unattackable,
        when(other_monster_dies, kill(this)),
    ),
    monster_card("holy_dip", "Holy Dip", (1, 4, 1), gain(1, active_player), when(any_roll(1), gain(1, roller))),
    monster_card(
        "holy_moms_eye",
        "Holy Mom's Eye",
        (1, 4, 2),
        loot(1, active_player),
        when(any_roll(2), may(recharge(pick(item, by=roller)), by=roller)),
    ),
    monster_card(
        "holy_dinga", "Holy Dinga", (3, 3, 1), roll_for(gain(result, active_player)), when(any_roll(6), heal(1, roller))
    ),
    monster_card(
        "holy_keeper_head",
        "Holy Keeper Head",
        (2, 4, 1),
        roll_for(gain(result, active_player)),
        when(any_roll(4), gain(2, roller)),
    ),
    monster_card("holy_squirt", "Holy Squirt", (2, 3, 1), loot(2, active_player), when(any_roll(5), loot(1, roller))),
    monster_card(
        "cursed_keeper_head",
        "Cursed Keeper Head",
        (2, 4, 1),
        roll_for(gain(result, active_player)),
        when(any_roll(1), lose(2, roller)),
    ),
    monster_card("cursed_horf", "Cursed Horf", (1, 4, 1), gain(3, active_player), when(any_roll(2), damage(2, roller))),
    monster_card(
        "cursed_fatty", "Cursed Fatty", (4, 2, 1), loot(2, active_player), when(any_roll(5), discard_loot(1, roller))
    ),
    monster_card(
        "cursed_moms_hand",
        "Cursed Mom's Hand",
        (2, 4, 1),
        gain(4, active_player),
        when(any_roll(6), if_(turn_of(roller), end_turn(roller))),
    ),
    monster_card(
        "cursed_psy_horf",
        "Cursed Psy Horf",
        (1, 5, 1),
        loot(2, active_player),
        when(activates(any_player), damage(1, it)),
    ),
    monster_card(
        "cursed_gaper",
        "Cursed Gaper",
        (2, 4, 1),
        gain(3, active_player),
        when(any_roll(4), boost(atk(1), each(monster))),
    ),
)
