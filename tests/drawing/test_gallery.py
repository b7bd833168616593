"""Cards as drawings, and the gallery of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from html.parser import HTMLParser
from itertools import product
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from fs_env.core.four_souls.cards import card_rows
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.four_souls.card import face
from fs_env.drawing.gallery import HEIGHT, WIDTH, cards, draw_card, entry_at, gallery
from fs_env.drawing.portrait import draw_face
from fs_env.drawing.themes import THEMES
from fs_env.narration.card_texts import cards_of
from fs_env.registry.games import GAMES
from tests.drawing.positions import shapes

ROWS = card_rows()
SVG = "{http://www.w3.org/2000/svg}"


def lines(svg: str) -> list[Element]:
    """The texts of a drawing in the order in which they are drawn."""
    found = list(ElementTree.fromstring(svg).iter(f"{SVG}text"))
    assert found
    return found


def written(svg: str) -> str:
    """The words of a drawing."""
    return " ".join(str(line.text) for line in lines(svg))


class Cards(HTMLParser):
    """The cards of a page: id -> the attributes of its list entry and its label; and whether the form is hidden."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.cards: dict[str, dict[str, str | None]] = {}
        self.order: list[str] = []
        self.form: dict[str, str | None] = {}
        self.outside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "li":
            self.order.append(str(given["id"]))
            self.cards[self.order[-1]] = given
        elif tag == "svg":
            self.cards[self.order[-1]]["label"] = given["aria-label"]
        elif tag == "form":
            self.form = given
        self.outside += [value for name, value in attrs if name in ("src", "href") and value]


@pytest.fixture(scope="module")
def page() -> str:
    """The gallery."""
    return gallery()


def test_card__says_everything() -> None:
    """Each card shows its name, every word of its text in order, its numbers, reward and copies; nothing is cut off."""
    for row in ROWS:
        words = written(draw_card(face(row)).svg("light"))
        assert "…" not in words and words.startswith(row["name"]), row["name"]
        assert " ".join((row["text"] or "").split(" / ")) in words, row["name"]
        for name, beside in (("attack", "attack {}"), ("hp", "{}"), ("rewards", "reward: {}"), ("evasion", "{}+")):
            if row[name]:
                assert beside.format(row[name]) in words, (row["name"], name)
        assert row["count"] == 1 or f"1 of {row['count']}" in words, row["name"]


@pytest.mark.parametrize("game", GAMES)
def test_card__stays_on_the_sheet(game: str) -> None:
    """No line of a card of any game is wider than the card or below it, none begins above it, and no text is left out."""
    for card in cards(game).entries:
        found = [one for one in shapes(draw_card(card.face).svg("light")) if one.sort == "text"]
        for line in found:
            assert line.left >= 8 and line.right <= WIDTH - 8, (card.id, line.text)
            assert line.top >= 0 and line.bottom <= HEIGHT - 4, (card.id, line.text)
        told = " ".join(line.text for line in found)
        assert all(text in told for text in card.face.texts), card.id


@pytest.mark.parametrize("game", GAMES)
def test_faces__are_there_for_every_name(game: str) -> None:
    """Each card that a person can look up is drawn, with its text on it."""

    def letters(text: str) -> str:
        return "".join(re.findall(r"\w", text.lower()))

    drawn = {(one.face.name, letters("".join(one.face.texts))) for one in cards(game).entries}
    assert drawn == {(card.name, letters(card.text)) for card in cards_of(game)}


def test_entry__is_the_card_of_its_place() -> None:
    """Of two cards with one name the place says which is meant; a copy is the card that it copies."""
    names = [row["name"] for row in ROWS]
    twice = [row for row in ROWS if names.count(row["name"]) > 1]
    assert twice
    for row in twice:
        assert entry_at("four_souls", f"item:0:{row['id']}", row["name"]).id == row["id"]
    assert entry_at("four_souls", "item:1:diplopia", "Diplopia as The D6").id == "the_d6"
    assert entry_at("castles_of_caleira", "piece:4", "Barracks").face.name == "Barracks"
    assert entry_at("castles_of_caleira", "piece:4", "The D6") is None and entry_at("nim", "stone:1", "stone") is None


