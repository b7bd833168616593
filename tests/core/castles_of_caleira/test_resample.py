"""`resample` draws from the states that a seat cannot distinguish, `redeal` from those that no seat can: from all of them, from no
other, each as often as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from fs_env.core.castles_of_caleira.cards import NAMES
from fs_env.core.castles_of_caleira.game import GAME
from tests.core.castles_of_caleira.information_set import InformationSet, Together, layout_of
from tests.core.castles_of_caleira.table import Table

MOST = 40  # states of a position that are all looked for
EACH = 16  # draws for each of them: one is missed once in 10**7 positions
TELLING = ("play Marketplace face up", "play Wizard's Tower face up")
MANY = ("Marketplace", "Watchtower", "Wizard's Tower", "Battlements", "Barracks", "Trebuchet", "Throne Room") * 2
CARDS = (
    ("Marketplace", "Marketplace", "Watchtower", "Watchtower", "Trebuchet", "Wizard's Tower", "Battlements"),
    ("Marketplace", "Marketplace", "Watchtower", "Watchtower", "Watchtower", "Barracks", "Trebuchet"),
    ("Marketplace", "Observatory", "Trebuchet", "Trebuchet", "Throne Room", "Battlements", "Princess Spire"),
)


def resampled(S: Any, seat: int, n: int) -> Iterator[Any]:
    """States that `resample` gives, one after the other."""
    state = GAME.clone(S)
    for seed in range(n):
        GAME.resample(state, seat, 0, seed)
        yield state


def dealt(players: int, cards: tuple[str, ...], draw: Random, **options: int) -> Table:
    """A table with two cards in each hand and the rest in the deck."""
    names = list(cards)
    draw.shuffle(names)
    table = Table(players, draw.randrange(players), **options)
    for seat in range(players):
        table.hand(seat, *(names.pop() for _ in range(2)))
    return table.deck(*names)


def answer_of(table: Table, draw: Random) -> int:
    """A random answer; cards that let players know others' cards are rather played face up."""
    legal = GAME.legal(table.S).tolist()
    telling = [action for action in legal if GAME.action_text(action) in TELLING]
    return int(draw.choice(telling if telling and draw.random() < 0.8 else legal))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("cards", CARDS, ids=lambda cards: cards[3])
def test_resample__gives_the_states_that_fit_the_whole_game(players, cards):
    """R50 to R52: in small games, at every decision, each state drawn is one found by play, and where there are few all are drawn."""
    draw, looked = Random(players + 4), Counter()
    for game in range(12):
        table = dealt(players, cards, draw, **({"spire_multi": 1, "useless_targets": 0} if game % 2 else {}))
        seat = draw.randrange(players)
        possible = InformationSet(table, seat)
        while not table.over:
            answer, asked = answer_of(table, draw), table.asked
            GAME.step(table.S, answer)
            possible.step(answer, asked, table.S)
            found = set(possible.found)
            assert layout_of(table.S) in found, "the truth is one of them"
            drawn = Counter(layout_of(S) for S in resampled(table.S, seat, EACH * min(len(found), MOST)))
            strange = drawn.keys() - found
            assert not strange, f"{table.json()}\nnot possible for player {seat}: {in_words(min(strange))}"
            if len(found) <= MOST:
                missed = found - drawn.keys()
                assert not missed, f"{table.json()}\nnever drawn for player {seat}: {in_words(min(missed))}"
                looked["whole"] += 1
            looked["facts"] += int(table["n_held"][seat]) > 0
            looked["several facts"] += int(table["n_held"][seat]) > 1
    assert looked["whole"] > 50
    if "Observatory" not in cards:
        assert looked["facts"] > 20 and looked["several facts"] > 1


def in_words(layout: Any) -> str:
    hands, pieces, deck, *_ = layout
    listed = [[NAMES[kind] for kind, n in enumerate(hand) for _ in range(n)] for hand in hands]
    return f"hands {listed}, pieces {[NAMES[k] for k in pieces]}, deck {[NAMES[k] for k in deck]}"


