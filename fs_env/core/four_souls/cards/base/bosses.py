"""The 35 bosses of the base set."""

from fs_env.core.four_souls.language.cards import boss_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    boss_card("gurdy", "Gurdy", (5, 4, 1), gain(7, active_player)),
    boss_card("monstro", "Monstro", (4, 4, 1), gain(6, active_player)),
    boss_card("little_horn", "Little Horn", (2, 6, 1), loot(2, active_player)),
    boss_card(
        "dark_one", "Dark One", (3, 4, 1), treasure(1, active_player), when(damage_taken(this), boost(atk(1), this))
    ),
    boss_card(
        "larry_jr", "Larry Jr.", (4, 3, 1), gain(6, active_player), when(hp_reaches(this, 2), boost(evasion(1), this))
    ),
    boss_card(
        "the_duke_of_flies",
        "The Duke of Flies",
        (4, 3, 1),
        loot(2, active_player),
        instead(would_take_damage(this), roll_for({1: absorb(amount), (2, 3, 4, 5, 6): nothing()})),
    ),
    boss_card(
        "daddy_long_legs_boss",
        "Daddy Long Legs",
        (4, 4, 1),
        gain(7, active_player),
        when(vs_this(1), boost(evasion(1), each(monster))),
    ),
    boss_card(
        "mega_fatty", "Mega Fatty", (3, 3, 1), loot(2, active_player), when(damage_dealt(this, anything), heal(1, this))
    ),
    boss_card("famine", "Famine", (2, 3, 1), loot(3, active_player), when(this_dies, skip_turn(active_player))),
    boss_card("war", "War", (3, 3, 1), gain(8, active_player), when(damage_taken(this), boost(atk(1), this))),
    boss_card("death_boss", "Death", (3, 4, 2), treasure(1, active_player), when(this_dies, kill(t), t=target(player))),
    boss_card(
        "pestilence",
        "Pestilence",
        (4, 4, 1),
        loot(2, active_player),
        when(this_dies, damage_split(t, u), t=target(player | monster), u=target(player | monster)),
    ),
    boss_card(
        "conquest",
        "Conquest",
        (2, 3, 1),
        gain(6, active_player),
        when(this_dies, must_attack(active_player, anything, additional=True)),
    ),
    boss_card(
        "pride", "Pride", (2, 4, 1), gain(5, active_player), when(this_attacked, discard_loot(2, t), t=target(player))
    ),
    boss_card(
        "wrath",
        "Wrath",
        (3, 3, 1),
        gain(6, active_player),
        when(this_dies, roll_for({(1, 2, 3): damage(1, each_player), (4, 5, 6): damage(2, each_player)})),
    ),
    boss_card(
        "gluttony",
        "Gluttony",
        (4, 3, 1),
        loot(1, active_player),
        when(damage_taken(this, roll=6), damage(1, left_neighbour)),
    ),
    boss_card(
        "envy",
        "Envy",
        (2, 5, 1),
        gain(1, active_player),
        when(this_dies, must_attack(active_player, anything, additional=True)),
    ),
    boss_card(
        "greed_boss",
        "Greed",
        (3, 4, 1),
        gain(9, active_player),
        when(damage_dealt(this, anything), lose(4, each_player)),
    ),
    boss_card(
        "lust", "Lust", (2, 4, 1), loot(2, active_player), when(damage_taken(this, combat=True), damage(1, attacker))
    ),
    boss_card("sloth", "Sloth", (3, 4, 1), gain(1, active_player), when(this_dies, discard_hand(killer))),
    boss_card("pin", "Pin", (2, 4, 1), gain(5, active_player), static(immune_roll(6))),
    boss_card(
        "the_bloat",
        "The Bloat",
        (4, 4, 2),
        treasure(1, active_player),
        when(damage_dealt(this, anything), damage(1, each_player_but_it)),
    ),
    boss_card("chub", "Chub", (4, 3, 1), gain(7, active_player), when(vs_this(1), heal(2, this))),
    boss_card(
        "scolex", "Scolex", (3, 5, 1), treasure(1, active_player), when(damage_dealt(this, player), discard_loot(1, it))
    ),
    boss_card(
        "gemini",
        "Gemini",
        (3, 4, 1),
        gain(5, active_player),
        when(hp_reaches(this, 1, exactly=True), boost(atk(1), this)),
    ),
    boss_card("gurdy_jr", "Gurdy Jr.", (2, 5, 1), treasure(1, active_player), when(activates(attacker), damage(1, it))),
    boss_card(
        "peep",
        "Peep",
        (3, 4, 1),
        treasure(1, active_player),
        when(this_dies, search(monster_deck, deck_named("the_bloat")), to_slot(found, slot)),
    ),
    boss_card(
        "ragman",
        "Ragman",
        (2, 3, 2),
        loot(3, active_player),
        when(reward_taken, roll_for({(1, 6): topdeck(this), (2, 3, 4, 5): nothing()})),
    ),
    boss_card(
        "carrion_queen",
        "Carrion Queen",
        (3, 4, 1),
        treasure(1, active_player),
        static(immune_roll(4)),
        static(immune_roll(5)),
    ),
    boss_card(
        "the_haunt",
        "The Haunt",
        (3, 4, 1),
        treasure(1, active_player),
        when(damage_taken(this), boost(evasion(1), this), every=2),
    ),
    boss_card(
        "mask_of_infamy",
        "Mask of Infamy",
        (4, 4, 1),
        treasure(1, active_player),
        when(hp_reaches(this, 1, exactly=True), boost(evasion(2), this)),
    ),
    boss_card(
        "mom",
        "Mom!",
        (5, 4, 2),
        treasure(1, active_player),
        static(multiply_on_roll(1, 2)),
        when(this_dies, expand(monster_slots, 1)),
        souls=2,
    ),
    boss_card(
        "satan", "Satan!", (6, 4, 2), treasure(2, active_player), when(vs_this(6), kill(t), t=target(player)), souls=2
    ),
    boss_card(
        "the_lamb",
        "The Lamb",
        (6, 3, 6),
        gain(3, active_player),
        when(this_dies, may(steal_soul(pick(soul & of(t), by=t))), t=target(other_player & has_soul)),
    ),
    boss_card(
        "delirium",
        "Delirium",
        (5, 4, 3),
        treasure(2, active_player),
        static(evasion(1, each_other_monster)),
        when(this_dies, into_deck(6)),
        souls=0,
    ),
)
