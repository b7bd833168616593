"""Rulings about bartering."""

from __future__ import annotations

from fs_env.core.four_souls.actions import RANGES, ActionKind
from fs_env.core.four_souls.state import Zone
from tests.core.four_souls.rules.table import start


def test_fsr_166__a_bought_promise_can_be_broken() -> None:
    """FSR-166, R16.2, R16.3: B is paid 3 cents not to aim at A, which is no gain [counterfeit_penny], and aims at A
    nevertheless: legal, and a public fact of B."""
    game = start({"coins": 5}, {"items": ["yum_heart", "counterfeit_penny"], "coins": 0}, options={"bartering": True})
    game.offer("spare", 3, "accept").expect(player=0, coins=2).expect(player=1, coins=3).expect(stack=[])
    game.pass_().activate("yum_heart", 0).expect(player=1, coins=3, kept=0, broken=1)


def test_fsr_167__no_card_changes_hands_by_agreement() -> None:
    """FSR-167, R16.1: whatever two players agree on, loot and items stay where they are, and no id gives them away."""
    seat = {"coins": 9, "hand": ["a_penny"], "items": ["dinner"]}
    game = start(seat, {**seat, "items": ["meat"]}, options={"bartering": True})
    where = game.S["zone"][0].tolist(), game.S["owner"][0].tolist()
    game.offer("gift", 5, "accept").sell("spare", 2, "cents 3", "accept")
    assert (game.S["zone"][0].tolist(), game.S["owner"][0].tolist()) == where
    game.expect(player=0, coins=7, hand=["a_penny"], items=["dinner"])
    game.expect(player=1, coins=11, hand=["a_penny"], items=["meat"])
    assert Zone(where[0][int(game.S["hand"][0, 0, 0])]) == Zone.HAND
    assert not {"give", "trade", "swap"} & set(RANGES) and ActionKind.OFFER.name.lower() in RANGES
