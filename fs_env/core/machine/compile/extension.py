"""Machine code for processes without numba, from an extension module in this package: written by `python -m release.extension`."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import FunctionType
from typing import Any

from .backend import ABSENT
from .notice import LOGGER

PACKAGE, FOLDER = Path(__file__).parents[3], Path(__file__).with_name("extensions")
SOURCES = ("core", "agents", "envs")  # in the package: all that the code may have been compiled from
NAME = "fs_env.abi3.so"
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
    flags = processor.read_text().partition("flags")[2].partition("\n")[0].split() if processor.is_file() else []
    for level in (level for level, needed in LEVELS.items() if ABSENT and {*needed.split()} <= {*flags}):
        path = FOLDER / level / NAME
        if path.is_file():
            loader = ExtensionFileLoader("rules", str(path))
            loader.exec_module(module := module_from_spec(spec_from_loader("rules", loader)))  # type: ignore[arg-type]
            if module.key == key():
                return module.contents
            LOGGER.warning("%s was built from other sources and is not used: build it again", path)
    return {}


def name_of(function: Any, *further: object) -> str:
    """The name of machine code: the function's, in its module, with what its closure contains, since a bot can have any name."""
    cells = getattr(original(function), "__closure__", None) or ()
    parts = [original(one) for one in (function, *(cell.cell_contents for cell in cells))]
    names = [f"{one.__module__}.{one.__qualname__}" if isinstance(one, FunctionType) else repr(one) for one in parts]
    return " ".join([*names, *map(str, further)])


def original(kernel: Any) -> Any:
    return getattr(kernel, "py_func", getattr(kernel, "__wrapped__", kernel))
