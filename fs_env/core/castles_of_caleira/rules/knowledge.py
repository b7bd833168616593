"""The cards and pieces each seat has seen (R50 to R52): pieces as one bit per seat, cards in other hands as facts.

A fact of a seat says: one card of this kind is in the hand of one of these seats, or among the pieces that they have
played face down since. It comes from an exchange (R19) or from the deck of a Wizard's Tower (R26). It is removed when a
card that may be that one is revealed, so facts never say more than the seat can know.
"""

from fs_env.core.castles_of_caleira.cards import N_CARDS
from fs_env.core.castles_of_caleira.state import HELD, NONE, Outcome, kernel


@kernel
def remember(s, seat, holder, kind):
    """Adds a fact: `holder` has a card of that kind in hand now."""
    for k in range(HELD):
        if s.held_by[seat, k] == 0:
            s.held_by[seat, k] = 1 << holder
            s.held_kind[seat, k] = kind
            s.held_from[seat, k] = s.n_pieces
            s.n_held[seat] += 1
            return
    s.outcome = Outcome.GUARD


@kernel
def explains(s, seat, k, holder, kind, piece):
    """Whether a card of `holder`, revealed as `piece`, may be the one of a fact."""
    may_hold = (s.held_by[seat, k] >> holder) & 1
    return may_hold and s.held_kind[seat, k] == kind and s.held_from[seat, k] <= piece


@kernel
def strike(s, seat, holder, kind, piece):
    """Removes the latest fact that a revealed card may explain; the others that it may explain take over its holders."""
    best = NONE
    for k in range(HELD):
        if explains(s, seat, k, holder, kind, piece):
            if best == NONE or s.held_from[seat, k] > s.held_from[seat, best]:
                best = k
    if best != NONE:
        for k in range(HELD):
            if k != best and explains(s, seat, k, holder, kind, piece):
                s.held_by[seat, k] |= s.held_by[seat, best]
        drop(s, seat, best)


@kernel
def drop(s, seat, k):
    s.held_by[seat, k] = 0
    s.held_kind[seat, k] = 0
    s.held_from[seat, k] = 0
    s.n_held[seat] -= 1


@kernel
def learn(s, seat, piece):
    if (s.known[seat] >> piece) & 1 == 0:
        s.known[seat] |= 1 << piece
        if s.n_held[seat] > 0:
            strike(s, seat, int(s.owner[piece]), int(s.kind[piece]), piece)


@kernel
def show(s, piece):
    for seat in range(s.n_players):
        learn(s, seat, piece)


@kernel
def leaving(s, seat, holder):
    """The fact of a seat whose card leaves the hand of `holder` for certain, NONE where it may be another.

    It is certain where cards of one kind must fill the whole hand, even if each unknown piece played since is one of them.
    """
    for k in range(HELD):
        if s.held_by[seat, k] == 1 << holder:
            first, best, cards = int(s.held_from[seat, k]), k, 0
            for other in range(HELD):
                if s.held_by[seat, other] == 1 << holder and s.held_from[seat, other] >= first:
                    if s.held_kind[seat, other] != s.held_kind[seat, k]:
                        cards -= HELD
                    cards += 1
                    if s.held_from[seat, other] > s.held_from[seat, best]:
                        best = other
            for piece in range(first, s.n_pieces):
                if s.owner[piece] == holder and (s.known[seat] >> piece) & 1 == 0:
                    cards -= 1
            if cards == s.n_hand[holder]:
                return best
    return NONE


@kernel
def note_exchange(s, a, b, from_a, from_b):
    """Updates all memories when `a` is about to give `b` a card of kind `from_a` for one of kind `from_b` (R51)."""
    strike(s, a, b, from_b, N_CARDS)
    strike(s, b, a, from_a, N_CARDS)
    remember(s, a, b, from_a)
    remember(s, b, a, from_b)
    for seat in range(s.n_players):
        if seat != a and seat != b and s.n_held[seat] > 0:
            from_a_known, from_b_known = leaving(s, seat, a), leaving(s, seat, b)
            for k in range(HELD):
                holders = int(s.held_by[seat, k])
                if k == from_a_known or k == from_b_known:
                    s.held_by[seat, k] = 1 << (b if k == from_a_known else a)
                    s.held_from[seat, k] = s.n_pieces
                else:
                    if (holders >> a) & 1 and from_a_known == NONE:
                        s.held_by[seat, k] |= 1 << b
                    if (holders >> b) & 1 and from_b_known == NONE:
                        s.held_by[seat, k] |= 1 << a


@kernel
def note_discard(s, loser):
    """Every player sees the hand of a seat that is out of the game; no player holds facts about it any longer (A1)."""
    for seat in range(s.n_players):
        if s.n_held[seat] > 0:
            for kind in range(s.hand.shape[1]):
                for _ in range(s.hand[loser, kind]):
                    strike(s, seat, loser, kind, N_CARDS)
            for k in range(HELD):
                if (s.held_by[seat, k] >> loser) & 1:
                    s.held_by[seat, k] &= ~(1 << loser)
                    if s.held_by[seat, k] == 0:
                        drop(s, seat, k)
