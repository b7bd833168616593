"""The compiled part of networks: from an observation to inputs, through the layers, to a choice or a score.

One program plays every network of every game: sizes and weights are read from the network's header (see `header.Head`).
"""

import math

from fs_env.agents.networks.accumulators import accumulate, accumulator_words
from fs_env.agents.networks.header import BIAS_AT, MOST, STEP, WEIGHTS_AT, WIDEST, WIDTH, Head
from fs_env.agents.networks.layers import fast_add_rows, fast_dot, fast_list_positive, fast_start
from fs_env.agents.networks.listing import ONE, kernel, list_inputs, new_work
from fs_env.core.machine.compile.c_calls import call_policy
from fs_env.core.machine.compile.instructions import lowest
from fs_env.core.machine.compile.memory import address_of, floats_at, words_at
from fs_env.core.machine.compile.program import program
from fs_env.core.machine.compile.vectors import AMOUNT, LANES, count_bits, find_listed, list_amounts, list_columns
from fs_env.core.machine.run.codes import NO_ROOM
from fs_env.core.machine.run.policy_call import SEED_AND_COUNTER
from fs_env.core.machine.table.rng import pick

WRONG_NETWORK = -2  # instead of an action: the observation is not of the network's game
NO_PRIOR = -1  # instead of a prior action: the network has no prior policy
MILLIONTH = 1e-6
DRAWS = 2**31
WORD = 63  # groups whose bits are in one positive number


@kernel
def run_tower(head, tower, work):
    """Writes the units of the last hidden layer, from the listed inputs, to `work.units`, not yet rectified; returns how many they are.

    The policy reads `work.recurrent_state`.
    """
    width = int(head[tower + WIDTH])
    units = work.units[:WIDEST]
    fast_start(units, floats_at(head[tower + BIAS_AT], width), 0, width)
    weights = floats_at(head[tower + WEIGHTS_AT], head[Head.INPUTS] * width)
    fast_add_rows(units, work.amount[:MOST], work.index[:MOST], int(work.n), weights, width)
    return run_further(head, tower, work)


@kernel
def run_further(head, tower, work):
    """`run_tower` from what the first layer gets from the inputs, which is in `work.units`."""
    layers, at = int(head[tower]), tower
    width = int(head[at + WIDTH])
    units = work.units[:WIDEST]
    amounts, places = work.level[:WIDEST], work.active[:WIDEST]
    if tower == Head.POLICY and head[Head.RECURRENT_SIZE] > 0:
        m = int(head[Head.RECURRENT_SIZE])
        for j in range(m):
            places[j] = j
        fast_add_rows(units, work.recurrent_state[:m], places, m, floats_at(head[Head.READ_AT], m * width), width)
    for _ in range(1, layers):
        many = fast_list_positive(units, width, amounts, places)
        before = width
        at += STEP
        width = int(head[at + WIDTH])
        fast_start(units, floats_at(head[at + BIAS_AT], width), 0, width)
        fast_add_rows(units, amounts, places, many, floats_at(head[at + WEIGHTS_AT], before * width), width)
    return width


@kernel
def gumbel(seed, action):
    """A draw of Gumbel's distribution: the largest sum of it and a logit is a draw of the softmax."""
    return -math.log(-math.log((pick(seed, action, DRAWS) + 0.5) / DRAWS))


@kernel
def ask_prior_policy(obs, acts, n, memory, head):
    """Action of the prior policy, NO_PRIOR without one; writes its part of the memory. Other negative numbers are errors."""
    if head[Head.PRIOR_POLICY] == 0:
        return NO_PRIOR
    end = SEED_AND_COUNTER + int(head[Head.PRIOR_POLICY_WORDS])
    if len(memory) < end:
        return NO_ROOM
    memory[SEED_AND_COUNTER] = memory[0]
    return call_policy(head[Head.PRIOR_POLICY], obs, acts, n, memory[SEED_AND_COUNTER:end])


@kernel
def recurrent_state_at(head, memory):
    """The address of the recurrent state in a policy's memory, after the words of its prior policy."""
    return address_of(memory) + 8 * (SEED_AND_COUNTER + int(head[Head.PRIOR_POLICY_WORDS]))


