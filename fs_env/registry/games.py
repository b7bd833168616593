"""The games that this process knows, by id: those of this package, and those that were registered."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import unknown
from fs_env.registry.loading import load_object, unnamed, untrusted_code
from fs_env.registry.manifest import Manifest

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

SHIPPED: list[Manifest] = []
"""The manifests of this package, which `fs_env/__init__.py` adds, since they name code of all other packages."""
GAMES: dict[str, Manifest] = {}
"""Game id -> its manifest."""
LOADED: dict[str, Game] = {}
"""Games that this process has loaded by name, those from elsewhere too."""
_LOCATIONS: dict[str, str] = {}  # game id -> where its manifest was loaded from


def add_shipped(manifests: Iterable[Manifest]) -> None:
    SHIPPED.extend(manifests)
    GAMES.update({manifest.id: manifest for manifest in SHIPPED})


def register(manifest: Manifest) -> None:
    """Adds a game to `GAMES`; a later manifest with the same id replaces an earlier one.

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
    _LOCATIONS.pop(manifest.id, None)


def reference_to(game: str) -> str | Manifest:
    """What `resolve` in another process needs to know a game: its id or location, or the manifest that this process registered."""
    manifest = GAMES.get(game)
    if manifest is None or manifest in SHIPPED:
        return game
    return _LOCATIONS.get(game, manifest)


def resolve(reference: str | Manifest) -> str:
    """The id or location of the game that `reference_to` of another process refers to; a manifest is registered."""
    if isinstance(reference, str):
        return reference
    register(reference)
    return reference.id


class NamesGame:
    """Something with the id of a game, `game`: sent to another process, it makes the game known there."""

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "manifest": reference_to(vars(self)["game"])}

    def __setstate__(self, state: dict[str, Any]) -> None:
        name = resolve(state.pop("manifest"))
        if name != state["game"]:
            load_game(name)  # the location of its manifest
        vars(self).update(state)


def manifest_of(game: Game | str) -> Manifest:
    """The manifest of a game, or of its id; one with nothing but defaults for a game that is not registered."""
    name = game if isinstance(game, str) else game.name
    return GAMES.get(name) or Manifest(id=name, game=partial(load_game, name) if isinstance(game, str) else game)


def version_of(game: str) -> str:
    """Name of a game in files: the id of its environment, which carries the version; an unregistered name unchanged."""
    return GAMES[game].environment if game in GAMES else game


def games() -> dict[str, Callable[[], Game]]:
    """Game id -> a function that imports and returns the `Game`."""
    return {name: partial(load_game, name) for name in GAMES}


def check_game(name: str) -> None:
    """Raises ValueError unless the name is an id of `GAMES` or written as a location; nothing is imported."""
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
    found: object = load_object(name, "game") if manifest is None else manifest.game
    from fs_env.core.machine.run.game import Game

    if manifest is not None and callable(found):
        with nullcontext() if manifest in SHIPPED else untrusted_code(f"game {name!r}", "loaded"):
            found = found()
    if isinstance(found, Manifest) and manifest is None:
        register(found)
        place, _, attribute = name.rpartition(":")
        _LOCATIONS[found.id] = f"{Path(place).absolute()}:{attribute}" if place.endswith(".py") else name
        found = load_game(found.id)
    if not isinstance(found, Game):
        raise TypeError(f"game {name!r} is {found!r}: expected a Game, a Manifest or an id, {', '.join(sorted(GAMES))}")
    if manifest is not None and found.name != name:
        raise TypeError(f"game {name!r}: its manifest leads to {found!r}: expected a Game of the same name")
    LOADED[name] = found
    return found


def location_of(game: Game) -> str:
    """The id of a game, or the location from which this process has loaded it."""
    return game.name if game.name in GAMES else next((name for name, one in LOADED.items() if one is game), game.name)


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
            f"game {name!r} is unknown here (expected one of {', '.join(GAMES)}), and a file does not import code: import or register it "
            "first, or give its location with --game"
        )
    return found
