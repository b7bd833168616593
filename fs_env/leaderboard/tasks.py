"""Tasks of the leaderboard: those of all games, from their manifests."""

from __future__ import annotations

from fs_env.core.checks import unknown
from fs_env.registry.games import GAMES, load_game
from fs_env.registry.manifest import Task


def tasks() -> list[Task]:
    every = [task for manifest in GAMES.values() for task in manifest.tasks]
    return sorted(every, key=lambda task: not task.players)  # puzzles last


def task_of(name: str) -> Task:
    """The task of a name. Raises ValueError, with the nearest name, where there is none."""
    found = {task.name: task for task in tasks()}
    if name not in found:
        raise ValueError(unknown("task", name, found))
    return found[name]


def options_of(task: Task) -> dict[str, int]:
    return {"sets": load_game(task.game).options["sets"].of_names(task.sets)} if task.sets else {}
