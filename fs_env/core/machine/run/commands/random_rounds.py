"""RANDOM_ROUNDS: random steps of many states in rounds, with a new deal for each finished game; for measurements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.instructions import make_ask_to_write
from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ...table.rng import pick
from ..codes import BAD_BUFFER, DONE, REFUSED, STUCK

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_show(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    to_act, observe = spec.to_act, spec.observe

    @kernel
    def show(s, n, acts, seen, on):
        on[:] = 0
        for j in range(n):
            on[acts[j]] = 1
        observe(s, to_act(s), seen)

    return show


def make_take(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    setup, to_act, step, outcome = spec.setup, spec.to_act, spec.step, spec.outcome

    @kernel
    def take(s, row, n_rows, options):
        """Takes the action of a row, and deals a new game after the end; returns whether it was legal."""
        if step(s, row.action) != DONE:
            return False
        row.random_decisions += 1
        if to_act(s) < 0:
            row.random_games[outcome(s)] += 1
            row.seed += n_rows
            setup(s, options, row.seed)
        return True

    return take


def make_random_rounds(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    to_act, legal, num_actions, obs_size = spec.to_act, spec.legal, spec.num_actions, spec.schema.size
    show, take = make_show(kernel, spec), make_take(kernel, spec)
    ask_for_mask = make_ask_to_write(1, num_actions)

    @kernel
    def random_rounds(S, seed, rounds, obs, mask, rows, options):
        """Steps every state in each round; fills `obs` and `mask` unless `obs` is empty; counts in the rows."""
        n_rows, watch = len(S), len(obs) > 0
        if len(rows) < n_rows or (watch and (len(obs) < n_rows * obs_size or len(mask) < n_rows * num_actions)):
            return BAD_BUFFER
        acts = short_lived(num_actions)
        for i in range(n_rows):
            row = rows[i]
            row.seed = seed + i
            row.random_decisions, row.random_choices = 0, 0
            row.random_games[:] = 0
        n_choices = 0
        for k in range(rounds + 1):
            for i in range(n_rows):
                s, row = S[i], rows[i]
                if k > 0 and not take(s, row, n_rows, options):
                    return REFUSED
                n = legal(s, acts) if to_act(s) >= 0 else 0
                if n < 1:
                    return STUCK
                if watch:
                    ask_for_mask(mask, (i + 1) * num_actions)
                    show(
                        s,
                        n,
                        acts,
                        obs[i * obs_size : (i + 1) * obs_size],
                        mask[i * num_actions : (i + 1) * num_actions],
                    )
                chosen = 0
                if n > 1 and k < rounds:
                    chosen = pick(seed, n_choices, n)
                    n_choices += 1
                    row.random_choices += 1
                row.action = acts[chosen]
        return DONE

    return random_rounds
