"""Setting every number of a state to zero, from its field table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..compile.jit import Kernel
from ..declare.fields import Field, Records, StateFields


def make_clear(kernel: Kernel, state: StateFields) -> Callable[..., Any]:
    """A kernel `clear(s)` that zeroes all fields of a state, so that nothing of an earlier game is left."""
    lines = ["def clear(s):", '    """Zeroes every field."""', *lines_for(state.fields, "s", 1)]
    names: dict[str, Any] = {"__name__": __name__}
    exec("\n".join(lines), names)  # the text contains only field names, which fields.py has checked
    return kernel(names["clear"])


def lines_for(fields: Sequence[Field | Records], owner: str, depth: int) -> Iterator[str]:
    pad = "    " * depth
    for field in fields:
        if isinstance(field, Records):
            index = "".join(f"[i{depth}{axis}]" for axis in range(len(field.shape)))
            for axis, extent in enumerate(field.shape):
                yield "    " * (depth + axis) + f"for i{depth}{axis} in range({extent}):"
            inner = depth + len(field.shape)
            yield "    " * inner + f"row{depth} = {owner}.{field.name}{index}"
            yield from lines_for(field.fields, f"row{depth}", inner)
        elif field.shape:
            yield f"{pad}{owner}.{field.name}[{', '.join(':' for _ in field.shape)}] = 0"
        else:
            yield f"{pad}{owner}.{field.name} = 0"
