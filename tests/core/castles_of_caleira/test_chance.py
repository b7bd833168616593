"""What the rules leave to chance comes out as they say, and what one seat chooses in secret shows to nobody else."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import pytest

from fs_env.core.castles_of_caleira.actions import RANGES
from fs_env.core.castles_of_caleira.game import GAME
from tests.core.castles_of_caleira.compiled_game import CompiledGame
from tests.core.castles_of_caleira.pieces import COPIES, N_CARDS, OPTIONS
from tests.core.castles_of_caleira.test_reference import PUBLISHED, assert_published

DEALS = 6000
SURE = 5.0  # standard errors; a fair count lies farther off once in two million
SECRET = ("play_down", "give", "order")
"""Ranges of actions that all look the same to the other seats."""


def assert_fair(count: int, trials: int, share: float, what: str) -> None:
    """A count of independent trials lies where its share puts it."""
    error = math.sqrt(trials * share * (1 - share))
    assert abs(count - trials * share) <= SURE * error, f"{what}: {count} of {trials}, expected share {share:.4f}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_card_comes_to_every_place_equally_often(players: int) -> None:
    """R3 to R5: the first seat, the hands, each place of the deck and the removed cards are uniformly random."""
    first: Counter[int] = Counter()
    places: Counter[tuple[str, str]] = Counter()
    for seed in range(DEALS):
        deal = CompiledGame(seed, players).deal()
        first[deal.first] += 1
        for seat, hand in enumerate(deal.hands):
            if seat != deal.first:  # of its three cards we do not know the drawn one
                places.update((f"hand {(seat - deal.first) % players}", card) for card in hand)
        places.update(("first three", card) for card in (*deal.hands[deal.first], deal.deck[0]))
        places.update((f"deck {at}", card) for at, card in enumerate(deal.deck) if at)
        places.update(("removed", card) for card in deal.removed)
    for seat in range(players):
        assert_fair(first[seat], DEALS, 1 / players, f"seat {seat} begins")
    for (place, card), count in places.items():
        slots = {"hand": 2, "firs": 3, "deck": 1, "remo": 2}[place[:4]]
        # the slots of a hand are no independent trials, but the count spreads less than if they were
        assert_fair(count, DEALS * slots, COPIES[card] / N_CARDS, f"{card} in {place}")


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_play_has_the_published_figures(players: int) -> None:
    """Section 8 for the compiled game: mean turns, decisions with a choice and share of Spire endings."""
    rng, S = Random(players), GAME.new()
    rows: dict[str, list[float]] = {name: [] for name in PUBLISHED[players] if name != "effects"}
    for seed in range(DEALS):
        GAME.setup(S, seed=seed, num_players=players)
        choices = 0
        while len(legal := GAME.legal(S)):
            choices += len(legal) > 1
            GAME.step(S, rng.choice(legal))
        rows["turns"].append(int(S[0]["n_pieces"]))  # a piece a turn
        rows["decisions"].append(choices)
        rows["spire"].append(int(S[0]["spire_lost"]))
    assert_published(players, rows)


@pytest.mark.slow
def test_a_random_exchange_takes_each_card_equally_often() -> None:
    """A2 with market="random": nobody is asked for the other card; one of which the hand has two comes twice as often."""
    taken, trials, expected, variance = 0, 0, 0.0, 0.0
    for seed in range(800):
        game, rng = CompiledGame(seed, 3, {"market": "random"}), Random(seed)
        while (seat := game.to_act()) is not None:
            action = rng.choice(game.legal())
            kind, *rest = game.meaning(action)
            partner = game.public(seat)["partner"]
            before = Counter(game.hand(partner)) if kind == "give" else Counter()
            game.step(action)
            if kind != "give" or Counter(game.hand(partner)).total() > before.total():  # the partner has drawn since
                continue
            watched = max(before.keys() - rest, key=lambda card: (before[card], card), default=None)
            if watched is not None:
                share = before[watched] / before.total()
                taken += game.hand(partner).count(watched) < before[watched]
                trials, expected, variance = trials + 1, expected + share, variance + share * (1 - share)
    assert trials > 200 and abs(taken - expected) <= SURE * math.sqrt(variance)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("market", OPTIONS["market"])
def test_a_secret_choice_shows_to_nobody_else(players: int, market: str) -> None:
    """R19, R26, R51: face-down plays, exchanged cards and the order of the deck leave the others' observations equal.

    At each such decision every answer is tried on a copy of the game. Left out are the two seats of an exchange, and
    the seat that has drawn a card since the deck was put in order.
    """
    tried: Counter[str] = Counter()
    for seed in range(150):
        game, rng = CompiledGame(seed, players, {"market": market}), Random(seed)
        while (seat := game.to_act()) is not None:
            legal = list(game.legal())
            for name in SECRET:
                answers = [action for action in legal if action in RANGES[name]]
                views = []
                for action in answers:
                    fork = GAME.clone(game.S)
                    GAME.step(fork, action)
                    others = set(range(players)) - {seat} - those_who_know(game, name, market, fork)
                    views.append([GAME.observe(fork, other).tolist() for other in sorted(others)])
                assert all(view == views[0] for view in views), f"seed {seed}: {game.public(seat)} {answers}"
                tried[name] += len(views) > 1 and bool(views[0])
            game.step(rng.choice(legal))
    assert tried["play_down"] > 1000 and tried["order"] > 0
    assert tried["give"] > 20 or (players == 2 and market == "random")


def those_who_know(game: CompiledGame, name: str, market: str, after: Any) -> set[int]:
    """The seats besides the one asked that learn more than that it has answered."""
    if name == "order":
        return {int(after[0]["turn_player"])}  # it may have drawn
    seen = game.public(0)
    if name == "give" and (market == "random" or game.to_act() == seen["partner"]):
        return {seen["partner"], seen["resolving"].owner}  # the exchange is done
    return set()
