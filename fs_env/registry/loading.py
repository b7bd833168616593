"""Objects by their location: "package.module:NAME" or "path/to/file.py:NAME"."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from fs_env.core.checks import unknown


def load_object(target: str, what: str) -> Any:
    """The object at "package.module:NAME" or "path/to/file.py:NAME".

    Args:
        target: where it is.
        what: its kind, for the error.

    Raises:
        ValueError: the module, the file or the name does not exist; an error inside the module is passed on.
    """
    place, _, name = target.rpartition(":")
    if not place or not name:
        raise ValueError(f'{what} {target!r} is not understood: expected "package.module:NAME" or "path.py:NAME"')
    module = module_of_file(Path(place), what) if place.endswith(".py") else module_of_name(place, what)
    if not hasattr(module, name):
        public = [n for n in vars(module) if not n.startswith("_")]
        raise ValueError(unknown(f"{what} in {place}", name, public, most=8))
    return getattr(module, name)


def module_of_name(place: str, what: str) -> Any:
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and (place == error.name or place.startswith(error.name + ".")):
            raise ValueError(f"{what}: there is no module {error.name!r}; is it installed or on PYTHONPATH?") from error
        raise


def module_of_file(path: Path, what: str) -> Any:
    if not path.is_file():
        raise ValueError(f"{what}: there is no file {str(path)!r}")
    name = "fs_env_file_" + "_".join(path.resolve().with_suffix("").parts[1:])
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