@kernel
def read_recurrent_state(head, recurrent_state, work):
    for j in range(int(head[Head.RECURRENT_SIZE])):
        work.recurrent_state[j] = recurrent_state[j]


@kernel
def update_recurrent_state(head, recurrent_state, work, width, action):
    """Writes the recurrent state that follows from the one just read, the last hidden units and the chosen action."""
    m = int(head[Head.RECURRENT_SIZE])
    weights = floats_at(head[Head.WRITE_AT], 2 * m * width)
    bias = floats_at(head[Head.WRITE_BIAS_AT], 2 * m)
    chosen = floats_at(head[Head.CHOSEN_AT], head[Head.ACTIONS] * 2 * m)
    for j in range(m):
        of_gate, of_new = action * 2 * m + j, action * 2 * m + m + j
        gate = bias[j] + chosen[of_gate] + fast_dot(work.units[:width], weights, j * width, width)
        new = bias[m + j] + chosen[of_new] + fast_dot(work.units[:width], weights, (m + j) * width, width)
        recurrent_state[j] += (math.tanh(new) - recurrent_state[j]) / (1.0 + math.exp(-gate))


@kernel
def choose(obs, acts, n, memory, network):
    """The legal action with the highest logit, the lowest id of equal ones, or a draw; counts its draws in the memory, and updates the
    recurrent state and the accumulators there."""
    head = words_at(network, Head.WORDS)
    actions, layers = int(head[Head.ACTIONS]), int(head[Head.POLICY])
    if len(obs) != head[Head.NUMBERS]:
        return WRONG_NETWORK
    prior_action = ask_prior_policy(obs, acts, n, memory, head)
    if prior_action < NO_PRIOR:
        return prior_action
    end = SEED_AND_COUNTER + int(head[Head.PRIOR_POLICY_WORDS]) + (int(head[Head.RECURRENT_SIZE]) + 1) // 2
    if len(memory) < end + accumulator_words(head[Head.NUMBERS], head[Head.POLICY + WIDTH]):
        return NO_ROOM
    work = new_work()
    recurrent_state = floats_at(recurrent_state_at(head, memory), head[Head.RECURRENT_SIZE])
    accumulate(obs, head, Head.POLICY, memory[end:], work)
    read_recurrent_state(head, recurrent_state, work)
    width = run_further(head, Head.POLICY, work)
    at = Head.POLICY + layers * STEP
    weights = floats_at(head[at + WEIGHTS_AT], actions * width)
    bias = floats_at(head[at + BIAS_AT], actions)
    temperature = head[Head.TEMPERATURE] * MILLIONTH
    seed = 0
    if temperature > 0:
        seed = pick(memory[0], memory[1], 2 * DRAWS)
        memory[1] += 1
    best, top = -1, 0.0
    for i in range(n):
        action = int(acts[i])
        if not 0 <= action < actions:
            return WRONG_NETWORK
        value = float(bias[action] + fast_dot(work.units[:width], weights, action * width, width))
        if action == prior_action:
            value += floats_at(head[Head.PRIOR_LOGITS_AT], actions)[action]
        if temperature > 0:
            value = value / temperature + gumbel(seed, action)
        if best < 0 or value > top or (value == top and action < best):
            best, top = action, value
    if head[Head.RECURRENT_SIZE] > 0:
        update_recurrent_state(head, recurrent_state, work, width, best)
    return best


@kernel
def score_of(head, work):
    width, at = run_tower(head, Head.VALUE, work), Head.VALUE + int(head[Head.VALUE]) * STEP
    return float(
        floats_at(head[at + BIAS_AT], 1)[0]
        + fast_dot(work.units[:width], floats_at(head[at + WEIGHTS_AT], width), 0, width)
    )


@kernel
def score(obs, weights):
    """The score of an observation; `weights` are the bytes of a header. 0 where it is one of another game, or has no value."""
    head = words_at(address_of(weights), Head.WORDS)
    if len(obs) != head[Head.NUMBERS] or head[Head.VALUE] == 0:
        return 0.0
    work = new_work()
    list_inputs(obs, head, work)
    return score_of(head, work)


