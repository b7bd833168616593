"""Options of a game written as text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def read_options(game: Game, texts: Iterable[str]) -> dict[str, int]:
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
