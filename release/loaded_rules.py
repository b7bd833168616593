"""The rules of a game from a library of `python -m release.library`, through ctypes: without numba, and without a compiler."""

from __future__ import annotations

import ctypes
import re
import weakref
from collections.abc import Callable
from ctypes import c_char, c_char_p, c_int64, c_void_p
from pathlib import Path
from typing import Any

import numpy as np

HEADER = Path(__file__).with_name("fsenv.h")
SETUP, TO_ACT, OBSERVE, OUTCOME, NUM_PLAYERS, ADVANCE = 0, 2, 4, 7, 8, 10  # of `Command`
QUESTIONS = frozenset((TO_ACT, OUTCOME, NUM_PLAYERS))
INNER = """
int64_t fsenv_call(int64_t command, void *record, int64_t states, int64_t place, int64_t *rows, int64_t n_rows, int64_t *memory,
    int64_t n_memory, int64_t *options, int64_t n_options, int64_t b, int64_t a, int16_t *obs, int64_t n_obs, int8_t *mask, int64_t n_mask);
int64_t fsenv_ask(int64_t command, void *record, int64_t a, void *out);
int64_t fsenv_advance(const void *game, int64_t action, const void *out);
int64_t fsenv_row_words(void);
"""  # what library.c has besides fsenv.h
LONG = ("call", "playout", "random_games")
SIZES = (
    *("state_size", "snapshot_size", "num_actions", "observation_size", "max_players", "num_options", "num_outcomes"),
    "row_words",
)


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
        setup, step, ...: the functions of fsenv.h and `INNER` without their prefix; arrays are given as addresses.
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
        for name, (result, parameters) in declared(header + INNER).items():
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


class LoadedEntry:
    """The library instead of the compiled entry of a `Game` (`machine.run.entry`): same parameters, same answers.

    It remembers addresses by the identity of arrays: numpy takes longer to compute one than the rules take for a step. ctypes takes
    whole numbers twice as fast as its own arrays.
    """

    def __init__(self, rules: LoadedRules) -> None:
        self._call, self._advance, self._ask, self._sizes = rules.call, rules.advance, rules.ask, rules.sizes
        self._states: dict[int, int] = {}
        self._buffers: dict[tuple[int, int], Any] = {}  # of observation and mask

    def __call__(self, command, S, e, numbers, memory, options, b, a, obs, mask):  # type: ignore[no-untyped-def]
        n_numbers, n_memory, n_options, n_obs, n_mask = len(numbers), len(memory), len(options), len(obs), len(mask)
        if e == 0 and len(S):  # with fewer arguments, which take longer than the rules
            place = self._states.get(id(S)) or self._place(S)
            if command in QUESTIONS:
                return self._ask(command, place, a, None)
            if command == OBSERVE and n_obs >= self._sizes["observation_size"]:
                return self._ask(OBSERVE, place, a, address(obs))
            if command == SETUP and n_options >= self._sizes["num_options"]:
                return self._ask(SETUP, place, a, address(options))
        return self._call(
            command,
            self._states.get(id(S)) or self._place(S),
            len(S),
            e,
            n_numbers and address(numbers),
            n_numbers,
            n_memory and address(memory),
            n_memory,
            n_options and address(options),
            n_options,
            b,
            a,
            n_obs and address(obs),
            n_obs,
            n_mask and address(mask),
            n_mask,
        )

    def _place(self, S: Any) -> int:
        if id(S) not in self._states:
            self._states[id(S)] = S.ctypes.data
            forget(S, self._states, id(S))
        return self._states[id(S)]

    def advancer(self, S: Any, rows: Any, e: int = 0) -> Callable[[int, Any, Any], int]:
        """As `Game.advancer`."""
        numbers, empty = rows.view(np.ndarray).view(np.int64), np.empty(0, np.int64)
        place, step, known = self._place(S) + e * S.dtype.itemsize, self._advance, self._buffers
        game = (c_int64 * 2)(place, address(numbers))
        at = ctypes.addressof(game)
        if not 0 <= e < len(S) or len(numbers) < self._sizes["row_words"]:
            known = {}  # what is wrong is an answer of the entry

        def advance(action: int, obs: Any, mask: Any) -> int:
            out = known.get((id(obs), id(mask)))
            if out is not None:
                return step(at, action, out[0])  # type: ignore[no-any-return]
            self._remember(obs, mask)
            return int(self(ADVANCE, S, e, numbers, empty, empty, 0, action, obs, mask))

        advance.alive = game  # type: ignore[attr-defined]
        return advance

    def _remember(self, obs: Any, mask: Any) -> None:
        if (len(obs), len(mask)) == (self._sizes["observation_size"], self._sizes["num_actions"]):
            key = id(obs), id(mask)
            both = (c_int64 * 2)(address(obs), address(mask))
            self._buffers[key] = ctypes.addressof(both), both
            forget(obs, self._buffers, key)
            forget(mask, self._buffers, key)


def address(array: Any) -> int:
    """Of the data of an array of numbers that is not empty."""
    return ctypes.addressof(c_char.from_buffer(array))


def forget(array: Any, known: dict[Any, Any], key: Any) -> None:
    """Removes a key from a dictionary when the array dies: a later one may have its identity."""
    weakref.finalize(array, known.pop, key, None).atexit = False


def use(game: Any, rules: LoadedRules) -> None:
    """Lets a `Game` of this process play with the rules of a library."""
    entry = LoadedEntry(rules)
    vars(game).update(entry=entry, advancer=entry.advancer)
