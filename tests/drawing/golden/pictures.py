"""The golden pictures by name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from fs_env.core.four_souls.game import GAME
from fs_env.drawing import draw
from fs_env.drawing.canvas import Canvas
from tests.drawing.positions import full_table, random_game, stacked, turning_a_tile

FOLDER = Path(__file__).parent
PICTURES: dict[str, tuple[str, Callable[[], Canvas]]] = {
    "stack_of_three_light": ("light", lambda: draw(GAME, stacked().S, names=["Ann", "Bob", "Cy"])),
    "stack_of_three_seat_1_dark": ("dark", lambda: draw(GAME, stacked().S, player=1)),
    "full_table_auto": ("auto", lambda: draw(GAME, full_table(4))),
    "solo_light": ("light", lambda: draw(*random_game("four_souls", 2, 3, 80, variant=1))),
    "castles_of_caleira_3_light": ("light", lambda: draw(*random_game("castles_of_caleira", 3, 1, 16))),
    "castles_of_caleira_4_seat_0_dark": ("dark", lambda: draw(*random_game("castles_of_caleira", 4, 9, 20), player=0)),
    "betrayal_3_light": ("light", lambda: draw(*random_game("betrayal", 3, 5, 90), names=["Ann", "Bob", "Cy"])),
    "betrayal_6_seat_1_dark": ("dark", lambda: draw(*random_game("betrayal", 6, 9, 340, haunt=4), player=1)),
    "betrayal_4_turning_narrow_light": ("light", lambda: draw(*turning_a_tile(), player=0, narrow=True)),
}


def file_of(name: str) -> Path:
    """Where a picture is stored."""
    return FOLDER / f"{name}.svg"


def document(name: str) -> str:
    """A picture as it is drawn now."""
    theme, make = PICTURES[name]
    return make().svg(theme)
