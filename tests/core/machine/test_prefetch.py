"""Requests for memory change nothing, and together they name all of it."""

from __future__ import annotations

from itertools import chain

import numba
import numpy as np
import pytest

from fs_env.core.machine.compile.instructions import LINE, make_ask_to_write
from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.compile.memory import make_named
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.table.prefetch import make_requests, one_after_another, portion

DTYPE = np.dtype([("first", np.int32), ("cards", np.int16, (100,)), ("last", np.int8)])
PARTS = 3
SEEN = np.dtype([("numbers", np.int16, (200,))])
kernel = Kernel(DTYPE, obs="int16[::1]", mask="int8[::1]", o=numba.from_dtype(SEEN))
named = make_named(SEEN)
ask_for_mask = make_ask_to_write(1, 300)


@kernel
def tell_last(s, viewer, o):
    o.numbers[0] = s.last + viewer


@kernel
def tell_double(s, viewer, o):
    o.numbers[1] = 2 * o.numbers[0]


@kernel
def tell_card(s, viewer, o):
    o.numbers[0] = s.cards[3]


requests = make_requests(DTYPE, [("cards", 10, 150), ("last", 0, 1)], 200, PARTS)
tell = one_after_another(kernel, [tell_last, tell_double, tell_card], requests)


@kernel
def look(s, obs, mask):
    for viewer in range(2):
        tell(s, viewer, named(obs))
    ask_for_mask(mask, 10_000)
    return int(s.cards[3])


def test_steps__are_taken_in_order():
    """Each step finds what the steps before it have written; requests write nothing, in rows behind neither."""
    S, obs, mask = np.zeros(2, DTYPE), np.arange(400, dtype=np.int16), np.ones(300, np.int8)
    S["cards"], S["last"] = 5, 7
    before = S.tobytes(), obs[2:].tobytes(), mask.tobytes()
    row = S[1] if compiled() else as_records(S)[1]
    assert look(row, obs, mask) == 5
    assert obs[:2].tolist() == [5, 2 * (7 + 1)]
    assert before == (S.tobytes(), obs[2:].tobytes(), mask.tobytes())


def test_steps__have_a_request_each():
    with pytest.raises(ValueError, match="zip"):
        one_after_another(kernel, [tell_last], requests)


@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_parts_are_the_whole(count):
    """The parts follow one another, miss nothing, and differ by one at most."""
    places = list(range(0, LINE * count, LINE))
    parts = [portion(places, k, PARTS) for k in range(PARTS)]
    assert list(chain.from_iterable(parts)) == places
    assert max(map(len, parts)) - min(map(len, parts)) <= 1
