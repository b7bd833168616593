"""The fields of a state about bartering (R16): the offer, the open promises, and what became of earlier ones."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from fs_env.core.machine.declare.fields import Field, Records

PROMISES = 8  # open promises at once (A88)
OFFERS_PER_TURN = 2  # offers that a seat may make in one turn, its own or another's (A88)


class Favour(IntEnum):
    """The promise of a player for cents (R16.1)."""

    GIFT = 1  # nothing
    SPARE = 2  # no target, no card and no object of the payer for a round
    PASS = 3  # no response until the object on top has left the stack
    AIM = 4  # in this turn another player as a target before the payer
    USE = 5  # a named item on the object on top
    ANSWER = 6  # anything on the roll on top


def barter_fields(players: int) -> Sequence[Field | Records]:
    return (
        Records(
            "bid",
            1,
            [
                Field("favour", "int8", (), "Favour, or 0 without an offer"),
                Field("maker", "int8", (), "player who makes the offer"),
                Field("payer", "int8", (), "player who would pay, or NONE while that is open"),
                Field("promiser", "int8", (), "player who would do the favour, or NONE while that is open"),
                Field("whom", "int8", (), "player to be a target instead, or NONE"),
                Field("cents", "int8", (), "amount offered, 0 while that is open"),
                Field("counter", "int8", (), "amount of the counter-offer or 0"),
                Field("item", "int16", (), "item to be used or NONE"),
                Field("object", "int16", (), "running number of the stack object concerned or 0"),
            ],
            "the offer that is being made or answered",
        ),
        Records(
            "promises",
            PROMISES,
            [
                Field("favour", "int8", (), "Favour, or 0 when free"),
                Field("promiser", "int8", (), "player who promised"),
                Field("payer", "int8", (), "player who paid"),
                Field("whom", "int8", (), "player to be a target instead, or NONE"),
                Field("cents", "int8", (), "what was paid"),
                Field("turns", "int8", (), "turns until it ends, this one included, or 0 if it ends with its object"),
                Field(
                    "tested", "int8", (), "1 after the promiser has acted or passed while the object was on the stack"
                ),
                Field("item", "int16", (), "item to be used or NONE"),
                Field("object", "int16", (), "running number of the stack object concerned or 0"),
            ],
            "open promises",
        ),
        Field("n_promises", "int8", (), "open promises"),
        Field("offers", "int8", (players,), "offers made in this turn"),
        Field("kept", "int16", (players,), "promises kept, at most 9999"),
        Field("broken", "int16", (players,), "promises broken, at most 9999"),
    )
