"""The kernel that writes the rooms of an observation (R20)."""

from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.observation.numbers import ENDS
from fs_env.core.four_souls.observation.records import kernel
from fs_env.core.four_souls.observation.relative import printed_of
from fs_env.core.four_souls.state import ROOMS


@kernel
def see_rooms(s, viewer, o):
    for k in range(ROOMS):
        inst = int(s.room[k]) if k < s.n_rooms else NONE
        room = o.rooms[k]
        room.exists = 1 if k < s.n_rooms else 0
        room.card = printed_of(inst)
        room.turned = s.turned[inst] if inst != NONE else 0
        room.counters = s.counters[inst] if inst != NONE else 0
    o.room_deck.cards = s.n_room_deck
    o.room_deck.discarded = s.n_room_pile
    o.room_deck.exchange = s.exchange
    for k in range(ENDS):
        o.room_pile[k] = printed_of(s.room_pile[s.n_room_pile - 1 - k]) if k < s.n_room_pile else 0
