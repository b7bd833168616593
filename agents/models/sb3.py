"""Models of stable-baselines3 and sb3-contrib (`model.save`). Loading one runs code from its file: it is as untrusted as a bot."""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, Any

from fs_env.agents.models.agent import Scores
from fs_env.agents.models.forms import Form, form_of
from fs_env.agents.models.spec import ALGORITHMS, ModelSpec

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

LARGEST = 2**24  # bytes of its JSON
MODULES = {
    "sb3_contrib.common.maskable.policies": "maskableppo",
    "stable_baselines3.dqn.policies": "dqn",
    "stable_baselines3.common.policies": "ppo",
}
"""Module of a policy class -> its algorithm; models of A2C act like those of PPO."""


def load(spec: ModelSpec, game: Game) -> tuple[Scores, Form]:
    """The scores of a model: logits of a policy, or action values of DQN."""
    algorithm = spec.given.get("algorithm") or algorithm_of(spec)
    import sb3_contrib
    import stable_baselines3
    import torch

    torch.set_num_threads(1)  # batches are small
    classes: dict[str, Any] = {"maskableppo": sb3_contrib.MaskablePPO, "dqn": stable_baselines3.DQN}
    classes |= {"ppo": stable_baselines3.PPO, "a2c": stable_baselines3.A2C}
    try:
        model = classes[algorithm].load(spec.file, device="cpu")
    except Exception as error:
        raise ValueError(
            f"bot {spec.text!r} cannot be loaded as {algorithm}: {type(error).__name__}: {error}"
        ) from error
    policy = model.policy
    policy.set_training_mode(False)
    space, actions = model.observation_space, getattr(model.action_space, "n", 0)
    parts: Any = getattr(space, "spaces", None)
    if parts is not None and set(parts) != {"observation", "action_mask"}:
        raise ValueError(
            f"bot {spec.text!r} reads {', '.join(parts)}: expected observation and action_mask, as environments of fs_env return"
        )
    shape = (parts["observation"] if parts else space).shape
    form = form_of(spec.text, game, spec.given.get("observation", ""), shape, int(actions), parts is not None)

    def scores(observations: Any, masks: Any) -> Any:
        with torch.no_grad():
            tensors, _ = policy.obs_to_tensor(observations)
            if algorithm == "dqn":
                return policy.q_net(tensors).numpy()
            return policy.get_distribution(tensors).distribution.logits.numpy()

    return scores, form


def algorithm_of(spec: ModelSpec) -> str:
    """The algorithm of a saved model, by the module of its policy class; runs no code of the file."""
    try:
        with zipfile.ZipFile(spec.file) as archive, archive.open("data") as file:
            saved = json.loads(file.read(LARGEST))
        module = str(saved["policy_class"]["__module__"])
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError, OSError):
        raise ValueError(f"bot {spec.text!r} is not a model that stable-baselines3 saved") from None
    if module not in MODULES:
        what = f"has a policy class of {module}: name the algorithm, such as {spec.text},algorithm=ppo"
        raise ValueError(f"bot {spec.text!r} {what} (one of {', '.join(ALGORITHMS)})")
    return MODULES[module]
