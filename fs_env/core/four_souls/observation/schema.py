"""The schema of the flat observation: its sections in order, its record, and the places of cards in its sections."""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.observation import schema_barter as barter
from fs_env.core.four_souls.observation import schema_cards as cards
from fs_env.core.four_souls.observation import schema_effects as effects
from fs_env.core.four_souls.observation import schema_options as options
from fs_env.core.four_souls.observation import schema_rooms as rooms
from fs_env.core.four_souls.observation.numbers import (  # noqa: F401  (part of the schema)
    CHANGED,
    CHOICES,
    DECK_CARDS,
    ENDS,
    ITEMS,
    LASTING_ROWS,
    LOOKED,
    OBLIGATION_ROWS,
    OTHER_CARDS,
    STACK_ROWS,
    TRINKETS,
    WAITING_ROWS,
)
from fs_env.core.four_souls.tables import (
    BONUS_SOULS,
    C_INST0,
    CHARACTERS,
    MONSTER_CARDS,
    N_CARDS,
    N_TREASURE,
    STARTING_ITEMS,
    TREASURES,
)
from fs_env.core.machine.declare.observation import ObservationSchema

SCHEMA = ObservationSchema(
    [
        effects.DECISION,
        cards.PLAYER,
        cards.HAND,
        cards.KNOWN,
        cards.LOOT_CARDS,
        cards.SLOT,
        cards.SHOP_SLOTS,
        cards.DECK,
        cards.TOP,
        effects.STACK,
        cards.LOOKED_AT,
        cards.TRINKET,
        cards.CHANGES,
        cards.COUNTERS,
        cards.COVERED,
        effects.RESOLVING,
        effects.EFFECT,
        effects.OBLIGATION,
        effects.LASTING,
        effects.TURN,
        effects.UNIT,
        cards.SHOWN,
        effects.WAITING,
        effects.SUBJECT,
        effects.ENDING,
        cards.BORROWED,
        effects.PROGRESS,
        effects.CHOICE,
        cards.AMONG,
        # from here on every number is written each time; those before are cleared first
        cards.CARD,
        cards.TURNED,
        cards.DECK_PLACES,
        cards.WATCHED,
        cards.PILES,
        cards.LOOT_PLACES,
        options.OPTIONS,
        options.SOLO,
        *rooms.SECTIONS,
        # from here on the sections of options, which are cleared first too
        barter.OFFER,
        barter.PROMISE,
        barter.BARTER,
    ]
)
SIZE, CLEARED, OPTIONAL = SCHEMA.size, SCHEMA["cards"].offset, SCHEMA["offer"].offset
ITEM_OF = np.full(int(N_CARDS), -1, np.int16)
"""Card to its place in the section `turned`, -1 for the others."""
ITEM_OF[TREASURES] = np.arange(N_TREASURE)
ITEM_OF[STARTING_ITEMS] = np.arange(N_TREASURE, ITEMS)
TRINKET_OF = np.full(int(N_CARDS), -1, np.int16)
"""Card to its place in the section `trinkets`, -1 for the others."""
TRINKET_OF[list(TRINKETS)] = np.arange(len(TRINKETS))
FIRST_TREASURE, FIRST_MONSTER, AFTER_MONSTERS, FIRST_STARTING, AFTER_STARTING = (
    int(C_INST0[cards_of[0]]) for cards_of in (TREASURES, MONSTER_CARDS, CHARACTERS, STARTING_ITEMS, BONUS_SOULS)
)
FIRST_OTHER = FIRST_TREASURE
"""The first instance that is not a loot card."""
AFTER_TREASURES = int(N_TREASURE)  # the place in `turned` of the first starting item
