"""The 2 curses of the Gold Box."""

from fs_env.core.four_souls.language.cards import curse_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    curse_card("curse_of_tiny_hands", "Curse of Tiny Hands", when(turn_end(me), discard_to(2))),
    curse_card("curse_of_fatigue", "Curse of Fatigue", static(recharge_only_one())),
)
