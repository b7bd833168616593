"""Sections of the flat observation about bartering (R16): zeros in games without it."""

from __future__ import annotations

from fs_env.core.four_souls.observation.numbers import SEAT, card, count, player
from fs_env.core.four_souls.state import OBJECTS, OFFERS_PER_TURN, PLAYERS, PROMISES, Favour
from fs_env.core.machine.declare.columns import Code, Column, Flag, Number
from fs_env.core.machine.declare.observation import row, rows

MOST = 10  # cents of an offer

TERMS: tuple[Column, ...] = (
    Code("favour", Favour, "0 none"),
    player("promiser", "who would do it, or has promised to, from you + 1; 0 not chosen yet"),
    player("payer", "who would pay, or has paid, from you + 1; 0 not chosen yet"),
    player("whom", "player to target instead, from you + 1; 0 none"),
    card("item", "card + 1 of the item to be used, 0 none"),
    Number("object", "place on the stack, from the top + 1, of the object concerned; 0 none", 0, OBJECTS, "object"),
    Number("cents", "amount offered or paid, 0 not chosen yet", 0, MOST),
)
OFFER = row(
    "offer",
    [
        *TERMS,
        player("maker", "who makes the offer, from you + 1; 0 without one"),
        Number("counter", "amount that the other player named instead, 0 none", 0, MOST),
    ],
    "the offer that is being made or answered; zeros without one",
)
PROMISE = rows(
    "promises",
    PROMISES,
    "open promise",
    [
        *TERMS,
        Number("turns", "turns until it ends, this one included; 0 if it ends with its object", 0, PLAYERS),
        Flag("tested", "1 after the promiser has acted or passed while the object was on the stack"),
    ],
    "open promises, which are not binding",
)
BARTER = rows(
    "barter",
    PLAYERS,
    SEAT,
    [
        Number("offers", "offers made in this turn", 0, OFFERS_PER_TURN),
        count("kept", "promises kept so far, at most 9999"),
        count("broken", "promises broken so far, at most 9999"),
    ],
    "offers and promises of each player",
)
