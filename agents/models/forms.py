"""The observation forms that models were trained with, recognised by shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fs_env.envs.spaces import SPARSE, schema_of
from fs_env.registry.games import SHIPPED, load_game, manifest_of

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


def forms_of(game: Game) -> str:
    forms = ", ".join(f'observation="{name}" {shape}' for name, shape in shapes(game).items())
    return f"{manifest_of(game).environment}.env(...) has {game.num_actions} actions and {forms}"


def trained_with(fits: Callable[[Game, str], bool]) -> str:
    """The options of the environment that a model was trained with, for errors; `fits` compares it with a form of a game."""
    for one in SHIPPED:
        for name in shapes(game := load_game(one.id)):
            if fits(game, name):
                return f'it was trained with {one.environment}.env(observation="{name}"): use --game {one.id}'
    return "train it with one of these forms, without wrappers that change observations, or play it by a custom bot"


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
        ValueError: it was trained for another game or with other options, which the message names.
    """
    known = shapes(game)
    if not name:
        name = next((one for one, found in known.items() if shape in (None, found)), "")
    elif name != SPARSE and name not in known:
        schema_of(game, name)  # raises, and names the known ones
    if not name or (name in known and shape not in (None, known[name])) or actions not in (None, game.num_actions):
        reads = "" if shape is None else f" reads observations of shape {shape}"
        returns = "" if actions is None else f"{' and' * bool(reads)} has {actions} actions"
        trained = trained_with(lambda it, form: actions in (None, it.num_actions) and shape in (None, shapes(it)[form]))
        raise ValueError(f"bot {model!r}{reads}{returns}; {forms_of(game)}; {trained}")
    return Form(name, None if name == FLAT else schema_of(game, name), in_dict)
