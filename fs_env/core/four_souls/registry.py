"""The permanent numbers of cards and of actions: a later set of cards shifts none of them.

``registry.tsv`` has a line for each card and each action: what it is, its number, its name. A card's number is its row in
the card tables and features, and its code in observations (plus one, where zero is "none"); an action's number is its id. Lines
are only added, at the end of their kind. Cards and actions without a line come after all that have one.

Cards of a deck need not have numbers side by side: code that goes through a deck takes the lists of ``tables``, not a range.
Instances, abilities and programs, and places in the flat observation get new numbers when a set is added: they are never stored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("registry.tsv")
KINDS = ("card", "action")
HOW = "python -m fs_env.core.four_souls.register"
RULE = f"lines are neither moved nor removed, new ones are added by `{HOW}`"


class RegistryError(ValueError):
    """The registry and the cards contradict each other; the message says which line and what to do."""


class Registry(NamedTuple):
    """The registered names, such as "the_bone" and "pay the_bone 2"; the index of a name is its number."""

    cards: tuple[str, ...]
    actions: tuple[str, ...]

    def text(self) -> str:
        return "".join(
            f"{kind}\t{number}\t{name}\n" for kind, names in zip(KINDS, self) for number, name in enumerate(names)
        )

    @property
    def hash(self) -> str:
        return hashlib.blake2b(self.text().encode(), digest_size=16).hexdigest()


def parse(text: str) -> Registry:
    """Reads a registry from text: lines of kind, number and name, separated by tabs; RegistryError for any other line or order."""
    names: dict[str, dict[str, int]] = {kind: {} for kind in KINDS}
    for at, line in enumerate(text.splitlines(), 1):
        parts = line.split("\t")
        if len(parts) != 3 or parts[0] not in names:
            raise RegistryError(f"registry, line {at}: {line!r}: expected {' or '.join(KINDS)}, a number and a name")
        kind, number, name = parts
        known = names[kind]
        if number != str(len(known)):
            raise RegistryError(
                f"registry, line {at}: {kind} {name!r} has number {number}, expected {len(known)}: {RULE}"
            )
        if name in known:
            raise RegistryError(f"registry, line {at}: {kind} {name!r} has number {known[name]} already: {RULE}")
        known[name] = len(known)
    return Registry(*(tuple(names[kind]) for kind in KINDS))


@cache
def registry() -> Registry:
    return parse(FILE.read_text(encoding="utf-8"))


def in_order(registered: Sequence[str], found: Iterable[str]) -> list[str]:
    known = set(registered)
    return [*registered, *(name for name in found if name not in known)]


def card_order(registered: Sequence[str], found: Iterable[str]) -> list[str]:
    """The same for cards, every one of which must still be there."""
    ids = list(found)
    for number, card_id in enumerate(registered):
        if card_id not in ids:
            raise RegistryError(
                f"card {card_id!r}, number {number} of the registry, is not in any set: a number is permanent. If the "
                f"card was renamed, write its new id in that line of {FILE.name} and in the lines of its actions; if it "
                f"was removed, put it back: games without it leave out its set"
            )
    return in_order(registered, ids)


__all__ = ["FILE", "HOW", "RULE", "Registry", "RegistryError", "card_order", "in_order", "parse", "registry"]
