"""Reinforcement learning environments of card games, with array states and compiled rules.

`make(id, **options)` builds a PettingZoo AEC environment by id; `games()` names the games themselves. Each game also has
a module of its own, as PettingZoo's have: `from fs_env import four_souls_v0`. Importing this package loads nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .envs.registry import games, make

__all__ = ["__version__", "games", "make"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    if name in ("games", "make"):
        from .envs import registry

        return getattr(registry, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
