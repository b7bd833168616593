"""Observation layouts: sections end to end, bounds, named views that share memory."""

from dataclasses import astuple

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


NAMED = ObservationLayout(
    [
        Section("turn"),
        Section("board", (2, 3), axes=("seat", ("coins: cents held", "hp: hit points, 0 when dead", "souls: souls"))),
    ]
)


def test_columns__are_found_by_name():
    """A named place has its index along its axis, its meaning, and a place in the flat vector for each row."""
    board = NAMED["board"]
    assert [astuple(column) for column in board.columns[:2]] == [
        ("coins", 1, 0, "cents held"),
        ("hp", 1, 1, "hit points, 0 when dead"),
    ]
    assert board.column("souls") == 2
    assert [board.at(seat, "hp") for seat in range(2)] == [board.at(seat, 1) for seat in range(2)] == [2, 5]
    assert NAMED["turn"].at() == 0 and NAMED["turn"].columns == ()


def test_section_markdown__has_a_line_a_column():
    """The documentation of a section says what counts along each axis and names every column with its index."""
    lines = NAMED["board"].markdown().splitlines()
    assert lines[0] == "Axis 0: seat." and lines[-2:] == [
        "| 1 | `hp` | hit points, 0 when dead |",
        "| 2 | `souls` | souls |",
    ]
    assert NAMED["turn"].markdown() == ""


def test_take__gives_a_named_column():
    """The numbers of a named place are taken from views with and without a batch, and share memory with them."""
    flat = np.arange(14, dtype=np.int16).reshape(2, 7)
    board = NAMED["board"]
    assert board.take(NAMED.views(flat)["board"], "hp").tolist() == [[2, 5], [9, 12]]
    board.take(NAMED.views(flat[0])["board"], "coins")[1] = 99
    assert flat[0, 4] == 99


def test_index_words__name_every_place():
    """Each place of the flat vector has words of its own, and they name the section and column it belongs to."""
    words = [NAMED.index_words(place) for place in range(NAMED.size)]
    assert words[:3] == ["turn", "board[0, coins]", "board[0, hp]"] and len(set(words)) == NAMED.size
    with pytest.raises(IndexError, match="place 7 of a vector of 7"):
        NAMED.index_words(7)


@pytest.mark.parametrize(
    ("index", "error", "message"),
    [
        ((0, "mana"), KeyError, "it has coins, hp, souls"),
        (("hp", 0), KeyError, "'hp' is a place along axis 1"),
        ((0,), IndexError, "not an index for each axis"),
        ((2, "hp"), IndexError, "lies outside"),
        ((0, -1), IndexError, "lies outside"),
    ],
)
def test_columns__wrong_places_are_refused(index, error, message):
    """A name that is not there, one of another axis, and an index beyond the shape are refused with what is expected."""
    with pytest.raises(error, match=message):
        NAMED["board"].at(*index)


@pytest.mark.parametrize(
    ("axes", "message"),
    [
        ((("a: one", "b: two", "c: three"),), "1 axes described"),
        (("seat", ("a: one", "b: two")), "names 2 places along an axis of 3"),
        (("seat", ("a: one", "b: two", "a: three")), "two places of one name"),
        (("seat", ("a: one", "b", "c: three")), "'b' is not 'name: meaning'"),
    ],
)
def test_columns__must_fit_the_shape(axes, message):
    """Names that do not fit the axis, double ones and ones without a meaning are refused."""
    with pytest.raises(ValueError, match=message):
        Section("x", (2, 3), axes=axes)
