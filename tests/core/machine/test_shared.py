"""Kernels written once: each game gets its own, and a name that is left out is told."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.table.shared import GIVEN, Shared

shared, other = Shared(), Shared()
STEP: Any = GIVEN
FACTOR: Any = GIVEN
UNUSED: Any = GIVEN


@shared
def after(x):
    return x + STEP


@shared
def twice_after(x):
    return after(after(x))


@other
def scaled(x):
    return x * FACTOR


def test_make__two_games_of_different_numbers() -> None:
    small, large = shared.make(Kernel(None), STEP=1), shared.make(Kernel(None), STEP=100)
    assert (small.after(5), large.after(5)) == (6, 105)
    assert (small.twice_after(5), large.twice_after(5)) == (7, 205)
    assert (small.STEP, large.STEP) == (1, 100)


def test_make__a_kernel_as_what_is_given() -> None:
    """A game may give numbers made by its kernels' own words; groups of one module want different names."""
    kernel = Kernel(None)
    assert other.make(kernel, FACTOR=3).scaled(7) == 21
    assert kernel.functions, "they are among the game's kernels, where lints look for them"


@pytest.mark.parametrize(
    ("given", "told"), [({}, "missing STEP, unknown none"), ({"STEP": 1, "FACTOR": 2}, "missing none, unknown FACTOR")]
)
def test_make__a_name_too_few_or_too_many(given: dict[str, int], told: str) -> None:
    """The error says which; a name that none of these kernels uses is not wanted."""
    with pytest.raises(TypeError, match=told):
        shared.make(Kernel(None), **given)
