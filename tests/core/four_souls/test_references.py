"""References taken apart: what each number names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.references import RefKind, card_of, deck_of, decode, is_card, is_player, ref_kind
from fs_env.core.four_souls.scenario import Scenario, Seat

ROOT = Path(__file__).parents[3]
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
    assert is_player(ref) == (sort == "player")
    assert is_card(ref) == (sort == "card")
    assert card_of(ref) == (number if sort == "card" else NONE)
    if sort in ("deck", "discard"):
        assert deck_of(ref) == number


def bounds(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) for op in node.ops):
            sides = [node.left, *node.comparators]
            if any(isinstance(side, ast.Attribute) and ast.unparse(side.value) == "Ref" for side in sides):
                yield ast.unparse(node)


def test_bounds__are_compared_in_one_module():
    """Where a range of references begins and ends is asked in `references.py` alone, bots included."""
    sources = {
        path.name: path.read_text("utf-8") for folder in ("fs_env", "agents") for path in (ROOT / folder).rglob("*.py")
    }
    found = {name: set(bounds(ast.parse(text))) for name, text in sources.items() if "Ref." in text}
    assert found.pop("references.py"), "the search finds the comparisons"
    assert not {name: each for name, each in found.items() if each}


@pytest.mark.parametrize(
    ("card", "aim", "kind"), [("bomb", "fatty", RefKind.CARD), ("soul_heart", "player 1", RefKind.PLAYER)]
)
def test_ref_kind__targets_of_a_real_object(card, aim, kind):
    """The reference of a played card's aim has the kind of the thing that was named."""
    play = Scenario(players=[Seat(hand=[card]), Seat()], monsters=["fatty"]).start().play(card, aim)
    (obj,) = play.S["objects"][0][play.S["stack"][0, :1]]
    assert ref_kind(int(obj["reg"][0])) == kind
