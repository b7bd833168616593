"""ROLLOUTS: from one state, actions tried in worlds that look the same to a seat, each played on and valued.

Rows with equal seeds share a world if they are neighbours. All states are worked on in three places of `S`: the first is the
state as the caller gives it, the second the world, the third the game played on from it.

A row says: `action` the first action, `seed` of the world, `reward_seat` the seat that acts and whose knowledge the world agrees
with, `policies` for all seats, `stop_turn` the turn at whose first choice the rollout is cut, `value`, `weights` and `n_weights`
the addresses of a value and its weights (0: none) and how many weights there are, `together` 1 where the seats win or lose
together. It gets `returns`, each seat's share of the win: of a finished game 1/k for each of k winners, and 1/n for each seat
where nobody won; of a rollout that was cut, the softmax of the scores that the value gives to each seat's observation. Where
the seats play together, each share is 1 or 0, or the sigmoid of the mean score.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..jit import Kernel
from ..policy_call import OUTSIDE, SEED_AND_COUNTER
from ..scratch import short_lived
from ..value_call import NO_VALUE, ask_value
from .codes import BAD_BUFFER, BAD_PLACE, DONE, GUESSED_SEEDS, NOT_LEGAL, REFUSED

if TYPE_CHECKING:
    from ..spec import GameSpec

GIVEN, WORLD, PLAYED, PLACES = 0, 1, 2, 3  # the states
FARTHEST = 50.0  # difference of scores: beyond it a share is 0 in any case


def make_rollouts(
    kernel: Kernel, spec: GameSpec, rest: Callable[..., Any], copy_state: Callable[..., Any]
) -> Callable[..., Any]:
    """The kernel `rollouts` of a game."""
    resample, step, observe, returns = spec.resample, spec.step, spec.observe, spec.returns
    to_act, num_players, outcome, decisions = spec.to_act, spec.num_players, spec.outcome, spec.decisions
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size

    @kernel
    def share_win(s, row):
        """Writes each seat's share of the win in a finished game."""
        n, winners = num_players(s), 0
        row.returns[:] = 0.0
        returns(s, row.returns[:n])
        for seat in range(n):
            if row.returns[seat] > 0.0:
                winners += 1
        for seat in range(n):
            if row.together != 0:
                row.returns[seat] = 1.0 if row.returns[seat] > 0.0 else 0.0
            elif winners == 0:
                row.returns[seat] = 1.0 / n
            elif row.returns[seat] < 0.0:
                row.returns[seat] = 0.0

    @kernel
    def value_cut(s, row, seen):
        """Writes each seat's share of the win as the value of the row expects it, observed by `seen`."""
        n = num_players(s)
        best, total = 0.0, 0.0
        for seat in range(n):
            score = 0.0
            if row.value != NO_VALUE:
                observe(s, seat, seen)
                score = ask_value(row.value, seen, row.weights, row.n_weights)
            row.returns[seat] = score
            best = score if seat == 0 else max(best, score)
            total += score
        if row.together != 0:
            mean = max(-FARTHEST, min(FARTHEST, total / n))
            for seat in range(n):
                row.returns[seat] = 1.0 / (1.0 + math.exp(-mean))
            return
        total = 0.0
        for seat in range(n):
            row.returns[seat] = math.exp(max(-FARTHEST, row.returns[seat] - best))
            total += row.returns[seat]
        for seat in range(n):
            row.returns[seat] /= total

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
            if row.seat < 0:
                share_win(s, row)
            else:
                value_cut(s, row, seen)
        return DONE

    return rollouts
