"""What the leaderboard measures: the tasks, and the opponent of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from fs_env.core.checks import unknown
from fs_env.puzzles.score import OPPONENT as OPPONENT
from fs_env.registry.games import load_game

ALL = ("base", "gold", "plus")
PUZZLES = "puzzles"


@dataclass(frozen=True)
class Task:
    """One table of the leaderboard.

    Attributes:
        name: in commands and in the results file.
        title: its heading.
        game: id of the game.
        players: seats: one for the agent, the others for `OPPONENT`; 0 for the puzzles.
        games: how many games an entry needs, or worlds of each puzzle.
        sets: card sets, of a game that has several.
    """

    name: str
    title: str
    game: str
    players: int
    games: int
    sets: tuple[str, ...] = ()

    @property
    def options(self) -> dict[str, int]:
        """The options of the game."""
        return {"sets": load_game(self.game).options["sets"].of_names(self.sets)} if self.sets else {}


TASKS = (
    Task("four_souls_2_base", "Four Souls, 2 players, base set", "four_souls", 2, 1000, ("base",)),
    Task("four_souls_2_all", "Four Souls, 2 players, all sets", "four_souls", 2, 1000, ALL),
    Task("four_souls_4_all", "Four Souls, 4 players, all sets", "four_souls", 4, 1000, ALL),
    Task("castles_2", "Castles of Caleira, 2 players", "castles_of_caleira", 2, 1000),
    Task(PUZZLES, "Puzzles of Four Souls", "four_souls", 0, 500),
)


def task_of(name: str) -> Task:
    """The task of a name. Raises ValueError, with the nearest name, where there is none."""
    found = {task.name: task for task in TASKS}
    if name not in found:
        raise ValueError(unknown("task", name, found))
    return found[name]
