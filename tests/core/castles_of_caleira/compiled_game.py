"""The compiled game as play side by side wants it: everything it says is read from the seats' own observations."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from fs_env.core.castles_of_caleira.actions import LOOK, ORDERS, RANGES, UP_KIND
from fs_env.core.castles_of_caleira.cards import KINDS, NAMES
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.observation.schema import DISCARDED, FACE_DOWN, FACE_UP
from tests.core.castles_of_caleira.differential import Fact
from tests.core.castles_of_caleira.pieces import OPTIONS, Action, Deal, Effect

PARTS = {section.name: slice(section.offset, section.stop) for section in GAME.schema.sections}
SINGLE = [section.name for section in GAME.schema.sections if not section.shape]
TABLES = {
    section.name: namedtuple(section.name, [column.name for column in section.columns])  # type: ignore[misc]
    for section in GAME.schema.sections
    if len(section.shape) == 2
}


@cache
def seats_of(bits: int, observer: int, num_players: int) -> frozenset[int]:
    """The seats of a bit set whose lowest bit is the observer."""
    assert bits >> num_players == 0, f"seats {bits:b} of {num_players}"
    return frozenset((observer + k) % num_players for k in range(num_players) if bits >> k & 1)


class Sections(dict[str, Any]):
    """A seat's observation by section, each read when a player asks for it: numbers, one number, or rows of a table."""

    def __init__(self, numbers: list[int]) -> None:
        self.numbers = numbers

    def __missing__(self, name: str) -> Any:
        part = self.numbers[PARTS[name]]
        row = TABLES.get(name)
        found: Any = part[0] if name in SINGLE else part
        self[name] = found if row is None else [row(*each) for each in zip(*[iter(part)] * len(row._fields))]
        return self[name]


class CompiledGame:
    """One compiled game of a seed."""

    def __init__(self, seed: int, num_players: int, options: Mapping[str, Any] | None = None, deck: int = 0) -> None:
        self.options = dict(options or {})
        numbers = {
            name: OPTIONS[name].index(value) if isinstance(value, str) else int(value)
            for name, value in self.options.items()
        }
        self.num_players = num_players
        self.S = GAME.new()
        GAME.setup(self.S, seed=seed, num_players=num_players, deck=deck, **numbers)
        self._look()

    def _look(self) -> None:
        """The observations of all seats, by section."""
        self.seen = [Sections(GAME.observe(self.S, seat).tolist()) for seat in range(self.num_players)]

    def deal(self) -> Deal:
        state = self.S[0]
        hands = [self.hand(seat) for seat in range(self.num_players)]
        first = int(state["turn_player"])
        drawn = hands[first].pop()  # equal play whichever of the three it was
        deck = [NAMES[kind] for kind in state["deck"][: state["n_deck"]][::-1]]
        removed = [NAMES[kind] for kind in state["removed"] if kind >= 0]
        left_out = [NAMES[kind] for kind in range(KINDS) for _ in range(state["discard"][kind])]
        return Deal(first, tuple(map(tuple, hands)), (drawn, *deck), tuple(removed), tuple(left_out))

    def to_act(self) -> int | None:
        seat = GAME.to_act(self.S)
        return None if seat < 0 else seat

    def legal(self) -> Sequence[int]:
        return [int(action) for action in GAME.legal(self.S)]

    def meaning(self, action: int) -> Action:
        name = next(name for name, ids in RANGES.items() if action in ids)
        k = action - RANGES[name][0]
        seat = GAME.to_act(self.S)
        if name == "order":
            looked = [NAMES[kind] for kind in self.seen[seat]["deck_top"] if kind >= 0]
            return ("order", tuple(looked[place] for place in ORDERS[k][:LOOK] if place < len(looked)))
        meanings: dict[str, Action] = {"stop": ("stop",), "reveal": ("reveal", True), "leave": ("reveal", False)}
        if name in meanings:
            return meanings[name]
        if name == "play_down":
            return ("play", NAMES[k], "down")
        if name == "play_up":
            return ("play", NAMES[UP_KIND[k]], "up")
        if name == "player":
            return ("player", (seat + 1 + k) % self.num_players)
        return (name, NAMES[k] if name == "give" else k)

    def step(self, action: int) -> None:
        GAME.step(self.S, action)
        self._look()

    def hand(self, seat: int) -> list[str]:
        counts = self.seen[seat]["hand"]
        return sorted(NAMES[kind] for kind in range(KINDS) for _ in range(counts[kind]))

    def _seat(self, observer: int, relative: int) -> int | None:
        return None if relative < 0 else (observer + relative) % self.num_players

    def _of_seats(self, observer: int, values: Sequence[int]) -> list[int]:
        return [values[(seat - observer) % self.num_players] for seat in range(self.num_players)]

    def public(self, seat: int) -> Mapping[str, Any]:
        seen = self.seen[seat]
        pieces, seen_by, suppressed = [], {}, []
        for index, piece in enumerate(seen["pieces"][: seen["pieces_played"]]):
            face = {FACE_DOWN: "down", FACE_UP: "up", DISCARDED: "gone"}[piece.lies]
            pieces.append((self._seat(seat, piece.owner), face, None if face == "down" else NAMES[piece.kind]))
            if face != "gone":
                seen_by[index] = seats_of(piece.seen_by, seat, self.num_players)
                suppressed += [index] if piece.suppressed else []

        def effect(index: int) -> Effect:
            piece = seen["pieces"][index]
            return Effect(NAMES[piece.kind], (seat + piece.owner) % self.num_players, index)

        resolving = seen["effect"]
        assert resolving < 0 or NAMES[seen["effect_kind"]] == effect(resolving).name
        picked = seen["picked"]
        return {
            "turn_player": self._seat(seat, seen["turn_player"]),
            "to_act": self._seat(seat, seen["to_act"]),
            "out": [at for at, out in enumerate(self._of_seats(seat, seen["out"])) if out],
            "deck_size": seen["deck_size"],
            "hand_sizes": self._of_seats(seat, seen["hand_sizes"]),
            "discard": sorted(NAMES[kind] for kind in range(KINDS) for _ in range(seen["discard"][kind])),
            "pieces": pieces,
            "suppressed": suppressed,
            "seen_by": seen_by,
            "queue": [effect(index) for index in seen["pending"] if index >= 0],
            "resolving": effect(resolving) if resolving >= 0 else None,
            "picked": picked if picked >= 0 else None,
            "partner": self._seat(seat, seen["partner"]),
        }

    def known(self, seat: int) -> Mapping[str, Any]:
        seen = self.seen[seat]
        pieces = seen["pieces"][: seen["pieces_played"]]
        size, offer = seen["deck_size"], seen["offer"]
        deck = [NAMES[kind] if kind >= 0 else None for kind in seen["deck_top"]]
        return {
            "pieces": {
                i: NAMES[piece.kind] for i, piece in enumerate(pieces) if piece.kind >= 0 and piece.lies != DISCARDED
            },
            "deck": [*deck, *[None] * size][:size],
            "offer": NAMES[offer] if offer >= 0 else None,
        }

    def facts(self, seat: int) -> Sequence[Fact]:
        held = self.seen[seat]["held"]
        return [
            Fact(NAMES[fact.kind], seats_of(fact.held_by, seat, self.num_players), fact.since)
            for fact in held
            if fact.kind >= 0
        ]

    def winners(self) -> frozenset[int]:
        returns = np.asarray(GAME.returns(self.S))
        return frozenset(int(seat) for seat in np.flatnonzero(returns == returns.max()))
