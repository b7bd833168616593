"""The kernels of this game's decks, piles and hands, and of who knows what about them (R2.E, R15.9, A45): see `machine.decks`."""

from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.state import CARDS, Stream, below, kernel
from fs_env.core.machine.decks import make_table


@kernel
def changed(s, d):
    """Notes that derived numbers must be refreshed: another card may be on top of a deck."""
    s.dirty = 1


@kernel
def emptied(s, d):
    """Notes that a discard pile is empty."""
    if d == Deck.LOOT:
        s.discarded[:] = 0


TABLE = make_table(
    kernel, CARDS, below, shuffle=Stream.SHUFFLE, resample=Stream.RESAMPLE, changed=changed, emptied=emptied
)
