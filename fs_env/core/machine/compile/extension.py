"""Machine code that comes with a wheel, in an extension module: programs, bots and values, which need no numba then.

`python -m release.extension` writes one for a level of x86-64. It is used where the sources are those that it was compiled from.
FS_ENV_NATIVE=1 disables it, so that numba compiles for this processor.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import FunctionType
from typing import Any

from .notice import LOGGER

USED = all(os.environ.get(one, "") in ("", "0") for one in ("FS_ENV_NATIVE", "NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"))
PACKAGE, FOLDER = Path(__file__).parents[3], Path(__file__).with_name("extensions")
SOURCES = ("core", "agents", "envs")  # in the package: all that the code may have been compiled from
NAME = "fs_env.abi3.so"
SLOTS = 256  # networks that can be bots at once without a function being compiled, or called by ctypes, for each
LEVELS = {  # of x86-64, the best first; flags as Linux writes them
    "x86-64-v3": "avx avx2 bmi1 bmi2 f16c fma abm movbe xsave cx16 lahf_lm popcnt ssse3 sse4_1 sse4_2",
    "x86-64": "lm",
}


def key() -> str:
    """Identifies the sources of rules and bots, sha256 in hex."""
    digest = hashlib.sha256()
    for path in (path for folder in SOURCES for path in sorted((PACKAGE / folder).rglob("*.py"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@cache
def contents() -> Mapping[str, Any]:
    """Programs, and addresses of C functions, by name: of the module for the best level of this processor, if it is for these sources."""
    processor = Path("/proc/cpuinfo")
    if not USED or not FOLDER.is_dir():
        return {}
    flags = processor.read_text().partition("flags")[2].partition("\n")[0].split() if processor.is_file() else []
    for level in (level for level, needed in LEVELS.items() if {*needed.split()} <= {*flags}):
        path = FOLDER / level / NAME
        if path.is_file():
            loader = ExtensionFileLoader("rules", str(path))
            loader.exec_module(module := module_from_spec(spec_from_loader("rules", loader)))  # type: ignore[arg-type]
            if module.key == key():
                return module.contents
            LOGGER.warning("%s was compiled from other sources and is not used", path)
    return {}


def find(function: Any, *further: object) -> Any:
    """What came with the package instead of compiling a function; None where nothing did, and with cards of the user's."""
    known = {} if os.environ.get("FS_ENV_ROOMS") else contents()  # tables of cards are constants of rules and bots
    return known.get(name_of(function, *further)) if known else None


def name_of(function: Any, *further: object) -> str:
    """The name of machine code: the function's, in its module, with what its closure contains, since a bot can have any name."""
    cells = getattr(original(function), "__closure__", None) or ()
    parts = [original(one) for one in (function, *(cell.cell_contents for cell in cells))]
    names = [f"{one.__module__}.{one.__qualname__}" if isinstance(one, FunctionType) else repr(one) for one in parts]
    return " ".join([*names, *map(str, further)])


def original(kernel: Any) -> Any:
    return getattr(kernel, "py_func", getattr(kernel, "__wrapped__", kernel))