def test_silhouettes__differ_by_kind() -> None:
    """A loot card, a treasure, a monster, a character, a soul and a room have outlines of their own."""
    shown = {name: face(next(row for row in ROWS if row["deck"] == name)) for name in {row["deck"] for row in ROWS}}
    outlines = {}
    for name, one in shown.items():
        (first, *_) = [line for line in draw_card(one).parts[0].lines if line.startswith("<path")]
        outlines[name] = re.search(r' d="([^"]*)"', first)[1]  # type: ignore[index]
    alike = {"treasure", "starting_item"}
    assert len(set(outlines.values())) == len(outlines) - 1 and len({outlines[name] for name in alike}) == 1


@pytest.mark.parametrize("theme", THEMES)
def test_card__in_every_theme(theme: str) -> None:
    """The same words stand on a card in light, dark and the reader's own colours."""
    for row in ROWS[:: len(ROWS) // 8]:
        assert written(draw_card(face(row)).svg(theme)) == written(draw_card(face(row)).svg("light"))


def test_gallery__has_every_card_once(page: str) -> None:
    """Each card is on the page once, with its set, its deck, the verbs of its program and its words for those who do not see it."""
    cards = Cards(page)
    assert sorted(cards.order) == sorted(row["id"] for row in ROWS)
    for row in ROWS:
        found = cards.cards[row["id"]]
        assert (found["data-set"], found["data-deck"]) == (row["set"], row["deck"])
        for text in (row["text"] or "").split(" / "):
            assert text.rstrip(".") in str(found["label"]), row["name"]
    for card, verbs in {"bomb": "damage", "a_penny": "gain", "beggar": "discard_room gain loot treasure"}.items():
        assert cards.cards[card]["data-verbs"] == verbs


def test_gallery__without_scripts_is_a_list(page: str) -> None:
    """Without scripts all cards are shown and the form, which would do nothing, is not; nothing is loaded from elsewhere."""
    cards = Cards(page)
    assert "hidden" in cards.form and not [card for card in cards.cards.values() if "hidden" in card]
    assert not cards.outside and "@import" not in page and not re.search(r"url\((?!data:)", page)


def test_gallery__is_small(page: str) -> None:
    """The page has less than 2 MB."""
    assert len(page.encode()) < 2_000_000


@pytest.fixture(scope="module")
def tab(page: str, chromium: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, str]]:
    """A page of a browser, and the address of the gallery."""
    file = tmp_path_factory.mktemp("gallery") / "index.html"
    file.write_text(page, encoding="utf-8")
    with closing(chromium.new_page()) as found:
        yield found, file.as_uri()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("deck=room&verb=discard_room", {"beggar", "fortune_teller", *(f"dice_room_{k}" for k in range(1, 7))}),
        ("set=plus&words=GUPPY", {"guppy", "guppys_eye"}),
        ("deck=room&words=EQUALITY", {"equality"}),
        ("deck=bonus_soul&verb=kill", set()),
    ],
)
def test_gallery__chooses_in_a_browser(tab: tuple[Any, str], asked: str, shown: set[str]) -> None:
    """Set, deck, verb and words of the address leave the cards that have all of them."""
    at, address = tab
    at.goto(f"{address}?{asked}", wait_until="domcontentloaded")
    cards = at.evaluate("[...document.querySelectorAll('li')].map(one => [one.id, one.hidden])")
    assert len(cards) == len(ROWS) and at.locator("form").is_visible()
    assert {name for name, hidden in cards if not hidden} == shown


def test_face__without_room_for_its_text_shows_that_there_is_one() -> None:
    """Every card at every size, as it is printed, and in a state with notes, counters and signs."""
    state = {"turned": True, "eternal": True, "counters": 12, "notes": ("attacked", "1 more below")}
    sizes = [(72, 40, 13), (98, 56, 15.3), (100, 76, 13), (124, 104, 15.3), (160, 90, 13), (170, 150, 15.3)]
    body = re.compile(r'text-anchor="middle" class="f-(?:ink|soft)">([^<]+)<')  # the kind, and lines of the text
    for entry in (entry for game in GAMES for entry in cards(game).entries):
        for (w, h, least), shown in product(sizes, (entry.face, entry.face.now(**state))):
            canvas = Canvas(w, h, least=least)
            with canvas.part("card", Box(0, 0, w, h)):
                draw_face(canvas, Box(0, 0, w, h), shown)
            drawn = "".join(canvas.parts[0].lines)
            words = unescape(" ".join(body.findall(drawn))).removeprefix(shown.kind).split()
            marked = drawn.count('height="1.6"') == 3 or drawn.count('r="1.6"') == 3
            assert marked == (words != " ".join(shown.texts).split()), (entry.id, w, h, least)
