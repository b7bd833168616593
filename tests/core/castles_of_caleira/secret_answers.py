"""Which questions of Castles of Caleira have answers that some seats must not see, written down by hand (R50 to R52)."""

from __future__ import annotations

from typing import Any

import numpy as np

from fs_env.core.castles_of_caleira.actions import ORDER, ORDERS, RANGES
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.questions import Question


def secret_answers(S: Any) -> list[tuple[list[int], list[int]]]:
    """Groups of legal answers, each with the seats to which all answers of the group must look the same."""
    record = S.view(np.ndarray)[0]
    asked, ask = int(record["asked"]), int(record["question"])
    involved = {asked}
    answers = sorted(GAME.legal(S).tolist())
    if ask == Question.PLAY:
        answers = [a for a in answers if a in RANGES["play_down"]]
    elif ask in (Question.GIVE, Question.RETURN):
        involved |= {int(record["partner"]), int(record["owner"][record["effect"]])}
    elif ask != Question.ORDER:
        return []
    outsiders = [p for p in range(record["n_players"]) if p not in involved]
    if ask == Question.ORDER:  # the next player may draw the top card at once
        first = {int(ORDERS[a - ORDER][0]) for a in answers}
        return [([a for a in answers if ORDERS[a - ORDER][0] == top], outsiders) for top in first]
    return [(answers, outsiders)]
