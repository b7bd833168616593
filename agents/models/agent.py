"""The bot that plays by a model: the legal action with the largest score, for many games in one call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.agents.models.spec import ModelSpec, read_model_spec
from fs_env.registry.games import load_game
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.agent_api.view import SeatView
    from fs_env.agents.models.forms import Form
    from fs_env.core.machine.run.game import Game

Scores = Callable[[Any, "NDArray[np.int8]"], "NDArray[np.floating[Any]]"]
"""Observations in the form of a model and int8 masks (n, num_actions) -> a number for each action (n, num_actions)."""
LOADERS = {  # the module with `load`, what it imports, and the extra that has it
    "sb3": ("fs_env.agents.models.sb3", "sb3_contrib", "train"),
    "torch": ("fs_env.agents.models.torch_module", "torch", "train"),
    "onnx": ("fs_env.agents.models.onnx_file", "onnxruntime", "onnx"),
}


class ModelAgent:
    """A bot that plays by a model and stores nothing between decisions.

    Args:
        name: shown in tables.
        scores: logits or action values; those of illegal actions are ignored.
        form: of the observations.
    """

    answers_batches = True

    def __init__(self, name: str, scores: Scores, form: Form) -> None:
        self.name, self._scores, self._form = name, scores, form

    def reset(self, seat: int, seed: int) -> None:
        pass

    def act(self, view: SeatView) -> int:
        return self.act_batch([view])[0]

    def act_batch(self, views: Sequence[SeatView]) -> list[int]:
        """Returns the legal action with the highest score for each view; of equal ones the lowest id.

        Raises:
            ValueError: the model returns another shape, or no number for a legal action.
        """
        masks = np.stack([view.mask for view in views])
        found = np.asarray(self._scores(self._form.of(np.stack([view.observation for view in views]), masks), masks))
        if found.shape != masks.shape:
            raise ValueError(f"the model returned an array of shape {found.shape}: expected {masks.shape}")
        found = np.where(masks, found, -np.inf)
        if np.isnan(found).any():
            raise ValueError("the model returned NaN for a legal action")
        return [int(action) for action in found.argmax(axis=1)]


def load_model(spec: str, game: Game | str | None) -> ModelAgent:
    """Loads the bot of a spec such as `sb3:model.zip`, for a game.

    Raises:
        ValueError: no such file, or a model for another game or with other observations.
        ImportError: an extra is not installed.
    """
    found = read_model_spec(spec)
    if game is None:
        raise ValueError(f"bot {spec!r}: name the game, so that the model's inputs can be checked")
    module, library, extra = LOADERS[found.kind]
    if find_spec(library) is None:
        raise ImportError(f"bot {found.text!r} needs {library}: pip install '.[{extra}]' in the source tree")
    load: Callable[[ModelSpec, Game], tuple[Scores, Form]] = load_object(f"{module}:load", "bot")
    return ModelAgent(found.text, *load(found, load_game(game) if isinstance(game, str) else game))
