"""Checks of an environment's options; every error names the value, what was expected and the nearest match."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from fs_env.envs.registry import expected, unknown

# keyword arguments of `GameSeatEnv` and `GameVectorEnv` except `game_options`, which the module of a game fills in
SEAT_OPTIONS = (
    "num_players",
    "seat",
    "opponents",
    "observation",
    "skip_forced",
    "illegal",
    "max_episode_steps",
    "render_mode",
)
VECTOR_OPTIONS = (*SEAT_OPTIONS, "view", "copy", "threads", "autoreset_mode")
ILLEGAL = ("error", "lose")
NO_LIMIT = -1  # value of `max_episode_steps` without a limit, as in Gymnasium


def check_known(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises Python's usual TypeError for the first keyword in `given` that is not in `known`, with the nearest match."""
    names = tuple(known)
    for name in given:
        if name not in names:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}: {expected(name, names)}")


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


def check_choice(name: str, value: Any, known: Iterable[str]) -> str:
    """Returns `value` if it is one of `known`, otherwise raises ValueError."""
    if not isinstance(value, str) or value not in tuple(known):
        raise ValueError(unknown(name, value, known))
    return value


def check_options(given: Any) -> Mapping[str, Any]:
    """The options of a `reset`, {} for None. Raises TypeError for anything but a mapping or None."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"reset(options={given!r}): expected a dictionary of options by name, or None")
    return given


def check_flag(name: str, value: Any) -> bool:
    """`value` as a bool. Raises TypeError unless it is True, False, 1 or 0."""
    if value not in (0, 1):
        raise TypeError(f"{name}={value!r}: expected True or False")
    return bool(value)


def check_whole(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int in low..high. Raises TypeError for other types, ValueError for other numbers."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}={value!r}: expected a whole number {low}..{high}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}={value!r} is out of range: expected a whole number {low}..{high}")
    return number
