"""Training of policies: `fs-env train`. Needs the extra "train"; see docs/do/training.md.

Each learner is a module with `Settings` and `train(folder, settings, say, resume)`. `settings` has what they share, `run` the folder of
a run, `evaluation` plays against bots, `curve` draws a curve, `stored` finds stored games to learn from. `networks` are the networks of
`agents.networks` in torch, `collector` plays the games of `ppo`. `selfplay` stores games of bots that search and reads them; it
needs no extra.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fs_env.training.settings import RunSettings

LEARNERS = {
    "best_response": "trains against one frozen agent: how much of the win can be taken from it",
    "clone": "learns to play as another bot does, from its labels or from stored games: begin here",
    "expert_iteration": "search with the network plays, and the network learns what it found",
    "league": "a population: past selves, prioritized opponents, exploiters, ratings",
    "ppo": "PPO whose games are played in compiled code, large batches from all seats",
    "sb3": "MaskablePPO of stable-baselines3 in self-play",
}
"""Name -> what it does."""


def settings_of(learner: str) -> type[RunSettings]:
    """The class of a learner's settings; imports torch."""
    kind: type[RunSettings] = import_module(f"fs_env.training.{learner}").Settings
    return kind
