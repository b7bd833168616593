"""ROLLOUTS: from one state, actions tried in worlds that look the same to a seat, each played on and valued.

Rows with equal seeds share a world if they are neighbours. All states are worked on in three places of `S`: the first is the
state as the caller gives it, the second the world, the third the game played on from it.

A row says: `action` the first action, `seed` of the world, `reward_seat` the seat that acts and whose knowledge the world agrees
with, `policies` for all seats, `stop_turn` the turn at whose first choice the rollout is cut, `value`, `weights` and `n_weights`
the addresses of a value and its weights (0: none) and how many weights there are, `together` 1 where the seats win or lose
together. It gets `returns`, each seat's share of the win (see `machine.table.shares`): of a finished game, or of a
rollout that was cut from the scores that the value gives to each seat's observation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ...table.shares import share_returns, share_scores
from ..policy_call import OUTSIDE, SEED_AND_COUNTER
from ..value_call import NO_VALUE, ask_value
from .codes import BAD_BUFFER, BAD_PLACE, DONE, GUESSED_SEEDS, NOT_LEGAL, REFUSED

if TYPE_CHECKING:
    from ...declare.spec import GameSpec

GIVEN, WORLD, PLAYED, PLACES = 0, 1, 2, 3  # the states


def make_rollouts(
    kernel: Kernel, spec: GameSpec, rest: Callable[..., Any], copy_state: Callable[..., Any]
) -> Callable[..., Any]:
    """The kernel `rollouts` of a game."""
    resample, step, observe, returns = spec.resample, spec.step, spec.observe, spec.returns
    to_act, num_players, outcome, decisions = spec.to_act, spec.num_players, spec.outcome, spec.decisions
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size

    @kernel
    def score_seats(s, row, seen):
        """Writes the score of each seat, observed by `seen`; zeros without a value."""
        for seat in range(num_players(s)):
            row.returns[seat] = 0.0
            if row.value != NO_VALUE:
                observe(s, seat, seen)
                row.returns[seat] = ask_value(row.value, seen, row.weights, row.n_weights)

    @kernel
    def rollouts(S, number, words, rows, memory):
        """Plays the first rows from the first state; overwrites the second and third; returns 0 or the first fault."""
        room = max_players * words
        if len(S) < PLACES:
            return BAD_PLACE
        if len(rows) < number or words < SEED_AND_COUNTER or len(memory) < number * room:
            return BAD_BUFFER
        acts, seen = short_lived(num_actions), short_lived(obs_size)
        n = num_players(S[GIVEN])
        for i in range(number):
            row = rows[i]
            if row.reward_seat < 0 or row.reward_seat >= n:
                return BAD_PLACE
            for seat in range(n):
                if row.policies[seat] == OUTSIDE:
                    return BAD_PLACE
            if i == 0 or row.seed != rows[i - 1].seed:
                copy_state(S, GIVEN, WORLD)
                resample(S[WORLD], row.reward_seat, row.seed ^ GUESSED_SEEDS)
            copy_state(S, WORLD, PLAYED)
            s = S[PLAYED]
            if row.action < 0 or row.action >= num_actions or step(s, row.action) != DONE:
                row.status = NOT_LEGAL
                return REFUSED
            row.status = DONE
            rest(s, row, seen, acts, memory[i * room : (i + 1) * room])
            if row.status != DONE:
                return row.status
            row.outcome = outcome(s)
            row.decisions = decisions(s)
            row.seat = to_act(s)
            row.returns[:] = 0.0
            if row.seat < 0:
                returns(s, row.returns[:n])
                share_returns(row.returns[:n], row.together)
            else:
                score_seats(s, row, seen)
                share_scores(row.returns[:n], row.together)
        return DONE

    return rollouts
