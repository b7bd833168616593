"""The 9 bosses of Four Souls+."""

from fs_env.core.four_souls.language.cards import boss_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    boss_card("widow", "Widow", (3, 4, 1), loot(2, active_player)),
    boss_card(
        "dingle",
        "Dingle",
        (3, 3, 1),
        gain(6, active_player),
        when(
            damage_taken(this),
            roll_for({(1, 2): damage(1, active_player), (3, 4): damage(1, each_player), (5, 6): damage(1, this)}),
            self_chain=True,
        ),
    ),
    boss_card(
        "blastocyst",
        "Blastocyst",
        (5, 4, 1),
        loot(1, active_player),
        when(this_dies, expand(monster_slots, 2), attacks(1, active_player, where=monster_deck)),
    ),
    boss_card(
        "monstro_ii",
        "Monstro II",
        (5, 4, 1),
        treasure(1, active_player),
        when(
            damage_dealt(this, anything),
            roll_for({(1, 2, 3): damage(1, right_neighbour), (4, 5, 6): damage(1, left_neighbour)}),
        ),
    ),
    boss_card(
        "the_fallen",
        "The Fallen",
        (4, 5, 2),
        treasure(1, active_player),
        when(this_dies, look(5, monster_deck), order_top()),
    ),
    boss_card("krampus", "Krampus", (4, 4, 2), treasure(1, active_player), static(must_attack_each_turn(everybody))),
    boss_card(
        "isaac_boss",
        "Isaac!",
        (7, 3, 1),
        treasure(1, active_player),
        when(damage_taken(this), damage(1, t), t=target(player)),
        souls=2,
    ),
    boss_card(
        "headless_horseman",
        "Headless Horseman",
        (3, 3, 2),
        treasure(1, active_player),
        instead(would_die(this), heal(2, this), boost(evasion(1), this), boost(atk(-1), this), once=turn),
    ),
    boss_card(
        "moms_heart", "Mom's Heart!", (8, 4, 2), None, when(this_dies, end_game(pick(player & most_souls))), souls=2
    ),
)
