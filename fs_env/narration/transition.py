"""Which answer led from one state to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def bytes_of(S: Any) -> bytes:
    return S[:1].view(np.ndarray).tobytes()


def answered(game: Game, before: Any, after: Any) -> int | None:
    """The legal action that leads from the state `before[0]` to the state `after[0]`; None where no single one does."""
    if game.decisions(after) != game.decisions(before) + 1:
        return None
    wanted = bytes_of(after)
    for action in game.legal(before).tolist():
        tried = game.clone(before)
        game.step(tried, action)
        if bytes_of(tried) == wanted:
            return int(action)
    return None
