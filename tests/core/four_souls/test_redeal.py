"""`redeal` (A45): what any seat knows stays, what no player knows is any of what it may be, each as often as any other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from fs_env.core.four_souls.cards import SETS
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.scenario import Play
from fs_env.core.four_souls.state import Stream, Zone
from tests.core.four_souls.rules.table import start
from tests.core.four_souls.rules.test_a45_secrets import cards
from tests.core.four_souls.test_resample import expect_proportions, layout_of, layouts
from tests.generic.suite import walk

EACH = 4  # redeals for each order of the deck that is left
DECK = ["a_dime", "jera", "dagaz", "ehwaz", "bomb"]
TELLING = [  # each may look at cards of the loot deck, order them, or exchange them with those of a hand
    {"items": ["bum_friend"], "hand": ["ansuz", "a_nickel"]},
    {"items": ["incubus"], "hand": ["joker", "a_penny"]},
    {"items": ["dead_bird"], "hand": ["two_cents", "soul_heart"]},
]


def redeals(S: Any, n: int, seed: int) -> Counter[Any]:
    into = GAME.new(n)
    GAME.redeal(S, into, n, seed)
    return Counter(layout_of(into[k : k + 1]) for k in range(n))


def test_redeal__nothing_known_but_hands() -> None:
    """A45: hands stay, and the deck is dealt anew in every way, copies counted."""
    deck = ["jera", "bomb#2", "ehwaz", "bomb#3"]
    game = start({"hand": ["dagaz"]}, {"hand": ["bomb#1", "ansuz"]}, loot_deck=deck, exact_decks=["loot"])
    orders = layouts(["jera", "bomb", "ehwaz", "bomb"], [], lambda parts: True)
    expected = Counter({(("dagaz",), ("ansuz", "bomb"), *world): n for world, n in orders.items()})
    expect_proportions(redeals(game.S, 3000, 1), expected, 3000)


def test_redeal__an_order_that_one_seat_made() -> None:
    """A45: [ansuz] seat 0 has ordered the first four of six cards, which stay for that; the two below are in either order."""
    deck = [*DECK, "a_penny"]
    game = start({"hand": ["ansuz"]}, {}, {}, loot_deck=deck, exact_decks=["loot"]).play("ansuz", "loot deck")
    game.pass_all().choose("dagaz", "a_dime", "jera")
    top = ("ehwaz", "jera", "a_dime", "dagaz")
    for asked in (game, game.copy().end_turn().until("action")):
        hands, found = layout_of(asked.S)[:-1], redeals(asked.S, 400, 2)
        left = top if asked is game else top[1:]
        expected = {(*hands, (*left, *below)): 1 for below in permutations(["bomb", "a_penny"])}
        expect_proportions(found, Counter(expected), 400)


@pytest.mark.parametrize("seat", range(3))
def test_redeal__a_card_that_one_seat_has_seen(seat: int) -> None:
    """A45: whichever seat knows the second card from the top, it stays there, and the others are in any order."""
    deck = ["jera", *cards("a_dime", known=(seat,)), "dagaz", "ehwaz"]
    game = start({}, {}, {}, loot_deck=deck, exact_decks=["loot"])
    expected = {((), (), (), (a, "a_dime", b, c)): 1 for a, b, c in permutations(["jera", "dagaz", "ehwaz"])}
    expect_proportions(redeals(game.S, 600, 3), Counter(expected), 600)


@pytest.mark.parametrize("seed", range(3))
def test_redeal__fits_what_all_seats_have_seen(seed: int) -> None:
    """A45: all orders of a small deck are played on alike, as long as no seat sees a difference: redeals are those that are left, in
    their proportions, at every decision until a deck is shuffled."""
    draw = Random(seed)
    found = every_order(start(*TELLING, loot_deck=[*DECK, "bomb#2"], exact_decks=["loot"], dice=[3] * 5).S)
    truth = GAME.clone(draw.choice(found))
    shuffles = truth.view(np.ndarray)["rng"][0, Stream.SHUFFLE].copy()
    spread, free, mixed = 0.0, 0, 0
    found = [S for S in found if seen(S) == seen(truth)]
    for number in range(40):
        legal = GAME.legal(truth).tolist()
        looking = [action for action in legal if "Ansuz" in GAME.action_text(action)]
        doing = looking or [action for action in legal if GAME.action_text(action).startswith(("play", "activate"))]
        action = draw.choice(doing if doing and draw.random() < 0.8 else legal)
        for S in (truth, *found):
            GAME.step(S, action)
        asked = GAME.to_act(truth)
        if asked < 0 or (truth.view(np.ndarray)["rng"][0, Stream.SHUFFLE] != shuffles).any():
            break
        here = seen(truth)
        found = [S for S in found if seen(S) == here]
        if number % 2:
            continue
        shares, n = Counter(map(layout_of, found)), EACH * len(found)
        drawn = redeals(truth, n, number)
        assert layout_of(truth) in shares and drawn.keys() <= shares.keys(), GAME.decision_text(truth)
        spread += sum((drawn[world] - EACH * share) ** 2 / (EACH * share) for world, share in shares.items())
        free += len(shares) - 1
        decks = {world[-1] for world in shares}
        mixed += len(decks) > 1 and any(len(set(place)) == 1 for place in zip(*decks))
    assert abs(spread - free) < 5 * (2 * free) ** 0.5 + 5
    assert mixed > 3, "some cards of the deck are known to a seat, and others to nobody"


def every_order(S: Any) -> list[Any]:
    """The position with the cards of its loot deck in every order; the lowest two, copies of one card, never change places."""
    made, n = [], int(S["n_deck"][0, Deck.LOOT])
    deck = S["deck"][0, Deck.LOOT, :n].tolist()
    for order in permutations(deck):
        if order.index(deck[0]) < order.index(deck[1]):
            made.append(GAME.clone(S))
            made[-1]["deck"][0, Deck.LOOT, :n], made[-1]["place"][0, order] = order, range(n)
    return made


def seen(S: Any) -> list[bytes]:
    seats = [GAME.observe(S, seat).tobytes() for seat in range(GAME.num_players(S))]
    return [*seats, GAME.mask(S).tobytes(), bytes([GAME.to_act(S)])]


def test_redeal__rolls_are_fresh_and_one_on_the_stack_stays() -> None:
    """A45: a roll that lies on the stack is known to all; the next one shows each number as often, whatever a scenario has set."""
    attacked = start({}, {}, dice=[6, 6, 6]).attack("fly").pass_all()
    rolled = attacked.copy().pass_all().expect(stack=["attack roll 6"])
    numbers: Counter[str] = Counter()
    for seed in range(600):
        again = Play(GAME.new())
        GAME.redeal(rolled.S, again.S, 1, seed)
        again.expect(stack=["attack roll 6"])
        GAME.redeal(attacked.S, again.S, 1, seed)
        (roll,) = again.pass_all().stack
        numbers[roll.partition(": ")[2]] += 1
    assert sorted(numbers) == [f"attack roll {n}" for n in range(1, 7)]
    assert sum((n - 100) ** 2 / 100 for n in numbers.values()) < 5 + 5 * 10**0.5


def test_redeal__the_deck_of_rooms() -> None:
    """A45: no player knows the order of the rooms to come; the one in play stays."""
    S = GAME.new()
    GAME.setup(S, seed=3, num_players=3, rooms=1, sets=1)
    record = S.view(np.ndarray)[0]
    n = int(record["n_room_deck"])
    into = GAME.new(50 * n)
    GAME.redeal(S, into, len(into), 4)
    dealt = into.view(np.ndarray)
    assert (dealt["room"] == record["room"]).all()
    tops = Counter(dealt["room_deck"][:, n - 1].tolist())
    assert sorted(tops) == sorted(record["room_deck"][:n].tolist())
    assert sum((count - 50) ** 2 / 50 for count in tops.values()) < n - 1 + 5 * (2 * n) ** 0.5


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (4, {}), (2, {"variant": 1}), (2, {"variant": 2, "rooms": 1})]
)
def test_redeal__in_random_games_known_places_stay_and_others_do_not(players: int, options: dict[str, int]) -> None:
    """A45: cards of hands, of discard piles and in play, and those of a deck that any seat has seen, are where they were; each other
    one moves in some redeal. No seat knows a place among which a card is that no player knows: so all orders are equally likely."""
    known = unknown = 0
    into = GAME.new(8)
    for i, (S, _, _) in enumerate(walk(GAME, players, 300, 5, sets=(1 << len(SETS)) - 1, **options)):
        if i % 3:
            continue
        GAME.redeal(S, into, len(into), i)
        before, after = S.view(np.ndarray)[0], into.view(np.ndarray)
        n = len(before["mix"])
        seen = (before["seen"][:n] & ((1 << players) - 1)) != 0
        in_deck = before["zone"][:n] == Zone.DECK
        open_to_all = in_deck & ~seen
        assert not before["mix"][open_to_all].any()
        for name in ("zone", "owner", "gen", "seen", "witnessed", "mix"):
            assert (after[name][:, :n][:, ~open_to_all] == before[name][:n][~open_to_all]).all(), name
        places = after["place"][:, :n]
        assert (places[:, in_deck & seen] == before["place"][:n][in_deck & seen]).all()
        moved = (places != before["place"][:n]).any(axis=0)
        assert moved[open_to_all].mean() > 0.9 or open_to_all.sum() < 20
        assert (after["hand"] == before["hand"]).all() and (after["pile"] == before["pile"]).all()
        known += int((in_deck & seen).sum())
        unknown += int(open_to_all.sum())
    assert unknown > 1000 and known > 10
