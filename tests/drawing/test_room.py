"""Everything that is drawn has room: in the picture, in its part, in its card, and in its line."""

import ast
from pathlib import Path

import pytest

import fs_env.drawing
from fs_env.drawing import draw, draw_view, fonts
from fs_env.drawing.betrayal.card import by_name
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.card_layout import Laid, lay_cards
from fs_env.drawing.four_souls.card import printed
from fs_env.drawing.parts import FITS, Tile, brief, places, tiles, wrap_tile
from fs_env.drawing.portrait import draw_face
from fs_env.drawing.themes import LIGHT
from fs_env.registry.games import load_game
from tests.drawing.positions import full_table, random_game, shapes, words

SLACK = 1.6  # half of the thickest edge, and what rounding to a decimal costs
OPEN = {"rooms": 1, "bartering": 1}
GAMES = [
    *(("four_souls", players, players, 700, {"bartering": 1}) for players in (2, 3, 4)),
    ("four_souls", 2, 3, 80, {"variant": 1}),
    ("four_souls", 2, 5, 600, OPEN),  # a monster on a narrow card
    ("four_souls", 3, 13, 150, {}),
    ("four_souls", 3, 23, 500, {"rooms": 1}),
    ("four_souls", 4, 14, 150, {}),
    ("four_souls", 4, 12, 200, OPEN),  # signs of the state on a low card
    *(("castles_of_caleira", players, players, decisions, {}) for players in (2, 4) for decisions in (4, 12, 30)),
    *(("castles_of_caleira", 3, 3, decisions, {}) for decisions in (4, 30)),
    ("castles_of_caleira", 3, 11, 20, {}),  # one known card on top of the deck
    ("betrayal", 3, 1, 0, {}),
    ("betrayal", 3, 1, 5, {}),
    ("betrayal", 4, 2, 120, {"haunt": 1}),
    ("betrayal", 6, 3, 400, {}),  # a name on three lines of a low card
    ("betrayal", 6, 9, 400, {}),  # a narrow part of the catacomb
    ("betrayal", 6, 13, 300, {}),  # much to say of an adventurer
    ("betrayal", 6, 22, 300, {}),  # monsters of two digits, and a ghost outside of the part that is drawn
]


def check_room(canvas):
    """Asserts that nothing leaves the picture or its part, no texts lie over each other, and no text leaves its card."""
    found = shapes(canvas.svg("light"))
    assert len(found) > 20
    boxes = {part.name: part.box for part in canvas.parts}
    for one in found:
        box = boxes[one.part]
        inside = one.left >= box.x - SLACK and one.right <= box.right + SLACK
        assert inside and one.top >= box.y - SLACK and one.bottom <= box.bottom + SLACK, f"{one} leaves {box}"
        assert 0 <= one.left and one.right <= canvas.width and 0 <= one.top and one.bottom <= canvas.height, one
    texts = sorted((one for one in found if one.sort == "text"), key=lambda one: one.top)
    assert min(float(one.found.get("font-size")) for one in texts) >= 13, "11 pixels where the picture is 1020 wide"
    for k, one in enumerate(texts):
        for other in texts[k + 1 :]:
            if one.bottom <= other.top + SLACK:
                break  # as all that follow
            beside = one.right <= other.left + SLACK or other.right <= one.left + SLACK
            assert beside or other.bottom <= one.top + SLACK, (one, other)
    cards = [one for one in found if one.sort == "rect" and one.bottom - one.top < 100]
    faces = [one for one in found if one.sort == "path" and one.right - one.left > 60 and one.bottom - one.top > 38]
    faces = [one for one in faces if one.found.get("fill") != LIGHT["back"]]  # those below another one
    for one in texts:
        for face in faces:
            across, down = (one.left + one.right) / 2, (one.top + one.bottom) / 2
            on = face.left <= across <= face.right and face.top <= down <= face.bottom
            assert not on or (face.left + 2 <= one.left and one.right <= face.right - 2), (one, face)
            assert not on or (face.top + 2 <= one.top and one.bottom <= face.bottom - 1), (one, face)
        for card in cards:
            starts = card.left <= one.left < card.right and card.top <= (one.top + one.bottom) / 2 <= card.bottom
            assert not starts or one.right <= card.right + SLACK, (one, card)


