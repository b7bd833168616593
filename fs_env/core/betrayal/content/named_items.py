"""Documented parts of the item cards: seven names, three with some of the effect; none is complete, none is dealt."""

from fs_env.core.betrayal.language.rows import UNKNOWN, Possession, Use

ITEMS = (
    Possession("Crossbow", Use.WEAPON, distance=True, special=UNKNOWN),
    Possession("Javelin of Lightning", Use.WEAPON, special=UNKNOWN),
    Possession("Necklace of Fireballs", Use.WEAPON, special=UNKNOWN),
    Possession("Ring of the Ram", Use.WEAPON, special=UNKNOWN),
    Possession("Helm of Teleportation", special=UNKNOWN),
    Possession("Holy Symbol", special=UNKNOWN),
    Possession("Ten Foot Pole", UNKNOWN, special=UNKNOWN),
)
IN_THE_BOX = 22
