"""Each seat's knowledge of hidden cards, and what is left of it when another seat moves cards in secret.

What a seat knows changes only by what that seat can see. ``seen``: it knows which card is here. ``mix``: the card is at one
of the places of a mix, a set of places among which cards that the seat knew were moved in secret; a card is a member of the
mix if the seat knows that it is at one of those places. A deck place holds one card; a hand is a place without order, so
that all of its cards that a seat does not know exactly are in the same mix or in none. ``witnessed``: every player could see
that the seat learned this card.

Cards of one kind cannot be distinguished. When a card is revealed, a seat that knew another of its kind in that hand, or in
that mix, takes it for the one it knew.

What is stored of a seat's knowledge may be less than the seat could deduce, never more: mixes that meet are united, a
shuffle dissolves those that it touches.

The kernels work on the fields of `decks.card_fields`; `decks.make_table` makes them for a game.
"""

from __future__ import annotations

from typing import Any

from .shared import GIVEN, Shared

MEMBER = 8  # in a seat's four bits of ``mix``; the lower three are the number of the mix, 0 for none
MIXES = 7
LONE = 15  # its own place, not in a hand
BYTE = 8

shared = Shared()
SEATS: Any = GIVEN  # at most 7
EVERYBODY: Any = GIVEN  # bits of all seats
KIND_OF: Any = GIVEN  # instance to its kind
FIRST_OF_KIND: Any = GIVEN  # kind to its first instance
DECK_OF: Any = GIVEN  # instance to its deck
IN_DECKS: Any = GIVEN  # instances that belong to a deck: they come first
FIRST: Any = GIVEN  # deck to its first instance
AFTER: Any = GIVEN  # deck to the instance after its last one
HAND_DECK: Any = GIVEN  # deck of the cards that players hold
DECK: Any = GIVEN  # code of the zone
HAND: Any = GIVEN  # code of the zone


@shared
def mix_bits(s, q, inst):
    """The mix of a seat that a card is in, with the bit of members."""
    return (int(s.mix[inst]) >> (4 * q)) & 15


@shared
def mix_of(s, q, inst):
    return (int(s.mix[inst]) >> (4 * q)) & MIXES


@shared
def set_mix(s, q, inst, bits):
    s.mix[inst] = (int(s.mix[inst]) & ~(15 << (4 * q))) | (bits << (4 * q))


@shared
def has_mix(s, d, q):
    return (s.mixed >> (SEATS * d + q)) & 1 != 0


@shared
def forget(s, q, inst):
    s.seen[inst] &= ~(1 << q)
    s.witnessed[inst] &= ~(1 << q)


@shared
def dissolve(s, d, q, g):
    for inst in range(FIRST[d], AFTER[d]):
        if mix_of(s, q, inst) == g:
            set_mix(s, q, inst, 0)


@shared
def unite(s, d, q, g, h):
    """Puts the cards of one mix of a seat into another."""
    for inst in range(FIRST[d], AFTER[d]):
        bits = mix_bits(s, q, inst)
        if bits & MIXES == g:
            set_mix(s, q, inst, bits & MEMBER | h)


@shared
def new_mix(s, d, q):
    """A number for a new mix of a seat; when all are in use the new one becomes part of the last."""
    used = 0
    for inst in range(FIRST[d], AFTER[d]):
        used |= 1 << mix_of(s, q, inst)
    for g in range(1, MIXES):
        if (used >> g) & 1 == 0:
            return g
    return MIXES


@shared
def container(s, inst):
    return int(s.owner[inst]) if s.zone[inst] == HAND else LONE


