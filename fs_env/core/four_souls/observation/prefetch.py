"""The memory of a state that most decisions read: it is prefetched while the previous game of the batch is observed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fs_env.core.four_souls.observation.records import kernel
from fs_env.core.four_souls.observation.schema import (
    AFTER_MONSTERS,
    AFTER_STARTING,
    ENDS,
    FIRST_MONSTER,
    FIRST_OTHER,
    FIRST_STARTING,
    FIRST_TREASURE,
    SIZE,
)
from fs_env.core.four_souls.state import DECK_CAP, DTYPE, FIRST_ROOM, HAND_CAP, PLAYERS
from fs_env.core.machine.table.prefetch import make_requests, one_after_another

FIELDS: Any = DTYPE.fields
TREASURES = FIRST_TREASURE, FIRST_MONSTER  # first instance, the one after the last
CHARACTERS = AFTER_MONSTERS, FIRST_STARTING
STARTING = FIRST_STARTING, AFTER_STARTING
PILE = 2 * DECK_CAP  # bytes of a deck or pile
SMALL = FIELDS["obligations"][0].itemsize  # bytes: single numbers, and lists of players and slots
RARE = ("room_deck", "room_pile")
HOT = (
    *((name, 0, field[0].itemsize) for name, field in FIELDS.items() if field[0].itemsize < SMALL and name not in RARE),
    ("obligations", 0, 16),
    ("discarded", 0, FIELDS["discarded"][0].itemsize),
    ("stack", 0, 8),
    ("zone", 0, FIRST_ROOM),
    ("owner", FIRST_OTHER, FIRST_ROOM - FIRST_OTHER),
    ("seen", 0, AFTER_MONSTERS),
    ("witnessed", 0, 64),
    ("place", FIRST_TREASURE, AFTER_MONSTERS - FIRST_TREASURE),
    *(("turned", first, stop - first) for first, stop in (TREASURES, CHARACTERS, STARTING)),
    ("under", 2 * FIRST_MONSTER, 2 * (AFTER_MONSTERS - FIRST_MONSTER)),
    ("play", 0, 64),
    *((name, PILE * d, 2 * ENDS) for name in ("deck", "pile") for d in range(3)),
    *(("deck", PILE * d + 2 * PILE // 3, 64) for d in range(3)),  # the top is somewhere in it
    *(("hand", 2 * HAND_CAP * p, 16) for p in range(PLAYERS)),
    ("objects", 0, 3 * FIELDS["objects"][0].base.itemsize),
)
"""The parts of a state that most decisions read: a field, the first byte of it, how many bytes."""


def steps_ahead(steps: Sequence[Any]) -> Any:
    """A kernel that runs the steps of an observation and prefetches a part of the next game's memory before each."""
    return one_after_another(kernel, steps, make_requests(DTYPE, HOT, SIZE, len(steps)))
