"""R3: the stack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start

KILLER = {"items": [{"card": "tech_x", "counters": 3}]}


def test_order__last_in_first_out() -> None:
    """R3.1, FSR-025: of three objects the last one pushed resolves first, one at a time, with a window between."""
    game = start({"hand": ["bomb"], "items": ["yum_heart"]}, {"hand": ["soul_heart"], "hp": 1})
    game.play("bomb", 1).play("soul_heart", 1, by=1, turn=True).pass_().activate("yum_heart", "fly")
    game.expect(stack=["play bomb", "play soul heart", "activate yum heart"]).pass_all()
    game.expect(stack=["play bomb", "play soul heart"], asked=0, question="priority").pass_all()
    game.expect(stack=["play bomb"], asked=0).pass_all().expect(stack=[], asked=0).expect(player=1, hp=1)


def test_order__deck_is_arranged_before_the_draw() -> None:
    """R3.1, R7.3, FSR-010: [sleight_of_hand] answers Loot 1, so the player draws the cent that was put on top."""
    game = start({}, {"items": ["sleight_of_hand"]}, phase="loot", loot_deck=["bomb", "a_dime", "a_penny"])
    game.activate("sleight_of_hand", "loot deck", by=1).expect(stack=["loot 1", "activate sleight of hand"])
    game.pass_all("bomb", "a_dime").expect(stack=["loot 1"]).pass_all()
    game.expect(player=0, hand=["a_penny"]).expect(deck="loot", top=["a_dime", "bomb"]).expect(player=1, hand=[])


@pytest.mark.parametrize(
    ("position", "act", "top"),
    [
        ({"players": [{"hand": ["a_penny"]}, {}]}, ("play", "a_penny"), "play a penny"),
        (
            {"players": [{"items": ["sack_of_pennies"]}, {}]},
            ("activate", "sack_of_pennies"),
            "activate sack of pennies",
        ),
        ({"players": [KILLER, {}]}, ("pay", "tech_x", "fly"), "pay for tech x fly"),
        ({"players": [{"coins": 10}, {}]}, ("buy", "dinner"), "buy dinner"),
        ({"players": [{}, {}]}, ("attack", "fly"), "attack fly"),
        ({"players": [{}, {}], "phase": "loot"}, ("expect",), "loot 1"),
        ({"players": [{"items": ["dark_bum"]}, {}], "phase": "start"}, ("expect",), "trigger dark bum"),
        ({"players": [{"items": ["the_polaroid"]}, {}], "phase": "end"}, ("expect",), "trigger the polaroid"),
        ({"players": [{}, {}], "monsters": ["fly", "empty"]}, ("expect",), "refill monster slot 1"),
        ({"players": [{}, {}], "shop": ["dinner", "empty"]}, ("expect",), "refill shop slot 1"),
    ],
)
def test_objects__declared_and_played(position: dict[str, Any], act: tuple[str, ...], top: str) -> None:
    """R3.2: loot cards, effects, start- and end-of-turn triggers, Loot 1, declarations and refills use the stack."""
    seats = position.pop("players")
    game = start(*seats, **position)
    getattr(game, act[0])(*act[1:])
    game.expect(stack=[top], question="priority")


def test_objects__rolls_and_what_they_select() -> None:
    """R3.2: a roll lies on the stack with its number, then the line it selects does."""
    game = start({"items": ["mystery_sack"]}, dice=[4]).activate("mystery_sack").pass_all()
    game.expect(stack=["roll 4 for mystery sack"]).pass_all().expect(stack=["result of mystery sack"])
    game.expect(player=0, coins=3).pass_all().expect(player=0, coins=7, hand=[]).expect(stack=[])


def test_objects__combat_and_a_monsters_end() -> None:
    """R3.2: combat damage, a death, the dying card, its rewards and its on-death effect are objects of their own."""
    game = start(monsters=["boom_fly", "fly"], dice=[6]).attack("boom_fly").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to boom fly"]).pass_all().expect(stack=["death of boom fly"]).pass_all()
    game.expect(stack=["card of boom fly", "reward of boom fly", "trigger boom fly"]).pass_all().pass_all()
    game.expect(stack=["card of boom fly"]).expect(player=0, coins=7, hp=1)


def test_objects__a_players_death_and_its_penalty() -> None:
    """R3.2: a player's death is an object, and its penalty is another one."""
    game = start({"hand": ["death_tarot"]}).play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1"]).expect(player=1, dead=False)
    game.pass_all().expect(stack=["penalty of player 1"]).expect(player=1, dead=True, coins=3)
    game.pass_all().expect(stack=[]).expect(player=1, coins=2)


def test_objects__played_bonus_cards_and_held_damage() -> None:
    """R3.2, R6.9: a bonus card being played is an object, and so is damage that waits for a roll about it."""
    seat = {"items": ["guppys_hairball"]}
    game = start(seat, monsters=["fly"], monster_deck=["troll_bombs"], dice=[2]).attack("deck").pass_all()
    game.expect(stack=["event troll bombs"]).pass_all()
    game.expect(stack=["held damage to player 0", "trigger guppys hairball"]).expect(player=0, hp=2)


