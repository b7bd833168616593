"""The trinkets of Four Souls+: Tape Worm, AAA Battery, Poker Chip, The Left Hand."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start

TRINKETS = ("tape_worm", "aaa_battery", "poker_chip", "the_left_hand")


@pytest.mark.parametrize("card", TRINKETS)
def test_trinkets__become_items_of_their_player(card: str) -> None:
    """R2.11: [tape_worm] [aaa_battery] [poker_chip] [the_left_hand] enter play as items, and go to the loot discard
    pile when they are destroyed."""
    game = start({"items": ["chaos_card"]}, {"hand": [card]}).play(card, by=1).settle()
    game.expect(player=1, items=[card], hand=[]).expect(card=card, eternal=False, turned=False)
    game.activate("chaos_card", card).settle().expect(card=card, zone="discard").expect(discard="loot", size=1)


def test_tape_worm__a_miss_hurts_another_player() -> None:
    """R11.11: a missed own attack roll lets the player of [tape_worm] deal 1 damage to another player, above the combat
    damage; each miss does."""
    game = start({"items": ["tape_worm", "dinner"]}, {"items": ["meat"]}, {}, monsters=["pooter", "fly"])
    game.attack("pooter").pass_all().roll(2).pass_all().pass_all()
    game.expect(asked=0, question="target", legal=["choose player 1", "choose player 2"], illegal="choose player 0")
    game.choose(2).expect(stack=["combat damage 1 to player 0", "trigger tape worm"]).pass_all()
    game.expect(player=2, hp=1).expect(player=0, hp=3).pass_all().expect(player=0, hp=2)
    game.roll(1).pass_all().pass_all().choose(2).pass_all().expect(player=2, hp=0, dying=True).expect(player=1, hp=2)


def test_tape_worm__a_hit_and_others_misses_are_nothing() -> None:
    """R11.11: [tape_worm] is silent for a hit, for the misses of another player and for a roll that is no attack."""
    game = start({"items": ["tape_worm"]}, monsters=["pooter", "fly"]).attack("pooter").fight(3, 4)
    game.expect(player=1, hp=2).expect(card="pooter", zone="discard")
    seats = {"items": ["dinner"]}, {"items": ["tape_worm"]}
    game = start(*seats, monsters=["pooter", "fly"]).attack("pooter").fight(1, 6, 6)
    game.expect(player=0, hp=2).expect(player=1, hp=2)
    game = start({"items": ["tape_worm"], "hand": ["pills_yellow"]}, dice=[1]).play("pills_yellow").settle()
    game.expect(player=1, hp=2).expect(player=0, coins=7)


def test_tape_worm__the_final_number_counts() -> None:
    """R9.7, R11.11: rerolled to a hit it is no miss, rerolled to a miss it is one: [tape_worm] [the_d6]."""
    seat = {"items": ["tape_worm", "the_d6"]}
    game = start(seat, monsters=["pooter", "fly"], dice=[1, 5]).attack("pooter").pass_all().pass_all()
    game.activate("the_d6").pass_all().pass_all().expect(stack=["combat damage 1 to pooter"], question="priority")
    game = start(seat, monsters=["pooter", "fly"], dice=[5, 1]).attack("pooter").pass_all().pass_all()
    game.activate("the_d6").pass_all().pass_all().pass_all().expect(player=1, hp=1)


def test_tape_worm__a_hit_without_damage_is_no_miss() -> None:
    """ER-48: Carrion Queen takes nothing from a 4, yet [tape_worm] sees no miss: [carrion_queen]."""
    game = start({"items": ["tape_worm"]}, monsters=["carrion_queen", "fly"]).attack("carrion_queen").pass_all()
    game.roll(4).pass_all().pass_all().expect(stack=["combat damage"], question="priority").pass_all()
    game.expect(player=1, hp=2).expect(monster="carrion_queen", hp=3)


def test_tape_worm__nobody_left_to_hurt() -> None:
    """R13.7, R6.8: with every other player dead [tape_worm] pushes nothing."""
    game = start({"items": ["tape_worm"]}, {"dead": True, "hp": 0}, monsters=["pooter", "fly"]).attack("pooter")
    game.pass_all().roll(1).pass_all().pass_all().expect(stack=["combat damage 1 to player 0"], question="priority")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_aaa_battery__rolls_at_the_end_of_the_own_turn(number: int) -> None:
    """R7.7, R9.7: [aaa_battery] rolls at the end of its player's turn: 4-6 recharge an item of any player, 1-3 nothing."""
    items = ["aaa_battery", {"card": "mr_boom", "turned": True}]
    other = {"items": [{"card": "razor_blade", "turned": True}]}
    game = start({"items": items}, other, phase="end", dice=[number])
    game.expect(stack=["trigger aaa battery"]).pass_all().expect(stack=[f"roll {number}"]).pass_all()
    if number >= 4:
        game.expect(question="target", legal=["choose mr boom", "choose razor blade", "choose aaa battery"])
        game.choose("razor_blade").pass_all()
    game.expect(stack=[], phase="end").expect(card="razor_blade", turned=number < 4).expect(card="mr_boom", turned=True)


