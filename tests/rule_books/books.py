"""The rule books of docs/look_up/rules: which ids they define, each with an anchor of that name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "look_up" / "rules"
RULINGS = ROOT / "docs" / "look_up" / "rulings.md"
BOOKS = {
    "four_souls": "Four Souls",
    "castles_of_caleira": "Castles of Caleira",
    "betrayal": "Betrayal at Baldur's Gate",
}

ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
ID = r"(?:R\d+(?:\.\d+[a-z]?)?|A\d+|ER-\d+)"
ER_ROW = re.compile(r"^\| (ER-\d+) \|", re.MULTILINE)


class Rule(NamedTuple):
    """A rule of a book: its id, and the words that begin it."""

    id: str
    words: str


def page(game: str) -> Path:
    """Where the rule book of a game stands."""
    return PAGES / f"{game}.md"


def rules(game: str) -> dict[str, Rule]:
    """Every id that a book anchors, in the order of the book.

    Raises:
        ValueError: an id that is anchored twice.
    """
    found: dict[str, Rule] = {}
    for line in page(game).read_text().splitlines():
        for anchor in ANCHOR.finditer(line):
            if anchor[1] in found:
                raise ValueError(f"{page(game).name}: {anchor[1]} is anchored twice: give the second rule another id")
            found[anchor[1]] = Rule(anchor[1], first_words(line[anchor.end() :]))
    return found


def first_words(line: str) -> str:
    """The first sentence of a rule, without its id and its marks."""
    text = re.sub(rf"^[\s|]*{ID}[\s.|]*", "", line.replace("*", "")).strip(" |")
    sentence = re.split(r"(?<=[.?])\s| \| ", text)[0]
    return sentence if len(sentence) <= 90 else sentence[:87].rsplit(" ", 1)[0] + " ..."


def rulings() -> set[str]:
    """The ids ER-nn that docs/look_up/rulings.md settles."""
    return set(ER_ROW.findall(RULINGS.read_text()))
