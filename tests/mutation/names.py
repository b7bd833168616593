"""Names of observations exchanged two at a time: `python -m tests.mutation.names`, part of `make mutation`.

Kernels write an observation by name, through a record. Here every pair of names on one level (columns of a section,
sections of one shape) is exchanged in that record, so that the kernels write each of the two numbers where the other belongs, and the
positions of `meanings` are read again with the names as declared. At least one number must then be wrong. Labels
of an array, which kernels loop over, are exchanged in the observation.

This proves that no kernel can mix up two names, and no declaration two places, without failing `test_meanings`. That
names keep their places in the vector is proved by `test_order`. The kernels are played in plain Python; exit status 0:
every pair is told apart, 1: some are not. `apart` finds the same without playing, from the observations only; `make test`
does that for all pairs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.columns import Labels
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.declare.observation import ObservationSchema
from tests.core.meanings import Meaning, wrong

GAMES = {
    "four_souls": ("fs_env.core.four_souls.observation.table", "fs_env.core.four_souls.observation.schema"),
    "castles_of_caleira": (
        "fs_env.core.castles_of_caleira.observation.table",
        "fs_env.core.castles_of_caleira.observation.schema",
    ),
    "betrayal": ("fs_env.core.betrayal.observation.table", "fs_env.core.betrayal.observation.schema"),
}
"""Game to the module whose `observe` fills the record `named`, and the one of its schema."""
POSITIONS = {
    "four_souls": "tests.core.four_souls.observation.meanings",
    "castles_of_caleira": "tests.core.castles_of_caleira.meanings",
    "betrayal": "tests.core.betrayal.meanings",
}


class Pair(NamedTuple):
    """Two names of one level: columns of a section along an axis, or sections, whose own `section` is empty."""

    section: str
    axis: int
    first: str
    second: str


def schema_of(game: str) -> ObservationSchema:
    return import_module(GAMES[game][1]).SCHEMA


def positions_of(game: str) -> list[Meaning]:
    return list(import_module(POSITIONS[game]).meanings())


def pairs(schema: ObservationSchema) -> Iterator[Pair]:
    """Every two columns along an axis of a section, and every two sections that differ only in their meaning."""
    for section in schema.sections:
        for axis in range(len(section.shape)):
            names = [column.name for column in section.columns if column.axis == axis]
            yield from (Pair(section.name, axis, *two) for two in combinations(names, 2))
    for first, second in combinations(schema.sections, 2):
        if first.dtype == second.dtype:
            yield Pair("", 0, first.name, second.name)


def exchanged(schema: ObservationSchema, pair: Pair, seen: NDArray[np.int16]) -> NDArray[np.int16]:
    """An observation with two numbers in each other's place, in every row."""
    out = seen.copy()
    was, now = schema.views(seen), schema.views(out)
    if not pair.section:
        now[pair.first][...], now[pair.second][...] = was[pair.second], was[pair.first]
    else:
        first, second = (
            (slice(None),) * pair.axis + (schema[pair.section].column(name),) for name in (pair.first, pair.second)
        )
        now[pair.section][first], now[pair.section][second] = was[pair.section][second], was[pair.section][first]
    return out


def apart(schema: ObservationSchema, positions: Sequence[Meaning], pair: Pair) -> str:
    """Fault in the first position that tells two names apart, as text; empty where none does."""
    of = {pair.section} if pair.section else set(pair[2:])
    for meaning in positions:
        if of & {section for section, _, _ in meaning.says}:
            found = wrong(schema, meaning, exchanged(schema, pair, meaning.seen))
            if found:
                return found
    return ""


def renamed(dtype: Any, names: dict[str, str]) -> np.dtype[Any]:
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((renamed(base, names), shape))
    if dtype.names is None:
        return np.dtype(dtype)
    return np.dtype([(names.get(name, name), renamed(dtype[name], names)) for name in dtype.names])


def written_with(schema: ObservationSchema, pair: Pair) -> Any:
    names = {pair.first: pair.second, pair.second: pair.first}
    fields = []
    for section in schema.sections:
        inner = renamed(section.dtype, names) if section.name == pair.section else section.dtype
        fields.append((section.name if pair.section else names.get(section.name, section.name), inner))
    return make_named(np.dtype(fields))


def played_apart(game: str, positions: Sequence[Meaning], pair: Pair) -> str:
    """As `apart`, but the kernels themselves write through the record with the two names exchanged."""
    schema, kernels = schema_of(game), import_module(GAMES[game][0])
    if pair.section and isinstance(schema[pair.section].axes[pair.axis], Labels):
        return apart(schema, positions, pair)
    of = {pair.section} if pair.section else set(pair[2:])
    plain, kernels.named = kernels.named, written_with(schema, pair)
    try:
        for meaning in positions:
            if of & {section for section, _, _ in meaning.says}:
                seen = np.zeros(schema.size, np.int16)
                kernels.observe(as_records(meaning.S)[0], meaning.viewer, seen)
                found = wrong(schema, meaning, seen)
                if found:
                    return found
        return ""
    finally:
        kernels.named = plain


def main() -> int:
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        command = [sys.executable, "-m", "tests.mutation.names"]
        return subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False).returncode
    left = 0
    for game in GAMES:
        began, positions, every = time.perf_counter(), positions_of(game), list(pairs(schema_of(game)))
        same = [pair for pair in every if not played_apart(game, positions, pair)]
        for pair in same:
            print(f"{game}: no position tells {pair.first} from {pair.second} in {pair.section or 'the sections'}")
        left += len(same)
        print(f"{game}: {len(every) - len(same)} of {len(every)} pairs told apart, {time.perf_counter() - began:.0f} s")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
