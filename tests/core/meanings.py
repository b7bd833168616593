"""Facts that must be read in positions written by hand, by name: shared by the games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Index = tuple[int | str, ...]
Says = dict[str, Any]


class Meaning(NamedTuple):
    """A position: its name, its state, who observes, the observation, and what it must say."""

    name: str
    S: Any
    viewer: int
    seen: NDArray[np.int16]
    says: list[tuple[str, Index, int]]


def told(says: Says) -> Iterator[tuple[str, Index, int]]:
    """Section and index of "players[1].coins", or of each number of a row "players[1]" given as a dictionary."""
    for path, value in says.items():
        section, *index = re.findall(r"\w+", path)
        for name, number in value.items() if isinstance(value, dict) else [("", value)]:
            whole = [*index, name] if name else index
            yield section, tuple(int(k) if k.isdigit() else k for k in whole), int(number)


def wrong(schema: Any, meaning: Meaning, seen: NDArray[np.int16]) -> str:
    """The first number of an observation that is not what the position says, in words; empty without one."""
    for section, index, number in meaning.says:
        found = int(seen[schema[section].at(*index)])
        if found != number:
            return f"{meaning.name}: {section}{list(index)} tells {found}, and the position has {number}"
    return ""


def untold(schema: Any, meanings: list[Meaning]) -> list[tuple[str, str]]:
    """Sections and columns of which no position says anything."""
    said = {(section, name) for meaning in meanings for section, index, _ in meaning.says for name in (*index, "")}
    names = [(s.name, name) for s in schema.sections for name in ([c.name for c in s.columns] or [""])]
    return [pair for pair in names if pair not in said]
