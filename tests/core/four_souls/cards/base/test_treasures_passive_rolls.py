"""Base treasures that answer a number rolled by any player. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start
from tests.every import every


def other_rolls(card: str, number: int, mine: dict[str, Any], theirs: dict[str, Any], **position: Any) -> Play:
    """Player 0 has the card; player 1 rolls the number with Mystery Sack, up to the resolved roll."""
    mine = {**mine, "items": [card, *mine.get("items", [])]}
    theirs = {**theirs, "items": ["mystery_sack", *theirs.get("items", [])]}
    game = start(mine, theirs, dice=[number], **position)
    return game.activate("mystery_sack", by=1).pass_all().expect(stack=[f"roll {number} for Mystery Sack"]).pass_all()


def own_attack_roll(card: str, number: int, mine: dict[str, Any] | None = None, **position: Any) -> Play:
    mine = {**(mine or {}), "items": [card, *(mine or {}).get("items", [])]}
    game = start(mine, dice=[number], **position).attack("fly").pass_all().pass_all()
    return game.expect(stack=[f"attack roll {number}"]).pass_all()


ROLLED = {
    "the_relic": 1,
    "finger": 2,
    "charged_baby": 2,
    "the_d10": 3,
    "dead_bird": 3,
    "tarot_cloth": 4,
    "moms_box": 4,
    "spider_mod": 5,
    "eye_of_greed": 5,
    "moms_razor": 6,
    "cheese_grater": 6,
}
ANSWERED_BY = [(card, number, rolled) for card, number in ROLLED.items() for rolled in range(1, 7)]


@every(ANSWERED_BY)
def test_any_roll__answers_its_number_alone(card: str, number: int, rolled: int) -> None:
    """R9.7: the trigger lies above the line of the roll, for its number and no other: [the_relic] [finger]
    [charged_baby] [the_d10] [dead_bird] [tarot_cloth] [moms_box] [spider_mod] [eye_of_greed] [moms_razor]
    [cheese_grater]."""
    mine = {"items": [card], "hand": ["bomb"]}
    game = start(mine, {"items": ["mystery_sack"], "hand": ["a_penny"]}, dice=[rolled])
    game.activate("mystery_sack", by=1).pass_all().pass_all()
    while game.question == "target":
        game.choose("loot deck" if card == "cheese_grater" else game.legal()[0].removeprefix("choose "))
    line = [] if rolled > 4 else ["result of mystery sack"]
    game.expect(stack=line + [f"player 0: trigger {card}"] if rolled == number else line)


@pytest.mark.parametrize(
    ("rolled", "changed", "line"), [(1, 2, "nothing"), (2, 1, "the_relic")], ids=["away from it", "to it"]
)
def test_any_roll__answers_the_final_number(rolled: int, changed: int, line: str) -> None:
    """R9.7: only the number that the roll resolves with counts, not one it showed before: [the_relic]."""
    game = start({"items": ["the_relic"], "hand": ["the_magician"]}, {"items": ["mystery_sack"]}, dice=[rolled])
    game.activate("mystery_sack", by=1).pass_all().play("the_magician").settle(changed)
    game.expect(player=0, hand=1 if line == "the_relic" else 0).expect(player=1, hand=1)


def test_the_relic__loots_before_the_line_of_the_roll() -> None:
    """R9.8: [the_relic] loots 1 for its player, on another player's roll, before what was rolled for."""
    game = other_rolls("the_relic", 1, {}, {}, loot_deck=["a_dime", "bomb"])
    game.settle().expect(player=0, hand=["a_dime"]).expect(player=1, hand=["bomb"])


def test_the_relic__hears_own_attack_rolls() -> None:
    """R9.12: any player's roll means also the own attack roll: [the_relic]."""
    own_attack_roll("the_relic", 1).expect(stack=["combat damage 1 to player 0", "trigger the relic"])


def test_dads_lost_coin__rerolls_a_one_at_once() -> None:
    """R9.6: [dads_lost_coin] answers a 1 while the roll lies on the stack and rolls it anew; 1 again: asked again."""
    game = start({"items": ["dads_lost_coin"]}, {"items": ["mystery_sack"]}, dice=[1, 1, 4])
    game.activate("mystery_sack", by=1).pass_all()
    game.expect(stack=["roll 1 for mystery sack", "player 0: trigger Dad's Lost Coin"])
    game.pass_all("yes").expect(stack=["roll 1", "trigger Dad's Lost Coin"])
    game.pass_all("yes").expect(stack=["roll 4"]).settle().expect(player=1, coins=7, hand=[]).expect(player=0, coins=3)


def test_dads_lost_coin__may_leave_the_one() -> None:
    """[dads_lost_coin] may: without it the 1 stands."""
    game = start({"items": ["dads_lost_coin"]}, {"items": ["mystery_sack"]}, dice=[1, 4])
    game.activate("mystery_sack", by=1).settle("no").expect(player=1, hand=1, coins=3).expect(dice=[4])


