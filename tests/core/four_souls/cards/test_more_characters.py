"""The four characters of the Gold Box and the four of Four Souls+: numbers, starting items, The Lost's own soul."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.scenario import Play, ScenarioError
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start

GOLD = {"the_lost": "holy_mantle", "the_keeper": "wooden_nickel", "azazel": "lord_of_the_pit", "apollyon": "void"}
PLUS = {"guppy": "infestation", "bum_bo": "bag_o_trash", "whore_of_babylon": "gimpy", "dark_judas": "dark_arts"}
STARTS = GOLD | PLUS
BITS = {"base": 1, "gold": 2, "plus": 4}


def dealt(seed: int, *sets: str) -> Play:
    """A dealt game of four with the decks of all sets and the characters of some, before any decision."""
    S = GAME.new()
    GAME.setup(S, seed=seed, num_players=4, sets=sum(BITS[name] for name in sets))
    return Play(S)


@pytest.mark.parametrize("character", STARTS)
def test_characters__numbers_and_the_extra_loot_play(character: str) -> None:
    """R2.18, R8.3: [the_keeper] [azazel] [apollyon] [guppy] [bum_bo] [whore_of_babylon] [dark_judas] have 2 HP and 1
    attack, [the_lost] has 1 HP and 1 attack; turned, also in response, they allow one more loot card."""
    hp = 1 if character == "the_lost" else 2
    seat = {"character": character, "hand": ["a_dime", "a_nickel"]}
    game = start({"hand": ["bomb"]}, seat).expect(player=1, hp=hp, max_hp=hp, attack=1, turned=False, items=[])
    game.play("bomb", 0).play("a_dime", by=1).expect(stack=["play bomb", "play a dime"], asked=1)
    game.expect(player=1, turned=True, extra_plays=0).settle().expect(player=1, coins=13, hand=["a_nickel"])
    with pytest.raises(IllegalAction):
        game.play("a_nickel", by=1)


@pytest.mark.parametrize("character", STARTS)
def test_characters__recharge_in_the_own_turn(character: str) -> None:
    """R7.1, R8.1: [the_lost] [the_keeper] [azazel] [apollyon] [guppy] [bum_bo] [whore_of_babylon] [dark_judas] are
    turned upright at the start of their player's turn, who may then play two loot cards."""
    seat = {"character": character, "turned": True, "hand": ["a_dime", "a_nickel", "a_penny"]}
    game = start(seat, {"turned": True}, phase="start").expect(player=0, turned=False).expect(player=1, turned=True)
    game.until("action").play("a_dime").play("a_nickel").settle()
    game.expect(player=0, coins=18, turned=True, plays_used=1).expect(illegal="play A Penny!")


@pytest.mark.parametrize(("sets", "characters"), [(("gold",), GOLD), (("plus",), PLUS)])
def test_characters__are_dealt_with_their_starting_item(sets: tuple[str, ...], characters: dict[str, str]) -> None:
    """R1.8-R1.10: the characters of a set are dealt with their eternal starting items, upright, three cents and three
    loot cards: [the_lost] [the_keeper] [azazel] [apollyon], or [guppy] [bum_bo] [whore_of_babylon] [dark_judas]."""
    game = dealt(0, *sets)
    found = {game.player(p)["character"]: p for p in range(4)}
    assert set(found) == set(characters)
    for character, p in found.items():
        souls = 1 if character == "the_lost" else 0
        game.expect(player=p, items=[characters[character]], coins=3, hand=3, souls=souls, attack=1, soul_cards=[])
        game.expect(card=characters[character], zone="item", owner=p, eternal=True, turned=False, counters=0)


def test_characters__of_chosen_sets_only() -> None:
    """R1.8: without the Gold Box and Four Souls+ none of their characters is dealt."""
    for seed in range(5):
        game = dealt(seed, "base")
        assert not {game.player(p)["character"] for p in range(4)} & set(STARTS)


