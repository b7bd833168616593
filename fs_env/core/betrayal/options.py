"""The options of a game of Betrayal at Baldur's Gate, in the order in which `setup` reads them."""

from __future__ import annotations

from collections.abc import Mapping

from fs_env.core.betrayal.content.packs import missing
from fs_env.core.machine.declare.options import Option

PACKS = ("documented", "original", "haunts")
NUMBERS = ("7", *(str(number) for number in range(101, 113)))
FLAG = (0, 0, 1)  # default, least, most
SIDES = HEROES, TRAITOR = "heroes", "traitor"
"""Names of the sides that play against each other (R71)."""
OPTIONS = (
    Option("num_players", 4, 3, 6, "seats (R4)"),
    Option("max_decisions", 6000, 1, 2_000_000_000, "decisions after which the game is truncated"),
    Option(
        "packs",
        7,
        0,
        7,
        "content: what is documented of the game, catacombs and items of our own for what is not, and haunts of our own with their "
        "chart, without which every haunt is number 7",
        bits=PACKS,
        noun="pack",
    ),
    Option(
        "haunt_roll",
        *FLAG,
        'the haunt roll is at the end of the turn (0, "end") or as soon as the omen is drawn (1, "immediate") (A7)',
        words=("end", "immediate"),
    ),
    Option(
        "any_orientation",
        *FLAG,
        "whether a new tile may be turned in every way that does not seal the level, or only in those that join most doors (A3)",
    ),
    Option("open_haunts", 0, 0, 1, "whether all players see the objectives of both sides (A20)"),
    Option(
        "haunt",
        0,
        0,
        13,
        "the haunt of this game instead of the one of the chart: 0 by the chart, 1 haunt 7, 2 to 13 ours, 101 to 112",
    ),
    Option(
        "adventurer_cards",
        *FLAG,
        'each player takes one of the cards that are left and a side of it (0, "chosen"), or a side of a random card (1, "dealt") (R5)',
        words=("chosen", "dealt"),
    ),
    Option(
        "played",
        0,
        0,
        8191,
        "haunts already played, which the chart passes over: the next nearest omen tile counts, then further omens (R62); one that "
        "`haunt` names is played all the same",
        bits=NUMBERS,
        noun="haunt",
    ),
)


def conflict(values: Mapping[str, int]) -> str | None:
    short = missing(values["packs"])
    if short:
        return f"packs={values['packs']} is no full game: {'; '.join(short)}"
    if values["haunt"] > 1 and not values["packs"] >> 2 & 1:
        return f"haunt={values['haunt']} is one of our own: add the pack 'haunts', packs={values['packs'] | 4}"
    return None
