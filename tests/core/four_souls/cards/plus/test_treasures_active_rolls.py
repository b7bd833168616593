"""Plus treasures about rolls: they change one, answer its number, or roll. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.state import LAST_UID
from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize("rolled", [1, 2, 4, 5, 6])
def test_libra__makes_any_roll_a_three(rolled: int) -> None:
    """R9.11: [libra] another player's roll, an own attack roll: it becomes 3."""
    game = start({"items": ["libra"]}, {"items": ["mystery_sack"]}, dice=[rolled]).activate("mystery_sack", by=1)
    game.pass_all().activate("libra").pass_all().expect(stack=["roll 3 for mystery sack"]).settle()
    game.expect(player=1, coins=7, hand=[]).expect(card="libra", turned=True)
    game = start({"items": ["libra"]}, dice=[rolled]).attack("fatty").pass_all().pass_all().activate("libra").pass_all()
    game.expect(stack=["attack roll 3"])


def test_libra__needs_a_roll_and_fizzles_without_it() -> None:
    """R5.2, R17.2: [libra] is not legal without a roll; if the roll is gone it does nothing."""
    game = start({"items": ["libra"], "hand": ["gold_bomb"]}, monsters=["fly"], dice=[1])
    game.expect(illegal="activate Libra").attack("fly").pass_all().pass_all().activate("libra").play("gold_bomb", "fly")
    game.settle().expect(player=0, hp=2, coins=4).expect(attacking=None).expect(card="libra", turned=True)


def test_libra__can_be_answered() -> None:
    """R9.4: what resolves later counts from the 3 that [libra] made [spoon_bender]."""
    game = start({"items": ["libra", "spoon_bender", "mystery_sack"]}, dice=[6]).activate("mystery_sack").pass_all()
    game.activate("libra").pass_all().activate("spoon_bender").pass_all().expect(stack=["roll 4"])


@pytest.mark.parametrize(("rolled", "number", "result"), [(3, 0, 3), (3, 1, 4), (3, 2, 5), (5, 2, 6), (6, 1, 6)])
def test_twenty_twenty__adds_up_to_two(rolled: int, number: int, result: int) -> None:
    """R5.4, R9.1: [twenty_twenty] 0, 1 or 2 is chosen on resolution; the result stays within 1 to 6."""
    game = start({}, {"items": ["twenty_twenty"]}, dice=[rolled]).attack("fatty").pass_all().pass_all()
    game.activate("twenty_twenty", by=1).pass_all().expect(asked=1, question="number")
    assert game.legal() == ["number 0", "number 1", "number 2"]
    game.choose(number)
    game.expect(stack=[f"attack roll {result}"]).expect(card="twenty_twenty", turned=True)


def test_twenty_twenty__attack_rolls_only() -> None:
    """R9.2: [twenty_twenty] has no target while only another roll is on the stack."""
    game = start({"items": ["twenty_twenty", "mystery_sack"]}, dice=[3, 4]).expect(illegal="activate 20/20")
    game.activate("mystery_sack").pass_all().expect(stack=["roll 3"], illegal="activate 20/20").settle()
    game.attack("fatty").pass_all().pass_all().expect(legal="activate 20/20")


def test_hourglass__turns_any_item_sideways() -> None:
    """R9.7: [hourglass] on any player's 2 its player picks any item in play, eternal and own ones too, and may turn it."""
    seats: list[dict[str, Any]] = [
        {"items": ["hourglass"], "starting_item": True},
        {"items": ["mystery_sack", "decoy"]},
    ]
    game = start(*seats, dice=[2]).activate("mystery_sack", by=1).pass_all().pass_all()
    game.expect(asked=0, question="target", source="hourglass")
    assert len(game.legal()) == 4 and "choose Hourglass" in game.legal()
    game.choose("decoy").expect(stack=["mystery sack", "trigger Hourglass"]).pass_all().expect(asked=0, question="may")
    game.copy().choose("no").expect(card="decoy", turned=False)
    game.choose("yes").expect(card="decoy", turned=True).expect(card="hourglass", turned=False).settle()
    game.expect(player=1, items=["mystery_sack", "decoy"], hand=1).expect(illegal="activate Decoy")


