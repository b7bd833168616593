"""The compiled part of networks: from an observation to inputs, through the layers, to a choice or a score.

One program plays every network of every game: sizes and weights are read from the network's header (see `network.Header`).
"""

from __future__ import annotations

import math
from enum import IntEnum

import numba
import numpy as np

from fs_env.agents.networks.layers import FastKernel, fast_add_rows, fast_dot, fast_list_positive, fast_start
from fs_env.agents.networks.recurrence import WIDEST as WIDEST_STATE
from fs_env.core.machine.compile.memory import address_of, floats_at, make_uninitialised, places_at, words_at
from fs_env.core.machine.compile.program import program
from fs_env.core.machine.run.commands.codes import NO_ROOM
from fs_env.core.machine.run.policy_call import SEED_AND_COUNTER, ask_policy
from fs_env.core.machine.table.rng import pick

MOST = 4096  # inputs of one observation that are not zero
WIDEST = 1024  # units of a layer
LAYERS = 4  # hidden layers of a tower, at most
WRONG_NETWORK = -2  # in place of an action: the observation is not of the network's game
NO_PRIOR = -1  # in place of a prior action: the network has no prior policy


class Entry(IntEnum):
    """The columns of the table of entries, int32: an entry makes at most two inputs of one number of the observation.

    With a second number, its value is `number * OTHER_SIZE + min(max(second - OTHER_LOW, 0), OTHER_SIZE - 1)`.
    """

    PLACE = 0  # of the number in the observation
    COMMON = 1  # the value that makes no input
    LOW = 2  # the value of the first row
    COUNT = 3  # how many rows
    FIRST = 4  # place of the first row in the list of rows: the input that stands for a value, -1 for none
    NUMBER = 5  # the input whose amount is the number's size, -1 for none
    OTHER = 6  # place of the second number, -1 for none
    OTHER_LOW = 7
    OTHER_SIZE = 8


class Head(IntEnum):
    """The words of a header, int64."""

    NUMBERS = 0  # of an observation
    ACTIONS = 1
    ENTRIES = 2  # how many
    SINGLE = 3  # how many of them, the first ones, have no second number
    ENTRIES_AT = 4  # addresses
    ROWS = 5
    ROWS_AT = 6
    BASES_AT = 7  # what is subtracted from the size of each entry's number
    SIZES_AT = 8  # size of every number of 16 bits, by its bits: sign(x) * log(1 + |x|)
    TEMPERATURE = 9  # of draws, in millionths; 0: the action with the highest logit
    INPUTS = 10
    PRIOR_POLICY = 11  # address of the prior policy, 0 without one
    PRIOR_POLICY_WORDS = 12  # of its memory, which follows the network's own two
    PRIOR_LOGITS_AT = 13  # what is added to the logit of each action where the prior policy would take it
    RECURRENT_SIZE = 14  # numbers of the recurrent state, 0 without one (see `networks.recurrence`)
    READ_AT = 15
    WRITE_AT = 16
    WRITE_BIAS_AT = 17
    CHOSEN_AT = 18
    POLICY = 19  # a tower; 0 layers: it has none
    VALUE = 19 + 1 + 3 * (LAYERS + 1)
    WORDS = 19 + 2 * (1 + 3 * (LAYERS + 1))


# A tower is the number of its hidden layers, then three words for each of them, and three for its outputs: the width, the address of
# the weights (a row for each input or unit before; of the outputs: a row for each of them), the address of the biases.
WIDTH, WEIGHTS_AT, BIAS_AT, STEP = 1, 2, 3, 3

ENTRY_WIDTH = len(Entry)
WORK = np.dtype(
    [
        ("n", "i8"),
        ("index", "i4", (MOST,)),
        ("amount", "f4", (MOST,)),
        ("units", "f4", (WIDEST,)),
        ("level", "f4", (WIDEST,)),  # of the units of the layer before that are positive
        ("active", "i4", (WIDEST,)),  # which ones they are
        ("recurrent_state", "f4", (WIDEST_STATE,)),  # what the policy reads
    ],
    align=True,
)
kernel = FastKernel(
    None,
    obs="int16[::1]",
    acts="int16[::1]",
    memory="int64[::1]",
    weights="float32[::1]",
    head="int64[::1]",
    units="float32[::1]",
    work=numba.from_dtype(WORK),
    amount=numba.types.float32,
    places="int64[::1]",
    amounts="float32[::1]",
    recurrent_state="float32[::1]",
)
new_work = make_uninitialised(WORK)
ONE = np.float32(1)
MILLIONTH = 1e-6
DRAWS = 2**31
NUMBERS, ACTIONS, ENTRIES, SINGLE, ENTRIES_AT, ROWS, ROWS_AT, BASES_AT, SIZES_AT = (
    int(word) for word in list(Head)[:9]
)
TEMPERATURE, INPUTS, PRIOR_POLICY, PRIOR_POLICY_WORDS, PRIOR_LOGITS_AT = (int(word) for word in list(Head)[9:14])
RECURRENT_SIZE, READ_AT, WRITE_AT, WRITE_BIAS_AT, CHOSEN_AT, POLICY, VALUE, WORDS = (
    int(word) for word in list(Head)[14:]
)
PLACE, COMMON, LOW, COUNT, FIRST, NUMBER, OTHER, OTHER_LOW, OTHER_SIZE = (int(column) for column in Entry)


