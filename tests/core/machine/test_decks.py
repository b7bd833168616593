"""Decks as arrays: what each kernel does to the order of cards, and which cards may be described."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from fs_env.core.machine.compile.in_python import in_python
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.table.decks import NONE, Cards, card_fields
from tests.core.machine import dungeon
from tests.core.machine.dungeon import CARDS, GAME, TREASURES, Zone

pytestmark = pytest.mark.filterwarnings("ignore:overflow")


class InPython:
    """The kernels of the decks as plain Python, which needs no compiling; that both do the same is shown by whole games."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        kernel = in_python(getattr(dungeon.TABLE, name), {})
        return lambda S, *arguments: kernel(as_records(S.view(np.ndarray))[0], *arguments)


TABLE = InPython()


def table(deck: list[int], pile: Sequence[int] = (), players: int = 3) -> Any:
    """A state with these treasures in deck and pile, bottom first: instances 0 to 7 are coins."""
    S = GAME.new()
    s = S.view(np.ndarray)
    s["n_players"], s["rng"] = players, 1 + np.arange(8).reshape(2, 4)
    for cards, field, zone in ((deck, "deck", Zone.DECK), ([*pile], "pile", Zone.PILE)):
        s[field][0, TREASURES, : len(cards)], s[f"n_{field}"][0, TREASURES] = cards, len(cards)
        s["zone"][0, cards] = zone
    s["place"][0, deck] = range(len(deck))
    return S


def cards_of(S: Any, field: str = "deck") -> list[int]:
    """The cards of a list, bottom first; every card of the deck knows its place."""
    s = S.view(np.ndarray)[0]
    listed = s[field][TREASURES][: s[f"n_{field}"][TREASURES]].tolist()
    if field == "deck":
        assert [int(s["place"][inst]) for inst in listed] == list(range(len(listed)))
        assert all(s["zone"][inst] == Zone.DECK for inst in listed)
    return listed


MOVES: list[tuple[Callable[[Any], Any], list[int]]] = [
    (lambda s: TABLE.bury(s, TREASURES, 5), [5, 3, 4, 6, 7]),
    (lambda s: TABLE.bury(s, TREASURES, 3), [3, 4, 5, 6, 7]),
    (lambda s: TABLE.take_from_deck(s, TREASURES, 5), [3, 4, 6, 7]),
    (lambda s: TABLE.take_from_deck(s, TREASURES, 7), [3, 4, 5, 6]),
    (lambda s: TABLE.insert(s, TREASURES, 0, 0), [3, 4, 5, 6, 7, 0]),
    (lambda s: TABLE.insert(s, TREASURES, 0, 2), [3, 4, 5, 0, 6, 7]),
    (lambda s: TABLE.insert(s, TREASURES, 0, 9), [0, 3, 4, 5, 6, 7]),
    (lambda s: TABLE.draw_top(s, TREASURES), [3, 4, 5, 6]),
]


@pytest.mark.parametrize("number", range(len(MOVES)))
def test_moves__the_order_that_is_left(number: int) -> None:
    """A card is buried, taken from anywhere, put under so many others, or drawn."""
    move, expected = MOVES[number]
    S = table([3, 4, 5, 6, 7])
    move(S)
    assert cards_of(S) == expected


def test_top__of_a_deck() -> None:
    """Counted from the top; nothing is beyond the end, and nothing comes from an empty deck without a pile."""
    S = table([3, 4, 5])
    assert [TABLE.top_of(S, TREASURES, k) for k in range(4)] == [5, 4, 3, NONE]
    assert TABLE.draw_top(table([]), TREASURES) == NONE


def test_restock_under__what_is_about_to_run_out() -> None:
    """Two cards are about to be revealed: a deck of two is put on top of its pile, shuffled; one of three is left alone."""
    S = table([6, 7], [0, 1, 2, 3, 4, 5])
    TABLE.restock_under(S, TREASURES, 2)
    found = cards_of(S)
    assert found[-2:] == [6, 7] and sorted(found[:-2]) == [0, 1, 2, 3, 4, 5] and cards_of(S, "pile") == []
    S = table([5, 6, 7], [0, 1])
    TABLE.restock_under(S, TREASURES, 2)
    assert cards_of(S) == [5, 6, 7] and cards_of(S, "pile") == [0, 1]


