"""Torch modules as bots: a class in a file of Python, and its weights, which are read without running code from them."""

from __future__ import annotations

import inspect
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.agents.models.agent import Scores
from fs_env.agents.models.forms import Form, form_of, forms_of, trained_with
from fs_env.agents.models.spec import ModelSpec
from fs_env.envs.spaces import SPARSE
from fs_env.registry.loading import load_object, untrusted_code

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

WRAPPED = ("state_dict", "model_state_dict")  # keys of checkpoints that hold the weights


def load(spec: ModelSpec, game: Game) -> tuple[Scores, Form]:
    """The scores of a module: what it returns for observations as float32 (integers as they are, if it has an embedding first), and, if
    it takes a second argument, for bool masks. Of a tuple the first element counts, of a distribution its logits."""
    import torch

    torch.set_num_threads(spec.threads)
    build = load_object(f"{spec.file}:{spec.name}", "model")
    with untrusted_code(f"bot {spec.text!r}", "created"):
        net: Any = build()
    if not isinstance(net, torch.nn.Module):
        raise TypeError(f"bot {spec.text!r}: {spec.name}() is {type(net).__name__}: expected a torch.nn.Module")
    net.load_state_dict(weights(spec, torch))
    net.eval()
    takes = [one for one in inspect.signature(net.forward).parameters.values() if one.default is one.empty]

    def scores(observations: Any, masks: Any) -> Any:
        with torch.no_grad():
            found = net(*(numbers(observations, torch), torch.as_tensor(masks).bool())[: max(1, len(takes))])
        found = found[0] if isinstance(found, tuple) else found
        return getattr(found, "logits", found).numpy()

    problems = []
    for name in [spec.given["observation"]] if "observation" in spec.given else [*game.schemas, SPARSE]:
        form = form_of(spec.text, game, name, None, None)
        if not (problem := problem_of(scores, form, game)):
            return scores, form
        problems.append(f"with {name} observations {problem}")
    trained = trained_with(lambda one, name: not problem_of(scores, form_of(spec.text, one, name, None, None), one))
    raise ValueError(f"bot {spec.text!r} fails: {forms_of(game)}; {trained}; {'; '.join(problems)}")


def problem_of(scores: Scores, form: Form, game: Game) -> str:
    seen, masks = np.zeros((1, game.schema.size), np.int16), np.ones((1, game.num_actions), np.int8)
    try:
        shape = scores(form.of(seen, masks), masks).shape
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if shape == masks.shape else f"it returns shape {tuple(shape)} for one observation, not {masks.shape}"


def numbers(observations: Any, torch: Any) -> Any:
    if isinstance(observations, dict):
        return {name: torch.as_tensor(values) for name, values in observations.items()}
    return torch.as_tensor(observations).float()


def weights(spec: ModelSpec, torch: Any) -> Any:
    """The state of the module. Raises ValueError for a file with more than tensors."""
    try:
        found = torch.load(spec.weights, map_location="cpu", weights_only=True)
    except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
        raise ValueError(
            f"bot {spec.text!r}: {spec.weights} is not a file of only weights ({str(error).splitlines()[0][:120]}): write it by "
            "torch.save(net.state_dict(), FILE)"
        ) from None
    for key in WRAPPED:
        if isinstance(found, dict) and key in found:
            found = found[key]
    return found
