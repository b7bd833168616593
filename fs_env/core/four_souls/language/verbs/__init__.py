"""The verbs by family, numbered by `Op`; each has a function in its family's module and a kernel of its name in `rules/verbs`."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from fs_env.core.four_souls.language.verb import Verb
from fs_env.core.four_souls.language.verbs import decks, fight, flow, hands, items, slots, stack

FAMILIES: dict[str, tuple[Verb[Any], ...]] = {
    family.__name__.rpartition(".")[2]: family.VERBS for family in (flow, hands, items, decks, slots, fight, stack)
}
"""Name of a family -> its verbs."""
VERBS: tuple[Verb[Any], ...] = tuple(verb for family in FAMILIES.values() for verb in family)
for _op, _verb in enumerate(VERBS):
    _verb.op = _op


def _codes(name: str, numbers: list[tuple[str, int]]) -> Any:
    """An enum whose members are unknown to type checkers."""
    return IntEnum(name, numbers)


Op = _codes("Op", [(verb.name.upper(), verb.op) for verb in VERBS])
"""Opcodes: a verb's name in capitals."""
Last = _codes("Last", [(name.upper(), verbs[-1].op) for name, verbs in FAMILIES.items()])
"""The last opcode of each family; the next family begins after it."""
