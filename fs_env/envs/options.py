"""Checks of an environment's options: every error names the value, what was expected and the nearest match."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

from fs_env.envs.registry import expected, unknown

# keyword arguments of `GameSeatEnv` and `GameVectorEnv`, but for `game_options`, which a game's own module writes
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
NO_LIMIT = -1  # as `max_episode_steps`, which is Gymnasium's way to say so


def check_known(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises TypeError for the first keyword in `given` that is not in `known`, in Python's own words; names the nearest."""
    names = tuple(known)
    for name in given:
        if name not in names:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}: {expected(name, names)}")


def warn_unknown(given: Iterable[str] | None, known: Iterable[str]) -> None:
    """Warns about keys of the options of `reset` that mean nothing here; they are ignored, as Gymnasium has it."""
    for key in given or ():
        if key not in tuple(known):
            warnings.warn(f"{unknown('reset option', key, known)}; it is ignored", stacklevel=3)


def check_limit(max_episode_steps: Any) -> int | None:
    """How many steps an episode may have: None or -1: no limit. ValueError or TypeError for anything else below 1."""
    if max_episode_steps is None or max_episode_steps == NO_LIMIT:
        return None
    return check_whole("max_episode_steps", max_episode_steps, 1, 2**62)


def check_choice(name: str, value: Any, known: Iterable[str]) -> str:
    """`value` if it is one of `known`, else ValueError."""
    if not isinstance(value, str) or value not in tuple(known):
        raise ValueError(unknown(name, value, known))
    return value


def check_options(given: Any) -> Mapping[str, Any]:
    """The options of a `reset`; TypeError for anything but a mapping or None, which is an empty one."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"reset(options={given!r}): expected a dictionary of options by name, or None")
    return given


def check_flag(name: str, value: Any) -> bool:
    """`value` as True or False, else TypeError."""
    if value not in (0, 1):
        raise TypeError(f"{name}={value!r}: expected True or False")
    return bool(value)


def check_whole(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int of low..high; TypeError or ValueError otherwise."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name}={value!r}: expected a whole number {low}..{high}") from None
    if not low <= number <= high:
        raise ValueError(f"{name}={value!r} is out of range: expected a whole number {low}..{high}")
    return number
