"""Gold Box treasures that are turned for their effect. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import start

TOP = ["trite", "troll_bombs", "ambush", "dip", "leech"]


def test_ouija_board__reveals_four_and_plays_one() -> None:
    """R2.15, R2.24, ER-59: [ouija_board] four cards are seen by all; its player, who need not be active, plays one of them
    that is no monster and is its "you"; the rest goes to the bottom: [troll_bombs]."""
    game = start({}, {"items": ["ouija_board"]}, monster_deck=TOP).activate("ouija_board", by=1).pass_all()
    for card in TOP[:4]:
        game.expect(card=card, zone="deck", known=[0, 1])
    game.expect(asked=1, question="may").expect(card="leech", known=[]).choose("yes")
    game.expect(asked=1, legal=["choose Troll Bombs", "choose Ambush!"], illegal=["choose Trite", "choose Dip"])
    game.choose("troll_bombs").expect(asked=1, question="order").expect(card="troll_bombs", zone="stack")
    game.expect(illegal="choose Troll Bombs").choose("dip").choose("trite")
    game.expect(stack=["player 1: event troll bombs"]).expect(deck="monster", top=["leech"], bottom=["ambush"])
    game.pass_all().expect(player=1, dying=True).expect(player=0, hp=2, dying=False)


def test_ouija_board__the_last_one_named_lies_lowest() -> None:
    """R15.11: the order on the bottom is its player's choice, the last one lowest: [ouija_board]."""
    game = start({"items": ["ouija_board"]}, monster_deck=TOP).activate("ouija_board").pass_all("no")
    game.choose("dip").choose("ambush").choose("trite").settle()
    game.expect(deck="monster", top=["leech"], bottom=["troll_bombs", "trite", "ambush", "dip"])
    game.expect(stack=[], monsters=["fly", "fatty"]).expect(card="ouija_board", turned=True)


def test_ouija_board__nothing_to_play() -> None:
    """[ouija_board] four monsters: none of them may be played, all go to the bottom."""
    deck = ["trite", "dip", "leech", "clotty", "pooter"]
    game = start({"items": ["ouija_board"]}, monster_deck=deck).activate("ouija_board").pass_all()
    game.choose("yes").expect(question="order").choose("trite").choose("dip").choose("leech")
    game.expect(deck="monster", top=["pooter"], bottom=["clotty", "leech", "dip", "trite"]).expect(
        stack=[], monsters=["fly", "fatty"]
    )


def test_ouija_board__a_curse_goes_where_its_player_wants() -> None:
    """R2.16, R2.24: the curse is announced by the player of [ouija_board], who picks its holder: [curse_of_pain]."""
    deck = ["trite", "curse_of_pain", "dip", "leech"]
    game = start({}, {"items": ["ouija_board"]}, {}, monster_deck=deck).activate("ouija_board", by=1).pass_all("yes")
    game.choose("trite").choose("dip").expect(asked=1, question="target").choose(2)
    game.expect(stack=["player 1: event curse of pain"]).pass_all().expect(player=2, curses=["curse_of_pain"])


def test_ouija_board__a_chest_pays_its_player() -> None:
    """R2.24: the roll of a chest that was played with [ouija_board] is its player's: [chest_1]."""
    deck = ["trite", "chest_1", "dip", "leech"]
    game = start({}, {"items": ["ouija_board"]}, monster_deck=deck, dice=[6]).activate("ouija_board", by=1)
    game.pass_all("yes").choose("trite").choose("dip").settle().expect(player=1, coins=9).expect(player=0, coins=3)
    game.expect(card="chest_1", zone="discard")


def test_ouija_board__binds_nobody_but_the_active_player() -> None:
    """R11.7: an Ambush! played in another player's turn makes no player attack: [ouija_board] [ambush]."""
    game = start({}, {"items": ["ouija_board"]}, monster_deck=["ambush", "trite", "dip", "leech"])
    game.activate("ouija_board", by=1).pass_all("yes").choose("trite").choose("dip").settle()
    game.expect(asked=0, legal="pass").expect(card="ambush", zone="discard")


def test_ouija_board__a_short_deck_is_made_anew() -> None:
    """R15.9, R15.11: revealed cards are taken one by one: the third empties the deck, the fourth comes from the shuffled
    discard pile: [ouija_board]."""
    position = {"monster_deck": ["trite", "dip", "leech"], "monster_discard": ["clotty"], "exact_decks": ["monster"]}
    game = start({"items": ["ouija_board"]}, **position).activate("ouija_board").pass_all("no")
    game.expect(legal=["choose Trite", "choose Dip", "choose Leech", "choose Clotty"])
    game.expect(discard="monster", size=0).expect(card="clotty", known=[0, 1])
    game.choose("clotty").choose("dip").choose("trite")
    game.expect(deck="monster", top=["clotty", "dip", "trite", "leech"], size=4)


