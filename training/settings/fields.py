"""One setting: its default, its description, its range, and its value as text."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import field
from typing import Any, NamedTuple


def setting(default: Any, about: str, low: float | None = None, high: float | None = None) -> Any:
    described = {"about": about, "low": low, "high": high}
    if isinstance(default, (dict, list)):
        return field(default_factory=default.copy, metadata=described)
    return field(default=default, metadata=described)


class Kind(NamedTuple):
    """A type of settings.

    Attributes:
        of: the types of a value, or of what a list or table holds.
        words: what it is, in errors.
        placeholder: on the command line.
    """

    of: type | tuple[type, ...]
    words: str
    placeholder: str


KINDS = {
    "str": Kind(str, "a text", "NAME"),
    "int": Kind(int, "a whole number", "N"),
    "float": Kind((int, float), "a number", "X"),
    "list[int]": Kind(int, "a list of whole numbers", "N,..."),
    "list[str]": Kind(str, "a list of texts", "NAME,..."),
    "dict[str, int]": Kind(int, "names with whole numbers", "NAME=N,..."),
    "dict[str, float]": Kind((int, float), "names with numbers", "NAME=X,..."),
}


def as_kind(name: str, value: Any, kind: str) -> Any:
    """A value converted to the type of its field. Raises TypeError for the wrong type."""
    holder = kind.partition("[")[0]
    if holder == "list" and isinstance(value, (list, tuple)):
        inner = value = list(value)
    elif holder == "dict" and isinstance(value, Mapping):
        inner, value = list(value.values()), dict(value)
    else:
        inner = [value] if holder not in ("list", "dict") else [None]
    if any(isinstance(one, bool) or not isinstance(one, KINDS[kind].of) for one in inner):
        raise TypeError(f"{name}={value!r}: expected {KINDS[kind].words}")
    return float(value) if kind == "float" else value


def check_range(name: str, value: Any, low: float | None, high: float | None) -> None:
    """Raises ValueError for a number outside of the range of its setting."""
    if low is not None and not low <= value <= (math.inf if high is None else high):
        words = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{name}={value!r} is out of range: expected {words}")


def in_toml(value: Any) -> str:
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{in_toml(name)} = {in_toml(one)}' for name, one in value.items())} }}"
    return f"[{', '.join(map(in_toml, value))}]" if isinstance(value, list) else repr(value)


def in_flag(value: Any) -> str:
    """A value of a setting as it is written behind its flag: 1 for 1.0."""
    if isinstance(value, dict):
        return ",".join(f"{name}={in_flag(one)}" for name, one in value.items())
    if isinstance(value, list):
        return ",".join(map(in_flag, value))
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def flag_of(name: str) -> str:
    """The flag of a setting; the number of seats is --players as in all commands."""
    return "--players" if name == "num_players" else f"--{name.replace('_', '-')}"
