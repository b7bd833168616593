"""The options of a game of Four Souls, in the order in which `setup` reads them."""

from __future__ import annotations

from fs_env.core.four_souls.cards import SETS
from fs_env.core.machine.game import Option

OPTIONS = (
    Option("num_players", 2, 2, 4, "seats (R1)"),
    Option("bonus_souls", 1, 0, 1, "whether bonus souls are in the game (R1.7, R19)"),
    Option("max_decisions", 50_000, 1, 2_000_000_000, "decisions after which the game is truncated"),
    Option(
        "sets",
        1,
        1,
        (1 << len(SETS)) - 1,
        'names of the card sets in the game, in any order: "base", "gold" (Gold Box), "plus" (Four Souls+). '
        '"gold" alone has ten souls: with four players they can be spread so that nobody reaches four, and '
        "`max_decisions` ends the game",
        SETS,
        noun="card set",
    ),
)