def test_ouija_board__what_lies_under_is_hidden() -> None:
    """R15.11, A45: only the revealed cards of the deck made anew are known: [ouija_board]."""
    pile = ["clotty", "pooter", "spider"]
    position = {"monster_deck": ["trite", "dip", "leech"], "monster_discard": pile, "exact_decks": ["monster"]}
    game = start({"items": ["ouija_board"]}, **position).activate("ouija_board").pass_all("no")
    seen = [card for card in pile if f"choose {card.title()}" in game.legal()]
    assert len(seen) == 1 and len(game.legal()) == 4
    for card in pile:
        game.expect(card=card, zone="deck", known=[0, 1] if card in seen else [])
    game.choose("trite").choose("dip").choose("leech").expect(
        deck="monster", size=6, bottom=[*seen, "leech", "dip", "trite"]
    )


@pytest.mark.parametrize("number", [1, 2, 3])
def test_fruitcake__loot_or_a_cent(number: int) -> None:
    """[fruitcake] 1: loot 1; 2, 3: gain 1c."""
    game = start({"items": ["fruitcake"]}, dice=[number]).activate("fruitcake").settle()
    game.expect(player=0, hand=int(number == 1), coins=3 + (number > 1)).expect(card="fruitcake", turned=True)


@pytest.mark.parametrize("number", [4, 5, 6])
@pytest.mark.parametrize("deck", ["loot", "treasure", "monster"])
def test_fruitcake__looks_at_a_top_card(number: int, deck: str) -> None:
    """R9.7: [fruitcake] 4 to 6: the deck is chosen when the line is pushed; its top card is seen by its player alone."""
    top = {"loot_deck": ["a_dime"], "treasure_deck": ["meat"], "monster_deck": ["trite"]}
    game = start({"items": ["fruitcake"]}, dice=[number], **top).activate("fruitcake").pass_all().pass_all()
    game.expect(asked=0, question="target").choose(f"{deck} deck").settle()
    for other, (card,) in (("loot", top["loot_deck"]), ("treasure", ["meat"]), ("monster", ["trite"])):
        game.expect(card=card, zone="deck", known=[0] if other == deck else []).expect(deck=other, top=[card])
    game.expect(player=0, hand=0, coins=3)


@pytest.mark.parametrize(("first", "second"), [(5, 5), (5, 6), (1, 1), (6, 5)])
def test_fruitcake__recharges_on_the_same_number_twice(first: int, second: int) -> None:
    """ER-24: any player's same number twice in a row in a turn recharges [fruitcake], two different ones do not."""
    seat = {"items": ["mystery_sack", "book_of_sin"]}
    game = start({"items": [{"card": "fruitcake", "turned": True}]}, seat, dice=[first, second])
    game.activate("mystery_sack", by=1).settle().expect(card="fruitcake", turned=True)
    game.activate("book_of_sin", by=1).pass_all().pass_all()
    line = "result of book of sin"
    game.expect(stack=[line, "player 0: trigger fruitcake"] if first == second else [line]).settle()
    game.expect(card="fruitcake", turned=first != second)


def test_fruitcake__own_roll_may_be_the_second() -> None:
    """ER-06, ER-24: its own roll counts and recharges it, again and again while the number comes: [fruitcake]."""
    game = start({"items": ["fruitcake", "mystery_sack"]}, dice=[3, 3, 3, 2]).activate("mystery_sack").settle()
    game.activate("fruitcake").settle().expect(card="fruitcake", turned=False).activate("fruitcake").settle()
    game.expect(card="fruitcake", turned=False).activate("fruitcake").settle().expect(card="fruitcake", turned=True)
    game.expect(player=0, coins=10)


def test_fruitcake__other_players_rolls_do_not_break_the_row() -> None:
    """ER-24: the row is each player's own: 5, another player's 2, 5 again; two players with one 2 each are no row:
    [fruitcake]."""
    seats = [{"items": [{"card": "fruitcake", "turned": True}, "mystery_sack", "book_of_sin"]}, {"items": ["the_d100"]}]
    game = start(*seats, dice=[5, 5, 5]).activate("mystery_sack").settle().activate("the_d100", by=1).settle()
    game.expect(card="fruitcake", turned=True).activate("book_of_sin").settle().expect(card="fruitcake", turned=False)


def test_fruitcake__another_number_between_breaks_the_row() -> None:
    """ER-24: 5, 6, 5 of one player is no row: [fruitcake]."""
    seat = {"items": [{"card": "fruitcake", "turned": True}, "mystery_sack", "book_of_sin", "portable_slot_machine"]}
    game = (
        start({**seat, "coins": 9}, dice=[5, 6, 5]).activate("mystery_sack").settle().activate("book_of_sin").settle()
    )
    game.pay("portable_slot_machine").settle().expect(card="fruitcake", turned=True)


