"""Public, private and remembered facts: R50 to R52, with the rulings A2, A6 and A13."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from fs_env.core.castles_of_caleira.cards import NAMES
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.core.castles_of_caleira.state import HELD, QUEUE
from tests.core.castles_of_caleira.table import Table
from tests.generic.suite import walk

DRAWS = 60


def facts(table, seat):
    """A seat's memories of other hands: (card, seats counted from it, first piece that may be it)."""
    rows = [row for row in table.record(seat)["held"] if row["held_by"]]
    return [(NAMES[row["kind"]], [k for k in range(4) if row["held_by"] >> k & 1], row["since"] + 1) for row in rows]


def resampled(table, seat):
    """States that the seat cannot distinguish from the true one."""
    for k in range(DRAWS):
        GAME.resample(table.S, seat, 0, k)
        yield table.json()


def test_r50__public():
    """R50: owners and order of pieces, face-up kinds, hand sizes, deck size and the discard pile are seen by all."""
    table = Table(3).piece(0, "Barracks").piece(2, "Observatory", "down").hand(0, "Trebuchet").hand(2, "Battlements")
    table.deck("Watchtower", "Watchtower", "Trebuchet").play("Trebuchet", "up").choose(1)
    for seat in range(3):
        seen = table.json(seat)
        assert [(p["owner"], p["place"]) for p in seen["pieces"]] == [
            (0, "discarded"),
            (2, "face down"),
            (0, "face up"),
        ]
        assert [p["hand_size"] for p in seen["players"]] == [0, 1, 1] and seen["deck_size"] == 2
        assert seen["discard"] == ["Barracks"] and table.sees(seat, 3) == "Trebuchet"
        assert table.section(seat, "discard")[NAMES.index("Barracks")] == 1


def test_r51__private():
    """R51: a hand and a piece played face down are known to their player alone."""
    table = Table(3).hand(0, "Trebuchet", "Barracks").hand(1, "Battlements").play("Trebuchet", "down")
    assert [table.sees(seat, 1) for seat in range(3)] == ["Trebuchet", None, None]
    assert table.json(1)["players"][0]["hand"] is None and table.section(1, "hand")[NAMES.index("Barracks")] == 0
    assert table.section(0, "hand")[NAMES.index("Barracks")] == 1


def test_r51__known_after_barracks():
    """R51, R52: a piece that has been face up stays known to all when it is turned down."""
    table = Table(3).hand(0, "Barracks").hand(1, "Battlements").piece(2, "Observatory").play("Barracks", "up").choose(1)
    assert [table.sees(seat, 1) for seat in range(3)] == ["Observatory"] * 3
    assert table.piece_seen(1, 1)["seen_by"] == 0b111


def test_r52__who_has_seen_a_piece_is_public():
    """R52: every player knows who looked at a piece, not what it is."""
    table = Table(3).hand(0, "Observatory").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.play("Observatory", "up").choose(1).choose("leave it face down")
    assert [table.piece_seen(seat, 1)["seen_by"] for seat in range(3)] == [0b011, 0b101, 0b110]


def market(players=2, **options):
    """Player 0 gives player 1 a Barracks for a Watchtower."""
    table = Table(players, **options).hand(0, "Marketplace", "Barracks", "Trebuchet")
    table.hand(1, "Watchtower", "Battlements")
    if players > 2:
        table.hand(2, "Battlements", "Throne Room")
    table.play("Marketplace", "up").choose("choose the player to your left").choose("give Barracks")
    return table


def test_r51__both_traders_know_both_cards():
    """R51: each trader remembers what the other has got; a third player does not learn it."""
    table = market(3).choose("give Watchtower")
    assert facts(table, 0) == [("Barracks", [1], 2)] and facts(table, 1) == [("Watchtower", [2], 2)]
    assert facts(table, 2) == []


def test_a2__the_answer_is_given_unseen():
    """A2: while the other player answers, the offered card is unknown to all but its owner."""
    table = market(3)
    assert table.question == "return"
    assert [table.section(seat, "offer") for seat in range(3)] == [NAMES.index("Barracks"), -1, -1]
    offers = set()
    for sampled in resampled(table, 1):
        offers.add(sampled["decision"]["offer"])
        assert sampled["decision"]["offer"] in sampled["players"][0]["hand"]
    assert len(offers) > 1, "a draw for the other player changes the offer too"


