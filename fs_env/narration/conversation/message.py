"""Messages, shortened to a budget of characters."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from fs_env.agent_api.message import CardWords, LegalAction, Message


@dataclass
class Parts:
    """A message in progress: its parts, and how many of each were taken out.

    Attributes:
        news, view, cards, question, actions: as in `Message`; cards from the most to the least important.
        known: lines of a view that the seat has already read.
    """

    news: list[str]
    view: list[str]
    cards: list[CardWords]
    question: str
    actions: Sequence[LegalAction]
    known: Set[str] = frozenset()
    taken: dict[str, int] = field(default_factory=dict)

    def message(self, budget: int | None) -> Message:
        """The message with at most so many characters, None for any. Events before the last `LATEST` go first, then the rules
        of cards, then lines of the position that the seat has read before, then the last events, then the position from
        its end up. The question and the actions stay."""
        while budget is not None and len(self.text()) > budget and self._take():
            pass
        return Message(
            self.text(),
            tuple(self.actions),
            self.shortened(),
            tuple(self.news),
            tuple(self.view),
            tuple(self.cards),
            self.question,
        )

    def text(self) -> str:
        notes = self.shortened()
        parts = [
            f"Omitted to fit the limit of length: {', '.join(notes)}." if notes else "",
            "\n".join(["Since your last answer", *(f"- {line}" for line in self.news)]) if self.news else "",
            "\n".join(["Position", *filter(None, self.view)]) if self.view else "",
            "\n".join(["Cards", *map(card_line, self.cards)]) if self.cards else "",
            "\n".join([f"Question: {self.question}", *(f"[{n}] {one.words}" for n, one in enumerate(self.actions, 1))]),
        ]
        return "\n\n".join(filter(None, parts))

    def shortened(self) -> tuple[str, ...]:
        return tuple(f"{n} {what if n > 1 else one}" for (one, what), n in zip(KINDS, self._counts(), strict=True) if n)

    def _counts(self) -> list[int]:
        return [self.taken.get(what, 0) for _, what in KINDS]

    def _take(self) -> bool:
        old = [k for k, line in enumerate(self.view) if line in self.known or not line]
        if len(self.news) > LATEST or (self.news and not self.cards and not old):
            what = 0
            del self.news[0]
        elif self.cards:
            what = 1
            del self.cards[-1]
        elif old:
            what = 2
            del self.view[old[-1]]
        elif self.view:
            what = 3
            del self.view[-1]
        else:
            return False
        name = KINDS[what][1]
        self.taken[name] = self.taken.get(name, 0) + 1
        return True


LATEST = 3
"""Events that stay while rules of cards and known lines can be left out."""
KINDS = (
    ("event", "events"),
    ("card", "cards"),
    ("unchanged line of the position", "unchanged lines of the position"),
    ("line of the position", "lines of the position"),
)
"""The parts that a budget takes out, in its order: one of it, several of it."""


def card_line(card: CardWords) -> str:
    return f"- {card.name} ({card.facts}): {card.text or 'no text'}"
