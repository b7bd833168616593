"""PLAY_ROWS: deals or plays on many games, each as its row says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.instructions import make_ask_to_write
from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ...table.seat_seeds import seat_seed
from ..codes import BAD_BUFFER, BAD_PLACE, DONE, HOLD, NO_ACTION, RESTART
from ..policy_call import SEED_AND_COUNTER

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_play_rows(kernel: Kernel, spec: GameSpec, play_row: Callable[..., Any]) -> Callable[..., Any]:
    setup, num_actions, max_players, obs_size = spec.setup, spec.num_actions, spec.max_players, spec.schema.size
    ask_for_mask = make_ask_to_write(1, num_actions)

    @kernel
    def deal_row(s, row, memory, options):
        """Deals a new game from the seed of the row, its policies with empty memories."""
        setup(s, options, row.seed)
        row.n_legal = 0
        memory[:] = 0
        words = len(memory) // max_players
        for seat in range(max_players):
            row.choices[seat] = 0
            row.passed[seat] = 0
            memory[seat * words] = seat_seed(row.keys[seat, 0], row.keys[seat, 1], row.seed, seat)

    @kernel
    def play_rows(S, first, last, words, obs, mask, rows, memory, options):
        """Plays rows first..last-1 as they say; returns how many have not stopped at a decision of their reward seat."""
        room = max_players * words
        if last > len(S):
            return BAD_PLACE
        if len(rows) < last or len(obs) < last * obs_size or len(mask) < last * num_actions:
            return BAD_BUFFER
        if words < SEED_AND_COUNTER or len(memory) < last * room:
            return BAD_BUFFER
        for i in range(first, last):
            if rows[i].reward_seat >= max_players:
                return BAD_PLACE
        acts = short_lived(num_actions)
        unready = 0
        for i in range(first, last):
            s, row = S[i], rows[i]
            action = row.action
            if action == HOLD:
                row.status = DONE
                continue
            own = memory[i * room : (i + 1) * room]
            if action == RESTART:
                deal_row(s, row, own, options)
                action = NO_ACTION
            ask_for_mask(mask, (i + 1) * num_actions)
            seen, on = obs[i * obs_size : (i + 1) * obs_size], mask[i * num_actions : (i + 1) * num_actions]
            play_row(s, row, action, seen, on, acts, own)
            if row.status != DONE or row.seat < 0 or (row.reward_seat >= 0 and row.seat != row.reward_seat):
                unready += 1
        return unready

    return play_rows
