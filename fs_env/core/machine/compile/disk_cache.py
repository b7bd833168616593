"""Compiled code on disk: under a key of all that is compiled (`code_key`), read with a checksum, and never a reason to fail.

numba's own cache checks only the file that a function is defined in, and trusts what it reads. Here a file that does not match
its checksum is removed with a warning and the code is compiled again; where nothing can be written, one warning reports it. One
process compiles what is not on disk, and others wait (`compile_lock`).

This uses internals of numba 0.68 (`FunctionCache`, its `_cache_file` and `_index_key`, `CFunc` and its `_compile_uncached`). Where
they are missing, nothing is cached, with a warning.
"""

from __future__ import annotations

import glob
import hashlib
import os
import pickle
import sys
import uuid
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property
from pathlib import Path
from typing import Any

from .backend import COMPILES, caching, ccallback, codegen, cpu_target, numba, rtsys, serialize, sigutils
from .code_key import code_key
from .compile_lock import COMPILING, process_lock
from .jit import whole
from .notice import compiling

CFunc: Any = getattr(ccallback, "CFunc", None)
NEEDED = ("load_overload", "save_overload", "_load_overload", "_save_overload", "_index_key")
SUFFIX = "-checked"  # of file names: numba's own files have no checksum
KEYS_KEPT = 8  # how many versions of one function's code are kept; older ones are removed
SUM = hashlib.sha256().digest_size
WARNED: set[str] = set()  # warnings that this process has given
ONLY_KEPT: ContextVar[bool] = ContextVar("only_kept", default=False)  # whether nothing is compiled, only loaded


def available() -> bool:
    return (
        COMPILES
        and all(hasattr(*one) for one in ((CFunc, "_compile_uncached"), (codegen.JitEngine, "_load_defined_symbols")))
        and all(hasattr(getattr(caching, "FunctionCache", None), method) for method in NEEDED)
    )


class Damaged(Exception):
    """A file of the cache that is not what was written."""


class NotKept(RuntimeError):
    """Code that would have to be compiled, in a context of `only_kept`."""


@contextmanager
def only_kept() -> Iterator[None]:
    """In this context, and thread, code is loaded from disk and never compiled: NotKept where it is not there."""
    token = ONLY_KEPT.set(True)
    try:
        yield
    finally:
        ONLY_KEPT.reset(token)


class CheckedFiles:
    """The files of one function, a file for each key, each behind a checksum of its bytes."""

    def __init__(self, folder: str | Path, function: Callable[..., Any]) -> None:
        place = Path(function.__code__.co_filename).stem
        name = "".join(sign for sign in f"{place}.{function.__qualname__}" if sign not in "<>/")
        self.folder = Path(folder)
        self.name = f"{name}{SUFFIX}.py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"

    def path(self, key: object) -> Path:
        return self.folder / f"{self.name}.{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.nbc"

    def load(self, key: object) -> Any:
        """The saved thing; None where nothing was saved or the file is damaged."""
        path = self.path(key)
        try:
            return self.read(path)
        except FileNotFoundError:
            return None
        except Damaged:
            remove(path)
            return None

    def save(self, key: object, data: Any) -> None:
        """Writes the file of a key, completely or not at all, and removes those of old keys."""
        path = self.path(key)
        content = serialize.dumps(data)
        new = path.with_name(f"{path.name}.tmp.{uuid.uuid4().hex[:16]}")
        try:
            new.write_bytes(hashlib.sha256(content).digest() + content)
            os.replace(new, path)
        except OSError:
            new.unlink(missing_ok=True)
            raise
        self.clear_up()

    def clear_up(self) -> None:
        """Removes the files of all but the newest keys, as far as that is possible."""
        try:
            found = sorted(self.folder.glob(f"{glob.escape(self.name)}.*.nbc"), key=lambda file: file.stat().st_mtime)
            for old in found[:-KEYS_KEPT]:
                old.unlink(missing_ok=True)
        except OSError:  # another process clears up too
            pass

    def read(self, path: Path) -> Any:
        found = path.read_bytes()
        if hashlib.sha256(found[SUM:]).digest() != found[:SUM]:
            raise Damaged(path)
        try:
            return pickle.loads(found[SUM:])  # noqa: S301  (as trusted as the code it was compiled from)
        except Exception as error:
            raise Damaged(path) from error


