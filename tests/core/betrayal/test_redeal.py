"""`redeal` (R7, R75): what any seat knows stays, what no player knows is any of what it may be, each as often as any other."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Deck
from fs_env.core.betrayal.tables import CARDS, EVENTS, Zone
from tests.core.betrayal.test_events import drawing
from tests.core.betrayal.test_information import hidden, traitor_of
from tests.generic.suite import walk


def redeals(S: Any, n: int, seed: int) -> Any:
    into = GAME.new(n)
    GAME.redeal(S, into, n, seed)
    return into.view(np.ndarray)


def expect_even(counts: Counter[Any], among: int) -> None:
    """So many values, each as often: chi-square, five standard deviations."""
    assert len(counts) == among
    mean = counts.total() / among
    assert sum((n - mean) ** 2 / mean for n in counts.values()) < among - 1 + 5 * (2 * among) ** 0.5


def test_redeal__an_event_known_to_be_among_four() -> None:
    """An event that comes back is at each of the four top places as often; at each other place any other event is."""
    game = drawing("Zhentarim Opportunist", 2, 2, 0, 0, 0, 0, 0)
    while game.question == "split":
        game.choose("Might") if "Might" in game.legal() else game.choose("Speed")
    back = [event.name for event in EVENTS].index("Zhentarim Opportunist")
    assert game.facts()["known_events"] == {"Zhentarim Opportunist": 4}
    dealt = redeals(game.S, 4400, 1)
    expect_even(Counter(dealt["place"][:, back].tolist()), 4)
    assert set(dealt["place"][:, back].tolist()) == {40, 41, 42, 43}
    for place in (0, 39, 43):
        events = dealt["deck"][:, Deck.EVENTS, place]
        expect_even(Counter(events[events != back].tolist()), 43)


@pytest.mark.parametrize("seat", range(4))
def test_redeal__a_hidden_traitor_knows_itself(seat: int) -> None:
    """R75: the traitor stays the same, and so does what it may do; stacks and dice are others."""
    S = hidden(turn=seat).S
    before, dealt = S.view(np.ndarray)[0], redeals(S, 60, 2)
    assert (dealt["traitor"] == traitor_of(S)).all() and (dealt["seats"]["role"] == before["seats"]["role"]).all()
    assert (dealt["option"] == before["option"]).all()
    for d in Deck:
        n = int(before["n_deck"][d])
        assert (dealt["deck"][:, d, :n] != before["deck"][d, :n]).any(axis=0).all() or n < 3
    assert len({words.tobytes() for words in dealt["rng"]}) == 60


@pytest.mark.parametrize(("players", "haunt"), [(3, 0), (4, 4), (6, 0)])
def test_redeal__in_random_games_known_places_stay_and_others_do_not(players: int, haunt: int) -> None:
    """Cards that a seat has seen, and all that lies open, are where they were; each card of a stack that no seat knows moves in some
    redeal. All seats know the same of the stacks: so all orders that fit it are equally likely."""
    unknown = 0
    for i, (S, _, _) in enumerate(walk(GAME, players, 400, 5, haunt=haunt)):
        if i % 3:
            continue
        before, after = S.view(np.ndarray)[0], redeals(S, 8, i)
        n = CARDS.in_decks
        seen = (before["seen"][:n] & ((1 << players) - 1)) != 0
        in_deck = before["zone"][:n] == Zone.DECK
        open_to_all = in_deck & ~seen
        mixes = {tuple((before["mix"].astype(np.int64) >> 4 * q & 15).tolist()) for q in range(players)}
        assert len(mixes) == 1
        for name in ("zone", "owner", "gen", "seen", "witnessed", "mix"):
            assert (after[name][:, :n][:, ~open_to_all] == before[name][:n][~open_to_all]).all(), name
        places = after["place"][:, :n]
        assert (places[:, in_deck & seen] == before["place"][:n][in_deck & seen]).all()
        moved = (places != before["place"][:n]).any(axis=0)
        assert moved[open_to_all].mean() > 0.9 or open_to_all.sum() < 20
        unknown += int(open_to_all.sum())
    assert unknown > 1000
