"""Narrow drawings, for phones: the same parts one below the other, nothing beside or over its edge."""

from __future__ import annotations

from itertools import pairwise

import pytest

from fs_env.drawing import draw
from tests.drawing.positions import random_game, shapes

GAMES = [
    ("four_souls", 2, 5, 60),
    ("four_souls", 4, 3, 180),
    ("castles_of_caleira", 2, 1, 9),
    ("castles_of_caleira", 4, 2, 14),
    ("betrayal", 3, 5, 40),
    ("betrayal", 4, 5, 1),
    ("betrayal", 6, 9, 300),
]


@pytest.mark.parametrize(("name", "players", "seed", "decisions"), GAMES)
def test_narrow__has_the_same_parts_one_below_the_other(name: str, players: int, seed: int, decisions: int) -> None:
    """The parts of the wide drawing, each as wide as the sheet; those of the players begin with the reader's."""
    game, S = random_game(name, players, seed, decisions)
    wide, narrow = draw(game, S, player=1), draw(game, S, player=1, narrow=True)
    assert sorted(part.name for part in wide.parts) == sorted(part.name for part in narrow.parts)
    boxes = sorted((part.box for part in narrow.parts), key=lambda box: box.y)
    assert all(upper.bottom < lower.y for upper, lower in pairwise(boxes))
    assert {(box.x, box.w) for box in boxes} == {(10, narrow.width - 20)} and boxes[-1].bottom < narrow.height
    seats = sorted((part for part in narrow.parts if part.name.startswith("player")), key=lambda part: part.box.y)
    assert [part.name for part in seats] == [f"player-{(1 + k) % players}" for k in range(players)]


@pytest.mark.parametrize(("name", "players", "seed", "decisions"), GAMES)
def test_narrow__keeps_every_line_inside(name: str, players: int, seed: int, decisions: int) -> None:
    """No text is wider than the sheet, and the heading is told in full, on as many lines as it takes."""
    game, S = random_game(name, players, seed, decisions)
    canvas = draw(
        game, S, player=0, names=["A player with a name of some length", "Bob", "Cy", "Dora"][:players], narrow=True
    )
    lines = [one for one in shapes(canvas.svg("light")) if one.sort == "text"]
    assert min(float(line.found.get("font-size")) for line in lines) >= 15.3, "11 pixels on a phone of 360"
    for line in lines:
        assert line.left >= 10 and line.right <= canvas.width - 10, line.text
    assert not [line.text for line in lines if line.part == "decks" and "…" in line.text]
    told = " ".join(line.text for line in lines)
    assert told.startswith(canvas.title)
