"""How seats, cards, effects and references look in an observation."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.observation.numbers import TargetSort
from fs_env.core.four_souls.references import is_card, ref_kind
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.state import Zone, kernel
from fs_env.core.four_souls.tables import AB_CARD, C_AB0, C_ABN, C_BEARS, C_FLAGS, INST_CARD, CardFlag

PLAYER, DECK, SLOT = int(TargetSort.PLAYER), int(TargetSort.DECK), int(TargetSort.SLOT)
CARD, OBJECT = int(TargetSort.CARD), int(TargetSort.OBJECT)
SLOT0, CARD0 = int(Ref.SLOT), int(Ref.CARD)
SIGN = 63  # a number shifted right by this much is -1 if it is negative, else 0


@kernel
def seat_from(s, viewer, p):
    """How many seats to the left of the observer a player sits, NONE for no player."""
    nobody = int(p) >> SIGN  # -1 or 0; a branch, which games take unpredictably, costs more than this arithmetic
    left = int(p) - viewer
    return left + (int(s.n_players) & (left >> SIGN)) | nobody


@kernel
def face_of(s, inst):
    some = ~(int(inst) >> SIGN)
    return (int(s.face[inst & some]) + 1) & some


@kernel
def printed_of(inst):
    """The card of an instance + 1, 0 for none; anything but an item shows this card, since only items copy texts."""
    some = ~(int(inst) >> SIGN)
    return (int(INST_CARD[inst & some]) + 1) & some


@kernel
def seen_by_others(s, viewer, inst):
    """Who else is publicly known to have seen a card: a bit for each player, from the observer's left."""
    n = int(s.n_players)
    seen = int(s.witnessed[inst]) & ((1 << n) - 1)  # a card that all players see has the bits of empty seats too
    return (seen >> (viewer + 1)) | ((seen & ((1 << viewer) - 1)) << (n - 1 - viewer))


@kernel
def is_changed(s, inst):
    """Whether an item shows another card's text, was made eternal, or has counters that its own text does not put there."""
    card = int(INST_CARD[inst])
    lifted = (s.eternal[inst] == 1) & (C_FLAGS[card] & CardFlag.ETERNAL == 0)
    counted = (s.counters[inst] > 0) & (C_BEARS[card] == 0)
    return (s.zone[inst] == Zone.ITEM) & ((s.face[inst] != card) | lifted | counted)


@kernel
def target_of(s, viewer, ref):
    """A reference as its kind, a `TargetSort`, and which one it is, as seen by the observer."""
    sort, value = ref_kind(ref), 0
    if sort == PLAYER:
        value = seat_from(s, viewer, ref) + 1
    elif sort == DECK:
        value = ref
    elif sort == SLOT:
        value = ref - SLOT0
    elif sort == CARD:
        value = face_of(s, ref - CARD0)
    elif sort == OBJECT:
        r = find(s, ref)
        for i in range(s.n_stack):
            if r != NONE and s.stack[i] == r:
                value = int(s.n_stack) - i
    return sort, value


@kernel
def effect_of(a):
    if a == NONE:
        return 0
    return min(a - int(C_AB0[AB_CARD[a]]), int(C_ABN[AB_CARD[a]])) + 1


@kernel
def choice_of(s, viewer, ref, who):
    """As `target_of`, for an object chosen by `who`: a card in a hand or deck is named only to that player, if known (A45)."""
    if is_card(ref):
        inst = ref - CARD0
        hidden = s.zone[inst] == Zone.HAND or s.zone[inst] == Zone.DECK
        if hidden and (who != viewer or (s.seen[inst] >> viewer) & 1 == 0):
            return CARD, 0
    return target_of(s, viewer, ref)
