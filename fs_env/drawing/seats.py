"""Where players sit: the reader below, the others round the table in turn order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from fs_env.drawing.canvas import Box
from fs_env.narration.speech import Speech, unmarked


def seats_round(above: Box, below: Box, n: int, viewer: int | None, gap: float) -> list[Box]:
    """The place of each seat, by seat: to the left of the reader is clockwise. The reader is at the bottom; without one, four sit
    two by two.

    Args:
        above, below: the two sides of the table.
        n: seats.
        viewer: the reader's seat; None is seat 0.
        gap: between two on one side.
    """
    near = n - 2 if n > 3 and viewer is None else 1
    far = above.columns(*[1] * max(1, n - near), gap=gap)
    close = below.columns(*[1] * near, gap=gap)
    order = [close[0], *far, *close[:0:-1]]
    first = viewer or 0
    return [order[(seat - first) % n] for seat in range(n)]


class Names:
    """Names of the players in drawings and texts.

    Args:
        given: a name for each seat; None leaves "player_0", "player_1", ...
        asks: whether headings ask the question; a page with its own question needs none.
    """

    def __init__(self, given: Sequence[str] | None, *, asks: bool = True) -> None:
        self._speech, self.asks = Speech(given or ()), asks
        self.given = self._speech.names

    def of(self, seat: int) -> str:
        return self.given[seat] if seat < len(self.given) else f"player_{seat}"

    def sign(self, seat: int) -> str:
        """One letter or digit for a seat, another one for each: the number at the end of its name, a letter of it, or its number."""
        return _signs(tuple(map(self.of, range(max(seat + 1, len(self.given))))))[seat]

    def put(self, text: str) -> str:
        """A text with the names instead of "player_0", ..., and verbs that fit "you"."""
        return self._speech.of(text) if self.given else text


@lru_cache(maxsize=256)
def _signs(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for seat, name in enumerate(map(unmarked, names)):
        number = re.search(r"\d+$", name)
        signs = [number[0][-1]] if number else []
        signs += [letter.upper() for letter in name if letter.isalnum()]
        found.append(next((sign for sign in signs if sign not in found), str(seat)))
    return found
