"""Moving cards between zones (R2.E), decks and discard piles (R15.9)."""

from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.rules.secrets import forget_deck, show
from fs_env.core.four_souls.state import DECK_CAP, Stream, Zone, below, kernel
from fs_env.core.four_souls.tables import (
    AB_EVENT,
    C_AB0,
    C_ABN,
    C_BEARS,
    C_COUNTERS,
    C_DECK,
    C_FLAGS,
    INST_CARD,
    INST_LOOT,
    CardFlag,
)


@kernel
def home(inst):
    """The deck an instance belongs to."""
    return int(C_DECK[INST_CARD[inst]])


@kernel
def move(s, inst, zone, owner):
    """Records a change of zone: the card becomes a new object (R2.22)."""
    s.zone[inst] = zone
    s.owner[inst] = owner
    s.gen[inst] = (s.gen[inst] + 1) % 100


@kernel
def listen(s, inst, change):
    """Adds or removes the instance's abilities from the listener counts."""
    face = int(s.face[inst])
    for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
        s.listeners[AB_EVENT[a]] += change
    s.dirty = 1


@kernel
def set_counters(s, inst, n):
    """Puts as many counters on a card."""
    s.n_counters += n - s.counters[inst]
    s.counters[inst] = n
    if n > 0 and C_BEARS[INST_CARD[inst]] == 0:
        s.altered = 1


@kernel
def wear(s, inst, face):
    """Shows another card's text, with its "enters play" state; counters go (ER-10)."""
    s.face[inst] = face
    if face != INST_CARD[inst]:
        s.altered = 1
    set_counters(s, inst, int(C_COUNTERS[face]))
    if C_FLAGS[face] & CardFlag.ENTERS_DEACTIVATED:
        s.turned[inst] = 1


@kernel
def enter_play(s, inst, zone, owner):
    """Puts a card face up in front of a player or into a monster slot; its text begins to work."""
    show(s, inst)
    move(s, inst, zone, owner)
    s.turned[inst] = 0
    wear(s, inst, INST_CARD[inst])
    s.eternal[inst] = 1 if C_FLAGS[INST_CARD[inst]] & CardFlag.ETERNAL else 0
    s.play[s.n_play] = inst
    s.n_play += 1
    listen(s, inst, 1)


@kernel
def leave_play(s, inst):
    """Takes a card out of play: its text stops, counters and copies end (R2.23)."""
    listen(s, inst, -1)
    k = 0
    while k < s.n_play and s.play[k] != inst:
        k += 1
    s.n_play -= 1
    for i in range(k, s.n_play):
        s.play[i] = s.play[i + 1]
    s.face[inst] = INST_CARD[inst]
    s.face_until[inst] = 0
    set_counters(s, inst, 0)
    s.turned[inst] = 0
    s.eternal[inst] = 0


@kernel
def put(s, d, k, inst):
    """Lays a card at a place of a deck, counted from the bottom."""
    s.deck[d, k] = inst
    s.place[inst] = k


@kernel
def shuffle(s, d):
    """Shuffles a deck; nobody knows where its cards lie any more."""
    n = int(s.n_deck[d])
    for i in range(n - 1, 0, -1):
        j = below(s, Stream.SHUFFLE, i + 1)
        x = s.deck[d, i]
        s.deck[d, i] = s.deck[d, j]
        s.deck[d, j] = x
    for i in range(n):
        s.place[s.deck[d, i]] = i
    forget_deck(s, d)
    s.dirty = 1


@kernel
def clear_pile(s, d):
    """Records that a discard pile is empty."""
    s.n_pile[d] = 0
    if d == Deck.LOOT:
        s.discarded[:] = 0


@kernel
def restock(s, d):
    """An empty deck is made anew from its discard pile, at once (R15.9)."""
    if s.n_deck[d] == 0 and s.n_pile[d] > 0:
        n = int(s.n_pile[d])
        for i in range(n):
            s.deck[d, i] = s.pile[d, i]
            move(s, s.pile[d, i], Zone.DECK, NONE)
        s.n_deck[d] = n
        clear_pile(s, d)
        shuffle(s, d)