DRAWS = 8_000
HAND, PIECE, DECK, REMOVED = "hand", "piece", "deck", "removed"


def expected(S: Any, places: dict[str, int], hidden: list[str], known: dict[str, set[str]]) -> dict[Any, float]:
    """The share of each layout when every arrangement of the cards is equally likely.

    `places` are those of hidden cards, `known` where the last card of a name may be, if the seat knows something of it.
    """
    slots = [where for where, n in places.items() for _ in range(n)]
    assert len(slots) == len(hidden)
    at = {card: len(hidden) - 1 - hidden[::-1].index(card) for card in known}
    counts: Counter[Any] = Counter()
    for order in permutations(range(len(hidden))):  # card order[k] lies in slot k
        if all(slots[order.index(k)] in known[card] for card, k in at.items()):
            counts[arranged(S, [(slot, hidden[k]) for slot, k in zip(slots, order)])] += 1
    total = counts.total()
    return {layout: n / total for layout, n in counts.items()}


def arranged(S: Any, cards: list[tuple[str, str]]) -> Any:
    """The layout with these cards in these places; the deck from below."""
    hands, pieces, deck, removed, offer = layout_of(S)
    hands, pieces = [list(hand) for hand in hands], list(pieces)
    for seat in {int(where[-1]) for where, _ in cards if where.startswith(HAND)}:
        hands[seat] = [0] * len(NAMES)
    lying: dict[str, list[int]] = {DECK: [], REMOVED: []}
    for where, name in cards:
        kind = NAMES.index(name)
        if where.startswith(HAND):
            hands[int(where[-1])][kind] += 1
        elif where.startswith(PIECE):
            pieces[int(where.split()[1]) - 1] = kind
        else:
            lying[where].append(kind)
    deck = (*lying[DECK], *deck[len(lying[DECK]) :])
    return tuple(map(tuple, hands)), tuple(pieces), deck, tuple(sorted(lying[REMOVED])) or removed, offer


def nothing_known() -> Any:
    """Two cards of the other hand and three of the deck, two of them alike."""
    table = Table().hand(0, "Trebuchet").hand(1, "Watchtower", "Barracks")
    table.deck("Watchtower", "Observatory", "Trebuchet")
    hidden = ["Watchtower", "Barracks", "Watchtower", "Observatory", "Trebuchet"]
    return table, {"hand 1": 2, DECK: 3}, hidden, {}


def one_traded_card() -> Any:
    """The Watchtower given to player 1 is in the hand, or the piece played since; another Watchtower lies anywhere."""
    table = Table().hand(0, "Marketplace", "Watchtower", "Trebuchet").hand(1, "Watchtower", "Battlements")
    table.deck("Observatory", "Barracks", "Throne Room").play("Marketplace", "up")
    table.choose("choose the player to your left").choose("give Watchtower").choose("give Battlements")
    table.play("Watchtower", "down")
    hidden = ["Observatory", "Throne Room", "Watchtower", "Watchtower"]  # player 0 has drawn the Barracks
    return table, {"hand 1": 2, "piece 2": 1, DECK: 1}, hidden, {"Watchtower": {"hand 1", "piece 2"}}


def cards_of_the_deck_and_of_a_trade() -> Any:
    """Three known cards of player 1, one of them since before a piece was played face down, the others since then."""
    table = Table().hand(0, "Wizard's Tower", "Marketplace", "Barracks").hand(1, "Throne Room", "Battlements")
    table.deck("Observatory", "Trebuchet", "Watchtower", "Throne Room", "Battlements").play("Wizard's Tower", "up")
    table.choose("put back top, second, third").play("Throne Room", "down").play("Marketplace", "up")
    table.choose("choose the player to your left").choose("give Barracks").choose("give Battlements")
    table.play("Observatory", "down")
    since = {"hand 1", "piece 4"}
    known = {"Observatory": since | {"piece 2"}, "Barracks": since, "Watchtower": since}
    hidden = ["Throne Room", "Battlements", "Observatory", "Barracks", "Watchtower"]
    return table, {"hand 1": 2, "piece 2": 1, "piece 4": 1, DECK: 1}, hidden, known


