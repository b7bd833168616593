"""Dice of a position that are set up beforehand: as faces, or as totals of rolls."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from fs_env.core.betrayal.language.codes import DICE
from fs_env.core.betrayal.rules.dice import LAID, LAID_BITS, NO_TOTAL
from fs_env.core.betrayal.state import Stream
from fs_env.core.machine.run.scenario import ScenarioError
from fs_env.core.machine.table.rng import mix_array

LOW32 = 0xFFFF_FFFF
MOST_DICE = 12  # that can be set up together
MOST_TOTALS = 12  # of rolls


def lay_totals(S: Any, totals: Sequence[int]) -> None:
    """The totals of the next rolls of a state, instead of its stream; ScenarioError for too many or impossible ones."""
    if len(totals) > MOST_TOTALS or not all(0 <= total <= 2 * DICE for total in totals):
        raise ScenarioError(f"totals {list(totals)}: expected {MOST_TOTALS} at most, each 0 to {2 * DICE}")
    halves = totals[: MOST_TOTALS // 2], totals[MOST_TOTALS // 2 :]
    words = [sum(total << LAID_BITS * k for k, total in enumerate((*half, NO_TOTAL))) for half in halves]
    S.view(np.ndarray)["rng"][0, Stream.DICE] = (0, *words, LAID)


def totals_left(S: Any) -> int:
    """Totals set up that no roll has had yet."""
    words = S.view(np.ndarray)["rng"][0, Stream.DICE]
    return sum((int(word).bit_length() - 1) // LAID_BITS for word in words[1:3]) if words[3] == LAID else 0


def dice_wanted(S: Any) -> int:
    """Dice of the first roll for which no total was set up; 0 where there was none."""
    words = S.view(np.ndarray)["rng"][0, Stream.DICE]
    return int(words[0]) if words[3] == LAID else 0


@functools.lru_cache(maxsize=256)
def words_for(faces: tuple[int, ...]) -> tuple[int, ...]:
    """Four words of a random stream whose next draws below 3 are these faces; ScenarioError where there are none."""
    if len(faces) > MOST_DICE or not set(faces) <= {0, 1, 2}:
        raise ScenarioError(f"dice {faces}: expected {MOST_DICE} at most, each 0, 1 or 2")
    batch = 100_000
    for start in range(0, 10**8, batch):
        seeds = np.arange(start, start + batch, dtype=np.int64)
        high, low = mix_array(seeds * 2 + 1), mix_array(seeds * 2 + 2)
        words = [
            np.uint64(1) * (x & np.uint64(LOW32)) for x in (high, high >> np.uint64(32), low, low >> np.uint64(32))
        ]
        fits = np.ones(batch, bool)
        a, b, c, d = (word.copy() for word in words)
        for face in faces:
            drawn = (b * np.uint64(5)) & np.uint64(LOW32)
            drawn = ((drawn << np.uint64(7)) | (drawn >> np.uint64(25))) & np.uint64(LOW32)
            drawn = (drawn * np.uint64(9)) & np.uint64(LOW32)
            fits &= (drawn * np.uint64(3)) >> np.uint64(32) == face
            c ^= a
            d ^= b
            a, b, c, d = (
                a ^ d,
                b ^ c,
                c ^ ((b << np.uint64(9)) & np.uint64(LOW32)),
                ((d << np.uint64(11)) | (d >> np.uint64(21))) & np.uint64(LOW32),
            )
        if fits.any():
            k = int(fits.argmax())
            return tuple(int(word[k]) for word in words)
    raise ScenarioError(f"no stream found for dice {faces}")