def test_a2__random_market():
    """A2, option market: a random card of the other hand comes back, no player is asked."""
    taken = Counter()
    for seed in range(60):
        table = Table(market=1).hand(0, "Marketplace", "Barracks").hand(1, "Watchtower", "Battlements")
        table["rng"][:] = np.random.default_rng(seed).integers(1, 2**32, table["rng"].shape)
        table.play("Marketplace", "up").choose("choose the player to your left").choose("give Barracks")
        assert table.question == "play" and table.asked == 1
        taken[table.cards(0)[0]] += 1
    assert set(taken) == {"Watchtower", "Battlements"} and min(taken.values()) > 15


def test_r52__a_traded_card_is_remembered_until_it_shows():
    """R52: after a face-down play the traded card may be that piece; face up it is explained and forgotten."""
    table = market().choose("give Watchtower")
    table.play("Battlements", "down")  # by player 1
    assert facts(table, 0) == [("Barracks", [1], 2)] and table.sees(0, 2) is None
    places = {(sampled["pieces"][1]["card"], *sampled["players"][1]["hand"]) for sampled in resampled(table, 0)}
    assert places and all("Barracks" in place for place in places), places
    assert len(places) > 1, "the draws differ in which of the two it is"
    table = market().choose("give Watchtower").play("Barracks", "up").choose(2)
    assert facts(table, 0) == [] and table.sees(0, 2) == "Barracks"


def test_r52__a_piece_played_before_the_trade_explains_nothing():
    """R52: a fact concerns the hand and what is played later, not older pieces."""
    table = Table().hand(0, "Marketplace", "Watchtower", "Trebuchet").hand(1, "Battlements", "Battlements")
    table.piece(1, "Watchtower", "down").play("Marketplace", "up").choose("choose the player to your left")
    table.choose("give Watchtower").choose("give Battlements")
    assert facts(table, 0) == [("Watchtower", [1], 3)]
    table.play("Battlements", "up").play("Trebuchet", "up").choose(1)
    assert facts(table, 0) == [("Watchtower", [1], 3)], "the destroyed Watchtower is another one"


def test_r52__a_card_that_changes_hands_unseen():
    """R52: a third player's fact about one trader then holds for either of the two."""
    table = Table(3).hand(0, "Marketplace", "Barracks", "Trebuchet").hand(1, "Marketplace", "Battlements", "Trebuchet")
    table.hand(2, "Battlements", "Throne Room").play("Marketplace", "up").choose("choose the player to your left")
    table.choose("give Barracks").choose("give Battlements")
    assert facts(table, 0) == [("Barracks", [1], 2)]
    table.play("Marketplace", "up").choose("choose the player to your left").choose("give Barracks")
    table.choose("give Throne Room")
    assert facts(table, 0) == [("Barracks", [1, 2], 2)]
    assert facts(table, 1) == [("Battlements", [2], 2), ("Barracks", [1], 3)]
    for sampled in resampled(table, 0):
        assert any("Barracks" in sampled["players"][seat]["hand"] for seat in (1, 2))


def test_r52__a_whole_hand_that_changes_hands_unseen():
    """R52: where a trader's only card is known to a third player, it is with the other trader now for certain."""
    table = Table(3).hand(0, "Marketplace", "Barracks").hand(1, "Marketplace", "Battlements").hand(2, "Watchtower")
    table.play("Marketplace", "up").choose("choose the second player to your left").choose("give Barracks")
    table.choose("give Watchtower").play("Marketplace", "up").choose("choose the player to your left")
    table.choose("give Battlements").choose("give Barracks")
    assert facts(table, 0) == [("Barracks", [1], 3)]


def test_r52__two_known_cards_of_one_kind():
    """R52: where all places of a player are known to hold one kind, the card that leaves the hand unseen is of that kind."""
    table = Table(3).hand(0, "Marketplace", "Battlements").hand(1, "Watchtower").hand(2, "Marketplace", "Trebuchet")
    table.deck("Battlements").read(0, 1).play("Marketplace", "up").choose("choose the player to your left")
    table.choose("give Battlements").choose("give Watchtower")
    assert facts(table, 0) == [("Battlements", [1], 2), ("Battlements", [1], 2)]
    table.play("Battlements", "down").play("Marketplace", "up").choose("choose the second player to your left")
    table.choose("give Trebuchet").choose("give Battlements")
    assert facts(table, 0) == [("Battlements", [2], 4), ("Battlements", [1], 2)]


