"""Prefetching memory that is used soon: a batch of games is larger than the near caches, and rules leave memory bandwidth unused.

A core keeps about a dozen requests in flight: they help in small portions between other work, not all at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..compile.instructions import LINE, make_request
from ..compile.jit import Kernel


def make_requests(dtype: np.dtype[Any], hot: Sequence[tuple[str, int, int]], obs_size: int, parts: int) -> list[Any]:
    """Functions `request(s, o)` for kernels, `parts` in number, each of which prefetches a part of the next row of a batch.

    That row is the state after `s` in memory and the observation after the record `o`, `obs_size` int16 numbers; where there is none,
    nothing happens. `hot` are the bytes that nearly every decision reads: a field, the first byte in it, how many bytes.
    """
    fields: Any = dtype.fields
    lines = set()
    for name, first, size in hot:
        at = int(fields[name][1]) + first
        lines |= set(range(at // LINE, (at + size - 1) // LINE + 1))
    read = [dtype.itemsize + LINE * line for line in sorted(lines)]
    written = [2 * obs_size + at for at in range(0, 2 * obs_size, LINE)]
    return [make_request(portion(read, k, parts), portion(written, k, parts)) for k in range(parts)]


def one_after_another(kernel: Kernel, steps: Sequence[Any], requests: Sequence[Any]) -> Any:
    """A kernel `(s, viewer, o)` that calls steps with these parameters in order, each after its request."""
    names: dict[str, Any] = {"__name__": __name__}
    lines = ["def take_steps(s, viewer, o):", '    """Calls all steps."""']
    for k, (step, request) in enumerate(zip(steps, requests, strict=True)):
        names |= {f"step_{k}": step, f"request_{k}": request}
        lines += [f"    request_{k}(s, o)", f"    step_{k}(s, viewer, o)"]
    exec("\n".join(lines), names)
    return kernel(names["take_steps"])


def portion(places: list[int], k: int, parts: int) -> list[int]:
    return places[len(places) * k // parts : len(places) * (k + 1) // parts]