def test_dads_lost_coin__fizzles_when_the_one_is_gone() -> None:
    """R9.6, R17.3: a 1 changed in response is no 1 any more, no player is asked: [dads_lost_coin] [spoon_bender]."""
    game = start({"items": ["dads_lost_coin"]}, {"items": ["mystery_sack", "spoon_bender"]}, dice=[1, 4])
    game.activate("mystery_sack", by=1).pass_all().activate("spoon_bender", by=1).pass_all()
    game.expect(stack=["roll 2", "trigger Dad's Lost Coin"]).pass_all().expect(stack=["roll 2"], dice=[4])


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_dads_lost_coin__ignores_other_numbers(number: int) -> None:
    """[dads_lost_coin] does not answer what is no 1; an own attack roll it does answer."""
    game = start({"items": ["dads_lost_coin"]}, dice=[number, 1]).attack("fatty").pass_all().pass_all()
    game.expect(stack=["attack roll"]).pass_all().pass_all().pass_all().expect(stack=["attack roll 1", "trigger"])


def test_finger__takes_and_gives() -> None:
    """[finger] steals an item of the roller, eternal ones excepted, and gives one of the own back."""
    theirs = {"items": ["dinner", {"card": "the_d6", "eternal": True}]}
    game = other_rolls("finger", 2, {"items": ["breakfast"]}, theirs)
    game.expect(question="target", illegal=["choose The D6", "choose Breakfast", "choose Finger!"])
    game.expect(legal=["choose Dinner", "choose Mystery Sack"]).choose("dinner").pass_all("yes")
    game.expect(illegal="choose Mystery Sack").choose("breakfast").settle()
    game.expect(player=0, items=["finger", "dinner"]).expect(player=1, items=["mystery_sack", "the_d6", "breakfast"])


def test_finger__may_give_the_stolen_item_back() -> None:
    """ER-17: the gift of [finger] may be the stolen item, or [finger] itself; one's own eternal items not."""
    mine = {"items": [{"card": "yum_heart", "eternal": True}]}
    game = other_rolls("finger", 2, mine, {"items": ["dinner"]}).choose("dinner").pass_all("yes")
    game.expect(legal=["choose Finger!", "choose Dinner"], illegal="choose Yum Heart")
    game.copy().choose("finger").settle().expect(player=1, items=["mystery_sack", "finger"])
    game.choose("dinner").settle().expect(player=1, items=["mystery_sack", "dinner"]).expect(player=0, items=2)


def test_finger__may_be_left() -> None:
    """[finger] may: no steal, no gift."""
    game = other_rolls("finger", 2, {"items": ["breakfast"]}, {"items": ["dinner"]}).choose("dinner").pass_all("no")
    game.expect(player=0, items=["finger", "breakfast"]).expect(player=1, items=["mystery_sack", "dinner"])


def test_finger__no_steal_no_gift() -> None:
    """ER-17: an item that is gone is not stolen, and then nothing is given: [finger] [chaos_card]."""
    game = other_rolls("finger", 2, {"items": ["breakfast"]}, {"items": ["dinner", "chaos_card"]}).choose("dinner")
    game.activate("chaos_card", "dinner", by=1).settle()
    game.expect(player=0, items=["finger", "breakfast"]).expect(player=1, items=["mystery_sack"])


@pytest.mark.parametrize("card", ["finger", "tarot_cloth", "dead_bird"])
def test_takers__do_nothing_on_own_rolls(card: str) -> None:
    """[finger] [tarot_cloth] [dead_bird]: nothing is taken from oneself."""
    game = own_attack_roll(card, ROLLED[card], {"hand": ["bomb"], "items": ["breakfast"]})
    game.expect(stack=["combat damage"], question="priority").expect(player=0, hand=["bomb"], items=[card, "breakfast"])


@pytest.mark.parametrize(("answer", "turned"), [("yes", False), ("no", True)])
def test_charged_baby__may_recharge_any_item(answer: str, turned: bool) -> None:
    """[charged_baby] may recharge an item of any player."""
    game = other_rolls("charged_baby", 2, {"items": [{"card": "mr_boom", "turned": True}]}, {})
    game.expect(question="target", legal=["choose Mystery Sack", "choose Mr. Boom"], illegal="choose Dinner")
    game.choose("mystery_sack").pass_all(answer)
    game.expect(card="mystery_sack", turned=turned).expect(card="mr_boom", turned=True)


