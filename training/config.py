"""The settings of `ppo_selfplay`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.core.checks import check_choice
from fs_env.training.settings import RunSettings, setting

ALGORITHM = "ppo_selfplay"
PAST = "past"


@dataclass(frozen=True)
class Config(RunSettings):
    """All settings of a run of masked PPO.

    Raises:
        ValueError: a value out of range, or an unknown game, option or name.
        TypeError: a value of the wrong type.
    """

    lowest: ClassVar[dict[str, float]] = {
        "timesteps": 0,
        "num_envs": 1,
        "n_steps": 2,
        "round_updates": 1,
        "batch_size": 2,
        "n_epochs": 1,
        "learning_rate": 0,
        "clip_range": 0,
        "ent_coef": 0,
        "vf_coef": 0,
        "target_kl": 0,
        "shaping": 0,
        "pool_size": 1,
        "past_opponents": 1,
    }

    timesteps: int = setting(0, "stop after this many decisions of the learner; 0: no limit")
    num_envs: int = setting(64, "games played in parallel")
    n_steps: int = setting(128, "decisions per game between two updates")
    round_updates: int = setting(
        8, "updates per round; a round begins new games and ends with a snapshot and an evaluation"
    )
    batch_size: int = setting(2048, "decisions per gradient step")
    n_epochs: int = setting(3, "passes over the decisions per update")
    learning_rate: float = setting(1e-3, "learning rate of Adam")
    gamma: float = setting(0.999, "discount per decision of the learner")
    gae_lambda: float = setting(0.97, "lambda of generalized advantage estimation")
    clip_range: float = setting(0.2, "clip range of PPO")
    ent_coef: float = setting(0.01, "weight of the entropy in the loss")
    vf_coef: float = setting(0.5, "weight of the value in the loss")
    target_kl: float = setting(0.03, "KL divergence from the old policy at which an update stops")
    hidden: list[int] = setting(
        [128, 64], "units of the layer shared by policy and value, then of the separate layers of each"
    )
    features: str = setting("compact", "input of the network: compact or flat")
    shaping: float = setting(0.5, "weight of the game's potential in the reward; 0: results only")

    opponents: dict[str, float] = setting(
        {"random": 1.0, "heuristic": 1.0, PAST: 1.0},
        f'weights of the opponents: bots, agents, and "{PAST}", the run\'s own snapshots',
    )
    pool_size: int = setting(12, "snapshots kept as opponents, spread over the run")
    past_opponents: int = setting(
        2, "snapshots drawn for each round; fewer are faster, since they answer in larger batches"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        from fs_env.training.features import FORMS  # imports numpy

        check_choice("features", self.features, FORMS)
        if not 1 <= len(self.hidden) <= 4 or not 1 <= min(self.hidden) <= max(self.hidden) <= 1024:
            raise ValueError(
                f"hidden={self.hidden!r}: expected one to four numbers of units up to 1024, such as [128, 64]"
            )
        if not 0 < self.gamma <= 1 or not 0 <= self.gae_lambda <= 1:
            raise ValueError(f"gamma={self.gamma}, gae_lambda={self.gae_lambda}: expected numbers up to 1")
        if not self.opponents or min(self.opponents.values()) < 0 or not sum(self.opponents.values()):
            raise ValueError(f"opponents={self.opponents!r}: expected weights from 0 up, not all 0")
        if set(self.opponents) == {PAST}:
            raise ValueError(f'opponents={self.opponents!r}: "{PAST}" is empty at first; add a bot such as "random"')
