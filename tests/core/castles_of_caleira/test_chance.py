"""Chance comes out as the rules say, and a secret choice of one seat shows to no other player."""

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
from tests.core.castles_of_caleira.table import Table
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
    """A2 with market="random": no player is asked for the other card; one of which the hand has two comes twice as often."""
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


def all_that_shows(S: Any, seat: int, words: bool = True) -> dict[str, Any]:
    """All a seat is given of a position: its observation, text and JSON, the question, and its own answers to it."""
    asked = GAME.to_act(S)
    return {
        "observation": GAME.observe(S, seat).tobytes(),
        "text": GAME.text(S, player=seat) if words else "",
        "json": GAME.to_json(S, player=seat) if words else "",
        "question": (asked, GAME.decision_text(S), GAME.outcome(S), GAME.decisions(S)),
        "mask": GAME.mask(S).tobytes() if asked == seat else None,
        "returns": GAME.returns(S).tolist() if asked < 0 else None,
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("market", OPTIONS["market"])
def test_a_secret_choice_shows_to_nobody_else(players: int, market: str) -> None:
    """R19, R26, R51: face-down plays, exchanged cards and the order of the deck leave what the others are given equal.

    At each such decision every answer is tried on a copy of the game. Left out are the two seats of an exchange, and
    the seat that has drawn a card since the deck was put in order. Of the many cards that are played face down, those of
    every second game are tried; texts, which take long, are read at some decisions.
    """
    tried: Counter[str] = Counter()
    for seed in range(20):
        spire = OPTIONS["spire_multi"][seed // 2 % 2]
        game, rng = CompiledGame(seed, players, {"market": market, "spire_multi": spire}), Random(seed)
        while (seat := game.to_act()) is not None:
            legal = list(game.legal())
            for name in SECRET:
                answers = [action for action in legal if action in RANGES[name]]
                if name == "play_down" and seed % 2:
                    continue
                views = []
                for action in answers:
                    fork = GAME.clone(game.S)
                    GAME.step(fork, action)
                    others = set(range(players)) - {seat} - those_who_know(game, name, market, fork)
                    views.append(
                        [all_that_shows(fork, other, name != "play_down" or seed % 6 == 0) for other in sorted(others)]
                    )
                assert all(view == views[0] for view in views), f"seed {seed}: {game.public(seat)} {answers}"
                tried[name] += len(views) > 1 and bool(views[0])
            game.step(rng.choice(legal))
    assert tried["play_down"] > 100 and tried["order"] > 0
    assert tried["give"] > 4 or (players == 2 and market == "random")


def secret_of_a_hand(name: str, *names: str) -> tuple[Table, list[str]]:
    """Player 0 has these cards, and others as ever; the words of playing the first two face down."""
    table = Table(3).hand(0, name, *names).hand(1, "Marketplace", "Trebuchet").hand(2, "Observatory", "Battlements")
    return table.deck("Watchtower", "Barracks", "Throne Room"), [
        f"play {card} face down" for card in (name, *names)[:2]
    ]


def secret_gift(table: Table) -> tuple[Table, list[str]]:
    """Player 1 is to give player 0 a card; player 2 is to learn nothing of it."""
    table.play("Marketplace", "up").choose("choose the player to your left")
    return table, ["give Barracks", "give Trebuchet"]


def asked_back() -> tuple[Table, list[str]]:
    """The card given back, where player 2 is asked next and knows a card in player 1's hand from an earlier trade."""
    table = Table(3).hand(0, "Marketplace", "Watchtower").hand(1, "Trebuchet", "Barracks").hand(2, "Battlements")
    table, _ = secret_gift(table)
    return table.choose("give Watchtower"), ["give Trebuchet", "give Barracks"]


def put_back() -> tuple[Table, list[str]]:
    """A deck put in order whose top card no player draws yet: player 0's Observatory is asked first."""
    table = Table(3).piece(0, "Wizard's Tower", "down").piece(0, "Observatory", "down").piece(1, "Barracks", "down")
    table.hand(0, "Watchtower", "Trebuchet").hand(1, "Battlements").hand(2, "Battlements")
    table.deck("Throne Room", "Trebuchet", "Marketplace").play("Watchtower", "up").choose(1, 2)
    return table, ["put back top, second, third", "put back third, top, second"]


@pytest.mark.parametrize(
    ("position", "ignorant", "later"),
    [
        (lambda: secret_of_a_hand("Princess Spire", "Barracks"), (1, 2), (1, 2)),
        (lambda: secret_of_a_hand("Trebuchet", "Watchtower", "Battlements"), (1, 2), (1, 2)),
        (
            lambda: secret_gift(
                Table(3).hand(0, "Marketplace", "Barracks", "Trebuchet").hand(1, "Watchtower").hand(2, "Battlements")
            ),
            (1, 2),
            (2,),
        ),
        (asked_back, (2,), (2,)),
        (put_back, (1, 2), (2,)),
    ],
    ids=["Spire", "hand", "offer", "answer", "order"],
)
def test_a_secret_choice_shows_to_nobody_else__scripted(
    position: Any, ignorant: tuple[int, ...], later: tuple[int, ...]
) -> None:
    """R9, R19, R26, R51: of two secret answers to one question the others see nothing, here and after every next answer.

    Later on the trader knows the card, and who draws it.
    """
    table, answers = position()
    games = first, second = [table.copy().choose(words) for words in answers]
    for seat in ignorant:
        assert all_that_shows(first.S, seat) == all_that_shows(second.S, seat)
    for words in sorted({*first.legal()} & {*second.legal()}):
        after = [GAME.clone(game.S) for game in games]
        for S in after:
            GAME.step(S, next(a for a in GAME.legal(S).tolist() if GAME.action_text(a) == words))
        for seat in later:
            assert all_that_shows(after[0], seat) == all_that_shows(after[1], seat), words


def those_who_know(game: CompiledGame, name: str, market: str, after: Any) -> set[int]:
    """The seats besides the one asked that learn more than that it has answered."""
    if name == "order":
        return {int(after[0]["turn_player"])}  # it may have drawn
    seen = game.public(0)
    if name == "give" and (market == "random" or game.to_act() == seen["partner"]):
        return {seen["partner"], seen["resolving"].owner}  # the exchange is done
    return set()
