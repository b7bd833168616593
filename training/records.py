"""The files of a run. Each is written under another name and renamed, so that a stopped run leaves none half written.

config.json        the settings
state.json         what is done so far; names the checkpoint that belongs to it
model_00012.zip    the checkpoint: parameters and optimizer
curve.csv          one line a round
pool/*.npz         snapshots that play as opponents
last.npz, best.npz the latest policy, and the one with the highest mean rate against the bots: agents ("policy:FILE")
tensorboard/       event files
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fs_env.training.config import Config


class RunFolder:
    """The folder of one run.

    Attributes:
        path: the folder.
        rounds: rounds done.
        timesteps: decisions of the learner in them.
        seconds: time they took, evaluation included.
        curve: a line each of them.
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
        """A new run.

        Raises:
            ValueError: there is a run in that folder.
        """
        if (path / "config.json").exists():
            raise ValueError(f"{str(path)!r} holds a run: go on with it by --resume, or name another folder")
        (path / "pool").mkdir(parents=True, exist_ok=True)
        write_text(path / "config.json", json.dumps(config.to_json(), indent=2) + "\n")
        return cls(path)

    @classmethod
    def open(cls, path: Path) -> tuple[RunFolder, Config]:
        """A run that was stopped, and its settings.

        Raises:
            ValueError: there is no run.
        """
        try:
            config = Config.of(json.loads((path / "config.json").read_text(encoding="utf-8")))
        except FileNotFoundError:
            raise ValueError(f"{str(path)!r} holds no run to resume: leave out --resume to begin one") from None
        folder, state = cls(path), path / "state.json"
        if state.exists():
            told = json.loads(state.read_text(encoding="utf-8"))
            for name in ("rounds", "timesteps", "seconds", "best", "curve", "pool"):
                setattr(folder, name, told[name])
        return folder, config

    @property
    def checkpoint(self) -> Path:
        """The checkpoint after `rounds` rounds."""
        return self.path / f"model_{self.rounds:05}.zip"

    def snapshot(self, number: int) -> Path:
        """The snapshot after a round."""
        return self.path / "pool" / f"round_{number:05}.npz"

    def commit(self) -> None:
        """Makes the state the one to resume from, writes the curve and removes what is no longer needed."""
        names = ("rounds", "timesteps", "seconds", "best", "curve", "pool")
        write_text(self.path / "state.json", json.dumps({name: getattr(self, name) for name in names}) + "\n")
        write_text(self.path / "curve.csv", as_csv(self.curve))
        for old in self.path.glob("model_*.zip"):
            if old != self.checkpoint:
                old.unlink()
        for old in (self.path / "pool").glob("round_*.npz"):
            if old not in [self.snapshot(number) for number in self.pool]:
                old.unlink()


def thinned(rounds: Sequence[int], most: int) -> list[int]:
    """At most so many of the rounds, spread evenly: leaves out the one whose neighbours are nearest, never the last."""
    kept = sorted(rounds)
    while len(kept) > most:
        gaps = [kept[k + 1] - (kept[k - 1] if k else 0) for k in range(len(kept) - 1)]
        del kept[gaps.index(min(gaps)) if gaps else 0]
    return kept


def as_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    """The lines with a heading of all their names."""
    names = list(dict.fromkeys(name for one in lines for name in one))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def write_text(path: Path, text: str) -> None:
    """Writes a file under another name and renames it."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)
