"""The settings of the learner `ppo`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.agents.networks.recurrence import WIDEST
from fs_env.core.checks import check_choice
from fs_env.training.settings.fields import setting
from fs_env.training.settings.run_settings import PAST, SELF, RunSettings

OWN, CENTRALIZED = "own", "centralized"


@dataclass(frozen=True)
class Settings(RunSettings):
    # These matter most: files, --help and docs list them first.
    matter: ClassVar[tuple[str, ...]] = ("decisions", "init", "opponents", "learning_rate", "prior_policy")
    opponents: dict[str, float] = setting(
        {SELF: 1.0, "heuristic": 1.0, PAST: 0.5},
        f'weights of the players of each other seat: compiled bots, "{SELF}" the learner, "{PAST}" its networks of earlier rounds',
    )
    learning_rate: float = setting(1e-3, "initial learning rate of Adam; 3e-4 after a clone", 0)
    prior_policy: str = setting(
        "", "bot of the package whose choice the network sees, such as heuristic; empty: that of init, or none"
    )

    # All others.
    batch_size: int = setting(2048, "decisions per gradient step", 2)
    clip_gradient: float = setting(0.5, "largest norm of a gradient; 0: any", 0)
    num_envs: int = setting(256, "games played in parallel", 1)
    n_steps: int = setting(128, "decisions per game between two updates", 2)
    round_updates: int = setting(16, "updates per round; a round ends with an evaluation and the files", 1)
    n_epochs: int = setting(2, "passes over the decisions per update", 1)
    gamma: float = setting(1.0, "discount per decision of a seat", 0, 1)
    gae_lambda: float = setting(0.95, "lambda of generalized advantage estimation", 0, 1)
    clip_range: float = setting(0.2, "clip range of PPO", 0)
    ent_coef: float = setting(0.003, "weight of the entropy in the loss", 0)
    vf_coef: float = setting(1.0, "weight of the value in the loss", 0)
    target_kl: float = setting(0.03, "KL divergence from the old policy at which an update stops; 0: never", 0)
    critic_updates: int = setting(0, "number of first updates that train only the value, for an init without one", 0)
    shaping: float = setting(
        0.0, "initial weight of the game's potential in the value used for returns; it falls to 0", 0, 1
    )
    past_opponents: int = setting(4, "networks of earlier rounds that play as opponents; the oldest is replaced", 0)
    prior_logit: float = setting(
        2.0, "initial number added to the logit of the prior policy's action, if init has none"
    )
    critic: str = setting(
        OWN,
        f"inputs of the value used for returns: {OWN}: the seat's observation; {CENTRALIZED}: those of all seats, in training only",
    )
    recurrent_size: int = setting(
        0,
        "size of the recurrent state that the policy passes from decision to decision; 0: that of init, or none",
        0,
        WIDEST,
    )
    unroll_length: int = setting(16, "decisions of a seat through which gradients of a recurrent state flow", 1)
    ray: str = setting(
        "", "address of a Ray cluster that collects, HOST:PORT, auto for one on this machine, or local for a new one"
    )
    on_policy: int = setting(
        0, "1: collect after each update with the new weights; 0: during the update, with the old ones", 0, 1
    )
    bf16: int = setting(0, "1: forward passes in bfloat16, for cuda and for processors that have it", 0, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("critic", self.critic, (OWN, CENTRALIZED))
        if not self.opponents or min(self.opponents.values()) < 0 or not sum(self.opponents.values()):
            raise ValueError(f"opponents={self.opponents!r}: expected weights from 0 up, not all 0")
