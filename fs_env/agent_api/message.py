"""`Message`: what an agent that reads messages gets for a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class LegalAction(NamedTuple):
    """A legal action as it is offered.

    Attributes:
        action: its id.
        words: its text, different from those of the others even without capitals and marks.
        key: a letter for it, "" if no letter is clear.
    """

    action: int
    words: str
    key: str


class CardWords(NamedTuple):
    """Texts about a card for a person.

    Attributes:
        name: as printed.
        facts: kind, copies and numbers, as text.
        text: what it does, "" if it has no text.
    """

    name: str
    facts: str
    text: str


@dataclass(frozen=True)
class Message:
    """All that a seat reads when it must decide.

    Attributes:
        text: all of it.
        actions: the legal actions in the order of their numbers, which begin at 1 in the text.
        shortened: what the budget took out, in words; () if everything is there.
        news: what has happened since the last answer, a line each.
        view: the position as the seat knows it, a line each, with empty ones between its blocks.
        cards: whose rules are explained.
        question: what is asked.
    """

    text: str
    actions: tuple[LegalAction, ...]
    shortened: tuple[str, ...] = ()
    news: tuple[str, ...] = ()
    view: tuple[str, ...] = ()
    cards: tuple[CardWords, ...] = ()
    question: str = ""
