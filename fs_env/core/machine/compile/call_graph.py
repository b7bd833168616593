"""Which kernels a kernel needs, read from bytecode before anything is compiled."""

from __future__ import annotations

import dis
import types as kinds
from collections.abc import Iterator
from typing import Any, NamedTuple

LOAD_GLOBAL, EXTENDED_ARG = dis.opmap["LOAD_GLOBAL"], dis.opmap["EXTENDED_ARG"]


class Node(NamedTuple):
    """A kernel in a list in which callees stand before their callers."""

    kernel: Any
    callees: tuple[int, ...]
    size: int


def kernels_below(function: Any) -> list[Node]:
    """All kernels that a Python function needs, each once, callees before callers."""
    places: dict[Any, int] = {}
    nodes: list[Node] = []
    # a stack: call trees can be deeper than Python's own
    open_calls: list[tuple[Any, Any, Iterator[Any]]] = [(None, function, iter(callees(function)))]
    while open_calls:
        kernel, body, rest = open_calls[-1]
        callee = next(rest, None)
        if callee is not None:
            if callee not in places:
                places[callee] = -1
                open_calls.append((callee, callee.py_func, iter(callees(callee.py_func))))
            continue
        open_calls.pop()
        if kernel is not None:
            places[kernel] = len(nodes)
            below = tuple(places[one] for one in callees(body) if places[one] >= 0)  # recursion leads back to itself
            nodes.append(Node(kernel, below, len(body.__code__.co_code)))
    return nodes


def urgency(nodes: list[Node]) -> list[int]:
    """The size of each kernel together with the longest chain of callers that wait for it."""
    above = [0] * len(nodes)
    for place in reversed(range(len(nodes))):
        above[place] += nodes[place].size
        for callee in nodes[place].callees:
            above[callee] = max(above[callee], above[place])
    return above


def callees(function: Any) -> list[Any]:
    code, known = function.__code__, function.__globals__
    held = [known.get(name) for name in names_read(code)]
    held += [cell.cell_contents for cell in function.__closure__ or () if cell != kinds.CellType()]
    for module in [value for value in held if isinstance(value, kinds.ModuleType)]:
        held += [vars(module).get(name) for name in code.co_names]
    return list(dict.fromkeys(value for value in held if hasattr(value, "parts") and hasattr(value, "py_func")))


def names_read(code: kinds.CodeType) -> Iterator[str]:
    extended = 0
    for operation, operand in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        if operation == LOAD_GLOBAL:
            yield code.co_names[(extended | operand) >> 1]
        extended = (extended | operand) << 8 if operation == EXTENDED_ARG else 0
