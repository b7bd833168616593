"""The eleven characters of the base set: their numbers, their loot play, their starting items, and Eden's choice."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play, Scenario
from fs_env.core.machine.run.game import IllegalAction

STARTS = {
    "isaac": "the_d6",
    "cain": "sleight_of_hand",
    "maggy": "yum_heart",
    "judas": "book_of_belial",
    "samson": "blood_lust",
    "eve": "the_curse",
    "lilith": "incubus",
    "blue_baby": "forever_alone",
    "lazarus": "lazarus_rags",
    "the_forgotten": "the_bone",
}
CHARACTERS = (*STARTS, "eden")


def dealt(wanted: str, players: int = 2) -> Play:
    """A dealt game with a character, before any player has decided anything."""
    for seed in range(200):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=players)
        game = Play(S)
        if any(game.player(p)["character"] == wanted for p in range(players)):
            return game
    raise AssertionError(f"{wanted} was dealt in none of 200 games")


def seat_of(game: Play, character: str) -> int:
    return next(p for p in range(4) if game.player(p)["character"] == character)


@pytest.mark.parametrize("character", CHARACTERS)
def test_characters__numbers_and_the_extra_loot_play(character: str) -> None:
    """R2.18, R8.3: [isaac] [cain] [maggy] [judas] [samson] [eve] [lilith] [blue_baby] [lazarus] [the_forgotten] [eden]
    have 2 HP and 1 attack; turned, also in another player's turn and in response, they allow one more loot card."""
    seat = {"character": character, "hand": ["a_dime", "a_nickel"]}
    game = Scenario(players=[{"hand": ["bomb"]}, seat]).start()
    game.expect(player=1, character=character, hp=2, max_hp=2, attack=1, turned=False, items=[])
    game.play("bomb", 0).play("a_dime", by=1).expect(stack=["play bomb", "play a dime"], asked=1)
    game.expect(player=1, turned=True, extra_plays=0).expect(illegal="play A Nickel!")
    game.settle().expect(player=1, coins=13, hand=["a_nickel"])
    with pytest.raises(IllegalAction):
        game.play("a_nickel", by=1)


@pytest.mark.parametrize("character", CHARACTERS)
def test_characters__recharge_in_the_own_turn(character: str) -> None:
    """R7.1, R8.1, R8.3: [isaac] [cain] [maggy] [judas] [samson] [eve] [lilith] [blue_baby] [lazarus] [the_forgotten]
    [eden] are turned upright at the start of their player's turn, who may then play two loot cards."""
    seat = {"character": character, "turned": True, "hand": ["a_dime", "a_nickel", "a_penny"]}
    game = Scenario(players=[seat, {"turned": True}], phase="start").start().expect(player=0, turned=False)
    game.expect(player=1, turned=True).until("action").play("a_dime").play("a_nickel").settle()
    game.expect(player=0, coins=18, turned=True, plays_used=1).expect(illegal="play A Penny!")


@pytest.mark.parametrize(("character", "item"), STARTS.items())
def test_characters__are_dealt_with_their_starting_item(character: str, item: str) -> None:
    """R1.8-R1.10: [isaac] [cain] [maggy] [judas] [samson] [eve] [lilith] [blue_baby] [lazarus] [the_forgotten] start
    sideways, with their eternal item upright, three cents and three loot cards."""
    game = dealt(character)
    p = seat_of(game, character)
    if game.question == "draft":
        game.choose(*[words.removeprefix("choose ") for words in game.legal()[:2]])
    game.expect(player=p, items=[item], coins=3, hand=3, souls=0, hp=2, attack=1)
    game.expect(card=item, zone="item", owner=p, eternal=True, turned=False, counters=0)
    game.expect(player=p, turned=game.read.number("active_player") != p)


def test_characters__are_no_items() -> None:
    """R2.18: a character is no target of what recharges, steals or destroys items."""
    seat = {"character": "isaac", "hand": ["lil_battery"], "items": ["the_d6", "meat"]}
    game = Scenario(players=[seat, {"character": "judas", "turned": True}]).start().play("lil_battery")
    assert sorted(game.legal()) == ["choose Meat!", "choose The D6"]


def test_cain__begins() -> None:
    """R1.12: the player of [cain] takes the first turn."""
    for seed in range(40):
        S = GAME.new()
        GAME.setup(S, seed=seed, num_players=4)
        game = Play(S)
        seats = [p for p in range(4) if game.player(p)["character"] == "cain"]
        if seats:
            game.expect(active=seats[0])


def test_eden__keeps_one_of_three_treasures() -> None:
    """R1.11, FSR-005: [eden] keeps one of the top 3 treasures, charged and eternal; the other two go to the bottom."""
    game = dealt("eden")
    p = seat_of(game, "eden")
    game.expect(asked=p, question="draft", stack=[]).expect(player=p, items=[], hand=3, coins=3)
    size = game.S["n_deck"][0, 1]
    deck = [T.IDS[T.INST_CARD[inst]] for inst in game.S["deck"][0, 1, :size][::-1]]
    assert len(game.legal()) == 3
    for card in deck[:3]:
        game.expect(card=card, zone="deck", known=[p])
    game.choose(deck[1], deck[2])
    game.expect(player=p, items=[deck[1]]).expect(card=deck[1], eternal=True, turned=False)
    game.expect(deck="treasure", top=deck[3:6], bottom=[deck[0], deck[2]], size=len(deck) - 1)
    game.expect(phase="start", question="priority")


def test_eden__an_item_that_destroys_itself_is_useless() -> None:
    """R17.4, FSR-006: The D4 kept by [eden] is eternal, so it cannot be destroyed and its effect fizzles."""
    items: list[Any] = [{"card": "the_d4", "eternal": True}, "meat"]
    game = Scenario(players=[{"character": "eden", "items": items}, {}], treasure_deck=["mr_boom"]).start()
    game.activate("the_d4", 0).settle().expect(player=0, items=["the_d4", "meat"])
    game.expect(card="the_d4", turned=True).expect(deck="treasure", top=["mr_boom"])


def test_eden__glass_cannon_survives_and_still_loots() -> None:
    """A62, FSR-007: Glass Cannon kept by [eden] is not destroyed by its roll of 3, the 2 cards are looted."""
    items: list[Any] = [{"card": "glass_cannon", "eternal": True}, "meat"]
    game = Scenario(players=[{"character": "eden", "items": items}, {}], loot_deck=["a_dime", "bomb"], dice=[3]).start()
    game.activate("glass_cannon", "meat").settle().expect(player=0, items=["glass_cannon"], hand=["a_dime", "bomb"])
    game.expect(card="meat", zone="discard").expect(card="glass_cannon", turned=True)
