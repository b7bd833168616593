"""Resampling of `decks.card_fields`: the cards that a seat, or no seat, can know are dealt again to places where they may be."""

from __future__ import annotations

from typing import Any

from ..compile.memory import short_lived, short_lived_words
from .secrets import MEMBER
from .shared import GIVEN, Shared

NONE = -1
BYTE = 255

shared = Shared()
N_DECKS: Any = GIVEN
CAPACITY: Any = GIVEN  # places of a deck
FIRST: Any = GIVEN  # deck to its first instance
AFTER: Any = GIVEN  # deck to the instance after its last one
HAND_DECK: Any = GIVEN  # deck of the cards that players hold
DECK: Any = GIVEN  # codes of the zones
HAND: Any = GIVEN
RESAMPLE: Any = GIVEN  # stream of random numbers
BYTES: Any = GIVEN  # of `mix`, per card
KEPT: Any = GIVEN  # numbers kept per place: five and those bytes
below: Any = GIVEN
put: Any = GIVEN
has_mix: Any = GIVEN
mix_bits: Any = GIVEN
mix_of: Any = GIVEN
set_mix: Any = GIVEN


@shared
def is_open(s, inst, player):
    """Whether a card is where a player cannot see it: in a deck or another hand, unseen."""
    zone = s.zone[inst]
    return (zone == DECK or zone == HAND) and ((s.seen[inst] >> player) & 1) == 0


@shared
def open_places(s, player, d, places):
    """Lists the cards of a deck that a player cannot see by place: deck from the bottom, then hands; returns how many."""
    n = 0
    for i in range(s.n_deck[d]):
        if (s.seen[s.deck[d, i]] >> player) & 1 == 0:
            places[n] = s.deck[d, i]
            n += 1
    for p in range(s.n_players if d == HAND_DECK else 0):
        for k in range(s.n_hand[p] if p != player else 0):
            if (s.seen[s.hand[p, k]] >> player) & 1 == 0:
                places[n] = s.hand[p, k]
                n += 1
    return n


@shared
def place_members(s, player, d, places, n, placed):
    """Deals the members of each mix to random places of the mix: `placed` is the card of each place, NONE for one still free."""
    free = short_lived(CAPACITY)
    done = 0
    for first in range(n):
        g = mix_of(s, player, int(places[first]))
        if g == 0 or (done >> g) & 1:
            continue
        done |= 1 << g
        left = 0
        for k in range(first, n):
            if mix_of(s, player, int(places[k])) == g:
                free[left] = k
                left += 1
        for inst in range(FIRST[d], AFTER[d]):
            if mix_bits(s, player, inst) == MEMBER | g and is_open(s, inst, player):
                k = below(s, RESAMPLE, left)
                left -= 1
                placed[free[k]] = inst
                free[k] = free[left]


@shared
def deal_rest(s, player, d, n, placed):
    """Deals all other cards that the player cannot see to the places still free."""
    cards = short_lived(CAPACITY)
    m = 0
    for inst in range(FIRST[d], AFTER[d]):
        if is_open(s, inst, player) and mix_bits(s, player, inst) < MEMBER:
            cards[m] = inst
            m += 1
    for k in range(n):
        if placed[k] == NONE:
            i = below(s, RESAMPLE, m)
            m -= 1
            placed[k] = cards[i]
            cards[i] = cards[m]


@shared
def move_to_places(s, player, places, n, placed):
    """Gives each card the fields of its new place, except that membership in a mix of the player stays with the card."""
    stored = short_lived(KEPT * CAPACITY)
    own = short_lived(CAPACITY)
    for k in range(n):
        x = int(places[k])
        stored[KEPT * k] = s.zone[x]
        stored[KEPT * k + 1] = s.owner[x]
        stored[KEPT * k + 2] = s.gen[x]
        stored[KEPT * k + 3] = s.seen[x]
        stored[KEPT * k + 4] = s.witnessed[x]
        for part in range(BYTES):
            stored[KEPT * k + 5 + part] = (s.mix[x] >> (8 * part)) & BYTE
        own[k] = mix_bits(s, player, int(placed[k])) & MEMBER
    for k in range(n):
        y = int(placed[k])
        s.zone[y] = stored[KEPT * k]
        s.owner[y] = stored[KEPT * k + 1]
        s.gen[y] = stored[KEPT * k + 2]
        s.seen[y] = stored[KEPT * k + 3]
        s.witnessed[y] = stored[KEPT * k + 4]
        mix = 0
        for part in range(BYTES):
            mix |= int(stored[KEPT * k + 5 + part]) << (8 * part)
        s.mix[y] = mix
        set_mix(s, player, y, mix_of(s, player, y) | own[k])


