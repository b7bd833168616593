"""The 10 basic monsters of the Gold Box."""

from fs_env.core.four_souls.language.cards import monster_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    monster_card(
        "ragling",
        "Ragling",
        (2, 3, 1),
        loot(1, active_player),
        when(reward_taken, roll_for({(1, 6): topdeck(this), (2, 3, 4, 5): nothing()})),
    ),
    monster_card("boil", "Boil", (2, 4, 1), gain(3, active_player), when(damage_dealt(this, anything), heal(1, this))),
    monster_card(
        "parabite",
        "Parabite",
        (2, 3, 1),
        loot(1, active_player),
        when(damage_taken(this), lasting(next_attack_roll(-1, attacker))),
    ),
    monster_card(
        "gaper",
        "Gaper",
        (2, 4, 1),
        gain(3, active_player),
        when(this_dies, must_attack(active_player, monster_deck, additional=True), only=killing_roll == 6),
    ),
    monster_card(
        "deaths_head",
        "Death's Head",
        (2, 0, 0),
        loot(1, active_player),
        static(atk(1, each_monster)),
        unattackable,
        when(other_monster_dies, kill(this)),
    ),
    monster_card(
        "round_worm",
        "Round Worm",
        (1, 5, 1),
        gain(4, active_player),
        when(damage_dealt(this, anything), lasting(next_attack_roll(1, attacker))),
    ),
    monster_card(
        "imp", "Imp", (3, 5, 1), roll_for(loot(result, active_player)), when(vs_this(3), boost(evasion(1), this))
    ),
    monster_card("knight", "Knight", (2, 6, 1), loot(2, active_player), static(also_hit_on(1))),
    monster_card("charger", "Charger", (1, 5, 1), gain(3, active_player)),
    monster_card(
        "begotten",
        "Begotten",
        (3, 4, 1),
        loot(2, active_player),
        when(hp_reaches(this, 1, exactly=True), boost(atk(1), this)),
    ),
)
