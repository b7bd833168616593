"""The range of every number of a state: compiled rules check no index, so a restored state is checked as a whole first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .fields import Field, Records, StateFields

Range = tuple[int, int]


class Leaf(NamedTuple):
    """The numbers of one field or column of a state: their dtype, and the byte offset of each."""

    name: str
    dtype: np.dtype[Any]
    at: NDArray[np.int64]


class Ranges:
    """The ranges of all numbers of a state.

    Args:
        state: its fields.
        bounds: for each field, and each column as "table.column": lowest and highest number, or None for any number.

    Raises:
        ValueError: a field without an entry, or an entry without a field.
    """

    def __init__(self, state: StateFields, bounds: Mapping[str, Range | None]) -> None:
        self.leaves = {leaf.name: leaf for leaf in leaves(state.fields, state.dtype)}
        missing, unknown = self.leaves.keys() - bounds.keys(), bounds.keys() - self.leaves.keys()
        if missing or unknown:
            raise ValueError(
                f"ranges of {state.name}: give lowest and highest number of {sorted(missing)} (None: any number), "
                f"and nothing for {sorted(unknown)}"
            )
        self._groups = []
        for dtype in {leaf.dtype for leaf in self.leaves.values()}:
            group = [leaf for leaf in self.leaves.values() if leaf.dtype == dtype and bounds[leaf.name] is not None]
            if group:
                sizes = [len(leaf.at) for leaf in group]
                low, high = (
                    np.repeat(np.array([bounds[leaf.name][side] for leaf in group], dtype), sizes)  # type: ignore[index]
                    for side in (0, 1)
                )
                places = np.concatenate([leaf.at for leaf in group]) // dtype.itemsize
                self._groups.append((dtype, places, low, high, np.repeat([leaf.name for leaf in group], sizes)))

    def fault(self, state: NDArray[np.uint8]) -> str | None:
        """The first number that is out of its range, as text; None where all are in range."""
        for dtype, places, low, high, names in self._groups:
            values = state.view(dtype)[places]
            wrong = (values < low) | (values > high)
            if wrong.any():
                k = int(wrong.argmax())
                return f"{names[k]} is {values[k]}, expected {low[k]}..{high[k]}"
        return None

    def numbers(self, state: NDArray[np.uint8], name: str) -> NDArray[Any]:
        """The numbers of one field or column, flat, as a copy."""
        leaf = self.leaves[name]
        return state.view(leaf.dtype)[leaf.at // leaf.dtype.itemsize]


def leaves(fields: Sequence[Field | Records], dtype: np.dtype[Any], prefix: str = "") -> Iterator[Leaf]:
    """All fields and columns of a struct, with the byte offsets of their numbers."""
    places: Any = dtype.fields
    for field in fields:
        start = int(places[field.name][1])
        name, count = prefix + field.name, int(np.prod(field.shape, dtype=np.int64))
        rows = start + np.arange(count) * field.numpy.itemsize
        if isinstance(field, Records):
            for leaf in leaves(field.fields, field.numpy, f"{name}."):
                yield leaf._replace(at=(rows[:, None] + leaf.at).reshape(-1))
        else:
            yield Leaf(name, field.numpy, rows)
