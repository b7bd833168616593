"""Observation layouts: sections end to end, bounds, named views that share memory."""

import numpy as np
import pytest

from fs_env.core.machine.observation import ObservationLayout, Section

LAYOUT = ObservationLayout(
    [Section("coins", (4,), "own seat first", 0, 999), Section("slots", (2, 3)), Section("turn", (), "seat", -1, 3)]
)


def test_layout__sections_lie_end_to_end():
    """Offsets follow from the shapes in order; the size is their sum."""
    assert [(s.name, s.offset, s.size, s.stop) for s in LAYOUT.sections] == [
        ("coins", 0, 4, 4),
        ("slots", 4, 6, 10),
        ("turn", 10, 1, 11),
    ]
    assert LAYOUT.size == 11 and LAYOUT["slots"].offset == 4


def test_bounds__are_those_of_the_sections():
    """Every number has the bounds of its section; the arrays cannot be written."""
    assert LAYOUT.low.tolist() == [0] * 4 + [-32768] * 6 + [-1]
    assert LAYOUT.high.tolist() == [999] * 4 + [32767] * 6 + [3]
    with pytest.raises(ValueError, match="read-only"):
        LAYOUT.low[0] = 5


def test_views__share_memory_and_keep_batches():
    """Views have their section's shape, share memory, and keep the leading axes of a batch."""
    flat = np.arange(11, dtype=np.int16)
    views = LAYOUT.views(flat)
    assert views["slots"].tolist() == [[4, 5, 6], [7, 8, 9]] and views["turn"].shape == ()
    views["coins"][0] = 77
    assert flat[0] == 77
    assert LAYOUT.views(np.zeros((5, 2, 11), np.int16))["slots"].shape == (5, 2, 2, 3)


def test_views__refuse_another_length():
    """A vector of another length is refused with both numbers."""
    with pytest.raises(ValueError, match=r"shape \(10,\) does not end in 11 numbers"):
        LAYOUT.views(np.zeros(10, np.int16))


def test_layout__unknown_section_lists_the_known():
    """A wrong name is answered with the right ones."""
    with pytest.raises(KeyError, match="the layout has coins, slots, turn"):
        LAYOUT["hands"]


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ([], "at least one"),
        ([Section("x"), Section("x")], "must be distinct"),
    ],
)
def test_layout__names_are_distinct(sections, message):
    """Two sections of one name, or none, are refused."""
    with pytest.raises(ValueError, match=message):
        ObservationLayout(sections)


@pytest.mark.parametrize("bad", [{"shape": (0,)}, {"low": 5, "high": 4}, {"low": -40000}, {"high": 40000}])
def test_section__refuses_bad_shapes_and_bounds(bad):
    """An extent below 1, or bounds beyond int16 or out of order, are refused by name."""
    with pytest.raises(ValueError, match="section 'x' has"):
        Section("x", **bad)


def test_markdown__has_a_line_a_section():
    """The documentation table has a line for each section."""
    lines = LAYOUT.markdown().splitlines()
    assert len(lines) == 2 + 3
    assert lines[2] == "| `coins` | 0 | 4 | 0..999 | own seat first |"
