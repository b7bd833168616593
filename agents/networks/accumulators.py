"""Accumulators: what the first layer of a policy gets from its inputs, stored in the policy's memory and updated by what changed.

Between two choices of a seat some 15 of 3,411 numbers of its observation change. So the memory holds the observation that was seen last
and the sums of the first layer for it; the inputs that a changed number makes are taken off and those that it makes now are added
(Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018). The sums are whole numbers, each
product rounded by itself, so that taking off is exact: they do not depend on what was seen before, and errors cannot grow.

The part of the memory: the version of the weights that the sums were made with (0: none yet), the observation, the sums.
"""

import numpy as np

from fs_env.agents.networks.header import BIAS_AT, MOST, WEIGHTS_AT, WIDTH, Head
from fs_env.agents.networks.layers import SCALE, add_rounded_rows
from fs_env.agents.networks.listing import ONE, add_entry, kernel, list_inputs
from fs_env.core.machine.compile.memory import address_of, floats_at, numbers_at, places_at, words_at

UNIT = 1 / SCALE
FULL = MOST // 2  # a list that is longer is added at once
STRIDE = 8  # words of an observation that are compared at once
PER_WORD = 4  # numbers


@kernel
def accumulator_words(numbers, width):
    return 1 + (numbers + PER_WORD - 1) // PER_WORD + (width + 1) // 2


@kernel
def empty_list(head, tower, sums, work):
    """Adds the listed inputs to the sums, and clears the list."""
    width = int(head[tower + WIDTH])
    weights = floats_at(head[tower + WEIGHTS_AT], head[Head.INPUTS] * width)
    add_rounded_rows(sums, work.amount[:MOST], work.index[:MOST], int(work.n), weights, width)
    work.n = 0


@kernel
def change_number(obs, head, tower, shown, sums, c, work):
    """Lists what a changed number takes off and adds."""
    firsts = places_at(head[Head.FIRSTS_AT], head[Head.NUMBERS] + 1)
    readers = places_at(head[Head.READERS_AT], head[Head.READERS])
    if work.n > FULL:
        empty_list(head, tower, sums, work)
    for k in range(int(firsts[c]), int(firsts[c + 1])):
        add_entry(shown, head, work, int(readers[k]), 0, -ONE)
    shown[c] = obs[c]
    for k in range(int(firsts[c]), int(firsts[c + 1])):
        add_entry(shown, head, work, int(readers[k]), 0, ONE)


@kernel
def change_word(obs, head, tower, shown, sums, first, work):
    for c in range(first, first + PER_WORD):
        if shown[c] != obs[c]:
            change_number(obs, head, tower, shown, sums, c, work)


@kernel
def accumulate(obs, head, tower, memory, work):
    """Brings the accumulators in `memory` up to an observation, and writes what the first layer gets from it to `work.units`."""
    numbers, width = int(head[Head.NUMBERS]), int(head[tower + WIDTH])
    words = numbers // PER_WORD
    shown = numbers_at(address_of(memory) + 8, numbers)
    sums = places_at(address_of(memory) + 8 * (1 + (numbers + PER_WORD - 1) // PER_WORD), width)
    version = words_at(head[Head.VERSION_AT], 1)[0]
    work.n = 0
    if memory[0] != version:
        memory[0] = version
        for c in range(numbers):
            shown[c] = obs[c]
        for j in range(width):
            sums[j] = 0
        list_inputs(obs, head, work)
    else:
        seen, new = words_at(address_of(memory) + 8, words), words_at(address_of(obs), words)
        for block in range(words // STRIDE):
            differs = 0
            for k in range(STRIDE):
                differs |= seen[STRIDE * block + k] ^ new[STRIDE * block + k]
            if differs != 0:
                for k in range(STRIDE * block, STRIDE * (block + 1)):
                    if seen[k] != new[k]:
                        change_word(obs, head, tower, shown, sums, PER_WORD * k, work)
        for c in range(PER_WORD * STRIDE * (words // STRIDE), numbers):
            if shown[c] != obs[c]:
                change_number(obs, head, tower, shown, sums, c, work)
    empty_list(head, tower, sums, work)
    bias = floats_at(head[tower + BIAS_AT], width)
    for j in range(width):
        work.units[j] = bias[j] + np.float32(sums[j]) * UNIT
