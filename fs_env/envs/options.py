"""The options that all environments have, and checks of them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from fs_env.core.checks import check_whole, unknown
from fs_env.core.machine.run.game import Game

ILLEGAL = ("error", "lose")
NO_LIMIT = -1  # value of `max_episode_steps` without a limit, as in Gymnasium


def warn_unknown(given: Iterable[str] | None, known: Iterable[str]) -> None:
    """Warns about unknown keys in the options of `reset`; they are ignored, as in Gymnasium."""
    for key in given or ():
        if key not in tuple(known):
            warnings.warn(f"{unknown('reset option', key, known)}; it is ignored", stacklevel=3)


def check_limit(max_episode_steps: Any) -> int | None:
    """The maximum number of steps of an episode; None or -1 give None, no limit. ValueError or TypeError for other values below 1."""
    if max_episode_steps is None or max_episode_steps == NO_LIMIT:
        return None
    return check_whole("max_episode_steps", max_episode_steps, 1, 2**62)


def check_variant(game: Any, num_players: int | None, game_options: Any) -> dict[str, Any]:
    """The options of `Game.setup`, with the smallest number of seats for None. Raises TypeError for no game or no options by name."""
    if not isinstance(game, Game):
        raise TypeError(f'game={game!r}: expected a Game, such as load_game("castles_of_caleira"); make() takes names')
    if game_options is not None and not isinstance(game_options, Mapping):
        raise TypeError(f"game_options={game_options!r}: expected a dictionary of options by name, or None")
    return {"num_players": game.min_players if num_players is None else num_players, **(game_options or {})}


def check_options(given: Any) -> Mapping[str, Any]:
    """The options of a `reset`, {} for None. Raises TypeError for anything but a mapping or None."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"reset(options={given!r}): expected a dictionary of options by name, or None")
    return given
