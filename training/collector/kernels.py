"""The compiled part of collecting: the learner's choices, and minibatches of them."""

import math

import numpy as np

from fs_env.agents.networks.header import BIAS_AT, STEP, WEIGHTS_AT, Head
from fs_env.agents.networks.kernels import (
    DRAWS,
    NO_PRIOR,
    ask_prior_policy,
    gumbel,
    read_recurrent_state,
    recurrent_state_at,
    run_tower,
    score_of,
    update_recurrent_state,
)
from fs_env.agents.networks.layers import fast_dot
from fs_env.agents.networks.listing import add_inputs, list_inputs, new_work
from fs_env.core.machine.compile.backend import types
from fs_env.core.machine.compile.jit import Kernel, type_of
from fs_env.core.machine.compile.memory import floats_at, words_at
from fs_env.core.machine.compile.program import program
from fs_env.core.machine.table.rng import pick

ENDED, TRUNCATED, WAITING = -1, -2, -3  # instead of the next decision: what `result` is, or nothing yet
PRIOR_POLICY_FAILED = -1  # instead of a row
NOWHERE = -1  # instead of a step

DECISION = np.dtype(
    [
        ("first", "i8"),  # of its inputs
        ("inputs", "i4"),  # how many, with those of a centralized critic
        ("own", "i4"),  # how many of them its own observation has; they come first
        ("legal", "i4"),  # how many actions
        ("first_id", "i8"),  # of its legal ids
        ("chosen", "i4"),  # place of the action among them
        ("seat", "i4"),
        ("row", "i4"),
        ("next", "i4"),  # decision of the same seat in the same game, or one of the three above
        ("game", "i8"),  # number of the game in its row
        ("prior_action", "i4"),  # what the learner's prior policy would do; NO_PRIOR without one
        ("log_prob", "f4"),
        ("value", "f4"),  # return that the network expected
        ("potential", "f4"),  # of the position, if there is shaping
        ("result", "f4"),  # return of the seat when the game ended; what the network expected when it was truncated
        ("advantage", "f4"),
        ("target", "f4"),  # of the value
    ],
    align=True,
)
decision = type_of(DECISION)
word, words, reals, many = types.int64, types.int64[::1], types.float32[::1], decision[::1]
places32, acts = types.int32[::1], types.int16[::1]
seen = types.Tuple((types.int16[:, ::1], types.int16[:, :, ::1], types.int8[:, ::1]))
turns = types.Tuple((types.int64[:], types.int64[:], types.int64[:, :, ::1]))
listed = types.Tuple((many, places32, reals, acts, types.float32[:, ::1]))
kernel = Kernel(None, score="float64")


@kernel
def expected_return(score, parties):
    """The return that a score represents: 1 for the only winner, -1 / (parties - 1) for each of the others (see `share_of`)."""
    share = 1.0 / (1.0 + math.exp(math.log(parties - 1.0) - score * parties / (parties - 1.0)))
    return (parties * share - 1.0) / (parties - 1.0)


