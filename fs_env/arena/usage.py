"""The cost of asking a language model in a game, counted apart from how well it played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields


@dataclass(frozen=True)
class Usage:
    """Counts of one seat in one game, or of several together.

    Attributes:
        asked: decisions that were put to the model.
        invalid: of these, those whose first answer named no legal action.
        forfeited: decisions that were made for it: it answered wrongly twice, or had used up its tokens or its time.
        retries: requests that were repeated, because no reply came or the messages were too long.
        tokens_in, tokens_out: that the model read and wrote.
    """

    asked: int = 0
    invalid: int = 0
    forfeited: int = 0
    retries: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(one + two for one, two in zip(astuple(self), astuple(other))))

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out

    @property
    def invalid_rate(self) -> float:
        return self.invalid / self.asked if self.asked else 0.0


COUNTS = tuple(one.name for one in fields(Usage))


def total(counts: Iterable[Usage]) -> Usage:
    return sum(counts, Usage())
