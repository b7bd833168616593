"""How fast MaskablePPO of sb3-contrib collects rollouts, with a network of `fs-env train sb3` and one thread of torch.

Only collecting is timed: choosing actions, stepping the environment, storing; no gradient steps. A step is one decision of the
learner. Needs the extra "train".
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

NEEDED = ("torch", "stable_baselines3", "sb3_contrib")
STEPS = 64  # of each row, in one rollout
HIDDEN = {"hidden": [128, 64], "value_hidden": [64]}


def available() -> bool:
    return all(find_spec(name) is not None for name in NEEDED)


def sb3_steps_per_s(
    game: str,
    num_players: int | None = None,
    options: Mapping[str, int] | None = None,
    *,
    num_envs: int = 256,
    runs: int = 5,
    seed: int = 0,
) -> float | None:
    """Steps per second when collecting rollouts on a `GameVecEnv` against random play; None without the extra."""
    if not available():
        return None
    from fs_env.registry.games import load_game
    from fs_env.training.run import Run
    from fs_env.training.sb3 import Settings, learner

    seats = load_game(game).min_players if num_players is None else num_players
    settings: dict[str, Any] = {"game": game, "num_players": seats, "options": dict(options or {}), "seed": seed}
    settings |= {"num_envs": num_envs, "n_steps": STEPS, "bots": ["random"], "opponents": {"random": 1.0}, **HIDDEN}
    model = learner(Run(Path("sb3"), "sb3", Settings(**settings)))
    rate = collecting(model, runs)
    model.env.close()
    return rate


def collecting(model: MaskablePPO, runs: int) -> float:
    """Steps per second: the median of `runs` rollouts after a warm-up rollout, on one thread of torch."""
    import torch
    from stable_baselines3.common.callbacks import BaseCallback

    class Marks(BaseCallback):
        def __init__(self) -> None:
            super().__init__()
            self.spans: list[float] = []
            self._begun = 0.0

        def _on_rollout_start(self) -> None:
            self._begun = process_time()

        def _on_rollout_end(self) -> None:
            self.spans.append(process_time() - self._begun)

        def _on_step(self) -> bool:
            return True

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    marks, steps = Marks(), model.n_steps * model.n_envs
    model.n_epochs, model.batch_size = 1, steps  # gradient steps are not timed; few of them
    try:
        model.learn((1 + runs) * steps, callback=marks)
    finally:
        torch.set_num_threads(threads)
    return steps / median(marks.spans[1:])
