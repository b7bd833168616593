"""PLAYOUT and RANDOM_GAMES: uniformly random play of one state."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..jit import Kernel
from ..rng import pick
from ..scratch import short_lived
from .codes import BAD_BUFFER, DONE, REFUSED, STUCK

if TYPE_CHECKING:
    from ..game import GameSpec


def make_playout(kernel: Kernel, spec: GameSpec) -> tuple[Callable[..., Any], ...]:
    """The kernels `playout` and `random_games` of a game."""
    setup, to_act, legal, step, outcome = (
        getattr(spec, name) for name in ("setup", "to_act", "legal", "step", "outcome")
    )
    num_actions = spec.num_actions

    @kernel
    def clear_counts(row):
        """Zeroes the counts of random play."""
        row.random_decisions = 0
        row.random_choices = 0
        row.random_games[:] = 0

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

    @kernel
    def playout(s, seed, most, rows):
        """Plays on from here; counts in the first row."""
        if len(rows) < 1:
            return BAD_BUFFER
        clear_counts(rows[0])
        return play_on(s, rows[0], short_lived(num_actions), seed, most)

    @kernel
    def random_games(s, seed, games, rows, options):
        """Plays new games one after the other; counts in the first row."""
        if len(rows) < 1:
            return BAD_BUFFER
        acts = short_lived(num_actions)
        clear_counts(rows[0])
        for k in range(games):
            setup(s, options, seed + k)
            status = play_on(s, rows[0], acts, seed, ENDLESS)
            if status != DONE:
                return status
        return DONE

    return playout, random_games


ENDLESS = 2**62  # decisions