@kernel
def restock_under(s, d, n):
    """Before the top n cards are revealed one by one: those that empty the deck find it made anew below them (R15.11)."""
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
        move(s, s.pile[d, i], Zone.DECK, NONE)
    for i in range(k - 1, 0, -1):
        j = below(s, Stream.SHUFFLE, i + 1)
        x = s.deck[d, i]
        s.deck[d, i] = s.deck[d, j]
        s.deck[d, j] = x
    for i in range(k):
        s.place[s.deck[d, i]] = i
    s.n_deck[d] = m + k
    clear_pile(s, d)
    s.dirty = 1


@kernel
def draw_top(s, d):
    """Takes the top card off a deck; NONE when there is none."""
    if s.n_deck[d] == 0:
        return NONE
    s.n_deck[d] -= 1
    inst = int(s.deck[d, s.n_deck[d]])
    restock(s, d)
    s.dirty = 1
    return inst


@kernel
def top_of(s, d, k):
    """The k-th card from the top of a deck (0 = top), without taking it; NONE beyond its end."""
    if k >= s.n_deck[d]:
        return NONE
    return int(s.deck[d, s.n_deck[d] - 1 - k])


@kernel
def take_from_deck(s, d, inst):
    """Takes a given card out of the middle of a deck."""
    n = int(s.n_deck[d])
    for i in range(s.place[inst], n - 1):
        put(s, d, i, s.deck[d, i + 1])
    s.n_deck[d] = n - 1
    restock(s, d)


@kernel
def bury(s, d, inst):
    """Moves a card inside its deck to the bottom; the deck is never empty meanwhile."""
    for i in range(s.place[inst], 0, -1):
        put(s, d, i, s.deck[d, i - 1])
    put(s, d, 0, inst)
    s.dirty = 1


@kernel
def insert(s, d, inst, k):
    """Puts a card into a deck so that k cards lie above it (all of them: the bottom)."""
    n = int(s.n_deck[d])
    at = n - k
    if at < 0:
        at = 0
    if n >= DECK_CAP:
        at = DECK_CAP - 1
        n = DECK_CAP - 1
    for i in range(n, at, -1):
        put(s, d, i, s.deck[d, i - 1])
    put(s, d, at, inst)
    s.n_deck[d] = n + 1
    s.dirty = 1
    move(s, inst, Zone.DECK, NONE)


@kernel
def to_pile(s, inst):
    """Puts a card on top of its discard pile; cards without a deck leave the game (R18.6)."""
    d = home(inst)
    show(s, inst)
    if d > 2:
        move(s, inst, Zone.OUT, NONE)
        return
    s.pile[d, s.n_pile[d]] = inst
    s.n_pile[d] += 1
    if d == Deck.LOOT:
        s.discarded[INST_LOOT[inst]] += 1
    move(s, inst, Zone.PILE, NONE)
    restock(s, d)


@kernel
def take_from_pile(s, d, inst):
    """Takes a given card out of a discard pile."""
    n = int(s.n_pile[d])
    k = 0
    while k < n and s.pile[d, k] != inst:
        k += 1
    for i in range(k, n - 1):
        s.pile[d, i] = s.pile[d, i + 1]
    s.n_pile[d] = n - 1
    if d == Deck.LOOT:
        s.discarded[INST_LOOT[inst]] -= 1


@kernel
def controller(s, inst):
    """The player an instance belongs to; the AP for the monster deck (R2.24)."""
    zone = s.zone[inst]
    if zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL or zone == Zone.HAND or zone == Zone.CHARACTER:
        return int(s.owner[inst])
    return int(s.active_player)


@kernel
def seat_at(s, place):
    """The seat at a place round the table, -n to 2 n - 1 for n players; without a division, which is slow."""
    n, seat = int(s.n_players), int(place)
    if seat < 0:
        return seat + n
    return seat - n if seat >= n else seat


@kernel
def next_seat(s, p):
    """The player to the left (R22)."""
    return seat_at(s, p + 1)
