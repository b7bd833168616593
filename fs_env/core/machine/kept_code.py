"""Compiled code kept on disk: read with a checksum, and never a reason to fail.

numba trusts the files of its cache: a damaged one ends in a wrong error, or in damaged machine code that is run. Here each
file carries a checksum. A file that does not fit it is removed with a warning, and its code is compiled anew; where
nothing can be written, one warning says so and the code is compiled in every process.

This stands on internals of numba 0.68 (`FunctionCache`, its `_cache_file`, `IndexDataCacheFile`, `CFunc`). Where they are
missing, numba's own cache is used as it is.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numba
from numba.core import caching, ccallback, sigutils

CFunc: Any = getattr(ccallback, "CFunc", None)
NEEDED = (
    ("FunctionCache", ("load_overload", "save_overload", "cache_path")),
    (
        "IndexDataCacheFile",
        ("load", "save", "_load_index", "_save_index", "_load_data", "_save_data", "_open_for_write"),
    ),
)
SUFFIX = "-checked"  # of file names: numba's own files have no checksum
SUM = hashlib.sha256().digest_size
SAID: set[str] = set()  # warnings that this process has given


def available() -> bool:
    """Whether this numba has the internals that checked files need."""
    return CFunc is not None and all(
        hasattr(getattr(caching, name, None), method) for name, methods in NEEDED for method in methods
    )


class Damaged(Exception):
    """A file of the cache that is not what was written."""


if available():

    class CheckedFile(caching.IndexDataCacheFile):
        """The index and the data files of one function, each behind a checksum of its bytes."""

        def _load_index(self) -> Any:
            try:
                version, stamp, overloads = self.read(self._index_path)
            except FileNotFoundError:
                return {}
            except Damaged:
                remove(self._index_path)
                return {}
            return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

        def _save_index(self, overloads: Any) -> None:
            self.write(self._index_path, (self._version, self._source_stamp, overloads))

        def _load_data(self, name: str) -> Any:
            path = self._data_path(name)
            try:
                return self.read(path)
            except Damaged:
                remove(path)
                return None

        def _save_data(self, name: str, data: Any) -> None:
            self.write(self._data_path(name), data)

        def read(self, path: str) -> Any:
            """What was written to a file.

            Raises:
                Damaged: the bytes are others.
                OSError: it cannot be read.
            """
            with open(path, "rb") as file:
                found = file.read()
            if hashlib.sha256(found[SUM:]).digest() != found[:SUM]:
                raise Damaged(path)
            try:
                return pickle.loads(found[SUM:])  # noqa: S301  (as trusted as the code it stands beside)
            except Exception as error:
                raise Damaged(path) from error

        def write(self, path: str, value: Any) -> None:
            """Writes a file that is complete or as it was; OSError where that is not possible."""
            data = self._dump(value)
            with self._open_for_write(path) as file:
                file.write(hashlib.sha256(data).digest() + data)

    class CheckedCache(caching.FunctionCache):
        """The cache of one function; RuntimeError where numba finds no folder that it may write to."""

        def __init__(self, function: Callable[..., Any]) -> None:
            super().__init__(function)
            impl = self._impl
            self._cache_file = CheckedFile(
                self._cache_path, impl.filename_base + SUFFIX, impl.locator.get_source_stamp()
            )

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            """The code, None where it has to be compiled."""
            try:
                return super().load_overload(sig, target_context)
            except OSError:
                return None
            except Exception:  # whole, but not to be read by this numba and LLVM
                remove(self._cache_file._index_path)
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            """Keeps the code if the folder takes it."""
            try:
                super().save_overload(sig, data)
            except OSError as error:
                say_unwritable(f"{error.strerror or error} in {self._cache_path}")


def say(key: str, text: str) -> None:
    """Warns, once in a process for a key."""
    if key not in SAID:
        SAID.add(key)
        warnings.warn(text, RuntimeWarning, stacklevel=2)


def remove(path: str) -> None:
    """Removes a damaged file, and says so."""
    try:
        os.unlink(path)
    except OSError:
        pass
    say(path, f"{path} held compiled code and is damaged: it was removed, and the code is compiled anew")


def say_unwritable(reason: str) -> None:
    """Says that code is compiled in every process."""
    say(
        "unwritable",
        f"compiled code cannot be kept ({reason}): every process will compile anew; set NUMBA_CACHE_DIR to a folder that "
        "can be written",
    )


def keep(function: Any) -> Any:
    """Lets the code of a numba dispatcher, or of a C function, be kept on disk where that is possible.

    Args:
        function: what `numba.njit` made without `cache`, not yet compiled.

    Returns:
        `function`.
    """
    if hasattr(function, "_cache"):
        python = getattr(function, "py_func", None) or function._pyfunc
        cache = cache_of(python)
        if cache is not None:
            function._cache = cache
    elif hasattr(function, "enable_caching"):
        function.enable_caching()
    return function


def cache_of(function: Callable[..., Any]) -> Any:
    """The cache for the code of a Python function; None, after a warning, where no folder can be written."""
    try:
        cache = CheckedCache(function) if available() else caching.FunctionCache(function)
    except RuntimeError:  # numba found no folder that it may write to
        say_unwritable("no folder for it can be written")
        return None
    wanted, found = numba.config.CACHE_DIR, str(cache.cache_path)
    if wanted and not os.path.abspath(found).startswith(os.path.abspath(wanted) + os.sep):
        say("elsewhere", f"NUMBA_CACHE_DIR={wanted!r} cannot be written: compiled code is kept in {found}")
    return cache


def can_keep() -> bool:
    """Whether the next process finds what this one compiles; after a warning, where no folder can be written, it does not."""
    return cache_of(keep) is not None


def c_function(signature: Any, function: Callable[..., Any], kept: bool) -> Any:
    """`numba.cfunc(signature)(function)`, compiled now, its code kept on disk if wanted."""
    if not kept:
        return numba.cfunc(signature)(function)
    if not available():
        try:
            return numba.cfunc(signature, cache=True)(function)
        except RuntimeError:
            say_unwritable("no folder for it can be written")
            return numba.cfunc(signature)(function)
    made = keep(CFunc(function, sigutils.normalize_signature(signature), locals={}, options={}))
    made.compile()
    return made
