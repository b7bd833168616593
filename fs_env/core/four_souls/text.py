"""Words for a position: the pending decision, the table as a reader sees it, and the same as plain data."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.state import STATE, Ask


def decision_text(record: Any) -> str:
    return f"player_{int(record['asked'])}: {Ask(int(record['ask'])).name.lower()}"


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    return STATE.to_json(record)


def text(record: Any, player: int | None) -> str:
    return STATE.dump(record)
