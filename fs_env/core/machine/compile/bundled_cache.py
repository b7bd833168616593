"""Compiled code that comes with the package in `bundled/<level>/`: for a level of x86-64, under the keys of the cache on disk.

It is loaded where sources, Python, numba, llvmlite and numba's settings are those that it was compiled with; code that this
machine has compiled itself comes first. FS_ENV_NATIVE=1, read at import, disables it.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .backend import numba
from .notice import LOGGER

FOLDER = Path(__file__).parent / "bundled"
MANIFEST = "made_with.json"
LEVELS = {  # the best first; names and features as LLVM writes them
    "x86-64-v3": frozenset(
        "cx16 sahf popcnt sse3 sse4.1 sse4.2 ssse3 avx avx2 bmi bmi2 f16c fma lzcnt movbe xsave".split()
    ),
    "x86-64": frozenset({"sse2"}),
}
UNUSED = [os.environ.get("FS_ENV_NATIVE", "") not in ("", "0")]  # a switch for the whole process
WARNED: set[str] = set()  # reasons that this process has logged

Target = tuple[str, str, str]  # numba's `magic_tuple`: LLVM's name of the platform, the processor, its features


@contextmanager
def native() -> Iterator[None]:
    """Leaves the shipped code unused meanwhile, in all threads: what is needed is compiled for this processor."""
    before, UNUSED[0] = UNUSED[0], True
    try:
        yield
    finally:
        UNUSED[0] = before


def made_with() -> dict[str, str]:
    """The versions that code depends on, by name: of Python (of which implementation), numba and llvmlite."""
    llvmlite: Any = sys.modules["llvmlite"]
    python = f"{sys.implementation.name} {sys.version_info[0]}.{sys.version_info[1]}"
    return {"Python": python, "numba": numba.__version__, "llvmlite": llvmlite.__version__}


def targets(found: Target) -> list[tuple[Path, Target]]:
    """The folders of the levels that a processor can run, the best first, with the target in their keys; logs once why there is none."""
    if UNUSED[0] or not FOLDER.is_dir():
        return []
    platform, processor, features = found
    has = {feature[1:] for feature in features.split(",") if feature.startswith("+")}
    if not features and processor in ("generic", *LEVELS):  # asked for with NUMBA_CPU_NAME
        has = set(LEVELS.get(processor, LEVELS["x86-64"]))
    here = [level for level in LEVELS if (FOLDER / level / MANIFEST).is_file()]
    fitting = [level for level in here if LEVELS[level] | LEVELS["x86-64"] <= has and platform.startswith("x86_64")]
    if here and not fitting:
        warn(f"it is for {here[-1]}, and this processor, {processor}, is not one")
    usable = []
    for level in fitting:
        other = differences(FOLDER / level / MANIFEST)
        if other:
            warn(other)
        else:
            usable.append((FOLDER / level, (platform, level, "")))
    return usable


def differences(manifest: Path) -> str:
    """Which versions differ from those that the code was compiled with, as text; empty where none does."""
    try:
        built, here = json.loads(manifest.read_text(encoding="utf-8")), made_with()
        others = [name for name, version in here.items() if built.get(name) != version]
    except (OSError, ValueError, AttributeError) as error:
        return f"{manifest} cannot be read ({error})"
    if not others:
        return ""
    made_of, found = (" and ".join(f"{name} {versions.get(name)}" for name in others) for versions in (built, here))
    return f"it was created with {made_of}, this is {found}"


def warn(reason: str) -> None:
    if reason not in WARNED:
        WARNED.add(reason)
        LOGGER.log(logging.WARNING, "the compiled code that came with fs_env is not used: %s", reason)
