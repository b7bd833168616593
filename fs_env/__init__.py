"""Reinforcement learning environments of card games, with array states and compiled rules.

`make(id, **options)` builds a PettingZoo AEC environment by id; `games()` lists the games, `register_game(manifest)` adds one of
yours. Each game also has its own module, as in PettingZoo: `fs_env.four_souls_v1`. Importing this package imports neither
Gymnasium nor PettingZoo, but registers the environments with them when they are imported, before or after.
"""

from __future__ import annotations

import importlib
from typing import Any

from .envs.hooks import when_imported
from .envs.registry import environments, make, register_game, register_gymnasium, register_pettingzoo
from .games import SHIPPED
from .registry.games import add_shipped, games
from .version import __version__

__all__ = ["__version__", "games", "make", "register_game"]
add_shipped(SHIPPED)
when_imported("gymnasium", register_gymnasium)
when_imported("pettingzoo", register_pettingzoo)


def __getattr__(name: str) -> Any:
    module = f"{__name__}.{name}"
    if any(one.module == module for one in environments().values()):
        return importlib.import_module(module)
    stem, _, version = name.rpartition("_v")
    first = int(version) + 1 if version.isdecimal() else 100
    current = [one for number in range(first, 100) if (one := f"{stem}_v{number}") in environments()]
    if current:  # no AttributeError, whose text `from fs_env import` would replace
        raise ImportError(f"{module} does not exist: the current version is {__name__}.{current[0]}", name=module)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    modules = {one.module.removeprefix(f"{__name__}.") for one in environments().values()}
    return sorted({*globals(), *(name for name in modules if name and "." not in name)})
