"""What the bot takes into account beyond its first edition: one bit for each mistake that it no longer makes."""

from __future__ import annotations

from enum import IntEnum


class Consideration(IntEnum):
    """`heuristic@1` has none of these, `heuristic` all; docs/agents.md says what each is worth."""

    PRICES = 1  # an item is worth what it did in games, not what its text promises
    RISK = 2  # a death costs less than it seems: a turn without an attack costs too
    RESTRAINT = 4  # a card is not used for next to nothing
    HEART = 8  # who wins when Mom's Heart dies
    THORNS = 16  # the damage of a monster that is hit, when only the attacker is left to take it
    ESCAPE = 32  # an attack can be a target


EVERYTHING = int(sum(Consideration))
