"""Who knows where which hidden card is (A45): the kernels of `machine.secrets` for the cards of this game."""

from fs_env.core.four_souls.rules.table import TABLE
from fs_env.core.machine.secrets import MEMBER

EVERYBODY: int = TABLE.EVERYBODY  # bits of all seats
has_mix, mix_bits = TABLE.has_mix, TABLE.mix_bits
show, watch, reveal, open_hand = TABLE.show, TABLE.watch, TABLE.reveal, TABLE.open_hand
shown_from_hand, hide_hand, hide_order, settle = TABLE.shown_from_hand, TABLE.hide_hand, TABLE.hide_order, TABLE.settle

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
