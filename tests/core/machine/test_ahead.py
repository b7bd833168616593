"""Requests for memory change nothing, and together they name all of it."""

from __future__ import annotations

from itertools import chain

import numba
import numpy as np
import pytest

from fs_env.core.machine.ahead import LINE, make_ask_to_write, make_look_ahead, portion
from fs_env.core.machine.fields import as_records
from fs_env.core.machine.jit import Kernel, compiled

DTYPE = np.dtype([("first", np.int32), ("cards", np.int16, (100,)), ("last", np.int8)])
PARTS = 3
kernel = Kernel(DTYPE, obs="int16[::1]", mask="int8[::1]")
look_ahead = make_look_ahead(DTYPE, [("cards", 10, 150), ("last", 0, 1)], 200, PARTS)
ask_for_mask = make_ask_to_write(1, 300)


@kernel
def look(s, obs, mask):
    for _ in range(2):
        look_ahead(s, obs, 0)
    look_ahead(s, obs, 1)
    look_ahead(s, obs, 2)
    ask_for_mask(mask, 10_000)
    return int(s.cards[3])


@kernel
def look_anywhere(s, obs, part):
    look_ahead(s, obs, part)
    return 0


def test_nothing_changes():
    """Rows stay as they are, also those behind, and where there is no memory nothing happens."""
    S, obs, mask = np.zeros(2, DTYPE), np.arange(400, dtype=np.int16), np.ones(300, np.int8)
    S["cards"], S["last"] = 5, 7
    before = S.tobytes(), obs.tobytes(), mask.tobytes()
    row = S[1] if compiled() else as_records(S)[1]
    assert look(row, obs, mask) == 5
    assert before == (S.tobytes(), obs.tobytes(), mask.tobytes())


@pytest.mark.parametrize("count", [0, 1, 7, 100])
def test_parts_are_the_whole(count):
    """The parts follow one another, miss nothing, and differ by one at most."""
    places = list(range(0, LINE * count, LINE))
    parts = [portion(places, k, PARTS) for k in range(PARTS)]
    assert list(chain.from_iterable(parts)) == places
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.skipif(not compiled(), reason="nothing is compiled")
def test_a_part_is_a_literal():
    """A part that is not known when it is compiled is refused."""
    with pytest.raises(numba.TypingError, match="look_ahead"):
        look_anywhere(np.zeros(1, DTYPE)[0], np.zeros(4, np.int16), 1)
