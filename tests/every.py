"""One test over many cases that take no time each: every case that fails is named, and pytest counts and collects one test."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

SHOWN = 20  # failures that are written out


def every(
    cases: Iterable[Any], name: Callable[[Any], object] = str
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """A decorator for a check of one case: the test calls it with each of them, one that is a tuple as several arguments.

    Args:
        cases: at least one; read when the test runs.
        name: the name of a case in the list of failures.
    """

    def decorate(check: Callable[..., None]) -> Callable[[], None]:
        def test() -> None:
            failed, looked_at = [], 0
            for case in cases:
                looked_at += 1
                try:
                    check(*case if type(case) is tuple else (case,))
                except Exception as error:
                    failed.append(f"{name(case)}: {type(error).__name__}: {error}")
            assert looked_at, "no case"
            more = f"\n... and {len(failed) - SHOWN} more" if len(failed) > SHOWN else ""
            assert not failed, f"{len(failed)} of {looked_at} cases fail:\n" + "\n".join(failed[:SHOWN]) + more

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return decorate
