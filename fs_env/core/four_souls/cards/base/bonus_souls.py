"""Bonus souls of the base set (3)."""

from fs_env.core.four_souls.language.cards import bonus_soul
from fs_env.core.four_souls.language.words import *

CARDS = (
    bonus_soul("soul_of_greed", "Soul of Greed", coins_of(any_player) >= 25),
    bonus_soul("soul_of_gluttony", "Soul of Gluttony", hand_of(any_player) >= 10),
    bonus_soul("soul_of_guppy", "Soul of Guppy", guppy_of(any_player) >= 2),
)