def test_r52__the_deck_order_seen_by_a_wizards_tower():
    """R52: cards seen in the deck stay known, also when another player draws them."""
    table = Table().hand(0, "Wizard's Tower").hand(1, "Battlements", "Battlements")
    table.deck("Barracks", "Observatory", "Watchtower", "Trebuchet").play("Wizard's Tower", "up")
    table.choose("put back second, top, third")
    assert facts(table, 0) == [("Observatory", [1], 2)] and facts(table, 1) == []
    assert table.json(0)["deck_top"] == ["Barracks", "Watchtower"] and table.json(1)["deck_top"] == []
    for sampled in resampled(table, 0):
        assert sampled["deck_top"][:2] == ["Barracks", "Watchtower"] and "Observatory" in sampled["players"][1]["hand"]


def knows_the_deck(table):
    """Who knows the top of the deck, as each seat counts it, and how many cards; one entry where all agree on the number."""
    known = {table.section(seat, "deck_known") for seat in range(table.players)}
    return [table.section(seat, "deck_known_to") for seat in range(table.players)], *known


def test_r52__who_knows_the_top_of_the_deck_is_public():
    """R26, R52: all see who looks at the deck, each counting from its seat; each card that is drawn leaves one less."""
    table = Table(3, turn=2).hand(2, "Wizard's Tower", "Trebuchet").hand(0, "Wizard's Tower").hand(1, "Battlements")
    table.deck("Barracks", "Observatory", "Watchtower", "Trebuchet", "Battlements", "Barracks")
    assert knows_the_deck(table) == ([-1, -1, -1], 0)
    table.play("Wizard's Tower", "up")
    assert table.question == "order" and knows_the_deck(table) == ([2, 1, 0], 3)
    table.choose("put back third, top, second")
    assert table.asked == 0 and knows_the_deck(table) == ([2, 1, 0], 2)
    table.play("Wizard's Tower", "up")
    assert knows_the_deck(table) == ([0, 2, 1], 3), "of the five cards left, seat 0 knows three"
    table.choose("put back top, second, third").play("Battlements", "down")
    assert knows_the_deck(table) == ([0, 2, 1], 1)
    table.play("Trebuchet", "down")
    assert table.asked == 0 and knows_the_deck(table) == ([-1, -1, -1], 0)


def test_r26__fewer_than_three_cards_are_known():
    """R26: with two cards in the deck a Wizard's Tower shows two."""
    table = Table().hand(0, "Wizard's Tower").hand(1, "Battlements").deck("Barracks", "Trebuchet")
    assert knows_the_deck(table.play("Wizard's Tower", "up")) == ([0, 1], 2)


@pytest.mark.parametrize(
    ("options", "numbers"),
    [({}, [0, 0, 1]), ({"spire_multi": 1}, [1, 0, 1]), ({"market": 1}, [0, 1, 1]), ({"useless_targets": 0}, [0, 0, 0])],
    ids=str,
)
def test_options__are_seen_by_all(options, numbers):
    """Each seat reads whether the others play on, whether a Marketplace draws, and whether useless targets may be chosen."""
    table = Table(3, **options).hand(0, "Barracks").hand(1, "Trebuchet")
    assert [table.section(seat, "options") for seat in range(3)] == [numbers] * 3
    table.play("Barracks", "down")
    assert [table.section(seat, "options") for seat in range(3)] == [numbers] * 3


@pytest.mark.parametrize(("most", "left"), [(3, [3, 2, 1, 0]), (10_001, [9999, 9999, 9999, 9998])])
def test_decisions_left__count_down(most, left):
    """Each answer leaves one decision less; more than 9999 are told as 9999."""
    table = Table(3, max_decisions=most).hand(0, "Barracks").hand(1, "Trebuchet", "Barracks")
    table.hand(2, "Watchtower", "Trebuchet", "Barracks").deck("Battlements")
    for number, name in zip(left, ("Barracks", "Trebuchet", "Watchtower", None), strict=True):
        assert [table.section(seat, "decisions_left") for seat in range(3)] == [number] * 3
        if name:
            table.play(name, "down")
    assert table.over == (most == 3)


