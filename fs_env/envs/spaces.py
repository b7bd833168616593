"""Gymnasium spaces of a game, made from its observation schemas."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from fs_env.core.checks import unknown

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game, ObservationSchema

MASK_PLACES = ("both", "observation", "info")


def schemas_of(game: Game) -> dict[str, ObservationSchema]:
    """The observation forms of a game by name; every game has "flat".

    A form other than "flat" has `shape` and `from_flat(observation)`, which converts the flat vector.
    """
    return {"flat": game.schema, **getattr(game, "schemas", {})}


def schema_of(game: Game, name: str) -> ObservationSchema:
    """One observation form of a game.

    Raises:
        ValueError: the game has no form of that name.
    """
    known = schemas_of(game)
    if not isinstance(name, str) or name not in known:
        raise ValueError(unknown("observation", name, known))
    return known[name]


def observation_box(schema: ObservationSchema) -> spaces.Box:
    """An int16 box with the bounds of every section, of the schema's `shape`, or a vector if it has none."""
    shape = tuple(getattr(schema, "shape", (schema.size,)))
    return spaces.Box(schema.low.reshape(shape), schema.high.reshape(shape), dtype=np.int16)


def observation_space(schema: ObservationSchema, num_actions: int, mask_in: str) -> spaces.Space[Any]:
    """Space of `observe`: a dict of "observation" and "action_mask", or the bare box for `mask_in="info"`."""
    box = observation_box(schema)
    if mask_in == "info":
        return box
    return spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (num_actions,), np.int8)})


def state_space(schema: ObservationSchema, num_players: int) -> spaces.Box:
    """Every seat's observation, stacked along a first axis of length `num_players`."""
    box = observation_box(schema)
    repeat = (num_players, *([1] * len(box.shape)))
    return spaces.Box(np.tile(box.low, repeat), np.tile(box.high, repeat), dtype=np.int16)
