"""Observation schemas: sections end to end, bounds, named views that share memory."""

from enum import IntEnum

import numpy as np
import pytest

from fs_env.core.machine.declare.columns import Bits, Code, Column, Flag, Labels, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row, rows

SCHEMA = ObservationSchema(
    [Section("coins", (4,), "own seat first", 0, 999), Section("slots", (2, 3)), Section("turn", (), "seat", -1, 3)]
)


def test_schema__sections_lie_end_to_end():
    """Offsets follow from the shapes in order; the size is their sum."""
    assert [(s.name, s.offset, s.size, s.stop) for s in SCHEMA.sections] == [
        ("coins", 0, 4, 4),
        ("slots", 4, 6, 10),
        ("turn", 10, 1, 11),
    ]
    assert SCHEMA.size == 11 and SCHEMA["slots"].offset == 4


def test_bounds__are_those_of_the_sections():
    assert SCHEMA.low.tolist() == [0] * 4 + [-32768] * 6 + [-1]
    assert SCHEMA.high.tolist() == [999] * 4 + [32767] * 6 + [3]
    with pytest.raises(ValueError, match="read-only"):
        SCHEMA.low[0] = 5


def test_views__share_memory_and_keep_batches():
    flat = np.arange(11, dtype=np.int16)
    views = SCHEMA.views(flat)
    assert views["slots"].tolist() == [[4, 5, 6], [7, 8, 9]] and views["turn"].shape == ()
    views["coins"][0] = 77
    assert flat[0] == 77
    assert SCHEMA.views(np.zeros((5, 2, 11), np.int16))["slots"].shape == (5, 2, 2, 3)


def test_views__refuse_another_length():
    with pytest.raises(ValueError, match=r"shape \(10,\) does not end in 11 numbers"):
        SCHEMA.views(np.zeros(10, np.int16))


def test_schema__unknown_section_lists_the_known():
    """A wrong name is answered with the right ones."""
    with pytest.raises(KeyError, match="the schema has coins, slots, turn"):
        SCHEMA["hands"]


@pytest.mark.parametrize(
    ("sections", "message"), [([], "at least one"), ([Section("x"), Section("x")], "must be distinct")]
)
def test_schema__names_are_distinct(sections, message):
    with pytest.raises(ValueError, match=message):
        ObservationSchema(sections)


@pytest.mark.parametrize("bad", [{"shape": (0,)}, {"low": 5, "high": 4}, {"low": -40000}, {"high": 40000}])
def test_section__refuses_bad_shapes_and_bounds(bad):
    with pytest.raises(ValueError, match="section 'x' has"):
        Section("x", **bad)


def test_markdown__has_a_line_a_section():
    lines = SCHEMA.markdown().splitlines()
    assert len(lines) == 2 + 3
    assert lines[2] == "| `coins` | 0 | 4 | 0..999 | own seat first |"


NAMED = ObservationSchema(
    [
        Section("turn"),
        Section("board", (2, 3), axes=("seat", ("coins: cents held", "hp: hit points, 0 when dead", "souls: souls"))),
    ]
)


def test_columns__are_found_by_name():
    """A named place has its index along its axis, its meaning, and a place in the flat vector for each row."""
    board = NAMED["board"]
    assert [(c.name, c.axis, c.index, c.meaning) for c in board.columns[:2]] == [
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
        ((2, "hp"), IndexError, "is outside"),
        ((0, -1), IndexError, "is outside"),
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
        (("seat", ("a: one", "b: two", "a: three")), "two places with one name"),
        (("seat", ("a: one", "b", "c: three")), "'b' is not 'name: meaning'"),
    ],
)
def test_columns__must_fit_the_shape(axes, message):
    """Names that do not fit the axis, double ones and ones without a meaning are refused."""
    with pytest.raises(ValueError, match=message):
        Section("x", (2, 3), axes=axes)


class Phase(IntEnum):
    LOOT = 0
    ACTION = 3


class Mark(IntEnum):
    HIT = 1
    COPY = 4


DECLARED = ObservationSchema(
    [
        row("decision", [Code("phase", Phase), Code("asked", Phase, "if you are asked", shift=1)], "what is asked"),
        rows(
            "players",
            2,
            "seat",
            [Flag("dead", "1 when dead"), Number("hp", "hit points", -9, 20), Bits("marks", Mark)],
            "the players",
        ),
        Section(
            "decks",
            (2, 2),
            "sizes",
            0,
            50,
            axes=(("cards: in the deck", "piled: in the pile"), Labels(("a: A", "b: B"))),
        ),
    ]
)


def test_columns__bring_their_own_bounds():
    """Every declared number has the bounds of its declaration, those of a section without declared ones its own."""
    assert DECLARED.low.tolist() == [0, 0, *[0, -9, 0] * 2, *[0] * 4]
    assert DECLARED.high.tolist() == [3, 4, *[1, 20, 5] * 2, *[50] * 4]
    assert (DECLARED["players"].low, DECLARED["players"].high) == (-9, 20)
    assert "| 1 | `hp` | -9..20 | hit points |" in DECLARED["players"].markdown().splitlines()


