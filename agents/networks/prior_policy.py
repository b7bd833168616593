"""The bot whose choice a network sees: the network adds something to the logit of what it would do.

A file names its prior policy, and a file is data: it may name a bot of this package and no code from elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.core.checks import unknown
from fs_env.core.machine.run.policy import Policy, RandomPolicy
from fs_env.registry.games import manifest_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def prior_policies(game_name: str) -> list[str]:
    return sorted(manifest_of(game_name).bots)


def load_prior_policy(name: str, game: Game | str) -> Policy:
    """The compiled policy of a bot of this package. Raises ValueError for any other."""
    game_name = game if isinstance(game, str) else game.name
    if name not in prior_policies(game_name):
        raise ValueError(unknown("prior policy", name, prior_policies(game_name), f"in {game_name}"))
    found = policy_of(load_agent(name, game))
    if found is None or isinstance(found, RandomPolicy):
        raise ValueError(f"prior policy {name!r} is not a compiled bot")
    return found
