"""The rules of a game as an extension module, for installations without numba: `python -m release.extension --game castles_of_caleira`.

The file is for all CPython from 3.11 on, and for the processor or level of x86-64 that numba's settings name (NUMBA_CPU_NAME). In
`fs_env/core/machine/run/shipped/<level>` it is used where numba is not installed.
"""

from __future__ import annotations

import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from release.library import OPTIONS, compiler, constants_of, machine_code, write_game
from release.pythons import call

GLUE = Path(__file__).with_suffix(".c")
INCLUDES = (sysconfig.get_path("include"), np.get_include())


def write_extension(game: Any, folder: Path) -> Path:
    """Compiles the rules of a `Game` and links them with `extension.c`: `<game>.abi3.so` in the folder. Errors as `write_library`."""
    with tempfile.TemporaryDirectory() as scratch:
        constants, rules = Path(scratch, "constants.h"), Path(scratch, "rules.o")
        constants.write_text(constants_of(game), encoding="utf-8")
        rules.write_bytes(machine_code(game))
        path = folder / f"{game.name}.abi3.so"
        includes = (f"-isystem{include}" for include in INCLUDES)
        files = ("-include", str(constants), str(GLUE), str(rules), "-o", str(path))
        call([compiler(), *OPTIONS, *includes, "-shared", "-s", *files, "-lm"])
    return path


if __name__ == "__main__":
    sys.exit(write_game("release.extension", write_extension))
