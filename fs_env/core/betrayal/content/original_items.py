"""Twenty-two item cards of our own: of the game's own items not one is documented completely. All names and texts are this
project's invention."""

from fs_env.core.betrayal.language.codes import Harm, Trait
from fs_env.core.betrayal.language.rows import Possession, Use
from fs_env.core.betrayal.language.words import RESET_BELOW, gain, gain_below, harm

M, SP, K, S = Trait
PHYSICAL, MENTAL = Harm

ITEMS = (
    Possession("Pry Bar", Use.WEAPON, dice=1),
    Possession("Cleaver", Use.WEAPON, bonus=1),
    Possession("Maul", Use.WEAPON, dice=3, spent=True),
    Possession("Spark Rod", Use.WEAPON, attack=K),
    Possession("Mourning Mask", Use.WEAPON, attack=S, dice=1),
    Possession("Weighted Net", Use.WEAPON, attack=SP),
    Possession("Long Sling", Use.WEAPON, attack=SP, distance=True),
    Possession("Lead Bracers", gains={M: 1}),
    Possession("Felt Shoes", gains={SP: 1}),
    Possession("Reading Stone", gains={K: 1}),
    Possession("Quiet Bell", gains={S: 1}),
    Possession("Padded Coat", armor={PHYSICAL: 1}),
    Possession("Silver Thread", armor={MENTAL: 1}),
    Possession("Crow's Foot", rolls={M: 1}),
    Possession("Spring Boots", rolls={SP: 1}),
    Possession("Brass Lens", rolls={K: 1}),
    Possession("Lucky Knot", rolls={S: 1}),
    Possession("Red Draught", spent=True, program=gain(M)),
    Possession("Grey Draught", spent=True, program=gain(SP)),
    Possession("Surgeon's Roll", spent=True, program=gain_below(2)),
    Possession("Black Broth", spent=True, program=RESET_BELOW),
    Possession("Bitter Root", program=(harm(PHYSICAL, points=1), gain(S))),
)
