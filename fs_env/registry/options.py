"""Options of a game written as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from fs_env.registry.games import GAMES, SHIPPED, load_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.core.machine.declare.options import Option
    from fs_env.core.machine.run.game import Game


class GameOptions(NamedTuple):
    """The options of a game without its rules.

    Attributes:
        name: id of the game.
        options: by name.
        conflict: as in `GameSpec`.
        sides: names of the sides that play against each other, () in a game without.
    """

    name: str
    options: Mapping[str, Option]
    conflict: Callable[[Mapping[str, int]], str | None] | None
    sides: tuple[str, ...] = ()

    def option_values(self, **options: int) -> NDArray[Any]:
        from fs_env.core.machine.declare.options import option_values

        return option_values(self.name, self.options, options, self.conflict)


def options_of(game: str) -> GameOptions | Game:
    """What the functions here need of a game; the rules of a game of this package are not imported.

    Raises:
        ValueError, TypeError: as `load_game`.
    """
    if game not in GAMES or GAMES[game] not in SHIPPED:
        return load_game(game)
    module: Any = import_module(f"fs_env.core.{game}.options")
    options = {option.name: option for option in module.OPTIONS}
    return GameOptions(game, options, getattr(module, "conflict", None), getattr(module, "SIDES", ()))


def read_options(game: Game | GameOptions, texts: Iterable[str]) -> dict[str, int]:
    """The options written as NAME=VALUE, such as bonus_souls=0 or draft=mini; the game itself checks their ranges.

    Raises:
        ValueError: a text that is not NAME=VALUE, an option that the game does not have, or a value that cannot be read.
    """
    found = {}
    for name, value in pairs_in(texts):
        if name not in game.options:
            game.option_values(**{name: 0})  # raises, and names the options there are
        found[name] = game.options[name].read(value)
    return found


def pairs_in(texts: Iterable[str]) -> list[tuple[str, str]]:
    """Names and values of texts written as NAME=VALUE.

    Raises:
        ValueError: one that is not.
    """
    pairs = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not value:
            raise ValueError(f"--option {text!r}: expected NAME=VALUE, such as bonus_souls=0 or draft=mini")
        pairs.append((name, value))
    return pairs
