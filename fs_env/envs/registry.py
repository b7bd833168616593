"""The ids of the environments of all games: here, in PettingZoo and in Gymnasium. The games are in `fs_env.registry`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from fs_env.core.checks import unknown
from fs_env.registry.games import GAMES, SHIPPED, register
from fs_env.registry.loading import load_object
from fs_env.registry.manifest import EnvironmentModule, Manifest

NAMESPACE = "fs_env"  # the environments are "fs_env/<id>" in PettingZoo's registry


class Environment(NamedTuple):
    """An environment of a game, or of one form of it.

    Attributes:
        name: its id.
        gymnasium: its id there.
        game: the manifest.
        load: returns the module with its functions; None where they are generated from the options of the game.
    """

    name: str
    gymnasium: str
    game: Manifest
    load: Callable[[], EnvironmentModule] | None

    @property
    def module(self) -> str:
        """Name of its module, where that is one of this package; "" elsewhere."""
        return f"{NAMESPACE}.{self.name}" if self.game in SHIPPED else ""

    def place(self, kind: str) -> str | Callable[..., Any]:
        """The function that makes it, or where it is."""
        if self.module:
            return f"{self.module}:{kind}"
        return partial(make_plain, kind, self.game.id) if self.load is None else partial(make_by, self.load, kind)


def environments() -> dict[str, Environment]:
    """Environment id -> the environment, those of the games first."""
    own = [Environment(one.environment, one.gymnasium, one, one.module) for one in GAMES.values()]
    forms = [
        Environment(name, form.gymnasium, one, form.module)
        for one in GAMES.values()
        for name, form in one.forms.items()
    ]
    return {one.name: one for one in (*own, *forms)}


def make_by(load: Callable[[], EnvironmentModule], kind: str, **keywords: Any) -> Any:
    return getattr(load(), kind)(**keywords)


def make_plain(kind: str, game: str, **keywords: Any) -> Any:
    from fs_env.envs import keywords as made
    from fs_env.registry.games import load_game

    options = list(load_game(game).options.values())
    if kind == "env":
        return made.make_aec(GAMES[game].environment, game, options, keywords)
    return (made.make_seat if kind == "seat_env" else made.make_vector)(game, options, keywords)


def make(name: str, **options: Any) -> Any:
    """A PettingZoo AEC environment by its id.

    Args:
        name: an id of `environments`, such as "four_souls_v1".
        options: keyword arguments of that environment.

    Raises:
        ValueError: no environment has that id.
    """
    known = environments()
    if not isinstance(name, str) or name not in known:
        raise ValueError(unknown("environment", name, known))
    place = known[name].place("env")
    return (load_object(place, "environment") if isinstance(place, str) else place)(**options)


def register_game(manifest: Manifest) -> None:
    """Makes a game of yours known: to `make`, PettingZoo, Gymnasium, tournaments, the browser and every command of this process.

    Workers of tournaments and self-play learn of it. Commands are given the manifest's place instead of an id:
    `fs-env ... --game package.module:NAME`.

    Args:
        manifest: a later one with the same id replaces an earlier one.

    Raises:
        TypeError: no manifest, or an entry with text where an object is expected.
        ValueError: an entry that cannot be meant, or the id of a game of this package.
    """
    register(manifest)
    for library, add in (("pettingzoo", register_pettingzoo), ("gymnasium", register_gymnasium)):
        if library in sys.modules:  # otherwise it is done when the library is imported
            add()


def register_pettingzoo() -> None:
    """Registers every environment in PettingZoo's AEC registry, once.

    Afterwards `pettingzoo.make("aec", "fs_env/four_souls_v1")` works. PettingZoo finds no plugins by itself: importing
    `fs_env` makes sure that this is called.
    """
    import pettingzoo

    for name, environment in environments().items():
        base, _, version = f"{NAMESPACE}/{name}".rpartition("_v")
        if f"{base}-v{version}" not in pettingzoo.aec_registry:
            pettingzoo.register("aec", f"{NAMESPACE}/{name}", environment.place("env"))


def register_gymnasium() -> None:
    """Registers every environment in Gymnasium's registry, once: one seat against opponents, many games, and one seat in words,
    "FourSouls/Text-v0".

    Gymnasium finds no plugins by itself: importing `fs_env` makes sure that this is called. An id with the package in
    front needs no import: `gymnasium.make("fs_env:FourSouls/FourSouls-v1")`.
    """
    import gymnasium

    for one in environments().values():
        if one.gymnasium not in gymnasium.registry:
            gymnasium.register(
                one.gymnasium, entry_point=one.place("seat_env"), vector_entry_point=one.place("vector_env")
            )
    for game in GAMES.values():
        if text_id(game) not in gymnasium.registry:
            gymnasium.register(text_id(game), entry_point="fs_env.envs.text:GameTextEnv", kwargs={"game": game.id})


def text_id(game: Manifest) -> str:
    return f"{game.gymnasium.partition('/')[0]}/Text-v0"
