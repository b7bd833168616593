"""Answers on the stack across the sets: rolls that several cards change, eternal items, locks, prices, obligations."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import Deck, Event
from tests.core.four_souls.rules.table import start


def test_sacred_heart__modifiers_in_response() -> None:
    """R17.3, R9.6: a 1 made 2 by [spoon_bender] above it leaves [sacred_heart] nothing to change."""
    game = start({"items": ["sacred_heart", "fruitcake"]}, {"items": ["spoon_bender"]}, dice=[1])
    game.activate("fruitcake").pass_all().activate("spoon_bender", by=1).pass_all()
    game.expect(stack=["roll 2", "trigger sacred heart"]).pass_all().expect(stack=["roll 2"], question="priority")


def test_sacred_heart__a_change_down_to_one() -> None:
    """R9.6: a roll that a change makes 1 shows a 1: [mini_mush] on a 2 brings [sacred_heart], which makes it 6."""
    game = start({"items": ["sacred_heart", "fruitcake", "mini_mush"]}, dice=[2]).activate("fruitcake").pass_all()
    game.expect(stack=["roll 2"]).activate("mini_mush").pass_all(-1).expect(stack=["roll 1", "trigger sacred heart"])
    game.pass_all("yes").expect(stack=["roll 6"])


def test_sacred_heart__a_reroll_to_one() -> None:
    """R9.5, R9.6: [the_missing_page] rerolls the 5 of another player into a 1, which that player's [sacred_heart] turns
    into a 6; the page has nothing more to say."""
    game = start({"items": ["sacred_heart", "fruitcake"]}, {"items": ["the_missing_page"]}, dice=[5, 1])
    game.activate("fruitcake").pass_all().expect(stack=["roll 5", "trigger the missing page"]).pass_all("yes")
    game.expect(stack=["roll 1", "trigger sacred heart"]).pass_all("yes").expect(stack=["roll 6"])


def test_sacred_heart__the_five_it_could_have_been() -> None:
    """R9.6: [sacred_heart] declined and the 1 rerolled to 5: [the_missing_page] answers the new number."""
    game = start({"items": ["sacred_heart", "fruitcake"]}, {"items": ["the_missing_page", "the_d6"]}, dice=[1, 5])
    game.activate("fruitcake").pass_all().pass_all("no").expect(stack=["roll 1"]).activate("the_d6", by=1).pass_all()
    game.expect(stack=["roll 5", "trigger the missing page"])


def test_sacred_heart__ones_are_gone_for_everybody() -> None:
    """ER-18: the 1 made 6 by [sacred_heart] is no 1 for [game_breaking_bug], but a 6 for [dark_arts]."""
    seats = {"items": ["sacred_heart", "fruitcake"]}, {"items": ["game_breaking_bug", "dark_arts"]}
    game = start(*seats, dice=[1]).activate("fruitcake").pass_all().pass_all("yes").pass_all("monster")
    game.expect(stack=["result of fruitcake", "trigger dark arts"]).pass_all().expect(player=1, coins=6)
    game = start(*seats, dice=[1]).activate("fruitcake").pass_all().pass_all("no").pass_all("fruitcake")
    game.expect(stack=["result of fruitcake", "trigger game breaking bug"])


def test_sacred_heart__polyphemus_makes_the_one() -> None:
    """R9.3, R9.6: the -1 of [polyphemus] makes a 2 a 1, and the [sacred_heart] of the attacker makes it a hit."""
    game = start({"items": ["sacred_heart", "polyphemus"]}, monsters=["spider", "fly"], dice=[2]).attack("spider")
    game.pass_all().pass_all().expect(stack=["attack roll 2", "bonus -1"]).pass_all()
    game.expect(stack=["attack roll 1", "trigger sacred heart"]).pass_all("yes").expect(stack=["attack roll 6"])


def test_mutant_spider__gives_a_one_to_sacred_heart() -> None:
    """R9.15, ER-20: the number that the player of [mutant_spider] keeps is the first result: a 1 brings the
    [sacred_heart] of the roller."""
    seats = {"items": ["sacred_heart", "fruitcake"]}, {"items": ["mutant_spider"]}
    game = start(*seats, dice=[1, 4, 5, 2]).activate("mutant_spider", by=1).pass_all().activate("fruitcake").pass_all()
    game.expect(asked=1, legal=["number 1", "number 4"]).choose(1, by=1)
    game.expect(stack=["roll 1", "trigger sacred heart"]).pass_all("yes").expect(stack=["roll 6"])


def test_telepathy__stores_what_the_spider_kept() -> None:
    """ER-20, ER-21: the four dice of [mutant_spider] serve the roll of [telepathy_for_dummies]; its final number can stand
    in for the first attack roll, which is thrown with no more than one die."""
    seat = {"items": ["telepathy_for_dummies", "mutant_spider"]}
    game = start(seat, monsters=["fatty"], dice=[1, 6, 2, 3, 4]).activate("mutant_spider").pass_all().attack("fatty")
    game.pass_all().pass_all().expect(legal=["number 6", "number 1"], illegal="number 4").choose(6)
    game.pass_all().pass_all().expect(attacking="fatty", stack=[]).pass_all()
    game.copy().choose("yes").expect(stack=["attack roll 6"])
    game.choose("no").expect(stack=["attack roll 4"], dice=[])


def test_telepathy__asked_before_the_spider() -> None:
    """ER-20, ER-21: the stored number of [telepathy_for_dummies] is asked about first; used, no die is thrown and
    [mutant_spider] waits for the next roll."""
    seats = {"items": ["telepathy_for_dummies"]}, {"items": ["mutant_spider"]}
    game = start(*seats, monsters=["fatty"], dice=[5, 1, 2, 3, 4]).attack("fatty").pass_all()
    game.expect(stack=["trigger telepathy for dummies"]).pass_all().pass_all().pass_all()
    game.activate("mutant_spider", by=1).pass_all().pass_all().expect(asked=0, question="may").choose("yes")
    game.expect(stack=["attack roll 5"]).pass_all().pass_all().pass_all().expect(asked=1, question="number").choose(4)
    game.expect(stack=["attack roll 4"], dice=[])


def test_telepathy__a_stored_one_and_sacred_heart() -> None:
    """ER-21, R9.6: a stored 1 of [telepathy_for_dummies] used as an attack roll shows a 1: [sacred_heart] may make it 6,
    and did not have to when it was stored."""
    seat = {"items": ["telepathy_for_dummies", "sacred_heart"]}
    game = start(seat, monsters=["fatty"], dice=[1]).attack("fatty").pass_all().pass_all()
    game.expect(stack=["roll 1", "trigger sacred heart"]).pass_all("no").pass_all().pass_all().pass_all("yes")
    game.expect(stack=["attack roll 1", "trigger sacred heart"]).pass_all("yes").expect(stack=["attack roll 6"])


def test_number_triggers__only_the_final_number() -> None:
    """R9.7, R9.14: a 2 rerolled by [dice_shard_plus] into a 6: [hourglass] is silent, [dark_arts] pays."""
    seats = {"items": ["fruitcake"], "hand": ["dice_shard_plus"]}, {"items": ["hourglass", "dark_arts"]}
    game = start(*seats, dice=[2, 6]).activate("fruitcake").pass_all().expect(stack=["roll 2"])
    game.play("dice_shard_plus").pass_all().expect(stack=["roll 6"]).pass_all("monster")
    game.expect(stack=["result of fruitcake", "trigger dark arts"]).settle().expect(player=1, coins=6)


def test_number_triggers__the_missing_page_takes_the_five_away() -> None:
    """R9.5, R9.7: a 5 that [the_missing_page] rerolls into a 4 is no 5 for [eye_of_greed], but a 4 for [moms_box]."""
    seats = {"items": ["fruitcake", "eye_of_greed"]}, {"items": ["the_missing_page", "moms_box"]}
    game = start(*seats, dice=[5, 4]).activate("fruitcake").pass_all().pass_all("yes").pass_all("monster")
    game.expect(stack=["result of fruitcake", "trigger moms box"]).expect(player=0, coins=3)


def number_items() -> list[tuple[str, int]]:
    items = [
        a for a in range(T.N_ABILITIES) if T.AB_EVENT[a] == Event.ANY_ROLL and T.C_DECK[T.AB_CARD[a]] != Deck.MONSTER
    ]
    return [(T.IDS[T.AB_CARD[a]], n) for a in items if T.AB_N[a] for n in range(1, 7) if T.AB_N[a] == 1 << n]


@pytest.mark.parametrize(("card", "number"), number_items())
def test_number_triggers__rerolled_away_and_rerolled_to(card: str, number: int) -> None:
    """R9.5, R9.7: what answers a number looks at the final one: [the_d6] takes the number away and nothing happens, or
    brings it and the item answers."""
    other = number % 6 + 1
    for thrown, answers in (((number, other), False), ((other, number), True)):
        seats = {"items": [card, "the_d6"]}, {"items": ["portable_slot_machine"], "hand": ["joker"]}
        game = start(*seats, dice=thrown).pay("portable_slot_machine", by=1).pass_all().activate("the_d6", by=0)
        game.pass_all().expect(stack=[f"roll {thrown[1]}"]).pass_all()
        asked = game.question != "priority" and game.read.game()["source"] == card
        assert answers == (asked or any(f"trigger {T.NAMES[T.CARD_ID[card]]}" in words for words in game.stack))


def test_candle_and_ball__the_same_number() -> None:
    """ER-22, ER-23: [red_candle] and [crystal_ball] both named 4: one roll of 4 is answered by both; the next 4 by the
    candle alone."""
    seats = {"items": ["red_candle", "crystal_ball", "fruitcake"]}, {"items": ["mystery_sack"]}
    game = start(*seats, monsters=["fatty"], dice=[4, 4]).activate("red_candle").pass_all(4)
    game.activate("crystal_ball").pass_all(4).activate("mystery_sack", by=1).pass_all()
    game.settle("crystal_ball", "fatty").expect(player=0, hand=3).expect(monster="fatty", hp=3)
    game.activate("fruitcake").pass_all().pass_all("monster", "fatty").settle().expect(player=0, hand=3)
    game.expect(monster="fatty", hp=2)


def test_candle_and_ball__a_reroll_decides() -> None:
    """ER-22, ER-23, R9.14: named 4 and thrown a 4 that [the_d6] makes a 2: neither [red_candle] nor [crystal_ball]
    answers; the ball is used up, the candle burns on."""
    seats = {"items": ["red_candle", "crystal_ball", "fruitcake"]}, {"items": ["mystery_sack", "the_d6"]}
    game = start(*seats, monsters=["fatty"], dice=[4, 2, 4]).activate("red_candle").pass_all(4)
    game.activate("crystal_ball").pass_all(4).activate("mystery_sack", by=1).pass_all().activate("the_d6", by=1)
    game.settle().expect(player=0, hand=0).expect(monster="fatty", hp=4)
    game.activate("fruitcake").pass_all().pass_all("monster", "fatty").settle().expect(player=0, hand=0)
    game.expect(monster="fatty", hp=3)


def test_lemon_mishap__the_number_after_the_reroll() -> None:
    """R9.7: an attack roll of 2 rerolled to 5 hurts no player by [lemon_mishap]; a 5 rerolled to 1 does: [dice_shard]."""
    for thrown, wounds in (((2, 5), 0), ((5, 1), 1)):
        seat = {"items": ["lemon_mishap"], "hand": ["dice_shard"]}
        game = start(seat, monsters=["fatty", "pale_fatty"], dice=thrown).activate("lemon_mishap").pass_all()
        game.attack("fatty").pass_all().pass_all().play("dice_shard").pass_all().pass_all().settle()
        game.expect(monster="pale_fatty", hp=4 - wounds).expect(monster="fatty", hp=3)


def test_fruitcake__a_reroll_makes_the_pair() -> None:
    """ER-24, R9.14: 3, then a 5 rerolled to 3 by [the_d6]: the same number twice recharges [fruitcake]; the 5 never was."""
    seats = {"items": ["fruitcake", "the_d6"]}, {"items": ["mystery_sack", "portable_slot_machine"]}
    game = start(*seats, dice=[3, 5, 3]).activate("mystery_sack", by=1).settle()
    game.pay("portable_slot_machine", by=1).pass_all().activate("the_d6").pass_all().expect(stack=["roll 3"])
    game.pass_all().expect(stack=["result of portable slot machine", "trigger fruitcake"])


def test_euthanasia__a_reroll_makes_or_breaks_the_pair() -> None:
    """ER-24: the second attack roll of 5 rerolled to 3 is a pair with the first 3 ([euthanasia]); a 3 rerolled to 5 is
    none: [the_d6]."""
    for thrown, dies in (((3, 5, 3), True), ((3, 3, 5), False)):
        game = start({"items": ["euthanasia", "the_d6"]}, monsters=["fatty"], dice=thrown).attack("fatty")
        game.pass_all().pass_all().pass_all().pass_all().pass_all().expect(monster="fatty", hp=3)
        game.activate("the_d6").pass_all().pass_all()
        game.expect(stack=["combat damage 1 to fatty", *["trigger euthanasia"] * dies])


def test_phd__and_the_candle() -> None:
    """R9.7, ER-23: [phd] moves an own roll from 5 to 4, the number [red_candle] waits for."""
    game = start({"items": ["phd", "red_candle", "fruitcake"]}, monsters=["fatty"], dice=[5]).activate("red_candle")
    game.pass_all(4).activate("fruitcake").pass_all().expect(stack=["roll 5", "trigger p h d"]).pass_all("yes", -1)
    game.expect(stack=["roll 4"]).pass_all("monster", "fatty").settle().expect(monster="fatty", hp=3)


def test_cursed_eye__a_one_saved_by_sacred_heart() -> None:
    """R9.6, R11.19: [sacred_heart] makes the 1 of [cursed_eye] a 6: the turn continues and the hit counts three times."""
    game = start({"items": ["cursed_eye", "sacred_heart"]}, monsters=["gurdy"], dice=[1]).attack("gurdy")
    game.pass_all().pass_all().pass_all("yes").expect(stack=["attack roll 6"]).pass_all()
    game.expect(stack=["combat damage 3 to gurdy"], phase="action")


def test_infamy__a_one_made_two() -> None:
    """R11.19: [infamy] spares from the 1 that was rolled; [spoon_bender] makes it a miss of 2, which hurts."""
    for bend, hp in ((False, 2), (True, 1)):
        game = start({"items": ["infamy", "spoon_bender"]}, monsters=["dip"], dice=[1]).attack("dip")
        game.pass_all().pass_all()
        if bend:
            game.activate("spoon_bender").pass_all().expect(stack=["attack roll 2"])
        game.pass_all().settle().expect(player=0, hp=hp)


def test_libra__against_the_goats_number() -> None:
    """R9.4, R9.11: of [libra] and [godhead] in answer to each other the one that resolves last sets the number."""
    game = start({"items": ["fruitcake", "godhead"]}, {"items": ["libra"]}, dice=[2]).activate("fruitcake").pass_all()
    game.activate("godhead").activate("libra", by=1).expect(stack=["roll 2", "activate godhead", "activate libra"])
    game.pass_all().expect(stack=["roll 3", "activate godhead"]).pass_all(6).expect(stack=["roll 6"])


def shielded(*items: str) -> list[dict[str, Any]]:
    return [{"card": item, "eternal": True} for item in items]


def test_d4__spares_eternal_items() -> None:
    """ER-04, ER-58: [the_d4] destroys what is not eternal and replaces only that: [placenta] stays, [lard] is replaced."""
    seats = {"items": ["the_d4"]}, {"items": [*shielded("placenta"), "lard"]}
    game = start(*seats, treasure_deck=["meat", "flush"]).activate("the_d4", 1).settle()
    game.expect(player=1, items=["placenta", "meat"], max_hp=3).expect(deck="treasure", top=["flush"])


def test_d4__eternal_does_nothing() -> None:
    """R17.4: an eternal [the_d4] is not destroyed, so that it destroys nothing."""
    game = start({"items": shielded("the_d4")}, {"items": ["lard"]}).activate("the_d4", 1).settle()
    game.expect(player=1, items=["lard"]).expect(card="the_d4", zone="item", turned=True)


@pytest.mark.parametrize("card", ["perthro", "black_rune", "pills_spots", "game_breaking_bug", "the_d20"])
def test_rerolls_of_items__never_eternal_ones(card: str) -> None:
    """ER-04, ER-58: [perthro], [black_rune] 3-4, [pills_spots] 3-4, [game_breaking_bug] and [the_d20] offer no eternal
    item; the one that is not is rerolled."""
    seats: list[dict[str, Any]] = [{}, {"items": [*shielded("fruitcake"), "lard"], "hand": []}]
    number = 1 if card == "game_breaking_bug" else 3
    if card in ("game_breaking_bug", "the_d20"):
        seats[0]["items"] = shielded(card)
    else:
        seats[0]["hand"] = [card]
    game = start(*seats, treasure_deck=["meat", "flush"], dice=[number])
    if card == "game_breaking_bug":
        game.activate("fruitcake", by=1).pass_all().pass_all().pass_all("yes")
    elif card == "the_d20":
        game.activate(card)
    else:
        game.play(card)
    game.settle().expect(card="lard", zone="discard").expect(card="fruitcake", zone="item", owner=1)
    assert "meat" in game.player(1)["items"]


def test_remote_detonator__eternal_items_are_no_votes() -> None:
    """ER-54: eternal items cannot be named for [remote_detonator]; with nothing else in play it only turns."""
    game = start({"items": ["remote_detonator"]}, {"items": [*shielded("lard"), "placenta"]})
    game.activate("remote_detonator").pass_all().expect(question="vote", illegal="choose Lard", legal="choose Placenta")
    game.choose("placenta", "placenta").expect(card="placenta", zone="discard").expect(player=1, items=["lard"])


def test_glass_cannon__eternal_as_edens() -> None:
    """A62: an eternal [glass_cannon] destroys its target, and on 1 to 5 loots two though it cannot be destroyed."""
    game = start({"items": shielded("glass_cannon")}, {"items": ["lard"]}, dice=[2]).activate("glass_cannon", "lard")
    game.settle().expect(card="lard", zone="discard").expect(card="glass_cannon", zone="item").expect(player=0, hand=2)


def test_guppy__the_new_ones_count_together() -> None:
    """R19.1: [guppys_tail] and [guppys_eye] are two Guppy items and gain [soul_of_guppy]."""
    seats = {"items": ["guppys_tail"], "hand": ["the_devil"]}, {"items": ["guppys_eye"]}
    game = start({**seats[0], "items": ["guppys_tail", "meat"]}, seats[1], bonus_souls=True).expect(player=0, souls=0)
    game.play("the_devil", "guppys_eye", "meat").pass_all().expect(player=0, soul_cards=["soul_of_guppy"])


def test_guppy__cursed_chest_brings_the_second_one() -> None:
    """ER-49, R19.2: a 6 of [cursed_chest] finds a Guppy item in the treasure deck, which makes two: [soul_of_guppy]."""
    decks: dict[str, Any] = {"monster_deck": ["cursed_chest"], "treasure_deck": ["lard", "guppys_tail", "meat"]}
    game = start({"items": ["guppys_eye"]}, bonus_souls=True, exact_decks=["treasure"], dice=[6], **decks)
    game.attack("deck").settle().expect(player=0, items=["guppys_eye", "guppys_tail"], soul_cards=["soul_of_guppy"])


def test_guppy__one_lost_again_keeps_the_soul() -> None:
    """R19.2: once gained [soul_of_guppy] stays, though [guppys_tail] is rerolled by [perthro] afterwards."""
    seats = {"items": ["guppys_eye", "modeling_clay"]}, {"items": ["guppys_tail"], "hand": ["perthro"]}
    game = start(*seats, bonus_souls=True).activate("modeling_clay", "guppys_tail").pass_all()
    game.expect(player=0, soul_cards=["soul_of_guppy"]).play("perthro", "modeling_clay", by=1, turn=True).settle()
    game.expect(player=0, souls=1).expect(card="modeling_clay", zone="discard")


@pytest.mark.parametrize(
    "item", ["library_card", "infestation", "wooden_nickel", "smart_fly", "distant_admiration", "forget_me_now"]
)
def test_trinity_shield__stops_the_new_active_items(item: str) -> None:
    """R5.12: in its player's turn [trinity_shield] stops activated effects of others: [library_card], [infestation],
    [wooden_nickel], [smart_fly], [distant_admiration], [forget_me_now]; in the others' turns nothing."""
    seats = {"items": ["trinity_shield"], "hand": ["a_penny"]}, {"items": [item]}
    words = f"activate {T.NAMES[T.CARD_ID[item]]}"
    start(*seats).pass_().expect(asked=1, illegal=words)
    start(*seats, active=1).expect(asked=1, legal=words)


