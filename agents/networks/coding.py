"""`observation="sparse"`: observations as rows of a sparse matrix, their inputs with the amounts (see `inputs`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.header import Entry
from fs_env.agents.networks.inputs import Inputs, declared_inputs, sizes
from fs_env.agents.networks.kernels import extract, list_declared
from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.checks import check_whole
from fs_env.core.machine.compile.vectors import AMOUNT, LANES

if TYPE_CHECKING:
    from fs_env.core.machine.declare.observation import ObservationSchema

LARGEST = 2**31 - 1  # of an int32


def described(schema: ObservationSchema) -> tuple[NDArray[Any], ...]:
    """What `list_group` reads of each number in groups of sixteen: int16, int16, int32. The last group ends with the last number, and
    has no inputs of those that the group before has too."""
    low, high = schema.low.astype(np.int64), schema.high.astype(np.int64)
    counts = np.where(schema.are_codes, high - low, 1)
    columns = np.cumsum(counts) - counts
    table = np.stack([np.where(schema.are_codes, low + 1, 1), np.where(schema.are_codes, counts, AMOUNT), columns])
    groups = np.minimum(np.arange(0, schema.size, LANES), schema.size - LANES)
    places = groups[:, None] + np.arange(LANES)
    table = table[:, places]
    table[1][places < np.arange(0, schema.size, LANES)[:, None]] = 0
    lows, counts, columns = table.reshape(3, -1)
    return lows.astype(np.int16), counts.astype(np.uint16).view(np.int16), columns.astype(np.int32)


class Coding:
    """From flat observations to the rows of a sparse matrix, by compiled code."""

    def __init__(self, inputs: Inputs, described: tuple[NDArray[Any], ...] | None = None) -> None:
        self.inputs, self.size = inputs, inputs.size
        self._described = described
        self._head = SparseNetwork.header_of(inputs)
        self._room = 512.0  # inputs of one observation: where it is too little, all are listed twice

    @classmethod
    def of_schema(cls, schema: ObservationSchema) -> Coding:
        return cls(declared_inputs(schema), described(schema) if schema.size >= LANES else None)

    def from_flat(self, observations: NDArray[np.int16]) -> dict[str, NDArray[Any]]:
        """The matrix in CSR form, columns ascending in each row, in new arrays.

        Args:
            observations: int16 (k, numbers), or (numbers,) for a matrix of one row.

        Returns:
            "indptr" int32 (k + 1,), "indices" int32 (n,) and "values" float32 (n,): row i has the columns
            `indices[indptr[i] : indptr[i + 1]]`.

        Raises:
            ValueError: observations of another shape, or more than 2**31 - 1 inputs.
        """
        shown = np.atleast_2d(np.ascontiguousarray(observations, np.int16))
        if shown.ndim != 2 or shown.shape[1] != self.inputs.numbers:
            raise ValueError(f"observations of shape {shown.shape}: expected (k, {self.inputs.numbers})")
        indptr = np.empty(len(shown) + 1, np.int32)
        while True:
            room = int(self._room * len(shown)) + self.inputs.numbers + LANES
            indices, values = np.empty(room, np.int32), np.empty(room, np.float32)
            if self._described is None:
                found = int(extract(shown, indptr, indices, values, self._head.ctypes.data))
            else:
                found = int(list_declared(shown, *self._described, sizes(), indptr, indices, values))
            if found > LARGEST:
                raise ValueError(f"{len(shown)} observations of {found} inputs: expected at most {LARGEST}: give fewer")
            self._room = 1.25 * found / max(len(shown), 1)
            if found <= room:
                return {"indptr": indptr, "indices": indices[:found], "values": values[:found]}

    def number_of(self, column: int) -> tuple[int, int | None]:
        """Meaning of a column: the place of a number in the flat observation, and its value there, None for its size."""
        column = check_whole("column", column, 0, self.size - 1)
        entries, rows = self.inputs.entries, self.inputs.rows
        sizes = np.flatnonzero(entries[:, Entry.NUMBER] == column)
        if len(sizes):
            return int(entries[sizes[0], Entry.PLACE]), None
        row = int(np.flatnonzero(rows == column)[0])
        entry = entries[np.searchsorted(entries[:, Entry.FIRST], row, side="right") - 1]
        return int(entry[Entry.PLACE]), int(entry[Entry.LOW]) + row - int(entry[Entry.FIRST])
