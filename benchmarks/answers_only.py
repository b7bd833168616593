"""A bot for measuring whether bartering pays: the heuristic bot, which answers offers as it does but makes none.

fs-env tournament heuristic benchmarks/answers_only.py:AnswersOnly ... --option bartering=1
"""

from __future__ import annotations

import numpy as np

from fs_env.agent_api.view import SeatView
from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.four_souls.actions import RANGES

OFFERS = list(RANGES["offer"])


class AnswersOnly(HeuristicAgent):
    """Plays Four Souls as the heuristic bot does, without offers of its own."""

    name = "answers_only"

    def act(self, view: SeatView) -> int:
        """The id of a legal action that begins no offer."""
        legal = view.legal[~np.isin(view.legal, OFFERS)]
        if len(legal) == 1:
            return int(legal[0])
        return self.policy.act(view.observation, legal.astype(np.int16), self._memory)
