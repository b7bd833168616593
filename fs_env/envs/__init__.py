"""Everything a learner talks to: a PettingZoo environment over any `Game`, and the list of games.

Importing this package is light: `GameAEC` (and with it PettingZoo and Gymnasium) is loaded when it is first named.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fs_env.envs.registry import games, load_game, make

if TYPE_CHECKING:
    from fs_env.envs.aec import EnvSnapshot, GameAEC

__all__ = ["EnvSnapshot", "GameAEC", "games", "load_game", "make"]


def __getattr__(name: str) -> Any:
    if name in ("EnvSnapshot", "GameAEC"):
        from fs_env.envs import aec

        return getattr(aec, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
