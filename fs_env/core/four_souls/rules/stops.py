"""The rules by which a seat passes, as names and bits; `passing` follows them."""

from enum import IntEnum, unique


@unique
class Stop(IntEnum):
    """Bits of a rule: kinds of windows that are left to the seat."""

    OWN = 2  # in its own turn
    TARGET = 4  # when it, or what is its, is a target of something on the stack, or it is dying
    DICE = 8  # when a roll is on top of the stack
    PLAYED = 16  # when a loot card or effect that another player has used is on top of the stack
    COMBAT = 32  # when combat damage is on top of the stack
    QUICK = 64  # no kind of windows: it passes those of the next five stops too, unless these ask
    MINE = 128  # when something that it did itself, or what only follows from it, is on top of the stack
    STEPS = 256  # when nothing is on the stack at the beginning of its own turn, or when it cannot act there
    ATTACK = 512  # when nothing is on the stack during its attack: passing rolls the die
    SUITS = 1024  # when its own attack roll or combat damage on top of the stack hits, or another's misses
    END = 2048  # when nothing is on the stack at the end of its own turn


STOPS = {stop.name.lower(): int(stop) for stop in Stop}
CONCERNED = ("own", "target", "dice", "played", "combat")
RULES = {"concerned": CONCERNED, "routine": (*CONCERNED, "quick", "steps"), "all": ()}