def test_no_object__turning_costs_and_steps() -> None:
    """R3.3: turning a character, paying, recharging, the end of a turn and its discards leave nothing on the stack."""
    hand = ["a_penny"] * 6 + ["two_cents"] * 6
    game = start({"hand": hand, "items": ["smelter"]})
    game.play("a_penny", turn=True).expect(stack=["play a penny"]).settle()
    game.pay("smelter", "a_penny").expect(stack=["pay for smelter"]).expect(player=0, hand=10, coins=4)
    game.settle().end_turn().expect(stack=[], active=1).expect(player=0, hand=10)


def test_no_object__hand_limit() -> None:
    """R3.3, R7.10: discarding down to ten is asked for without an object or a window."""
    game = start({"hand": ["a_penny"] * 6 + ["two_cents"] * 5}, phase="end").pass_all()
    game.expect(stack=[], question="hand_limit", asked=0, legal=["choose A Penny!", "choose 2 Cents!"])
    game.choose("two_cents").expect(active=1, stack=[]).expect(player=0, hand=10)


def test_no_object__empty_deck_bonus_soul_and_win() -> None:
    """R3.3: an empty deck is made anew, a bonus soul is gained and a game is won without the stack."""
    seat = {"souls": 3, "coins": 24, "hand": ["a_penny"]}
    game = start(seat, bonus_souls=["soul_of_greed"], loot_deck=["bomb"], exact_decks=["loot"])
    game.play("a_penny").expect(over=False).pass_all().expect(over=True, winners=[0], stack=[])
    drawn = start(phase="loot", loot_deck=["bomb"], loot_discard=["dagaz"], exact_decks=["loot"])
    drawn.pass_all().expect(stack=[]).expect(deck="loot", top=["dagaz"]).expect(discard="loot", size=0)


def test_no_object__slot_for_a_revealed_monster() -> None:
    """R3.3: the slot for a monster attacked in the deck is chosen inside the declaration, without a window."""
    game = start(monsters=["fly", "fatty"], monster_deck=["dip"]).attack("deck").pass_all()
    game.expect(stack=[], question="slot", asked=0, illegal="pass").choose(0).expect(monsters=["dip", "fatty"])


def test_resolving__cannot_be_interrupted() -> None:
    """R3.4, R6.3, FSR-035: what a resolving object causes waits until all of it is done, then is pushed for a window."""
    seat = {"items": ["fanny_pack"]}
    game = start({"hand": ["blank_rune"]}, seat, {"items": ["swallowed_penny"]}, dice=[3]).play("blank_rune")
    game.pass_all().pass_all().pass_all()
    for p in range(3):
        game.expect(player=p, hp=0, dying=True)
    triggers = ["player 1: trigger fanny pack", "player 2: trigger swallowed penny"]
    game.expect(stack=[*[f"death of player {p}" for p in range(3)], *triggers], asked=0)


def test_independent__destroyed_source() -> None:
    """R3.5, FSR-031: an item destroyed in response is gone, its effect still resolves."""
    game = start({"items": ["mr_boom"]}, {"items": ["glass_cannon"]}, dice=[6])
    game.activate("mr_boom", "fatty").activate("glass_cannon", "mr_boom", by=1).pass_all()
    game.expect(card="mr_boom", zone="discard").expect(stack=["activate mr boom", "roll 6"]).settle()
    game.expect(monster="fatty", hp=3)


def test_independent__stolen_source() -> None:
    """R3.5, FSR-139: an item stolen in response works for the player who used it."""
    game = start({"items": ["sack_of_pennies"]}, {"items": ["pay_to_play"], "coins": 10})
    game.activate("sack_of_pennies").pay("pay_to_play", "sack_of_pennies", by=1).settle()
    game.expect(player=0, coins=4, items=[]).expect(player=1, coins=0, items=2)


def test_chance__at_random_is_no_roll() -> None:
    """R3.6: [boomerang] takes a card by the engine's chance on resolution: no roll, no question, both cards possible."""
    taken = set()
    for seed in range(12):
        seats = ({"items": ["boomerang"]}, {"hand": ["bomb", "dagaz"], "items": ["the_relic"]})
        game = start(*seats, seed=seed, dice=[1]).activate("boomerang", 1)
        game.expect(player=1, hand=2).pass_all().expect(stack=[], dice=[1]).expect(player=1, hand=1)
        taken.add(game.player(0)["hand"][0])
    assert taken == {"bomb", "dagaz"}


def test_chance__random_player() -> None:
    """R3.6: [monstros_tooth] names a player by chance, without a roll; that player picks the item."""
    hit = set()
    for seed in range(8):
        seats = ({"items": ["monstros_tooth", "dinner"]}, {"items": ["meat", "breakfast"]})
        game = start(*seats, phase="start", seed=seed, dice=[1]).pass_all().expect(dice=[1], question="pick")
        hit.add(game.asked)
    assert hit == {0, 1}