@kernel
def put(work, index, amount):
    """Adds one input to the list."""
    if work.n < MOST:
        work.index[work.n] = index
        work.amount[work.n] = amount
        work.n += 1


@kernel
def add_inputs(obs, head, work, shift):
    """Adds the inputs of an observation to the list, their places moved on by `shift`."""
    n = int(head[ENTRIES])
    entries = places_at(head[ENTRIES_AT], n * ENTRY_WIDTH)
    rows = places_at(head[ROWS_AT], head[ROWS])
    bases = floats_at(head[BASES_AT], n)
    sizes = floats_at(head[SIZES_AT], 65536)
    single = int(head[SINGLE])
    for k in range(n):
        at = k * ENTRY_WIDTH
        value = int(obs[entries[at + PLACE]])
        if k >= single:
            second = int(obs[entries[at + OTHER]]) - int(entries[at + OTHER_LOW])
            size = int(entries[at + OTHER_SIZE])
            value = value * size + min(max(second, 0), size - 1)
        if value == entries[at + COMMON]:
            continue
        number = int(entries[at + NUMBER])
        if number >= 0:
            put(work, number + shift, sizes[value & 65535] - bases[k])
        row = value - int(entries[at + LOW])
        if 0 <= row < entries[at + COUNT]:
            index = int(rows[int(entries[at + FIRST]) + row])
            if index >= 0:
                put(work, index + shift, ONE)


@kernel
def list_inputs(obs, head, work):
    """Lists the inputs of an observation."""
    work.n = 0
    add_inputs(obs, head, work, 0)


@kernel
def run_tower(head, tower, work):
    """Writes the units of the last hidden layer to `work.units`, not yet rectified; returns how many they are.

    The policy reads `work.recurrent_state`.
    """
    layers, at = int(head[tower]), tower
    width = int(head[at + WIDTH])
    units = work.units[:WIDEST]
    amounts, places = work.level[:WIDEST], work.active[:WIDEST]
    fast_start(units, floats_at(head[at + BIAS_AT], width), 0, width)
    weights = floats_at(head[at + WEIGHTS_AT], head[INPUTS] * width)
    fast_add_rows(units, work.amount[:MOST], work.index[:MOST], int(work.n), weights, width)
    if tower == POLICY and head[RECURRENT_SIZE] > 0:
        m = int(head[RECURRENT_SIZE])
        for j in range(m):
            places[j] = j
        fast_add_rows(units, work.recurrent_state[:WIDEST_STATE], places, m, floats_at(head[READ_AT], m * width), width)
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
    """A draw of Gumbel's distribution that depends on seed and action only: the largest sum of it and a logit is a draw of the
    softmax."""
    return -math.log(-math.log((pick(seed, action, DRAWS) + 0.5) / DRAWS))


@kernel
def ask_prior_policy(obs, acts, n, memory, head):
    """Action of the network's prior policy, NO_PRIOR without one; writes its part of the memory. Other negative numbers are
    errors."""
    if head[PRIOR_POLICY] == 0:
        return NO_PRIOR
    end = SEED_AND_COUNTER + int(head[PRIOR_POLICY_WORDS])
    if len(memory) < end:
        return NO_ROOM
    memory[SEED_AND_COUNTER] = memory[0]
    return ask_policy(head[PRIOR_POLICY], obs, acts, n, memory[SEED_AND_COUNTER:end])


@kernel
def recurrent_state_at(head, memory):
    """The address of the recurrent state in a policy's memory, after the words of its prior policy."""
    return address_of(memory) + 8 * (SEED_AND_COUNTER + int(head[PRIOR_POLICY_WORDS]))


@kernel
def read_recurrent_state(head, recurrent_state, work):
    """Copies a recurrent state to where the policy reads it."""
    for j in range(int(head[RECURRENT_SIZE])):
        work.recurrent_state[j] = recurrent_state[j]


@kernel
def update_recurrent_state(head, recurrent_state, work, width, action):
    """Writes the recurrent state that follows from the one just read, the last hidden units and the chosen action."""
    m = int(head[RECURRENT_SIZE])
    weights = floats_at(head[WRITE_AT], 2 * m * width)
    bias = floats_at(head[WRITE_BIAS_AT], 2 * m)
    chosen = floats_at(head[CHOSEN_AT], head[ACTIONS] * 2 * m)
    for j in range(m):
        of_gate, of_new = action * 2 * m + j, action * 2 * m + m + j
        gate = bias[j] + chosen[of_gate] + fast_dot(work.units[:width], weights, j * width, width)
        new = bias[m + j] + chosen[of_new] + fast_dot(work.units[:width], weights, (m + j) * width, width)
        recurrent_state[j] += (math.tanh(new) - recurrent_state[j]) / (1.0 + math.exp(-gate))


