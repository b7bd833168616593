"""[social_goals]: what all players do together while it is face up."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import Lasting, Until
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start


def goals(game: Play) -> dict[str, int]:
    told = GAME.to_json(game.S, player=1)["lasting"]
    return {entry["kind"]: entry["n"] for entry in told if entry["kind"].endswith("_goal")}


def room(*seats: dict[str, Any], **position: Any) -> Play:
    return start(*seats, **{"rooms": ["social_goals"], "room_deck": ["equality"], **position})


def test_social_goals__count_what_is_done() -> None:
    """[social_goals], ER-83: loot cards played, monsters that die, purchases and sixes of any player, each by itself."""
    seat = {"hand": ["a_penny", "bomb"], "coins": 20}
    game = room(seat, {"hand": ["two_cents"]}, monsters=["fly", "fatty"], shop=["dinner", "breakfast"])
    game.play("a_penny", turn=False).settle().expect(player=0, coins=21)
    assert goals(game) == {"loot_goal": 1}
    game.play("bomb", "fly", turn=True).settle().pass_().play("two_cents", by=1).settle()
    assert goals(game) == {"loot_goal": 3, "kill_goal": 1}
    game = room({"coins": 20}, monsters=["fatty", "fly"], shop=["dinner", "breakfast"]).buy("dinner").settle()
    game.attack("fly").fight(6).settle()
    assert goals(game) == {"purchase_goal": 1, "six_goal": 1, "kill_goal": 1}


def test_social_goals__a_gift_of_six_cents() -> None:
    """[social_goals]: cents that are given at once, by bartering: 5 are too few."""
    game = room({"coins": 20}, {}, options={"bartering": True}).offer("gift", 5, "accept")
    assert goals(game) == {}
    game.offer("gift", 10, "accept")
    assert goals(game) == {"gift_goal": 1}


def progressed(game: Play, **counts: int) -> Play:
    room_card = int(game.S["room"][0, 0])
    for k, (kind, n) in enumerate(counts.items()):
        entry = game.S["lasting"][0, k]
        entry["kind"], entry["until"], entry["who"], entry["ref"] = Lasting[kind.upper()], Until.FOREVER, -1, -1
        entry["n"], entry["src"], entry["ability"] = n, room_card, -1
    game.S["n_lasting"] = len(counts)
    return game


NEARLY = {"loot_goal": 4, "kill_goal": 3, "purchase_goal": 3, "six_goal": 3}


def test_social_goals__two_treasures_for_everybody() -> None:
    """[social_goals]: when the fourth goal is reached every player gains 2 treasures, once."""
    deck = ["dinner", "meat", "synthoil", "breakfast", "mr_boom"]
    game = progressed(room({"hand": ["a_penny", "two_cents"]}, treasure_deck=deck), **NEARLY)
    game.play("a_penny", turn=False).expect(stack=["A Penny!", "trigger Social Goals!"]).settle()
    for player in range(2):
        assert len(game.player(player)["items"]) == 2
    game.play("two_cents", turn=True).settle()
    assert goals(game)["loot_goal"] == 5 and len(game.player(0)["items"]) == 2


def test_social_goals__three_are_not_enough() -> None:
    """[social_goals]: a third goal brings nothing; the number counted stops at what the goal asks for."""
    counts = {"loot_goal": 4, "kill_goal": 3, "purchase_goal": 3, "six_goal": 2}
    game = progressed(room({"hand": ["a_penny", "two_cents"]}), **counts).play("a_penny", turn=False).settle()
    assert goals(game) == {**counts, "loot_goal": 5} and game.player(0)["items"] == []


def test_social_goals__stays_until_then() -> None:
    """[social_goals], R20.4: it is not exchanged before four goals are reached; afterwards it may be, and its counts are gone."""
    position = {"monsters": ["fly", "fatty"], "treasure_deck": ["dinner", "meat", "synthoil", "breakfast"]}
    game = room({"hand": ["bomb"]}, **position).play("bomb", "fly").settle().end_turn()
    game.expect(rooms=["social_goals"], active=1)
    game = progressed(room({"hand": ["bomb"]}, **position), **{**NEARLY, "loot_goal": 5, "kill_goal": 2})
    game.play("bomb", "fly").settle().until("end").pass_all().expect(question="room").choose("yes")
    game.expect(rooms=["equality"], room_discard=["social_goals"])
    assert goals(game) == {}


def test_social_goals__progress_outlasts_turns() -> None:
    """[social_goals]: what was done counts until the room is gone, turn after turn, and every player reads it."""
    game = room({"hand": ["a_penny"]}).play("a_penny").settle().end_turn().end_turn()
    assert goals(game) == {"loot_goal": 1}
    assert "Social Goals!: loot cards played: 1" in GAME.text(game.S, player=1)