def test_the_d10__covers_a_slot_that_is_not_attacked() -> None:
    """[the_d10] lays the top card of the monster deck on a slot that is not attacked, at once."""
    game = own_attack_roll("the_d10", 3, monsters=["fly", "fatty", "dip"], monster_deck=["trite"])
    game.pass_all("yes").expect(asked=0, illegal="choose Fly", legal=["choose Fatty", "choose Dip"])
    game.choose("dip").expect(monsters=["fly", "fatty", "trite"]).expect(monster="trite", covered=["dip"])
    game.expect(monster="fly", attacked=True)


def test_the_d10__a_bonus_card_is_played_and_the_slot_stays() -> None:
    """R15.10: a card that is no monster is played by the active player; the slot stays as it was: [the_d10]."""
    game = start({"items": ["mystery_sack"]}, {"items": ["the_d10"]}, dice=[3], monster_deck=["troll_bombs"])
    game.activate("mystery_sack").pass_all().pass_all().pass_all("yes", "fly")
    game.expect(stack=["result of mystery sack", "player 0: event troll bombs"], monsters=["fly", "fatty"])
    game.pass_all().expect(player=0, dying=True).expect(player=1, hp=2)


def test_the_d10__may_be_left() -> None:
    """[the_d10] may: the deck stays as it is."""
    game = other_rolls("the_d10", 3, {}, {}, monster_deck=["trite"]).pass_all("no").settle()
    game.expect(deck="monster", top=["trite"]).expect(monsters=["fly", "fatty"])


def test_tarot_cloth__the_roller_chooses_what_to_give() -> None:
    """[tarot_cloth] the roller, and no other player, picks the card that changes hands; a third player keeps all."""
    seats = [{"items": ["tarot_cloth"]}, {"items": ["mystery_sack"], "hand": ["bomb", "a_dime"]}, {"hand": ["dagaz"]}]
    game = Scenario(players=seats, dice=[4]).start().activate("mystery_sack", by=1).pass_all().pass_all()
    game.pass_all().expect(asked=1, legal=["choose Bomb!", "choose A Dime!!"]).choose("bomb").settle()
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=["a_dime"]).expect(player=2, hand=["dagaz"])


def test_tarot_cloth__an_empty_hand_gives_nothing() -> None:
    """[tarot_cloth] A62: nothing in the hand, nothing to give."""
    game = other_rolls("tarot_cloth", 4, {"hand": ["bomb"]}, {}).settle()
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=[], coins=7)


def test_moms_box__loots_then_discards() -> None:
    """[moms_box] may loot 1, and then discards 1 card, also the new one."""
    game = other_rolls("moms_box", 4, {"hand": ["bomb"]}, {}, loot_deck=["a_dime"]).pass_all("yes")
    game.expect(asked=0, question="discard", legal=["choose Bomb!", "choose A Dime!!"])
    game.choose("bomb").expect(player=0, hand=["a_dime"]).expect(discard="loot", top=["bomb"])


def test_moms_box__may_be_left() -> None:
    """[moms_box] may: neither loot nor discard."""
    game = other_rolls("moms_box", 4, {"hand": ["bomb"]}, {}, loot_deck=["a_dime"]).settle("no")
    game.expect(player=0, hand=["bomb"]).expect(deck="loot", top=["a_dime"]).expect(discard="loot", size=0)


def test_spider_mod__replaces_a_monster_at_once() -> None:
    """R14.7, R15.10: [spider_mod] discards a monster, no death, and the top card takes its place without a refill."""
    game = own_attack_roll("spider_mod", 5, monsters=["fly", "fatty", "pooter"], monster_deck=["trite"])
    game.expect(question="target", illegal="choose Fly").choose("fatty").pass_all()
    game.expect(monsters=["fly", "trite", "pooter"], stack=["combat damage 1 to fly"])
    game.expect(card="fatty", zone="discard").expect(player=0, hand=[], coins=3)


def test_spider_mod__without_a_free_monster_is_not_pushed() -> None:
    """R6.8: only the attacked monster is there, [spider_mod] finds no target."""
    game = own_attack_roll("spider_mod", 5, monsters=["fly"])
    game.expect(stack=["combat damage 1 to fly"], monsters=["fly"])


def test_spider_mod__a_bonus_card_leaves_the_slot_to_a_refill() -> None:
    """R15.10: the top card is no monster: it is played, and the empty slot is refilled: [spider_mod]."""
    game = other_rolls("spider_mod", 5, {}, {}, monster_deck=["chest_1", "dip"]).choose("fly").pass_all()
    game.expect(card="fly", zone="discard").roll(3)
    game.settle().expect(monsters=["dip", "fatty"]).expect(player=0, coins=6).expect(player=1, coins=3)


def test_eye_of_greed__gains_for_its_player() -> None:
    """[eye_of_greed] 3c for its player, whoever rolls."""
    other_rolls("eye_of_greed", 5, {}, {}).settle().expect(player=0, coins=6).expect(player=1, coins=3)
    own_attack_roll("eye_of_greed", 5).pass_all().expect(player=0, coins=6)