@shared
def fill_hand(s, player, p, renamed):
    """Puts the cards placed into another hand: those that the player knows first, in the order of the card table."""
    n = int(s.n_hand[p])
    known = 0
    for k in range(n):
        x = s.hand[p, k]
        if (s.seen[x] >> player) & 1:
            i = k
            while i > known:
                s.hand[p, i] = s.hand[p, i - 1]
                i -= 1
            while i > 0 and s.hand[p, i - 1] > x:
                s.hand[p, i] = s.hand[p, i - 1]
                i -= 1
            s.hand[p, i] = x
            known += 1
    for k in range(known, n):
        s.hand[p, k] = renamed[s.hand[p, k]]


@shared
def deal_hidden(s, player, renamed):
    """Deals again the cards that a player cannot see; `renamed` maps each card to the one that is now in its place.

    All states that agree with what the player knows exactly and with its mixes are equally likely.
    """
    places, placed = short_lived(CAPACITY), short_lived(CAPACITY)
    for inst in range(AFTER[N_DECKS - 1]):
        renamed[inst] = inst
    for d in range(N_DECKS):
        n = open_places(s, player, d, places)
        for k in range(n):
            placed[k] = NONE
        if has_mix(s, d, player):
            place_members(s, player, d, places, n, placed)
        deal_rest(s, player, d, n, placed)
        move_to_places(s, player, places, n, placed)
        for k in range(n):
            renamed[places[k]] = placed[k]
        for i in range(s.n_deck[d]):
            put(s, d, i, renamed[s.deck[d, i]])
    for p in range(s.n_players):
        if p != player:
            fill_hand(s, player, p, renamed)


@shared
def is_unknown(s, inst):
    """Whether no seat knows where a card of a deck is. A card in a hand is known to its owner."""
    return s.zone[inst] == DECK and s.seen[inst] & ((1 << int(s.n_players)) - 1) == 0


@shared
def is_member(s, inst):
    if s.mix[inst] == 0:
        return False
    for q in range(s.n_players):
        if mix_bits(s, q, inst) >= MEMBER:
            return True
    return False


@shared
def may_lie(s, inst, x):
    """Whether a card may take the place of card x: each mix that it is a member of has that place."""
    for q in range(s.n_players):
        bits = mix_bits(s, q, inst)
        if bits >= MEMBER and bits != MEMBER | mix_of(s, q, x):
            return False
    return True


@shared
def place_unknown_members(s, d, places, n, placed):
    """Deals the unknown members of mixes to random places still free where they may lie; returns whether each has one."""
    for inst in range(FIRST[d], AFTER[d]):
        if is_unknown(s, inst) and is_member(s, inst):
            left = 0
            for k in range(n):
                left += placed[k] == NONE and may_lie(s, inst, int(places[k]))
            if left == 0:
                return False
            left = below(s, RESAMPLE, left)
            for k in range(n):
                if placed[k] == NONE and may_lie(s, inst, int(places[k])):
                    if left == 0:
                        placed[k] = inst
                        break
                    left -= 1
    return True


@shared
def deal_unknown_rest(s, d, n, placed):
    """Deals the unknown cards that are no members to the places still free."""
    cards = short_lived(CAPACITY)
    m = 0
    for inst in range(FIRST[d], AFTER[d]):
        if is_unknown(s, inst) and not is_member(s, inst):
            cards[m] = inst
            m += 1
    for k in range(n):
        if placed[k] == NONE:
            i = below(s, RESAMPLE, m)
            m -= 1
            placed[k] = cards[i]
            cards[i] = cards[m]


@shared
def deal_unknown(s, renamed):
    """Deals again the cards whose places no seat knows; `renamed` maps each card to the one that is now in its place.

    All worlds that agree with what the seats know together are equally likely, if a mix with unknown places is one of all
    seats: whoever moves cards in secret knows where they are, so that such mixes come from moves that no player sees. Places that
    are in different mixes of several seats are filled consistently, though not all ways are equally likely.
    """
    places, placed = short_lived(CAPACITY), short_lived(CAPACITY)
    mixes, ages = short_lived_words(CAPACITY), short_lived(CAPACITY)
    for inst in range(AFTER[N_DECKS - 1]):
        renamed[inst] = inst
    for d in range(N_DECKS):
        n = 0
        for i in range(s.n_deck[d]):
            if is_unknown(s, int(s.deck[d, i])):
                places[n] = s.deck[d, i]
                placed[n] = NONE
                n += 1
        if not place_unknown_members(s, d, places, n, placed):
            continue
        deal_unknown_rest(s, d, n, placed)
        for k in range(n):
            mixes[k] = s.mix[places[k]]
            ages[k] = s.gen[places[k]]
            for q in range(s.n_players if mixes[k] != 0 else 0):
                member = mix_bits(s, q, int(placed[k])) & MEMBER
                mixes[k] = mixes[k] & ~(MEMBER << (4 * q)) | (member << (4 * q))
        for k in range(n):
            renamed[places[k]] = placed[k]
            s.mix[placed[k]] = mixes[k]
            s.gen[placed[k]] = ages[k]
        for i in range(s.n_deck[d]):
            put(s, d, i, renamed[s.deck[d, i]])