@pytest.mark.parametrize(("name", "players", "seed", "decisions", "options"), GAMES)
def test_drawing__of_a_random_position(name, players, seed, decisions, options):
    """Positions of random games fit, seen by every player and by each seat, with no text cut; with long names of players too."""
    game, S = random_game(name, players, seed, decisions, **options)
    for player in (None, *range(players)):
        canvas = draw(game, S, player=player)
        check_room(canvas)
        told = [*words(canvas), *words(draw(game, S, player=player, narrow=True))]
        assert not [text for text in told if text.endswith(fonts.ELLIPSIS)]
    check_room(draw(game, S, names=[f"search:rollouts=2000,policy=heuristic,seed={k}" for k in range(players)]))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_drawing__of_a_full_table(players):
    """Ten items and ten loot cards with the longest names for each player fit, and no item is left out."""
    game, S = load_game("four_souls"), full_table(players)
    for player in (None, 0):
        canvas = draw(game, S, player=player)
        check_room(canvas)
        for part in canvas.parts:
            if part.name.startswith("cards-"):
                drawn = sum("↷" in line for line in part.lines)
                assert drawn == 4, f"{part.name}: items 0, 3, 6 and 9 lie sideways, drawn are {drawn}"


def test_drawing__of_many_slots_and_a_long_stack():
    """Twelve monster slots, sixteen shop slots and sixty objects on the stack fit; what has no room is counted."""
    game, S = random_game("four_souls", 4, 3, 60)
    view = game.to_json(S)
    monster = {**view["monsters"][0], "card": "the_duke_of_flies", "counters": 1, "covered": ["fly"]}
    view["monsters"] = [{**monster, "slot": k} for k in range(12)]
    view["shop"] = ["i_cant_believe_its_not_butter_bean"] * 16
    made = {
        **dict.fromkeys(("mode", "of", "about", "n", "amount", "roll", "event", "deck", "slot", "shows")),
        **{"number": 1, "kind": "loot", "player": 1, "card": "bomb", "attack_roll": False, "hit": False},
        **{"doubled": False, "targets": [{"sort": "player", "player": 2}]},
    }
    view["stack"] = [{**made, "number": k} for k in range(60)]
    canvas = draw_view("four_souls", view)
    check_room(canvas)
    assert any("more below" in line for part in canvas.parts if part.name == "stack" for line in part.lines)


@pytest.mark.parametrize("n", [1, 4, 12, 20, 30])
def test_places__never_lie_over_each_other(n):
    """Tiles of a grid lie side by side inside its box, whatever their number."""
    box = Box(10, 20, 410, 130)
    _, found = places(box, n, FITS)
    assert len(found) == n
    for k, one in enumerate(found):
        assert box.x <= one.x and one.right <= box.right + 0.01 and one.bottom <= box.bottom
        for other in found[:k]:
            assert other.right <= one.x or other.bottom <= one.y


def test_spread__gives_long_texts_the_room_that_short_ones_leave():
    """Beside three cards with short texts the long one of Eden has room in full, as it has not on cards of one width."""
    canvas, box = Canvas(700, 140), Box(0, 0, 700, 140)
    with canvas.part("cards", box):
        lay_cards(canvas, box, [Laid(printed(card)) for card in ("eden", "a_penny", "two_cents", "dinner")])
    told = " ".join(words(canvas))
    assert "bottom of the treasure deck." in told and "Gain 1¢." in told and "You have +1 HP." in told


def test_tiles__say_how_many_have_no_room():
    """Of 70 cards in a small box the last place says how many more there are."""
    canvas = Canvas(100, 100)
    box = Box(0, 0, 200, 60)
    with canvas.part("cards", box):
        tiles(canvas, box, [Tile(f"card {k}") for k in range(70)])
    shown = sum(">card " in line for line in canvas.parts[0].lines)
    assert f">+{70 - shown} more<" in canvas.parts[0].lines[-1]


