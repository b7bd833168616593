"""The files of a run that are plain text."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from fs_env.core.files import write_whole
from fs_env.training.settings.run_settings import LIMITS, PLACES, RunSettings

CONFIG = "config.toml"
S = TypeVar("S", bound=RunSettings)


def write_settings(path: Path, algorithm: str, settings: RunSettings) -> None:
    path.mkdir(parents=True, exist_ok=True)
    write_whole(path / CONFIG, settings.to_toml(algorithm))


def refuse_used(path: Path) -> None:
    if (path / CONFIG).exists():
        raise ValueError(f"{str(path)!r} already contains a run: continue it with --resume, or choose another folder")


def stored_settings(path: Path, algorithm: str, kind: type[S]) -> S:
    if not (path / CONFIG).is_file():
        raise ValueError(f"{str(path)!r} contains no run to resume: omit --resume to start one")
    return kind.read(path / CONFIG, {}, algorithm)


def with_limits(path: Path, stored: S, settings: S | None) -> S:
    """The settings of a resumed run: as they are stored, or the same with other limits."""
    if settings is None:
        return stored
    mine, theirs, may_change = asdict(settings), asdict(stored), (*LIMITS, *PLACES)
    differing = [name for name in mine if mine[name] != theirs[name] and name not in may_change]
    if differing:
        name = differing[0]
        raise ValueError(
            f"{str(path)!r} contains a run with {name}={theirs[name]!r}, not {mine[name]!r}: a run resumes with its own settings; "
            f"only {' and '.join(one for one in may_change if one in mine)} may change"
        )
    return settings


def thinned(rounds: Sequence[int], most: int) -> list[int]:
    """At most `most` of the rounds, evenly spread: drops rounds whose neighbours are nearest, never the last."""
    stored = sorted(rounds)
    while len(stored) > most:
        gaps = [stored[k + 1] - (stored[k - 1] if k else 0) for k in range(len(stored) - 1)]
        del stored[gaps.index(min(gaps)) if gaps else 0]
    return stored


def as_csv(lines: Sequence[Mapping[str, Any]]) -> str:
    names = list(dict.fromkeys(name for one in lines for name in one))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()
