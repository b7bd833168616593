"""Doubled effects: a loot card after Blank Card, the rewards of a monster that Dinga doubles (ER-15).

A doubled object has a flag. Its amounts count twice, and some of its targets come in pairs: the second target is stored
two registers after the first, as for a text that asks for up to two objects.
"""

from fs_env.core.four_souls.language.codes import NONE, Lasting, Num, Sel
from fs_env.core.four_souls.rules.hands import take_lasting
from fs_env.core.four_souls.state import ObjectFlag, kernel
from fs_env.core.four_souls.tables import PROG

UP_TO_TWO = 2  # wanted of a target: none, one or two objects
BEHIND = 2  # registers from a target to the second one


@kernel
def loot_flags(s, p):
    """The flags of a loot card that player p plays; uses up the effect that doubles it."""
    flags = ObjectFlag.FROM_LOOT + 0
    if take_lasting(s, Lasting.DOUBLE_NEXT_LOOT_CARD, p) > 0:
        flags |= ObjectFlag.DOUBLED
    return flags


@kernel
def factor(s, f):
    """How often the amounts of frame f's instruction count.

    Amounts without a limit, or "until" somebody has as much, are never doubled."""
    n = PROG[s.frames[f].pc].n
    if n == Num.DIFF_HAND or n == Num.DIFF_COINS or n == Num.UNLIMITED:
        return 1
    return 2 if s.objects[s.frames[f].object].flags & ObjectFlag.DOUBLED else 1


@kernel
def in_pairs(s, r, wanted, doubles):
    """Whether object r asks for a second one of a target."""
    return wanted == UP_TO_TWO or (s.objects[r].flags & ObjectFlag.DOUBLED != 0 and doubles == 1)


@kernel
def second_target(s, r, sel, flags):
    """The second object of the target of object r that a selector names, if r has one of the flags; else NONE."""
    k = sel - Sel.REG
    if k < 0 or k >= BEHIND or r == NONE or s.objects[r].flags & flags == 0:
        return NONE
    return int(s.objects[r].reg[k + BEHIND])
