"""The options of a game of Betrayal at Baldur's Gate, in the order in which `setup` reads them."""

from __future__ import annotations

from fs_env.core.machine.options import Option

PACKS = ("documented", "original", "haunts")
OPTIONS = (
    Option("num_players", 4, 3, 6, "seats (R4)"),
    Option("max_decisions", 6000, 1, 2_000_000_000, "decisions after which the game is truncated"),
    Option(
        "packs",
        7,
        0,
        7,
        "content: what is documented of the game, our own catacombs and items for what is not, and our own haunts with a chart of "
        "our own, without which every haunt is number 7",
        bits=PACKS,
        noun="pack",
    ),
    Option(
        "haunt_roll",
        0,
        0,
        1,
        'a haunt roll is made at the end of the turn (0, "end") or as soon as the omen is drawn (1, "immediate") (A7)',
        words=("end", "immediate"),
    ),
    Option(
        "any_orientation",
        0,
        0,
        1,
        "whether a new tile may be turned in every way that does not seal the level, or only in those that join most doors (A3)",
    ),
    Option("open_haunts", 0, 0, 1, "whether everybody sees the objectives of both sides (A20)"),
    Option(
        "haunt",
        0,
        0,
        7,
        "the haunt of this game instead of the one of the chart: 0 by the chart, 1 haunt 7, 2 to 7 our own 101 to 106",
    ),
)
