"""The cost of asking a language model in a game, counted apart from how well it played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from typing import Any, NamedTuple

from fs_env.agent_api.specs import read_parameters

MILLION = 10**6


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


class Prices(NamedTuple):
    """Prices of a million tokens that a model reads and writes, in any currency."""

    tokens_in: float
    tokens_out: float

    @classmethod
    def of(cls, spec: Any) -> Prices | None:
        """The prices in the spec of a language model, `llm:...,price_in=3,price_out=15`; None unless it has both, as numbers from 0."""
        if not isinstance(spec, str) or not spec.startswith("llm:"):
            return None
        try:
            given = read_parameters(spec)
            prices = cls(float(given["price_in"]), float(given["price_out"]))
        except (ValueError, KeyError):
            return None
        return prices if all(0 <= price < float("inf") for price in prices) else None

    def cost(self, usage: Usage) -> float:
        return (usage.tokens_in * self.tokens_in + usage.tokens_out * self.tokens_out) / MILLION


def cost_per_point(cost_per_game: float | None, elo: float, anchor: float | None) -> float | None:
    """The cost of one game for each Elo point above an anchor, such as the rating of `random` in the same table; None where the cost or
    the anchor is not known, or the agent is not stronger."""
    return None if cost_per_game is None or anchor is None or elo <= anchor else cost_per_game / (elo - anchor)
