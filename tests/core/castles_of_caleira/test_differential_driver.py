"""Play side by side finds a wrong rule: the reference agrees with itself, and with no variant of itself."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from tests.core.castles_of_caleira.differential import Disagreement, Fact, play_many
from tests.core.castles_of_caleira.pieces import BATTLEMENTS, OPTIONS, Action, Deal, Effect, Piece
from tests.core.castles_of_caleira.reference import Reference

GAMES = 12
MANY = 3000  # games in which a wrong rule must show


class Mirror:
    """A reference that poses as a game under test; it may play by another rule or option than it admits."""

    def __init__(
        self, seed: int, players: int, options: Mapping[str, Any], kind: type[Reference] = Reference, **secret: Any
    ) -> None:
        rng = Random(seed)
        self.options = options
        self.first = Deal.shuffled(players, rng)
        self.inside = kind(players, {**options, **secret}, self.first, lambda seat, hand: rng.choice(list(hand)))
        self.actions: list[Action] = []

    def deal(self) -> Deal:
        return self.first

    def to_act(self) -> int | None:
        return self.inside.to_act

    def legal(self) -> Sequence[int]:
        self.actions.extend(action for action in self.inside.legal if action not in self.actions)
        return [self.actions.index(action) for action in self.inside.legal]

    def meaning(self, action: int) -> Action:
        return self.actions[action]

    def step(self, action: int) -> None:
        self.inside.step(self.actions[action])

    def hand(self, seat: int) -> list[str]:
        return self.inside.hand(seat)

    def public(self, seat: int) -> Mapping[str, Any]:
        return self.inside.public()

    def known(self, seat: int) -> Mapping[str, Any]:
        return self.inside.known(seat)

    def facts(self, seat: int) -> Sequence[Fact]:
        inside = self.inside
        held = [(card, other) for other in range(inside.num_players) for card in inside.certain_hand(seat, of=other)]
        sure = [piece for piece in inside.pieces if piece.standing and seat in piece.certain_to - piece.seen_by]
        return [
            *(Fact(card, frozenset([other]), len(inside.pieces)) for card, other in held if other != seat),
            *(Fact(piece.name, frozenset([piece.owner]), piece.index) for piece in sure),
        ]

    def winners(self) -> frozenset[int]:
        return self.inside.winners


class LastFirst(Reference):
    """Effects resolve last in, first out."""

    def _trigger(self, piece: Piece) -> None:
        waiting, self.queue = self.queue, deque()
        super()._trigger(piece)
        self.queue += waiting


class FallingBattlements(Reference):
    """Battlements that are face down are destroyed."""

    def _trebuchet(self, seat: int, piece: Piece) -> None:
        if piece.name == BATTLEMENTS and not piece.face_up:
            piece.standing, piece.face_up = False, True
            self.discard.append(piece.name)
        else:
            super()._trebuchet(seat, piece)


class ShortMemory(Reference):
    """A suppressed piece triggers when it is turned up once more, although it still bears the mark."""

    def _trigger(self, piece: Piece) -> None:
        marked, piece.suppressed = piece.suppressed, False
        super()._trigger(piece)
        piece.suppressed = marked


class NeverSkipped(Reference):
    """An effect asks its owner although nothing is face down."""

    def is_possible(self, effect: Effect) -> bool:
        return super().is_possible(effect) or effect.name == "Throne Room"


class PlainTies(Reference):
    """A tie is shared at once."""

    def best(self, seats: Iterable[int]) -> frozenset[int]:
        marks = {seat: self.score(seat) for seat in seats}
        return frozenset(seat for seat, mark in marks.items() if mark == max(marks.values()))


class OpenCards(Reference):
    """Every player knows what is face down."""

    def known(self, seat: int) -> dict[str, Any]:
        return super().known(seat) | {"pieces": {piece.index: piece.name for piece in self.pieces if piece.standing}}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("market", OPTIONS["market"])
@pytest.mark.parametrize("spire", OPTIONS["spire_multi"])
@pytest.mark.parametrize("useless", OPTIONS["useless_targets"])
def test_the_reference_agrees_with_itself(players: int, market: str, spire: str, useless: bool) -> None:
    """Under all options, also where the outcome of a random exchange is read from the other game's hands."""
    options = {"market": market, "spire_multi": spire, "useless_targets": useless}
    seen = play_many(lambda seed: Mirror(seed, players, options), GAMES)
    assert seen["games"] == GAMES and seen["skipped"] and seen["resolved"] > 5 * GAMES


@pytest.mark.parametrize("kind", [LastFirst, FallingBattlements, ShortMemory, NeverSkipped, PlainTies, OpenCards])
def test_a_wrong_rule_is_found(kind: type[Reference]) -> None:
    """Each variant of the rules leads to a disagreement that tells the course of the game."""
    with pytest.raises(Disagreement, match="reference"):
        play_many(lambda seed: Mirror(seed, 2, {}, kind), MANY)


@pytest.mark.parametrize(
    "secret",
    [{"market": "random"}, {"spire_multi": "continue"}, {"useless_targets": False}],
    ids=lambda it: next(iter(it)),
)
def test_another_option_is_found(secret: Mapping[str, Any]) -> None:
    """A game that does not play by the options it names."""
    start: Callable[[int], Mirror] = lambda seed: Mirror(seed, 3, {}, **secret)  # noqa: E731
    with pytest.raises(Disagreement):
        play_many(start, MANY)
