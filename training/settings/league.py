"""The settings of the learner `league`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.training.settings import ppo
from fs_env.training.settings.fields import setting
from fs_env.training.settings.run_settings import PAST, SELF


@dataclass(frozen=True)
class Settings(ppo.Settings):
    """All settings of a run: those of `ppo`, which trains every part, and its own."""

    matter: ClassVar[tuple[str, ...]] = ("minutes", "init", "opponents", "part_decisions", "learning_rate")

    opponents: dict[str, float] = setting(
        {"heuristic": 1.0}, "bots that are opponents in every round, with weights relative to members of the league"
    )
    part_decisions: int = setting(2_000_000, "decisions of the main network in a round", 1)
    exploiter_decisions: int = setting(2_000_000, "decisions of an exploiter", 1)
    exploit_every: int = setting(2, "rounds between exploiters; 0: none", 0)
    past_selves: int = setting(8, "past versions that are members, spread over the league", 1)
    exploiters: int = setting(4, "latest exploiters that are members", 0)
    rating_games: int = setting(100, "games against each member that determine its weight", 2)
    hardness: float = setting(2.0, "power of 1 - win rate in the weight of an opponent", 0)
    self_weight: float = setting(0.5, "share of the opponents that is the main network itself", 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.shared:
            raise ValueError(
                f"shared={self.shared}: the parts of a league begin with files, which have no embeddings: leave it at 0"
            )
        if self.self_weight >= 1 or {SELF, PAST} & set(self.opponents):
            raise ValueError(
                f"self_weight={self.self_weight}, opponents={self.opponents!r}: expected less than 1, and bots; the league's own "
                "members are opponents anyway"
            )