def test_aaa_battery__an_item_can_be_used_again() -> None:
    """R7.7: what [aaa_battery] recharged in the end phase can be used before the next turn."""
    items = ["aaa_battery", {"card": "mr_boom", "turned": True}]
    game = start({"items": items}, phase="end", dice=[6]).pass_all().pass_all().choose("mr_boom").pass_all()
    game.activate("mr_boom", "fatty").pass_all().expect(monster="fatty", hp=3)


def test_aaa_battery__not_in_the_turns_of_others() -> None:
    """R7.7: [aaa_battery] is silent at the end of another player's turn."""
    game = start({}, {"items": ["aaa_battery"]}, phase="end").expect(stack=[], phase="end").end_turn()
    game.expect(active=1)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_the_left_hand__may_recharge_when_another_player_dies(answer: str) -> None:
    """R13.3, R6.1: [the_left_hand] names an item of any player when another player dies, and may recharge it."""
    items = ["the_left_hand", {"card": "mr_boom", "turned": True}]
    other = {"items": [{"card": "razor_blade", "turned": True}]}
    game = start({"items": items}, other, {"hand": ["death_tarot"]}, active=2).play("death_tarot", 1).pass_all()
    game.pass_all().expect(asked=0, question="target", legal=["choose mr boom", "choose razor blade"]).choose("mr_boom")
    game.expect(stack=["penalty of player 1", "trigger the left hand"]).pass_all().expect(asked=0, question="may")
    game.choose(answer).expect(card="mr_boom", turned=answer == "no").expect(card="razor_blade", turned=True)


def test_the_left_hand__not_for_the_own_death_nor_for_monsters() -> None:
    """R13.3: [the_left_hand] is silent when its own player or a monster dies."""
    seat = {"items": ["the_left_hand", {"card": "mr_boom", "turned": True}], "hand": ["bomb"]}
    start(seat).play("bomb", "fly").settle().expect(card="mr_boom", turned=True).expect(card="fly", zone="discard")
    game = start(seat, {"hand": ["death_tarot"]}, active=1).play("death_tarot", 0).pass_all().pass_all()
    game.expect(stack=["penalty of player 0"], question="priority").expect(card="mr_boom", turned=True)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("amount", [1, 4])
def test_poker_chip__one_cent_or_double(number: int, amount: int) -> None:
    """R6.9, ER-38: [poker_chip] holds the first gain of the own turn back and rolls: 1-3 make it 1 cent, 4-6 double it;
    only then anything is gained."""
    card = {1: "a_penny", 4: "four_cents"}[amount]
    game = start({"items": ["poker_chip"], "hand": [card]}, dice=[number]).play(card).pass_all()
    game.expect(stack=[f"held gain of {amount}", "trigger poker chip"]).expect(player=0, coins=3).pass_all()
    game.expect(stack=["held gain", f"roll {number} for poker chip"]).pass_all()
    game.expect(stack=["held gain", "result of poker chip"]).pass_all()
    made = 1 if number <= 3 else 2 * amount
    game.expect(stack=[f"held gain of {made}"]).expect(player=0, coins=3).pass_all().expect(player=0, coins=3 + made)
    game.expect(player=1, coins=3).expect(stack=[])


