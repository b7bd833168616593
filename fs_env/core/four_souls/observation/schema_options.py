"""Sections of the flat observation: the options of the game; two players who win or lose together (R21.2-R21.9)."""

from __future__ import annotations

from fs_env.core.four_souls.observation.numbers import count
from fs_env.core.four_souls.options import Deaths, Variant
from fs_env.core.four_souls.rules.solo import CHARACTERS, D8_START
from fs_env.core.machine.declare.columns import Code, Flag, Number
from fs_env.core.machine.declare.observation import row

OPTIONS = row(
    "options",
    [
        Code("variant", Variant),
        Code("simultaneous_deaths", Deaths, "whose death resolves first when a monster and a player die at once"),
        Flag("open_hands", "1 if all hands are open"),
        Flag("bartering", "1 if players may pay each other for favours"),
        Flag("rooms", "1 if rooms are in the game"),
    ],
    "the options of the game that count until its end; those that only shape its beginning show in what lies on the table",
)
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
