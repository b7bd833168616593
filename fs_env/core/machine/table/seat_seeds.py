"""The seeds of the players of a game: SipHash-2-4 of the game's seed and the seat, from which neither follows without the key.

Source: J.-P. Aumasson and D. J. Bernstein, "SipHash: a fast short-input PRF" (2012).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

from ..compile.jit import Kernel
from .rng import as_it_is, word


@lru_cache(maxsize=4096)
def key_words(key: bytes = b"") -> tuple[int, ...]:
    """The key of `seat_seed` as two int64, from one of up to 64 bytes by BLAKE2; b"": that of all bots of this package."""
    return struct.unpack("<2q", blake2b(b"seat seed", key=key, digest_size=16).digest())


def make_seat_seed(word: Callable[..., Any], signed: Callable[..., Any], wrap: Callable[..., Any]) -> Any:
    """The function `seat_seed` for a type of unsigned 64-bit words, one of signed words, and a decorator."""
    low63, low64 = word(2**63 - 1), word(2**64 - 1)
    s13, s16, s17, s21, s32, s43, s47, s48, s51 = map(word, (13, 16, 17, 21, 32, 43, 47, 48, 51))
    i0, i1, i2, i3 = map(word, struct.unpack(">4Q", b"somepseudorandomlygeneratedbytes"))
    length, end = word(16 << 56), word(0xFF)

    @wrap
    def stir(a, b, c, d):
        """One SipRound."""
        a, c = (a + b) & low64, (c + d) & low64
        b, d = ((b << s13 | b >> s51) & low64) ^ a, ((d << s16 | d >> s48) & low64) ^ c
        a, c = ((a << s32 | a >> s32) + d) & low64, (c + b) & low64
        b, d = ((b << s17 | b >> s47) & low64) ^ c, ((d << s21 | d >> s43) & low64) ^ a
        return a, b, (c << s32 | c >> s32) & low64, d

    @wrap
    def seat_seed(first, second, seed, seat):
        """The seed, 0..2**63-1, of the player in a seat of the game dealt from `seed`, by the two `key_words`."""
        x, y = word(first) & low64, word(second) & low64
        a, b, c, d = x ^ i0, y ^ i1, x ^ i2, y ^ i3
        for block in (word(seed) & low64, word(seat) & low64, length):
            a, b, c, d = stir(a, b, c, d ^ block)
            a, b, c, d = stir(a, b, c, d)
            a ^= block
        c ^= end
        for _ in range(4):
            a, b, c, d = stir(a, b, c, d)
        return signed((a ^ b ^ c ^ d) & low63)

    return seat_seed


seat_seed = make_seat_seed(word, np.int64, Kernel(None, **dict.fromkeys("abcd", "uint64")))
seat_seed_int = make_seat_seed(int, int, as_it_is)
