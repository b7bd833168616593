"""How seats, cards, effects and references look in an observation."""

from fs_env.core.four_souls.language.codes import NONE, Ref
from fs_env.core.four_souls.references import RefKind, ref_kind
from fs_env.core.four_souls.rules.objects import find
from fs_env.core.four_souls.state import Zone, kernel
from fs_env.core.four_souls.tables import AB_CARD, C_AB0, C_ABN, C_BEARS, C_FLAGS, INST_CARD, CardFlag

SIGN = 63  # a number shifted so far is -1 when it is negative, else 0


@kernel
def seat_from(s, player, p):
    """How many seats to the left of the observer a player sits, NONE for nobody."""
    nobody = int(p) >> SIGN  # -1 or 0: games differ so much that a branch costs more than the arithmetic
    left = int(p) - player
    return left + (int(s.n_players) & (left >> SIGN)) | nobody


@kernel
def face_of(s, inst):
    """The card an instance shows + 1, 0 for none."""
    some = ~(int(inst) >> SIGN)
    return (int(s.face[inst & some]) + 1) & some


@kernel
def printed_of(inst):
    """The card of an instance + 1, 0 for none: what it shows wherever no text is copied, that is on all but items."""
    some = ~(int(inst) >> SIGN)
    return (int(INST_CARD[inst & some]) + 1) & some


@kernel
def seen_by_others(s, player, inst):
    """Who else has seen a card, as everybody could notice: a bit for each player, from the observer's left."""
    n = int(s.n_players)
    seen = int(s.witnessed[inst]) & ((1 << n) - 1)  # what everybody sees has the bits of empty seats too
    return (seen >> (player + 1)) | ((seen & ((1 << player) - 1)) << (n - 1 - player))


@kernel
def is_changed(s, inst):
    """Whether a card is an item that is not as printed.

    It shows another card's text, was made eternal, or has counters that its own text does not put there.
    """
    card = int(INST_CARD[inst])
    lifted = (s.eternal[inst] == 1) & (C_FLAGS[card] & CardFlag.ETERNAL == 0)
    counted = (s.counters[inst] > 0) & (C_BEARS[card] == 0)
    return (s.zone[inst] == Zone.ITEM) & ((s.face[inst] != card) | lifted | counted)


@kernel
def see_target(s, player, ref, obs, at):
    """Writes a target as sort and value."""
    kind = ref_kind(ref)
    if kind == RefKind.NOTHING:
        return
    obs[at] = kind
    if kind == RefKind.PLAYER:
        obs[at + 1] = seat_from(s, player, ref) + 1
    elif kind == RefKind.DECK:
        obs[at + 1] = ref
    elif kind == RefKind.SLOT:
        obs[at + 1] = ref - Ref.SLOT
    elif kind == RefKind.CARD:
        obs[at + 1] = face_of(s, ref - Ref.CARD)
    else:
        r = find(s, ref)
        for i in range(s.n_stack):
            if r != NONE and s.stack[i] == r:
                obs[at + 1] = s.n_stack - i


@kernel
def effect_of(a):
    """The place of an ability among the effects of its card, from 1; 0 for none."""
    if a == NONE:
        return 0
    return min(a - int(C_AB0[AB_CARD[a]]), int(C_ABN[AB_CARD[a]])) + 1


@kernel
def see_choice(s, player, ref, obs, at, who):
    """Writes an object that player `who` has chosen or can choose, as sort and value.

    A card in a hand or deck has a value for that player only, who must know it: to all others the choice is secret (A45).
    """
    if ref_kind(ref) == RefKind.CARD:
        inst = ref - Ref.CARD
        hidden = s.zone[inst] == Zone.HAND or s.zone[inst] == Zone.DECK
        if hidden and (who != player or (s.seen[inst] >> player) & 1 == 0):
            obs[at] = 4
            return
    see_target(s, player, ref, obs, at)
