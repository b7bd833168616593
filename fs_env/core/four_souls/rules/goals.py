"""Goals that all players reach together while a room with them is face up (ER-83)."""

from fs_env.core.four_souls.language.codes import NONE, Event, Lasting, Ref, Static, Until
from fs_env.core.four_souls.rules.events import emit_event
from fs_env.core.four_souls.rules.lasting import end_lasting, note
from fs_env.core.four_souls.rules.numbers import static_of
from fs_env.core.four_souls.state import kernel

FIRST, LAST = Lasting.LOOT_GOAL, Lasting.SIX_GOAL
CENTS = 6  # given at once


@kernel
def target_of(kind):
    if kind == Lasting.LOOT_GOAL:
        return 5
    return 1 if kind == Lasting.GIFT_GOAL else 3


@kernel
def reached(s, inst):
    n = 0
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if FIRST <= entry.kind and entry.kind <= LAST and entry.src == inst and entry.n >= target_of(entry.kind):
            n += 1
    return n


@kernel.rare
def stays(s, inst):
    """Whether goals that have not been reached keep a room from being put into discard."""
    wanted = static_of(s, inst, Static.GOALS, NONE)
    return wanted > 0 and reached(s, inst) < wanted


@kernel.rare
def forget_goals(s, inst):
    """A room leaves play: what was done for its goals is forgotten."""
    for k in range(s.n_lasting):
        entry = s.lasting[k]
        if FIRST <= entry.kind and entry.kind <= LAST and entry.src == inst:
            end_lasting(s, k)


@kernel
def count_goal(s, inst, kind):
    found = NONE
    for k in range(s.n_lasting):
        if s.lasting[k].kind == kind and s.lasting[k].src == inst:
            found = k
    if found == NONE:
        found = note(s, kind, NONE, 0, Until.FOREVER, NONE, s.active_player, inst)
    if found == NONE or s.lasting[found].n >= target_of(kind):
        return
    s.lasting[found].n += 1
    if s.lasting[found].n == target_of(kind) and reached(s, inst) == static_of(s, inst, Static.GOALS, NONE):
        emit_event(s, Event.GOALS_REACHED, Ref.CARD + inst)


@kernel.rare
def count_for_goals(s, kind):
    """Something was done that the goals of the rooms in play may count."""
    for k in range(s.n_rooms):
        if s.room[k] != NONE and static_of(s, s.room[k], Static.GOALS, NONE) > 0:
            count_goal(s, s.room[k], kind)
