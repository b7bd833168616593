"""The layout of the flat observation: its sections in order, its record, and which card stands where.

The numbers are declared in `schema_cards` and `schema_effects`; the kernels of `table` and `recall` write them by name.
"""

from __future__ import annotations

import numpy as np

from fs_env.core.four_souls.observation import schema_cards as cards
from fs_env.core.four_souls.observation import schema_effects as effects
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
    BONUS0,
    C_INST0,
    CHARACTER0,
    MONSTER0,
    N_CARDS,
    N_LOOT,
    N_STARTING,
    N_TREASURE,
    STARTING0,
    TREASURE0,
)
from fs_env.core.machine.observation import ObservationLayout

LAYOUT = ObservationLayout(
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
        # from here on every number is written each time, the others are cleared first
        cards.CARD,
        cards.TURNED,
        cards.DECK_PLACES,
        cards.WATCHED,
        cards.PILES,
        cards.LOOT_PLACES,
    ]
)
SIZE, CLEARED = LAYOUT.size, LAYOUT["cards"].offset
ITEM_OF = np.full(int(N_CARDS), -1, np.int16)
"""Card to its place in the section `turned`, -1 for the others."""
ITEM_OF[TREASURE0 : TREASURE0 + N_TREASURE] = np.arange(N_TREASURE)
ITEM_OF[STARTING0 : STARTING0 + N_STARTING] = np.arange(N_TREASURE, ITEMS)
TRINKET_OF = np.full(int(N_LOOT), -1, np.int16)
"""Loot card to its place in the section `trinkets`, -1 for the others."""
TRINKET_OF[list(TRINKETS)] = np.arange(len(TRINKETS))
FIRST_OTHER = int(C_INST0[N_LOOT])
"""The first instance that is no loot card."""
FIRST_TREASURE, FIRST_MONSTER, AFTER_MONSTERS = (int(C_INST0[k]) for k in (TREASURE0, MONSTER0, CHARACTER0))
FIRST_STARTING, AFTER_STARTING = int(C_INST0[STARTING0]), int(C_INST0[BONUS0])
AFTER_TREASURES = int(N_TREASURE)  # the place in `turned` of the first starting item
