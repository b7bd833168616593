"""Dice and traits (R3, R10 to R12, R45)."""

from fs_env.core.betrayal.language.codes import DICE, NONE, Token, Trait
from fs_env.core.betrayal.rules.table import open_traitor
from fs_env.core.betrayal.state import Stream, below, kernel
from fs_env.core.betrayal.tables import BEGIN, MISTS, ROLL_DICE, ROLLS, TRACKS, Zone
from fs_env.core.machine.table.bits import lowest

LAID = 0x1A1D_D1CE
"""The last word of a stream of dice that is no stream but totals set up: the first word holds the dice of the first roll for which none
was left, 0 before that; the two others six totals each, the next one in the five lowest bits, a 1 above the last one."""
LAID_BITS = 5
NO_TOTAL = 1


@kernel
def laid_total(s, n):
    """The total that was set up for a roll of n dice, 0 where there is none left."""
    if s.rng[Stream.DICE, 1] == NO_TOTAL:
        s.rng[Stream.DICE, 1] = s.rng[Stream.DICE, 2]
        s.rng[Stream.DICE, 2] = NO_TOTAL
    if s.rng[Stream.DICE, 1] <= NO_TOTAL:
        if s.rng[Stream.DICE, 0] == 0:
            s.rng[Stream.DICE, 0] = n
        return 0
    total = int(s.rng[Stream.DICE, 1]) & ((1 << LAID_BITS) - 1)
    s.rng[Stream.DICE, 1] = int(s.rng[Stream.DICE, 1]) >> LAID_BITS
    return min(total, 2 * n)


@kernel
def roll(s, n):
    """The total of n dice, eight at most (R3, A1, A6)."""
    if s.rng[Stream.DICE, 3] == LAID and s.rng[Stream.DICE, 0] <= DICE and n > 0:
        return laid_total(s, min(n, DICE))
    total = 0
    for _ in range(min(n, DICE)):
        total += below(s, Stream.DICE, 3)
    return total


@kernel
def value(s, p, trait):
    """The number at the clip of a trait (R10)."""
    return int(TRACKS[s.seats[p].adventurer, trait, s.seats[p].at[trait]])


@kernel
def below_start(s, p):
    mask = 0
    for trait in range(4):
        if s.seats[p].at[trait] < BEGIN[s.seats[p].adventurer, trait]:
            mask |= 1 << trait
    return mask


@kernel
def lower_trait(s, p, trait, n):
    """Moves a clip down, before the haunt to the first value at most; returns by how much (R12)."""
    before = int(s.seats[p].at[trait])
    after = max(1 if s.haunt == NONE else 0, before - n)
    s.seats[p].at[trait] = after
    if after == 0:
        s.judging = 1
    return before - after


@kernel
def hampered(s, p, trait, n):
    """Dice of a roll after the Mists of Ravenloft and the Troglodyte Stench, which an open traitor does not mind (A41)."""
    if trait == Trait.SANITY and s.zone[MISTS] == Zone.KEPT and s.owner[MISTS] == p:
        n = max(1, n - 1)
    tile = int(s.seats[p].tile)
    if trait == Trait.MIGHT and tile != NONE and (s.tiles[tile].tokens >> Token.STENCH) & 1 and not open_traitor(s, p):
        n = max(1, n - 2)
    return min(n, DICE)


@kernel
def lift_curse(s, p):
    """Whether the next roll is a 0 by the Hag's Blessing; the curse ends."""
    cursed = int(s.seats[p].cursed)
    s.seats[p].cursed = 0
    return cursed


@kernel
def roll_trait(s, p, trait, extra):
    """A trait roll with further dice (R45)."""
    n = value(s, p, trait)
    left = s.seats[p].cards & ROLLS[trait]
    while left:
        n += ROLL_DICE[lowest(left), trait]
        left &= left - 1
    total = roll(s, hampered(s, p, trait, n) + extra)
    return 0 if lift_curse(s, p) else total