def test_hourglass__what_is_turned_cannot_be_activated() -> None:
    """R2.3: the item [hourglass] turned has to be recharged first, which the owner's next turn does (R7.1)."""
    game = start({"items": ["hourglass", "mystery_sack"]}, {"items": ["the_d6"]}, dice=[2]).activate("mystery_sack")
    game.pass_all().pass_all().choose("the_d6").pass_all("yes").settle().expect(card="the_d6", turned=True).end_turn()
    game.expect(active=1).expect(card="the_d6", turned=False).expect(card="hourglass", turned=False)


@pytest.mark.parametrize("rolled", [1, 3, 4, 5, 6])
def test_hourglass__is_silent_on_other_numbers(rolled: int) -> None:
    """[hourglass] answers a 2 only."""
    game = start({"items": ["hourglass", "book_of_sin"]}, dice=[rolled]).activate("book_of_sin").pass_all().pass_all()
    game.expect(stack=["book of sin"])


def test_hourglass__answers_the_final_number() -> None:
    """R9.7: an attack roll raised to 3 is no 2 for [hourglass], one lowered to 2 is [spoon_bender] [mini_mush]."""
    game = start({"items": ["hourglass", "spoon_bender"]}, dice=[2]).attack("fatty").pass_all().pass_all()
    game.activate("spoon_bender").pass_all().pass_all().expect(stack=["combat damage"])
    game = start({"items": ["hourglass", "mini_mush"]}, dice=[3]).attack("fatty").pass_all().pass_all()
    game.activate("mini_mush").pass_all(-1).pass_all("hourglass").expect(stack=["combat damage", "trigger Hourglass"])


def test_game_breaking_bug__rerolls_an_item_of_the_roller() -> None:
    """R22 Reroll, ER-58: [game_breaking_bug] on a 1 its player picks a non-eternal item of the player who rolled, who
    gets the top treasure for it."""
    theirs = ["mystery_sack", "meat", {"card": "the_d6", "eternal": True}]
    seats: list[dict[str, Any]] = [{"items": ["game_breaking_bug"]}, {"items": theirs}, {"items": ["decoy"]}]
    game = start(*seats, dice=[1], treasure_deck=["dinner"]).activate("mystery_sack", by=1).pass_all().pass_all()
    game.expect(asked=0, question="target", legal=["choose Mystery Sack", "choose Meat!"])
    game.expect(illegal=["choose The D6", "choose Decoy", "choose Game Breaking Bug!"]).choose("meat").pass_all()
    game.expect(asked=0, question="may").copy().choose("no").expect(card="meat", zone="item", owner=1)
    game.choose("yes").expect(card="meat", zone="discard").expect(card="dinner", zone="item", owner=1).settle()
    game.expect(player=1, items=["mystery_sack", "dinner", "the_d6"], hand=1).expect(player=0, items=1)


def test_game_breaking_bug__its_own_player_rolls_too() -> None:
    """[game_breaking_bug] on an own 1 it may even reroll itself."""
    game = start(
        {"items": ["game_breaking_bug", "mystery_sack"]}, {"items": ["meat"]}, dice=[1], treasure_deck=["dinner"]
    )
    game.activate("mystery_sack").pass_all().pass_all().choose("game_breaking_bug").pass_all("yes")
    game.expect(player=0, items=["dinner", "mystery_sack"]).expect(card="game_breaking_bug", zone="discard")
    game.expect(player=1, items=["meat"])


def test_game_breaking_bug__without_an_item_of_the_roller() -> None:
    """R6.8: the roller has no item but eternal ones: [game_breaking_bug] is not pushed."""
    seats: list[dict[str, Any]] = [
        {"items": ["game_breaking_bug", "meat"]},
        {"hand": ["pills_blue"], "starting_item": True},
    ]
    game = start(*seats, dice=[1]).play("pills_blue", by=1).pass_all().pass_all().expect(stack=["pills"])
    game.settle().expect(player=1, hand=1).expect(player=0, items=["game_breaking_bug", "meat"])


