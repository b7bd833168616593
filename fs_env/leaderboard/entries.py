"""The stored results of the leaderboard: a JSON file with one entry for each agent and task."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from math import log10
from pathlib import Path
from typing import Any

from fs_env.core.files import FileKind, write_whole
from fs_env.leaderboard.json_checks import check_fields
from fs_env.leaderboard.tasks import task_of, tasks

FORMAT = 1
FILE = FileKind("results of the leaderboard", "take another copy of it, or another file")
POINTS = 400.0  # of a rating: ten times as strong


@dataclass(frozen=True)
class Entry:
    """Result of one agent in one task.

    Attributes:
        agent: its name on the page.
        games: games played; for the puzzles games of each one.
        wins: games won, a shared win in parts; for the puzzles the score times `games`.
        low, high: 95 % interval of the share, as of standings, in older entries Wilson's of all games; of puzzles see `score.Score`.
        seconds: what the agent took for one of its choices, on average; 0 where it was not measured.
        command: what plays the same again.
    """

    agent: str
    task: str
    opponent: str
    games: int
    wins: float
    low: float
    high: float
    seconds: float
    seed: int
    command: str
    versions: dict[str, str] = field(default_factory=dict)
    cpu: str = ""
    forfeits: int = 0

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def rating(self) -> tuple[float | None, float | None, float | None]:
        """Strength against the opponent with its 95 % interval, in points: see `points`."""
        seats = task_of(self.task).players
        return points(self.share, seats), points(self.low, seats), points(self.high, seats)


def points(share: float, seats: int) -> float | None:
    """How much stronger than each of its opponents an agent is that wins a share of the games, None where no number says it.

    By the model of Bradley and Terry: an agent of strength s wins s / (s + k) against k opponents of strength 1; the rating is
    400 log10(s), 0 for an equal agent.
    """
    if seats < 2 or not 0 < share < 1:
        return None
    return POINTS * log10((seats - 1) * share / (1 - share))


def read_entries(file: str | Path) -> list[Entry]:
    """The entries of a file; none if it does not exist. Raises FileFault, which names the entry, the key and what was expected."""
    path = Path(file)
    if not path.exists():
        return []
    data = FILE.table(path)
    if data.get("format") != FORMAT or not isinstance(data.get("entries"), list):
        FILE.refuse(path, f'it is not {{"format": {FORMAT}, "entries": [...]}}')
    with FILE.checked(path):
        return [entry_of(one, f"entry {k}") for k, one in enumerate(data["entries"], 1)]


def entry_of(data: Any, where: str) -> Entry:
    check_fields(Entry, data, where)
    try:
        task = task_of(data["task"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    most, games, (low, high) = 1 if task.players else 2, data["games"], (data["low"], data["high"])
    possible = games > 0 and low < high and 0 <= low <= data["wins"] / games <= high <= most
    if not possible or (task.players and data.get("forfeits", 0) > games):
        raise ValueError(
            f"{where}: wins={data['wins']!r} of games={data['games']!r} with the interval {data['low']!r} to "
            f"{data['high']!r}: expected a share inside its interval"
        )
    return Entry(**data)


def add(stored: Iterable[Entry], new: Iterable[Entry]) -> list[Entry]:
    """Both together; a new entry replaces the stored one of the same agent, task and opponent. By task, then by share."""
    found = {(entry.task, entry.agent, entry.opponent): entry for entry in [*stored, *new]}
    order = [task.name for task in tasks()]
    return sorted(found.values(), key=lambda entry: (order.index(entry.task), -entry.share, entry.agent))


def check_owner(stored: Iterable[Entry], agent: str, spec: str) -> None:
    """Raises ValueError where another bot has results with this name."""
    others = {" ".join(shlex.split(entry.command)[2:3]) for entry in stored if entry.agent == agent} - {spec}
    if others:
        raise ValueError(
            f"{spec}: its name {agent!r} is that of {', '.join(others)} in the results: choose another with --name"
        )


def write_entries(file: str | Path, entries: Iterable[Entry]) -> None:
    text = json.dumps({"format": FORMAT, "entries": [asdict(entry) for entry in entries]}, indent=2, ensure_ascii=False)
    write_whole(file, text + "\n")
