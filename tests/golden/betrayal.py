"""Golden games of Betrayal at Baldur's Gate: which ones there are, and what a reader wants to know of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.tables import EVENT_NAMES, N_EVENTS, OF_INSTANCE, POSSESSION_NAMES, TILE_BASE, TILE_NAMES
from fs_env.core.betrayal.text import to_json
from fs_env.core.machine.declare.fields import as_records
from fs_env.narration.betrayal.events import moves, story
from tests.golden.transcript import Golden, Wording

SEEDS = {3: 17, 5: 47}
DECKS = ("events", "items", "omens", "buildings", "streets", "catacombs")
SHOWN = 8  # of each stack


def shown(record: Any) -> dict[str, Any]:
    """The whole table as plain data."""
    return to_json(as_records(np.array([record]))[0], None)


def name_of(instance: int) -> str:
    """The name of a card or a tile of a stack."""
    if instance < N_EVENTS:
        return EVENT_NAMES[instance]
    card = int(OF_INSTANCE[instance])
    return POSSESSION_NAMES[card] if card >= 0 else TILE_NAMES[instance - TILE_BASE]


def table(record: Any) -> Iterator[str]:
    """The tops of the stacks when the game begins."""
    for d, deck in enumerate(DECKS):
        n = int(record["n_deck"][d])
        cards = [name_of(int(i)) for i in record["deck"][d][:n][::-1][:SHOWN]]
        yield f"{deck}, top first: {', '.join(cards)}, ... ({n})"


def turn(record: Any) -> tuple[int, int]:
    """Number of the turn, and whose it is."""
    seen = shown(record)
    return seen["turn"], seen["turn_player"]


def seats(record: Any) -> list[str]:
    """Place, side, spaces of the clips and cards: of the player whose turn it is, at the end of all."""
    seen = shown(record)
    mine = [seen["turn_player"]] if seen["outcome"] == "running" else range(seen["num_players"])
    return [
        f"  player_{p}: {seat['tile'] or 'nowhere'}, {seat['side']}, {' '.join(map(str, seat['spaces'].values()))}, "
        f"{', '.join(seat['cards'] + seat['events']) or 'no cards'}"
        for p, seat in enumerate(seen["players"])
        if p in mine
    ]


def question(S: Any, seat: int) -> str:
    """The pending question and the seat it is put to."""
    return GAME.decision_text(S)


class Facts:
    """The whole table, and the state that it shows."""

    def __init__(self, record: Any) -> None:
        self.table = shown(record)
        self.S = GAME.new(1)
        self.S.view(np.ndarray)[0] = record

    def since(self, before: Facts) -> list[str]:
        """The differences from an earlier position, in words."""
        lines = moves(before.table, self.table, story(GAME, before.S, self.S))
        return [line for line in lines if not line.startswith("turn ")]


WORDING = Wording(GAME, table, turn, seats, question, Facts, fewest=100)
GOLDEN = tuple(Golden(WORDING, n, seed) for n, seed in SEEDS.items())
