"""The ids of the environments of all games: here, in PettingZoo and in Gymnasium. The games are in `fs_env.registry`."""

from __future__ import annotations

from typing import Any

from fs_env.core.checks import unknown
from fs_env.registry.games import FORMS, VERSIONS
from fs_env.registry.loading import load_object

# environment id -> where its `env` function is
ENVIRONMENTS: dict[str, str] = {f"{game}_v{n}": f"fs_env.{game}_v{n}:env" for game, n in VERSIONS.items()}
ENVIRONMENTS |= {name: f"fs_env.{name}:env" for name in FORMS}


def gymnasium_id(game: str, version: int) -> str:
    """ "four_souls", 0 -> "FourSouls/FourSouls-v1"."""
    title = "".join(word.capitalize() for word in game.split("_"))
    return f"{title}/{title}-v{version}"


# id in Gymnasium -> where one seat against opponents and the vector environment are made
GYMNASIUM: dict[str, tuple[str, str]] = {
    gymnasium_id(game, n): (f"fs_env.{game}_v{n}:seat_env", f"fs_env.{game}_v{n}:vector_env")
    for game, n in VERSIONS.items()
} | {title: (f"fs_env.{name}:seat_env", f"fs_env.{name}:vector_env") for name, title in FORMS.items()}

NAMESPACE = "fs_env"  # the environments are "fs_env/<id>" in PettingZoo's registry


def make(name: str, **options: Any) -> Any:
    """A PettingZoo AEC environment by its id.

    Args:
        name: an id of `ENVIRONMENTS`, such as "four_souls_v1".
        options: keyword arguments of that environment.

    Raises:
        ValueError: no environment has that id, or it is retired.
    """
    if not isinstance(name, str):
        raise ValueError(unknown("environment", name, ENVIRONMENTS))
    if successor(name) is not None:
        raise ValueError(retirement(name))
    if name not in ENVIRONMENTS:
        raise ValueError(unknown("environment", name, ENVIRONMENTS))
    return load_object(ENVIRONMENTS[name], "environment")(**options)


def successor(name: str) -> str | None:
    """The environment that replaced an older one of its game; None for any other name."""
    game, _, number = name.rpartition("_v")
    version = VERSIONS.get(game, 0)
    return f"{game}_v{version}" if number.isdecimal() and int(number) < version else None


def retirement(name: str) -> str:
    """The message for users of an environment that has a successor."""
    new = successor(name)
    return (
        f"{name} is retired: the same seed and actions now give another game; use {new} (its version history says why)"
    )


class Retired:
    """Replaces the module of a retired environment. Every use raises an AttributeError that names the new one."""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getattr__(self, attribute: str) -> Any:
        raise AttributeError(f"{attribute!r}: {retirement(self.__name__)}")


def register_pettingzoo() -> None:
    """Registers every environment in PettingZoo's AEC registry, once.

    Afterwards `pettingzoo.make("aec", "fs_env/four_souls_v1")` works. PettingZoo finds no plugins by itself: importing
    `fs_env` makes sure that this is called.
    """
    import pettingzoo

    for name, target in ENVIRONMENTS.items():
        base, _, version = f"{NAMESPACE}/{name}".rpartition("_v")
        if f"{base}-v{version}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{NAMESPACE}/{name}", target)


def register_gymnasium() -> None:
    """Registers every environment of `GYMNASIUM` in Gymnasium's registry, once.

    Gymnasium finds no plugins by itself: importing `fs_env` makes sure that this is called. An id with the package in
    front needs no import: `gymnasium.make("fs_env:FourSouls/FourSouls-v1")`.
    """
    import gymnasium

    for name, (entry_point, vector_entry_point) in GYMNASIUM.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=entry_point, vector_entry_point=vector_entry_point)
