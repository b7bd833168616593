"""Who knows where which hidden card is (A45): the kernels of `machine.table.secrets` for the cards of this game."""

from fs_env.core.four_souls.options import Variant
from fs_env.core.four_souls.rules.table import TABLE
from fs_env.core.four_souls.state import kernel
from fs_env.core.machine.table.secrets import MEMBER

EVERYBODY: int = TABLE.EVERYBODY  # bits of all seats
has_mix, mix_bits = TABLE.has_mix, TABLE.mix_bits
show, reveal, open_hand = TABLE.show, TABLE.reveal, TABLE.open_hand
shown_from_hand, hide_hand, settle = TABLE.shown_from_hand, TABLE.hide_hand, TABLE.settle
watch_alone, hide_order_from_others = TABLE.watch, TABLE.hide_order


@kernel
def watch(s, q, inst):
    """A seat sees a hidden card, and every player knows that it does; the person who plays both characters sees it (R21.2)."""
    if s.variant == Variant.SOLO:
        reveal(s, inst)
    else:
        watch_alone(s, q, inst)


@kernel
def hide_order(s, who, first):
    """A player orders the cards looked at, from index `first` on: no other player knows how, if there is any other player (R21.2)."""
    if s.variant != Variant.SOLO:
        hide_order_from_others(s, who, first)


__all__ = [
    "EVERYBODY",
    "MEMBER",
    "has_mix",
    "hide_hand",
    "hide_order",
    "mix_bits",
    "open_hand",
    "reveal",
    "settle",
    "show",
    "shown_from_hand",
    "watch",
]