def test_fruitcake__attack_rolls_count_once() -> None:
    """ER-24: attack rolls are rolls: two 6 in a row are one trigger, and they join other rolls: [fruitcake]."""
    seat = {"items": [{"card": "fruitcake", "turned": True}, "mystery_sack"]}
    game = start(seat, dice=[6, 6, 6], monsters=["fatty", "fly"]).activate("mystery_sack").settle().attack("fatty")
    game.pass_all().pass_all().pass_all().expect(stack=["combat damage", "trigger fruitcake"]).pass_all()
    game.expect(card="fruitcake", turned=False).pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage", "trigger fruitcake"])


def test_fruitcake__final_numbers_count() -> None:
    """R9.14: what the roll is in the end counts, not what was thrown: [fruitcake] [spoon_bender]."""
    seat = {"items": [{"card": "fruitcake", "turned": True}, "mystery_sack", "book_of_sin", "spoon_bender"]}
    game = start(seat, dice=[6, 5]).activate("mystery_sack").settle().activate("book_of_sin").pass_all()
    game.activate("spoon_bender").settle().expect(card="fruitcake", turned=False)


def test_fruitcake__a_new_turn_begins_a_new_row() -> None:
    """ER-24: the last roll of a turn and the first one of the next are no row: [fruitcake]."""
    seat = {"items": ["mystery_sack", "book_of_sin"]}
    game = start({"items": [{"card": "fruitcake", "turned": True}]}, {}, seat, dice=[5, 5])
    game.activate("mystery_sack", by=2).settle().end_turn().until("action")
    game.activate("book_of_sin", by=2).settle().expect(card="fruitcake", turned=True)


BEAN = "i_cant_believe_its_not_butter_bean"
ACTIVATE = "activate I Can't Believe It's Not Butter Bean"


def answers(theirs: dict[str, Any], **position: Any) -> Play:
    return start({"items": [BEAN, "dinner", "mystery_sack"]}, theirs, **position)


def test_not_butter_bean__saves_an_item_from_an_item() -> None:
    """ER-35: [i_cant_believe_its_not_butter_bean] cancels the effect of an item aimed at an own item; the cost stays
    paid and a card that would have destroyed itself stays: [chaos_card]."""
    game = answers({"items": ["chaos_card"]}).activate("chaos_card", "dinner", by=1).pass_(by=1)
    game.expect(asked=0, legal=ACTIVATE).activate(BEAN, "chaos_card").pass_all().expect(stack=[]).expect(
        card="dinner", zone="item", owner=0
    )
    game.expect(card="chaos_card", zone="item", turned=True).expect(card=BEAN, turned=True)


def test_not_butter_bean__saves_an_item_from_a_loot_card() -> None:
    """ER-35: a loot card aimed at an own item is cancelled and discarded: [i_cant_believe_its_not_butter_bean] [perthro]."""
    game = (
        answers({"hand": ["perthro"]})
        .play("perthro", "dinner", by=1, turn=True)
        .activate(BEAN, "perthro", by=0)
        .settle()
    )
    game.expect(card="dinner", zone="item", owner=0).expect(card="perthro", zone="discard")


def test_not_butter_bean__saves_an_own_roll() -> None:
    """ER-35: an item or loot card aimed at an own roll; the roll itself continues: [i_cant_believe_its_not_butter_bean]
    [spoon_bender] [dice_shard]."""
    theirs = {"items": ["spoon_bender"], "hand": ["dice_shard"]}
    game = answers(theirs, dice=[4, 1]).activate("mystery_sack").pass_all()
    game.copy().activate("spoon_bender", by=1).activate(BEAN, "spoon_bender", by=0).settle().expect(player=0, coins=7)
    game.play("dice_shard", by=1, turn=True).activate(BEAN, "dice_shard", by=0).settle().expect(
        player=0, coins=7, hand=[]
    )
    game.expect(card="dice_shard", zone="discard")


def test_not_butter_bean__saves_an_own_attack_roll() -> None:
    """ER-35, R9.2: attack rolls are rolls that their player made: [i_cant_believe_its_not_butter_bean] [mini_mush]."""
    game = answers({"items": ["mini_mush"]}, dice=[2], monsters=["fly", "fatty"]).attack("fly").pass_all().pass_all()
    game.activate("mini_mush", by=1).activate(BEAN, "mini_mush", by=0).pass_all().expect(
        stack=["attack roll 2"]
    ).settle()
    game.expect(player=0, coins=4, hp=3)


