"""The settings of the learner `best_response`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.training.settings import ppo
from fs_env.training.settings.fields import setting


@dataclass(frozen=True)
class Settings(ppo.Settings):
    """All settings of a run: those of `ppo`; its opponents and bots are the agent."""

    matter: ClassVar[tuple[str, ...]] = ("against", "init", "decisions", "learning_rate", "exam_games")

    against: str = setting("heuristic", "the frozen, compiled bot, such as policy:FILE.npz;sample=1")
    exam_games: int = setting(2000, "fresh games of the best network against the bot, at the end", 2)

    def __post_init__(self) -> None:
        agent = self.against.replace(";", ",")
        object.__setattr__(self, "opponents", {agent: 1.0})
        object.__setattr__(self, "bots", [agent])
        super().__post_init__()
