"""The games that this process knows, by id: those of this package, and those that were registered."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import unknown
from fs_env.games import SHIPPED, Manifest
from fs_env.registry.loading import load_object, unnamed

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

GAMES: dict[str, Manifest] = {manifest.id: manifest for manifest in SHIPPED}
"""Game id -> its manifest."""
LOADED: dict[str, Game] = {}
"""Games that this process has loaded by name, those from elsewhere too."""


def register(manifest: Manifest) -> None:
    """Adds a game to `GAMES`; a later manifest with the same id takes the place of an earlier one.

    Raises:
        TypeError: no manifest.
        ValueError: an entry that cannot be meant, or the id of a game of this package.
    """
    if not isinstance(manifest, Manifest):
        raise TypeError(f"manifest {manifest!r}: expected a fs_env.games.Manifest")
    manifest.check()
    if manifest.id in {own.id for own in SHIPPED} and manifest not in SHIPPED:
        raise ValueError(f"game id {manifest.id!r} is one of this package: choose another one")
    GAMES[manifest.id] = manifest


class NamesGame:
    """Something with the id of a game, `game`: sent to another process, it brings the manifest along and registers it there."""

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "manifest": GAMES.get(vars(self)["game"])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        manifest = state.pop("manifest")
        if manifest is not None:
            register(manifest)
        vars(self).update(state)


def manifest_of(game: Game | str) -> Manifest:
    """The manifest of a game, or of its id; one with nothing but defaults for a game that is not registered."""
    name = game if isinstance(game, str) else game.name
    return GAMES.get(name) or Manifest(id=name, game="" if isinstance(game, str) else game.spec.home)


def version_of(game: str) -> str:
    """Name of a game in files: the id of its environment, which carries the version; an unregistered name unchanged."""
    return GAMES[game].environment if game in GAMES else game


def games() -> dict[str, Callable[[], Game]]:
    """Game id -> a function that imports and returns the `Game`."""
    return {name: partial(load_game, name) for name in GAMES}


def check_game(name: str) -> None:
    """Raises ValueError for what is neither an id of `GAMES` nor written as a place; nothing is imported."""
    if not isinstance(name, str) or name not in GAMES and ":" not in name:
        hint = unnamed(name, (ast.Assign, ast.AnnAssign)) if isinstance(name, str) else ""
        raise ValueError(unknown("game", name, GAMES, f'or "package.module:NAME"{hint}'))


def load_game(name: str) -> Game:
    """The `Game` with an id of `GAMES`, or at "package.module:NAME" or "path.py:NAME"; a manifest there is registered.

    Raises:
        ValueError: no such id, or nothing that can be imported there.
        TypeError: what is there is neither a `Game` nor a `Manifest`, or the game has another name than its manifest says.
    """
    check_game(name)
    manifest = GAMES.get(name)
    found = load_object(name if manifest is None else manifest.game, "game")
    from fs_env.core.machine.run.game import Game

    if isinstance(found, Manifest) and manifest is None:
        register(found)
        found = load_game(found.id)
    if not isinstance(found, Game):
        raise TypeError(
            f"game {name!r} is {found!r}: expected a Game or a Manifest, or an id, {', '.join(sorted(GAMES))}"
        )
    if manifest is not None and found.name != name:
        raise TypeError(f"game {name!r}: its manifest leads to {found!r}: expected a Game of the same name")
    LOADED[name] = found
    return found


def named_game(name: str) -> Game:
    """The `Game` that a file names: one of `GAMES`, or one that this process has loaded or imported already.

    A file is data: reading it imports no code from elsewhere.

    Raises:
        ValueError: no such id, or a game from elsewhere that has not been loaded.
    """
    if name in GAMES:
        return load_game(name)
    from fs_env.core.machine.run.game import Game

    place, _, attribute = name.rpartition(":")
    found = LOADED.get(name, getattr(sys.modules.get(place), attribute, None))
    if isinstance(found, Manifest):
        return load_game(name)
    if not isinstance(found, Game):
        raise ValueError(
            f"game {name!r} is not one of those known here ({', '.join(GAMES)}), and a file does not import code: import or register it "
            "first, or name its place yourself with --game"
        )
    return found
