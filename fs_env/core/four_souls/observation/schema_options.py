"""The section of the flat observation about the options of the game."""

from __future__ import annotations

from fs_env.core.four_souls.options import Deaths, Variant
from fs_env.core.machine.declare.columns import Code, Flag
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
