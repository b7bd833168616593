"""The keywords of environments that do not depend on a game: their types, their defaults, and how signatures show them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Literal, ParamSpec, TypedDict, TypeVar

from gymnasium.vector import AutoresetMode

from fs_env.core.checks import check_known

P = ParamSpec("P")
R = TypeVar("R")


class Interface(TypedDict, total=False):
    """Keywords of every Gymnasium environment; `GameVectorEnv` and `GameSeatEnv` describe them."""

    skip_forced: bool
    mask_in: Literal["both", "observation", "info"]
    illegal: Literal["error", "lose"]
    max_episode_steps: int | None


class OneGame(Interface, total=False):
    """Further keywords of an environment of one game."""

    render_mode: Literal["human", "ansi", "rgb_array"] | None


class ManyGames(Interface, total=False):
    """Further keywords of an environment of many games."""

    render_mode: Literal["ansi", "rgb_array"] | None
    copy: bool
    threads: int | None
    autoreset_mode: AutoresetMode | Literal["NextStep", "SameStep", "Disabled"]


class Learner(TypedDict, total=False):
    """Keywords for one seat among others; where one person plays all seats there are none."""

    num_players: int
    seat: str | int
    opponents: Any


class View(TypedDict, total=False):
    """Whose decisions are put to the caller."""

    view: Literal["seat", "self_play"]


class AnyGame(TypedDict, total=False):
    num_players: int | None
    seat: str | int
    opponents: Any
    game_options: Mapping[str, int] | None
    observation: str
    passes: str | Collection[str]


class AnySeat(AnyGame, OneGame, total=False):
    """Keywords of `GameSeatEnv`."""


class AnyVector(AnyGame, ManyGames, total=False):
    view: str


OPPONENTS = ("random",)  # unless others are given
DEFAULTS: dict[str, Any] = {
    "seat": "random",
    "opponents": OPPONENTS,
    "observation": "flat",
    "passes": "none",
    "skip_forced": False,
    "mask_in": "observation",
    "illegal": "error",
    "max_episode_steps": None,
    "render_mode": None,
    "view": "seat",
    "copy": True,
    "threads": None,
    "autoreset_mode": "NextStep",
}
SEAT_DEFAULTS = DEFAULTS | {"illegal": "lose"}  # of one game: as Gymnasium expects, any action may be given
ANY_GAME = {"num_players": None, "game_options": None}  # of the classes


def suggesting(function: Callable[P, R]) -> Callable[P, R]:
    """The function, whose error about an unknown keyword names the nearest one."""
    return _checked(function, {})


def taking(kind: type, *defaults: Mapping[str, Any] | Callable[..., Any]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A decorator of a function with `**options: Unpack[kind]`: it gets every option, its signature shows them with their defaults,
    and the error about an unknown keyword names the nearest one.

    Args:
        kind: a TypedDict.
        defaults: values by name, or a function whose signature has them; later ones have precedence over earlier ones.
    """
    chosen: dict[str, Any] = {}
    for one in defaults:
        chosen |= {k: p.default for k, p in signature(one).parameters.items()} if callable(one) else one

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        own, names = signature(function), kind.__annotations__
        shown = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=chosen[name], annotation=hint.__forward_arg__)
            for name, hint in names.items()
        ]
        function.__signature__ = own.replace(parameters=[*list(own.parameters.values())[:-1], *shown])  # type: ignore[attr-defined]
        return _checked(function, {name: chosen[name] for name in names})

    return decorate


def _checked(function: Callable[P, R], defaults: Mapping[str, Any]) -> Callable[P, R]:
    module, name, known = function.__module__, function.__qualname__, signature(function).parameters
    shown = name if "." in name else f"{module.rpartition('.')[2]}.{name}"

    @wraps(function)
    def checked(*args: P.args, **keywords: P.kwargs) -> R:
        check_known(shown, keywords, known)
        return function(*args, **{**defaults, **keywords})

    return checked
