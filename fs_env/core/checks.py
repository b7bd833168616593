"""Checks of arguments: every error names the value, what was expected and the nearest match."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

SHORTEST, LONGEST = 2, 200  # characters of a beginning that is completed; of a name that is compared


def check_known(function: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises TypeError for the first keyword in `given` that is not in `known`, worded as Python does, with the nearest name."""
    names = tuple(known)
    for name in given:
        if name not in names:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}: {expected(name, names)}")


def check_choice(name: str, value: Any, known: Iterable[str]) -> str:
    """`value` if it is one of `known`, else ValueError."""
    if not isinstance(value, str) or value not in tuple(known):
        raise ValueError(unknown(name, value, known))
    return value


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


def unknown(what: str, value: object, known: Iterable[str] | Mapping[str, Any], also: str = "", most: int = 40) -> str:
    """The message of an error about a name that does not exist: the value, what exists, the nearest match."""
    return f"unknown {what} {value!r}: {expected(value, known, also, most)}"


def expected(value: object, known: Iterable[str] | Mapping[str, Any], also: str = "", most: int = 40) -> str:
    """The second half of that message: the names that exist, and the nearest match."""
    names = sorted(known)
    shown = ", ".join(names[:most]) + (", ..." if len(names) > most else "")
    text = f"expected {shown or 'nothing (there are none)'}"
    if also:
        text += f", {also}"
    return text + suggestion(value, names)


def suggestion(value: object, known: Iterable[str], cutoff: float = 0.6) -> str:
    """ "; did you mean 'NAME'?" for the known name that is spelled most like the value, else the shortest that begins with it, upper and
    lower case alike; empty if there is none."""
    text, names = str(value)[:LONGEST], sorted(known, key=len)
    near = difflib.get_close_matches(text, names, 1, cutoff)
    if not near:
        lower = {name.casefold(): name for name in reversed(names)}
        near = [lower[name] for name in difflib.get_close_matches(text.casefold(), lower, 1, cutoff)]
    if not near and len(text) >= SHORTEST:
        near = [name for name in names if name.casefold().startswith(text.casefold())]
    return f"; did you mean {near[0]!r}?" if near else ""
