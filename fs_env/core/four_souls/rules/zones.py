"""Moving cards between zones (R2.E), decks and discard piles (R15.9)."""

from fs_env.core.four_souls.language.codes import NONE, Deck
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.table import TABLE
from fs_env.core.four_souls.state import Zone, kernel
from fs_env.core.four_souls.tables import (
    AB_EVENT,
    C_AB0,
    C_ABN,
    C_BEARS,
    C_COUNTERS,
    C_DECK,
    C_FLAGS,
    C_UNSTEADY,
    INST_CARD,
    INST_LOOT,
    CardFlag,
)

move = TABLE.move  # the card becomes a new object (R2.22)
draw_top, take_from_deck, shuffle = (
    TABLE.draw_top,
    TABLE.take_from_deck,
    TABLE.shuffle,
)  # an empty deck is rebuilt (R15.9)
restock_under = TABLE.restock_under  # (R15.11)
put, insert, bury, top_of = TABLE.put, TABLE.insert, TABLE.bury, TABLE.top_of
deal_hidden, deal_unknown = TABLE.deal_hidden, TABLE.deal_unknown
lay_on_pile, lift_from_pile = TABLE.lay_on_pile, TABLE.take_from_pile


@kernel
def home(inst):
    return int(C_DECK[INST_CARD[inst]])


@kernel
def listen(s, inst, change):
    """Adds the instance's texts to the counts of those that listen and that are unsteady, or removes them."""
    face = int(s.face[inst])
    for a in range(C_AB0[face], C_AB0[face] + C_ABN[face]):
        s.listeners[AB_EVENT[a]] += change
    s.unsteady += change * C_UNSTEADY[face]
    s.dirty = 1


@kernel
def set_counters(s, inst, n):
    s.n_counters += n - s.counters[inst]
    s.counters[inst] = n
    if n > 0 and C_BEARS[INST_CARD[inst]] == 0:
        s.altered = 1


@kernel
def wear(s, inst, face):
    """Makes a card show another card's text, with its "enters play" state; its counters are removed (ER-10)."""
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
def to_pile(s, inst):
    """Puts a card on top of its discard pile; cards without a deck leave the game (R18.6)."""
    d = home(inst)
    if d > Deck.MONSTER:
        show(s, inst)
        move(s, inst, Zone.OUT, NONE)
        return
    if d == Deck.LOOT:
        s.discarded[INST_LOOT[inst]] += 1
    lay_on_pile(s, d, inst)


@kernel
def take_from_pile(s, d, inst):
    lift_from_pile(s, d, inst)
    if d == Deck.LOOT:
        s.discarded[INST_LOOT[inst]] -= 1


@kernel
def controller(s, inst):
    """The controller of an instance; the AP for the monster deck (R2.24)."""
    zone = s.zone[inst]
    if zone == Zone.ITEM or zone == Zone.CURSE or zone == Zone.SOUL or zone == Zone.HAND or zone == Zone.CHARACTER:
        return int(s.owner[inst])
    return int(s.active_player)


@kernel
def seat_at(s, place):
    """The seat at a place around the table, -n to 2 n - 1 for n players; avoids a division, which is slow."""
    n, seat = int(s.n_players), int(place)
    if seat < 0:
        return seat + n
    return seat - n if seat >= n else seat


@kernel
def next_seat(s, p):
    """The player to the left (R22)."""
    return seat_at(s, p + 1)
