"""The interfaces for learners: PettingZoo and Gymnasium environments of any `Game`, and the list of games.

Importing this package is light: `GameAEC`, `GameVectorEnv` and `GameSeatEnv` (and with them PettingZoo and Gymnasium) are
loaded when they are first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from fs_env.envs.registry import make
from fs_env.registry.games import games, load_game

if TYPE_CHECKING:
    from fs_env.envs.aec import GameAEC
    from fs_env.envs.positions import EnvSnapshot
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

__all__ = ["EnvSnapshot", "GameAEC", "GameSeatEnv", "GameVectorEnv", "games", "load_game", "make"]

HOMES = {"EnvSnapshot": "positions", "GameAEC": "aec", "GameSeatEnv": "seat", "GameVectorEnv": "vector"}


def __getattr__(name: str) -> Any:
    if name in HOMES:
        return getattr(importlib.import_module(f"{__name__}.{HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
