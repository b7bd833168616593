"""Tiles as documented, doors in the order north, east, south, west: the city completely, of the catacombs names and few links."""

from fs_env.core.betrayal.language.codes import Deck, Kind, Symbol, Trait
from fs_env.core.betrayal.language.rows import UNKNOWN, Tile
from fs_env.core.betrayal.language.words import NOTHING, draw, gain, lose, may_discard, once, roll

B, S, C = Kind.BUILDING, Kind.STREET, Kind.CATACOMB
EVENT, ITEM, OMEN = Symbol.EVENT, Symbol.ITEM, Symbol.OMEN

START = (
    Tile("Elfsong Tavern", B, "street street street internal"),
    Tile("Inner Chamber", B, "building internal building internal"),
    Tile("Kitchen", B, "building internal building street", stairs="Kitchen Basement"),
    Tile("Catacomb Landing", C, UNKNOWN),
    Tile("Kitchen Basement", C, UNKNOWN, stairs="Kitchen"),
)
BUILDINGS = (
    Tile("Felogyr's Fireworks", B, "building none building street", EVENT),
    Tile("Hall of Wonders", B, "none none street building", EVENT, ending=once(gain(Trait.KNOWLEDGE))),
    Tile("House of Blood", B, "building building building building", OMEN,
         leaving=roll(Trait.SANITY, {3: NOTHING, 0: lose(Trait.SPEED)})),
    Tile("Mansion", B, "building building street none", EVENT),
    Tile("Shrine to Gargauth", B, "street street street building", OMEN),
    Tile("Smithy", B, "street none building none", EVENT),
    Tile("Sorcerous Sundries", B, "none none street building", EVENT),
    Tile("Spy's Roost", B, "building none none none", EVENT),
    Tile("Storehouse", B, "building building building building", ITEM),
    Tile("Temple of Umberlee", B, "street none street none", ITEM),
    Tile("Trading Post", B, "none none street none", EVENT, ending=may_discard(draw(Deck.ITEMS))),
    Tile("Warehouse", B, "building street building building", ITEM),
    Tile("Weapon Shop", B, "street street building building", ITEM, stairs="Weapon Shop Basement"),
)  # fmt: skip
STREETS = (
    Tile("Ambush Alley", S, "street none street none", EVENT, ending=draw(Deck.EVENTS)),
    Tile("Beloved Ranger Statue", S, "street building street building", ending=once(gain(Trait.SPEED))),
    Tile("Cursed Statue", S, "none building street none", OMEN, grate=True),
    Tile("Dead End", S, "building none none none", EVENT),
    Tile("Executioner's Block", S, "street street street building", OMEN),
    Tile("Fountain", S, "street street street street", ending=once(gain(Trait.SANITY))),
    Tile("Gray Harbor", S, "street none none none", EVENT, grate=True),
    Tile("Haunted Alley", S, "street none street none", OMEN,
         leaving=roll(Trait.SPEED, {3: NOTHING, 0: lose(Trait.SANITY)})),
    Tile("Marketplace", S, "none street none building", ITEM),
    Tile("Murder Row", S, "building none none building", OMEN, grate=True),
    Tile("Rose Portal", S, "street street none street", EVENT),
    Tile("Trash Pile", S, "none none building none", EVENT),
    Tile("Watch Post", S, "none building none building", EVENT),
    Tile("Waterfront", S, "street none building none", EVENT),
)  # fmt: skip
CATACOMBS = tuple(
    Tile(name, C, UNKNOWN, UNKNOWN, stairs="Weapon Shop" if name == "Weapon Shop Basement" else "")
    for name in (
        "Assassin's Run",
        "Beast's Lair",
        "Flooded Chamber",
        "Gladiator Pit",
        "Kobold Hideout",
        "Shrine to Bhaal",
        "Weapon Shop Basement",
    )
)
"""Seven of fifteen are known by name, one with its stairs: they are in no stack until a player can read one."""
