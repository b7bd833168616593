"""Rules of the bot beyond its first edition: one bit for each mistake that it no longer makes."""

from __future__ import annotations

from enum import IntEnum


class Consideration(IntEnum):
    """`heuristic@1` has none of these, `heuristic@2` those down to `TRIALS`, `heuristic` all.

    benchmarks/lab/notes/2026-11-heuristic-considerations.md says what each is worth.
    """

    PRICES = 1  # an item is worth what it did in games, not what its text promises
    RISK = 2  # a death costs less than it seems: a turn without an attack costs too
    RESTRAINT = 4  # a card is not used for next to nothing
    HEART = 8  # who wins when Mom's Heart dies
    THORNS = 16  # the damage of a monster that is hit, when only the attacker is left to take it
    ESCAPE = 32  # an attack can be a target
    FIGURES = 64  # the numbers of `Weight` as games have tuned them
    CHEST = 128  # an item becomes a soul when it would be destroyed
    TOP = 256  # what lies on top of a deck afterwards
    SPLIT = 512  # whom divided damage hurts
    FORCE = 1024  # an opponent has to attack what it cannot beat
    REPLACE = 2048  # better monsters may come
    PAYS = 4096  # coins to pay for an item's effect
    TURN = 8192  # what the rest of a turn may bring, if its player lives: the top of the monster deck, a purchase
    NOW = 16384  # what an item from the shop would do at once
    ARMED = 32768  # what it adds in the fight of the same turn
    COST = 65536  # what one mode of a card costs
    SERVICE = 131072  # the use of items is bought and sold, in games with bartering
    EXCHANGE = 262144  # whom a room helps first, in games with rooms
    TRIALS = 524288  # what a card was worth when more, or less, was thought of it
    ECHOES = 1 << 20  # what other cards do when a roll shows a number, or ends on it
    HOLD = 1 << 21  # what can change a roll can be kept for a later one of the same fight
    PURSE = 1 << 22  # a purchase that coins make possible
    EMPTY = 1 << 23  # what an item adds to attack rolls while its condition holds
    TRIGGERED = 1 << 24  # damage of triggered abilities on the stack
    LAST = 1 << 25  # answers are kept while a rival lacks one soul
    TRINKET = 1 << 26  # a trinket in hand is worth no less than another loot card
    MOMENT = 1 << 27  # what a recharged item would do at once
    ABOVE = 1 << 28  # answers to what others put above a card of the bot
    SOULS = 1 << 29  # a card that takes a soul is kept until a rival has two


EVERYTHING = int(sum(Consideration))
SINCE_SECOND = EVERYTHING & -int(Consideration.ECHOES)
"""Rules that `heuristic@2` leaves out."""