@pytest.mark.parametrize("rolled", [2, 3, 4, 5, 6])
def test_game_breaking_bug__is_silent_on_other_numbers(rolled: int) -> None:
    """[game_breaking_bug] answers a 1 only."""
    game = start({"items": ["game_breaking_bug"]}, {"items": ["book_of_sin"]}, dice=[rolled]).activate(
        "book_of_sin", by=1
    )
    game.pass_all().pass_all().expect(stack=["book of sin"])


def test_game_breaking_bug__gone_meanwhile() -> None:
    """R17.2: the item changes hands before the trigger resolves: [game_breaking_bug] fizzles [decoy]."""
    seats: list[dict[str, Any]] = [{"items": ["game_breaking_bug", "breakfast"]}, {"items": ["mystery_sack", "decoy"]}]
    game = start(*seats, dice=[1], treasure_deck=["dinner"]).activate("mystery_sack", by=1).pass_all().pass_all()
    game.choose("decoy").activate("decoy", "breakfast", by=1).settle()
    game.expect(player=0, items=["game_breaking_bug", "decoy"]).expect(player=1, items=["mystery_sack", "breakfast"])
    game.expect(deck="treasure", top=["dinner"])


def test_game_breaking_bug__a_trinket() -> None:
    """ER-58: [game_breaking_bug] a rerolled trinket goes to the loot discard, its player gains a treasure
    [curved_horn]."""
    seats: list[dict[str, Any]] = [{"items": ["game_breaking_bug"]}, {"hand": ["pills_blue"], "items": ["curved_horn"]}]
    game = start(*seats, dice=[1], treasure_deck=["dinner"]).play("pills_blue", by=1).pass_all().pass_all()
    game.settle("yes").expect(player=1, items=["dinner"]).expect(card="curved_horn", zone="discard")


@pytest.mark.parametrize("named", [1, 2, 3, 4, 5, 6])
def test_red_candle__names_a_number(named: int) -> None:
    """ER-23: [red_candle] any number from 1 to 6 is named on resolution; a later roll of any player that ends on it deals
    1 damage to a player or monster its player picks."""
    game = start({"items": ["red_candle"]}, {"items": ["mystery_sack"]}, dice=[named]).activate("red_candle").pass_all()
    game.expect(asked=0, question="number", legal=[f"number {n}" for n in range(1, 7)]).choose(named)
    game.activate("mystery_sack", by=1).pass_all().pass_all().expect(asked=0, question="target", source="red_candle")
    game.expect(legal=["choose player 0", "choose player 1", "choose Fly", "choose Fatty"]).choose("fatty").settle()
    game.expect(monster="fatty", hp=3).expect(player=0, hp=2).expect(player=1, hp=2)


def test_red_candle__a_new_target_each_time() -> None:
    """ER-23: [red_candle] answers every such roll until end of turn, attack rolls too, each with a new target."""
    seats: list[dict[str, Any]] = [{"items": ["red_candle", "mystery_sack", "book_of_sin"]}, {}, {}]
    game = start(*seats, dice=[4, 4, 3, 4]).activate("red_candle").pass_all(4)
    game.activate("mystery_sack").pass_all().pass_all().choose(1).settle().expect(player=1, hp=1)
    game.attack("fatty").pass_all().pass_all().pass_all().choose(2).settle().expect(player=2, hp=1)
    game.expect(monster="fatty", hp=3).expect(player=0, hp=2)


def test_red_candle__other_numbers_do_nothing() -> None:
    """[red_candle] a roll that ends on another number leaves every player alone, one changed to it does not
    [spoon_bender]."""
    seats: list[dict[str, Any]] = [
        {"items": ["red_candle", "spoon_bender"]},
        {"items": ["mystery_sack", "book_of_sin"]},
    ]
    game = start(*seats, dice=[4, 3]).activate("red_candle").pass_all(4).activate("mystery_sack", by=1).pass_all()
    game.activate("spoon_bender").pass_all().expect(stack=["roll 5"]).settle().expect(question="priority")
    game = start(*seats, dice=[3]).activate("red_candle").pass_all(4).activate("mystery_sack", by=1).pass_all()
    game.activate("spoon_bender").pass_all().pass_all().expect(asked=0, question="target").choose(1).settle()
    game.expect(player=1, hp=1)


