"""The states that a seat cannot distinguish, found by playing on every arrangement of the cards that it cannot see.

Each is played with the seat's own answers, or with every answer that others may have given, as long as the seat sees the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from fs_env.core.castles_of_caleira.game import GAME
from tests.core.castles_of_caleira.table import Table

Layout = tuple[Any, ...]


def layout_of(S: Any) -> Layout:
    """The parts hidden from a player: hands, pieces, the deck from below, the removed cards, a card that is offered."""
    s = S.view(np.ndarray)[0]
    hands = tuple(map(tuple, s["hand"][: s["n_players"]].tolist()))
    pieces, deck = s["kind"][: s["n_pieces"]].tolist(), s["deck"][: s["n_deck"]].tolist()
    return hands, tuple(pieces), tuple(deck), tuple(sorted(s["removed"].tolist())), int(s["offer"])


def seen_by(S: Any, seat: int) -> bytes:
    """All that a seat sees of a position, and who is asked."""
    return GAME.observe(S, seat).tobytes() + bytes([GAME.to_act(S) + 1])


def arrangements(kinds: list[int], sizes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to deal the kinds into places: the last one keeps an order, the others, hands, have none."""
    if len(sizes) == 1:
        for order in sorted(set(orders(kinds))):
            yield [order]
        return
    for hand in sorted({tuple(sorted(part)) for part in parts(kinds, sizes[0])}):
        rest = list(kinds)
        for kind in hand:
            rest.remove(kind)
        for others in arrangements(rest, sizes[1:]):
            yield [hand, *others]


def parts(kinds: list[int], size: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield ()
    for k in range(len(kinds) if size else 0):
        for more in parts(kinds[k + 1 :], size - 1):
            yield (kinds[k], *more)


def orders(kinds: list[int]) -> Iterator[tuple[int, ...]]:
    if not kinds:
        yield ()
    for kind in sorted(set(kinds)):
        rest = list(kinds)
        rest.remove(kind)
        for more in orders(rest):
            yield (kind, *more)


class InformationSet:
    """All states that one seat cannot distinguish, from a position on in which no piece is face down unknown to it."""

    def __init__(self, table: Table, seat: int) -> None:
        self.seat = seat
        s = table.S.view(np.ndarray)[0]
        others = [p for p in range(table.players) if p != seat]
        deck = s["deck"][: s["n_deck"]].tolist()
        hidden = deck + [kind for p in others for kind, n in enumerate(s["hand"][p].tolist()) for _ in range(n)]
        sizes = [int(s["n_hand"][p]) for p in others] + [len(deck)]
        self.found: dict[Layout, Any] = {}
        for *hands, order in arrangements(hidden, sizes):
            S = GAME.clone(table.S)
            w = S.view(np.ndarray)
            for p, hand in zip(others, hands):
                w["hand"][0, p] = np.bincount(hand, minlength=w["hand"].shape[2])
            w["deck"][0, : len(deck)] = order
            self.found[layout_of(S)] = S
        asked = table.asked
        if asked != seat:  # the question is about the cards of the hand that it is put to
            for S in self.found.values():
                ask_again(S, asked)

    def step(self, answer: int, asked: int, true: Any) -> None:
        """The seat asked has answered, and `true` is the true position now."""
        seen, found = seen_by(true, self.seat), {}
        for S in self.found.values():
            for action in [answer] if asked == self.seat else GAME.legal(S).tolist():
                after = GAME.clone(S)
                GAME.step(after, action)
                if seen_by(after, self.seat) == seen:
                    found[layout_of(after)] = after
        self.found = found


class Together:
    """All orders of deck and removed cards that the seats hold possible together: played on as long as no seat sees a difference.

    Each seat knows its hand and its pieces at the beginning; all orders are equally likely.
    """

    def __init__(self, table: Table) -> None:
        s = table.S.view(np.ndarray)[0]
        n, m = int(s["n_deck"]), int((s["removed"] >= 0).sum())
        self.players = table.players
        self.found: list[Any] = []
        for order in orders([*s["deck"][:n].tolist(), *s["removed"][:m].tolist()]):
            S = GAME.clone(table.S)
            w = S.view(np.ndarray)
            w["deck"][0, :n], w["removed"][0, :m] = order[:n], order[n:]
            self.found.append(S)

    def step(self, answer: int, after: Any) -> None:
        """The seat asked has answered, and `after` is the true position now."""
        for S in self.found:
            GAME.step(S, answer)
        seats = range(self.players)
        seen = [seen_by(after, seat) for seat in seats]
        self.found = [S for S in self.found if [seen_by(S, seat) for seat in seats] == seen]


def ask_again(S: Any, seat: int) -> None:
    """Puts the question which card is played to a seat whose hand was changed."""
    table = Table.__new__(Table)
    table.S, table.players, table._array = S, GAME.num_players(S), S.view(np.ndarray)
    table._ask(seat)
