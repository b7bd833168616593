"""The options that all environments have, and checks of them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from typing import Any

from fs_env.core.checks import check_whole, unknown

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


def check_options(given: Any) -> Mapping[str, Any]:
    """The options of a `reset`; TypeError for anything but a mapping or None, which is an empty one."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise TypeError(f"reset(options={given!r}): expected a dictionary of options by name, or None")
    return given
