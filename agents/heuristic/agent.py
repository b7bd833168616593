"""The bot: at every decision the action whose effect is worth most."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from fs_env.agents.heuristic.board import Board
from fs_env.agents.heuristic.choices import ANSWERS, Memory, choose_option
from fs_env.agents.heuristic.judge import Judge
from fs_env.agents.heuristic.moves import announced, best_move
from fs_env.core.four_souls import actions as A
from fs_env.core.four_souls.state import Ask, Shape

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView


class HeuristicAgent:
    """Plays Four Souls by weighing what each legal action would do now; sees only its `SeatView`.

    It attacks what it can beat, buys, uses items and loot when they bring something, answers lethal damage and bad rolls,
    and aims harm at whoever is ahead. Equal values are settled by its own seed, so the same seed gives the same choices.
    """

    name = "heuristic"

    def __init__(self) -> None:
        self._random = random.Random(0)
        self._memory = Memory()
        self._turn = 0
        self._used: Counter[int] = Counter()

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game: `seed` alone settles equal values."""
        self._random = random.Random(seed)
        self._memory = Memory()
        self._turn, self._used = 0, Counter()

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        legal = view.legal.tolist()
        board = Board(view)
        judge = Judge(board)
        if board.turn != self._turn:
            self._turn, self._used = board.turn, Counter()
        if board.shape == Shape.PRIORITY:
            action = best_move(judge, legal, self._used, self._random)
            self._used[action] += 1
            self._memory.announce(int(A.CARD_OF_ACTION[action]), announced(action))
            return action
        if board.shape == Shape.OPTION:
            return legal[0]
        answer = ANSWERS.get(Ask(board.ask), choose_option)
        action = answer(judge, legal, self._memory)
        return action if action in legal else legal[0]
