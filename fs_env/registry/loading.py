"""Objects by their location: "package.module:NAME" or "path/to/file.py:NAME"."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from fs_env.core.checks import unknown
from fs_env.core.files import FileKind

SOURCE = FileKind("a program in Python", "name another file", 4 * 2**20)
PACKAGE = Path(__file__).resolve().parents[1]
OWN = "fs_env."  # modules whose errors say already what to do
CONTENTS = "__fs_env_contents__"  # in a module that was made from a file: what the file held


class BrokenCode(ValueError):
    """Code from elsewhere that failed when it was imported or called; says where, and is raised from its error."""


def load_object(target: str, what: str) -> Any:
    """The object at "package.module:NAME" or "path/to/file.py:NAME"; a file that has changed is read again.

    Args:
        target: where it is.
        what: its kind, for the error.

    Raises:
        ValueError: the module, the file or the name does not exist.
        BrokenCode: an error inside the module.
        OSError: the file cannot be read.
    """
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise ValueError(f'{what} {target!r} cannot be read: expected "package.module:NAME" or "path.py:NAME"')
    module = module_of_file(Path(place), target, what) if place.endswith(".py") else module_of_name(place, target, what)
    with untrusted_code(f"{what} {target!r}", "looked up"):
        if hasattr(module, name):
            return getattr(module, name)
    public = [n for n in vars(module) if not n.startswith("_")]
    raise ValueError(unknown(f"{what} in {place}", name, public, most=8))


def unnamed(target: str, kinds: tuple[type[ast.stmt], ...] = (ast.ClassDef, ast.FunctionDef)) -> str:
    """The end of an error about a Python file, named with or without ".py", with no ":NAME" behind it: how to write it, and the public
    names that it defines by statements of these kinds; "" for any other text. Nothing is imported."""
    path = Path(target if target.endswith(".py") else f"{target}.py")
    if not path.is_file():
        return f'; did you mean "{target}:NAME"?' if target.endswith(".py") else ""
    try:
        body = [node for node in ast.parse(SOURCE.read(path)).body if isinstance(node, kinds)]
    except (ValueError, SyntaxError, OSError):
        body = []
    bound = [one for node in body for one in getattr(node, "targets", [getattr(node, "target", node)])]
    names = [name for one in bound if not (name := getattr(one, "name", getattr(one, "id", "_"))).startswith("_")]
    return f'; did you mean "{path}:NAME"?' + (f" It defines {', '.join(names[:8])}" if names else "")


def module_of_name(place: str, target: str, what: str) -> ModuleType:
    """The module of a name, imported if need be; errors as in `load_object`."""
    try:
        with untrusted_code(f"{what} {target!r}", "imported"):
            return importlib.import_module(place)
    except BrokenCode as broken:
        error = broken.__cause__
        named = error.name if isinstance(error, ModuleNotFoundError) else None
        if named is not None and (place == named or place.startswith(named + ".")):
            raise ValueError(f"{what}: there is no module {named!r}; is it installed or on PYTHONPATH?") from error
        if isinstance(error, ImportError) and place.startswith(OWN):
            raise error from None
        raise


def module_of_file(path: Path, target: str, what: str) -> ModuleType:
    """The module that a file makes: the same one as long as the file stays the same; errors as in `load_object`."""
    if not path.is_file():
        raise ValueError(f"{what}: there is no file {str(path)!r}")
    name = "fs_env_file_" + "_".join(path.resolve().with_suffix("").parts[1:])
    contents = SOURCE.read(path)
    before = sys.modules.get(name)
    if before is not None and vars(before).get(CONTENTS) == contents:
        return before
    loader = SourceFileLoader(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    vars(module)[CONTENTS] = contents
    sys.modules[name] = module
    try:
        with untrusted_code(f"{what} {target!r}", "imported"):
            exec(
                loader.source_to_code(contents, str(path)), vars(module)
            )  # not what Python has kept of an earlier file
    except BaseException:
        _put_back(name, before)
        raise
    return module


def _put_back(name: str, before: ModuleType | None) -> None:
    if before is None:
        del sys.modules[name]
    else:
        sys.modules[name] = before


@contextmanager
def untrusted_code(what: str, done: str) -> Iterator[None]:
    """Whatever code from elsewhere raises in the block becomes a `BrokenCode`, Ctrl-C left out.

    Args:
        what: the code is, for the error.
        done: what was done with it: "imported", "made".
    """
    try:
        yield
    except (KeyboardInterrupt, BrokenCode):
        raise
    except SystemExit as end:
        raise BrokenCode(f"{what} ends the program when it is {done} (sys.exit({end.code!r})): take that out") from end
    except BaseException as error:
        words = " ".join(str(error).split())
        text = f"{type(error).__name__}{f': {words}' if words else ''}{_place_of(error)}"
        todo = "correct it, or install its imports" if isinstance(error, ImportError) else "correct it"
        raise BrokenCode(f"{what} failed when it was {done}: {text}; {todo}") from error


def _place_of(error: BaseException) -> str:
    if isinstance(error, SyntaxError):  # its own text says so
        return ""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith("<") and PACKAGE not in Path(frame.filename).parents:
            return f" ({Path(frame.filename).name}, line {frame.lineno})"
    return ""