@program((seen, turns, *[word] * 4, listed, types.float64[::1], types.int64[:, ::1], words, words))
def record(seen, turns, row, network, critic, parties, listed, logits, last, games, counts):
    """Answers the pending decisions of the rows from `row` on by draws of the network's policy, and writes them down.

    `seen`: observations, what the other seats of each row see, for a centralized critic, and masks. `turns`: seats, actions and
    memories. `listed`: the arrays of `Decisions`. `critic` is the critic's network, 0: there is none; `parties` as of `Game.parties`.
    `counts` are the decisions, inputs and ids so far. Returns the row at which one of the buffers is full, or the number of rows;
    PRIOR_POLICY_FAILED where a prior policy could not answer.
    """
    obs, others, mask = seen
    seats, actions, memory = turns
    decisions, inputs, amounts, ids, recurrent_states = listed
    head = words_at(network, Head.WORDS)
    layers, players = int(head[Head.POLICY]), last.shape[1]
    at = Head.POLICY + layers * STEP
    work = new_work()
    while row < len(obs):
        seat = int(seats[row])
        if seat < 0:
            row += 1
            continue
        list_inputs(obs[row], head, work)
        own_inputs = int(work.n)
        if critic != 0:
            for other in range(players - 1):
                add_inputs(others[row, other], head, work, (other + 1) * int(head[Head.INPUTS]))
        n = int(work.n)
        k, first, first_id = int(counts[0]), int(counts[1]), int(counts[2])
        legal = 0
        for action in range(mask.shape[1]):
            if mask[row, action] != 0:
                if first_id + legal < len(ids):
                    ids[first_id + legal] = action
                legal += 1
        if k >= len(decisions) or first + n > len(inputs) or first_id + legal > len(ids):
            return row
        for j in range(n):
            inputs[first + j] = work.index[j]
            amounts[first + j] = work.amount[j]
        work.n = own_inputs
        own = memory[row, seat]
        recurrent_state = floats_at(recurrent_state_at(head, own), head[Head.RECURRENT_SIZE])
        for j in range(int(head[Head.RECURRENT_SIZE])):
            recurrent_states[k, j] = recurrent_state[j]
        read_recurrent_state(head, recurrent_state, work)
        width = run_tower(head, Head.POLICY, work)
        weights = floats_at(head[at + WEIGHTS_AT], head[Head.ACTIONS] * width)
        bias = floats_at(head[at + BIAS_AT], head[Head.ACTIONS])
        prior_action = ask_prior_policy(obs[row], ids[first_id : first_id + legal], legal, own, head)
        if prior_action < NO_PRIOR:
            return PRIOR_POLICY_FAILED
        seed = pick(own[0], own[1], 2 * DRAWS)
        own[1] += 1
        chosen, top, highest = 0, -math.inf, -math.inf
        for j in range(legal):
            action = int(ids[first_id + j])
            logit = float(bias[action] + fast_dot(work.units[:width], weights, action * width, width))
            if action == prior_action:
                logit += floats_at(head[Head.PRIOR_LOGITS_AT], head[Head.ACTIONS])[action]
            logits[j] = logit
            highest = max(highest, logit)
            drawn = logit + gumbel(seed, action)
            if drawn > top:
                chosen, top = j, drawn
        if head[Head.RECURRENT_SIZE] > 0:
            update_recurrent_state(head, recurrent_state, work, width, int(ids[first_id + chosen]))
        total = 0.0
        for j in range(legal):
            total += math.exp(logits[j] - highest)
        one = decisions[k]
        one["first"], one["inputs"], one["first_id"], one["legal"] = first, n, first_id, legal
        one["chosen"], one["seat"], one["row"], one["game"] = chosen, seat, row, games[row]
        one["prior_action"] = prior_action
        one["log_prob"] = logits[chosen] - highest - math.log(total)
        one["own"], one["value"] = own_inputs, 0.0
        if critic != 0:
            work.n = n
            one["value"] = expected_return(score_of(words_at(critic, Head.WORDS), work), parties)
        elif head[Head.VALUE] > 0:
            one["value"] = expected_return(score_of(head, work), parties)
        one["next"], one["potential"], one["result"] = WAITING, 0.0, 0.0
        if last[row, seat] >= 0:
            decisions[last[row, seat]]["next"] = k
        last[row, seat] = k
        actions[row] = ids[first_id + chosen]
        counts[0], counts[1], counts[2] = k + 1, first + n, first_id + legal
        row += 1
    return row


@program((many, word, word, words, words))
def list_windows(decisions, n, length, windows, steps):
    """Cuts the decisions of each seat in each game into windows of at most `length` that follow each other.

    Writes the window of each of the first n decisions and its place there, NOWHERE for those that still wait for what follows.
    Returns how many windows there are.
    """
    built = 0
    steps[:n] = NOWHERE
    for k in range(n):
        following = int(decisions[k]["next"])
        if following == WAITING:
            steps[k] = NOWHERE
            continue
        if steps[k] == NOWHERE:
            windows[k], steps[k] = built, 0
            built += 1
        if following >= 0 and steps[k] + 1 < length:
            windows[following], steps[following] = windows[k], steps[k] + 1
    return built


@program((many, places32, reals, acts, words, word, word, words, reals, *[words] * 5))
def gather(decisions, inputs, amounts, ids, wanted, whole, at, places, sizes, firsts, actions, rows, slots, ends):
    """Copies the inputs and legal ids of the wanted decisions to a minibatch, which has `at` of them so far.

    `whole`: 1 for all inputs, 0 for those of the own observation. `ends` are its inputs and ids so far.
    """
    n, m = int(ends[0]), int(ends[1])
    for i in range(len(wanted)):
        one = decisions[wanted[i]]
        first, first_id = int(one["first"]), int(one["first_id"])
        firsts[at + i] = n
        many = int(one["inputs"]) if whole != 0 else int(one["own"])
        for j in range(first, first + many):
            places[n] = inputs[j]
            sizes[n] = amounts[j]
            n += 1
        for j in range(int(one["legal"])):
            actions[m] = ids[first_id + j]
            rows[m] = at + i
            slots[m] = j
            m += 1
    ends[0], ends[1] = n, m
