"""Gymnasium spaces of a game, made from its observation schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

from fs_env.core.checks import unknown
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game, ObservationSchema

MASK_PLACES = ("both", "observation", "info")
SPARSE, CODING = "sparse", "fs_env.agents.networks.coding:Coding"
LARGEST = float(np.log1p(2**15))  # size of an int16


def schema_of(game: Game, name: str, *, sparse: bool = True) -> Any:
    """One observation form of a game: a schema, or for "sparse" a `fs_env.agents.networks.coding.Coding`.

    A form other than "flat" has `shape` and `from_flat(observation)`, which converts the flat vector.
    """
    known = game.schemas
    if name == SPARSE and sparse:
        return load_object(CODING, "observation").of_schema(game.schema)
    if name == SPARSE:
        raise ValueError(f"observation={name!r} is a form of seat_env and vector_env: here expected {', '.join(known)}")
    if not isinstance(name, str) or name not in known:
        raise ValueError(unknown("observation", name, [*known, SPARSE] if sparse else known))
    return known[name]


def observation_box(schema: ObservationSchema) -> spaces.Box:
    """An int16 box with the bounds of every section, of the schema's `shape`, or a vector if it has none."""
    shape = tuple(getattr(schema, "shape", (schema.size,)))
    return spaces.Box(schema.low.reshape(shape), schema.high.reshape(shape), dtype=np.int16)


class Numbers(spaces.Sequence):
    """Vectors of any length whose numbers are in a box of shape (), and of its dtype."""

    def __init__(self, box: spaces.Box) -> None:
        super().__init__(box, stack=True)
        self.low, self.high, self.of = box.low, box.high, box.dtype

    def contains(self, x: Any) -> bool:
        """Whether it is such a vector; at once, where `Sequence` looks at number after number."""
        if not isinstance(x, np.ndarray) or x.ndim != 1 or x.dtype != self.of:
            return False
        return bool(((x >= self.low) & (x <= self.high)).all())


def sparse_space(size: int, rows: int) -> spaces.Dict:
    """The parts of a sparse matrix in CSR form, as `Coding.from_flat` gives it; a sample need not be one."""
    indptr = spaces.Box(0, 2**31 - 1, (rows + 1,), np.int32)
    columns, values = spaces.Box(0, size - 1, (), np.int32), spaces.Box(-LARGEST, LARGEST, (), np.float32)
    return spaces.Dict({"indptr": indptr, "indices": Numbers(columns), "values": Numbers(values)})


def observation_space(schema: Any, num_actions: int, mask_in: str, rows: int | None = None) -> spaces.Space[Any]:
    """Space of `observe`: a dict of "observation" and "action_mask", or only the first for `mask_in="info"`."""
    sparse = not hasattr(schema, "low")
    seen: Any = sparse_space(schema.size, rows or 1) if sparse else observation_box(schema)
    mask: Any = spaces.Box(0, 1, (num_actions,), np.int8)
    if rows is not None:
        seen, mask = seen if sparse else batch_space(seen, rows), batch_space(mask, rows)
    return seen if mask_in == "info" else spaces.Dict({"observation": seen, "action_mask": mask})


def state_space(schema: ObservationSchema, num_players: int) -> spaces.Box:
    """Every seat's observation, stacked along a first axis of length `num_players`."""
    box = observation_box(schema)
    repeat = (num_players, *([1] * len(box.shape)))
    return spaces.Box(np.tile(box.low, repeat), np.tile(box.high, repeat), dtype=np.int16)
