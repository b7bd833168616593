"""From the keywords of a game's own module, such as `fs_env.four_souls_v1`, to an environment.

A truth value represents an option of the game from 0 to 1, and names for one that has names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fs_env.core.checks import check_choice, check_flag, unknown
from fs_env.envs.aec import RENDER_MODES, GameAEC
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Option
    from fs_env.envs.seat import GameSeatEnv
    from fs_env.envs.vector import GameVectorEnv

FREE = "max_decisions"  # the option that is None unless it is given: the game has its own limit


def metadata_of(name: str) -> dict[str, Any]:
    return {**GameAEC.metadata, "name": name, "render_modes": list(RENDER_MODES)}


def make_aec(name: str, game: str, options: Sequence[Option], keywords: Mapping[str, Any], **fixed: int) -> GameAEC:
    """The PettingZoo environment of a game."""
    return GameAEC(load_game(game), name=name, **split(options, keywords, fixed))


def make_seat(game: str, options: Sequence[Option], keywords: Mapping[str, Any], **fixed: int) -> GameSeatEnv:
    from fs_env.envs.seat import GameSeatEnv

    return GameSeatEnv(load_game(game), **split(options, keywords, fixed))


def make_vector(game: str, options: Sequence[Option], keywords: Mapping[str, Any], **fixed: int) -> GameVectorEnv:
    from fs_env.envs.vector import GameVectorEnv

    return GameVectorEnv(load_game(game), **split(options, keywords, fixed))


def split(options: Sequence[Option], keywords: Mapping[str, Any], fixed: Mapping[str, int]) -> dict[str, Any]:
    """The keywords of an environment, with the numbers of the game's options in `game_options`."""
    own = {option.name: option for option in options if option.name != "num_players"}
    given = {name: value for name, value in keywords.items() if name in own}
    left = {name: value for name, value in keywords.items() if name not in own}
    numbers = {name: int(value) for name, value in fixed.items()}
    return left | {"game_options": chosen_options(own, given) | numbers}


def chosen_options(options: Mapping[str, Option], given: Mapping[str, Any]) -> dict[str, int]:
    """The numbers of options for `Game.setup` from what users write."""
    chosen = {}
    for name, value in given.items():
        option = options[name]
        if name == FREE and value is None:
            continue
        if option.bits:
            chosen[name] = named_bits(option, value)
        elif option.words:
            chosen[name] = option.low + option.words.index(check_choice(name, value, option.words))
        else:
            chosen[name] = int(check_flag(name, value)) if (option.low, option.high) == (0, 1) else value
    return chosen


def named_bits(option: Option, names: Any) -> int:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(f"{option.name}={names!r}: expected names in a tuple or list, such as {option.bits!r}")
    found = list(names)
    for name in found:
        if name not in option.bits:
            raise ValueError(unknown(option.noun or option.name, name, option.bits))
    if not found and option.default:  # where none is the default it may be said
        raise ValueError(f"{option.name}={tuple(found)!r}: expected at least one of {', '.join(option.bits)}")
    return option.of_names(found)