def test_not_butter_bean__also_paid_effects_and_lines() -> None:
    """R17.10: a paid effect aimed at an own item is one too: [i_cant_believe_its_not_butter_bean] [pay_to_play]."""
    game = answers({"items": ["pay_to_play"], "coins": 10}).pay("pay_to_play", "dinner", by=1)
    game.activate(BEAN, "pay_to_play", by=0).settle().expect(player=1, coins=0, items=["pay_to_play"])
    game.expect(card="dinner", owner=0)


@pytest.mark.parametrize(
    ("theirs", "act"),
    [
        ({"hand": ["dagaz"], "curses": ["curse_of_pain"]}, lambda g: g.play("dagaz", "a", by=1, turn=True)),
        ({"items": ["razor_blade"]}, lambda g: g.activate("razor_blade", 0, by=1)),
        ({"items": ["mr_boom"]}, lambda g: g.activate("mr_boom", "fatty", by=1)),
        ({"items": ["the_battery", "mr_boom"]}, lambda g: g.activate("the_battery", "mr_boom", by=1)),
        ({"items": ["flush"]}, lambda g: g.activate("flush", "b", by=1)),
        ({"items": ["mystery_sack"]}, lambda g: g.activate("mystery_sack", by=1)),
    ],
)
def test_not_butter_bean__nothing_else(theirs: dict[str, Any], act: Any) -> None:
    """ER-35: not what is aimed at players, monsters, other players' items or nothing: [i_cant_believe_its_not_butter_bean]."""
    game = act(start({"items": [BEAN, "dinner"]}, theirs))
    while game.asked != 0:
        game.pass_()
    game.expect(asked=0, question="priority", illegal=ACTIVATE)


def test_not_butter_bean__not_an_other_players_roll_and_no_trigger() -> None:
    """R17.10, ER-35: what is aimed at another player's roll; a trigger on an own roll: neither is a target:
    [i_cant_believe_its_not_butter_bean] [spoon_bender] [the_missing_page]."""
    game = start({"items": [BEAN]}, {"items": ["mystery_sack", "spoon_bender"]}, dice=[3]).activate(
        "mystery_sack", by=1
    )
    game.pass_all().activate("spoon_bender", by=1).pass_().expect(asked=0, illegal=ACTIVATE)
    game = start({"items": [BEAN, "mystery_sack"]}, {"items": ["the_missing_page"]}, dice=[5]).activate("mystery_sack")
    game.pass_all().expect(asked=0, stack=["roll 5", "trigger the missing page"], illegal=ACTIVATE)


def test_library_card__one_more_loot_play() -> None:
    """R8.2: [library_card] one more loot play this turn, in any player's turn; unused it ends with the turn."""
    play = "play 2 Cents!"
    game = start({}, {"items": ["library_card"], "hand": ["two_cents"] * 3, "turned": True}).pass_(by=0)
    game.expect(asked=1, illegal=play).activate("library_card").settle().pass_(by=0).expect(asked=1, legal=play)
    game.copy().play("two_cents").settle().expect(player=1, coins=5).pass_(by=0).expect(asked=1, illegal=play)
    game.end_turn().until("action").play("two_cents").settle().play("two_cents", turn=True).settle()
    game.expect(player=1, coins=7, hand=2).expect(asked=1, illegal=play)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_the_butter_bean__recharges_on_a_6(number: int) -> None:
    """[the_butter_bean] 1 to 5 nothing, 6 recharges it."""
    game = start({"items": ["the_butter_bean"]}, dice=[number]).activate("the_butter_bean").settle()
    game.expect(card="the_butter_bean", turned=number != 6).expect(player=0, coins=3, hand=[], hp=2)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("coins", [5, 0])
def test_crooked_penny__doubles_or_takes_all(number: int, coins: int) -> None:
    """[crooked_penny] 1 to 3 double the chosen player's coins, 4 to 6 take them all; no other player's change."""
    game = start({"items": ["crooked_penny"]}, {"coins": coins}, {"coins": 4}, dice=[number])
    game.activate("crooked_penny", 1).settle().expect(player=1, coins=2 * coins if number < 4 else 0)
    game.expect(player=0, coins=3).expect(player=2, coins=4)


def test_crooked_penny__counts_on_resolution_and_is_a_gain() -> None:
    """ER-38: what is held when the line resolves is doubled, by a gain of the chosen player: [crooked_penny]
    [counterfeit_penny]."""
    seats = [{"items": ["crooked_penny"]}, {"items": ["counterfeit_penny", "sack_of_pennies"], "coins": 5}]
    game = start(*seats, dice=[3]).activate("crooked_penny", 1).pass_all().pass_all()
    game.expect(stack=["result of crooked penny"]).activate("sack_of_pennies", by=1).settle()
    game.expect(player=1, coins=2 * (5 + 2) + 1).expect(player=0, coins=3)
