"""Rooms (R20): their deck and discard pile, entering and leaving a room slot, the exchange at the end of a turn.

Rooms have lists of their own instead of a fourth row of the decks, which are as long as the largest deck. No player ever looks
into the deck of rooms, so what it holds is known to all and its order to no player.
"""

from fs_env.core.four_souls.language.codes import NONE, Event, Ref
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.goals import forget_goals, stays
from fs_env.core.four_souls.rules.objects import new_frame
from fs_env.core.four_souls.rules.options import ask, clear, offer
from fs_env.core.four_souls.rules.secrets import show
from fs_env.core.four_souls.rules.souls import check_bonus
from fs_env.core.four_souls.rules.zones import enter_play, leave_play, move
from fs_env.core.four_souls.state import (
    FIRST_ROOM,
    N_INSTANCES,
    ROOMS,
    Frame,
    Question,
    Shape,
    Stream,
    Zone,
    below,
    kernel,
)

MAY, ASKED = 1, 2  # `exchange`: a monster died this turn; the active player has decided


@kernel
def mix_rooms(s, stream):
    for i in range(s.n_room_deck - 1, 0, -1):
        j = below(s, stream, i + 1)
        x = s.room_deck[i]
        s.room_deck[i] = s.room_deck[j]
        s.room_deck[j] = x


@kernel
def sort_rooms(s):
    for i in range(1, s.n_room_deck):
        inst, k = s.room_deck[i], i
        while k > 0 and s.room_deck[k - 1] > inst:
            s.room_deck[k] = s.room_deck[k - 1]
            k -= 1
        s.room_deck[k] = inst


@kernel
def restock_rooms(s):
    """Makes the discard pile of rooms the deck when that is empty (R20.1, R15.9)."""
    if s.n_room_deck > 0 or s.n_room_pile == 0:
        return
    for i in range(s.n_room_pile):
        inst = int(s.room_pile[i])
        s.room_deck[i] = inst
        s.seen[inst] = 0
        move(s, inst, Zone.DECK, NONE)
    s.n_room_deck = s.n_room_pile
    s.n_room_pile = 0
    mix_rooms(s, Stream.SHUFFLE)


@kernel
def put_room(s, k, inst):
    """Puts a room face up into slot k (R20.1)."""
    s.room[k] = inst
    enter_play(s, inst, Zone.ROOM, k)


@kernel.rare
def reveal_room(s, k):
    """Fills room slot k from the top of the deck and tells the room that it has entered play (R20.2)."""
    if s.n_room_deck == 0:
        return
    s.n_room_deck -= 1
    inst = int(s.room_deck[s.n_room_deck])
    put_room(s, k, inst)
    restock_rooms(s)
    emit_event(s, Event.THIS_ENTERS, Ref.CARD + inst)


@kernel.rare
def discard_room(s, inst):
    """Puts a room that is face up on top of its discard pile, if its text allows that; its slot is empty."""
    if s.zone[inst] != Zone.ROOM or stays(s, inst):
        return
    forget_goals(s, inst)
    s.room[s.owner[inst]] = NONE
    leave_play(s, inst)
    show(s, inst)
    move(s, inst, Zone.PILE, NONE)
    s.room_pile[s.n_room_pile] = inst
    s.n_room_pile += 1
    restock_rooms(s)
    check_bonus(s)  # it may have barred souls


@kernel.rare
def build_rooms(s):
    """Shuffles all rooms and turns the first one up; what it does on entering play is not done at setup (R20.1)."""
    for inst in range(FIRST_ROOM, N_INSTANCES):
        s.room_deck[s.n_room_deck] = inst
        s.n_room_deck += 1
        move(s, inst, Zone.DECK, NONE)
    mix_rooms(s, Stream.SHUFFLE)
    s.n_rooms = 1
    s.n_room_deck -= 1
    put_room(s, 0, s.room_deck[s.n_room_deck])


@kernel.rare
def add_room_slots(s, n):
    """Adds room slots for the rest of the game, up to the size of the table (R20.2, ER-52)."""
    for _ in range(n if s.rooms == 1 else 0):
        if s.n_rooms < ROOMS:
            s.room[s.n_rooms] = NONE
            s.n_rooms += 1


@kernel
def begin_exchange(s):
    """Begins the exchange of a room if a monster died this turn (R20.4); returns whether it did."""
    if s.exchange != MAY:
        return False
    s.exchange = ASKED
    new_frame(s, Frame.ROOM, NONE)
    return True


@kernel.rare
def run_exchange(s, f):
    """Asks the active player, room by room, whether to put it into discard and reveal another, until one is; cursor: the slot."""
    frame = s.frames[f]
    while frame.cursor < s.n_rooms:
        k = int(frame.cursor)
        if frame.step == 1:
            frame.step = 0
            frame.cursor += 1
            if s.answer == 1 and s.room[k] != NONE:
                discard_room(s, s.room[k])
                reveal_room(s, k)
                break
        elif s.room[k] == NONE or stays(s, s.room[k]):
            frame.cursor += 1
        else:
            clear(s)
            offer(s, 1)
            offer(s, 0)
            frame.step = 1
            ask(s, s.active_player, Question.ROOM, Shape.YES_NO, s.room[k])
            return
    s.n_frames -= 1