@kernel
def logits_to(obs, acts, n, head, recurrent_state, units):
    """Writes the logits of `acts[:n]` to `units[:n]`; returns the score, 0 where the network has no value."""
    actions, layers = int(head[Head.ACTIONS]), int(head[Head.POLICY])
    work = new_work()
    list_inputs(obs, head, work)
    read_recurrent_state(head, recurrent_state, work)
    if layers > 0:
        width = run_tower(head, Head.POLICY, work)
        at = Head.POLICY + layers * STEP
        weights = floats_at(head[at + WEIGHTS_AT], actions * width)
        bias = floats_at(head[at + BIAS_AT], actions)
        for i in range(n):
            action = int(acts[i])
            units[i] = bias[action] + fast_dot(work.units[:width], weights, action * width, width)
    return score_of(head, work) if head[Head.VALUE] > 0 else 0.0


@program("int16[:,::1], int16[:,::1], int64[::1], float32[:,::1], float32[:,::1], float32[::1], int64")
def evaluate(observations, ids, counts, recurrent_states, logits, scores, network):
    """Writes the logits of the legal ids of every row, and its score; what is beyond the count of a row stays as it is."""
    head = words_at(network, Head.WORDS)
    for row in range(len(observations)):
        scores[row] = logits_to(observations[row], ids[row], counts[row], head, recurrent_states[row], logits[row])


@kernel
def list_to(obs, head, indices, amounts, first):
    """Copies the inputs of an observation to places from `first` on; returns their number."""
    work = new_work()
    list_inputs(obs, head, work)
    n = int(work.n)
    if first + n <= len(indices):
        for k in range(n):
            indices[first + k] = work.index[k]
            amounts[first + k] = work.amount[k]
    return n


@program("int16[:,::1], int32[::1], int32[::1], float32[::1], int64")
def extract(observations, indptr, indices, amounts, network):
    """Lists the inputs of every row one after the other; those of a row begin at `indptr[row]`, and the last number there is their end.

    Returns how many inputs there are; beyond the length of `indices` they are counted and not written.
    """
    head = words_at(network, Head.WORDS)
    total = 0
    for row in range(len(observations)):
        indptr[row] = total
        total += list_to(observations[row], head, indices, amounts, total)
    indptr[len(observations)] = total
    return total


@program(
    "int16[:,::1], int16[::1], int16[::1], int32[::1], Array(float32, 1, 'C', readonly=True), int32[::1], int32[::1], float32[::1]"
)
def list_declared(observations, lows, counts, columns, sizes, indptr, indices, amounts):
    """Lists the inputs of every row as `extract` does, for the table of `coding.described`; returns how many, or more
    than there is room for."""
    n, numbers = 0, observations.shape[1]
    for row in range(len(observations)):
        seen = observations[row]
        indptr[row] = n
        if n + numbers + LANES > len(indices):
            return 2 * len(indices)
        for first in range(0, len(lows), WORD * LANES):
            some = 0  # groups with inputs: a branch for each would be mispredicted in every second one
            for k in range(min(WORD, len(lows) // LANES - first // LANES)):
                of = first + k * LANES
                some |= (find_listed(seen, min(of, numbers - LANES), lows, counts, of) != 0) << k
            while some != 0:
                of = first + lowest(some) * LANES
                some &= some - 1
                at = min(of, numbers - LANES)
                bits = find_listed(seen, at, lows, counts, of)
                missing = list_amounts(seen, at, counts, of, sizes, amounts, n, bits)
                if missing >= 0:
                    list_columns(seen, at, lows, counts, columns, of, indices, n, bits)
                left = bits if missing < 0 else missing
                while left != 0:
                    lane = lowest(left)
                    place = n + count_bits(bits & ((1 << lane) - 1))
                    sized = int(counts[of + lane]) & AMOUNT == AMOUNT
                    above = (int(seen[at + lane]) - int(lows[of + lane])) & AMOUNT
                    indices[place] = columns[of + lane] + (0 if sized else above)
                    amounts[place] = sizes[int(seen[at + lane]) & AMOUNT] if sized else ONE
                    left &= left - 1
                n += count_bits(bits)
    indptr[len(observations)] = n
    return n
