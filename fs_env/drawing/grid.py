"""Several drawings side by side: a batch of games in one picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.drawing.canvas import Canvas, number
from fs_env.drawing.picture import draw

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

MOST = 9  # games of a batch that are drawn unless more are asked for
GAP = 16.0


@dataclass(frozen=True)
class Grid:
    """At least one drawing, all of one size, in rows of `columns`, the first at the upper left."""

    drawings: Sequence[Canvas]
    columns: int

    def svg(self, theme: str = "auto") -> str:
        """All drawings as one document. Raises ValueError for an unknown theme."""
        first = self.drawings[0]
        rows = ceil(len(self.drawings) / self.columns)
        wide, high = (n * (size + GAP) - GAP for n, size in ((self.columns, first.width), (rows, first.height)))
        found = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(wide)} {number(high)}" role="img">',
            f"<title>{len(self.drawings)} games</title>",
        ]
        for k, drawing in enumerate(self.drawings):
            x, y = k % self.columns * (first.width + GAP), k // self.columns * (first.height + GAP)
            size = f'width="{number(drawing.width)}" height="{number(drawing.height)}"'
            place = f'<svg x="{number(x)}" y="{number(y)}" {size} '
            found.append(drawing.svg(theme).replace("<svg ", place, 1).rstrip())
        return "\n".join([*found, "</svg>\n"])

    def _repr_svg_(self) -> str:
        return self.svg()


def draw_batch(
    game: Game, S: Any, players: Sequence[int | None] | int | None = None, most: int = MOST, columns: int | None = None
) -> Grid:
    """The first games of a batch as one picture.

    Args:
        game: the rules.
        S: n states.
        players: the seat whose view is drawn, one for all or one each; None draws everything.
        most: games that are drawn.
        columns: in a row; when None as many as make the grid square.

    Raises:
        ValueError: no states, or a seat that is not there.
    """
    n = min(len(S), most)
    if n < 1:
        raise ValueError(f"{len(S)} states, at most {most} drawn: expected at least one")
    seats = [players] * n if players is None or isinstance(players, int) else list(players)[:n]
    return Grid([draw(game, S, e, player=seats[e]) for e in range(n)], columns or ceil(sqrt(n)))


def tile_pixels(pictures: Sequence[NDArray[np.uint8]], columns: int | None = None) -> NDArray[np.uint8]:
    """Joins pictures of one size, uint8 (height, width, 3), with black in empty places. Raises ValueError for no or unequal pictures."""
    if len({picture.shape for picture in pictures}) != 1:
        raise ValueError(f"{len(pictures)} pictures of sizes {sorted({p.shape for p in pictures})}: expected one size")
    wide = columns or ceil(sqrt(len(pictures)))
    rows = ceil(len(pictures) / wide)
    high, across, colors = pictures[0].shape
    found = np.zeros((rows * high, wide * across, colors), np.uint8)
    for k, picture in enumerate(pictures):
        y, x = k // wide * high, k % wide * across
        found[y : y + high, x : x + across] = picture
    return found
