"""A position in words for the seat that is asked."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from fs_env.narration.part import narration_of

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

WIDEST = 120
"""Characters of a line of a position."""
LABEL = 10
"""Characters before the body of a line of a position."""
_NOTHING = re.compile("(?!)")


def position(game: Game, S: Any, seat: int, questions: Collection[str | None]) -> str:
    """The state `S[0]` as a seat may know it, without the options and these lines; seats are player_0, player_1, ..."""
    left_out = narration_of(game).left_out or _NOTHING
    lines = joined(game.text(S, player=seat)).split("\n")
    return left_out.sub("", "\n".join(line for line in lines if line not in questions)).strip()


def joined(text: str) -> str:
    lines: list[str] = []
    last = 0
    for line in text.splitlines():
        words = line.split()
        if words and lines and line.startswith(" " * LABEL) and last + 1 + len(words[0]) > WIDEST:
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line)
        last = len(line)
    return "\n".join(lines)