def test_trinity_shield__paid_effects_and_triggers_go_on() -> None:
    """R5.12: under [trinity_shield] [succubus] can be paid for, but the loot plays it gives cannot be used; [magnet] answers
    a gain."""
    seats = {"items": ["trinity_shield"], "hand": ["a_dime"]}, {"items": ["succubus", "magnet"], "hand": ["a_penny"]}
    game = start(*seats).play("a_dime").settle().expect(player=0, coins=12).expect(player=1, coins=4)
    game.pay("succubus", by=1).settle().expect(player=1, coins=1).pass_().expect(asked=1, illegal="play A Penny!")


def test_trinity_shield__holy_mantle_cannot_answer() -> None:
    """R5.12, ER-33: a dying player under another's [trinity_shield] cannot use [holy_mantle]; [guppys_collar] rolls all the
    same."""
    seats = {"items": ["trinity_shield"], "hand": ["death_tarot"]}, {"items": ["holy_mantle", "guppys_collar"]}
    game = start(*seats, dice=[1]).play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1", "trigger guppys collar"]).pass_().expect(illegal="activate Holy Mantle")
    game.pass_().settle().expect(player=1, dead=False, hp=2)


def test_trinity_shield__not_its_own_player() -> None:
    """R5.12: [trinity_shield] does not stop its own player: [distant_admiration] takes a card and plays it."""
    seats = {"items": ["trinity_shield", "distant_admiration"]}, {"hand": ["a_dime"]}
    start(*seats).activate("distant_admiration", 1).settle().expect(player=0, coins=13).expect(player=1, hand=[])