def test_a6__without_useless_targets():
    """A6, option useless_targets: pieces on which an effect does nothing cannot be chosen."""
    for name, targets in (("Watchtower", {2}), ("Observatory", {2}), ("Throne Room", {2}), ("Barracks", {1, 4})):
        table = Table(useless_targets=0).hand(0, name).hand(1, "Battlements").piece(1, "Battlements")
        table.piece(1, "Watchtower", "down").hand(0, name).piece(0, "Trebuchet", "down").play(name, "up")
        assert table.targets == (targets | {3} if name != "Barracks" else targets), name
    table = Table(useless_targets=0).hand(0, "Trebuchet").hand(1, "Battlements").piece(1, "Battlements")
    assert table.play("Trebuchet", "up").targets == {2}


@pytest.mark.parametrize("useless", [0, 1])
def test_a15__a_second_choice_that_could_do_nothing(useless):
    """A15, R14: with nothing left face down a Watchtower's second choice is put only where useless targets are."""
    table = Table(useless_targets=useless).hand(0, "Watchtower", "Battlements").hand(1, "Battlements")
    table.piece(1, "Battlements", "down").piece(1, "Throne Room").play("Watchtower", "up").choose(1)
    if useless:
        assert table.question == "target" and table.targets == {2, 3}
        table.stop()
    assert table.question == "play" and table.asked == 1 and table.json()["decision"]["picked"] is None


def test_a15__a_second_choice_that_does_something():
    """A15, A6: with a piece face down the second choice is put, and names only that piece."""
    table = Table(useless_targets=0).hand(0, "Watchtower", "Battlements").hand(1, "Battlements")
    table.piece(1, "Battlements", "down").piece(1, "Throne Room", "down").play("Watchtower", "up").choose(1)
    assert table.targets == {2} and "choose no further piece" in table.legal()


def test_a13__all_18_cards_for_four_players():
    """A13, option four_player_cards: with 18 none is removed, and the players have 5, 5, 4 and 4 turns."""
    S = GAME.new()
    GAME.setup(S, seed=3, num_players=4, four_player_cards=18)
    seen, first = GAME.to_json(S), GAME.to_act(S)
    assert seen["removed"] == [] and seen["deck_size"] == 9 and len(seen["players"][first]["hand"]) == 3
    turns = Counter()
    while (seat := GAME.to_act(S)) >= 0:
        words = {GAME.action_text(action): action for action in GAME.legal(S).tolist()}
        down = [action for text, action in words.items() if text.endswith("face down")]
        turns[(seat - first) % 4] += bool(down)
        GAME.step(S, down[0])
    assert turns == {0: 5, 1: 5, 2: 4, 3: 4} and S["n_pieces"][0] == 18


@pytest.mark.parametrize("players", [2, 3])
def test_a13__no_card_is_removed_for_fewer_players(players):
    """A13: the option says nothing about 2 or 3 players."""
    dealt = []
    for cards in (16, 18):
        S = GAME.new()
        GAME.setup(S, seed=5, num_players=players, four_player_cards=cards)
        dealt.append(GAME.to_json(S))
    assert dealt[0] == dealt[1] and dealt[0]["removed"] == []


@pytest.mark.parametrize("seed", range(20))
def test_a16__small_deck(seed):
    """A16: six cards are in play, the other twelve are seen in the discard pile by both; each seat has three turns."""
    S = GAME.new()
    GAME.setup(S, seed=seed, deck=1)
    out = [
        1,
        0,
        2,
        0,
        0,
        2,
        3,
        3,
        1,
    ]  # Barracks, Battlements, Marketplace, Observatory, Spire, Throne Room, Trebuchet, Watchtower, Tower
    assert [GAME.schema.views(GAME.observe(S, seat))["discard"].tolist() for seat in range(2)] == [out, out]
    turns = 0
    while GAME.to_act(S) >= 0:
        down = [action for action in GAME.legal(S).tolist() if GAME.action_text(action).endswith("face down")]
        turns += 1
        GAME.step(S, down[0])
    cards = Counter(piece["card"] for piece in GAME.to_json(S)["pieces"])
    assert turns == 6 and cards == {"Princess Spire": 1, "Trebuchet": 1, "Observatory": 1, "Battlements": 3}


