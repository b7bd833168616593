"""Rooms that answer deaths, gains and kills."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start


def dying(room: str, **seat: Any) -> Play:
    """Player 1 of three has died by a bomb of player 0; its penalty is still to be pushed or resolved."""
    seats = {"hand": ["bomb"], "coins": 0}, {"hp": 1, "coins": 0, **seat}, {"coins": 0}
    return start(*seats, rooms=[room]).play("bomb", 1)


def test_blood_money__four_cents_for_the_others() -> None:
    """[blood_money]: when a player dies, every other player gains 4 cents."""
    game = dying("blood_money").settle()
    game.expect(player=0, coins=4).expect(player=1, coins=0, dead=True).expect(player=2, coins=4)


def test_conjoined_twin__the_killer_takes_another_along() -> None:
    """[conjoined_twin]: who kills a monster kills another player, of the killer's choice."""
    game = start({"hand": ["bomb"]}, {}, {}, rooms=["conjoined_twin"], monsters=["fly", "fatty"]).play("bomb", "fly")
    game.settle(2).expect(player=2, dead=True).expect(player=1, dead=False).expect(player=0, dead=False)


def test_conjoined_twin__not_for_a_player() -> None:
    """[conjoined_twin]: the death of a player, killed by another, brings no second one."""
    dying("conjoined_twin").settle().expect(player=1, dead=True).expect(player=2, dead=False)


def test_equality__gains_are_shared() -> None:
    """[equality]: the cents that a player gains are gained by every other player, once; cents that are lost are not."""
    game = (
        start({"hand": ["three_cents"], "coins": 0}, {"coins": 0}, {"coins": 0}, rooms=["equality"])
        .play("three_cents")
        .settle()
    )
    game.expect(player=0, coins=3).expect(player=1, coins=3).expect(player=2, coins=3)


def test_haunted__a_soul_costs_a_turn() -> None:
    """[haunted]: a player who gains a soul skips the next turn."""
    game = start({"hand": ["lost_soul"]}, {}, {}, rooms=["haunted"]).play("lost_soul").settle()
    game.expect(player=0, souls=1, skip_turns=1).expect(player=1, skip_turns=0)
    game.end_turn().expect(active=1).end_turn().expect(active=2).end_turn().expect(active=1)


def test_shadow_of_war__one_item_more_for_the_dead() -> None:
    """[shadow_of_war]: a dying player destroys an own item of their choice, and another one by the penalty."""
    seats = {"hand": ["bomb"], "items": ["the_map"]}, {"hp": 1, "items": ["dinner", "meat", "synthoil"]}, {}
    game = start(*seats, rooms=["shadow_of_war"]).play("bomb", 1).pass_all().pass_all().pass_all()
    assert game.question == "pick" and "choose The Map" not in game.legal() and "choose Meat!" in game.legal()
    game.settle("meat", "dinner").expect(player=1, items=["synthoil"], dead=True).expect(player=0, items=["the_map"])


def test_spoils_of_war__a_card_for_the_others() -> None:
    """[spoils_of_war]: when a player dies, every other player loots 1; the penalty takes the last card of the dead one."""
    game = dying("spoils_of_war", hand=["a_penny"]).settle()
    game.expect(player=0, hand=1).expect(player=1, hand=0).expect(player=2, hand=1)
