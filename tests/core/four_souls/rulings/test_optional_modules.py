"""Scenarios of bartering, drafting, solo play and rooms, the modules beside the standard game."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import deal, start

BASE_TREASURES = 105


def test_fsr_170__draft_of_two_players() -> None:
    """FSR-170, R21.1: A takes the first of three, B the second; in the other round B takes first; what is left lies at the
    bottom, and each has two items more, which are not eternal."""
    game = next(game for game in (deal(seed, 2, draft=1) for seed in range(20)) if game.question == "open_draft")
    a = game.read.number("asked")
    taken: dict[int, list[str]] = {0: [], 1: []}
    order, rounds = [], []
    while game.question == "open_draft":
        p, words = game.read.number("asked"), game.legal()
        rounds += [words] if len(words) == 3 else []
        card = next(card for card in GAME.to_json(game.S)["revealed"] if card != "no")
        order.append(p)
        taken[p].append(card)
        game.choose(card)
    assert order == [a, 1 - a, 1 - a, a] and len(rounds) == 2
    for p in range(2):
        items = game.player(p)["items"]
        assert items[1:] == taken[p]
        assert [game.read.card(int(T.C_INST0[T.CARD_ID[card]]))["eternal"] for card in items] == [True, False, False]
    game.expect(deck="treasure", size=BASE_TREASURES - 2 - 6 + 2)


def test_fsr_170__no_draft_unless_it_is_chosen() -> None:
    """FSR-170, R21.8: by default each player begins with the starting item alone, eternal."""
    game = next(game for game in (deal(seed, 2) for seed in range(20)) if game.question != "draft")
    for p in range(2):
        game.expect(player=p, items=1)
    game.expect(deck="treasure", size=BASE_TREASURES - 2)


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
def test_fsr_171__a_round_costs_one(variant: str) -> None:
    """FSR-171, R21.4: the eight-sided die shows 8; when both characters have finished a turn without dying it shows 7."""
    game = (
        start(options={"variant": variant})
        .expect(d8=8)
        .end_turn()
        .expect(d8=8, active=1)
        .end_turn()
        .expect(d8=7, active=0)
    )
    game.expect(player=0, dead=False).expect(player=1, dead=False)


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
def test_fsr_173__death_in_the_turn_of_the_other(variant: str) -> None:
    """FSR-173, R21.4, R13.4: player 1 dies in player 0's turn: the usual penalty, and the die stays as it is."""
    seats = {"hand": ["bomb"]}, {"hp": 1, "coins": 3, "hand": ["a_penny"]}
    game = start(*seats, options={"variant": variant}).play("bomb", 1).settle()
    game.expect(player=1, dead=True, coins=2, hand=0).expect(phase="action", active=0, over=False, d8=8)
    game.expect(player=0, dead=False, coins=3)


@pytest.mark.parametrize("variant", ["solo", "cooperative"])
def test_fsr_174__souls_are_counted_together(variant: str) -> None:
    """FSR-174, R21.6: two souls of the one and the second of the other win at once, with the die at 1."""
    seats = {"souls": 2}, {"souls": 1, "hand": ["lost_soul"]}
    game = start(*seats, options={"variant": variant}, active=1, d8=1).play("lost_soul").pass_all()
    game.expect(over=True, outcome="won", winners=[0, 1]).expect(player=1, souls=2)


def test_fsr_177__no_rooms_unless_they_are_chosen() -> None:
    """FSR-177, R20.5, A41: by default no room lies anywhere, and a turn in which a monster died ends without a choice of one."""
    deal(1, 2).expect(rooms=[], room_discard=[])
    game = Scenario(players=[{"hand": ["bomb"]}, {}], monsters=["fly", "fatty"]).start().play("bomb", "fly").settle()
    game.expect(discard="monster", top=["fly"]).until("end")
    assert game.question == "priority" and game.legal() == ["pass"]
    game.end_turn().expect(active=1)