@kernel
def choose(obs, acts, n, memory, network):
    """The legal action with the highest logit, the lowest id of equal ones, or a draw; counts its draws in the memory, and updates the
    recurrent state there."""
    head = words_at(network, WORDS)
    actions, layers = int(head[ACTIONS]), int(head[POLICY])
    if len(obs) != head[NUMBERS]:
        return WRONG_NETWORK
    prior_action = ask_prior_policy(obs, acts, n, memory, head)
    if prior_action < NO_PRIOR:
        return prior_action
    if len(memory) < SEED_AND_COUNTER + int(head[PRIOR_POLICY_WORDS]) + (int(head[RECURRENT_SIZE]) + 1) // 2:
        return NO_ROOM
    work = new_work()
    recurrent_state = floats_at(recurrent_state_at(head, memory), head[RECURRENT_SIZE])
    list_inputs(obs, head, work)
    read_recurrent_state(head, recurrent_state, work)
    width = run_tower(head, POLICY, work)
    at = POLICY + layers * STEP
    weights = floats_at(head[at + WEIGHTS_AT], actions * width)
    bias = floats_at(head[at + BIAS_AT], actions)
    temperature = head[TEMPERATURE] * MILLIONTH
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
            value += floats_at(head[PRIOR_LOGITS_AT], actions)[action]
        if temperature > 0:
            value = value / temperature + gumbel(seed, action)
        if best < 0 or value > top or (value == top and action < best):
            best, top = action, value
    if head[RECURRENT_SIZE] > 0:
        update_recurrent_state(head, recurrent_state, work, width, best)
    return best


@kernel
def score_of(head, work):
    """The score of the listed inputs."""
    width, at = run_tower(head, VALUE, work), VALUE + int(head[VALUE]) * STEP
    return float(
        floats_at(head[at + BIAS_AT], 1)[0]
        + fast_dot(work.units[:width], floats_at(head[at + WEIGHTS_AT], width), 0, width)
    )


@kernel
def score(obs, weights):
    """The score of an observation; `weights` are the bytes of a header. 0 where it is one of another game, or has no value."""
    head = words_at(address_of(weights), WORDS)
    if len(obs) != head[NUMBERS] or head[VALUE] == 0:
        return 0.0
    work = new_work()
    list_inputs(obs, head, work)
    return score_of(head, work)


@kernel
def logits_to(obs, acts, n, head, recurrent_state, units):
    """Writes the logits of `acts[:n]` to `units[:n]`; returns the score, 0 where the network has no value."""
    actions, layers = int(head[ACTIONS]), int(head[POLICY])
    work = new_work()
    list_inputs(obs, head, work)
    read_recurrent_state(head, recurrent_state, work)
    if layers > 0:
        width = run_tower(head, POLICY, work)
        at = POLICY + layers * STEP
        weights = floats_at(head[at + WEIGHTS_AT], actions * width)
        bias = floats_at(head[at + BIAS_AT], actions)
        for i in range(n):
            action = int(acts[i])
            units[i] = bias[action] + fast_dot(work.units[:width], weights, action * width, width)
    return score_of(head, work) if head[VALUE] > 0 else 0.0


@program("int16[:,::1], int16[:,::1], int64[::1], float32[:,::1], float32[:,::1], float32[::1], int64")
def evaluate(observations, ids, counts, recurrent_states, logits, scores, network):
    """Writes the logits of the legal ids of every row, and its score; what is beyond the count of a row stays as it is."""
    head = words_at(network, WORDS)
    for row in range(len(observations)):
        scores[row] = logits_to(observations[row], ids[row], counts[row], head, recurrent_states[row], logits[row])


@kernel
def list_to(obs, head, places, amounts, first):
    """Copies the inputs of an observation to `places` and `amounts` from place `first` on; returns how many there are."""
    work = new_work()
    list_inputs(obs, head, work)
    n = int(work.n)
    if first + n <= len(places):
        for k in range(n):
            places[first + k] = work.index[k]
            amounts[first + k] = work.amount[k]
    return n


@program("int16[:,::1], int64[::1], int64[::1], float32[::1], int64")
def extract(observations, firsts, places, amounts, network):
    """Lists the inputs of every row one after the other; `firsts[row]` is the place of its first one.

    Returns how many there are; beyond the length of `places` they are counted and not written.
    """
    head = words_at(network, WORDS)
    total = 0
    for row in range(len(observations)):
        firsts[row] = total
        total += list_to(observations[row], head, places, amounts, total)
    return total
