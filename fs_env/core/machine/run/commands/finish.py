"""The end of a rollout: policies play on, and each seat gets its share of the win."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.c_calls import call_value
from ...compile.jit import Kernel
from ...table.shares import OWN_SIDE, share_returns, share_scores
from ..codes import DONE
from ..policy_call import NO_VALUE, OUTSIDE

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_finish(
    kernel: Kernel, spec: GameSpec, rest: Callable[..., Any]
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The kernels `is_seated` and `finish` of a game, which ROLLOUTS and GROW_TREE share."""
    to_act, observe, returns, num_players = spec.to_act, spec.observe, spec.returns, spec.num_players
    outcome, decisions = spec.outcome, spec.decisions

    @kernel
    def is_seated(row, n):
        if row.reward_seat < 0 or row.reward_seat >= n:
            return False
        for seat in range(n):
            if row.policies[seat] == OUTSIDE:
                return False
        return True

    @kernel
    def finish(s, row, seen, acts, memory):
        """Plays on by the policies of the row to its turn or to the end, and writes `returns`: shares from the result of the game, or
        from the scores that the value gives to what each seat sees, all equal without a value. Sets `status`; after a fault
        nothing else is written."""
        row.status = DONE
        rest(s, row, seen, acts, memory)
        if row.status != DONE:
            return
        n = num_players(s)
        row.outcome = outcome(s)
        row.decisions = decisions(s)
        row.seat = to_act(s)
        row.returns[:] = 0.0
        if row.seat < 0:
            returns(s, row.returns[:n])
            share_returns(row.returns[:n], row.winning)
            return
        if row.value != NO_VALUE:
            for seat in range(n):
                if row.winning == OWN_SIDE and seat != row.reward_seat:
                    continue
                observe(s, seat, seen)
                row.returns[seat] = call_value(row.value, seen, row.weights, row.n_weights)
        share_scores(row.returns[:n], row.winning)

    return is_seated, finish
