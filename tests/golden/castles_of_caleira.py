"""Golden games of Castles of Caleira: which ones there are, and what a reader wants to know of a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.text import to_json
from fs_env.core.machine.declare.fields import as_records
from tests.golden.transcript import Golden, Wording

SEEDS = (0, 1, 7)  # for 2, 3 and 4 players


def shown(record: Any) -> dict[str, Any]:
    """The whole table as plain data."""
    return to_json(as_records(np.array([record]))[0], None)


def table(record: Any) -> Iterator[str]:
    """Hands and deck when the game begins."""
    seen = shown(record)
    yield from (f"hand of player_{p}: {', '.join(seat['hand'])}" for p, seat in enumerate(seen["players"]))
    yield f"deck, top first: {', '.join(seen['deck_top'])}"
    if seen["removed"]:
        yield f"removed: {', '.join(seen['removed'])}"


def turn(record: Any) -> tuple[int, int]:
    """Number of the turn, and whose it is."""
    seen = shown(record)
    return seen["turn"], seen["turn_player"]


def seats(record: Any) -> list[str]:
    """Points and hand of each player."""
    return [
        f"  player_{p}: {seat['points']} points, {', '.join(seat['hand']) or 'no cards'}"
        for p, seat in enumerate(shown(record)["players"])
    ]


def question(S: Any, seat: int) -> str:
    """The pending question and the seat it is put to."""
    return GAME.decision_text(S)


class Facts:
    """Where every piece is, the hands and the deck."""

    def __init__(self, record: Any) -> None:
        seen = shown(record)
        self.pieces = {(piece["piece"], piece["card"]): piece["place"] for piece in seen["pieces"]}
        self.hands = [Counter(seat["hand"]) for seat in seen["players"]]
        self.deck = seen["deck_top"]
        self.out = [seat["out"] for seat in seen["players"]]

    def since(self, before: Facts) -> list[str]:
        """The differences from an earlier position, in words."""
        told = [
            f"piece {number}, {card}: {place}"
            for (number, card), place in self.pieces.items()
            if before.pieces.get((number, card)) != place
        ]
        told += [f"player_{p} is out of the game" for p, out in enumerate(self.out) if out and not before.out[p]]
        for p, (now, then) in enumerate(zip(self.hands, before.hands)):
            told += [f"{card} into the hand of player_{p}" for card in sorted((now - then).elements())]
        if sorted(self.deck) == sorted(before.deck) and self.deck != before.deck:
            told.append(f"the deck begins with {', '.join(self.deck[:3])}")
        return told


WORDING = Wording(GAME, table, turn, seats, question, Facts, fewest=24)
GOLDEN = tuple(Golden(WORDING, n, SEEDS[n - 2]) for n in (2, 3, 4))
