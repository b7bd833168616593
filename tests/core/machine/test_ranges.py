"""Ranges of the numbers of a state."""

import numpy as np
import pytest

from fs_env.core.machine.declare.fields import Field, Records, StateFields
from fs_env.core.machine.declare.ranges import Ranges
from tests.core.machine.nim import GAME

HERD = StateFields(
    "herd",
    [
        Field("turn", "int32"),
        Field("grid", "int8", (2, 3)),
        Records("cow", (2, 2), [Field("age", "int16"), Records("calf", 3, [Field("name", "uint8")])]),
        Field("free", "int64", (2,)),
    ],
)
BOUNDS = {"turn": (0, 10), "grid": (-1, 5), "cow.age": (0, 30), "cow.calf.name": (1, 9), "free": None}
RANGES = Ranges(HERD, BOUNDS)


def herd():
    S = np.zeros(1, HERD.dtype)
    S["cow"]["calf"]["name"] = 1
    S["free"] = 2**62
    return S


def fault(S):
    return RANGES.fault(S.view(np.uint8))


def test_fault__none_at_the_borders():
    """Lowest and highest numbers are allowed, and any number where there are no bounds."""
    S = herd()
    assert fault(S) is None
    S["turn"], S["grid"][0, 1, 2], S["cow"]["age"], S["cow"]["calf"]["name"] = 10, -1, 30, 9
    assert fault(S) is None


@pytest.mark.parametrize("number", [-1, 11])
def test_fault__a_single_number(number):
    """One beyond either border is named, with what was expected."""
    S = herd()
    S["turn"] = number
    assert fault(S) == f"turn is {number}, expected 0..10"


def test_fault__every_number_of_every_field():
    """Wherever a number is out of its range, in a list or in a table of tables, its field is named."""
    wrong = {"turn": 11, "grid": 6, "cow.age": 31, "cow.calf.name": 0}
    for name, number in wrong.items():
        for at in RANGES.leaves[name].at:
            S = herd()
            size = RANGES.leaves[name].dtype.itemsize
            S.view(np.uint8)[at : at + size] = np.frombuffer(number.to_bytes(size, "little"), np.uint8)
            assert fault(S).startswith(f"{name} is {number}, expected ")
    assert [len(RANGES.leaves[name].at) for name in wrong] == [1, 6, 4, 12]


def test_numbers__of_a_column():
    S = herd()
    S["cow"]["age"] = [[[1, 2], [3, 4]]]
    assert RANGES.numbers(S.view(np.uint8), "cow.age").tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("bounds", "told"),
    [
        ({name: BOUNDS[name] for name in BOUNDS if name != "cow.age"}, r"highest number of \['cow.age'\]"),
        ({**BOUNDS, "bull": (0, 1)}, r"nothing for \['bull'\]"),
    ],
)
def test_ranges__name_every_field(bounds, told):
    with pytest.raises(ValueError, match=told):
        Ranges(HERD, bounds)


def test_restore__a_number_out_of_range():
    """A snapshot of a state that cannot be is refused in words, though its checksum fits; nothing is written."""
    S, other = GAME.new(), GAME.new()
    GAME.setup(S, seed=1)
    GAME.setup(other, seed=2)
    before = other.tobytes()
    S["turn"] = 4
    with pytest.raises(ValueError, match=r"contains no position of nim: turn is 4, expected 0\.\.3"):
        GAME.restore(other, GAME.snapshot(S))
    assert other.tobytes() == before


def test_restore__a_seat_that_may_do_nothing():
    """A snapshot whose numbers are all in their ranges and whose checksum fits is refused where a seat is asked and no action is legal;
    nothing is written. One of the same seat with an action left is taken."""
    S, other = GAME.new(), GAME.new()
    GAME.setup(S, seed=1)
    GAME.setup(other, seed=2)
    before = other.tobytes()
    S["stones"] = 0
    GAME.restore(GAME.new(), GAME.snapshot(S))
    S["shown"] = 1
    with pytest.raises(
        ValueError, match="contains no position of nim: seat 0 is asked with outcome 0, and no action is legal"
    ):
        GAME.restore(other, GAME.snapshot(S))
    assert other.tobytes() == before