def a_trade_of_others() -> Any:
    """A Barracks given to player 1, who has then traded a card with player 2 unseen."""
    table = Table(3).hand(0, "Marketplace", "Barracks", "Trebuchet").hand(1, "Marketplace", "Battlements", "Trebuchet")
    table.hand(2, "Battlements", "Throne Room").play("Marketplace", "up").choose("choose the player to your left")
    table.choose("give Barracks").choose("give Battlements").play("Marketplace", "up")
    table.choose("choose the player to your left").choose("give Barracks").choose("give Throne Room")
    hidden = ["Trebuchet", "Battlements", "Throne Room", "Barracks"]
    return table, {"hand 1": 2, "hand 2": 2}, hidden, {"Barracks": {"hand 1", "hand 2"}}


def removed_cards() -> Any:
    """Four players: hands, deck and the two cards that no player sees."""
    table = Table(4).hand(0, "Trebuchet").hand(1, "Barracks").hand(2, "Watchtower").hand(3, "Watchtower")
    table.deck("Observatory")
    table["removed"][:] = NAMES.index("Battlements"), NAMES.index("Throne Room")
    hidden = ["Barracks", "Watchtower", "Watchtower", "Observatory", "Battlements", "Throne Room"]
    return table, {"hand 1": 1, "hand 2": 1, "hand 3": 1, DECK: 1, REMOVED: 2}, hidden, {}


@pytest.mark.parametrize(
    "position",
    [nothing_known, one_traded_card, cards_of_the_deck_and_of_a_trade, a_trade_of_others, removed_cards],
    ids=lambda position: position.__name__,
)
def test_resample__gives_each_state_as_often_as_it_should(position):
    """R50 to R52: each layout comes as often as arrangements of the single cards make it (chi-square)."""
    table, places, hidden, known = position()
    shares = expected(table.S, places, hidden, known)
    counts = Counter(layout_of(S) for S in resampled(table.S, 0, DRAWS))
    assert counts.keys() == shares.keys() and layout_of(table.S) in shares
    assert min(shares.values()) * DRAWS > 10
    spread = sum((counts[layout] - DRAWS * share) ** 2 / (DRAWS * share) for layout, share in shares.items())
    free = len(shares) - 1
    assert free >= 5 and spread < free + 5 * np.sqrt(2 * free), (
        f"chi-square {spread:.1f} with {free} degrees of freedom"
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_redeals_are_the_worlds_that_fit_what_all_know_together(players):
    """In small games, at every decision, redeals are the orders of the deck found by play that no seat can distinguish, each as often
    (chi-square over all positions); hands, pieces and what a seat has seen of the deck stay."""
    draw, spread, free, kept, turned = Random(players), 0.0, 0, 0, 0
    for game in range(20):
        options = {"spire_multi": 1, "market": 1} if game % 2 else {}
        table = dealt(players, tuple(draw.sample(MANY, 2 * players + 5)), draw, **options)
        if players == 4:
            deck = table._array["deck"][0]
            table._array["removed"][0] = deck[:2]
            deck[:-2] = deck[2:]
            table._array["n_deck"][0] -= 2
        together = Together(table)
        while not table.over:
            answer = answer_of(table, draw)
            GAME.step(table.S, answer)
            together.step(answer, table.S)
            shares, n = Counter(map(layout_of, together.found)), EACH * len(together.found)
            into = GAME.new(n)
            GAME.redeal(table.S, into, n, draw.randrange(2**40))
            drawn = Counter(layout_of(into[k : k + 1]) for k in range(n))
            assert layout_of(table.S) in shares and drawn.keys() <= shares.keys()
            spread += sum((drawn[world] - EACH * share) ** 2 / (EACH * share) for world, share in shares.items())
            free += len(shares) - 1
            kept += int(table["deck_read"]) > 0
            turned += len(shares) > 1
    assert kept > 5 and turned > 30 and free > 500
    assert abs(spread - free) < 5 * np.sqrt(2 * free), f"chi-square {spread:.1f} with {free} degrees of freedom"
