"""The observation forms that models were trained with, recognised by shape."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fs_env.envs.spaces import SPARSE, schema_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.run.game import Game

FLAT = "flat"


class Form(NamedTuple):
    """How observations are given to a model.

    Attributes:
        name: as in `seat_env(observation=...)`: "flat", "sparse", or another form of the game.
        schema: converts flat observations; None for "flat".
        in_dict: whether the model reads {"observation": ..., "action_mask": ...}, as with `mask_in="observation"`.
    """

    name: str
    schema: Any
    in_dict: bool

    def of(self, observations: NDArray[np.int16], masks: NDArray[np.int8]) -> Any:
        """The input of a model from flat observations, int16 (n, size), and masks, int8 (n, num_actions)."""
        found: Any = observations
        if self.name == SPARSE:
            found = self.schema.from_flat(observations)
        elif self.schema is not None:
            found = np.stack([self.schema.from_flat(one) for one in observations])
        return {"observation": found, "action_mask": masks} if self.in_dict else found


def shapes(game: Game) -> dict[str, tuple[int, ...]]:
    return {name: tuple(getattr(schema, "shape", (schema.size,))) for name, schema in game.schemas.items()}


def form_of(
    model: str, game: Game, name: str, shape: tuple[int, ...] | None, actions: int | None, in_dict: bool = False
) -> Form:
    """The form of a model's observations.

    Args:
        model: its spec, for errors.
        game: the game to play.
        name: form that the spec names, "" to recognise it by its shape.
        shape: of one observation, None if the model does not declare it.
        actions: how many actions it has, None if it does not declare them.
        in_dict: whether it reads a dictionary.

    Raises:
        ValueError: it was trained for another game or with other options.
    """
    known = shapes(game)
    if actions not in (None, game.num_actions):
        raise ValueError(
            f"bot {model!r} has {actions} actions, {game.name} has {game.num_actions}: it was trained for another version, or another "
            "game: name that by --game"
        )
    if not name:
        name = next((one for one, found in known.items() if shape in (None, found)), "")
    elif name != SPARSE and name not in known:
        schema_of(game, name)  # raises, and names the known ones
    if not name or (name in known and shape not in (None, known[name])):
        forms = ", ".join(f'observation="{one}": {found}' for one, found in known.items())
        raise ValueError(
            f"bot {model!r} reads observations of shape {shape}; {game.name} has {forms}. Train it with one of these forms in "
            "env(...), seat_env(...) or vector_env(...), without wrappers that change observations, or play it by a custom bot"
        )
    return Form(name, None if name == FLAT else schema_of(game, name), in_dict)