def test_jail_card__in_response_to_a_loot_card() -> None:
    """R5.12, R3.4: [get_out_of_jail_card] in answer to a loot card does not stop that card, but the [butter_bean] that was
    to protect it, and its player may still use one against it."""
    seats = (
        {"hand": ["get_out_of_jail_card", "butter_bean"], "extra_plays": 3},
        {"hand": ["a_dime", "butter_bean_plus"]},
    )
    game = start(*seats).play("a_dime", by=1, turn=True).play("get_out_of_jail_card", by=0).pass_all()
    game.copy().settle().expect(player=1, coins=13)
    game.play("butter_bean").pass_().expect(asked=1, illegal="play Butter Bean! (plus)").settle()
    game.expect(player=1, coins=3, hand=["butter_bean_plus"])


def test_jail_card__answered_itself() -> None:
    """R4.3, R17.10: until it resolves [get_out_of_jail_card] locks no player: [butter_bean] cancels it, and no lock follows."""
    seats = {"hand": ["get_out_of_jail_card"]}, {"hand": ["butter_bean", "a_dime"], "extra_plays": 1}
    game = start(*seats).play("get_out_of_jail_card").play("butter_bean", by=1).settle()
    game.play("a_dime", by=1).settle().expect(player=1, coins=13)


def test_jail_card__no_holy_card_in_reply() -> None:
    """R5.12: after [get_out_of_jail_card] a dying player cannot play [holy_card] either."""
    seats = (
        {"hand": ["get_out_of_jail_card", "death_tarot"], "extra_plays": 2},
        {"hand": ["holy_card"], "extra_plays": 1},
    )
    game = start(*seats).play("get_out_of_jail_card").settle().play("death_tarot", 1).pass_all().pass_()
    game.expect(asked=1, illegal="play Holy Card").settle().expect(player=1, dead=True)


