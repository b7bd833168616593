"""The 13 basic monsters of Four Souls+, the holy and cursed ones among them."""

from fs_env.core.four_souls.language.cards import monster_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    monster_card(
        "sucker", "Sucker", when(this_dies, damage(1, each_player)), hp=1, evasion=3, attack=1, rewards=loot(1, ap)
    ),
    monster_card(
        "roundy",
        "Roundy",
        when(damage_dealt(this, anything), damage(1, each(monster))),
        hp=3,
        evasion=4,
        attack=2,
        rewards=gain(6, ap),
    ),
    monster_card(
        "flaming_hopper", "Flaming Hopper", static(immune_roll(6)), hp=1, evasion=4, attack=2, rewards=gain(4, ap)
    ),
    monster_card(
        "globin",
        "Globin",
        when(hp_reaches(this, 1, exactly=True), roll_for({(1, 2, 3, 4): damage(1, this), (5, 6): heal(2, this)})),
        hp=4,
        evasion=4,
        attack=1,
        rewards=loot(3, ap),
    ),
    monster_card("bony", "Bony", when(vs_this(1), damage(2, attacker)), hp=2, evasion=3, attack=1, rewards=loot(1, ap)),
    monster_card(
        "tumor",
        "Tumor",
        when(damage_taken(this), damage(1, t), t=target(player)),
        hp=3,
        evasion=4,
        attack=1,
        rewards=gain(6, ap),
    ),
    monster_card(
        "holy_bony",
        "Holy Bony",
        when(any_roll(6), may(look(3, pick(deck, by=roller), by=roller), order_top(by=roller), by=roller)),
        hp=1,
        evasion=3,
        attack=1,
        rewards=loot(2, ap),
    ),
    monster_card(
        "holy_mulligan",
        "Holy Mulligan",
        when(this_dies, expand(monster_slots, 2), attacks(1, ap)),
        hp=1,
        evasion=3,
        attack=1,
        rewards=gain(3, ap),
    ),
    monster_card(
        "cursed_tumor",
        "Cursed Tumor",
        when(any_roll(4), damage(1, each_player)),
        hp=3,
        evasion=4,
        attack=1,
        rewards=roll_for(gain(result, ap)),
    ),
    monster_card(
        "cursed_globin",
        "Cursed Globin",
        when(any_roll(3), heal(2, each(monster))),
        hp=3,
        evasion=4,
        attack=1,
        rewards=roll_for(loot(result, ap)),
    ),
    monster_card(
        "swarmer",
        "Swarmer",
        when(this_dies, expand(monster_slots, 2)),
        hp=4,
        evasion=3,
        attack=2,
        rewards=treasure(1, ap),
    ),
    monster_card(
        "brain", "Brain", when(vs_this(6), damage(1, attacker)), hp=2, evasion=3, attack=1, rewards=loot(1, ap)
    ),
    monster_card("nerve_ending", "Nerve Ending", hp=4, evasion=2, attack=1, rewards=gain(3, ap)),
)