@pytest.mark.parametrize(("answer", "hp"), [("yes", 1), ("no", 2)])
def test_moms_razor__may_cut_the_roller(answer: str, hp: int) -> None:
    """[moms_razor] may deal 1 damage to the player who rolled, oneself included."""
    other_rolls("moms_razor", 6, {}, {}).settle(answer).expect(player=1, hp=hp).expect(player=0, hp=2)
    own_attack_roll("moms_razor", 6).pass_all(answer).expect(player=0, hp=hp).expect(player=1, hp=2)


@pytest.mark.parametrize(("answer", "top", "size"), [("yes", "dagaz", 1), ("no", "a_dime", 0)])
def test_cheese_grater__shows_a_top_card_to_all(answer: str, top: str, size: int) -> None:
    """[cheese_grater] reveals the top card of a deck to every player and may discard it."""
    game = other_rolls("cheese_grater", 6, {}, {}, loot_deck=["a_dime", "dagaz"])
    assert game.question == "target" and len(game.legal()) == 3
    game.choose("loot deck").pass_all()
    game.expect(asked=0, question="may").expect(card="a_dime", known=[0, 1]).expect(card="dagaz", zone="deck", known=[])
    game.choose(answer).expect(deck="loot", top=[top]).expect(discard="loot", size=size)


def test_dead_bird__looks_and_takes() -> None:
    """[dead_bird] may look at the roller's hand and take a card of one's own choice; the roller is not asked."""
    game = other_rolls("dead_bird", 3, {}, {"hand": ["bomb", "a_dime"]})
    game.copy().pass_all("no").expect(player=1, hand=2).expect(card="a_dime", known=[1])
    game.pass_all("yes").expect(asked=0, legal=["choose Bomb!", "choose A Dime!!"]).expect(card="bomb", known=[0, 1])
    game.choose("a_dime").settle().expect(player=0, hand=["a_dime"]).expect(player=1, hand=["bomb"])


@pytest.mark.parametrize(("answer", "turned"), [("yes", False), ("no", True)])
def test_sack_of_pennies__gains_and_recharges_on_a_one(answer: str, turned: bool) -> None:
    """[sack_of_pennies] gains 1c; a 1 rolled by any player may recharge it."""
    game = start({"items": ["sack_of_pennies"]}, {"items": ["mystery_sack"]}, dice=[1])
    game.activate("sack_of_pennies").pass_all().expect(player=0, coins=4).expect(card="sack_of_pennies", turned=True)
    game.activate("mystery_sack", by=1).settle(answer).expect(card="sack_of_pennies", turned=turned)
    game.expect(card="mystery_sack", turned=True)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_sack_of_pennies__answers_own_ones_alone(number: int) -> None:
    """[sack_of_pennies] an own 1 recharges as well; 2 to 6 do nothing."""
    game = start({"items": [{"card": "sack_of_pennies", "turned": True}]}, dice=[number]).attack("fatty").pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage", "trigger"][: 1 + (number == 1)], question="priority")


@pytest.mark.parametrize("card", [card for card in ROLLED if card not in ("finger", "tarot_cloth", "dead_bird")])
def test_any_roll__own_rolls_count(card: str) -> None:
    """R9.12: a roll of one's own answers as well: [the_relic] [charged_baby] [the_d10] [moms_box] [spider_mod]
    [eye_of_greed] [moms_razor] [cheese_grater]."""
    game = own_attack_roll(card, ROLLED[card], {"items": ["dinner"]}, monsters=["fly", "fatty"])
    if game.question == "target":
        game.choose("loot deck" if card == "cheese_grater" else game.legal()[0].removeprefix("choose "))
    game.expect(stack=["combat damage", f"player 0: trigger {card}"])


def test_any_roll__serves_its_player_in_the_turn_of_another() -> None:
    """R2.24: "you" is the controller, not the active player: [moms_box] [tarot_cloth] [dead_bird] [the_relic]."""
    seat = {"items": ["mystery_sack"], "hand": ["bomb", "dagaz"]}
    for card, answers, hand in (
        ("moms_box", ["yes", "ehwaz"], 1),
        ("tarot_cloth", ["bomb"], 2),
        ("dead_bird", ["yes", "bomb"], 2),
    ):
        game = start(seat, {"items": [card], "hand": ["ehwaz"]}, dice=[ROLLED[card]], loot_deck=["a_dime"])
        game.activate("mystery_sack").settle(*answers).expect(player=1, hand=hand, items=[card])
        game.expect(card="bomb" if answers[-1] == "bomb" else "a_dime", zone="hand", owner=1)
    game = start(seat, {"items": ["the_relic"]}, dice=[1], loot_deck=["a_dime"]).activate("mystery_sack").settle()
    game.expect(player=1, hand=["a_dime"])
