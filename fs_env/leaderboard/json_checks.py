"""Checks of stored JSON by the fields of the dataclass that it becomes."""

from __future__ import annotations

import reprlib
from collections.abc import Collection
from dataclasses import fields
from typing import Any

from fs_env.arena.usage import COUNTS

MOST = 2**63  # of a number: seeds are below
WORDS = {"str": "a text", "int": f"a number from 0 below {MOST}", "float": f"a number from 0 below {MOST}"}
WORDS["bool"] = "true or false"
WORDS["Usage | None"] = f"whole numbers from 0 for {', '.join(COUNTS)}"


def check_fields(kind: type[Any], data: Any, where: str, without: Collection[str] = ()) -> None:
    """Raises ValueError, naming the part of the file, the key and what was expected, unless `data` fits the fields of a dataclass but
    those in `without`."""
    known = {part.name: str(part.type) for part in fields(kind) if part.name not in without}
    if not isinstance(data, dict) or set(data) != set(known):
        odd = ", ".join(map(repr, sorted(set(data) ^ set(known)))) if isinstance(data, dict) else type(data).__name__
        raise ValueError(f"{where}: {odd} is missing or unknown: expected the keys {', '.join(known)}")
    for name, annotation in known.items():
        if not fits(data[name], annotation):
            expected = WORDS.get(annotation, annotation)
            raise ValueError(f"{where}: {name}={reprlib.repr(data[name])}: expected {expected}")


def fits(value: Any, annotation: str, low: int = 0) -> bool:
    kind, _, inner = annotation.rstrip("]").partition("[")
    if kind == "Usage | None":
        return value is None or (fits(value, "dict[str, int]") and set(value) == set(COUNTS))
    if kind == "tuple":
        return isinstance(value, list) and all(fits(one, inner.split(", ")[0], -MOST) for one in value)
    if kind == "dict":
        return isinstance(value, dict) and all(fits(one, inner.split(", ")[1]) for one in value.values())
    if kind == "bool":
        return isinstance(value, bool)
    if kind in ("int", "float"):
        return type(value) in (int,) + (float,) * (kind == "float") and low <= value < MOST
    return kind == "Any" or isinstance(value, str)
