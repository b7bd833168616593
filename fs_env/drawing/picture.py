"""The drawing of a position: the game's own layout, or its text where a game has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.drawing.canvas import BODY, Box, Canvas
from fs_env.drawing.parts import panel
from fs_env.drawing.seats import Names
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

LAYOUTS: dict[str, str] = {
    "four_souls": "fs_env.drawing.four_souls.table:lay_out",
    "castles_of_caleira": "fs_env.drawing.castles_of_caleira:lay_out",
    "betrayal": "fs_env.drawing.betrayal.table:lay_out",
}
"""Game id -> `(view, names, marked=..., narrow=...) -> Canvas` of its JSON views."""
LINES = 46  # of a position without a layout
Layout = Callable[..., Canvas]


def draw(
    game: Game,
    S: Any,
    e: int = 0,
    player: int | None = None,
    names: Sequence[str] | None = None,
    *,
    marked: bool = False,
    narrow: bool = False,
) -> Canvas:
    """The drawing of one position; `.svg(theme)` makes a document of it.

    Args:
        game: the rules.
        S: states.
        e: which of them.
        player: the seat whose view is drawn; None draws everything.
        names: of the players by seat; None calls them "player_0", ...
        marked: whether cards and places carry `data-place` and `data-card`, for pages on which they can be chosen.
        narrow: parts one below the other, for phones; a game without a layout has none.

    Raises:
        ValueError: there is no such seat in this game.
    """
    if game.name not in LAYOUTS:
        return written(game.text(S, e, player=player))
    return draw_view(game.name, game.to_json(S, e, player=player), names, marked=marked, narrow=narrow)


def draw_view(
    game: str,
    view: dict[str, Any],
    names: Sequence[str] | Names | None = None,
    *,
    marked: bool = False,
    narrow: bool = False,
) -> Canvas:
    """The drawing of what `Game.to_json` returned.

    Args:
        game: its id.
        view: the position.
        names: of the players by seat, or how texts name them; None calls them "player_0", ...
        marked, narrow: as in `draw`.

    Raises:
        ValueError: the game has no layout.
    """
    if game not in LAYOUTS:
        raise ValueError(f"game {game!r} has no layout: expected one of {', '.join(sorted(LAYOUTS))}")
    layout: Layout = load_object(LAYOUTS[game], "layout")
    return layout(view, names if isinstance(names, Names) else Names(names), marked=marked, narrow=narrow)


def written(text: str) -> Canvas:
    """A position as its text."""
    canvas = Canvas(1200, 900, text.partition("\n")[0])
    sheet = Box(12, 12, 1176, 876)
    with canvas.part("text", sheet):
        inside = panel(canvas, sheet)
        lines = text.splitlines()
        step = min(20.0, inside.h / min(LINES, max(1, len(lines))))
        for k, line in enumerate(lines[:LINES]):
            canvas.text(inside.x, inside.y + 14 + k * step, line, size=min(BODY, step - 3), room=inside.w)
    return canvas
