"""Vectors of numbers as records: kernels read and write them by name."""

from __future__ import annotations

import numba
import numpy as np

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named

PLAYER = np.dtype([("coins", "i2"), ("shape", "i2")])
SEEN = np.dtype([("turn", "i2"), ("players", PLAYER, (2,)), ("hand", "i2", (3,))])
WORDS = np.dtype([("seed", "i8"), ("used", [("action", "i8"), ("times", "i8")], (2,))])
seen, remembered = make_named(SEEN), make_named(WORDS)
kernel = Kernel(None, vector="int16[::1]", words="int64[::1]", o=numba.from_dtype(SEEN))


@kernel
def richer(o, k):
    """Whether player k has more coins than the other; gives it a card."""
    o.hand[k] += 1
    return o.players[k].coins > o.players[1 - k].coins


@kernel
def play(vector, k):
    o = seen(vector)
    o.turn += 1
    o.players[k].shape = 7
    return richer(o, k)


@kernel
def count(words, k, action):
    memory = remembered(words)
    memory.used[k].action = action
    memory.used[k].times += 1
    return memory.seed


def test_make_named__the_record_is_the_memory_of_the_vector():
    """Numbers are found by name where the dtype has them, also in nested records and under names that numpy uses itself;
    what a kernel writes, and one that it hands the record to, stands in the vector."""
    vector = np.array([40, 5, 0, 9, 0, 1, 1, 1], np.int16)
    assert not play(vector, 0)
    assert vector.tolist() == [41, 5, 7, 9, 0, 2, 1, 1]
    assert play(vector, 1)
    assert vector.tolist() == [42, 5, 7, 9, 7, 2, 2, 1]


def test_make_named__words_of_64_bits():
    """The same holds for vectors of other integers."""
    words = np.array([2**40, 0, 0, 0, 3], np.int64)
    assert count(words, 1, 812) == 2**40
    assert words.tolist() == [2**40, 0, 0, 812, 4]
