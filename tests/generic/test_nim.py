"""A game's own invariants, on Nim."""

import pytest

from tests.core.machine import nim
from tests.generic import suite

OPTIONS = {"stones": 15, "max_decisions": 12}  # short enough that some games are truncated


def test_invariant__stones_never_grow_beyond_the_start():
    """A game's own claim is checked in every position."""

    def claim(record):
        assert 0 <= record.stones <= 15

    suite.check_invariant(nim.GAME, 3, 200, 1, claim, **OPTIONS)


def test_invariant__a_false_claim_is_found():
    """The harness looks at later positions, not only at the first."""

    def claim(record):
        assert record.stones == 15

    with pytest.raises(AssertionError):
        suite.check_invariant(nim.GAME, 3, 20, 1, claim, **OPTIONS)
