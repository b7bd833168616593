"""References: one number for a player, deck, discard pile, monster slot, card or object on the stack (`language.codes.Ref`).

They are decoded only here: in kernels by `ref_kind` and the predicates built on it, in Python by `decode`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.state import kernel


class RefKind(IntEnum):
    """The kind of thing that a reference names; the flat observation uses the same numbers for targets."""

    NOTHING = 0
    PLAYER = 1
    DECK = 2  # a deck, or from `Ref.PILE` on a discard pile
    SLOT = 3
    CARD = 4
    OBJECT = 5  # on the stack; `Ref.STACK` itself is the running attack


NOTHING, PLAYER, DECK, SLOT, CARD, OBJECT = (int(kind) for kind in RefKind)


@kernel
def ref_kind(ref):
    """The `RefKind` of a reference, NOTHING for NONE."""
    if ref < 0:
        return NOTHING
    if ref < Ref.DECK:
        return PLAYER
    if ref < Ref.SLOT:
        return DECK
    if ref < Ref.CARD:
        return SLOT
    return CARD if ref < Ref.STACK else OBJECT


@kernel
def is_player(ref):
    return ref_kind(ref) == PLAYER


@kernel
def is_card(ref):
    return ref_kind(ref) == CARD


@kernel
def card_of(ref):
    return ref - Ref.CARD if is_card(ref) else NONE


@kernel
def deck_of(ref):
    return ref - (Ref.PILE if ref >= Ref.PILE else Ref.DECK)


class Reference(NamedTuple):
    """A reference taken apart.

    Attributes:
        sort: "nothing", "player", "deck", "discard" (a discard pile), "slot", "card", "attack" (the running one) or "object".
        number: the seat, `Deck`, slot, card instance or running number of the object; -1 for nothing, 0 for the attack.
    """

    sort: str
    number: int


_RANGES = (
    ("object", Ref.STACK),
    ("card", Ref.CARD),
    ("slot", Ref.SLOT),
    ("discard", Ref.PILE),
    ("deck", Ref.DECK),
    ("player", Ref.PLAYER),
)


def decode(ref: int) -> Reference:
    if ref == Ref.STACK:
        return Reference("attack", 0)
    return next((Reference(sort, ref - int(base)) for sort, base in _RANGES if ref >= base), Reference("nothing", NONE))