def test_a16__both_seats_begin_and_every_hand_is_dealt():
    """A16: who begins is drawn, and all seven hands of two of the six cards are dealt."""
    first, hands = Counter(), set()
    for seed in range(400):
        S = GAME.new()
        GAME.setup(S, seed=seed, deck=1)
        first[GAME.to_act(S)] += 1
        hands.add(tuple(sorted(GAME.to_json(S)["players"][1 - GAME.to_act(S)]["hand"])))
    assert min(first[0], first[1]) > 150 and len(hands) == 7


@pytest.mark.parametrize("players", [3, 4])
def test_a16__small_deck_is_for_two(players):
    """A16: six cards are too few for more players."""
    with pytest.raises(ValueError, match=f"deck=small is for num_players=2, not num_players={players}"):
        GAME.setup(GAME.new(), seed=1, num_players=players, deck=1)


@pytest.mark.parametrize("cards", [15, 17, 20])
def test_a13__other_numbers_of_cards(cards):
    """A13: four players play with 16 or 18 cards."""
    with pytest.raises(ValueError, match=f"four_player_cards={cards} is outside 16, 18"):
        GAME.setup(GAME.new(), seed=1, num_players=4, four_player_cards=cards)


def test_a13__removed_cards_are_never_seen():
    """A13: the two cards out of a game of four are in no view, no discard pile, and are drawn anew."""
    S, removed = GAME.new(), set()
    GAME.setup(S, seed=3, num_players=4)
    assert all(GAME.to_json(S, player=seat)["removed"] is None for seat in range(4))
    assert GAME.to_json(S)["discard"] == []
    for k in range(DRAWS):
        GAME.resample(S, 1, 0, k)
        removed.add(tuple(GAME.to_json(S)["removed"]))
    assert len(removed) > 10


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"spire_multi": 1}, {"market": 1}], ids=str)
def test_facts_hold_in_the_true_state(players, options):
    """R52: what a seat remembers is true: different cards of these kinds lie where its facts allow them."""
    most = queued = 0
    for S, _, _ in walk(GAME, players, 3000, players, **options):
        s = S[0]
        queued = max(queued, int(s["tail"]))
        for seat in range(players):
            rows = [k for k in range(HELD) if s["held_by"][seat, k]]
            most = max(most, len(rows))
            assert len(rows) == s["n_held"][seat] and can_place(s, seat, rows)
    assert most <= HELD - 2 and queued <= QUEUE - 8, "far from the capacities"


def can_place(s, seat, rows):
    """Whether distinct cards can be found for all facts of a seat."""
    places = []
    for k in rows:
        kind, holders = int(s["held_kind"][seat, k]), int(s["held_by"][seat, k])
        held = [(p, kind, c) for p in range(4) if holders >> p & 1 for c in range(s["hand"][p, kind])]
        for i in range(int(s["held_from"][seat, k]), int(s["n_pieces"])):
            unseen = not int(s["known"][seat]) >> i & 1
            if unseen and s["kind"][i] == kind and holders >> int(s["owner"][i]) & 1:
                held.append(("piece", i))
        places.append(held)
    return assign(places, set())


def assign(places, taken):
    """Whether each list of places can get one of its own."""
    if not places:
        return True
    return any(assign(places[1:], taken | {p}) for p in places[0] if p not in taken)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_resample__keeps_the_facts(players):
    """R52: in every state drawn the cards that a seat remembers lie where its facts allow them, and all 18 cards are there."""
    for S, _, _ in walk(GAME, players, 400, players + 10):
        for seat in range(players):
            if S["n_held"][0, seat]:
                sampled = GAME.clone(S)
                GAME.resample(sampled, seat, 0, 1)
                s = sampled[0]
                assert can_place(s, seat, [k for k in range(HELD) if s["held_by"][seat, k]])
                assert counted(s) == counted(S[0])


def counted(s):
    """Cards of each kind in all places."""
    total = s["hand"].sum(axis=0) + s["discard"]
    for kinds in (s["deck"][: s["n_deck"]], s["removed"]):
        total += np.bincount(kinds[kinds >= 0], minlength=len(NAMES)).astype(total.dtype)
    for i in range(int(s["n_pieces"])):
        total[s["kind"][i]] += int(s["castle"]) >> i & 1
    return total.tolist()
