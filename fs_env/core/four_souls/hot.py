"""Which memory of a state most decisions read: it is asked for ahead while the game before it in a batch is observed."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.layout import AFTER_MONSTERS, ENDS, FIRST_MONSTER, FIRST_TREASURE, SIZE
from fs_env.core.four_souls.state import DECK_CAP, DTYPE, HAND_CAP, N_INSTANCES, N_LOOT, PLAYERS
from fs_env.core.four_souls.tables import BONUS0, C_INST0
from fs_env.core.machine.ahead import make_look_ahead

FIELDS: Any = DTYPE.fields
MARKED = (
    (FIRST_TREASURE, FIRST_MONSTER),
    (AFTER_MONSTERS, int(C_INST0[BONUS0])),
)  # instances that can be turned or bear counters
PILE = 2 * DECK_CAP  # bytes of a deck or pile
PARTS = 12  # between as many pieces of an observation
HOT = (
    ("rng", 0, int(FIELDS["face"][1])),  # everything before the cards
    *((name, 0, N_INSTANCES) for name in ("zone", "owner", "seen", "place")),
    *(("turned", first, stop - first) for first, stop in MARKED),
    *(("counters", 2 * first, 2 * (stop - first)) for first, stop in MARKED),
    ("under", 2 * FIRST_MONSTER, 2 * (AFTER_MONSTERS - FIRST_MONSTER)),
    *((name, PILE * d, 2 * ENDS) for name in ("deck", "pile") for d in range(3)),
    *(("deck", PILE * d + 2 * PILE // 3, 64) for d in range(3)),  # the top lies somewhere there
    ("discarded", 0, 2 * N_LOOT),
    *(("hand", 2 * HAND_CAP * p, 2) for p in range(PLAYERS)),
    ("n_hand", 0, 42),
    ("shop", 0, 140),
    ("row", 0, 8 * FIELDS["row"][0].base.itemsize),
    *((name, 0, 2) for name in ("stack", "waiting", "n_buf", "n_options")),
    ("n_stack", 0, 4),
    ("frame", 0, 48),
    ("n_frames", 0, 4),
    ("lasting", 0, 32),
    ("n_duties", 0, 120),
)
"""What `look_ahead` asks for of the next state of a batch: what most decisions read."""
look_ahead = make_look_ahead(DTYPE, HOT, SIZE, PARTS)
