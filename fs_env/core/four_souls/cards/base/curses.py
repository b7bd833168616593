"""The 5 curses of the base set."""

from fs_env.core.four_souls.language.cards import curse_card
from fs_env.core.four_souls.language.words import *

CARDS = (
    curse_card("curse_of_amnesia", "Curse of Amnesia", when(turn_end(me), discard_loot(2))),
    curse_card("curse_of_greed", "Curse of Greed", when(turn_end(me), lose(4))),
    curse_card("curse_of_loss", "Curse of Loss", when(dies(me), lose_soul(me))),
    curse_card("curse_of_pain", "Curse of Pain", when(turn_start(me), damage(1, me))),
    curse_card("curse_of_the_blind", "Curse of the Blind", static(evasion(1, my_attacked_monster_eot))),
)
