"""What the content packs have together, and what they lack for a full game."""

from functools import lru_cache

from fs_env.core.betrayal.content import documented_tiles, events, haunts, named_items, original_items, original_tiles
from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.content.omens import OMENS
from fs_env.core.betrayal.language.check import lacks
from fs_env.core.betrayal.language.codes import Kind
from fs_env.core.betrayal.language.rows import Tile

START = (
    *documented_tiles.START[:3],
    Tile("Catacomb Landing", Kind.CATACOMB, original_tiles.LANDING_DOORS),
    Tile("Kitchen Basement", Kind.CATACOMB, original_tiles.BASEMENT_DOORS, stairs="Kitchen"),
)


@lru_cache
def missing(packs: int) -> list[str]:
    """Lines on what the chosen packs lack for a full game, one for each kind of content; `packs` as in the option."""
    documented, original, own_haunts = (bool(packs >> bit & 1) for bit in range(3))
    found = {
        "adventurers": ADVENTURERS if documented else (),
        "start tiles": START if original and documented else documented_tiles.START if documented else (),
        "building tiles": documented_tiles.BUILDINGS if documented else (),
        "street tiles": documented_tiles.STREETS if documented else (),
        "catacomb tiles": original_tiles.CATACOMBS if original else documented_tiles.CATACOMBS if documented else (),
        "event cards": events.EVENTS if documented else (),
        "item cards": original_items.ITEMS if original else named_items.ITEMS if documented else (),
        "omen cards": OMENS if documented else (),
        "haunts": (haunts.DOCUMENTED if documented else ()) + (haunts.ORIGINAL if own_haunts else ()),
    }
    expected = {
        "adventurers": 12, "start tiles": 5, "building tiles": 13, "street tiles": 14, "catacomb tiles": 15,
        "event cards": 44, "item cards": named_items.IN_THE_BOX, "omen cards": 13, "haunts": 1,
    }  # fmt: skip
    return list(lacks(expected, found))
