"""Log of a seat in a game that has no words of its own: whatever has changed in its view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def moves(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    known = set(lines(before))
    return [line for line in lines(after) if line not in known]


def lines(view: Any, name: str = "") -> Iterator[str]:
    """Plain data as lines such as "players 0 coins: 3"; a list of bare values is one line, and None is "-"."""
    parts = view.items() if isinstance(view, dict) else enumerate(view)
    for key, value in parts:
        path = f"{name} {str(key).replace('_', ' ')}".strip()
        if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(one, (dict, list)) for one in value)):
            yield from lines(value, path)
        else:
            yield f"{path}: {', '.join(map(written, value)) if isinstance(value, list) else written(value)}"


def written(value: Any) -> str:
    return "-" if value is None else ("no", "yes")[value] if isinstance(value, bool) else str(value)
