"""A position as text or plain data; the view is imported when it is first requested, so that training runs do not load it."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.tables import IDS


def decision_text(record: Any) -> str:
    """Who is asked what, by which card, in one sentence; how the game ended if it is over. Hidden cards are not named."""
    from fs_env.core.four_souls.view.objects import decision_plain
    from fs_env.core.four_souls.view.plain import situation
    from fs_env.core.four_souls.view.sight import NOBODY, Sight
    from fs_env.core.four_souls.view.words import question

    sight = Sight(record, NOBODY)
    return question(decision_plain(sight), situation(sight))


def text(record: Any, player: int | None) -> str:
    from fs_env.core.four_souls.view import screen

    return screen.text(record, player)


def to_json(record: Any, player: int | None) -> dict[str, Any]:
    from fs_env.core.four_souls.view import plain

    return plain.to_json(record, player)


def characters(record: Any) -> list[str]:
    return [IDS[record["face"][inst]] for inst in record["character"][: record["n_players"]]]


__all__ = ["characters", "decision_text", "text", "to_json"]
