"""The 13 basic monsters of Four Souls+, the holy and cursed ones among them."""

from fs_env.core.four_souls.language.cards import monster_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    monster_card("sucker", "Sucker", (1, 3, 1), loot(1, active_player), when(this_dies, damage(1, each_player))),
    monster_card(
        "roundy",
        "Roundy",
        (3, 4, 2),
        gain(6, active_player),
        when(damage_dealt(this, anything), damage(1, each(monster))),
    ),
    monster_card("flaming_hopper", "Flaming Hopper", (1, 4, 2), gain(4, active_player), static(immune_roll(6))),
    monster_card(
        "globin",
        "Globin",
        (4, 4, 1),
        loot(3, active_player),
        when(hp_reaches(this, 1, exactly=True), roll_for({(1, 2, 3, 4): damage(1, this), (5, 6): heal(2, this)})),
    ),
    monster_card("bony", "Bony", (2, 3, 1), loot(1, active_player), when(vs_this(1), damage(2, attacker))),
    monster_card(
        "tumor", "Tumor", (3, 4, 1), gain(6, active_player), when(damage_taken(this), damage(1, t), t=target(player))
    ),
    monster_card(
        "holy_bony",
        "Holy Bony",
        (1, 3, 1),
        loot(2, active_player),
        when(any_roll(6), may(look(3, pick(deck, by=roller), by=roller), order_top(by=roller), by=roller)),
    ),
    monster_card(
        "holy_mulligan",
        "Holy Mulligan",
        (1, 3, 1),
        gain(3, active_player),
        when(this_dies, expand(monster_slots, 2), attacks(1, active_player)),
    ),
    monster_card(
        "cursed_tumor",
        "Cursed Tumor",
        (3, 4, 1),
        roll_for(gain(result, active_player)),
        when(any_roll(4), damage(1, each_player)),
    ),
    monster_card(
        "cursed_globin",
        "Cursed Globin",
        (3, 4, 1),
        roll_for(loot(result, active_player)),
        when(any_roll(3), heal(2, each(monster))),
    ),
    monster_card(
        "swarmer", "Swarmer", (4, 3, 2), treasure(1, active_player), when(this_dies, expand(monster_slots, 2))
    ),
    monster_card("brain", "Brain", (2, 3, 1), loot(1, active_player), when(vs_this(6), damage(1, attacker))),
    monster_card("nerve_ending", "Nerve Ending", (4, 2, 1), gain(3, active_player)),
)
