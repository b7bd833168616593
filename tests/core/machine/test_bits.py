"""Sets as whole numbers: their members come in order."""

from __future__ import annotations

import pytest

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.table.bits import lowest, set_of

kernel = Kernel(None)


@kernel
def first(left):
    return lowest(left)


@pytest.mark.parametrize("members", [(0,), (62,), (0, 62), (7, 8, 40), range(63)])
def test_lowest__walks_through_a_set(members: tuple[int, ...]) -> None:
    """Each member once, ascending, up to the highest bit that a set has."""
    left, found = set_of(members), []
    while left:
        found.append(int(first(left)))
        left &= left - 1
    assert found == list(members)


def test_set_of__the_same_member_twice() -> None:
    assert set_of((3, 3, 5)) == 0b101000 and set_of(()) == 0
