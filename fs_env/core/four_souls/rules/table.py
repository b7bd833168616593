"""The kernels of this game's decks, piles and hands, and of who knows what about them (R2.E, R15.9, A45): see `machine.table.decks`."""

from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.state import CARDS, Stream, below, kernel
from fs_env.core.machine.table.decks import make_table


@kernel
def facts_changed(s):
    """Derived numbers must be refreshed if a text in play reads hands, coins, hit points or tops of decks."""
    if s.unsteady > 0:
        s.dirty = 1


@kernel
def changed(s, d):
    facts_changed(s)


@kernel
def emptied(s, d):
    if d == Deck.LOOT:
        s.discarded[:] = 0


TABLE = make_table(
    kernel, CARDS, below, shuffle=Stream.SHUFFLE, resample=Stream.RESAMPLE, changed=changed, emptied=emptied
)
