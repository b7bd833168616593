"""The rules of a game from a library of `python -m release.library`, through ctypes: without numba, and without a compiler."""

from __future__ import annotations

import ctypes
import re
from ctypes import c_char_p, c_int64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np

HEADER = Path(__file__).with_name("fsenv.h")
LONG = ("playout", "random_games")
SIZES = ("state_size", "snapshot_size", "num_actions", "observation_size", "max_players", "num_options", "num_outcomes")


def declared(text: str) -> dict[str, tuple[Any, list[Any]]]:
    """The result and the parameters of each function of a C header, as ctypes has them, by the names without `fsenv_`."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = re.findall(r"^(int64_t |const char \*)fsenv_(\w+)\((.*?)\);", text, re.MULTILINE | re.DOTALL)
    return {
        name: (
            c_char_p if "char" in result else c_int64,
            [c_void_p if "*" in parameter else c_int64 for parameter in parameters.split(",") if parameter != "void"],
        )
        for result, name, parameters in found
    }


def abi_of(text: str) -> int:
    """The version of the interface that a header declares."""
    return int(re.findall(r"^#define FSENV_ABI (\d+)$", text, re.MULTILINE)[0])


class LoadedRules:
    """A library's functions, and its description of the game.

    Attributes:
        setup, step, ...: the functions of fsenv.h without their prefix; arrays are given as addresses.
        sizes: by the names in `SIZES`.
        options: default value by name, in the order in which `setup` reads them.

    Args:
        path: of `libfsenv_<game>.so`.

    Raises:
        OSError: the file is not a library, or one for another system.
        ValueError: it has another version of the interface.
    """

    def __init__(self, path: Path | str) -> None:
        library, quick = (
            ctypes.CDLL(str(path)),
            ctypes.PyDLL(str(path)),
        )  # the latter lets no other thread run meanwhile
        header = HEADER.read_text(encoding="utf-8")
        if library.fsenv_abi() != abi_of(header):
            raise ValueError(
                f"{path} has version {library.fsenv_abi()} of the interface, {HEADER} declares {abi_of(header)}: "
                "write the library again with `python -m release.library`"
            )
        self.functions: dict[str, Any] = {}
        for name, (result, parameters) in declared(header).items():
            function = getattr(library if name in LONG else quick, f"fsenv_{name}")
            function.argtypes, function.restype = parameters, result
            self.functions[name] = function
        self.sizes = {name: int(self.functions[name]()) for name in SIZES}
        count = range(self.sizes["num_options"])
        self.options = {self.option_name(n).decode(): self.option_default(n) for n in count}

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["functions"][name]
        except KeyError:
            raise AttributeError(f"the library has no function {name!r}; see {HEADER}") from None

    def new(self, n: int = 1) -> np.ndarray:
        """Room for `n` states, uint8 (n, state_size); each needs `setup` before anything else."""
        size = self.sizes["state_size"]
        room = np.zeros(n * size + 16, np.uint8)
        start = -room.ctypes.data % 16
        return room[start : start + n * size].reshape(n, size)