def test_credit_card__before_steamy_sale() -> None:
    """R10.7: the first shop item is free by [credit_card], the next costs the 5 cents of [steamy_sale]: [more_options]."""
    seat = {"items": ["steamy_sale", "more_options"], "hand": ["credit_card"], "coins": 6}
    game = start(seat).expect(player=0, price=5).play("credit_card").settle().expect(player=0, price=0)
    game.buy("dinner").settle().expect(player=0, coins=6, price=5).buy("breakfast").settle().expect(player=0, coins=1)


def test_credit_card__leaves_the_treasure_deck_dear() -> None:
    """R10.1, R10.7: neither [credit_card] nor [steamy_sale] lowers the price of the top of the treasure deck."""
    seat = {"items": ["steamy_sale", "more_options"], "hand": ["credit_card"], "coins": 10}
    game = start(seat, treasure_deck=["meat"]).play("credit_card").settle().buy("deck").settle()
    game.expect(player=0, coins=0, price=0).buy("dinner").settle().expect(player=0, coins=0, items=4)


def test_credit_card__doubled_and_two_purchases() -> None:
    """R10.7, ER-15: doubled by [blank_card] [credit_card] pays for both purchases that [theres_options] allows."""
    seat = {"items": ["theres_options", "blank_card"], "hand": ["credit_card"], "coins": 0}
    game = start(seat).activate("blank_card").settle().play("credit_card").settle().buy("dinner").settle()
    game.expect(player=0, price=0).buy("breakfast").settle().expect(player=0, coins=0, items=4, price=10)


