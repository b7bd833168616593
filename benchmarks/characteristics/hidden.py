"""How many cards a seat does not know in a position, and how many arrangements of them there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import lgamma, log
from typing import Any, NamedTuple

import numpy as np

from fs_env.core.betrayal.tables import CARDS as BETRAYAL
from fs_env.core.four_souls.state import CARDS as FOUR_SOULS
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.table.decks import Cards


class Unknown(NamedTuple):
    """Cards that a seat does not know, and that were dealt from one deck.

    Attributes:
        kinds: how many there are of each kind.
        hands: how many of them are in each other hand, which has no order.
        removed: how many are removed from the game, without an order; all others are in places with one.
    """

    kinds: tuple[int, ...]
    hands: tuple[int, ...]
    removed: int = 0


def hidden_cards(game: Game, S: Any, seat: int) -> tuple[float, float, float] | None:
    """The cards that a seat does not know: how many are in other hands, how many elsewhere, and log2 of the number of arrangements.

    Arrangements that a seat could exclude by its memory of single cards are counted, so the last number is an upper bound.

    Returns:
        None for a game without a reader here.
    """
    if game.name not in READERS:
        return None
    found = list(READERS[game.name](S[0], seat))
    hands = sum(sum(one.hands) for one in found)
    return float(hands), float(sum(sum(one.kinds) for one in found) - hands), sum(map(log2_arrangements, found))


@cache
def log2_arrangements(unknown: Unknown) -> float:
    """log2 of the number of ways to divide the cards among the hands and the places with an order; cards of one kind are alike."""
    kinds, hands = unknown.kinds, (*unknown.hands, unknown.removed)
    ways = np.zeros(
        [size + 1 for size in hands]
    )  # number of cards in each hand -> sum of products of 1 / copies elsewhere!
    ways[(0,) * len(hands)] = 1.0
    scale = 0.0
    for copies in kinds:
        after = np.zeros_like(ways)
        for taken in product(*(range(min(copies, size) + 1) for size in hands)):
            if (rest := copies - sum(taken)) >= 0:
                into = tuple(slice(k, None) for k in taken)
                out = tuple(slice(None, size + 1 - k) for k, size in zip(taken, hands, strict=True))
                after[into] += ways[out] * np.exp(-lgamma(rest + 1))
        most = float(after.max())
        ways, scale = after / most, scale + log(most)
    return (log(float(ways[tuple(hands)])) + scale + lgamma(sum(kinds) - sum(hands) + 1)) / log(2)


def by_deck(cards: Cards) -> Callable[[Any, int], Iterator[Unknown]]:
    """The reader of a game whose cards are those of `machine.table.decks`."""

    in_decks = cards.in_decks

    def read(s: Any, seat: int) -> Iterator[Unknown]:
        zone, owner, seen = (np.asarray(s[name])[:in_decks] for name in ("zone", "owner", "seen"))
        away = ((seen >> seat) & 1) == 0
        held = (zone == cards.hand) & away & (owner != seat)
        hidden = ((zone == cards.deck) & away) | held
        for deck in range(cards.n_decks):
            mine = hidden & (cards.decks[:in_decks] == deck)
            if mine.any():
                kinds = np.bincount(cards.kinds[:in_decks][mine])
                sizes = np.bincount(owner[mine & held])
                yield Unknown(tuple(kinds[kinds > 0].tolist()), tuple(sizes[sizes > 0].tolist()))

    return read


def castles(s: Any, seat: int) -> Iterator[Unknown]:
    """All cards come from one deck: those in it, in other hands, face down in castles, and removed from a game of four."""
    places = [int(s["n_deck"]) - (int(s["deck_read"]) if int(s["deck_reader"]) == seat else 0), 0]
    kinds = np.bincount(s["deck"][: places[0]], minlength=s["hand"].shape[1])
    secret = int(s["down"]) & ~int(s["known"][seat])
    for piece in range(len(s["kind"])):
        kinds[s["kind"][piece]] += (secret >> piece) & 1
    hands = [s["hand"][other] for other in range(int(s["n_players"])) if other != seat]
    removed = s["removed"][s["removed"] >= 0]
    kinds = kinds + sum(hands) + np.bincount(removed, minlength=len(kinds))
    sizes = [int(one.sum()) for one in hands]
    if kinds.sum():
        yield Unknown(tuple(kinds[kinds > 0].tolist()), tuple(size for size in sizes if size), len(removed))


READERS: dict[str, Callable[[Any, int], Iterator[Unknown]]] = {
    "four_souls": by_deck(FOUR_SOULS),
    "betrayal": by_deck(BETRAYAL),
    "castles_of_caleira": castles,
}