@pytest.mark.parametrize("bold", [False, True])
def test_letters__are_all_in_the_font(bold):
    """Every sign that the code of the drawings writes is in the font that is shipped along, and looks the same everywhere."""
    found = ""
    for file in Path(fs_env.drawing.__file__).parent.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found += "".join(x.value for x in ast.walk(tree) if isinstance(x, ast.Constant) and isinstance(x.value, str))
    assert set("♥◇·→a") <= set(found) and set(found) - {"\n"} <= set(fonts.advances(bold))


def test_width__is_that_of_the_font():
    """Advances of DejaVu Sans Condensed, in 1/2048 of the size: A 1260, i 512, space 585; bold A 1426 (read by fontTools)."""
    assert fonts.width("A", 2048) == pytest.approx(1260)
    assert fonts.width("i ", 2048) == pytest.approx(512 + 585)
    assert fonts.width("A", 2048, True) == pytest.approx(1426)
    assert fonts.width("字", 20) == 20


def test_shorten__keeps_the_beginning():
    """A text that does not fit ends in an ellipsis and then fits; nothing is left where not even that fits."""
    text = "I Can't Believe It's Not Butter Bean"
    short = fonts.shorten(text, 120, 15)
    assert short.endswith("…") and text.startswith(short[:-1]) and 100 < fonts.width(short, 15) <= 120
    assert fonts.shorten(text, 1000, 15) == text
    assert fonts.shorten(text, 2, 15) == ""


def test_wrap__fills_lines_and_shortens_the_last():
    """No line is wider than the room; the words are those of the text, and the last line says that there is more."""
    text = "the quick brown fox jumps over the lazy dog again and again"
    lines = fonts.wrap(text, 110, 15)
    assert " ".join(lines) == text and max(fonts.width(line, 15) for line in lines) <= 110 and len(lines) > 3
    assert fonts.wrap(text, 110, 15, False, 2)[-1].endswith("…")


def test_brief__leaves_the_numeral_out_where_there_is_no_room():
    """ "XIV. Temperance" keeps its numeral where it fits; other names keep all of their words."""
    assert brief("XIV. Temperance", 200, 15) == "XIV. Temperance"
    assert brief("XIV. Temperance", 60, 15) == "Temperance"
    assert brief("XVII. The Stars", 60, 15) == "Stars"
    assert brief("I Can't Believe It", 60, 15) == "I Can't Believe It"


def test_plate__breaks_a_name_in_a_word_where_no_line_has_room_for_it():
    """A name that has no room even then is broken between its words."""
    assert wrap_tile("Berserker Axe", 90, 12) == ["Berserker", "Axe"]
    assert wrap_tile("Berserker Axe", 40, 12) == ["Berser-", "ker Axe"]
    assert wrap_tile("Berserker Axe", 20, 12) == ["Berserker", "Axe"]


@pytest.mark.parametrize("h", [20.0, 26.0, 46.0])
def test_mark_of_more_text__never_lies_over_a_name(h):
    """Three dots say that the text of a card has no room; where the name takes all of the card they are above it."""
    canvas, box = Canvas(100, 60, least=11), Box(5, 5, 83, h)
    with canvas.part("cards", box):
        draw_face(canvas, box, by_name()["Quiet Bell"])
    found = shapes(canvas.svg())
    names = [one for one in found if one.sort == "text" and one.text in ("Quiet", "Bell", "Quiet Bell")]
    dots = [one for one in found if one.sort == "rect" and round(one.right - one.left) == 22]
    assert names and len(dots) == 1
    assert all(dots[0].bottom <= name.top or name.bottom <= dots[0].top for name in names), (h, names, dots)


def test_card__as_high_as_its_name_draws_nothing_below():
    """The bolt and the emblem of an active item have no room on a card that only its name fits."""
    canvas, box = Canvas(200, 90, least=11), Box(5, 5, 110, 20)
    with canvas.part("cards", box):
        draw_face(canvas, box, printed("boomerang"))
    found = shapes(canvas.svg())
    assert found and all(one.bottom <= box.bottom + 3 for one in found), [one for one in found if one.bottom > 28]
