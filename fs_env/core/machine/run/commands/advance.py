"""ADVANCE: plays one game on as its row says, and writes everything the next seat needs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ..codes import BAD_BUFFER, BAD_PLACE, DONE, ENDED
from ..policy_call import OUTSIDE, SEED_AND_COUNTER

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_advance(kernel: Kernel, spec: GameSpec, play_row: Callable[..., Any]) -> Callable[..., Any]:
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size

    @kernel
    def advance(s, action, obs, mask, rows, memory):
        """Plays one state on as in the first row; returns the seat that is asked, or what became of the action."""
        if len(rows) < 1 or len(obs) < obs_size or len(mask) < num_actions:
            return BAD_BUFFER
        row = rows[0]
        if row.reward_seat >= max_players:
            return BAD_PLACE
        if len(memory) < SEED_AND_COUNTER * max_players:
            for seat in range(max_players):
                if row.policies[seat] != OUTSIDE:
                    return BAD_BUFFER
        play_row(s, row, action, obs[:obs_size], mask[:num_actions], short_lived(num_actions), memory)
        if row.status == DONE:
            return row.seat
        return ENDED - row.status if row.status > 0 else row.status

    return advance
