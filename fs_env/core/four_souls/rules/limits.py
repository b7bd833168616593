"""Limits that rooms set to what each player does in a turn, counted from when such a room is face up (ER-80)."""

from fs_env.core.four_souls.language.codes import NONE, Until
from fs_env.core.four_souls.rules.lasting import note
from fs_env.core.four_souls.rules.numbers import UNLIMITED, room_limit, static_of
from fs_env.core.four_souls.state import kernel


@kernel.rare
def at_limit(s, p, mod, kind):
    """Whether player p has done in this turn, as entries of a kind tell, what the rooms in play limit."""
    left = room_limit(s, mod)
    for k in range(s.n_lasting if left < UNLIMITED else 0):
        if s.lasting[k].kind == kind and s.lasting[k].who == p:
            left -= 1
    return left <= 0


@kernel.rare
def count_use(s, p, mod, kind):
    """Notes until end of turn that player p did something that a room in play limits."""
    for k in range(s.n_rooms):
        if s.room[k] != NONE and static_of(s, s.room[k], mod, NONE) > 0:
            note(s, kind, p, 1, Until.END_OF_TURN, NONE, p, s.room[k])
            return
