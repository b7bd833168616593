"""Random streams that live in the state: xoshiro128**, four uint32 words per stream, one stream per purpose.

A state has a field `rng` of dtype uint32 and shape (streams, 4). Copying the state copies its future; draws of one
stream never shift another. The arithmetic is written so that machine code and plain Python give the same numbers.

Sources: D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators" (xoshiro128**);
G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (the splitmix64 finaliser).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..compile.jit import Kernel, compiled

WORDS = 4  # uint32 words of one stream

# Unsigned 64-bit arithmetic: machine words wrap; Python's integers are truncated by the mask after each operation.
word: Any = np.uint64 if compiled() else int
LOW32 = word(0xFFFF_FFFF)
LOW64 = word(0xFFFF_FFFF_FFFF_FFFF)
GOLDEN, MIX_1, MIX_2 = 0x9E37_79B9_7F4A_7C15, 0xBF58_476D_1CE4_E5B9, 0x94D0_49BB_1331_11EB  # of splitmix64
STREAM_STEP = word(0xD1B5_4A32_D192_ED03)
S32, STEP = word(32), word(GOLDEN)
ROT7, ROT7_BACK, ROT11, ROT11_BACK, S9 = word(7), word(25), word(11), word(21), word(9)
FIVE, NINE = word(5), word(9)


def make_draws(word: Callable[..., Any], signed: Callable[..., Any], wrap: Callable[..., Any]) -> tuple[Any, Any, Any]:
    """The functions `mix`, `pick` and `nth_seed` for a type of unsigned 64-bit words, one of signed words, and a decorator."""
    low63, low64 = word(2**63 - 1), word(2**64 - 1)
    golden, first, second = word(GOLDEN), word(MIX_1), word(MIX_2)
    s27, s30, s31, s32 = word(27), word(30), word(31), word(32)

    @wrap
    def mix(x):
        """The splitmix64 finaliser of an int64: a scrambled unsigned 64-bit number."""
        z = word(x) & low64
        z = ((z ^ (z >> s30)) * first) & low64
        z = ((z ^ (z >> s27)) * second) & low64
        return z ^ (z >> s31)

    @wrap
    def pick(seed, counter, n):
        """A number in 0..n-1 that depends on seed and counter only: splitmix64 by position."""
        drawn = mix((word(seed) + golden * word(counter + 1)) & low64)
        return signed(((drawn >> s32) * word(n)) >> s32)

    @wrap
    def nth_seed(seed, n):
        """The n-th seed, 0..2**63-1, of what is drawn from `seed`: never from that of a deal, which would follow from it."""
        return signed((word(seed + 1) * golden + word(n + 1) * first) & low63)

    return mix, pick, nth_seed


def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    return function


# For kernels; for Python's integers, where nothing has to be compiled; for arrays of int64 or uint64.
mix, pick, nth_seed = make_draws(word, np.int64, Kernel(None))
_, pick_int, nth_seed_int = make_draws(int, int, as_it_is)
mix_array, _, _ = make_draws(np.uint64, np.int64, as_it_is)


def make_rng(kernel: Kernel) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The random kernels of one game.

    Args:
        kernel: the game's decorator; its dtype has the field `rng`, uint32, shape (streams, 4).

    Returns:
        `seed_streams(s, seed)`: sets every stream from an int64 seed, each stream its own sequence.
        `below(s, stream, n)`: a uniform int64 in 0..n-1 for 1 <= n <= 2**31 (0 where n < 1), by multiply and shift
        (bias below n / 2**32); each call takes exactly one draw of the stream, also for n = 1.

    Raises:
        ValueError: the state has no such field.
    """
    streams = count_streams(kernel)

    @kernel
    def seed_streams(s, seed):
        for stream in range(streams):
            x = mix((word(seed) + STREAM_STEP * word(stream + 1)) & LOW64)
            for half in range(2):
                x = (x + STEP) & LOW64
                z = mix(x)
                s.rng[stream, 2 * half] = np.uint32(z & LOW32)
                s.rng[stream, 2 * half + 1] = np.uint32(z >> S32)
            if s.rng[stream, 0] == 0 and s.rng[stream, 1] == 0 and s.rng[stream, 2] == 0:
                s.rng[stream, 3] |= np.uint32(1)  # the all-zero state would never leave zero

    @kernel
    def below(s, stream, n):
        a = word(s.rng[stream, 0])
        b = word(s.rng[stream, 1])
        c = word(s.rng[stream, 2])
        d = word(s.rng[stream, 3])
        drawn = (b * FIVE) & LOW32
        drawn = ((drawn << ROT7) | (drawn >> ROT7_BACK)) & LOW32
        drawn = (drawn * NINE) & LOW32
        c ^= a
        d ^= b
        shifted = (b << S9) & LOW32
        s.rng[stream, 0] = np.uint32(a ^ d)
        s.rng[stream, 1] = np.uint32(b ^ c)
        s.rng[stream, 2] = np.uint32(c ^ shifted)
        s.rng[stream, 3] = np.uint32(((d << ROT11) | (d >> ROT11_BACK)) & LOW32)
        if n < 1:
            return 0
        return np.int64((drawn * word(n)) >> S32)

    return seed_streams, below


def count_streams(kernel: Kernel) -> int:
    """How many streams the field `rng` of a state holds."""
    fields: Any = (kernel.dtype.fields if kernel.dtype is not None else None) or {}
    field = fields.get("rng")
    if field is None or field[0].base != np.dtype(np.uint32) or len(field[0].shape) != 2 or field[0].shape[1] != WORDS:
        found = "none" if field is None else str(field[0])
        raise ValueError(f'the state needs Field("rng", "uint32", (streams, {WORDS})), found {found}')
    return int(field[0].shape[0])
