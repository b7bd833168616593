"""Games written by hand, whose report can be counted by hand."""

from __future__ import annotations

from fs_env.arena import GameRow
from fs_env.arena.database import Stored

NAMES = ("ann", "ben", "cat<&>")
PLAN = {
    "game": "nim", "version": None, "schedule": "round-robin", "agents": ["a", "b", "c"], "players": 2, "games": 8,
    "seed": 4, "options": {"stones": 9},
}  # fmt: skip


def game(number, seats, winners, decisions=10, characters=None, seconds=None, outcome=1, forfeits=(), fault=""):
    returns = tuple(1 / len(winners) if k in winners else -1.0 for k in range(len(seats))) if winners else (0.0,) * 2
    seconds, characters = seconds or (None,) * len(seats), characters or (None,) * len(seats)
    return GameRow(
        number, 70 + number // 2, seats, outcome, returns, winners, decisions, (4,) * len(seats), seconds, characters,
        forfeits, fault,
    )  # fmt: skip


ROWS = [
    game(0, (0, 1), (0,), 10, ("isaac", "cain"), (0.4, 0.008)),
    game(1, (1, 0), (1,), 12, ("cain", "isaac"), (0.016, 0.8)),
    game(2, (0, 1), (1,), 30, ("isaac", "eve")),
    game(3, (1, 0), (1,), 14, ("eve", "isaac")),
    game(4, (0, 2), (), 50, ("cain", "isaac"), outcome=3),
    game(5, (2, 0), (1,), 16, ("cain", "isaac"), outcome=5, forfeits=(0,), fault="=it left"),
    game(6, (1, 2), (1,), 18, ("eve", "cain")),
    game(7, (2, 1), (0,), 20),
]
STORED = Stored(PLAN, NAMES, ROWS)
