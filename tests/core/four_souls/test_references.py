"""References taken apart: what each number names."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.references import RefKind, decode, ref_kind
from fs_env.core.four_souls.scenario import Scenario, Seat

NAMED = [
    (NONE, "nothing", NONE, RefKind.NOTHING),
    (0, "player", 0, RefKind.PLAYER),
    (3, "player", 3, RefKind.PLAYER),
    (4, "deck", 0, RefKind.DECK),
    (6, "deck", 2, RefKind.DECK),
    (8, "discard", 0, RefKind.DECK),
    (10, "discard", 2, RefKind.DECK),
    (16, "slot", 0, RefKind.SLOT),
    (27, "slot", 11, RefKind.SLOT),
    (32, "card", 0, RefKind.CARD),
    (2047, "card", 2015, RefKind.CARD),
    (2048, "attack", 0, RefKind.OBJECT),
    (2049, "object", 1, RefKind.OBJECT),
    (32048, "object", 30000, RefKind.OBJECT),
]
"""Reference: sort, number, kind; the first and last of each range as the state documents them."""


@pytest.mark.parametrize(("ref", "sort", "number", "kind"), NAMED)
def test_decode__first_and_last_of_each_range(ref, sort, number, kind):
    """Python and kernels take a reference apart alike: seats, decks, discard piles, slots, cards, the attack, objects."""
    assert decode(ref) == (sort, number)
    assert ref_kind(ref) == kind


@pytest.mark.parametrize(
    ("card", "aim", "kind"),
    [("bomb", "fatty", RefKind.CARD), ("soul_heart", "player 1", RefKind.PLAYER)],
)
def test_ref_kind__targets_of_a_real_object(card, aim, kind):
    """What a played card aims at has the kind of what was named."""
    play = Scenario(players=[Seat(hand=[card]), Seat()], monsters=["fatty"]).start().play(card, aim)
    (obj,) = play.S["objects"][0][play.S["stack"][0, :1]]
    assert ref_kind(int(obj["reg"][0])) == kind
