"""Counts of language models: sums, tokens and the share of invalid answers."""

from __future__ import annotations

import pytest

from fs_env.arena.usage import COUNTS, Usage, total

ONE, TWO = Usage(4, 1, 2, 3, 50, 6), Usage(10, 5, 20, 30, 700, 8)


def test_total__adds_each_count() -> None:
    assert total([ONE, TWO]) == ONE + TWO == Usage(14, 6, 22, 33, 750, 14)
    assert total([]) == Usage(**dict.fromkeys(COUNTS, 0))


def test_tokens__are_those_read_and_written() -> None:
    assert (ONE.tokens, TWO.tokens) == (56, 708)


@pytest.mark.parametrize(("usage", "rate"), [(ONE, 0.25), (TWO, 0.5), (Usage(), 0.0)])
def test_invalid_rate__is_of_the_decisions(usage: Usage, rate: float) -> None:
    assert usage.invalid_rate == rate
