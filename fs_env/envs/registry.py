"""The games of this package by id, and the ids of their environments.

A new game is one line in `GAMES` and one in `VERSIONS`.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fs_env.core.machine.game import Game

# game id -> where its `Game` object is
GAMES: dict[str, str] = {
    "four_souls": "fs_env.core.four_souls.game:GAME",
    "castles_of_caleira": "fs_env.core.castles_of_caleira.game:GAME",
}

# game id -> version of its environments, raised when the same seed and actions give another game. Their module is
# fs_env/<game>_v<version>.py; ids of lower versions say which one took their place.
VERSIONS: dict[str, int] = {
    "four_souls": 1,
    "castles_of_caleira": 1,
}

# environment id -> where its `env` function is
ENVIRONMENTS: dict[str, str] = {f"{game}_v{n}": f"fs_env.{game}_v{n}:env" for game, n in VERSIONS.items()}


def gymnasium_id(game: str, version: int) -> str:
    """ "four_souls", 0 -> "FourSouls/FourSouls-v1"."""
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"{title}/{title}-v{version}"


# id in Gymnasium -> where one seat against opponents and the vector environment are made
GYMNASIUM: dict[str, tuple[str, str]] = {
    gymnasium_id(game, n): (f"fs_env.{game}_v{n}:seat_env", f"fs_env.{game}_v{n}:vector_env")
    for game, n in VERSIONS.items()
}

NAMESPACE = "fs_env"  # the environments are "fs_env/<id>" in PettingZoo's registry


def games() -> dict[str, Callable[[], Game]]:
    """Game id -> a function that imports and returns the `Game`."""
    return {name: partial(load_game, name) for name in GAMES}


def load_game(name: str) -> Game:
    """The `Game` with an id of `GAMES`, or at "package.module:NAME" or "path.py:NAME".

    Raises:
        ValueError: no such id, or nothing that can be imported there.
        TypeError: what is there is no `Game`.
    """
    target = GAMES.get(name, name) if isinstance(name, str) else ""
    if ":" not in target:
        raise ValueError(unknown("game", name, GAMES, 'or "package.module:NAME"'))
    found = load_object(target, "game")
    from fs_env.core.machine.game import Game

    if not isinstance(found, Game):
        raise TypeError(f"game {name!r} is {found!r}: expected a Game, or an id, {', '.join(sorted(GAMES))}")
    return found


def make(name: str, **options: Any) -> Any:
    """A PettingZoo AEC environment by its id.

    Args:
        name: an id of `ENVIRONMENTS`, such as "four_souls_v1".
        options: keyword arguments of that environment.

    Raises:
        ValueError: no environment has that id, or none any more.
    """
    if successor(name) is not None:
        raise ValueError(retirement(name))
    if name not in ENVIRONMENTS:
        raise ValueError(unknown("environment", name, ENVIRONMENTS))
    return load_object(ENVIRONMENTS[name], "environment")(**options)


def successor(name: str) -> str | None:
    """The environment that took the place of an older one of its game; None for any other name."""
    game, _, number = name.rpartition("_v")
    version = VERSIONS.get(game, 0)
    return f"{game}_v{version}" if number.isdecimal() and int(number) < version else None


def retirement(name: str) -> str:
    """What is said to users of an environment that has a successor."""
    new = successor(name)
    return f"{name} is retired: the same seed and actions give another game since; use {new} (its history tells why)"


class Retired:
    """Stands where the module of a retired environment was. Every use raises AttributeError that names the new one."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> Any:
        raise AttributeError(f"{attribute!r}: {retirement(self.__name__)}")


def register_pettingzoo() -> None:
    """Enters every environment in PettingZoo's AEC registry, once.

    Afterwards `pettingzoo.make("aec", "fs_env/four_souls_v1")` works. PettingZoo finds no plugins by itself: importing
    `fs_env` sees to it that this is called.
    """
    import pettingzoo

    for name, target in ENVIRONMENTS.items():
        base, _, version = f"{NAMESPACE}/{name}".rpartition("_v")
        if f"{base}-v{version}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{NAMESPACE}/{name}", target)


def register_gymnasium() -> None:
    """Enters every environment of `GYMNASIUM` in Gymnasium's registry, once.

    Gymnasium finds no plugins by itself: importing `fs_env` sees to it that this is called. An id with the package in
    front needs no import: `gymnasium.make("fs_env:FourSouls/FourSouls-v1")`.
    """
    import gymnasium

    for name, (entry_point, vector_entry_point) in GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=entry_point, vector_entry_point=vector_entry_point)


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


def unknown(what: str, value: object, known: Iterable[str] | Mapping[str, Any], also: str = "", most: int = 40) -> str:
    """The words of an error about a name that does not exist: the value, what exists, the nearest match."""
    return f"unknown {what} {value!r}: {expected(value, known, also, most)}"


def expected(value: object, known: Iterable[str] | Mapping[str, Any], also: str = "", most: int = 40) -> str:
    """What exists instead of a name that does not, and the nearest match."""
    names = sorted(known)
    near = difflib.get_close_matches(str(value), names, n=1)
    shown = ", ".join(names[:most]) + (", ..." if len(names) > most else "")
    text = f"expected {shown or 'nothing (there are none)'}"
    if also:
        text += f", {also}"
    return text + (f"; did you mean {near[0]!r}?" if near else "")
