"""The 2 bonus cards of the Gold Box."""

from fs_env.core.four_souls.language.cards import bonus_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    bonus_card(
        "trap_door",
        "Trap Door!",
        play(roll_for({(1, 2, 3): [look(3, monster_deck), order_top(), attacks(1)], (4, 5, 6): damage(1, me)})),
    ),
    bonus_card(
        "i_am_error",
        "I Am Error!",
        play(roll_for({(1, 2): must_attack(me, monster_deck), (3, 4): loot(3), (5, 6): treasure(1)})),
    ),
)
