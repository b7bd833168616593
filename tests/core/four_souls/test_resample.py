"""The states `resample` gives a seat (A45): every one that agrees with what it knows, each as often as any other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Deck
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start
from tests.core.four_souls.rules.test_a45_secrets import cards

Layout = tuple[tuple[str, ...], ...]


def layout_of(S: Any) -> Layout:
    record = S.view(np.ndarray)[0]
    hands = [record["hand"][p][: record["n_hand"][p]] for p in range(record["n_players"])]
    deck = record["deck"][Deck.LOOT][: record["n_deck"][Deck.LOOT]][::-1]
    named = [tuple(T.IDS[T.INST_CARD[inst]] for inst in place.tolist()) for place in (*hands, deck)]
    return (*(tuple(sorted(hand)) for hand in named[:-1]), named[-1])


def layouts(names: list[str], sizes: list[int], possible: Callable[[list[tuple[str, ...]]], bool]) -> Counter[Layout]:
    """All ways to lay cards into hands of some sizes and then on the deck that are possible, with how often each comes up
    when all copies are told apart."""
    found: Counter[Layout] = Counter()
    for laid in permutations(range(len(names))):
        parts, first = [], 0
        for size in [*sizes, len(names) - sum(sizes)]:
            parts.append(tuple(names[k] for k in laid[first : first + size]))
            first += size
        if possible(parts):
            found[(*(tuple(sorted(part)) for part in parts[:-1]), parts[-1])] += 1
    return found


def expect_uniform(game: Play, seat: int, expected: Counter[Layout], draws: int = 6000) -> None:
    """The states drawn for a seat, singly and in one call, have the layouts expected: chi-square, five standard deviations."""
    found: Counter[Layout] = Counter()
    for seed in range(draws):
        S = GAME.clone(game.S)
        GAME.resample(S, seat, 0, seed)
        found[layout_of(S)] += 1
    expect_proportions(found, expected, draws)
    into = GAME.new(draws)
    GAME.determinize(S, seat, into, draws, seed=1)
    expect_proportions(Counter(layout_of(into[k : k + 1]) for k in range(draws)), expected, draws)


def expect_proportions(found: Counter[Layout], expected: Counter[Layout], draws: int) -> None:
    assert set(found) == set(expected), (set(found) ^ set(expected)).pop()
    total = sum(expected.values())
    chi = sum((found[layout] - draws * n / total) ** 2 / (draws * n / total) for layout, n in expected.items())
    freedom = len(expected) - 1
    assert chi < freedom + 5 * (2 * freedom) ** 0.5 + 5, (chi, freedom)


def test_resample__nothing_known() -> None:
    """A45: seat 0 has seen nothing: hand 1 and the deck are dealt anew in every way, copies counted."""
    game = start({"hand": ["dagaz"]}, {"hand": ["bomb#1"]}, loot_deck=["jera", "bomb#2", "ehwaz"], exact_decks=["loot"])
    expected = layouts(["bomb", "jera", "bomb", "ehwaz"], [1], lambda parts: True)
    expect_uniform(game, 0, Counter({(("dagaz",), *layout): n for layout, n in expected.items()}))


def test_resample__an_order_that_another_seat_made() -> None:
    """A45: [ansuz] seat 2 knew the first two of the four cards ordered: they are among the first four places."""
    deck = [*cards("a_dime", "jera"), "dagaz", "ehwaz", "bomb"]
    game = (
        start({"hand": ["ansuz"]}, {}, {}, loot_deck=deck, exact_decks=["loot"]).play("ansuz", "loot deck").pass_all()
    )
    game.choose("dagaz", "a_dime", "jera")
    names = ["a_dime", "jera", "dagaz", "ehwaz", "bomb"]
    expected = layouts(names, [], lambda parts: {"a_dime", "jera"} <= set(parts[0][:4]))
    expect_uniform(game, 2, Counter({((), (), (), *layout): n for layout, n in expected.items()}))


def test_resample__in_the_middle_of_an_order() -> None:
    """A45: [ansuz] the same while the order is being made: what has been put down and what is left is drawn too."""
    deck = cards("a_dime", "jera", "dagaz", "ehwaz")
    game = (
        start({"hand": ["ansuz"]}, {}, {}, loot_deck=deck, exact_decks=["loot"]).play("ansuz", "loot deck").pass_all()
    )
    game.choose("dagaz")
    left: Counter[str] = Counter()
    for seed in range(600):
        S = GAME.clone(game.S)
        GAME.resample(S, 2, 0, seed)
        play = Play(S)
        names = play.legal()
        assert len(names) == 3
        play.choose(*[word.removeprefix("choose ") for word in names[:2]]).expect(question="priority")
        left[layout_of(S)[-1][-1]] += 1  # the card put down first lies deepest
    assert set(left) == {"a_dime", "jera", "dagaz", "ehwaz"} and min(left.values()) > 100


def test_resample__a_gift_between_two_hands() -> None:
    """A45: [guppys_head] seat 2 knew one of three cards of a hand out of which one was given: it is in either hand."""
    seats = [
        {"items": ["guppys_head"], "hand": ["bomb"]},
        {"hand": [*cards("a_dime"), "jera", "dagaz"]},
        {"hand": ["ansuz"]},
    ]
    game = start(*seats, loot_deck=["ehwaz"], exact_decks=["loot"]).activate("guppys_head", 1).settle("jera")
    mine = tuple(GAME.to_json(game.S)["players"][2]["hand"])
    expected = layouts(["bomb", "a_dime", "jera", "dagaz", "ehwaz"], [2, 2], lambda parts: "a_dime" not in parts[2])
    expect_uniform(game, 2, Counter({(layout[0], layout[1], mine, layout[2]): n for layout, n in expected.items()}))


def test_resample__two_seeds_two_states_and_one_seed_one_state() -> None:
    """The draw depends on its seed and on what the seat sees: states that look the same to it give the same one."""
    seats = [{"hand": ["bomb", "jera"]}, {"hand": ["dagaz", "ehwaz", "a_dime"]}, {}]
    game = start(*seats)
    found = set()
    for seed in range(50):
        S, other = GAME.clone(game.S), GAME.clone(game.S)
        GAME.resample(S, 0, 0, seed)
        GAME.resample(other, 0, 0, seed + 1000)
        GAME.resample(other, 0, 0, seed)
        assert layout_of(S) == layout_of(other)
        found.add(layout_of(S))
    assert len(found) == 50