if available():

    class MachineCode(caching.CompileResultCacheImpl):
        """Saves bitcode beside the machine code and the names in it, and leaves it unread: numba reads it to copy loaded code into other
        code, which takes longer than all else, and no compiled code calls cached code. A loaded library has it as `bitcode`."""

        def reduce(self, result: Any) -> Any:
            (name, kind, (code, bitcode)), *further = super().reduce(result)
            module = result.library._get_module_for_linking()
            symbols = *module.functions, *module.global_variables
            names = {one.name for one in symbols if not one.is_declaration}
            return (name, kind, (code, codegen.ll.parse_assembly("").as_bitcode()), names, bitcode), *further

        def rebuild(self, target_context: Any, payload: Any) -> Any:
            (name, kind, code, *added), *further = payload
            names, bitcode = added or ((), code[1])  # files of former versions have nothing added
            target_context.codegen()._engine._defined_symbols.update(names)
            result = super().rebuild(target_context, ((name, kind, code), *further))
            result.library.bitcode = bitcode
            return result

    class Contents(MachineCode):
        """The same of code of a function that has no folder: it is loaded, and not saved."""

        def __init__(self) -> None:
            pass

    class KeyedCache(caching.FunctionCache):
        """The cache of one function. Where no folder can be written its `cache_path` is None, and nothing is saved."""

        _impl_class = MachineCode
        _cache_path: Any
        _cache_file: Any  # CheckedFiles, None without a folder

        def __init__(self, function: Callable[..., Any], made: Any = None, what: str = "") -> None:
            self._made = function if made is None else made
            self._what = what or f"the function {function.__name__}"
            self._turn: ExitStack | None = None  # gives back what was locked when it was not found
            try:
                super().__init__(function)
                self._cache_file = CheckedFiles(self._cache_path, function)
            except RuntimeError:  # numba found no folder that it may write to
                self._name, self._py_func, self._cache_path = repr(function), function, None
                self._impl, self._cache_file = Contents(), None
                self.enable()

        @cached_property
        def code_key(self) -> str | None:
            """The key of the code; None, after a warning, where changes of something that it reads cannot be seen."""
            try:
                return code_key(self._made)
            except TypeError as error:
                warn(str(error), f"compiled code cannot be cached: {error}")
                return None

        def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
            return str(sig), codegen.magic_tuple(), self.code_key

        def load_overload(self, sig: Any, target_context: Any) -> Any:
            if self.code_key is None:
                return None
            rtsys.initialize(target_context)  # all that loaded code needs; a compiler loads the rest itself
            found = self._load_kept(sig, target_context)
            if found is None:
                found = self._load_usual(sig, target_context)
            if found is None and ONLY_KEPT.get():
                raise NotKept(f"{self._what} would have to be compiled")
            if found is None and self._turn is not None and self._cache_file is not None:
                path = self._cache_file.path(self._index_key(sig, target_context.codegen()))
                self._turn.enter_context(process_lock(path.with_suffix(".lock"), self._what))
                found = self._load_kept(sig, target_context)
            return found

        @contextmanager
        def turn(self) -> Iterator[None]:
            """In this context one process compiles what is not found, and those that look for it meanwhile wait for it."""
            before = self._turn
            with ExitStack() as self._turn:
                try:
                    yield
                finally:
                    self._turn = before

        def _load_kept(self, sig: Any, target_context: Any) -> Any:
            if self._cache_file is None:
                return None
            try:
                return super()._load_overload(sig, target_context)
            except OSError:
                return None
            except Exception:  # intact, but not readable by this numba and LLVM
                remove(self._cache_file.path(self._index_key(sig, target_context.codegen())))
                return None

        def _load_usual(self, sig: Any, target_context: Any) -> Any:
            files = CheckedFiles(usual_folder(self._py_func), self._py_func)
            path = files.path(self._index_key(sig, target_context.codegen()))
            try:
                return self._impl.rebuild(target_context, files.read(path))
            except (FileNotFoundError, NotADirectoryError):
                return None
            except Exception as error:  # it may not be removed from here
                warn(str(path), f"{path}, a file of compiled code, cannot be read ({error!r}): remove it")
                return None

        def save_overload(self, sig: Any, data: Any) -> None:
            if self.code_key is None:
                return
            if self._cache_file is None:
                warn_unwritable("no folder for it can be written")
                return
            warn_if_elsewhere(self._cache_path)
            try:
                super().save_overload(sig, data)
            except OSError as error:
                warn_unwritable(f"{error.strerror or error} in {self._cache_path}")


