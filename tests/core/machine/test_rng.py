"""Random streams: the published generator, equal numbers with and without compilation, uniform and independent."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.declare.fields import Field, StateFields, as_records
from fs_env.core.machine.table.rng import make_rng, mix, pick
from fs_env.core.machine.table.seat_seeds import key_words, seat_seed_int

STREAMS = 3
TOY = StateFields("toy", [Field("rng", "uint32", (STREAMS, 4))])
kernel = Kernel(TOY.dtype, out="int64[::1]")
seed_streams, below = make_rng(kernel)
ROOT = Path(__file__).parents[3]
SEEDS = (0, 1, -1, 2**63 - 1, -(2**63))


@kernel
def fill(s, stream, n, out):
    for i in range(len(out)):
        out[i] = below(s, stream, n)


def seeded(seed):
    S = np.zeros(1, TOY.dtype)
    S = S if compiled() else as_records(S)
    seed_streams(S[0], seed)
    return S


def draws(seed, stream, n, count):
    out = np.zeros(count, np.int64)
    fill(seeded(seed)[0], stream, n, out)
    return out


def sample():
    return [
        [draws(seed, stream, n, 20).tolist() for stream in range(STREAMS) for n in (1, 6, 100, 2**31)]
        + [int(pick(seed, i, 887)) for i in range(20)]
        for seed in SEEDS
    ]


def rotated(x, k):
    return ((x << k) | (x >> (32 - k))) & 0xFFFF_FFFF


def xoshiro(words, n, count):
    """xoshiro128** by its published definition, over Python's integers."""
    a, b, c, d = (int(w) for w in words)
    out = []
    for _ in range(count):
        out.append((rotated(b * 5 & 0xFFFF_FFFF, 7) * 9 & 0xFFFF_FFFF) * n >> 32)
        t = b << 9 & 0xFFFF_FFFF
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = rotated(d, 11)
    return out


@pytest.mark.parametrize("seed", SEEDS)
def test_below__is_xoshiro128(seed):
    """Draws are those of xoshiro128** scaled by multiply and shift, checked against its definition."""
    for stream in range(STREAMS):
        words = seeded(seed)["rng"][0, stream]
        assert draws(seed, stream, 1000, 50).tolist() == xoshiro(words, 1000, 50)


def test_mix__is_the_published_finaliser():
    """The first outputs of splitmix64 from seed 1234567 are the ones known for it."""
    golden, x = 0x9E37_79B9_7F4A_7C15, 1234567
    out = []
    for _ in range(3):
        x = (x + golden) % 2**64
        out.append(int(mix(x - 2**64 if x >= 2**63 else x)))
    assert out == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers__are_equal_compiled_and_not():
    """A new process gives the same numbers with compilation off, or on where it is off here."""
    code = "import json; from tests.core.machine.test_rng import sample; print(json.dumps(sample()))"
    made = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": str(int(compiled()))},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout) == sample()


@pytest.mark.parametrize("n", [2, 6, 10, 100])
def test_below__is_uniform(n):
    """Draws lie in 0..n-1 and their chi-square is that of a fair die (bounds at about six standard deviations)."""
    count = 20_000
    values = draws(11, 0, n, count)
    assert 0 <= values.min() and values.max() < n
    hits = np.bincount(values, minlength=n)
    chi_square = float(((hits - count / n) ** 2 / (count / n)).sum())
    assert chi_square < n - 1 + 6 * (2 * (n - 1)) ** 0.5 + 6


@pytest.mark.parametrize("n", [2, 6, 887])
def test_pick__is_uniform(n):
    """Draws by position lie in 0..n-1 and are fair."""
    count = 20_000
    hits = np.bincount([int(pick(5, i, n)) for i in range(count)], minlength=n)
    assert len(hits) == n
    assert float(((hits - count / n) ** 2 / (count / n)).sum()) < n - 1 + 6 * (2 * (n - 1)) ** 0.5 + 6


def test_streams__do_not_shift_each_other():
    """Draws of one stream leave the next draws of another unchanged, and differ from them."""
    S, out = seeded(4), np.zeros(10, np.int64)
    fill(S[0], 0, 6, np.zeros(1000, np.int64))
    fill(S[0], 1, 6, out)
    assert out.tolist() == draws(4, 1, 6, 10).tolist()
    assert len({tuple(draws(4, stream, 100, 10)) for stream in range(STREAMS)}) == STREAMS


def test_streams__are_uncorrelated_with_neighbours():
    rows = [draws(seed, stream, 1000, 5000) for seed in (7, 8) for stream in range(STREAMS)]
    off_diagonal = np.corrcoef(rows)[~np.eye(len(rows), dtype=bool)]
    assert np.abs(off_diagonal).max() < 0.08


def test_below__takes_one_draw_whatever_n_is():
    expected = draws(9, 0, 1000, 4)[3]
    S = seeded(9)
    assert [below(S[0], 0, n) for n in (1, 0, -3)] == [0, 0, 0]
    assert below(S[0], 0, 1000) == expected


def test_seed_streams__is_never_all_zero():
    """No stream starts in the state that xoshiro cannot leave."""
    assert all(seeded(seed)["rng"].any(axis=2).all() for seed in range(200))


@pytest.mark.parametrize("field", [Field("rng", "int32", (1, 4)), Field("rng", "uint32", (4,)), Field("x", "int8")])
def test_make_rng__wants_the_field(field):
    with pytest.raises(ValueError, match=r'needs Field\("rng", "uint32", \(streams, 4\)\)'):
        make_rng(Kernel(StateFields("toy", [field]).dtype))


def test_seat_seed__is_the_published_function():
    """SipHash-2-4 of 16 bytes, the first case from the paper's list of vectors, the others by OpenSSL; the highest bit is cut off.
    What kernels derive is compared with it in `test_rows`."""
    key = int.from_bytes(range(8), "little"), int.from_bytes(range(8, 16), "little")
    other = 0x0123456789ABCDEF, 0x6C7D8E9FA5C3B1D6
    cases = {
        (*key, *key): 0x3F2ACC7F57C29BDB,
        (-1, -(2**63), 2**63 - 1, 5): 0x01340AF63F58E773,
        (*other, 0, 0): 0x3C9BAD7EB39A1520,
        (*other, 0, 4): 0x4607D21AA48516FC,
    }
    for given, expected in cases.items():
        assert seat_seed_int(*given) == expected, given
    assert len({key_words(), key_words(bytes(16)), key_words(bytes(17))}) == 3