def test_poker_chip__the_first_gain_of_the_turn_only() -> None:
    """ER-62: the second gain of a turn is whole; the next own turn [poker_chip] works again."""
    seat = {"items": ["poker_chip"], "hand": ["three_cents", "four_cents", "a_nickel"], "extra_plays": 2}
    game = start(seat, dice=[6, 6]).play("three_cents").settle().expect(player=0, coins=9)
    game.play("four_cents").settle().expect(player=0, coins=13).end_turn().until("action").end_turn().until("action")
    game.expect(active=0).play("a_nickel").settle().expect(player=0, coins=23, hand=1)


def test_poker_chip__a_gain_while_the_first_is_held_back_is_the_second() -> None:
    """R6.9, ER-62: what is gained in answer to the roll is not held by [poker_chip]."""
    seat = {"items": ["poker_chip"], "hand": ["three_cents", "a_dime"], "extra_plays": 1}
    game = start(seat, dice=[2]).play("three_cents").pass_all().pass_all().expect(stack=["held gain of 3", "roll 2"])
    game.play("a_dime").pass_all().expect(player=0, coins=13).expect(stack=["held gain of 3", "roll 2"])
    game.settle().expect(player=0, coins=14)


def test_poker_chip__in_the_own_turn_only() -> None:
    """ER-38: a gain in another player's turn is whole, and others' gains in one's own: [poker_chip]."""
    game = start({}, {"items": ["poker_chip"], "hand": ["a_nickel"]}).play("a_nickel", by=1).pass_all()
    game.expect(player=1, coins=8).expect(stack=[])
    game = start({"items": ["poker_chip"]}, {"hand": ["a_nickel"]}).play("a_nickel", by=1).pass_all()
    game.expect(player=1, coins=8).expect(stack=[])


def test_poker_chip__arriving_late_it_has_missed_the_first_gain() -> None:
    """ER-62: [poker_chip] played after a gain of this turn counts that gain as the first."""
    seat = {"hand": ["three_cents", "poker_chip", "a_nickel"], "extra_plays": 2}
    game = start(seat).play("three_cents").settle().play("poker_chip").settle().play("a_nickel").settle()
    game.expect(player=0, coins=11, items=["poker_chip"])


def test_poker_chip__stolen_coins_are_no_gain() -> None:
    """R16.3, ER-38: stolen coins are not held back and are not the first gain: [poker_chip] [jawbone]."""
    seat = {"items": ["poker_chip", "jawbone"], "hand": ["four_cents"]}
    game = start(seat, dice=[5]).activate("jawbone", 1).pass_all().expect(player=0, coins=6).expect(stack=[])
    game.play("four_cents").settle().expect(player=0, coins=14)


def test_poker_chip__holds_rewards_too() -> None:
    """R14.4, R6.9: the coins of a reward are held back like any gain: [poker_chip] [fly] gives 1, doubled 2."""
    game = start({"items": ["poker_chip"]}, monsters=["fly", "fatty"]).attack("fly").fight(6, 4)
    game.expect(player=0, coins=5)


def test_poker_chip__its_roll_can_be_changed() -> None:
    """R9.5: the roll of [poker_chip] is a roll like any other: [the_d6] makes a 1 a 6."""
    seat = {"items": ["poker_chip", "the_d6"], "hand": ["a_dime"]}
    game = start(seat, dice=[1, 6]).play("a_dime").pass_all().pass_all().activate("the_d6").settle()
    game.expect(player=0, coins=23)


def test_poker_chip__what_answers_a_gain_waits_for_it() -> None:
    """R6.9, ER-38: Counterfeit Penny answers once, when the changed gain has happened: [poker_chip]
    [counterfeit_penny]."""
    seat = {"items": ["poker_chip", "counterfeit_penny"], "hand": ["a_dime"]}
    game = start(seat, dice=[1]).play("a_dime").pass_all().expect(stack=["held gain", "trigger poker chip"])
    game.pass_all().pass_all().pass_all().pass_all().expect(stack=["trigger counterfeit penny"])
    game.expect(player=0, coins=4).pass_all().expect(player=0, coins=5).expect(stack=[])


