"""The drawing of a position, with the layout that the manifest of its game names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fs_env.drawing.canvas import Canvas
from fs_env.drawing.part import drawing_of
from fs_env.drawing.seats import Names
from fs_env.drawing.stage import Stage

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


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
    """The drawing of one position; `.svg(theme)` returns it as a document.

    Args:
        game: the rules.
        S: states.
        e: which of them.
        player: the seat whose view is drawn; None draws everything.
        names: of the players by seat; None calls them "player_0", ...
        marked: whether cards and places carry `data-place` and `data-card`, for pages on which they can be chosen.
        narrow: parts one below the other, for phones.

    Raises:
        ValueError: there is no such seat in this game.
    """
    return draw_view(game.name, game.to_json(S, e, player=player), names, marked=marked, narrow=narrow)


def draw_view(
    game: str,
    view: dict[str, Any],
    names: Sequence[str] | Names | None = None,
    *,
    marked: bool = False,
    narrow: bool = False,
    stage: Stage | None = None,
) -> Canvas:
    """The drawing of what `Game.to_json` returned.

    Args:
        game: its id.
        view: the position.
        names: of the players by seat, or how texts name them; None calls them "player_0", ...
        marked, narrow: as in `draw`.
        stage: where a page wants the parts; the drawing is marked then.
    """
    names, drawing = names if isinstance(names, Names) else Names(names), drawing_of(game)
    if stage and drawing.staged:
        return drawing.staged(view, names, stage=stage)
    return drawing.layout(view, names, marked=marked, narrow=narrow)
