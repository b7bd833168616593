"""ROLLOUTS: from one state, actions tried in determinizations for a seat, each played on and valued.

Rows with equal seeds share a determinization if they are neighbours. All states are worked on in three places of `S`: the
first is the state as the caller gives it, the second the determinization, the third the game played on from it. Further
states are those that the caller has drawn, one for each group of rows: then none is drawn here.

A row says: `action` the first action, `second` 1 + one that follows it in the same turn as soon as it is legal (0: none), `seed` of
the determinization, `reward_seat` the seat that acts and whose knowledge it agrees with, `policies` for all seats, `stop_turn` the turn
at whose first choice the rollout is cut, `value`, `weights` and `n_weights` the addresses of a value and its weights (0: none) and how
many weights there are, `winning` how seats win. It gets `returns`, each seat's share of the win (see `machine.table.shares`): of a
finished game, or of a rollout that was cut from the scores that the value gives to each seat's observation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.jit import Kernel
from ...compile.memory import short_lived
from ..codes import BAD_BUFFER, BAD_PLACE, DONE, NOT_LEGAL, REFUSED, RESAMPLED_SEEDS
from ..policy_call import SEED_AND_COUNTER

if TYPE_CHECKING:
    from ...declare.spec import GameSpec

GIVEN, SAMPLED, PLAYED, PLACES = 0, 1, 2, 3  # the states


def make_rollouts(
    kernel: Kernel,
    spec: GameSpec,
    is_seated: Callable[..., Any],
    finish: Callable[..., Any],
    copy_state: Callable[..., Any],
) -> Callable[..., Any]:
    resample, step, num_players, turn = spec.resample, spec.step, spec.num_players, spec.turn
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.schema.size

    @kernel
    def rollouts(S, number, words, rows, memory):
        """Plays the first rows from the first state; overwrites the second and third; returns 0 or the first fault."""
        room = max_players * words
        if len(S) < PLACES:
            return BAD_PLACE
        if len(rows) < number or words < SEED_AND_COUNTER or len(memory) < number * room:
            return BAD_BUFFER
        acts, seen = short_lived(num_actions), short_lived(obs_size)
        n, sampled, drawn = num_players(S[GIVEN]), SAMPLED, len(S) == PLACES
        if not drawn:
            sampled = PLACES - 1
        for i in range(number):
            row = rows[i]
            if not is_seated(row, n):
                return BAD_PLACE
            if i == 0 or row.seed != rows[i - 1].seed:
                if drawn:
                    copy_state(S, GIVEN, SAMPLED)
                    resample(S[SAMPLED], row.reward_seat, row.seed ^ RESAMPLED_SEEDS)
                else:
                    sampled += 1
                    if sampled >= len(S):
                        return BAD_PLACE
            copy_state(S, sampled, PLAYED)
            s = S[PLAYED]
            row.turn = turn(s)
            if row.action < 0 or row.action >= num_actions or step(s, row.action) != DONE:
                row.status = NOT_LEGAL
                return REFUSED
            row.status = DONE
            finish(s, row, seen, acts, memory[i * room : (i + 1) * room])
            if row.status != DONE:
                return row.status
        return DONE

    return rollouts
