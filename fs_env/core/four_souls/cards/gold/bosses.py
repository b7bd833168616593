"""The 6 bosses of the Gold Box."""

from fs_env.core.four_souls.language.cards import boss_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    boss_card(
        "polycephalus",
        "Polycephalus",
        (3, 3, 1),
        loot(3, active_player),
        when(damage_taken(this), lasting(next_attack_roll(-2, attacker))),
    ),
    boss_card("the_cage", "The Cage", (6, 4, 1), treasure(2, active_player)),
    boss_card("hush", "Hush", (8, 3, 2), treasure(2, active_player), souls=2),
    boss_card(
        "gurglings", "Gurglings", (4, 5, 1), loot(2, active_player), when(hp_reaches(this, 2), boost(evasion(-1), this))
    ),
    boss_card(
        "steven",
        "Steven",
        (4, 2, 1),
        treasure(1, active_player),
        when(vs_this(2), damage(2, attacker)),
        when(vs_this(6), cancel_attack(current_attack), end_turn(attacker)),
    ),
    boss_card(
        "fistula", "Fistula", (4, 2, 1), gain(7, active_player), when(damage_taken(this), boost(evasion(1), this))
    ),
)