def test_shuffle__every_order_as_often() -> None:
    """Of 3 cards, over 600 shuffles of one stream: each of the six orders 100 times, five standard deviations allowed."""
    S = table([0, 1, 2])
    found: dict[tuple[int, ...], int] = {}
    for _ in range(600):
        TABLE.shuffle(S, TREASURES)
        found[tuple(cards_of(S))] = found.get(tuple(cards_of(S)), 0) + 1
    assert len(found) == 6 and all(abs(number - 100) < 5 * 9.2 for number in found.values()), found


def test_shuffle__who_knew_a_card() -> None:
    """No player knows any more where it lies."""
    S = table([0, 1, 2])
    TABLE.watch(S, 1, 2)
    assert S.view(np.ndarray)["seen"][0, 2] == 2
    TABLE.shuffle(S, TREASURES)
    assert not S.view(np.ndarray)["seen"].any() and not S.view(np.ndarray)["witnessed"].any()


def test_hand__a_card_comes_and_goes() -> None:
    S = table([0, 1, 2])
    TABLE.add_to_hand(S, 1, TABLE.draw_top(S, TREASURES), 1 << 1 | 1 << 2)
    s = S.view(np.ndarray)[0]
    assert (s["hand"][1, 0], s["n_hand"][1], s["zone"][2], s["owner"][2], s["seen"][2]) == (2, 1, Zone.HAND, 1, 6)
    assert TABLE.hand_card_of_kind(S, 1, 0) == 2 and TABLE.hand_card_of_kind(S, 1, 1) == NONE
    assert TABLE.take_from_hand(S, 1, 0) == 0 and s["n_hand"][1] == 1
    assert TABLE.take_from_hand(S, 1, 2) == 1 and s["n_hand"][1] == 0


def test_pile__lies_open() -> None:
    """A card that is laid there has been seen by all; any card may be taken from it."""
    S = table([0, 1], [3, 4])
    TABLE.lay_on_pile(S, TREASURES, 5)
    assert cards_of(S, "pile") == [3, 4, 5] and S.view(np.ndarray)["seen"][0, 5] == 31
    TABLE.take_from_pile(S, TREASURES, 4)
    assert cards_of(S, "pile") == [3, 5]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"kinds": np.resize(CARDS.kinds[[0, -1]], len(CARDS.kinds))}, "grouped by deck"),
        ({"decks": CARDS.decks[::-1]}, "grouped by deck"),
        ({"seats": 8}, "8 seats.*1 to 7"),
        ({"n_decks": 3}, r"decks of \[16, 6, 0\] cards"),
        ({"kinds": np.zeros(300, int), "decks": np.zeros(300, int), "n_decks": 1}, r"decks of \[300\] cards"),
    ],
)
def test_cards__that_cannot_be(changes: dict[str, Any], told: str) -> None:
    """The error says what is expected."""
    with pytest.raises(ValueError, match=told):
        dataclasses.replace(CARDS, **changes)


@pytest.mark.parametrize(
    ("seats", "mix", "mixed"), [(4, "uint16", "int16"), (5, "uint32", "int16"), (7, "uint32", "int16")]
)
def test_fields__are_wide_enough(seats: int, mix: str, mixed: str) -> None:
    """Four bits a seat for the mix of a card, a bit for each seat and deck, the sign left out."""
    fields = {field.name: field.dtype for field in card_fields(dataclasses.replace(CARDS, seats=seats), 3)}
    assert (fields["mix"], fields["mixed"]) == (mix, mixed)
    six = Cards(np.arange(6), np.arange(6), 6, 7, 1, 2, 3)
    assert {field.name: field.dtype for field in card_fields(six, 3)}["mixed"] == "int64"