def test_fatigue_and_mama_haunt__one_item_and_no_character() -> None:
    """ER-56, R7.1: with [curse_of_fatigue] and [mama_haunt] one item of choice is recharged, the character not."""
    items = ["mama_haunt", {"card": "mr_boom", "turned": True}, {"card": "jawbone", "turned": True}]
    game = start({"items": items, "curses": ["curse_of_fatigue"], "turned": True}, phase="start")
    game.expect(question="recharge", legal=["choose Mr. Boom", "choose Jawbone"]).choose("jawbone")
    game.expect(card="jawbone", turned=False).expect(card="mr_boom", turned=True).expect(player=0, turned=True)


def test_fatigue__alone_the_character_recharges() -> None:
    """ER-56: the character is no item: under [curse_of_fatigue] alone it recharges besides the one item."""
    items = [{"card": "mr_boom", "turned": True}, {"card": "jawbone", "turned": True}]
    game = start({"items": items, "curses": ["curse_of_fatigue"], "turned": True}, phase="start").choose("jawbone")
    game.expect(player=0, turned=False).expect(card="mr_boom", turned=True)


def test_fatigue__other_recharging_is_free() -> None:
    """ER-56: [nine_volt] recharges two items at the end of the turn in spite of [curse_of_fatigue]."""
    items = ["nine_volt", {"card": "mr_boom", "turned": True}, {"card": "jawbone", "turned": True}]
    game = start({"items": items, "curses": ["curse_of_fatigue"]}, phase="end").choose("mr_boom", "jawbone").settle()
    game.expect(card="mr_boom", turned=False).expect(card="jawbone", turned=False)


