"""Words for a position: the pending decision, the table as a reader sees it, and the same as plain data."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view.objects import decision_plain
from fs_env.core.four_souls.view.plain import situation, to_json
from fs_env.core.four_souls.view.screen import text
from fs_env.core.four_souls.view.sight import NOBODY, Sight
from fs_env.core.four_souls.view.words import question


def decision_text(record: Any) -> str:
    """Who is asked what, by which card, in one sentence; how the game ended when it is over. Nothing hidden shows."""
    sight = Sight(record, NOBODY)
    return question(decision_plain(sight), situation(sight))


__all__ = ["decision_text", "text", "to_json"]
