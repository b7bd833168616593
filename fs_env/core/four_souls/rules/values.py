"""The values that the running program of a frame reads: the things that its selectors mean, and its numbers."""

from fs_env.core.four_souls.language.codes import NONE, Num, Ref
from fs_env.core.four_souls.rules.numbers import UNLIMITED
from fs_env.core.four_souls.rules.select import sel_many, sel_one
from fs_env.core.four_souls.rules.zones import home
from fs_env.core.four_souls.state import kernel

NEXT = 0  # the instruction is done
WAIT = 1  # a player is asked, or a frame was pushed; the instruction runs again afterwards
JUMPED = 2  # the program counter is already set
FINISHED = 3  # the program ends here

FULL = 999


@kernel
def one(s, f, sel):
    r = int(s.frames[f].object)
    return sel_one(s, sel, r, s.objects[r].controller, s.objects[r].src)


@kernel
def many(s, f, sel):
    """Puts what a selector means for the program of frame f into the work list; returns how many."""
    r = int(s.frames[f].object)
    return sel_many(s, sel, r, s.objects[r].controller, s.objects[r].src)


@kernel
def player_one(s, f, sel):
    ref = one(s, f, sel)
    return ref if 0 <= ref and ref < s.n_players else NONE


@kernel
def value(s, f, n, arg, holder):
    """A number of an instruction; arg: selector of the player whose number it is, holder: the player for "half" and "all"."""
    if n < Num.SPARE_HP:
        return n
    frame = s.frames[f]
    obj = s.objects[frame.object]
    if n == Num.SPARE_HP:
        return max(0, int(s.hp[obj.controller]) - 1)
    if n >= Num.REG:
        return int(frame.reg[n - Num.REG - 4])
    if n == Num.RESULT or n == Num.KILLING_ROLL:
        return int(obj.roll)
    if n == Num.AMOUNT:
        return int(obj.amount)
    if n == Num.AMOUNT_DOUBLED:
        return 2 * int(obj.amount)
    if n == Num.DISCARDED or n == Num.DESTROYED or n == Num.REMOVED:
        return int(frame.count)
    if n == Num.FULL:
        return FULL
    if n == Num.UNLIMITED:
        return UNLIMITED
    if n == Num.NAMED:
        return int(obj.n)
    who = holder
    if n == Num.COINS_OF or n == Num.HAND_OF or n == Num.DIFF_HAND or n == Num.DIFF_COINS:
        who = player_one(s, f, arg)
    if who == NONE:
        return 0
    if n == Num.COINS_OF or n == Num.ALL:
        return int(s.coins[who])
    if n == Num.HAND_OF:
        return int(s.n_hand[who])
    if n == Num.DIFF_HAND:
        return max(0, int(s.n_hand[who]) - int(s.n_hand[obj.controller]))
    if n == Num.DIFF_COINS:
        return max(0, int(s.coins[who]) - int(s.coins[obj.controller]))
    return 0


@kernel
def dealer_of(s, r):
    """Who deals the damage of an object: its card if that is a monster-deck card, else its controller (R12.14)."""
    src = int(s.objects[r].src)
    if src != NONE and home(src) == 2:
        return Ref.CARD + src
    return int(s.objects[r].controller)