def usual_folder(function: Callable[..., Any]) -> Path:
    """The folder in which other processes cache the code of a function, though this one may have to write elsewhere."""
    file, wanted = function.__code__.co_filename, numba.config.CACHE_DIR
    within = caching._CacheLocator.get_suitable_cache_subpath(file) if wanted else "__pycache__"
    return Path(wanted or Path(file).parent, within)


def warn(key: str, text: str) -> None:
    if key not in WARNED:
        WARNED.add(key)
        warnings.warn(text, RuntimeWarning, stacklevel=2)


def remove(path: Path) -> None:
    try:
        path.unlink()
    except OSError:
        pass
    warn(str(path), f"{path}, a file of compiled code, is damaged: it was removed, and the code is compiled again")


def warn_unwritable(reason: str) -> None:
    warn(
        "unwritable",
        f"compiled code cannot be cached ({reason}): every process compiles it again; set NUMBA_CACHE_DIR to a folder that "
        "can be written",
    )


def warn_if_elsewhere(folder: str) -> None:
    wanted = numba.config.CACHE_DIR
    if wanted and not os.path.abspath(folder).startswith(os.path.abspath(wanted) + os.sep):
        warn("elsewhere", f"NUMBA_CACHE_DIR={wanted!r} cannot be written: compiled code is cached in {folder}")


def keep(dispatcher: Any, what: str = "") -> Any:
    """Caches the code of a numba dispatcher on disk if possible."""
    cache = cache_of(getattr(dispatcher, "py_func", dispatcher), dispatcher, what)
    if cache is not None:
        dispatcher._cache = cache
    from_scratch = dispatcher.compile

    def compile_in_turn(sig: Any) -> Any:
        notice = compiling(what, lambda: bool(dispatcher.stats.cache_misses)) if what else nullcontext()
        with COMPILING, notice, nullcontext() if cache is None else cache.turn():
            return from_scratch(sig)

    dispatcher.compile = compile_in_turn
    return dispatcher


def cache_of(function: Callable[..., Any], made: Any = None, what: str = "") -> Any:
    if not available():
        warn("numba", f"compiled code cannot be cached with numba {numba.__version__}: every process compiles it again")
        return None
    return KeyedCache(function, made, what)


def can_keep() -> bool:
    """Whether the next process finds what this one compiles; False where nothing is, and, after a warning, without a folder to write to."""
    cache = cache_of(keep) if COMPILES else None
    if cache is not None and cache.cache_path is None:
        warn_unwritable("no folder for it can be written")
    elif cache is not None:
        warn_if_elsewhere(cache.cache_path)
    return cache is not None and cache.cache_path is not None


def c_function(signature: Any, function: Callable[..., Any], what: str) -> Any:
    """`numba.cfunc(signature)(function)`, loaded from disk or compiled now, and cached there if possible."""
    cache = cache_of(function, what=what)
    if cache is None:
        with compiling(what), whole(cpu_target, function):
            return numba.cfunc(signature)(function)
    built = CFunc(function, sigutils.normalize_signature(signature), locals={}, options={})
    built._cache, from_scratch = cache, built._compile_uncached

    def with_notice() -> Any:
        with compiling(what), whole(cpu_target, function):
            return from_scratch()

    built._compile_uncached = with_notice
    with COMPILING, cache.turn():
        built.compile()
    return built
