"""The thirteen omens, documented."""

from fs_env.core.betrayal.language.codes import Deck, Harm, Trait
from fs_env.core.betrayal.language.rows import Possession, Use
from fs_env.core.betrayal.language.words import Act, Op, draw, gain_chosen, harm, may_discard, outcomes

M, SP, K, S = Trait
DECK_TABLE = {
    8: gain_chosen(n=4),
    5: gain_chosen(),
    3: draw(Deck.ITEMS),
    1: may_discard((), harm(Harm.MENTAL, points=1)),
    0: Act(Op.LOWEST, "one trait drops to its lowest value above the skull, or you die if the haunt has begun", 1),
}
LOWS, RESULTS, SAYS = outcomes(DECK_TABLE)
DRAW_FATE = Act(Op.CHARGE, f"roll 4 dice, less 1 for each token on the card, then add a token to it: {SAYS}", 4,
                inner=RESULTS, lows=LOWS)  # fmt: skip

OMENS = (
    Possession("Berserker Axe", Use.WEAPON, dice=2, drop=False, trade=False,
               special="while opponents share your tile you may not leave it before you have attacked one with this weapon"),
    Possession("Book of Spells", Use.WEAPON, attack=S, special="if you take damage from such an attack take 1 extra point"),
    Possession("Cursed Armor", gains={S: 1}, steal=False,
               special="when you roll defence you may add 1 to the result; if you do, lose 1 Sanity"),
    Possession("Deck of Many Things", program=DRAW_FATE),
    Possession("Dimensional Shackles", gains={SP: -1}, drop=False, steal=False,
               special="when you win an attack against an adventurer on your tile you may give them this card instead"),
    Possession("Eye of Vecna", gains={K: 1},
               special="an opponent who tries to move onto your tile rolls 2 dice if you like: on 2+ they enter, otherwise "
                       "they stay and stop; a 1 costs you 1 point of mental damage"),
    Possession("Figurine of Wondrous Power", Use.COMPANION, drop=False, trade=False, steal=False,
               special="once per game, when you take any amount of damage, ignore it"),
    Possession("Homunculus", Use.COMPANION, gains={M: 1, K: 1}, drop=False, trade=False, steal=False),
    Possession("Iron Flask of Tuerny",
               special="once per game, instead of attacking: a demon makes a Might 6 attack against all on your tile, "
                       "you included"),
    Possession("Meenlock", Use.COMPANION, gains={SP: 2}, drop=False, trade=False, steal=False,
               special="physical damage that you take is mental damage"),
    Possession("Pipes of Haunting",
               special="after the haunt has begun: each adventurer and small monster within 2 tiles rolls Sanity 4+; those "
                       "who fail or have none you may move 1 space away from you"),
    Possession("Symbol of Bhaal", drop=False, trade=False, steal=False,
               special="after the haunt begins, whenever an adventurer is killed roll a die: 2 gain 1 Might; 1 nothing; 0 take 1 die of "
                       "mental damage unless you killed them"),
    Possession("Whispering Skull", special="once during your turn after the haunt has begun move 1 small monster 1 space"),
)  # fmt: skip
