"""The printed contents of a game's cards, as constant numbers, one row per card: for embeddings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class CardFeatures:
    """A matrix of card features with names for its rows and columns.

    Attributes:
        matrix: float32, [cards, features], read-only; row k is the card with id k.
        cards: the name of each row, a card id such as "the_d6".
        columns: the name of each column.

    Raises:
        ValueError: names that are not distinct, or not one for each row and column.
    """

    matrix: NDArray[np.float32]
    cards: tuple[str, ...]
    columns: tuple[str, ...]

    def __post_init__(self) -> None:
        if self.matrix.shape != (len(self.cards), len(self.columns)):
            raise ValueError(
                f"a matrix of shape {self.matrix.shape} has {len(self.cards)} row names and {len(self.columns)} column names"
            )
        for names in (self.cards, self.columns):
            double = {name for name in names if names.count(name) > 1} if len(set(names)) < len(names) else None
            if double:
                raise ValueError(f"names must be distinct: {', '.join(sorted(double))} given twice")

    @cached_property
    def padded(self) -> NDArray[np.float32]:
        """The matrix with a row of zeros in front: `padded[x]` for an observation's x = card + 1, 0 for none."""
        built = np.concatenate([np.zeros((1, len(self.columns)), np.float32), self.matrix])
        built.setflags(write=False)
        return built

    def row(self, card: str) -> int:
        """The row of a card. Raises KeyError for an unknown id."""
        return place(self.cards, "card", card)

    def column(self, name: str) -> int:
        """The column of that name. Raises KeyError for an unknown name."""
        return place(self.columns, "column", name)


@dataclass(frozen=True)
class CardPlaces:
    """Which card each number of a flat observation is about, and which one an action names.

    Attributes:
        cards: int64, (numbers,), read-only: the row in the features of the card that the number is about by its place, such as a
            card of a hand; -1: none.
        plus: int64, (numbers,), read-only: for a number whose value names a card, what is added to its row, so that the card of a
            value x is x - plus where that is not negative; 0: its value names none.
        actions: int64, (actions,), read-only: the row of the card that an action names; -1: none.
    """

    cards: NDArray[np.int64]
    plus: NDArray[np.int64]
    actions: NDArray[np.int64]


def place(names: tuple[str, ...], what: str, name: str) -> int:
    """The index of a name; KeyError with the closest names."""
    if name in names:
        return names.index(name)
    import difflib

    near = difflib.get_close_matches(name, names, 3) or names[:3]
    raise KeyError(f"no {what} {name!r}: there are {len(names)}, such as {', '.join(near)}")
