"""Stages: the arrangement that a browser asks for, and the drawing of a position on it."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest

from fs_env.drawing import draw_view
from fs_env.drawing.canvas import Box
from fs_env.drawing.stage import LONGEST, read_stage
from tests.drawing.positions import TWELVE_ITEMS, random_game

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


@pytest.mark.parametrize("game", ["four_souls", "castles_of_caleira", "betrayal"])
def test_stage__of_any_parts_is_drawn(game: str) -> None:
    """Whatever parts an address names, small or far away, in positions from the deal to the end."""
    rng = random.Random(8)
    rules, S = random_game(game, 3, 5, 0)
    names = [part.name for part in draw_view(game, rules.to_json(S, player=0), narrow=True, marked=True).parts]
    for step in range(100):
        legal = sorted(rules.legal(S).tolist())
        if not legal:
            break
        if step % 20 == 0 or len(names) < 30 and step < 20:
            parts = [
                f"{one},{','.join(str(rng.choice([0, 9, 200])) for _ in range(6))}" for one in [*names, "city", "notes"]
            ]
            text = ";".join(["400,400", *rng.sample(parts, rng.randint(1, len(parts)))])
            drawn = draw_view(game, rules.to_json(S, player=step % 3), stage=read_stage(text))
            assert (drawn.width, drawn.height) == (400, 400)
        rules.step(S, rng.choice(legal))


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


@pytest.mark.parametrize(("wide", "high"), [(95, 29), (130, 20)])
def test_stage__has_name_plates_where_cards_are_too_low_for_faces(wide: int, high: int) -> None:
    """Each of twelve items has its whole name, its counters, a sign that it is used, or one that it is ready; so has a known hand."""
    game, S = random_game("four_souls", 2, 5, 200)
    view = game.to_json(S, player=0)
    player = view["players"][0] | {"hand": ["bomb"], "curses": [], "soul_cards": [], "innate_souls": 0}
    item = {"shows": None, "turned": False, "eternal": False, "counters": 0}
    player["items"] = [item | {"card": card} for card in TWELVE_ITEMS]
    player["items"][0]["turned"], player["items"][1]["counters"] = True, 7
    view["players"][0] = player
    drawn = draw_view("four_souls", view, stage=read_stage(f"800,600;cards-0,0,100,400,250,{wide},{high}"))
    plates = "".join(*(part.lines for part in drawn.parts if part.name == "cards-0")).split('class="slot"')[1:]
    texts = [" ".join(re.findall(r">([^<]+)</text>", plate.replace("&#x27;", "'"))) for plate in plates]
    assert texts[0] == "Bomb!" and [text.partition(" ↷")[0] for text in texts[2:]] == [
        {"the_d6": "↷ The D6", "yum_heart": "7 Yum Heart"}.get(card, name) for card, name in TWELVE_ITEMS.items()
    ]
    ready = {card for card, plate in zip(TWELVE_ITEMS, plates[2:], strict=True) if "<path" in plate}
    assert ready == {
        "yum_heart",
        "incubus",
        "mystery_sack",
        "two_of_clubs",
        "sleight_of_hand",
        "the_d100",
        "pandoras_box",
    }


@pytest.mark.parametrize("wide", [57, 74, 81, 96, 120])
@pytest.mark.parametrize(("hp", "most"), [(2, 3), (4, 4)])
def test_stage__has_the_numbers_of_a_monster_side_by_side(wide: int, hp: int, most: int) -> None:
    """On a card of any width hit points, what a roll must reach and the attack are all there, and none covers another."""
    game, S = random_game("four_souls", 2, 5, 200)
    view = game.to_json(S, player=0)
    numbers = {
        "card": "mask_of_infamy",
        "hp": hp,
        "max_hp": most,
        "evasion": 3,
        "attack": 2,
        "attacked": False,
        "covered": [],
    }
    view["monsters"] = [view["monsters"][0] | numbers]
    drawn = draw_view("four_souls", view, stage=read_stage(f"800,600;monsters,0,0,300,150,{wide},57"))
    lines = "".join(*(part.lines for part in drawn.parts if part.name == "monsters"))
    found = re.findall(r'<text x="([\d.]+)" y="([\d.]+)".*? textLength="([\d.]+)"(.*?)>([^<]+)</text>', lines)
    base, line = max(float(y) for _, y, *_ in found), []
    for x, y, length, how, text in found:
        if float(y) > base - 3:
            share = 1 if '"end"' in how else 0.5 if '"middle"' in how else 0
            line.append((float(x) - share * float(length), float(x) + (1 - share) * float(length), text))
    line.sort()
    frame = re.search(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"[^>]*class="f-card s-ink"', lines)
    assert frame, "what a roll must reach has a frame"
    line[2] = float(frame[1]), float(frame[1]) + float(frame[2]), line[2][2]
    assert line[0][2].startswith("♥") and line[1][2] in (f"{hp}", f"{hp}/{most}")
    assert [text for *_, text in line[2:]] == ["3+", "2"]
    assert all(a[1] <= b[0] + 0.5 for a, b in pairwise(line)), line
    assert max(float(y) for _, y, *_ in found if float(y) <= base - 3) <= base - 13, "a name is above the numbers"
