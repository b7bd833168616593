"""The arithmetic of networks over a few inputs out of many: what an input, or a unit of a layer, adds to the next layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fs_env.core.machine.compile.jit import Kernel

Layers = Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]
"""(weights, biases) of each layer: of the last a row for each output, of the others a row for each input."""

FAST = {"contract", "reassoc", "nsz", "arcp"}
"""Freedoms of LLVM with sums: it may fuse and reorder them; infinities and NaN keep their meaning."""


ZERO = np.float32(0)
SCALE = np.float32(2**20)  # of sums of whole numbers, which then stay within 2048


class FastKernel(Kernel):
    """`Kernel` whose sums may be reordered, so that they use the processor's vector units."""

    switches: ClassVar = {"fastmath": FAST}


TYPES: dict[str, Any] = {
    "into": "float32[::1]",
    "units": "float32[::1]",
    "amount": "float32",
    "weights": "float32[::1]",
    "bias": "float32[::1]",
    "amounts": "float32[::1]",
    "places": "int32[::1]",
}
exact, fast = Kernel(None, **TYPES), FastKernel(None, **TYPES)
whole = Kernel(None, **(TYPES | {"into": "int32[::1]"}))


def start(into, bias, first, n):
    for j in range(n):
        into[j] = bias[first + j]


def add_row(into, amount, weights, first, n):
    for j in range(n):
        into[j] += amount * weights[first + j]


def next_layer(into, units, weights, first, n_units, n):
    """Adds to `into[:n]` what the positive ones of `units[:n_units]` contribute, a row of weights each from `first` on."""
    for i in range(n_units):
        amount = units[i]
        if amount > 0:
            for j in range(n):
                into[j] += amount * weights[first + i * n + j]


def add_rows(into, amounts, places, many, weights, n):
    """Adds to `into[:n]` rows of weights of that length, `many` of them: `amounts[k]` times the row `places[k]`.

    Four rows at once: so `into` is read and written a quarter as often.
    """
    k = 0
    while k + 4 <= many:
        a, b, c, d = int(places[k]) * n, int(places[k + 1]) * n, int(places[k + 2]) * n, int(places[k + 3]) * n
        s, t, u, v = amounts[k], amounts[k + 1], amounts[k + 2], amounts[k + 3]
        for j in range(n):
            into[j] += s * weights[a + j] + t * weights[b + j] + u * weights[c + j] + v * weights[d + j]
        k += 4
    while k < many:
        a, s = int(places[k]) * n, amounts[k]
        for j in range(n):
            into[j] += s * weights[a + j]
        k += 1


def add_rounded(into, amounts, places, many, weights, n):
    """`add_rows` to whole numbers: each product times `SCALE` is rounded by itself, so that a row of opposite amount undoes it exactly."""
    k = 0
    while k + 4 <= many:
        a, b, c, d = int(places[k]) * n, int(places[k + 1]) * n, int(places[k + 2]) * n, int(places[k + 3]) * n
        s, t, u, v = amounts[k] * SCALE, amounts[k + 1] * SCALE, amounts[k + 2] * SCALE, amounts[k + 3] * SCALE
        for j in range(n):
            into[j] += (
                np.int32(s * weights[a + j])
                + np.int32(t * weights[b + j])
                + np.int32(u * weights[c + j])
                + np.int32(v * weights[d + j])
            )
        k += 4
    while k < many:
        a, s = int(places[k]) * n, amounts[k] * SCALE
        for j in range(n):
            into[j] += np.int32(s * weights[a + j])
        k += 1


def list_positive(units, n, amounts, places):
    """Lists the positive ones of `units[:n]` with their places; returns how many they are."""
    many = 0
    for j in range(n):  # without a branch: no processor guesses which ones are positive
        amounts[many] = units[j]
        places[many] = j
        many += 1 if units[j] > 0 else 0
    return many


def rectified_dot(units, weights, first, n):
    total = ZERO
    for j in range(n):
        total += max(units[j], ZERO) * weights[first + j]
    return total


# Values keep the order of their sums, so that a search with the same seed stays the same; networks that play are faster without.
exact_start, exact_add_row, exact_next_layer = exact(start), exact(add_row), exact(next_layer)
fast_start, fast_add_rows, fast_dot, fast_list_positive = (
    fast(start),
    fast(add_rows),
    fast(rectified_dot),
    fast(list_positive),
)
add_rounded_rows = whole(add_rounded)
