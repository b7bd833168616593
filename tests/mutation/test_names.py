"""Every two names of an observation are told apart by positions written by hand; `make mutation` plays the kernels too."""

from __future__ import annotations

import numpy as np
import pytest

from fs_env.core.machine.declare.columns import Flag, Labels, Number
from fs_env.core.machine.declare.observation import ObservationSchema, Section, row, rows
from tests.core.meanings import Meaning
from tests.mutation.names import GAMES, Pair, apart, exchanged, pairs, positions_of, renamed, schema_of

FEWEST = {"four_souls": 1000, "castles_of_caleira": 60, "betrayal": 800}
SCHEMA = ObservationSchema(
    [
        row("turn", [Number("coins", "cents"), Number("price", "cents")], "the turn"),
        rows("seats", 2, "seat", [Flag("dead", "1 when dead"), Flag("dying", "1 when dying")], "the seats"),
        Section("decks", (2,), "cards", axes=(Labels(("loot: loot", "treasure: treasure")),)),
        Section("first", (2,), "one"),
        Section("second", (2,), "other"),
    ]
)
SEEN = np.array([3, 4, 1, 0, 1, 1, 7, 7, 5, 5, 6, 5], np.int16)


def says(*numbers: tuple[str, tuple[int | str, ...], int]) -> list[Meaning]:
    return [Meaning("small", None, 0, SEEN, list(numbers))]


@pytest.mark.parametrize("game", GAMES)
def test_names__are_distinct(game: str) -> None:
    """With any two numbers exchanged, some position no longer holds."""
    schema, positions = schema_of(game), positions_of(game)
    every = list(pairs(schema))
    assert len(every) >= FEWEST[game]
    same = [pair for pair in every if not apart(schema, positions, pair)]
    assert not same, f"no position tells these names apart: {same}"


def test_pairs__are_columns_of_one_axis_and_sections_of_one_shape() -> None:
    assert [tuple(pair) for pair in pairs(SCHEMA)] == [
        ("turn", 0, "coins", "price"),
        ("seats", 1, "dead", "dying"),
        ("decks", 0, "loot", "treasure"),
        ("", 0, "decks", "first"),
        ("", 0, "decks", "second"),
        ("", 0, "first", "second"),
    ]


@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (Pair("turn", 0, "coins", "price"), [4, 3, 1, 0, 1, 1, 7, 7, 5, 5, 6, 5]),
        (Pair("seats", 1, "dead", "dying"), [3, 4, 0, 1, 1, 1, 7, 7, 5, 5, 6, 5]),
        (Pair("", 0, "first", "second"), [3, 4, 1, 0, 1, 1, 7, 7, 6, 5, 5, 5]),
    ],
)
def test_exchanged__puts_two_numbers_in_each_others_place(pair: Pair, expected: list[int]) -> None:
    """In all rows, and nothing else; the observation itself stays."""
    assert exchanged(SCHEMA, pair, SEEN).tolist() == expected and SEEN[0] == 3


@pytest.mark.parametrize(
    ("pair", "meanings", "told"),
    [
        (Pair("turn", 0, "coins", "price"), says(("turn", ("coins",), 3)), True),
        (Pair("turn", 0, "coins", "price"), says(("seats", (0, "dead"), 1)), False),
        (Pair("seats", 1, "dead", "dying"), says(("seats", (1, "dead"), 1), ("seats", (1, "dying"), 1)), False),
        (Pair("seats", 1, "dead", "dying"), says(("seats", (0, "dying"), 0)), True),
        (Pair("decks", 0, "loot", "treasure"), says(("decks", ("loot",), 7)), False),
        (Pair("", 0, "first", "second"), says(("second", (0,), 6)), True),
        (Pair("", 0, "first", "second"), says(("second", (1,), 5)), False),
    ],
)
def test_apart__needs_a_number_that_differs(pair: Pair, meanings: list[Meaning], told: bool) -> None:
    assert bool(apart(SCHEMA, meanings, pair)) == told


def test_renamed__moves_what_is_written_by_name() -> None:
    """A kernel that writes through the renamed record writes the number of one name where the other belongs."""
    swapped = renamed(SCHEMA["seats"].dtype, {"dead": "dying", "dying": "dead"})
    assert swapped.base.names == ("dying", "dead") and swapped.shape == (2,)
    numbers = np.zeros(4, np.int16)
    numbers.view(swapped.base)["dead"] = 1
    assert numbers.tolist() == [0, 1, 0, 1]