def test_poker_chip__the_fool_leaves_the_gain_unchanged() -> None:
    """R17.11: [the_fool] cancels the effect of [poker_chip] and its roll; the held-back gain resolves unchanged."""
    seat = {"items": ["poker_chip"], "hand": ["a_dime"]}
    for rolled in (False, True):
        game = start(seat, {"hand": ["the_fool"]}, dice=[6]).play("a_dime").pass_all()
        if rolled:
            game.pass_all().expect(stack=["held gain of 10", "roll 6"])
        game.play("the_fool", by=1).pass_all().expect(stack=["held gain of 10"]).expect(player=0, coins=3)
        game.pass_all().expect(player=0, coins=13)


def test_poker_chip__destroyed_in_response() -> None:
    """R3.5: [poker_chip] destroyed, its effect on the stack stays and the gain is still changed: [chaos_card]."""
    seats = {"items": ["poker_chip"], "hand": ["a_dime"]}, {"items": ["chaos_card"]}
    game = start(*seats, dice=[5]).play("a_dime").pass_all().activate("chaos_card", "poker_chip", by=1).settle()
    game.expect(player=0, coins=23, items=[]).expect(card="poker_chip", zone="discard")


def test_poker_chip__only_the_share_of_its_player_is_held() -> None:
    """R6.9, A36: each player gains; the others have their coins at once: [poker_chip] [blank_rune]."""
    seat = {"items": ["poker_chip"], "hand": ["blank_rune"]}
    game = start(seat, {}, {}, dice=[4, 6]).play("blank_rune").pass_all().pass_all().pass_all()
    game.expect(stack=["held gain of 4", "trigger poker chip"]).expect(player=0, coins=3)
    game.expect(player=1, coins=7).expect(player=2, coins=7).settle().expect(player=0, coins=11)


@pytest.mark.parametrize(("dice", "coins"), [([6, 6], 16), ([1, 6], 2), ([6, 1], 1), ([2, 2], 1)])
def test_poker_chip__two_of_them(dice: list[int], coins: int) -> None:
    """R6.9: each of two [poker_chip] texts holds the gain once, one after the other; no question, they are equal:
    [modeling_clay]."""
    seat = {"items": ["poker_chip", "modeling_clay"], "hand": ["four_cents"], "coins": 0}
    game = start(seat, dice=dice).activate("modeling_clay", "poker_chip").settle().play("four_cents").pass_all()
    game.expect(stack=["held gain of 4", "trigger poker chip"]).pass_all().pass_all().pass_all().pass_all()
    game.expect(stack=["held gain", "trigger modeling clay"]).expect(player=0, coins=0).settle()
    game.expect(player=0, coins=coins, dead=False).expect(stack=[])


def test_poker_chip__a_soul_of_greed_waits_for_the_coins() -> None:
    """R19.2, R6.9: 25 cents are there only when the held-back gain has happened: [poker_chip] [soul_of_greed]."""
    seat = {"items": ["poker_chip"], "hand": ["a_dime"], "coins": 5}
    game = start(seat, bonus_souls=["soul_of_greed"], dice=[6]).play("a_dime").pass_all().expect(player=0, souls=0)
    game.settle().expect(player=0, coins=25, souls=1, soul_cards=["soul_of_greed"])


def test_poker_chip__with_blank_card_the_doubled_gain_is_held() -> None:
    """ER-15, ER-38: a doubled loot card is one gain of twice the coins: [poker_chip] [blank_card] make 4 into 16."""
    seat = {"items": ["poker_chip", "blank_card"], "hand": ["four_cents"], "coins": 0}
    game = start(seat, dice=[4]).activate("blank_card").pass_all().play("four_cents").pass_all()
    game.expect(stack=["held gain of 8", "trigger poker chip"]).settle().expect(player=0, coins=16)
