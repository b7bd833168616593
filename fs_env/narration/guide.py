"""`Guide`: how a game is played, for people who sit down to it: a page with pictures, and explanations for a first game.

In all texts "[Bomb!]" names a card, which pages link to its drawing, and "[bomb|bombs]" does so in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from fs_env.core.files import FileKind
from fs_env.registry.games import manifest_of
from fs_env.registry.manifest import Part

FILE = FileKind("how a game is played")
REFERENCE = re.compile(r"\[([^]|]+)(?:\|([^]]+))?\]")


@dataclass(frozen=True)
class Deal:
    """A table of a person, in the first seat, against the usual bots.

    Attributes:
        seed: of the deal.
        players: seats.
        choices: random ones, from the same seed, before the table is shown.
    """

    seed: int = 1
    players: int = 2
    choices: int = 0


@dataclass(frozen=True)
class Step:
    """A step of the page: a heading, a picture, a few sentences.

    Attributes:
        title: the heading.
        text: the sentences.
        cards: names of cards that are drawn next to it.
        part: the part of the drawing of a table that is shown, by the name that the drawing gives it; "" for none.
        shown: the table whose part it is, instead of the one of the guide.
    """

    title: str
    text: str
    cards: Sequence[str] = ()
    part: str = ""
    shown: Deal | None = None


@dataclass(frozen=True)
class Lesson:
    """An explanation of a question, shown once, next to the first question that it fits.

    Attributes:
        title: the heading, and the name by which it is known.
        asks: regular expression that is found in the question as a person reads it.
        text: what is asked, and why.
        offers: regular expression that one of the choices must begin with; "" where only the question decides.
        answers: begin of choices, a regular expression -> what they do. Only those that are offered are shown.
    """

    title: str
    asks: str
    text: str
    offers: str = ""
    answers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Guide(Part):
    """How a game is played.

    Attributes:
        goal: of the game, in a sentence or two.
        steps: of the page.
        words: term -> meaning, those of a table that readers may not know.
        notation: symbol in a position in words -> its meaning.
        passing: rule by which a seat passes without being asked -> what it does.
        options: option -> its name, and what each of its values does: names of values, or numbers as text, -> words.
        shown: the table whose parts are pictures of the page.
        first: the table of the first game.
        lessons: of the first game, in the order in which they are tried.
    """

    entry: ClassVar[str] = "guide"
    goal: str
    steps: tuple[Step, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    notation: Mapping[str, str] = field(default_factory=dict)
    passing: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    shown: Deal = Deal()
    first: Deal = Deal()
    lessons: tuple[Lesson, ...] = ()

    def texts(self) -> Iterator[str]:
        yield self.goal
        for step in self.steps:
            yield step.text
        yield from self.words.values()
        for lesson in self.lessons:
            yield lesson.text
            yield from lesson.answers.values()

    def cards(self) -> set[str]:
        named = {found[1] for text in self.texts() for found in REFERENCE.finditer(text)}
        return named.union(*(step.cards for step in self.steps))


def read_guide(file: Path, **values: Mapping[str, str]) -> Guide:
    """Read a guide from a TOML file, whose entries are the attributes of `Guide`, `Step`, `Lesson` and `Deal`.

    Args:
        file: its path; an option has the keys `name` and `values`.
        values: option -> further values of it, with their words, after those in the file.

    Raises:
        fs_env.core.files.FileFault: an entry that is unknown, or one that is missing.
    """

    def deals(entry: dict[str, Any]) -> dict[str, Any]:
        return entry | {name: Deal(**entry[name]) for name in ("shown", "first") if name in entry}

    with FILE.checked(file):
        found = deals(FILE.toml(file))
        found["steps"] = tuple(Step(**deals(step)) for step in found["steps"])
        found["lessons"] = tuple(Lesson(**lesson) for lesson in found["lessons"])
        found["options"] = {
            name: (option["name"], option.get("values", {}) | values.get(name, {}))
            for name, option in found["options"].items()
        }
        return Guide(**found)


def guide_of(game: str) -> Guide | None:
    return manifest_of(game).part(Guide)


def spoken(text: str) -> str:
    """A text of a guide without its marks: cards by the names or words that are shown."""
    return REFERENCE.sub(lambda found: found[2] or found[1], text)


__all__ = ["REFERENCE", "Deal", "Guide", "Lesson", "Step", "guide_of", "read_guide", "spoken"]
