"""Components, set-up, turns and the queue: R1 to R16."""

from __future__ import annotations

import re

import pytest

from fs_env.core.castles_of_caleira.cards import CARDS, COPIES, N_CARDS, NAMES, POINTS, WALL_BONUS, Kind
from fs_env.core.castles_of_caleira.game import GAME
from tests.core.castles_of_caleira.table import Table

SEEDS = range(40)


def new(players, seed):
    """A dealt game."""
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=players)
    return S


PRINTED = (  # name, copies, points face up, numbers and turning words of the effect, by id
    ("Barracks", 1, 3, "face down"),
    ("Battlements", 3, 0, "3 three face up"),
    ("Marketplace", 2, 2, ""),
    ("Observatory", 1, 3, "face-down face up"),
    ("Princess Spire", 1, 6, "face down"),
    ("Throne Room", 2, 2, "face up"),
    ("Trebuchet", 4, 0, "face-down"),
    ("Watchtower", 3, 2, "two face up"),
    ("Wizard's Tower", 1, 3, "three"),
)


def test_r1__eighteen_cards_of_nine_kinds():
    """R1: name, copies, points and the numbers of the effect of every id are those of the rules; 18 cards, 29 printed points."""
    turning = r"\d+|two|three|face[- ](?:up|down)"
    for k, (printed, card) in enumerate(zip(PRINTED, CARDS, strict=True)):
        columns = {
            "name": (printed[0], card.name),
            "id": (re.sub(r"\W", "", printed[0]).upper(), Kind(k).name.replace("_", "")),
            "copies": (printed[1], COPIES[k]),
            "points": (printed[2], POINTS[k]),
            "effect": (printed[3], " ".join(re.findall(turning, card.text))),
        }
        assert not [f"{printed[0]}, {column}: {cell}" for column, cell in columns.items() if cell[0] != cell[1]]
    assert N_CARDS == 18 and sum(copies * points for _, copies, points, _ in PRINTED) == 29 and WALL_BONUS == 3


def test_r2__the_promotional_moat_is_no_card():
    """R2: the Moat is not in the game."""
    assert "Moat" not in NAMES and len(NAMES) == 9


@pytest.mark.parametrize(("players", "deck", "removed"), [(2, 14, 0), (3, 12, 0), (4, 8, 2)])
def test_r3_r4_r6__deal(players, deck, removed):
    """R3, R4, R6: two cards each, 18 cards with 2 or 3 players, 16 with 4; one more is drawn in the first turn."""
    for seed in SEEDS:
        seen = GAME.to_json(new(players, seed))
        hands = [card for player in seen["players"] for card in player["hand"]]
        assert seen["deck_size"] == deck - 1 and len(seen["removed"]) == removed and seen["discard"] == []
        assert sorted(player["hand_size"] for player in seen["players"]) == [2] * (players - 1) + [3]
        everything = hands + seen["deck_top"] + seen["removed"]
        assert sorted(everything) == sorted(name for name, n in zip(NAMES, COPIES) for _ in range(n))


