"""Marked drawings say where cards lie; nothing else about them changes."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree

import pytest

from fs_env.drawing import draw
from fs_env.registry.games import load_game
from tests.drawing.positions import shapes

MARK = re.compile(r'<g data-place="([^"]*)"(?: data-card="([^"]*)")?(?: transform="[^"]*")?>\n?')


def played(name, decisions, **options):
    """A state after some decisions, each the last legal action."""
    game = load_game(name)
    S = game.new()
    game.setup(S, seed=4, **options)
    for _ in range(decisions):
        if game.to_act(S) < 0:
            break
        game.step(S, int(max(game.legal(S))))
    return game, S


@pytest.mark.parametrize("name", ["betrayal", "castles_of_caleira", "four_souls"])
@pytest.mark.parametrize("player", [None, 0])
def test_marks__change_nothing_but_groups(name, player):
    """Without its groups of `data-place` a marked drawing has the shapes of an unmarked one where they are there, and it is well-formed."""
    game, S = played(name, 25, num_players=3)
    marked = draw(game, S, player=player, marked=True)
    plain = draw(game, S, player=player)
    for part in marked.parts:
        assert sum(line.startswith("<g ") for line in part.lines) == part.lines.count("</g>")
    drawn = [
        [
            (one.part, one.text, *(pytest.approx(side, abs=0.11) for side in one[3:7]))
            for one in shapes(canvas.svg("light"))
        ]
        for canvas in (marked, plain)
    ]
    assert drawn[0] == [(part, text, *(side.expected for side in sides)) for part, text, *sides in drawn[1]]
    assert "data-place" not in plain.svg() and MARK.search(marked.svg())
    ElementTree.fromstring(marked.svg("light"))


def test_marks__name_what_lies_there():
    """Every piece of a castle is at its number with its name, a card face down without one; hands of others are not marked."""
    game, S = played("castles_of_caleira", 12, num_players=3)
    view = game.to_json(S, player=1)
    found = {
        unescape(place): unescape(card) for place, card in MARK.findall(draw(game, S, player=1, marked=True).svg())
    }
    pieces = {
        f"piece:{piece['piece']}": piece["card"] or "" for piece in view["pieces"] if piece["place"] != "discarded"
    }
    assert pieces and {place: card for place, card in found.items() if place.startswith("piece:")} == pieces
    assert {place for place in found if place.startswith("hand:")} == {
        f"hand:1:{card}" for card in view["players"][1]["hand"]
    }
    assert {"player:0", "player:1", "player:2", "deck:deck"} <= set(found)
