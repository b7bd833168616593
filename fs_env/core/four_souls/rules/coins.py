"""Gaining coins from the bank, with what replaces it and what answers it (R22 Gain, ER-38)."""

from fs_env.core.four_souls.language.codes import NONE, Event
from fs_env.core.four_souls.rules.objects import new_frame, new_row
from fs_env.core.four_souls.rules.souls import coin_replacer, receive_coins, replacement
from fs_env.core.four_souls.rules.triggers import emit
from fs_env.core.four_souls.state import Frame, Obj, kernel
from fs_env.core.four_souls.tables import AB_PARENT, AB_PC


@kernel
def run_replacement(s, a, inst, p, amount):
    """Runs a replacement's program at once, without the stack (R6.2)."""
    r = new_row(s, Obj.TRIGGER, p)
    row = s.row[r]
    row.src = inst
    row.ability = a
    row.cause = AB_PARENT[a]
    row.it = p
    row.amount = amount
    f = new_frame(s, Frame.RUN, r)
    s.frame[f].pc = AB_PC[a]


@kernel
def gain_coins(s, p, n, cause):
    """Player p gains n cents, unless the game is won (R18.3); starts a frame when a card replaces the gain."""
    if n <= 0 or s.outcome != 0:
        return
    s.gains[p] += 1
    inst = coin_replacer(s, p)
    if inst != NONE:
        run_replacement(s, replacement(s, Event.WOULD_GAIN_COINS, inst), inst, p, n)
        return
    receive_coins(s, p, n)
    emit(s, Event.GAINS_COINS, p, NONE, n, 0, NONE, NONE, 0, cause)