def test_skeleton_key__krampus_first_then_as_one_likes() -> None:
    """ER-27, ER-29: with [skeleton_key] [krampus] must be attacked once; after that the attacks that are left are free."""
    game = start({"items": ["skeleton_key", "placenta"]}, monsters=["krampus", "fly"])
    game.expect(legal="attack Krampus", illegal=["pass", "attack Fly"]).attack("krampus").fight(6, 6, 6, 6)
    game.expect(legal=["pass", "attack Fly"])


def test_skeleton_key__krampus_who_comes_later() -> None:
    """ER-27: [krampus] uncovered by an attack is due at once while attacks are left, as they are with [skeleton_key]."""
    game = (
        start({"items": ["skeleton_key"]}, monsters=["fly", "fatty"], monster_deck=["krampus"]).attack("fly").fight(6)
    )
    game.expect(monsters=["krampus", "fatty"], illegal=["pass", "attack Fatty"], legal="attack Krampus")


def test_skeleton_key__lord_of_the_pit_gives_the_duty_no_second_life() -> None:
    """ER-27, A16: the attack on [krampus] cancelled by [lord_of_the_pit] had started: the duty is met, [skeleton_key]
    gives more."""
    seats = {"items": ["skeleton_key"]}, {"items": ["lord_of_the_pit"]}
    game = start(*seats, monsters=["krampus", "fly"]).attack("krampus").pass_all().activate("lord_of_the_pit", by=1)
    game.settle().expect(attacking=None, legal=["pass", "attack Fly", "attack Krampus"])
