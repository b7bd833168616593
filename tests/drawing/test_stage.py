"""Stages: the arrangement that a browser asks for, and the drawing of a position on it."""

from __future__ import annotations

import re

import pytest

from fs_env.drawing import draw_view
from fs_env.drawing.canvas import Box
from fs_env.drawing.stage import LONGEST, read_stage
from tests.drawing.positions import random_game

PARTS = "monsters,10,60,300,150,100,110;cards-0,0,250,500,130,100,110;stack,310,60,190,150,80,40"


@pytest.mark.parametrize(
    "text", ["", "wide", "9,9", "800,600", f"800,600;{PARTS[:-3]}", "800,600;x,-1,0,9,9,9,9", f"800,600;{PARTS}" * 20]
)  # fmt: skip
def test_stage__is_none_for_any_other_text(text: str) -> None:
    """Texts that are cut, out of range, in other digits or longer than any page needs; one more letter than allowed is refused."""
    assert read_stage(text) is None
    assert read_stage(f"800,600;{PARTS}") and len(f"800,600;{PARTS}") < LONGEST


def test_stage__gives_places_and_one_size_of_cards() -> None:
    """Parts are where the page wants them, parts that it does not name are not drawn, and all cards of a zone have its size."""
    game, S = random_game("four_souls", 2, 5, 200)
    drawn = draw_view("four_souls", game.to_json(S, player=0), stage=read_stage(f"800,600;{PARTS}"))
    assert (drawn.width, drawn.height) == (800, 600)
    boxes = {part.name: part.box for part in drawn.parts}
    assert boxes["monsters"] == Box(10, 60, 300, 150) and not boxes.keys() - {"monsters", "cards-0", "stack", "notes"}
    lines = {part.name: "".join(part.lines) for part in drawn.parts}
    for name in ("monsters", "cards-0"):
        assert [room.split()[4:] for room in re.findall(r'data-room="([^"]+)"', lines[name])] == [["100", "110"]]
    assert lines["monsters"].count('class="slot"') == len(game.to_json(S)["monsters"])


@pytest.mark.parametrize(("wide", "signs"), [(110, "◆3"), (200, "◆"), (300, "◆◆◆◇")])
def test_stage__shows_souls_in_a_strip_of_any_width(wide: int, signs: str) -> None:
    """Souls decide the game: a player's strip shows them on phones and beside three others, and no number leaves it."""
    game, S = random_game("four_souls", 4, 5, 200)
    view = game.to_json(S, player=0)
    view["players"][2] |= {"souls": 3, "coins": 21}
    drawn = draw_view("four_souls", view, stage=read_stage(f"800,600;player-2,100,0,{wide},46,1,1"))
    lines = "".join(*(part.lines for part in drawn.parts if part.name == "player-2"))
    texts = re.findall(r'<text x="([\d.]+)".*? textLength="([\d.]+)".*?>([^<]+)</text>', lines)
    assert signs in [text for *_, text in texts]
    ends = {text: float(x) + float(length) for x, length, text in texts if text not in ("active", "decides")}
    assert max(ends.values()) <= 100 + wide, ends
