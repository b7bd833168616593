"""The 6 bosses of the Gold Box."""

from fs_env.core.four_souls.language.cards import boss_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    boss_card(
        "polycephalus",
        "Polycephalus",
        when(damage_taken(this), lasting(next_attack_roll(-2, attacker))),
        hp=3,
        evasion=3,
        attack=1,
        rewards=loot(3, active_player),
    ),
    boss_card("the_cage", "The Cage", hp=6, evasion=4, attack=1, rewards=treasure(2, active_player)),
    boss_card("hush", "Hush", hp=8, evasion=3, attack=2, rewards=treasure(2, active_player), souls=2),
    boss_card(
        "gurglings",
        "Gurglings",
        when(hp_reaches(this, 2), boost(evasion(-1), this)),
        hp=4,
        evasion=5,
        attack=1,
        rewards=loot(2, active_player),
    ),
    boss_card(
        "steven",
        "Steven",
        when(vs_this(2), damage(2, attacker)),
        when(vs_this(6), cancel_attack(current_attack), end_turn(attacker)),
        hp=4,
        evasion=2,
        attack=1,
        rewards=treasure(1, active_player),
    ),
    boss_card(
        "fistula",
        "Fistula",
        when(damage_taken(this), boost(evasion(1), this)),
        hp=4,
        evasion=2,
        attack=1,
        rewards=gain(7, active_player),
    ),
)
