"""The 9 bosses of Four Souls+."""

from fs_env.core.four_souls.language.cards import boss_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    boss_card("widow", "Widow", hp=3, evasion=4, attack=1, rewards=loot(2, active_player)),
    boss_card(
        "dingle",
        "Dingle",
        when(
            damage_taken(this),
            roll_for({(1, 2): damage(1, active_player), (3, 4): damage(1, each_player), (5, 6): damage(1, this)}),
            self_chain=True,
        ),
        hp=3,
        evasion=3,
        attack=1,
        rewards=gain(6, active_player),
    ),
    boss_card(
        "blastocyst",
        "Blastocyst",
        when(this_dies, expand(monster_slots, 2), attacks(1, active_player, where=monster_deck)),
        hp=5,
        evasion=4,
        attack=1,
        rewards=loot(1, active_player),
    ),
    boss_card(
        "monstro_ii",
        "Monstro II",
        when(
            damage_dealt(this, anything),
            roll_for({(1, 2, 3): damage(1, right_neighbour), (4, 5, 6): damage(1, left_neighbour)}),
        ),
        hp=5,
        evasion=4,
        attack=1,
        rewards=treasure(1, active_player),
    ),
    boss_card(
        "the_fallen",
        "The Fallen",
        when(this_dies, look(5, monster_deck), order_top()),
        hp=4,
        evasion=5,
        attack=2,
        rewards=treasure(1, active_player),
    ),
    boss_card(
        "krampus",
        "Krampus",
        static(must_attack_each_turn(everybody)),
        hp=4,
        evasion=4,
        attack=2,
        rewards=treasure(1, active_player),
    ),
    boss_card(
        "isaac_boss",
        "Isaac!",
        when(damage_taken(this), damage(1, t), t=target(player)),
        hp=7,
        evasion=3,
        attack=1,
        rewards=treasure(1, active_player),
        souls=2,
    ),
    boss_card(
        "headless_horseman",
        "Headless Horseman",
        instead(would_die(this), heal(2, this), boost(evasion(1), this), boost(atk(-1), this), once=turn),
        hp=3,
        evasion=3,
        attack=2,
        rewards=treasure(1, active_player),
    ),
    boss_card(
        "moms_heart",
        "Mom's Heart!",
        when(this_dies, end_game(pick(player & most_souls))),
        hp=8,
        evasion=4,
        attack=2,
        rewards=None,
        souls=2,
    ),
)
