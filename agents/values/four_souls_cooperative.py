"""Inputs of a value of Four Souls where two characters win or lose together (R21.2 to R21.9): those of rivals, the
eight-sided die, and the souls of both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.values import four_souls
from fs_env.agents.values.four_souls import SOULS, named
from fs_env.agents.values.network import kernel, make_extract, make_score, put
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.rules.solo import CHARACTERS, D8_START

list_for_rivals = four_souls.list_inputs
FIRST_D8 = four_souls.N_INPUTS  # one for each number on the die
FIRST_SOUL = FIRST_D8 + D8_START  # one for each number of souls of both together, the last for four and more
FIRST_TURN = FIRST_SOUL + SOULS  # one for each number of turns until the die drops
N_INPUTS = FIRST_TURN + CHARACTERS


@kernel
def list_inputs(obs, work):
    list_for_rivals(obs, work)
    solo = named(obs).solo
    if 0 < solo.d8 <= D8_START:
        put(work, FIRST_D8 + solo.d8 - 1, 1)
    put(work, FIRST_SOUL + min(SOULS - 1, max(0, int(solo.souls))), 1)
    if 0 < solo.turns_to_drop <= CHARACTERS:
        put(work, FIRST_TURN + solo.turns_to_drop - 1, 1)


def is_cooperative(observation: NDArray[np.int16]) -> bool:
    return int(observation.view(SCHEMA.dtype)["solo"]["d8"][0]) > 0


score = make_score(list_inputs, N_INPUTS)
extract = make_extract(list_inputs)
