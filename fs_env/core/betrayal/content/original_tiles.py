"""Catacombs of our own, so that there is a second level: names, doors, symbols and texts are this project's invention."""

from fs_env.core.betrayal.language.codes import Deck, Harm, Kind, Symbol, Trait
from fs_env.core.betrayal.language.rows import Tile
from fs_env.core.betrayal.language.words import NOTHING, draw, gain, harm, lose, may, once, roll

C = Kind.CATACOMB
EVENT, ITEM, OMEN = Symbol.EVENT, Symbol.ITEM, Symbol.OMEN
LANDING_DOORS = "catacomb internal catacomb catacomb"
BASEMENT_DOORS = "catacomb catacomb catacomb internal"
"""Where the doors of the start tile of the catacombs are is not documented: this pack puts one on every outer side."""

CATACOMBS = (
    Tile("Ash Well", C, "catacomb none catacomb none", OMEN),
    Tile("Bone Ladder", C, "catacomb catacomb none none", OMEN),
    Tile("Candle Vault", C, "catacomb none none catacomb", OMEN, ending=once(gain(Trait.SANITY))),
    Tile("Drowned Stair", C, "catacomb catacomb catacomb none", OMEN,
         leaving=roll(Trait.MIGHT, {3: NOTHING, 0: lose(Trait.SPEED)})),
    Tile("Echo Gallery", C, "catacomb none catacomb catacomb", OMEN),
    Tile("Forgotten Altar", C, "catacomb none none none", OMEN,
         ending=may((harm(Harm.MENTAL, points=1), gain(Trait.MIGHT)))),
    Tile("Gnawed Tunnel", C, "catacomb catacomb catacomb catacomb", OMEN),
    Tile("Hollow Root", C, "catacomb catacomb catacomb catacomb", EVENT),
    Tile("Ink Cistern", C, "catacomb none catacomb none", EVENT, ending=once(gain(Trait.KNOWLEDGE))),
    Tile("Jailer's Walk", C, "catacomb catacomb none catacomb", EVENT),
    Tile("Keeper's Cell", C, "catacomb none none none", ITEM),
    Tile("Lead Crypt", C, "catacomb catacomb none none", ITEM),
    Tile("Mason's Cut", C, "catacomb none catacomb catacomb", ITEM),
    Tile("Nameless Pit", C, "catacomb none catacomb none", EVENT, ending=draw(Deck.EVENTS)),
    Tile("Old Sluice", C, "catacomb catacomb catacomb none", EVENT),
)  # fmt: skip