def test_r3__any_card_may_be_removed():
    """R3: the two cards out of a game of four are random ones."""
    out = {name for seed in range(300) for name in GAME.to_json(new(4, seed))["removed"]}
    assert out == set(NAMES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r5__any_player_may_begin(players):
    """R5: every seat begins some game."""
    assert {GAME.to_act(new(players, seed)) for seed in SEEDS} == set(range(players))


@pytest.mark.parametrize(("players", "each"), [(2, 9), (3, 6), (4, 4)])
def test_r6__everybody_makes_as_many_plays(players, each):
    """R6: a game that no Spire ends has nine, six or four plays of each player."""
    whole = 0
    for seed in SEEDS:
        S = new(players, seed)
        GAME.playout(S, 0, seed, 1000)
        if not S["spire_lost"][0]:
            owners = S["owner"][0, : S["n_pieces"][0]].tolist()
            assert [owners.count(seat) for seat in range(players)] == [each] * players
            whole += 1
    assert whole > 0


def test_r7_r8__draw_play_next_player():
    """R7, R8: the next player in turn order draws the top card, then plays."""
    table = Table(3, turn=2).hand(2, "Battlements", "Battlements").hand(0, "Trebuchet").hand(1, "Trebuchet")
    table.deck("Observatory", "Barracks").play("Battlements", "up")
    assert table.asked == 0 and table.question == "play"
    assert sorted(table.cards(0)) == ["Observatory", "Trebuchet"] and table.json()["deck_size"] == 1


def test_r8__no_draw_from_an_empty_deck():
    """R8: with an empty deck the draw is skipped."""
    table = Table().hand(0, "Battlements").hand(1, "Trebuchet").play("Battlements", "up")
    assert table.asked == 1 and table.cards(1) == ["Trebuchet"]


def test_r9__a_card_face_up_or_face_down():
    """R9: exactly one hand card goes into the own castle, either way up, and stays the piece of its player."""
    table = Table().hand(0, "Battlements", "Watchtower").hand(1, "Trebuchet", "Trebuchet")
    assert set(table.legal()) == {
        "play Battlements face up",
        "play Battlements face down",
        "play Watchtower face up",
        "play Watchtower face down",
    }
    table.play("Battlements", "down")
    piece = table.json()["pieces"][0]
    assert (piece["owner"], piece["place"], table.cards(0)) == (0, "face down", ["Watchtower"])


def test_r10__the_spire_only_face_down():
    """R10, T2: the Princess Spire has no face-up play; it may always be played face down."""
    table = Table().hand(0, "Princess Spire").hand(1, "Trebuchet")
    assert set(table.legal()) == {"play Princess Spire face down"}
    assert not [a for a in range(GAME.num_actions) if GAME.action_text(a) == "play Princess Spire face up"]


def test_r11__without_cards_a_player_is_skipped():
    """R11: a player with an empty hand and no deck has no turn."""
    table = Table(3).hand(0, "Battlements").hand(2, "Battlements").play("Battlements", "up")
    assert table.asked == 2


def test_r12__triggered_by_play_by_turning_and_by_destruction():
    """R12: an effect is triggered face up, when turned up, and when destroyed face down; its owner chooses."""
    table = Table().hand(0, "Watchtower", "Trebuchet").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.piece(1, "Barracks", "down").play("Watchtower", "up")
    assert table.asked == 0 and table.question == "target"
    table.choose(1).stop()
    assert table.asked == 1 and "Trebuchet, piece 1" in table.decision_text
    table.choose(3)
    table.play("Battlements", "up").play("Trebuchet", "up").choose(2)
    assert table.asked == 1 and "Barracks, piece 2" in table.decision_text


def test_r13__first_in_first_out():
    """R13, T4: a Watchtower turns up a Trebuchet, then an Observatory: the Trebuchet resolves first."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.piece(0, "Observatory", "down").piece(0, "Marketplace", "down").piece(0, "Battlements", "down")
    table.play("Watchtower", "up").choose(1, 2)
    assert table.asked == 1 and "Trebuchet" in table.decision_text and table.json()["pending"] == [2]
    assert table.section(0, "pending")[:2] == [1, -1]
    table.choose(3)
    assert table.asked == 0 and "Observatory" in table.decision_text


def test_r13__a_new_effect_waits_behind_the_others():
    """R13: an effect triggered while others wait comes after them."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Watchtower", "down")
    table.piece(1, "Trebuchet", "down").piece(1, "Barracks", "down").piece(1, "Battlements", "down")
    table.play("Watchtower", "up").choose(1, 2)
    assert table.json()["pending"] == [2]
    table.choose(3).stop()
    assert "Trebuchet, piece 2" in table.decision_text and table.json()["pending"] == [3]


@pytest.mark.parametrize("name", ["Observatory", "Throne Room", "Watchtower"])
def test_r14__without_an_effective_target_it_is_skipped(name):
    """R14: with no face-down piece on the table these effects are skipped."""
    table = Table().hand(0, name).hand(1, "Battlements").piece(1, "Battlements").play(name, "up")
    assert table.asked == 1 and table.question == "play"


@pytest.mark.parametrize("name", ["Barracks", "Observatory", "Throne Room", "Trebuchet", "Watchtower"])
def test_r14__any_piece_may_be_chosen(name):
    """R14, A5, A6: with one effective target every piece may be chosen, the source and useless ones included."""
    table = Table().hand(0, name).hand(1, "Battlements").piece(1, "Battlements").piece(1, "Watchtower", "down")
    table.piece(0, "Observatory").play(name, "up")
    assert table.targets == {1, 2, 3, 4}


def test_r15__a_queued_effect_resolves_without_its_source():
    """R15, A4: an effect in the queue resolves although its source has been destroyed or turned down since."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Trebuchet", "down")
    table.piece(1, "Observatory", "down").piece(1, "Watchtower", "down").play("Watchtower", "up").choose(1, 2)
    table.choose(2)
    assert table.place(2) == "discarded" and table.asked == 1 and "Observatory" in table.decision_text
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Barracks", "down")
    table.piece(1, "Observatory", "down").play("Watchtower", "up").choose(1, 2).choose(2)
    assert table.place(2) == "face down" and "Observatory" in table.decision_text


def test_r16__turning_what_is_turned_does_nothing():
    """R16: choosing a piece that lies that way already changes and triggers nothing."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(1, "Trebuchet").piece(1, "Battlements", "down")
    table.play("Watchtower", "up").choose(1).stop()
    assert table.question == "play" and table.place(1) == "face up"
    table = Table().hand(0, "Barracks").hand(1, "Battlements").piece(1, "Watchtower", "down").play("Barracks", "up")
    table.choose(1)
    assert table.question == "play" and table.place(1) == "face down"
