"""Indices of kernels count from the first item; those of every other player's functions as numba has them."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from fs_env.core.machine.compile.jit import Kernel, compiled

kernel = Kernel(None, a="int16[::1]")
pytestmark = pytest.mark.skipif(not compiled(), reason="Python counts from the end, as ever")


@kernel
def item(a, i):
    return a[i]


@kernel
def outer(a, i):
    return item(a, i)


@numba.njit
def usual(a, i):
    return a[i]


def test_an_index_stands_as_it_is():
    """-1 is the item before the first, which bounds checking refuses; a function of numba's own still means the last."""
    numbers = np.array([7, 1, 2], np.int16)
    assert [outer(numbers[1:], i) for i in (0, 1)] == [1, 2]
    if numba.config.BOUNDSCHECK:
        with pytest.raises(IndexError):
            outer(numbers[1:], -1)
    else:
        assert outer(numbers[1:], -1) == 7
    assert usual(numbers[1:], -1) == 2
