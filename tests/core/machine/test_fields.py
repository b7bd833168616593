"""Field tables: dtype, places, printer, JSON and errors, all from one list."""

import numpy as np
import pytest

from fs_env.core.machine.declare.fields import LINE, Field, Records, StateFields

TOY = StateFields(
    "toy",
    [
        Field("coins", "int16", (3,), "cents held"),
        Field("deck", "uint8", 30, "card ids"),
        Records(
            "slots",
            2,
            [Field("card_id", "int16", meaning="-1 empty"), Records("marks", (2, 2), [Field("kind", "int8")])],
            "monster slots",
        ),
        Field("turn", "int64", meaning="seat"),
    ],
)


@pytest.fixture
def record():
    S = np.zeros(2, TOY.dtype)
    S["coins"][1] = [1, 2, 3]
    S["slots"]["card_id"][1] = [7, -1]
    S["slots"]["marks"]["kind"][1, 0] = [[1, 2], [3, 4]]
    S["turn"][1] = -5
    return S[1]


def test_dtype__is_aligned_and_keeps_shapes():
    """The dtype has the fields aligned, with their shapes, and is whole cache lines long."""
    assert TOY.dtype.isalignedstruct
    assert TOY.size % LINE == 0
    assert TOY.dtype["coins"].shape == (3,)
    assert TOY.dtype["slots"].base["marks"].shape == (2, 2)
    assert TOY.size == TOY.dtype.itemsize == np.zeros(1, TOY.dtype).nbytes


def test_dtype__small_fields_stand_first():
    """In memory the fields stand by size, those of one size in the order given, whatever the order of the description."""
    assert TOY.dtype.names == ("coins", "turn", "slots", "deck")
    places = [TOY.dtype.fields[name][1] for name in TOY.dtype.names]
    sizes = [TOY.dtype[name].itemsize for name in TOY.dtype.names]
    assert places == sorted(places) and sizes == sorted(sizes)
    same = StateFields("toy", [Field(name, "int16") for name in ("last", "first", "middle")])
    assert same.dtype.names == ("last", "first", "middle")


def test_describe__places_match_the_dtype():
    """Every described field lies where numpy put it; columns carry the name of their table."""
    rows = {row.name: row for row in TOY.describe()}
    assert list(rows) == ["coins", "deck", "slots", "slots.card_id", "slots.marks", "slots.marks.kind", "turn"]
    for name in TOY.dtype.names:
        assert rows[name].offset == TOY.dtype.fields[name][1]
        assert rows[name].bytes == TOY.dtype[name].itemsize
    assert rows["coins"].meaning == "cents held"


def test_markdown__has_a_line_a_field():
    lines = TOY.markdown().splitlines()
    assert len(lines) == 2 + len(TOY.describe())
    assert lines[2].startswith("| `coins` | int16 | 3 | 0 | 6 | cents held")


def test_to_json__is_plain_python(record):
    """JSON holds ints, lists and dicts; the same for a record and for an array of one."""
    expected = {
        "coins": [1, 2, 3],
        "deck": [0] * 30,
        "slots": [
            {"card_id": 7, "marks": [[{"kind": 1}, {"kind": 2}], [{"kind": 3}, {"kind": 4}]]},
            {"card_id": -1, "marks": [[{"kind": 0}, {"kind": 0}], [{"kind": 0}, {"kind": 0}]]},
        ],
        "turn": -5,
    }
    assert TOY.to_json(record) == expected
    assert TOY.to_json(np.array([record])) == expected
    assert type(TOY.to_json(record)["turn"]) is int


def test_to_json__refuses_several_states():
    with pytest.raises(ValueError, match=r"got 2 states: pass one, such as S\[e\]"):
        TOY.to_json(np.zeros(2, TOY.dtype))


@pytest.mark.parametrize("dtype", ["float32", "bool", "U3", "complex64"])
def test_field__holds_integers_only(dtype):
    with pytest.raises(TypeError, match=r"field 'x' has dtype .*: a state contains only integers"):
        Field("x", dtype)


@pytest.mark.parametrize("shape", [0, (3, 0), (-1,), (2, 1.5)])
def test_field__extents_are_whole_and_positive(shape):
    with pytest.raises(ValueError, match="every extent must be a whole number of at least 1"):
        Field("x", "int16", shape)


@pytest.mark.parametrize("name", ["two words", "class", "1st", ""])
def test_field__name_is_an_identifier(name):
    with pytest.raises(ValueError, match="not a Python identifier"):
        Field(name, "int16")


def test_fields__names_are_distinct():
    twice = [Field("x", "int16"), Field("x", "int8")]
    with pytest.raises(ValueError, match="'toy' has two fields named 'x'"):
        StateFields("toy", twice)
    with pytest.raises(ValueError, match="'rows' has two fields named 'x'"):
        Records("rows", 2, twice)


def test_fields__are_wanted():
    """An empty state and a foreign entry are refused."""
    with pytest.raises(ValueError, match="has no fields"):
        StateFields("toy", [])
    with pytest.raises(TypeError, match="expected a Field or Records"):
        StateFields("toy", ["coins"])
