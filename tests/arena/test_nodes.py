"""Ray nodes for tests are begun again where the machine is busy; other errors are told at once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.arena.nodes import ATTEMPTS, TOO_LATE, patiently


def begun_after(failures: int, error: str) -> tuple[list[int], Any]:
    tries: list[int] = []

    def begin() -> str:
        tries.append(len(tries))
        if len(tries) <= failures:
            raise Exception(error)
        return "node"

    return tries, begin


def test_patiently__tries_again_and_then_skips() -> None:
    """A node that is late is begun again, as often as is said; then the tests are skipped, with the reason."""
    tries, begin = begun_after(ATTEMPTS - 1, f"The current node {TOO_LATE}.")
    assert patiently(begin) == "node" and len(tries) == ATTEMPTS
    tries, begin = begun_after(ATTEMPTS, f"The current node {TOO_LATE}.")
    with pytest.raises(pytest.skip.Exception, match="this machine is too busy"):
        patiently(begin)
    assert len(tries) == ATTEMPTS


def test_patiently__other_errors() -> None:
    """Anything else is an error of the test at the first attempt."""
    tries, begin = begun_after(1, "no such port")
    with pytest.raises(Exception, match="no such port"):
        patiently(begin)
    assert len(tries) == 1
