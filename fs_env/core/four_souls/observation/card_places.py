"""Which card a number of the flat observation is about, by its place or by its value, and which one an action names."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fs_env.core.four_souls.actions import CARD_OF_ACTION
from fs_env.core.four_souls.observation.numbers import TRINKETS
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.tables import BEARERS, LOOT_CARDS, OTHERS, STARTING_ITEMS, TREASURES
from fs_env.core.machine.declare.features import CardPlaces

CARD = "card"  # what numbers name whose value is a card
PLUS = {"shop": 2}
"""Section -> what is added to a card in it; 1 in all others."""
LOOT_SECTIONS = ("hand", "known", "loot", "shown", "among")


@cache
def card_places() -> CardPlaces:
    """The cards of all places; the same object at every call."""
    cards, plus = (np.full(SCHEMA.size, empty, np.int64) for empty in (-1, 0))
    lists = dict.fromkeys(LOOT_SECTIONS, LOOT_CARDS)
    lists |= {"trinkets": np.array(TRINKETS), "counters": np.array(BEARERS), "cards": OTHERS, "deck_places": OTHERS}
    lists["turned"] = np.concatenate([TREASURES, STARTING_ITEMS])
    for name, listed in lists.items():
        section = SCHEMA[name]
        places: NDArray[np.int64] = cards[section.offset : section.stop].reshape(section.shape)
        places[:] = listed[: section.shape[-1]]
    for section in SCHEMA.sections:
        named = np.full(section.shape, section.names == CARD)
        for column in section.columns:
            if column.names == CARD:
                named[(slice(None),) * column.axis + (column.index,)] = True
        plus[section.offset : section.stop][named.reshape(-1)] = PLUS.get(section.name, 1)
    actions: NDArray[np.int64] = CARD_OF_ACTION.astype(np.int64)
    for array in (cards, plus, actions):
        array.setflags(write=False)
    return CardPlaces(cards, plus, actions)