@shared
def conclude(s, d, q):
    """Ends each mix of a seat that has no members left, or that determines exactly where they are."""
    if not has_mix(s, d, q):
        return
    places, members, found, several = 0, 0, 0, 0
    hands = 0  # four bits per mix
    for inst in range(FIRST[d], AFTER[d]):
        bits = mix_bits(s, q, inst)
        if bits == 0:
            continue
        g = bits & MIXES
        here = container(s, inst)
        places += 1 << (BYTE * (g - 1))
        members += (bits // MEMBER) << (BYTE * (g - 1))
        if (found >> g) & 1 == 0:
            found |= 1 << g
            hands |= here << (4 * g)
        elif (hands >> (4 * g)) & 15 != here or here == LONE:
            several |= 1 << g
    left = 0
    for g in range(1, MIXES + 1):
        if (found >> g) & 1 == 0:
            continue
        n = (members >> (BYTE * (g - 1))) & 255
        in_hand = (several >> g) & 1 == 0 and (hands >> (4 * g)) & 15 != LONE
        alone = n == 1 and (places >> (BYTE * (g - 1))) & 255 == 1
        if n > 0 and (in_hand or alone):
            for inst in range(FIRST[d], AFTER[d]):
                if mix_bits(s, q, inst) == MEMBER | g:
                    s.seen[inst] |= 1 << q
        if n == 0 or in_hand or alone:
            dissolve(s, d, q, g)
        else:
            left += 1
    if left == 0:
        s.mixed &= ~(1 << (SEATS * d + q))


@shared
def leave_mix(s, d, q, inst):
    """A seat learns which card is here: its mix, if any, loses one place and one member of that kind."""
    bits = mix_bits(s, q, inst)
    if bits == 0:
        return
    if bits < MEMBER:
        kind = KIND_OF[inst]
        for other in range(FIRST_OF_KIND[kind], AFTER[d]):
            if KIND_OF[other] != kind:
                break
            if mix_bits(s, q, other) == MEMBER | bits:
                set_mix(s, q, other, bits)
                break
    set_mix(s, q, inst, 0)


@shared
def learn(s, q, inst):
    """A seat sees a card in its place in a deck or hand."""
    if (s.seen[inst] >> q) & 1 != 0:
        return
    d = int(DECK_OF[inst])
    mixed = mix_of(s, q, inst) != 0
    leave_mix(s, d, q, inst)
    s.seen[inst] |= 1 << q
    if mixed:
        conclude(s, d, q)


@shared
def take_for_known(s, q, p, inst):
    """A card of hand p is revealed: a seat that knew another of its kind there takes it for that one."""
    witness = (s.witnessed[inst] >> q) & 1
    known = (s.seen[inst] >> q) & 1
    kind = KIND_OF[inst]
    for k in range(s.n_hand[p]):
        if witness == 1 and known == 1:
            return
        other = int(s.hand[p, k])
        if KIND_OF[other] != kind or other == inst:
            continue
        if witness == 0 and (s.witnessed[other] >> q) & 1:
            witness = 1
            s.witnessed[other] &= ~(1 << q)
            s.witnessed[inst] |= 1 << q
            if known == 0:  # so it is the other that the seat does not know now
                known = 1
                s.seen[other] &= ~(1 << q)
                s.seen[inst] |= 1 << q
                set_mix(s, q, other, mix_bits(s, q, inst))
                set_mix(s, q, inst, 0)
        elif known == 0 and (s.seen[other] >> q) & 1:
            known = 1
            s.seen[other] &= ~(1 << q)
            s.seen[inst] |= 1 << q
            set_mix(s, q, other, mix_bits(s, q, inst))
            set_mix(s, q, inst, 0)


@shared
def shown_from_hand(s, p, inst, who):
    """The seats in `who` see a card of hand p as it leaves."""
    for q in range(s.n_players):
        if q != p and (who >> q) & 1:
            take_for_known(s, q, p, inst)
            learn(s, q, inst)
            s.witnessed[inst] |= 1 << q


@shared
def show(s, inst):
    if inst >= IN_DECKS:
        s.seen[inst] = EVERYBODY
        return
    if s.seen[inst] != EVERYBODY or s.witnessed[inst] != EVERYBODY:
        if s.zone[inst] == HAND:
            shown_from_hand(s, int(s.owner[inst]), inst, EVERYBODY)
        elif s.mix[inst] != 0:
            for q in range(s.n_players):
                learn(s, q, inst)
        s.seen[inst] = EVERYBODY
        s.witnessed[inst] = EVERYBODY
        s.mix[inst] = 0


@shared
def watch(s, q, inst):
    """A seat sees a hidden card, and every player knows that it does."""
    learn(s, q, inst)
    s.witnessed[inst] |= 1 << q


@shared
def reveal(s, inst):
    """Every player sees a card in its place in a deck."""
    if s.mix[inst] != 0:
        for q in range(s.n_players):
            learn(s, q, inst)
    s.seen[inst] = EVERYBODY
    s.witnessed[inst] = EVERYBODY


@shared
def open_hand(s, q, p):
    for k in range(s.n_hand[p]):
        watch(s, q, int(s.hand[p, k]))


@shared
def blend(s, d, q, known, g):
    """The mix that cards are to share: g, the mix of any of them, or else a new one if the seat knows any of them; 0 for none."""
    if g == 0 and known == 1:
        g = new_mix(s, d, q)
    if g != 0:
        s.mixed |= 1 << (SEATS * d + q)
    return g


@shared
def join(s, d, q, inst, g):
    """Puts a place into a mix of a seat, its card as a member if the seat knows it."""
    if (s.seen[inst] >> q) & 1:
        forget(s, q, inst)
        set_mix(s, q, inst, MEMBER | g)
        return
    h = mix_of(s, q, inst)
    if h == 0:
        set_mix(s, q, inst, g)
    elif h != g:
        unite(s, d, q, h, g)


@shared
def hide_hand(s, p, who):
    """A card is about to leave hand p: the seats in `who` see which one, for the others it may be any."""
    n = int(s.n_hand[p])
    if n < 2:
        return
    for q in range(s.n_players):
        if q == p or (who >> q) & 1:
            continue
        known, g = 0, 0
        for k in range(n):
            inst = int(s.hand[p, k])
            known |= (s.seen[inst] >> q) & 1
            g = max(g, mix_of(s, q, inst))
        g = blend(s, HAND_DECK, q, known, g)
        for k in range(n if g != 0 else 0):
            join(s, HAND_DECK, q, int(s.hand[p, k]), g)


@shared
def settle(s, inst):
    """A card has arrived in a hand or deck: it joins the mix of the hand, and a mix that is entirely in that hand ends."""
    d = int(DECK_OF[inst])
    if (s.mixed >> (SEATS * d)) & EVERYBODY == 0:
        return
    p = int(s.owner[inst])
    for q in range(s.n_players):
        if not has_mix(s, d, q):
            continue
        g = mix_of(s, q, inst)
        if s.zone[inst] == HAND and q != p:
            for k in range(s.n_hand[p]):
                g = max(g, mix_of(s, q, int(s.hand[p, k])))
            for k in range(s.n_hand[p] if g != 0 else 0):
                card = int(s.hand[p, k])
                if (s.seen[card] >> q) & 1 == 0:
                    join(s, d, q, card, g)
        if g != 0:
            conclude(s, d, q)


@shared
def hide_order(s, who, first):
    """A player is about to order, or has ordered, the cards looked at, from index `first` on: no other player knows how."""
    n, d = 0, 0
    for i in range(first, s.n_look):
        inst = int(s.look[i])
        if s.zone[inst] == DECK:
            n += 1
            d = int(DECK_OF[inst])
    if n < 2:
        return
    for q in range(s.n_players):
        if q == who:
            continue
        known, g = 0, 0
        for i in range(first, s.n_look):
            inst = int(s.look[i])
            if s.zone[inst] == DECK:
                known |= (s.seen[inst] >> q) & 1
                g = max(g, mix_of(s, q, inst))
        g = blend(s, d, q, known, g)
        for i in range(first, s.n_look if g != 0 else first):
            if s.zone[s.look[i]] == DECK:
                join(s, d, q, int(s.look[i]), g)


@shared
def forget_deck(s, d):
    """A deck is shuffled: no player knows where its cards are; mixes with places in it end."""
    n = int(s.n_deck[d])
    for q in range(s.n_players if (s.mixed >> (SEATS * d)) & EVERYBODY else 0):
        touched = 0
        for i in range(n):
            touched |= 1 << mix_of(s, q, int(s.deck[d, i]))
        for g in range(1, MIXES + 1):
            if (touched >> g) & 1:
                dissolve(s, d, q, g)
        conclude(s, d, q)
    for i in range(n):
        s.seen[s.deck[d, i]] = 0
        s.witnessed[s.deck[d, i]] = 0