def test_red_candle__a_roll_that_lay_there_before() -> None:
    """R9.14, ER-23: [red_candle] names its number before a roll: one that was thrown already is not answered, the next
    one is, though it lies above and ends first."""
    seats: list[dict[str, Any]] = [{"items": ["red_candle", "book_of_sin", "mystery_sack"]}, {}]
    game = start(*seats, dice=[4, 4]).activate("mystery_sack").pass_all().expect(stack=["roll 4"])
    game.activate("red_candle").pass_all(4).activate("book_of_sin").pass_all().pass_all()
    game.expect(question="target").choose(1).expect(stack=["roll 4", "book of sin", "trigger Red Candle"]).settle()
    game.expect(player=1, hp=1).expect(player=0, coins=7, hand=1).expect(question="priority")


def test_red_candle__its_number_is_public() -> None:
    """A45: the number [red_candle] waits for, and who picks from [mutant_spider]'s dice, is written on every screen."""
    game = start({"items": ["red_candle", "mutant_spider"]}).activate("red_candle").pass_all(4)
    game.activate("mutant_spider").pass_all()
    assert "Red Candle: an effect of player_0 waits for any roll of 4" in game.text()
    assert "Mutant Spider: player_0 picks the next roll from four dice" in game.text()


def test_red_candle__after_the_last_running_number() -> None:
    """R9.14: the running numbers of stack objects begin anew; [red_candle] still knows what came after it."""
    game = start({"items": ["red_candle", "mystery_sack"]}, dice=[4])
    game.S["uid"][0] = LAST_UID - 2
    game.activate("red_candle").pass_all(4).activate("mystery_sack").pass_all()
    assert 0 < game.S["uid"][0] < 9
    game.pass_all().expect(asked=0, question="target", source="red_candle").choose("fatty").settle()
    game.expect(monster="fatty", hp=3)


def test_red_candle__ends_with_the_turn() -> None:
    """R7.9, A52: [red_candle] is forgotten in the next turn; it continues without the item."""
    seats: list[dict[str, Any]] = [{"items": ["red_candle", "glass_cannon"]}, {"items": ["mystery_sack"]}]
    game = start(*seats, dice=[4]).activate("red_candle").pass_all(4)
    ended = game.copy().end_turn().activate("mystery_sack", by=1).settle()
    ended.expect(question="priority").expect(player=0, hp=2).expect(player=1, hp=2, coins=7)
    game = game.activate("glass_cannon", "red_candle").pass_all().expect(card="red_candle", zone="discard").pass_all()
    game.expect(asked=0, question="target", source="red_candle").choose(1).settle().expect(player=1, hp=1)


def test_red_candle__may_not_hit_the_dead() -> None:
    """R13.7: a dead player is no target of [red_candle]'s damage."""
    seats: list[dict[str, Any]] = [{"items": ["red_candle", "mystery_sack"]}, {"dead": True}, {}]
    game = start(*seats, dice=[5]).activate("red_candle").pass_all(5).activate("mystery_sack").pass_all().pass_all()
    game.expect(question="target", legal=["choose player 0", "choose player 2"], illegal="choose player 1")


def test_red_candle__two_numbers() -> None:
    """[red_candle] recharged and used again it watches both numbers [the_battery]."""
    seats: list[dict[str, Any]] = [{"items": ["red_candle", "the_battery", "mystery_sack", "book_of_sin"]}, {}]
    game = start(*seats, dice=[5, 6]).activate("red_candle").pass_all(5).activate("the_battery", "red_candle").settle()
    game.activate("red_candle").pass_all(6).activate("mystery_sack").pass_all().pass_all().choose("fatty").settle()
    game.activate("book_of_sin").pass_all().pass_all().choose("fatty").settle().expect(monster="fatty", hp=2)


def test_mutant_spider__picks_one_of_four() -> None:
    """R9.15, ER-20: [mutant_spider] whoever throws next throws four dice; its player keeps one before the push."""
    game = start({"items": ["mutant_spider"]}, {"items": ["mystery_sack"]}, dice=[5, 3, 6, 3]).activate("mutant_spider")
    game.pass_all().activate("mystery_sack", by=1).pass_all().expect(asked=0, question="number", source="mutant_spider")
    game.expect(legal=["number 3", "number 5", "number 6"], stack=[], illegal=["number 1", "number 2", "number 4"])
    game.choose(3).expect(stack=["roll 3 for mystery sack"], dice=[]).settle().expect(player=1, coins=7)


