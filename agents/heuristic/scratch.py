"""The working memory of one decision: the record that every kernel of the bot gets, the decorator, and codes of things.

A *thing* is one number: a player (seats count from the bot's to the left), the monster of a slot, a deck, an object
on the stack (its place from the top) or a card that is none of these.
"""

import numpy as np

from fs_env.agents.heuristic.weights import N_WEIGHTS
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import NUM_ACTIONS
from fs_env.core.four_souls.observation.schema import OTHER_CARDS, SCHEMA, STACK_ROWS
from fs_env.core.four_souls.state import PLAYERS, SLOTS
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.compile.memory import make_named, make_uninitialised

MONSTER, DECK, OBJECT, CARD = 8, 24, 32, 64
"""Bases of things: a player is 0 to 3, a monster MONSTER + slot, then DECK + deck, OBJECT + place, CARD + card."""
DEEPEST = 2  # effects nested deeper than this are not weighed
FRAMES = 24
NESTED = 4  # nested choices whether to do something
MOST_HP = 20  # in a fight; more than this counts as this
REGISTERS = 8
CARDS_KEPT, TARGETS_KEPT, USES_KEPT = 8, 4, 32  # in memory
N_LOOT = int(T.N_LOOT)

FRAME = np.dtype(
    [
        # the scene: who runs a program, of which card, with what in its registers
        ("controller", "i8"),
        ("card", "i8"),
        ("mode", "i8"),  # NONE: open
        ("roll", "i8"),  # the result of the roll that led here, NONE without one
        ("regs", "i8", (REGISTERS,)),  # things
        ("numbers", "i8", (REGISTERS,)),  # bits of what a register may hold, from LOWEST_NUMBER; 0: not asked yet
        # its progress
        ("ability", "i8"),
        ("deadly", "i8"),  # 1: its cost kills the controller
        ("depth", "i8"),  # how deep its effect is nested, from 1
        ("stage", "i8"),
        ("pc", "i8"),
        ("stop", "i8"),  # row of PROG to stop at, NONE: at the end
        ("total", "f8"),
        ("aimed", "i8"),  # 1: targets have been chosen, `total` is what the best are worth
        ("n_mays", "i8"),
        ("may_end", "i8", (NESTED,)),
        ("may_chooser", "i8", (NESTED,)),
        ("before", "f8", (NESTED,)),  # the total outside each optional part
        # the choice it waits for
        ("branch", "i8"),
        ("chooser", "i8"),  # the player who chooses
        ("register", "i8"),
        ("filter", "i8"),
        ("cursor", "i8"),
        ("count", "i8"),
        ("chosen", "i8"),
        ("best", "f8"),
    ],
    align=True,
)
SCRATCH = np.dtype(
    [
        ("improved", "i8"),  # bits of `Improvement`
        ("weight", "f8", (N_WEIGHTS,)),  # by `Weight`
        ("n_legal", "i8"),
        ("legal", "i8", (NUM_ACTIONS,)),  # ascending
        ("value", "f8", (NUM_ACTIONS,)),  # of legal actions, by place
        ("n_owned", "i8"),
        ("owned", "i8", (OTHER_CARDS,)),  # items, curses and souls that players have, ascending
        ("worth", "f8", (OTHER_CARDS,)),  # of some of them
        # by player
        ("part", "f8", (PLAYERS,)),  # +1 for the bot, minus a share for every opponent
        ("rolls", "i8", (PLAYERS,)),  # what the items add to attack rolls
        ("harder", "i8", (PLAYERS,)),  # what items and curses add to the evasion of the monsters they attack
        ("guppies", "i8", (PLAYERS,)),
        ("worst", "f8", (PLAYERS,)),  # the worth of the least valuable item
        ("death", "f8", (PLAYERS,)),  # what dying costs
        ("coming", "i8", (PLAYERS,)),  # damage on the stack
        ("here", "f8", (PLAYERS,)),  # what the rest of this turn is worth to them
        ("bargain", "f8"),  # what the best purchase from the shop is worth, at least 0
        ("unknown", "f8"),  # what an attack of the bot on the top of the monster deck is worth, at least 0
        ("coming_to_monster", "i8"),
        ("attacked", "i8"),  # slot of the attacked monster or NONE
        ("attack_roll", "i8"),  # place on the stack or NONE
        ("answers", "i8"),  # cards in the bot's hand that are worth keeping for their moment
        ("reward", "f8", (SLOTS,)),  # of the monster in a slot
        ("waiting", "f8", (STACK_ROWS,)),  # what the resolution of an object is worth
        ("showing", "f8", (STACK_ROWS, 7)),  # what a roll is worth if it shows a number
        # a fight: damage to the attacker, to the monster, and how many of the six throws do it
        ("own", "i8", (6,)),
        ("other", "i8", (6,)),
        ("throws", "i8", (6,)),
        ("strikes", "i8", (7,)),  # by the final number of an attack roll: damage to the attacker
        ("hits", "i8", (7,)),  # and to the monster
        ("chance", "f8", (MOST_HP + 1, MOST_HP + 1)),
        ("better", "f8", (MOST_HP + 1, MOST_HP + 1)),  # the same with an item that can change one roll
        ("frame", FRAME, (FRAMES,)),
    ],
    align=True,
)
AIM = np.dtype([("card", "i8"), ("actions", "i8", (TARGETS_KEPT,))], align=True)  # both plus 1, 0: none
USE = np.dtype([("action", "i8"), ("times", "i8")], align=True)
MEMORY = np.dtype(
    [
        ("seed", "i8"),
        ("left_out", "i8"),  # bits of `Improvement`: what the bot lacks
        ("ties", "i8"),  # settled so far
        ("turn", "i8"),
        ("souls", "i8"),  # of all players together
        ("souls_since", "i8"),  # the turn since which that number has not changed
        # the last announcement; numbers plus 1, 0: none
        ("card", "i8"),
        ("ability", "i8"),
        ("mode", "i8"),
        ("named", "i8"),  # targets named for it
        # targets named for the last cards, the card kept longest first
        ("n_aims", "i8"),
        ("aims", AIM, (CARDS_KEPT,)),
        # how often actions were chosen in this turn
        ("n_used", "i8"),
        ("used", USE, (USES_KEPT,)),
    ],
    align=True,
)
"""Memory of the bot from one decision of a game to the next: whole numbers that start as 0, except the seed."""

kernel = Kernel(
    SCRATCH,
    obs=SCHEMA.dtype,
    memory=MEMORY,
    observation="int16[::1]",
    acts="int16[::1]",
    words="int64[::1]",
    served="float64",
)
"""Decorates the kernels: `s` is a record of `SCRATCH`, `obs` the observation and `memory` the bot's own, by name."""

new_scratch = make_uninitialised(SCRATCH)
"""Makes a record, valid until the calling function returns; its numbers are not initialised."""
named_observation = make_named(SCHEMA.dtype)
"""The numbers of a flat observation by name."""
named_memory = make_named(MEMORY)
"""The words of a policy's memory by name."""


@kernel
def is_player(thing):
    return 0 <= thing < MONSTER


@kernel
def is_monster(thing):
    return MONSTER <= thing < DECK


@kernel
def is_object(thing):
    return OBJECT <= thing < CARD


@kernel
def card_of(thing):
    return thing - CARD if thing >= CARD else -1
