"""Training of policies: `fs-env train`. Needs the extra "train"; see docs/do/training.md."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import check_choice

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fs_env.training.run import Run
    from fs_env.training.settings.run_settings import RunSettings

LEARNERS = {
    "best_response": "trains against one frozen bot: how much of the win can be taken from it",
    "clone": "learns to play as another bot does, from its labels or from stored games: begin here",
    "expert_iteration": "search with the network plays, and the network learns the results",
    "league": "a population: past selves, prioritized opponents, exploiters, ratings",
    "ppo": "PPO whose games are played in compiled code, large batches from all seats",
    "sb3": "MaskablePPO of stable-baselines3 in self-play",
}
"""Name -> what it does."""


def settings_of(learner: str) -> type[RunSettings]:
    kind: type[RunSettings] = import_module(f"fs_env.training.settings.{learner}").Settings
    return kind


def train(
    learner: str,
    folder: Path,
    settings: RunSettings | None = None,
    say: Callable[[str], object] = str,
    resume: bool = False,
    progress: Callable[[str], object] = str,
) -> Run[Any]:
    """Trains in a folder; see `training.run` for its files, and for going on.

    Args:
        learner: its name, one of `LEARNERS`.
        folder: of the run.
        settings: of the run, the learner's `Settings`; None: the default ones, or those of the run that is resumed.
        say: called with a line after each round.
        resume: continue with the run in the folder.
        progress: called with what is being done, often.

    Raises:
        ValueError: an unknown learner; settings or a folder that cannot be used.
        fs_env.training.run.Diverged: a loss or a weight was not finite.
    """
    check_choice("learner", learner, LEARNERS)
    from fs_env.training.run import Run

    with Run.open(folder, learner, settings_of(learner), settings, resume, say, progress) as run:
        import_module(f"fs_env.training.{learner}").learn(run)
    return run
