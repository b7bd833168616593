"""`Puzzles`: the part of a manifest that puzzles need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol

from fs_env.core.machine.run.game import Game
from fs_env.puzzles import goal
from fs_env.registry.games import GAMES, manifest_of
from fs_env.registry.manifest import Part


class Rules(Protocol):
    """The module of a game's puzzles, whose files lie in its folder.

    Attributes:
        Scenario: its positions: a dataclass whose fields are the keys of `[position]`, with `seats` and `start()`.
        RESULTS: results that a throw can have in the lines of a file.
        PASS: text of the action that a seat takes where nothing is said, if it is legal.
    """

    GAME: Game
    Scenario: Any
    RESULTS: range
    PASS: str
    __file__: str | None

    @property
    def Goal(self) -> type[goal.Goal]: ...

    def check_words(self, text: str, seats: int) -> None:
        """Raises ScenarioError for a text that names no action at a table of so many seats."""

    def lay(self, S: Any, results: tuple[int, ...]) -> None:
        """These throws come next; whether there is another one is seen by `missing`."""

    def missing(self, S: Any) -> Mapping[int, int]:
        """Results of the first throw since `lay` that was not set up, each with its weight; empty where there was none."""

    def left(self, S: Any) -> int:
        """Results set up for the lines that were not thrown; below 0 where more was thrown."""


@dataclass(frozen=True)
class Puzzles(Part):
    """The puzzles of a game.

    Attributes:
        rules: their module.
    """

    entry: ClassVar[str] = "puzzles"
    rules: Rules


def rules_of(game: object) -> Rules:
    """The module of the puzzles of a game. ValueError if there is no such game, or it has no puzzles."""
    found = manifest_of(game).part(Puzzles) if isinstance(game, str) else None
    if found is None:
        raise ValueError(f"game={game!r}: expected one with puzzles, {' or '.join(games_with_puzzles())}")
    return found.rules


def games_with_puzzles() -> list[str]:
    return sorted(name for name, manifest in GAMES.items() if manifest.puzzles is not None)


def folder_of(game: str, chapter: str = "") -> Path:
    """The folder with the files of a game's puzzles, or of a chapter, which do not count among them. ValueError if there is none."""
    known = chapters_of(game)
    if chapter not in known:
        raise ValueError(f"chapter={chapter!r}: expected {' or '.join(known[1:]) or 'none'} of {game}")
    return Path(rules_of(game).__file__ or "").parent / chapter


def chapters_of(game: str) -> list[str]:
    """Names of the chapters of a game's puzzles, sorted; the first one is "", the puzzles of no chapter."""
    folder = Path(rules_of(game).__file__ or "").parent
    return ["", *sorted({path.parent.name for path in folder.glob("*/*.toml")})]
