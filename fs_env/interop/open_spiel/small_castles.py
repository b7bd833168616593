"""Castles of Caleira with so few cards that its whole tree can be visited, for exact exploitability.

`fs_env_small_castles(cards=princess_spire+trebuchet+watchtower+observatory)` is a game of two players with exactly these
cards; `cards=small` are those of the game's own option `deck="small"`. The other cards of the deck lie in the discard pile from the
start, where both players see them. Each player is dealt two cards, the rest is the deck, and seat 0 begins. All rules are those of the
whole game (docs/look_up/rules/castles_of_caleira.md); only R1, the number of cards, and R5, the draw for the first player, differ. The
chance node at the root has each distinct deal with its exact probability.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fs_env.core.castles_of_caleira.actions import PLAY_DOWN, UP_ID
from fs_env.core.castles_of_caleira.cards import COPIES, KINDS, SMALL_DECK, Kind
from fs_env.core.castles_of_caleira.questions import Question
from fs_env.core.castles_of_caleira.state import HAND
from fs_env.core.checks import unknown

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

SMALL_CASTLES = "fs_env_small_castles"
CARDS = "princess_spire+trebuchet+watchtower+observatory"
SMALL = "small"
FEWEST, MOST = 2 * HAND, 8  # eight cards have up to 10,080 deals


class Deal(NamedTuple):
    """Who holds which cards before the first turn.

    Attributes:
        hands: kinds in each hand, sorted.
        deck: kinds in the deck, the top card first.
        chance: the probability of this deal.
    """

    hands: tuple[tuple[int, ...], tuple[int, ...]]
    deck: tuple[int, ...]
    chance: float

    def text(self) -> str:
        first, second, deck = (
            " and ".join(Kind(kind).name.lower() for kind in kinds) or "nothing" for kinds in (*self.hands, self.deck)
        )
        return f"seat 0 has {first}, seat 1 has {second}, the deck has {deck}"

    def state(self, rules: Game) -> NDArray[Any]:
        """The state at the first decision, shape (1,)."""
        S = rules.new()
        rules.setup(S, seed=0, num_players=2)
        s = S.view(np.ndarray)
        first, deck = list(self.hands[0]), list(self.deck)
        if deck:
            first.append(deck.pop(0))  # seat 0 draws (R8)
        hands = (first, list(self.hands[1]))
        for field in ("hand", "deck", "discard"):
            s[field][0] = 0
        for seat, kinds in enumerate(hands):
            s["n_hand"][0, seat] = len(kinds)
            for kind in kinds:
                s["hand"][0, seat, kind] += 1
        s["deck"][0, : len(deck)] = deck[::-1]
        s["n_deck"][0] = len(deck)
        s["discard"][0] = np.array(COPIES) - np.bincount([*hands[0], *hands[1], *deck], minlength=KINDS)
        up = [
            int(UP_ID[kind]) for kind in first if UP_ID[kind] >= 0
        ]  # the Princess Spire is played face down only (R10)
        ids = {*up, *(PLAY_DOWN + kind for kind in first)}
        s["turn_player"][0] = s["asked"][0] = 0
        s["question"][0], s["allowed"][0] = Question.PLAY, sum(1 << action for action in ids)
        rules.restore(S, rules.snapshot(S))
        return S


def small_deals(cards: str) -> list[Deal]:
    """All distinct deals of some cards, each with its probability.

    Args:
        cards: names of kinds joined by "+", such as `CARDS`, or `SMALL`.

    Raises:
        ValueError: no such kind, too few or too many cards, or more copies than the deck has.
    """
    kinds = [int(kind) for kind, copies in SMALL_DECK.items() for _ in range(copies)] if cards == SMALL else []
    for name in cards.split("+") if cards != SMALL else ():
        if name.upper() not in Kind.__members__:
            raise ValueError(unknown("card", name, [kind.name.lower() for kind in Kind]))
        kinds.append(int(Kind[name.upper()]))
    if not FEWEST <= len(kinds) <= MOST:
        raise ValueError(f"cards={cards!r}: expected {FEWEST} to {MOST} cards joined by '+', got {len(kinds)}")
    for kind, n in Counter(kinds).items():
        if n > COPIES[kind]:
            raise ValueError(f"cards={cards!r}: the deck has {COPIES[kind]} of {Kind(kind).name.lower()}, not {n}")
    found = Counter(
        ((tuple(sorted(order[:HAND])), tuple(sorted(order[HAND : 2 * HAND]))), order[2 * HAND :])
        for order in permutations(kinds)
    )
    return [Deal(hands, deck, n / factorial(len(kinds))) for (hands, deck), n in sorted(found.items())]