def test_mutant_spider__one_roll_only() -> None:
    """ER-20: [mutant_spider] the second roll is thrown with one die; rerolls are no rolls (R9.5) [the_d6]."""
    seats: list[dict[str, Any]] = [{"items": ["mutant_spider", "mystery_sack", "book_of_sin", "the_d6"]}]
    game = start(*seats, dice=[1]).activate("mystery_sack").pass_all().activate("mutant_spider").pass_all()
    game.roll(2).activate("the_d6").pass_all().expect(stack=["roll 2"], question="priority").settle()
    game.roll(1, 2, 5, 6).activate("book_of_sin").pass_all().expect(question="number").choose(6).settle()
    game.expect(player=0, max_hp=3).roll(4).attack("fatty").pass_all().pass_all().expect(stack=["attack roll 4"])


def test_mutant_spider__attack_rolls_too() -> None:
    """R9.15: [mutant_spider] another player's attack roll is thrown with four dice as well."""
    game = start({}, {"items": ["mutant_spider"]}, dice=[6, 1, 2, 5]).activate("mutant_spider", by=1).pass_all()
    game.attack("fatty").pass_all().pass_all().expect(asked=1, question="number").choose(1).expect(
        stack=["attack roll 1"]
    )
    game.settle().expect(player=0, hp=1).expect(monster="fatty", hp=4)


def test_mutant_spider__four_equal_dice() -> None:
    """[mutant_spider] with four equal numbers there is nothing to choose."""
    game = start({"items": ["mutant_spider", "mystery_sack"]}, dice=[4, 4, 4, 4]).activate("mutant_spider").pass_all()
    game.activate("mystery_sack").pass_all().expect(stack=["roll 4"], question="priority", dice=[])


def test_mutant_spider__ends_with_the_turn() -> None:
    """R7.9, A52: [mutant_spider] unused it is gone in the next turn."""
    game = (
        start({"items": ["mutant_spider"]}, {"items": ["mystery_sack"]}, dice=[4]).activate("mutant_spider").pass_all()
    )
    game.end_turn().activate("mystery_sack", by=1).pass_all().expect(stack=["roll 4"], question="priority")


def test_mutant_spider__one_mark_for_each_roll() -> None:
    """ER-20: two marks of [mutant_spider] serve two rolls [placebo]."""
    seats: list[dict[str, Any]] = [{"items": ["mutant_spider", "placebo", "mystery_sack", "book_of_sin"]}]
    game = start(*seats).activate("mutant_spider").settle().activate("placebo", "mutant_spider").settle()
    game.roll(1, 2, 3, 4).activate("mystery_sack").pass_all().expect(question="number").choose(4).settle()
    game.roll(1, 2, 3, 5).activate("book_of_sin").pass_all().expect(question="number").choose(5).settle()
    game.expect(player=0, coins=7, max_hp=3)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_head_of_krampus__lines(number: int) -> None:
    """R12.7: [head_of_krampus] 1-3 every player, its own too, takes 1 damage; 4-6 every active monster does."""
    game = start({"items": ["head_of_krampus"]}, {}, {}, monsters=["fatty", "leech"], dice=[number])
    game.activate("head_of_krampus").pass_all().pass_all().expect(stack=["head of krampus"]).pass_all()
    players, monsters = (1, 0) if number < 4 else (0, 1)
    for p in range(3):
        game.expect(player=p, hp=2 - players)
    game.expect(monster="fatty", hp=4 - monsters).expect(monster="leech", hp=1 - monsters)
    game.expect(card="head_of_krampus", turned=True)


def test_head_of_krampus__kills_give_rewards() -> None:
    """R14.2, R12.14: monsters killed by [head_of_krampus] in another player's turn reward the active player."""
    game = start({}, {"items": ["head_of_krampus"]}, monsters=["fly", "dip"], dice=[6])
    game.activate("head_of_krampus", by=1).settle("fly").expect(player=0, coins=5).expect(player=1, coins=3)
    game.expect(card="fly", zone="discard").expect(card="dip", zone="discard")
