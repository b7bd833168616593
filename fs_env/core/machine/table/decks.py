"""Decks, discard piles and hands of cards as arrays of a state, with what each seat may know about them.

A card is an instance, a number from 0 on; what is printed on it is its kind. Decks and piles are listed from the bottom, hands
have no order. Random order comes from the game's own stream: a shuffle of n cards takes n - 1 draws. `make_table` adds the
kernels of `secrets`, for what seats know, and of `resampling`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..compile.jit import Kernel
from ..declare.fields import Field
from . import resampling, secrets
from .shared import GIVEN, Shared

NONE = -1
MOST_SEATS = 7  # a bit each in an int8
MOST_CARDS = 255  # of a deck: a place is a uint8
GENERATIONS = 100

shared = Shared()
KIND_OF: Any = GIVEN  # instance to its kind
CAPACITY: Any = GIVEN  # places of a deck
DECK: Any = GIVEN  # codes of the zones
PILE: Any = GIVEN
HAND: Any = GIVEN
SHUFFLE: Any = GIVEN  # stream of random numbers
below: Any = GIVEN
changed: Any = GIVEN
emptied: Any = GIVEN
forget_deck: Any = GIVEN
show: Any = GIVEN
watch: Any = GIVEN
settle: Any = GIVEN


@dataclass(frozen=True)
class Cards:
    """The cards of a game.

    Attributes:
        kinds: the kind of each instance; the instances of one kind are consecutive.
        decks: the deck of each instance. Those of the first deck come first, then those of the next one; instances that
            belong to none come last and have a number of at least `n_decks`.
        n_decks: how many decks there are.
        seats: maximum number of seats, 1 to 7.
        deck, pile, hand: codes of these zones in the field `zone`.
        held: the deck whose cards players hold in their hands.

    Raises:
        ValueError: the instances are in another order, a deck has over 255 cards or none, or there are too many seats.
    """

    kinds: NDArray[Any]
    decks: NDArray[Any]
    n_decks: int
    seats: int
    deck: int
    pile: int
    hand: int
    held: int = 0

    def __post_init__(self) -> None:
        runs = 1 + np.count_nonzero(np.diff(self.kinds))
        if runs > len({*self.kinds.tolist()}) or (np.diff(np.minimum(self.decks, self.n_decks)) < 0).any():
            raise ValueError("cards must be grouped by deck, and instances of a kind must be consecutive: sort them")
        if not 1 <= self.seats <= MOST_SEATS:
            raise ValueError(f"{self.seats} seats: what each knows is stored as one bit, expected 1 to {MOST_SEATS}")
        sizes = [int((self.decks == deck).sum()) for deck in range(self.n_decks)]
        if not sizes or not 1 <= min(sizes) <= max(sizes) <= MOST_CARDS:
            raise ValueError(f"decks of {sizes} cards: expected 1 to {MOST_CARDS} in each")

    @cached_property
    def in_decks(self) -> int:
        """Instances that belong to a deck; they come first."""
        return int((self.decks < self.n_decks).sum())

    @cached_property
    def capacity(self) -> int:
        return max(int((self.decks == deck).sum()) for deck in range(self.n_decks))

    @cached_property
    def hand_capacity(self) -> int:
        return int((self.decks == self.held).sum())

    @cached_property
    def first(self) -> NDArray[np.int16]:
        return np.array([np.flatnonzero(self.decks == deck)[0] for deck in range(self.n_decks)], np.int16)

    @cached_property
    def after(self) -> NDArray[np.int16]:
        return np.array([np.flatnonzero(self.decks == deck)[-1] + 1 for deck in range(self.n_decks)], np.int16)

    @cached_property
    def first_of_kind(self) -> NDArray[np.int16]:
        """The first instance of each kind, -1 for one without instances."""
        out = np.full(int(self.kinds.max()) + 1, NONE, np.int16)
        out[self.kinds[::-1]] = np.arange(len(self.kinds))[::-1]
        return out


def card_fields(cards: Cards, look: int) -> Sequence[Field]:
    """The fields of a state that the kernels of a table work on. The state must also have `n_players`."""
    instances, seats = len(cards.kinds), cards.seats
    in_use = np.dtype("int16" if cards.n_decks * seats < 16 else "int32" if cards.n_decks * seats < 32 else "int64")
    return (
        Field("zone", "int8", (instances,), "Zone"),
        Field("owner", "int8", (instances,), "seat or slot"),
        Field("gen", "int8", (instances,), "grows with each change of zone: a new object"),
        Field("seen", "int8", (instances,), "bit for each player who knows where this hidden card is"),
        Field("witnessed", "int8", (cards.in_decks,), "bit for each player who is publicly known to have seen this"),
        Field(
            "mix",
            "uint16" if seats <= 4 else "uint32",
            (cards.in_decks,),
            "4 bits per player: the mix that this card is in (1..7), plus 8 for a member",
        ),
        Field("mixed", in_use.name, (), f"bit {seats} * deck + player: the player has mixes there (machine.secrets)"),
        Field("deck", "int16", (cards.n_decks, cards.capacity), "decks, bottom first"),
        Field("place", "uint8", (instances,), "place of a card that is in a deck, from the bottom"),
        Field("n_deck", "int16", (cards.n_decks,), "cards in each deck"),
        Field("pile", "int16", (cards.n_decks, cards.capacity), "discard piles, bottom first"),
        Field("n_pile", "int16", (cards.n_decks,), "cards in each discard pile"),
        Field("hand", "int16", (seats, cards.hand_capacity), "cards in hand"),
        Field("n_hand", "int16", (seats,), "cards in hand"),
        Field("look", "int16", (look,), "cards looked at or revealed, top first"),
        Field("n_look", "int16", (), "how many"),
    )


def make_table(
    kernel: Kernel,
    cards: Cards,
    below: Callable[..., Any],
    *,
    shuffle: int,
    resample: int,
    changed: Callable[..., Any],
    emptied: Callable[..., Any],
) -> Any:
    """The kernels of one game's cards, by name as attributes.

    Args:
        kernel: the game's decorator; its state has the fields of `card_fields`. Parameters named `renamed`, `places` and
            `placed` are int16 vectors.
        below: the kernel of `make_rng` that draws a number.
        shuffle, resample: the random streams of shuffles, and of resampling hidden cards for a seat.
        changed: a kernel `(s, deck)` that runs when a deck has been drawn from, shuffled or added to.
        emptied: a kernel `(s, deck)` that runs when a discard pile has become the deck.
    """
    zones, ends = {"DECK": int(cards.deck), "HAND": int(cards.hand)}, {"FIRST": cards.first, "AFTER": cards.after}
    known = secrets.shared.make(
        kernel,
        SEATS=cards.seats,
        EVERYBODY=(1 << cards.seats) - 1,
        KIND_OF=cards.kinds,
        FIRST_OF_KIND=cards.first_of_kind,
        DECK_OF=cards.decks,
        IN_DECKS=cards.in_decks,
        HAND_DECK=cards.held,
        **zones,
        **ends,
    )
    piles = shared.make(
        kernel,
        KIND_OF=cards.kinds,
        CAPACITY=cards.capacity,
        PILE=int(cards.pile),
        SHUFFLE=int(shuffle),
        below=below,
        changed=changed,
        emptied=emptied,
        **zones,
        **{name: getattr(known, name) for name in ("forget_deck", "show", "watch", "settle")},
    )
    dealt = resampling.shared.make(
        kernel,
        N_DECKS=cards.n_decks,
        CAPACITY=cards.capacity,
        HAND_DECK=cards.held,
        RESAMPLE=int(resample),
        BYTES=(4 * cards.seats + 7) // 8,
        KEPT=5 + (4 * cards.seats + 7) // 8,
        below=below,
        put=piles.put,
        **zones,
        **ends,
        **{name: getattr(known, name) for name in ("has_mix", "mix_bits", "mix_of", "set_mix")},
    )
    return SimpleNamespace(**{**vars(known), **vars(piles), **vars(dealt)})


@shared
def move(s, inst, zone, owner):
    """Records a change of zone: the card becomes a new object."""
    s.zone[inst] = zone
    s.owner[inst] = owner
    s.gen[inst] = (s.gen[inst] + 1) % GENERATIONS


@shared
def put(s, d, k, inst):
    """Puts a card at a place of a deck, counted from the bottom."""
    s.deck[d, k] = inst
    s.place[inst] = k


@shared
def mingle(s, d, n):
    """Brings the n cards at the bottom of a deck into a random order."""
    for i in range(n - 1, 0, -1):
        j = below(s, SHUFFLE, i + 1)
        x = s.deck[d, i]
        s.deck[d, i] = s.deck[d, j]
        s.deck[d, j] = x
    for i in range(n):
        s.place[s.deck[d, i]] = i


@shared
def shuffle(s, d):
    """Shuffles a deck; no player knows where its cards are any more."""
    mingle(s, d, int(s.n_deck[d]))
    forget_deck(s, d)
    changed(s, d)


@shared
def restock(s, d):
    """Rebuilds an empty deck from its discard pile, at once."""
    if s.n_deck[d] == 0 and s.n_pile[d] > 0:
        n = int(s.n_pile[d])
        for i in range(n):
            s.deck[d, i] = s.pile[d, i]
            move(s, s.pile[d, i], DECK, NONE)
        s.n_deck[d] = n
        s.n_pile[d] = 0
        emptied(s, d)
        shuffle(s, d)


@shared
def restock_under(s, d, n):
    """Rebuilds a deck below its last cards where revealing the top n cards one by one would empty it."""
    m = int(s.n_deck[d])
    k = int(s.n_pile[d])
    if m > n or k == 0:
        return
    for i in range(m - 1, -1, -1):
        put(s, d, i + k, s.deck[d, i])
    for i in range(k):
        s.deck[d, i] = s.pile[d, i]
        s.seen[s.pile[d, i]] = 0
        s.witnessed[s.pile[d, i]] = 0
        move(s, s.pile[d, i], DECK, NONE)
    mingle(s, d, k)
    s.n_deck[d] = m + k
    s.n_pile[d] = 0
    emptied(s, d)
    changed(s, d)


@shared
def draw_top(s, d):
    """Takes the top card off a deck; NONE when there is none."""
    if s.n_deck[d] == 0:
        return NONE
    s.n_deck[d] -= 1
    inst = int(s.deck[d, s.n_deck[d]])
    restock(s, d)
    changed(s, d)
    return inst


@shared
def top_of(s, d, k):
    """The k-th card from the top of a deck (0 = top), without taking it; NONE beyond its end."""
    if k >= s.n_deck[d]:
        return NONE
    return int(s.deck[d, s.n_deck[d] - 1 - k])


@shared
def take_from_deck(s, d, inst):
    n = int(s.n_deck[d])
    for i in range(s.place[inst], n - 1):
        put(s, d, i, s.deck[d, i + 1])
    s.n_deck[d] = n - 1
    restock(s, d)


@shared
def bury(s, d, inst):
    """Moves a card inside its deck to the bottom; the deck is never empty meanwhile."""
    for i in range(s.place[inst], 0, -1):
        put(s, d, i, s.deck[d, i - 1])
    put(s, d, 0, inst)
    changed(s, d)


@shared
def insert(s, d, inst, k):
    """Puts a card into a deck so that k cards are above it (all of them: the bottom)."""
    n = int(s.n_deck[d])
    at = n - k
    if at < 0:
        at = 0
    if n >= CAPACITY:
        at = CAPACITY - 1
        n = CAPACITY - 1
    for i in range(n, at, -1):
        put(s, d, i, s.deck[d, i - 1])
    put(s, d, at, inst)
    s.n_deck[d] = n + 1
    changed(s, d)
    move(s, inst, DECK, NONE)


@shared
def lay_on_pile(s, d, inst):
    """Puts a card on top of a discard pile, for every player to see; an empty deck is rebuilt."""
    show(s, inst)
    s.pile[d, s.n_pile[d]] = inst
    s.n_pile[d] += 1
    move(s, inst, PILE, NONE)
    restock(s, d)


@shared
def take_from_pile(s, d, inst):
    n = int(s.n_pile[d])
    k = 0
    while k < n and s.pile[d, k] != inst:
        k += 1
    for i in range(k, n - 1):
        s.pile[d, i] = s.pile[d, i + 1]
    s.n_pile[d] = n - 1


@shared
def add_to_hand(s, p, inst, who):
    """Puts a card into a hand; the seats in `who`, a bit each, see it, and every player knows that they do."""
    for q in range(s.n_players):
        if (who >> q) & 1:
            watch(s, q, inst)
    move(s, inst, HAND, p)
    s.hand[p, s.n_hand[p]] = inst
    s.n_hand[p] += 1
    settle(s, inst)


@shared
def take_from_hand(s, p, inst):
    """Takes a card out of a hand; it is in no zone until the caller places it. Returns 1 when it was there."""
    n = int(s.n_hand[p])
    k = 0
    while k < n and s.hand[p, k] != inst:
        k += 1
    if k == n:
        return 0
    for i in range(k, n - 1):
        s.hand[p, i] = s.hand[p, i + 1]
    s.n_hand[p] = n - 1
    return 1


@shared
def hand_card_of_kind(s, p, kind):
    """A card of that kind in a hand, the first of several (they cannot be distinguished); NONE when there is none."""
    for k in range(s.n_hand[p]):
        if KIND_OF[s.hand[p, k]] == kind:
            return int(s.hand[p, k])
    return NONE
