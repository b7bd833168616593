"""The 2 curses of Four Souls+."""

from fs_env.core.four_souls.language.cards import curse_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    curse_card(
        "curse_of_impulse",
        "Curse of Impulse",
        when(turn_end(me), deactivate(each(item & mine & active_item)), deactivate(my_character)),
    ),
    curse_card("curse_of_blood_lust", "Curse of Blood Lust", static(must_attack_each_turn())),
)