def test_columns__know_their_codes():
    """A code is turned into its member, a sum of bits into several, 0 into none where the enum is shifted."""
    phase, asked, marks = DECLARED["decision"]["phase"], DECLARED["decision"]["asked"], DECLARED["players"]["marks"]
    assert phase.codes is asked.codes is Phase and phase.members(3) == asked.members(4) == (Phase.ACTION,)
    assert phase.members(0) == asked.members(1) == (Phase.LOOT,) and asked.members(0) == ()
    assert marks.members(5) == (Mark.HIT, Mark.COPY) and marks.members(0) == ()
    assert (phase.meaning, asked.meaning) == ("`Phase`", "`Phase` + 1, if you are asked")


def test_schema__declares_which_numbers_are_codes():
    """Codes, sums of bits and numbers that name something represent it; amounts and flags do not, nor does a size."""
    schema = ObservationSchema(
        [
            row(
                "decision",
                [Code("phase", Phase), Number("card", "card + 1", 0, 9, "card"), Number("turn", "turns", 0, 9)],
                "",
            ),
            rows("players", 2, "seat", [Flag("dead", "1 when dead"), Bits("marks", Mark)], ""),
            Section("shop", (3,), "cards", 0, 9, names="card"),
            Section("asked", (), "what is asked", 0, 3, codes=Phase),
            Section("stones", (2,), "stones", 0, 9),
        ]
    )
    assert schema.are_codes.tolist() == [*[1, 1, 0], *[0, 1] * 2, *[1] * 3, 1, *[0] * 2]
    assert schema["decision"]["card"].names == "card" and schema["decision"]["card"].is_code


def test_schema__key_changes_with_what_a_number_is():
    """The key is that of equal schemas, and another one where a place, a name or a range differs."""

    def key(name="coins", high=9, size=2):
        return ObservationSchema([row("me", [Number(name, "x", 0, high)], ""), Section("deck", (size,), "y", 0, 1)]).key

    assert key() == key() and len({key(), key("cents"), key(high=8), key(size=3)}) == 4


@pytest.mark.parametrize(
    ("column", "number", "message"),
    [
        (Code("phase", Phase), 2, "'phase': 2 is not a code of Phase"),
        (Bits("marks", Mark), 7, "'marks': 7 has bits that Mark does not name"),
        (Flag("dead", "1 when dead"), 1, "'dead' is a plain number"),
    ],
)
def test_columns__numbers_without_a_code_are_refused(column, number, message):
    with pytest.raises(ValueError, match=message):
        column.members(number)


@pytest.mark.parametrize("bad", [("two words", "x"), ("name", "")])
def test_columns__are_named(bad):
    with pytest.raises(ValueError, match="is not 'name: meaning'"):
        Column(*bad)


def test_columns__bounds_are_in_order():
    """A lowest value above the highest is refused with both."""
    with pytest.raises(ValueError, match=r"'hp' has bounds 5\.\.4"):
        Number("hp", "hit points", 5, 4)


def test_record__reads_by_name():
    """One vector is one record, a batch an array of them; columns are fields, labels stay an array; memory is shared."""
    batch = np.arange(24, dtype=np.int16).reshape(2, 12)
    seen = DECLARED.record(batch)
    assert seen.shape == (2,) and seen["players"]["hp"].tolist() == [[3, 6], [15, 18]]
    assert seen["decks"]["piled"].tolist() == [[10, 11], [22, 23]]
    assert DECLARED.record(batch[:0])["players"]["hp"].shape == (0, 2)
    one = DECLARED.record(batch[1])
    assert one.shape == () and one["decision"]["asked"] == 13
    one["players"]["dead"][1] = 77
    assert batch[1, 5] == 77
    wide = np.zeros((4, 2, 12), np.int16)[:, 1]
    DECLARED.record(wide)["players"]["hp"][3, 1] = 88
    assert wide[3, 6] == 88, "rows that lie apart"
    batch.setflags(write=False)
    with pytest.raises(ValueError, match="read-only"):
        DECLARED.record(batch)["decision"]["asked"] = 0


def test_record__agrees_with_places():
    seen = DECLARED.record(np.arange(12, dtype=np.int16))
    for section, index, number in (
        ("decision", ("asked",), seen["decision"]["asked"]),
        ("players", (1, "marks"), seen["players"]["marks"][1]),
        ("decks", ("piled", "a"), seen["decks"]["piled"][0]),
    ):
        assert DECLARED[section].at(*index) == number
        assert DECLARED.index_words(int(number)) == f"{section}[{', '.join(map(str, index))}]"


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        (np.zeros((12, 3), np.int16), ValueError, r"shape \(12, 3\) does not end in 12"),
        (np.zeros(12), TypeError, "float64: expected int16"),
        (np.zeros((12, 2), np.int16).T, ValueError, "not contiguous"),
    ],
)
def test_record__refuses_other_arrays(wrong, error, message):
    """Another length, another kind of number, or numbers that lie apart are refused with what is expected."""
    with pytest.raises(error, match=message):
        DECLARED.record(wrong)
