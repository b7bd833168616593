"""Improvements of the bot over its first version: one bit for each mistake that was fixed."""

from enum import IntEnum


class Improvement(IntEnum):
    """`heuristic@1` has none of these, `heuristic` all; benchmarks/lab/notes/2026-11-heuristic-improvements.md has their values."""

    PRICES = 1 << 0  # an item is worth what it did in games, not what its text promises
    RISK = 1 << 1  # a death costs less than it seems: a turn without an attack costs too
    RESTRAINT = 1 << 2  # a card is not used for next to nothing
    HEART = 1 << 3  # who wins when Mom's Heart dies
    THORNS = 1 << 4  # the damage of a monster that is hit, when only the attacker is left to take it
    ESCAPE = 1 << 5  # an attack can be a target
    FIGURES = 1 << 6  # the numbers of `Weight` as games have tuned them
    CHEST = 1 << 7  # an item becomes a soul when it would be destroyed
    TOP = 1 << 8  # what lies on top of a deck afterwards
    SPLIT = 1 << 9  # whom divided damage hurts
    FORCE = 1 << 10  # an opponent has to attack what it cannot beat
    REPLACE = 1 << 11  # better monsters may come
    PAYS = 1 << 12  # coins to pay for an item's effect
    TURN = 1 << 13  # what the rest of a turn may bring, if its player lives: the top of the monster deck, a purchase
    NOW = 1 << 14  # what an item from the shop would do at once
    ARMED = 1 << 15  # what it adds in the fight of the same turn
    COST = 1 << 16  # what one mode of a card costs
    SERVICE = 1 << 17  # the use of items is bought and sold, in games with bartering
    EXCHANGE = 1 << 18  # whom a room helps first, in games with rooms
    TRIALS = 1 << 19  # what a card was worth when more, or less, was thought of it
    HOLD = 1 << 20  # what can change a roll can be kept for a later one of the same fight
    PURSE = 1 << 21  # a purchase that coins make possible
    TRIGGERED = 1 << 22  # damage of triggered abilities on the stack
    LAST = 1 << 23  # answers are kept while a rival lacks one soul
    ABOVE = 1 << 24  # answers to what others put above a card of the bot


ALL = int(sum(Improvement))
