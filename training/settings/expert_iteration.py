"""The settings of the learner `expert_iteration`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from fs_env.agent_api.specs import read_parameters
from fs_env.core.checks import check_choice
from fs_env.training.settings.fields import setting
from fs_env.training.settings.run_settings import RunSettings

TARGETS = ("played", "values", "rollouts")
SEARCHES = ("search", "tree")


@dataclass(frozen=True)
class Settings(RunSettings):
    matter: ClassVar[tuple[str, ...]] = ("decisions", "init", "search", "games", "targets")

    data: list[str] = setting([], "further folders of fs-env selfplay to learn from")
    search: str = setting(
        "rollouts=200",
        "bot of each round: parameters of search, or tree, or tree:PARAMETERS; its policy and value are the network, unless they are "
        "named; empty: learn from data only",
    )
    first: str = setting("heuristic", "compiled bot whose search plays round 1 without init")
    games: int = setting(1000, "games that the search plays in a round; they are played to their end", 1)
    workers: int = setting(1, "processes that play", 1)
    ray: str = setting(
        "",
        "address of a Ray cluster that plays instead, HOST:PORT, auto for one on this machine, or local for a new one",
    )
    window: int = setting(8, "rounds whose games are learned from", 1)
    epochs: int = setting(4, "passes over these games in a round", 1)
    targets: str = setting(
        "played", "targets of the policy: the played action, the values of the search, or the shares of its rollouts"
    )
    temperature: float = setting(
        0.02, "temperature of the softmax over values, in shares of the win; over rollouts, 1: their shares"
    )
    caution: float = setting(2.0, "standard errors that are subtracted from values", 0)
    prior_policy: str = setting(
        "",
        "bot of the package whose choice the network sees; only without a search, from data of a search with that policy",
    )
    prior_logit: float = setting(
        2.0, "initial number added to the logit of the prior policy's action, if init has none"
    )
    value_lambda: float = setting(
        0.8, "1: the score learns results; 0: values of the search; between: lambda-returns", 0, 1
    )
    value_weight: float = setting(0.5, "weight of the score in the loss", 0)
    batch_size: int = setting(512, "decisions per gradient step", 2)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice("targets", self.targets, TARGETS)
        check_choice("search", bot_and_parameters(self.search)[0], SEARCHES)
        read_parameters(":".join(bot_and_parameters(self.search)))  # raises where they cannot be read
        if not 0 < self.temperature < float("inf"):
            raise ValueError(f"temperature={self.temperature}: expected a number above 0")
        if self.ray and self.workers != 1:
            raise ValueError(
                f"ray={self.ray!r}, workers={self.workers}: all processors of the cluster play; leave one of them out"
            )
        if self.prior_policy and self.search:
            raise ValueError(
                f"prior_policy={self.prior_policy!r}, search={self.search!r}: games of a search with the network do not contain "
                "the prior policy's actions; learn from --data with --search ''"
            )
        if not self.search and not self.data:
            raise ValueError("search='', data=[]: expected a search that plays, or folders of fs-env selfplay")

    def specs(self) -> list[str]:
        return [*super().specs(), *([":".join(bot_and_parameters(self.search))] if self.search else [])]


def bot_and_parameters(text: str) -> tuple[str, str]:
    """The bot that searches and its parameters, written as BOT or BOT:PARAMETERS, or, for `search`, only as PARAMETERS."""
    bot, _, parameters = text.partition(":")
    return (bot, parameters) if bot and "=" not in bot else (SEARCHES[0], text)
