"""The files of a run. Each is written under a temporary name and renamed, so that no file is ever half written.

settings.json      the algorithm and its settings
state.json         the progress so far; names the matching checkpoint
model_00012.zip    the checkpoint: parameters and optimizer
curve.csv          one line per round
pool/*.npz         snapshots that play as opponents
last.npz, best.npz the latest policy, and the one with the highest mean rate against the bots: agents ("policy:FILE")
tensorboard/       event files
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from fs_env.core.files import FileKind, write_whole
from fs_env.training.config import ALGORITHM, Config
from fs_env.training.settings import LIMITS, PLACES, RunSettings

SETTINGS = "settings.json"
FILE = FileKind("settings of a run", "correct them, or begin another run in another folder")
PROGRESS = FileKind(
    "the state of a run",
    "restore a copy of it, or begin another run in another folder; best.npz and last.npz still play",
    finite=False,
)

S = TypeVar("S", bound=RunSettings)


def is_count(value: object) -> bool:
    """Whether a stored value is an integer of at least 0 that a run can reach."""
    return type(value) is int and 0 <= value < 2**53


def is_number(value: object) -> bool:
    """Whether a stored value is a finite number."""
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def is_line(value: object) -> bool:
    """Whether a stored value is a line of a curve: names with numbers, or with none."""
    return isinstance(value, dict) and all(one is None or type(one) in (int, float) for one in value.values())


STATE: dict[str, Callable[[Any], bool]] = {
    "rounds": is_count,
    "timesteps": is_count,
    "seconds": lambda value: is_number(value) and value >= 0,
    "best": is_number,
    "curve": lambda value: isinstance(value, list) and all(map(is_line, value)),
    "pool": lambda value: isinstance(value, list) and all(is_count(number) for number in value),
}
"""Name -> check of each value in state.json."""


class RunFolder:
    """The folder of one run.

    Attributes:
        path: the folder.
        rounds: rounds done.
        timesteps: decisions of the learner in these rounds.
        seconds: time these rounds took, evaluation included.
        curve: one line per round.
        pool: rounds whose snapshots play as opponents.
        best: highest mean rate against the bots so far.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.rounds, self.timesteps, self.seconds, self.best = 0, 0, 0.0, -1.0
        self.curve: list[dict[str, Any]] = []
        self.pool: list[int] = []

    @classmethod
    def create(cls, path: Path, config: Config) -> RunFolder:
        """Begins a new run.

        Raises:
            ValueError: the folder already has a run.
        """
        refuse_used(path)
        write_settings(path, ALGORITHM, config)
        (path / "pool").mkdir(exist_ok=True)
        return cls(path)

    @classmethod
    def open(cls, path: Path, settings: Config | None = None) -> tuple[RunFolder, Config]:
        """Opens a stopped run; returns it and its settings, those given if only limits differ.

        Raises:
            ValueError: there is no run, or one of its files is damaged or missing; names the file and what to do. Or other settings.
        """
        config = with_limits(path, stored_settings(path, ALGORITHM, Config), settings)
        write_settings(path, ALGORITHM, config)
        state = path / "state.json"
        folder = cls(path)
        if state.exists():
            told = PROGRESS.table(state)
            with PROGRESS.checked(state):
                folder._take(told)
        if folder.rounds:
            for needed in (folder.checkpoint, *map(folder.snapshot, folder.pool)):
                if not needed.is_file():
                    raise ValueError(
                        f"{str(needed)!r} is missing, and {str(state)!r} names it: restore it, or begin another run "
                        "in another folder"
                    )
        return folder, config

    def _take(self, told: Mapping[str, Any]) -> None:
        """Takes over a stored state. Raises ValueError for an invalid one."""
        for name, is_right in STATE.items():
            if name not in told:
                raise ValueError(f"it has no {name}")
            if not is_right(told[name]):
                raise ValueError(f"its {name} is {told[name]!r}")
            setattr(self, name, told[name])

    @property
    def decisions(self) -> int:
        """The same as `timesteps`, by the name that runs of all algorithms have."""
        return self.timesteps

    @property
    def checkpoint(self) -> Path:
        """The checkpoint after `rounds` rounds."""
        return self.path / f"model_{self.rounds:05}.zip"

    def snapshot(self, number: int) -> Path:
        """The snapshot after a round."""
        return self.path / "pool" / f"round_{number:05}.npz"

    def commit(self) -> None:
        """Writes the state to resume from and the curve, and removes files that are no longer needed."""
        write_whole(self.path / "state.json", json.dumps({name: getattr(self, name) for name in STATE}) + "\n")
        write_whole(self.path / "curve.csv", as_csv(self.curve))
        for old in self.path.glob("model_*.zip"):
            if old != self.checkpoint:
                old.unlink()
        for old in (self.path / "pool").glob("round_*.npz"):
            if old not in [self.snapshot(number) for number in self.pool]:
                old.unlink()


def write_settings(path: Path, algorithm: str, settings: RunSettings) -> None:
    """Writes the algorithm and the settings of a run into its folder, which is made if it does not exist."""
    path.mkdir(parents=True, exist_ok=True)
    write_whole(path / SETTINGS, json.dumps({"algorithm": algorithm, "settings": settings.to_json()}, indent=2) + "\n")


def refuse_used(path: Path) -> None:
    """Raises ValueError if a folder already has a run."""
    if (path / SETTINGS).exists():
        raise ValueError(f"{str(path)!r} already holds a run: continue it with --resume, or name another folder")


def stored_settings(path: Path, algorithm: str, kind: type[S]) -> S:
    """The settings of the run in a folder.

    Raises:
        ValueError: no run, one of another algorithm, or a damaged file; says what to do.
    """
    file = path / SETTINGS
    if not file.is_file():
        raise ValueError(f"{str(path)!r} holds no run to resume: leave out --resume to begin one")
    told = FILE.table(file)
    if told.get("algorithm") == algorithm:
        with FILE.checked(file):
            return kind.of(told["settings"])
    raise ValueError(
        f"{str(file)!r} is of a run of {told.get('algorithm')}, not of {algorithm}: expected its own algorithm"
    )


def with_limits(path: Path, stored: S, settings: S | None) -> S:
    """The settings of a run that goes on: as they are stored, or the same with other limits.

    Raises:
        ValueError: something else differs; names it.
    """
    if settings is None:
        return stored
    mine, theirs, may_change = settings.to_json(), stored.to_json(), (*LIMITS, *PLACES)
    differing = [name for name in mine if mine[name] != theirs[name] and name not in may_change]
    if differing:
        name = differing[0]
        raise ValueError(
            f"{str(path)!r} holds a run with {name}={theirs[name]!r}, not {mine[name]!r}: a run goes on with its own settings; "
            f"only {' and '.join(one for one in may_change if one in mine)} may change"
        )
    return settings


def thinned(rounds: Sequence[int], most: int) -> list[int]:
    """At most `most` of the rounds, evenly spread: drops rounds whose neighbours are nearest, never the last."""
    kept = sorted(rounds)
    while len(kept) > most:
        gaps = [kept[k + 1] - (kept[k - 1] if k else 0) for k in range(len(kept) - 1)]
        del kept[gaps.index(min(gaps)) if gaps else 0]
    return kept


def as_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    """The lines as CSV, with a header of all their names."""
    names = list(dict.fromkeys(name for one in lines for name in one))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()
