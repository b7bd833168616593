"""Doubled effects: a loot card after Blank Card, the rewards of a monster that Dinga doubles (ER-15).

A doubled object has a flag, and the number of texts that double it besides the first. Each doubling counts its amounts twice,
and some of its targets get as many objects more: the second is stored two registers after the first, as for a text that asks
for up to two objects, the third and fourth in the registers between.
"""

from fs_env.core.four_souls.language.codes import NONE, Num, Sel
from fs_env.core.four_souls.state import ObjectFlag, kernel
from fs_env.core.four_souls.tables import PROG

UP_TO_TWO = 2  # wanted of a target: none, one or two objects
BEHIND = 2  # registers from a target to the second one
TARGETS = 4  # objects of one target at most: as many as there are registers
MOST = 8  # doublings that count (ER-53)


@kernel
def double(s, r, n):
    if n > 0:
        s.objects[r].flags |= ObjectFlag.DOUBLED
        s.objects[r].amount = min(n, MOST) - 1


@kernel
def doublings(s, r):
    return 1 + int(s.objects[r].amount) if s.objects[r].flags & ObjectFlag.DOUBLED else 0


@kernel
def factor(s, f):
    """How often the amounts of frame f's instruction count.

    Amounts without a limit, or "until" a player has as much, are never doubled."""
    n = PROG[s.frames[f].pc].n
    if n == Num.DIFF_HAND or n == Num.DIFF_COINS or n == Num.UNLIMITED:
        return 1
    return 1 << doublings(s, s.frames[f].object)


@kernel
def most_targets(s, r, k, wanted, doubles):
    """How many objects the target in register k of object r may have."""
    if k >= BEHIND:
        return 1
    n = doublings(s, r) if doubles == 1 else 0
    if n > 1 and k == 0:
        return TARGETS
    return 2 if n > 0 or wanted == UP_TO_TWO else 1


@kernel
def register_of(k, i):
    """The register of the i-th object, from 0, of the target whose first one is in register k."""
    return k + i // 2 + BEHIND * (i % 2)


@kernel
def objects_of(s, r, sel, flags):
    """How many registers hold objects of the target of object r that a selector names: 1 unless r has one of the flags."""
    k = sel - Sel.REG
    if k < 0 or k >= BEHIND or r == NONE or s.objects[r].flags & flags == 0:
        return 1
    many = ObjectFlag.DOUBLED | ObjectFlag.PAIR
    return TARGETS if s.objects[r].flags & many == many and k == 0 else 2
