"""The games of this package by id.

A new game is one line in `GAMES` and one in `VERSIONS`, a form of a game with a module of its own one in `FORMS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from fs_env.core.checks import unknown
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

# game id -> where its `Game` object is
GAMES: dict[str, str] = {
    "four_souls": "fs_env.core.four_souls.game:GAME",
    "castles_of_caleira": "fs_env.core.castles_of_caleira.game:GAME",
    "betrayal": "fs_env.core.betrayal.game:GAME",
}

# game id -> version of its environments, raised when the same seed and actions give another game. Their module is
# fs_env/<game>_v<version>.py; ids of lower versions name the one that replaced them.
VERSIONS: dict[str, int] = {
    "four_souls": 1,
    "castles_of_caleira": 1,
    "betrayal": 1,
}

LOADED: dict[str, Game] = {}
"""Games that this process has loaded by name, those from elsewhere too."""

# environments for one form of a game, with a module fs_env/<name>.py of their own: id here and in PettingZoo -> id in Gymnasium
FORMS: dict[str, str] = {"solo_v0": "FourSouls/Solo-v0"}


def games() -> dict[str, Callable[[], Game]]:
    """Game id -> a function that imports and returns the `Game`."""
    return {name: partial(load_game, name) for name in GAMES}


def load_game(name: str) -> Game:
    """The `Game` with an id of `GAMES`, or at "package.module:NAME" or "path.py:NAME".

    Raises:
        ValueError: no such id, or nothing that can be imported there.
        TypeError: what is there is not a `Game`.
    """
    target = GAMES.get(name, name) if isinstance(name, str) else ""
    if ":" not in target:
        raise ValueError(unknown("game", name, GAMES, 'or "package.module:NAME"'))
    found = load_object(target, "game")
    from fs_env.core.machine.run.game import Game

    if not isinstance(found, Game):
        raise TypeError(f"game {name!r} is {found!r}: expected a Game, or an id, {', '.join(sorted(GAMES))}")
    LOADED[name] = found
    return found


def named_game(name: str) -> Game:
    """The `Game` that a file names: one of `GAMES`, or one that this process has loaded or imported already.

    A file is data: reading it imports no code from elsewhere.

    Raises:
        ValueError: no such id, or a game from elsewhere that has not been loaded.
    """
    if name in GAMES or ":" not in name:
        return load_game(name)
    from fs_env.core.machine.run.game import Game

    place, _, attribute = name.rpartition(":")
    found = LOADED.get(name, getattr(sys.modules.get(place), attribute, None))
    if not isinstance(found, Game):
        raise ValueError(
            f"game {name!r} is not one of this package ({', '.join(GAMES)}), and a file does not import code: import its module "
            "first, or name it yourself with --game"
        )
    return found
