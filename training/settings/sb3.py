"""The settings of the learner `sb3`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.training.settings.fields import setting
from fs_env.training.settings.run_settings import PAST, RunSettings


@dataclass(frozen=True)
class Settings(RunSettings):
    # These matter most: files, --help and docs list them first.
    matter: ClassVar[tuple[str, ...]] = ("decisions", "init", "opponents", "learning_rate", "num_envs")
    opponents: dict[str, float] = setting(
        {"random": 1.0, "heuristic": 1.0, PAST: 1.0},
        f'weights of the opponents: bots and "{PAST}", the networks of earlier rounds',
    )
    num_envs: int = setting(64, "games played in parallel", 1)

    # All others.
    clip_gradient: float = setting(0.5, "largest norm of a gradient", 0)
    n_steps: int = setting(128, "decisions per game between two updates", 2)
    round_updates: int = setting(8, "updates per round, which begins new games and ends with an evaluation", 1)
    n_epochs: int = setting(3, "passes over the decisions per update", 1)
    gamma: float = setting(0.999, "discount per decision of the learner", 0, 1)
    gae_lambda: float = setting(0.97, "lambda of generalized advantage estimation", 0, 1)
    clip_range: float = setting(0.2, "clip range of PPO", 0)
    ent_coef: float = setting(0.01, "weight of the entropy in the loss", 0)
    vf_coef: float = setting(0.5, "weight of the value in the loss", 0)
    target_kl: float = setting(0.03, "KL divergence from the old policy at which an update stops; 0: never", 0)
    past_opponents: int = setting(4, "networks of earlier rounds that play as opponents, spread over the run", 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        bots = [weight for name, weight in self.opponents.items() if name != PAST]
        if min(self.opponents.values(), default=-1) < 0 or not sum(bots):
            raise ValueError(
                f'opponents={self.opponents!r}: expected weights from 0 up, and a bot besides "{PAST}", which is empty at first'
            )
