"""The rules by which a seat passes, as names and bits; `passing` follows them."""

from enum import IntEnum, unique


@unique
class Stop(IntEnum):
    """Bits of a rule: kinds of windows that are left to the seat."""

    OWN = 2  # in its own turn
    TARGET = 4  # when it, or something of its own, is a target of something on the stack
    DICE = 8  # when a roll is on top of the stack
    PLAYED = 16  # when a loot card or effect that another player has used is on top of the stack
    COMBAT = 32  # when combat damage is on top of the stack


STOPS = {stop.name.lower(): int(stop) for stop in Stop}
RULES = {"concerned": ("own", "target", "dice", "played", "combat"), "all": ()}
