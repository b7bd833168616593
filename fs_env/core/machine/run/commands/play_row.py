"""Playing one game on, with its policies, to a decision that the caller answers or to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...compile.c_calls import call_policy
from ...compile.jit import Kernel
from ..codes import DONE, NO_ACTION, REFUSED, STUCK
from ..policy_call import OUTSIDE, RANDOM_ADDRESS, pick_ascending

if TYPE_CHECKING:
    from ...declare.spec import GameSpec


def make_passing(kernel: Kernel, spec: GameSpec) -> Any:
    return kernel(nothing_passed) if spec.passing is None else spec.passing


def nothing_passed(s, rule):
    return NO_ACTION


def make_answer_for(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    turn, observe, max_players = spec.turn, spec.observe, spec.max_players

    @kernel
    def take_second(s, row, n, acts):
        """Leaves the second action of a row as the only choice, twice, if it is legal; forgets it then, and when the turn is over."""
        second = row.second - 1
        if turn(s) != row.turn:
            row.second = 0
            return n
        for i in range(n):
            if acts[i] == second:
                row.second = 0
                acts[0] = second
                acts[1] = second
                return 2
        return n

    @kernel
    def answer_for(s, row, seat, n, seen, acts, memory):
        """The answer to a decision that is not the caller's; writes the memory of a policy that is asked."""
        address = row.policies[seat]
        words = len(memory) // max_players
        own = memory[seat * words : (seat + 1) * words]
        if n == 1:
            return int(acts[0])
        if row.second != 0 and seat == row.reward_seat:
            n = take_second(s, row, n, acts)
        if address == RANDOM_ADDRESS:
            return pick_ascending(acts, n, own)
        observe(s, seat, seen)
        return call_policy(address, seen, acts, n, own)

    return answer_for


def make_rest(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    to_act, legal, step, turn = spec.to_act, spec.legal, spec.step, spec.turn
    passing, answer_for = make_passing(kernel, spec), make_answer_for(kernel, spec)

    @kernel
    def rest(s, row, seen, acts, memory):
        """Answers for the policies, and passes by the rules of the row, until the caller is asked or the turn of the row comes;
        returns how many actions are legal then, 0 after the end."""
        seat = to_act(s)
        while seat >= 0:
            if row.passes[seat] != 0 and row.status == DONE:
                answer = passing(s, row.passes[seat])
                if answer != NO_ACTION and step(s, answer) == DONE:
                    row.passed[seat] += 1
                    seat = to_act(s)
                    continue
            n = legal(s, acts)
            if n < 1:
                row.status = STUCK
                return 0
            wanted = n > 1 or (row.skip_forced == 0 and (row.reward_seat < 0 or seat == row.reward_seat))
            if (wanted and row.policies[seat] == OUTSIDE) or row.status != DONE:
                return n
            if n > 1 and row.stop_turn > 0 and turn(s) >= row.stop_turn:
                return n
            answer = answer_for(s, row, seat, n, seen, acts, memory)
            if step(s, answer) != DONE:
                row.status = REFUSED
                row.bad_seat = seat
                row.bad_answer = answer
                return n
            if n > 1:
                row.choices[seat] += 1
            seat = to_act(s)
        return 0

    return rest


def make_play_row(kernel: Kernel, spec: GameSpec, rest: Callable[..., Any]) -> Callable[..., Any]:
    to_act, step, observe, returns, outcome = spec.to_act, spec.step, spec.observe, spec.returns, spec.outcome
    num_players, decisions, turn = spec.num_players, spec.decisions, spec.turn

    @kernel
    def play_row(s, row, action, seen, on, acts, memory):
        """Takes the action, plays on, and writes the row, the observation `seen` and the mask `on`."""
        reward_seat = row.reward_seat if row.reward_seat >= 0 else to_act(s)
        row.status = DONE
        if action != NO_ACTION:
            seat = to_act(s)
            row.status = step(s, action)
            if row.status == DONE:
                row.passed[seat] = 0
                if row.n_legal > 1:
                    row.choices[seat] += 1
        n = rest(s, row, seen, acts, memory)
        seat = to_act(s)
        on[:] = 0
        row.returns[:] = 0.0
        row.reward = 0.0
        if seat >= 0:
            for j in range(n):
                on[acts[j]] = 1
            observe(s, seat, seen)
        else:
            returns(s, row.returns[: num_players(s)])
            if reward_seat >= 0:
                row.reward = row.returns[reward_seat]
                observe(s, reward_seat, seen)
        row.seat = seat
        row.outcome = outcome(s)
        row.n_legal = n
        row.num_players = num_players(s)
        row.decisions = decisions(s)
        row.turn = turn(s)

    return play_row
