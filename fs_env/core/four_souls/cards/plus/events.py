"""The 6 bonus cards of Four Souls+."""

from fs_env.core.four_souls.language.cards import bonus_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    bonus_card(
        "holy_chest",
        "Holy Chest",
        play(roll_for({(1, 2): [shield_pool(2, me), attacks(1)], (3, 4, 5): gain(7), 6: become_soul()})),
        souls=1,
    ),
    bonus_card(
        "spiked_chest",
        "Spiked Chest",
        play(roll_for({(1, 2): damage(1, me), (3, 4): [damage(1, me), loot(1)], (5, 6): [damage(1, me), treasure(1)]})),
    ),
    bonus_card("troll_bombs_plus", "Troll Bombs", play(damage(2, me))),
    bonus_card("head_trauma", "Head Trauma", play(discard_loot(2))),
    bonus_card("angel_room", "Angel Room", play(roll_for({1: treasure(2), (2, 3): treasure(1), (4, 5, 6): loot(2)}))),
    bonus_card(
        "boss_rush",
        "Boss Rush!",
        play(reveal_until(2, monster_deck, deck_boss), to_slot(found, slot), must_attack(me, found)),
    ),
)
