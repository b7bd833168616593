"""Cards as drawings, and the gallery of all of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from fs_env.core.four_souls.cards import card_rows
from fs_env.drawing.four_souls.card import HEIGHT, WIDTH, draw_card
from fs_env.drawing.gallery import gallery
from fs_env.drawing.themes import THEMES

ROWS = card_rows()
SVG = "{http://www.w3.org/2000/svg}"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


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
        words = written(draw_card(row).svg("light"))
        assert "…" not in words and words.startswith(row["name"]), row["name"]
        assert " ".join((row["text"] or "").split(" / ")) in words, row["name"]
        for name, beside in (("attack", "{} attack"), ("hp", "{}"), ("rewards", "reward: {}")):
            if row[name] is not None:
                found = [beside.format(row[name]), f"attack {row[name]}"]
                assert any(text in words for text in found), (row["name"], name)
        assert row["count"] == 1 or f"×{row['count']}" in words, row["name"]


def test_card__stays_on_the_sheet() -> None:
    """No line of a card is wider than the card or below it, and none begins above it."""
    for row in ROWS:
        for line in lines(draw_card(row).svg("light")):
            x, y, size, wide = (float(line.attrib[name]) for name in ("x", "y", "font-size", "textLength"))
            left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[line.get("text-anchor", "start")]
            assert left >= 8 and left + wide <= WIDTH - 8, (row["name"], line.text)
            assert size <= y <= HEIGHT - 8, (row["name"], line.text)


def test_card__shows_the_die_of_its_evasion() -> None:
    """A monster that is hit from 4 on shows the pips of a four; cards without an evasion show no die."""
    fatty = draw_card(next(row for row in ROWS if row["id"] == "fatty")).svg("light")
    penny = draw_card(next(row for row in ROWS if row["id"] == "a_penny")).svg("light")
    evasion = next(row["evasion"] for row in ROWS if row["id"] == "fatty")
    eyes = 2  # of the sign of monsters
    assert fatty.count("<circle") == evasion + eyes and penny.count("<circle") == 0


@pytest.mark.parametrize("theme", THEMES)
def test_card__in_every_theme(theme: str) -> None:
    """The same words stand on a card in light, dark and the reader's own colours."""
    for row in ROWS[:: len(ROWS) // 8]:
        assert written(draw_card(row).svg(theme)) == written(draw_card(row).svg("light"))


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


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="no chromium: install Debian's package of that name")
@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("deck=room&verb=discard_room", {"beggar", "fortune_teller", *(f"dice_room_{k}" for k in range(1, 7))}),
        ("set=plus&words=GUPPY", {"guppy", "guppys_eye"}),
        ("deck=room&words=EQUALITY", {"equality"}),
        ("deck=bonus_soul&verb=kill", set()),
    ],
)
def test_gallery__chooses_in_a_browser(page: str, tmp_path: Path, asked: str, shown: set[str]) -> None:
    """Set, deck, verb and words of the address leave the cards that have all of them."""
    file = tmp_path / "index.html"
    file.write_text(page, encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}"]
    done = subprocess.run(
        [*command, "--dump-dom", f"{file.as_uri()}?{asked}"], capture_output=True, text=True, timeout=120
    )
    cards = Cards(done.stdout)
    assert len(cards.cards) == len(ROWS) and "hidden" not in cards.form
    found = {name for name, card in cards.cards.items() if "hidden" not in card}
    assert found == shown
