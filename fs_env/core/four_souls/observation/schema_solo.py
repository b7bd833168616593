"""The section of the flat observation about two players who win or lose together (R21.2-R21.9)."""

from __future__ import annotations

from fs_env.core.four_souls.observation.numbers import count
from fs_env.core.four_souls.rules.solo import CHARACTERS, D8_START
from fs_env.core.machine.declare.columns import Number
from fs_env.core.machine.declare.observation import row

SOLO = row(
    "solo",
    [
        Number("d8", "number on the eight-sided die; at 0 both players have lost", 0, D8_START),
        count("souls", "souls of both players together; four win"),
        Number(
            "turns_to_drop", "turns of different players until the die drops, the present one included", 0, CHARACTERS
        ),
    ],
    "two players who win or lose together, see the option `variant`; zeros in other games",
)