def test_guppy__is_no_guppy_item() -> None:
    """R19.1: the character [guppy] is no item, so one Guppy item more does not earn Soul of Guppy."""
    seat = {"character": "guppy", "items": ["guppys_head"], "hand": ["guppys_hairball"]}
    game = start(seat, bonus_souls=["soul_of_guppy"]).expect(player=0, souls=0)
    game.play("guppys_hairball").settle().expect(player=0, souls=1, soul_cards=["soul_of_guppy"])


def test_the_lost__has_a_soul_from_the_start() -> None:
    """R19.4, A40: [the_lost] counts as 1 soul of its player, which is no soul card."""
    game = start({"character": "the_lost"}).expect(player=0, souls=1, soul_cards=[]).expect(player=1, souls=0)
    assert list(game.S["innate_souls"][0]) == [1, 0, 0, 0]
    game.expect(card="the_lost", zone="character", owner=0)


def test_the_lost__wins_with_three_more() -> None:
    """R18.1, R19.4, A40: the player of [the_lost] wins with the third further soul, any other player with the fourth."""
    seat = {"souls": 2, "hand": ["lost_soul"]}
    game = start({**seat, "character": "the_lost"}).expect(player=0, souls=3).play("lost_soul").settle()
    game.expect(over=True, winners=[0], outcome="won").expect(player=0, souls=4)
    start(seat).play("lost_soul").settle().expect(over=False).expect(player=0, souls=3)


def test_the_lost__a_position_that_is_won_already() -> None:
    """R18.1: three soul cards beside [the_lost] have won the game: no position to play from."""
    with pytest.raises(ScenarioError, match="4 souls"):
        start({"character": "the_lost", "souls": 3})


def test_the_lost__its_soul_cannot_be_lost() -> None:
    """R18.7, R19.4: Judgement reaches [the_lost], who has the most souls, and takes nothing without a soul card."""
    seats: list[dict[str, Any]] = [{"hand": ["judgement"]}, {"character": "the_lost"}]
    game = start(*seats).play("judgement").settle().expect(player=1, souls=1).expect(stack=[], over=False)
    game = start(seats[0], {"character": "the_lost", "souls": 1}, {"souls": 1}).play("judgement").settle()
    game.expect(player=1, souls=1, soul_cards=[]).expect(player=2, souls=1)


def test_the_lost__its_soul_cannot_be_stolen() -> None:
    """R19.4, R18.5, FSR-144: Mom's Shovel finds no soul card at [the_lost]; a real one of that player it steals."""
    shovel = {"items": ["moms_shovel"]}
    start(shovel, {"character": "the_lost"}).expect(illegal="activate Mom's Shovel")
    game = start(shovel, {"character": "the_lost", "souls": ["gurdy"]}).activate("moms_shovel").settle()
    game.expect(player=0, souls=1, soul_cards=["gurdy"]).expect(player=1, souls=1, soul_cards=[])


def test_the_lost__counts_for_the_most_souls() -> None:
    """R18.7: totals are compared: one soul card equals the soul of [the_lost]."""
    game = start({"hand": ["judgement"]}, {"character": "the_lost"}, {"souls": 1}).play("judgement")
    assert sorted(game.legal()) == ["choose player 1", "choose player 2"]


def test_the_lost__everybody_sees_its_soul() -> None:
    """R19.4: both players observe the soul of [the_lost] in the total of its player."""
    game = start({"character": "the_lost"})
    for observer in (0, 1):
        seen = SCHEMA.record(GAME.observe(game.S, observer))["players"]
        assert seen["souls"][:2].tolist() == ([1, 0] if observer == 0 else [0, 1])


def test_the_lost__dies_of_one_damage() -> None:
    """R13.1: 1 damage is enough for [the_lost], which keeps its soul when it dies."""
    game = start({"hand": ["bomb"]}, {"character": "the_lost"}).play("bomb", 1).settle()
    game.expect(player=1, dead=True, souls=1).end_turn().expect(player=1, hp=1, souls=1)
