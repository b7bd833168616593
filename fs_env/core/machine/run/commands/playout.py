"""PLAYOUT: uniformly random play of one state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ...table.rng import pick
from ..codes import BAD_BUFFER, DONE, REFUSED, STUCK

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_play_on(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    to_act, legal, step, outcome = spec.to_act, spec.legal, spec.step, spec.outcome

    @kernel
    def play_on(s, row, acts, seed, most):
        """Plays to the end, or as long as fewer than `most` decisions are counted; counts in the row."""
        n_decisions, n_choices = row.random_decisions, row.random_choices
        while to_act(s) >= 0 and n_decisions < most:
            n = legal(s, acts)
            if n < 1:
                return STUCK
            chosen = 0
            if n > 1:
                chosen = pick(seed, n_choices, n)
                n_choices += 1
            if step(s, acts[chosen]) != DONE:
                return REFUSED
            n_decisions += 1
        row.random_decisions, row.random_choices = n_decisions, n_choices
        if to_act(s) < 0:
            row.random_games[outcome(s)] += 1
        return DONE

    return play_on


def make_playout(kernel: Kernel, spec: GameSpec, play_on: Callable[..., Any]) -> Callable[..., Any]:
    num_actions = spec.num_actions

    @kernel
    def playout(s, seed, most, rows):
        if len(rows) < 1:
            return BAD_BUFFER
        row = rows[0]
        row.random_decisions, row.random_choices = 0, 0
        row.random_games[:] = 0
        return play_on(s, row, short_lived(num_actions), seed, most)

    return playout
