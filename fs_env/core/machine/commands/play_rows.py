"""PLAY_ROWS and ADVANCE: games with their players, each played on to a decision that the caller answers, or to the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..ahead import make_ask_to_write
from ..jit import Kernel
from ..policy_call import OUTSIDE, RANDOM_ADDRESS, SEED_AND_COUNTER, ask_policy, pick_ascending
from ..rng import seat_seed
from ..scratch import short_lived
from .codes import BAD_BUFFER, BAD_PLACE, DONE, ENDED, HOLD, NO_ACTION, REFUSED, RESTART, STUCK

if TYPE_CHECKING:
    from ..game import GameSpec


def make_play_row(kernel: Kernel, spec: GameSpec) -> Callable[..., Any]:
    """The kernel `play_row` of a game, which both commands share."""
    to_act, legal, step, observe, returns = (
        getattr(spec, name) for name in ("to_act", "legal", "step", "observe", "returns")
    )
    outcome, num_players, decisions = spec.outcome, spec.num_players, spec.decisions
    max_players = spec.max_players

    @kernel
    def answer_for(s, row, seat, n, seen, acts, memory):
        """The answer to a decision that is not the caller's; writes the memory of a policy that is asked."""
        address = row.policies[seat]
        words = len(memory) // max_players
        own = memory[seat * words : (seat + 1) * words]
        if n == 1:
            return int(acts[0])
        if address == RANDOM_ADDRESS:
            return pick_ascending(acts, n, own)
        observe(s, seat, seen)
        return ask_policy(address, seen, acts, n, own)

    @kernel
    def rest(s, row, seen, acts, memory):
        """Answers for the policies until the caller is asked; how many actions are legal then, 0 after the end."""
        seat = to_act(s)
        while seat >= 0:
            n = legal(s, acts)
            if n < 1:
                row.status = STUCK
                return 0
            wanted = n > 1 or (row.skip_forced == 0 and (row.reward_seat < 0 or seat == row.reward_seat))
            if (wanted and row.policies[seat] == OUTSIDE) or row.status != DONE:
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

    @kernel
    def play_row(s, row, action, seen, on, acts, memory):
        """Takes the action, plays on, and writes the row, the observation `seen` and the mask `on`."""
        reward_seat = row.reward_seat if row.reward_seat >= 0 else to_act(s)
        row.status = DONE
        if action != NO_ACTION:
            seat = to_act(s)
            row.status = step(s, action)
            if row.status == DONE and row.n_legal > 1:
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

    return play_row


def make_play_rows(kernel: Kernel, spec: GameSpec, play_row: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel `play_rows` of a game."""
    setup, num_actions, max_players, obs_size = spec.setup, spec.num_actions, spec.max_players, spec.layout.size
    ask_for_mask = make_ask_to_write(1, num_actions)

    @kernel
    def deal_row(s, row, memory, options):
        """A new game from the seed of the row, its policies with empty memories."""
        setup(s, options, row.seed)
        row.n_legal = 0
        memory[:] = 0
        words = len(memory) // max_players
        for seat in range(max_players):
            row.choices[seat] = 0
            memory[seat * words] = seat_seed(row.seed, seat)

    @kernel
    def play_rows(S, first, last, words, obs, mask, rows, memory, options):
        """Plays rows first..last-1 as they say; how many of them do not rest at a decision of their reward seat."""
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


def make_advance(kernel: Kernel, spec: GameSpec, play_row: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel `advance` of a game."""
    num_actions, max_players, obs_size = spec.num_actions, spec.max_players, spec.layout.size

    @kernel
    def advance(s, action, obs, mask, rows, memory):
        """Plays one state as the first row says; the seat that is asked, or what became of the action."""
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
