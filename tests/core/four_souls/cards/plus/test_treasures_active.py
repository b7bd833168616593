"""Plus treasures that are turned, paid for or answer coins. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize(("card", "gained"), [("a_penny", 1), ("a_nickel", 5), ("a_dime", 10)])
def test_magnet__takes_one_cent_of_a_gain(card: str, gained: int) -> None:
    """ER-38: [magnet] whatever another player gains, that player gives up 1 cent of it."""
    game = start({"items": ["magnet"]}, {"hand": [card]}, {}).play(card, by=1).pass_all()
    game.expect(player=1, coins=3 + gained).expect(stack=["trigger Magnet"]).settle()
    game.expect(player=0, coins=4).expect(player=1, coins=2 + gained).expect(player=2, coins=3)


def test_magnet__is_silent_for_its_own_player() -> None:
    """[magnet] what its own player gains stays untouched."""
    game = start({"items": ["magnet"], "hand": ["a_dime"]}).play("a_dime").pass_all().expect(stack=[])
    game.expect(player=0, coins=13).expect(player=1, coins=3)


def test_magnet__answers_each_gain_of_each_other_player() -> None:
    """[magnet] one trigger for each other player who gains: two of three here, from [rainbow_baby];
    R6.4: its player says whose comes first."""
    game = start({"items": ["magnet"]}, {"items": ["rainbow_baby"]}, {}).activate("rainbow_baby", "b", by=1).pass_all()
    game.expect(asked=0, question="trigger_order").choose("magnet").choose("option 2")
    game.expect(stack=["trigger Magnet", "trigger Magnet"]).pass_all().expect(player=1, coins=4).settle()
    game.expect(player=0, coins=7).expect(player=1, coins=4).expect(player=2, coins=4)


def test_magnet__answers_rewards() -> None:
    """R14.4: [magnet] the reward of a dead [clotty] is a gain of the active player."""
    game = start({"hand": ["gold_bomb"]}, {"items": ["magnet"]}, {}, monsters=["clotty"]).play("gold_bomb", "clotty")
    game.settle().expect(player=0, coins=6).expect(player=1, coins=4).expect(player=2, coins=3)


def test_magnet__a_player_without_coins_gives_none() -> None:
    """[magnet] the coin was spent before the trigger resolves: none moves [battery_bum]."""
    seat = {"hand": ["a_penny"], "items": ["battery_bum"]}
    game = start({"items": ["magnet"]}, seat).play("a_penny", by=1).pass_all().expect(stack=["trigger Magnet"])
    game.pay("battery_bum", "magnet", by=1).settle().expect(player=1, coins=0).expect(player=0, coins=3)


def test_magnet__moves_a_coin_that_nobody_gains() -> None:
    """R16.3: the coin taken is no gain: [counterfeit_penny] beside [magnet] stays silent."""
    game = start({"items": ["magnet", "counterfeit_penny"]}, {"hand": ["a_dime"]}).play("a_dime", by=1).settle()
    game.expect(player=0, coins=4).expect(player=1, coins=12)


def test_magnet__stolen_coins_are_no_gain() -> None:
    """R16.3: what another player steals does not stir [magnet] [jawbone]."""
    game = start({"items": ["magnet"]}, {"items": ["jawbone"]}, {}).activate("jawbone", 2, by=1).pass_all()
    game.expect(stack=[]).expect(player=1, coins=6).expect(player=2, coins=0).expect(player=0, coins=3)


def test_magnet__answers_the_extra_coin_too() -> None:
    """ER-38: the coin of another player's [counterfeit_penny] is its own gain for [magnet]."""
    game = start({"items": ["magnet"]}, {"items": ["counterfeit_penny"], "hand": ["a_dime"]}).play("a_dime", by=1)
    game.settle().expect(player=0, coins=5).expect(player=1, coins=12)


def test_magnet__a_replaced_gain_is_none() -> None:
    """ER-38: [bum_bo_item] turns the gain into counters, so [magnet] has nothing to answer."""
    game = start({"items": ["magnet"]}, {"items": ["bum_bo_item"], "hand": ["a_dime"]}).play("a_dime", by=1).pass_all()
    game.expect(stack=[]).expect(player=1, coins=3).expect(player=0, coins=3).expect(card="bum_bo_item", counters=10)


@pytest.mark.parametrize(("mode", "hand", "coins", "hp"), [("a", 1, 3, 2), ("b", 0, 5, 2), ("c", 0, 3, 1)])
def test_rainbow_baby__modes(mode: str, hand: int, coins: int, hp: int) -> None:
    """R5.3: [rainbow_baby] all players, its own too: loot 1, gain 2c, or take 1 damage; monsters are left alone."""
    game = start({"items": ["rainbow_baby"]}, {}, {}, monsters=["fly", "fatty"]).activate("rainbow_baby", mode).settle()
    for p in range(3):
        game.expect(player=p, hand=hand, coins=coins, hp=hp)
    game.expect(monster="fly", hp=1).expect(monster="fatty", hp=4).expect(card="rainbow_baby", turned=True)


def test_rainbow_baby__hits_all_at_once() -> None:
    """R12.7, A24: [rainbow_baby] both players at 1 HP start dying together, the dead one has no second death."""
    game = (
        start({"items": ["rainbow_baby"], "hp": 1}, {"hp": 1}, {"dead": True}).activate("rainbow_baby", "c").pass_all()
    )
    game.expect(player=0, hp=0).expect(player=1, hp=0).expect(stack=2).settle()
    game.expect(player=0, dead=True, coins=2).expect(player=1, dead=True, coins=2).expect(player=2, dead=True, coins=3)


TOPS = {"loot_deck": ["a_dime", "bomb"], "treasure_deck": ["meat", "decoy"], "monster_deck": ["dip", "trite"]}


@pytest.mark.parametrize("deck", ["loot", "treasure", "monster"])
def test_smart_fly__looks_and_may_discard(deck: str) -> None:
    """A45: [smart_fly] its player alone sees the top card of any one deck and may discard it."""
    top, below = TOPS[f"{deck}_deck"]
    game = start({"items": ["smart_fly"]}, **TOPS).activate("smart_fly", f"{deck} deck").pass_all()
    game.expect(asked=0, question="may").expect(card=top, zone="deck", known=[0])
    game.copy().choose("no").expect(deck=deck, top=[top, below]).expect(discard=deck, size=0)
    game.choose("yes").expect(deck=deck, top=[below]).expect(discard=deck, top=[top], size=1).expect(
        card=below, known=[]
    )
    for other in {"loot", "treasure", "monster"} - {deck}:
        game.expect(deck=other, top=TOPS[f"{other}_deck"]).expect(discard=other, size=0)


@pytest.mark.parametrize(("answer", "turned"), [("yes", False), ("no", True)])
def test_smart_fly__may_recharge_on_damage(answer: str, turned: bool) -> None:
    """[smart_fly] recharges, if its player likes, each time that player takes damage."""
    seat = {"items": [{"card": "smart_fly", "turned": True}], "hand": ["bomb"]}
    game = start(seat).play("bomb", 0).pass_all().expect(stack=["trigger Smart Fly"]).pass_all(answer)
    game.expect(card="smart_fly", turned=turned).expect(player=0, hp=1)


def test_smart_fly__answers_own_damage_only() -> None:
    """[smart_fly] another player's damage, and prevented damage, is none of its business."""
    seat = {"items": [{"card": "smart_fly", "turned": True}], "hand": ["bomb", "soul_heart"], "extra_plays": 3}
    game = start({**seat, "hand": ["bomb", "bomb", "soul_heart"]}).play("bomb", 1).settle()
    game.play("soul_heart", 0).settle().play("bomb", 0).settle()
    game.expect(player=0, hp=2).expect(player=1, hp=1).expect(card="smart_fly", turned=True)


def test_distant_admiration__forces_the_card_at_once() -> None:
    """R8.6: [distant_admiration] the other player picks the card; its new player announces it before any window,
    chooses its target, and uses neither a loot play nor the character."""
    game = start({"items": ["distant_admiration"]}, {"hand": ["bomb", "a_dime"]}).activate("distant_admiration")
    game.pass_all().expect(asked=1, question="give", legal=["choose Bomb!", "choose A Dime!!"])
    game.choose("bomb").expect(asked=0, question="target", source="bomb", stack=[]).choose("fly")
    game.expect(stack=["bomb"], question="priority", asked=0).expect(card="bomb", zone="stack", known=[0, 1])
    game.settle().expect(card="bomb", zone="discard").expect(player=1, hand=["a_dime"])
    game.expect(card="fly", zone="discard")
    game.expect(player=0, hand=[], plays_used=0, turned=False)


def test_distant_admiration__the_gain_is_the_players() -> None:
    """R8.6, R2.24: [distant_admiration] "you" on the card given is the player who must play it."""
    game = start({"items": ["distant_admiration"]}, {"hand": ["a_dime"]}, {}).activate("distant_admiration").settle()
    game.expect(player=0, coins=13).expect(player=1, coins=3, hand=[]).expect(card="a_dime", zone="discard")


def test_distant_admiration__works_in_another_players_turn() -> None:
    """R8.6: [distant_admiration] the forced card is played in any turn; its player keeps the turned character."""
    seat = {"items": ["distant_admiration"], "turned": True}
    game = start({}, seat, {"hand": ["lost_soul"]}).activate("distant_admiration", 2, by=1).settle()
    game.expect(player=1, soul_cards=["lost_soul"], souls=1, hand=[]).expect(player=2, souls=0, hand=[])


def test_distant_admiration__plays_trinkets_and_modes() -> None:
    """R2.11, R5.3: [distant_admiration] a trinket given becomes the player's item, of [dagaz] the player picks mode
    and target."""
    game = start({"items": ["distant_admiration"]}, {"hand": ["curved_horn"]}).activate("distant_admiration").settle()
    game.expect(card="curved_horn", zone="item", owner=0)
    seat = {"items": ["distant_admiration"], "curses": ["curse_of_greed"]}
    game = start(seat, {"hand": ["dagaz"]}).activate("distant_admiration").pass_all().expect(asked=0, question="mode")
    game.choose("a").settle().expect(player=0, curses=[]).expect(card="dagaz", zone="discard")


def test_distant_admiration__what_cannot_be_played_stays() -> None:
    """R8.6: [distant_admiration] The Magician without a roll, or any card under [trinity_shield], stays in hand."""
    game = start({"items": ["distant_admiration"]}, {"hand": ["the_magician"]}).activate("distant_admiration").settle()
    game.expect(player=0, hand=["the_magician"]).expect(player=1, hand=[])
    seats: list[dict[str, Any]] = [{"hand": ["the_stars", "a_dime"]}, {"items": ["distant_admiration"]}]
    game = start(*seats, treasure_deck=["trinity_shield"]).activate("distant_admiration", by=1).play("the_stars", by=0)
    game.pass_all().expect(card="trinity_shield", owner=0).settle().expect(player=1, hand=["a_dime"], coins=3)


def test_distant_admiration__needs_a_card_to_be_given() -> None:
    """ER-55: [distant_admiration] targets another player with a loot card; if it is gone by then the effect fizzles."""
    game = start({"items": ["distant_admiration"], "hand": ["bomb"]}, {}, {}).expect(
        illegal="activate Distant Admiration"
    )
    game = start({"items": ["distant_admiration"]}, {"hand": ["a_dime"]}, {"hand": ["bomb"]}, {})
    game.activate("distant_admiration").expect(legal=["choose player 1", "choose player 2"])
    game.expect(illegal=["choose player 0", "choose player 3"]).choose(1).play("a_dime", by=1).settle()
    game.expect(player=0, hand=[], coins=3).expect(player=1, coins=13).expect(player=2, hand=["bomb"])


def test_distant_admiration__counts_as_the_next_loot_card() -> None:
    """R8.6, ER-15: the forced card is a loot card its player plays: [blank_card] doubles it [distant_admiration]."""
    game = (
        start({"items": ["distant_admiration", "blank_card"]}, {"hand": ["a_nickel"]}).activate("blank_card").settle()
    )
    game.activate("distant_admiration").settle().expect(player=0, coins=13)


def test_distant_admiration__can_win() -> None:
    """R18.1: the fourth soul by a card given wins at once [distant_admiration]."""
    game = start({"items": ["distant_admiration"], "souls": 3}, {"hand": ["lost_soul"]}).activate("distant_admiration")
    game.settle().expect(over=True, winners=[0])


CANDLE = ["dip", "curse_of_greed", "trite", "curse_of_pain", "pooter", "leech", "squirt"]


def test_black_candle__gives_curses_away() -> None:
    """R2.16, ER-59, R15.11: [black_candle] each curse of the top 6 goes to a player of its player's choice, oneself or
    a dead one too; the others go to the bottom in the order named, the 7th card stays."""
    seats: list[dict[str, Any]] = [{"items": ["black_candle"]}, {}, {"dead": True}]
    game = start(*seats, monster_deck=CANDLE).activate("black_candle").pass_all()
    game.expect(asked=0, question="pick", source="curse_of_greed", legal=[f"choose player {p}" for p in range(3)])
    game.expect(card="leech", zone="deck", known=[0, 1, 2]).expect(card="squirt", known=[])
    game.choose(2).expect(question="pick", source="curse_of_pain").expect(player=2, curses=["curse_of_greed"]).choose(0)
    game.expect(question="order", illegal=["choose Curse of Pain", "choose Squirt"])
    for card in ("leech", "dip", "trite"):
        game.choose(card)
    game.expect(deck="monster", top=["squirt"], bottom=["pooter", "trite", "dip", "leech"])
    game.expect(player=0, curses=["curse_of_pain"]).expect(player=1, curses=[]).expect(discard="monster", size=0)


def test_black_candle__both_curses_to_one_player() -> None:
    """[black_candle] one player may get several curses, and they work: [curse_of_greed] [curse_of_amnesia]."""
    deck = ["curse_of_greed", "curse_of_amnesia"]
    position: dict[str, Any] = {"active": 1, "monster_deck": [*deck, "dip"], "exact_decks": ["monster"]}
    game = start({"items": ["black_candle"]}, {"hand": ["bomb", "a_dime"], "coins": 9}, **position).pass_()
    game.activate("black_candle").pass_all(1, 1).expect(player=1, curses=deck).expect(player=0, curses=[])
    game.expect(stack=[]).until("end", "curse_of_greed").settle("bomb").expect(player=1, coins=5, hand=0)
    game.expect(player=0, coins=3)


def test_black_candle__without_curses() -> None:
    """[black_candle] nothing to give: the six cards only change places."""
    deck = ["dip", "trite", "pooter", "leech", "squirt", "clotty", "fat_bat"]
    game = (
        start({"items": ["black_candle"]}, monster_deck=deck)
        .activate("black_candle")
        .pass_all()
        .expect(question="order")
    )
    for card in ("clotty", "squirt", "leech", "pooter", "trite"):
        game.choose(card)
    game.expect(deck="monster", top=["fat_bat"], bottom=["dip", "trite", "pooter", "leech", "squirt", "clotty"])


def test_black_candle__a_short_deck_is_made_anew() -> None:
    """R15.9, R15.11: [black_candle] with 2 cards left the discard pile is shuffled under them while six are revealed;
    a deck of curses alone ends up empty."""
    position: dict[str, Any] = {"monster_deck": ["curse_of_pain", "dip"], "monster_discard": ["curse_of_greed"]}
    game = start({"items": ["black_candle"]}, exact_decks=["monster"], **position).activate("black_candle")
    game.pass_all(1, 0).expect(deck="monster", size=1, top=["dip"]).expect(discard="monster", size=0)
    game.expect(player=1, curses=["curse_of_pain"]).expect(player=0, curses=["curse_of_greed"])
    game = start({"items": ["black_candle"]}, exact_decks=["monster"], monster_deck=["curse_of_pain", "curse_of_greed"])
    game.activate("black_candle").pass_all(1, 1).expect(deck="monster", size=0).expect(player=1, curses=2)


def test_athame__discards_one_for_two() -> None:
    """R5.5, R18.4: [athame] its player picks the card to pay with, the target the two cards to lose."""
    seat = {"hand": ["bomb", "a_dime"], "items": ["athame"]}
    game = start(seat, {"hand": ["dagaz", "ehwaz", "justice"]}, {"hand": ["the_sun"]}).pay("athame", 1, "a_dime")
    game.expect(player=0, hand=["bomb"]).expect(discard="loot", top=["a_dime"], size=1).pass_all()
    game.expect(asked=1, question="discard").choose("justice").expect(asked=1).choose("dagaz")
    game.expect(player=1, hand=["ehwaz"]).expect(player=0, hand=["bomb"]).expect(player=2, hand=["the_sun"])
    game.expect(discard="loot", size=3).expect(card="athame", turned=False)


def test_athame__as_often_as_it_can_be_paid() -> None:
    """R2.4, R5.5: [athame] again and again while there is a card to pay with; who has one card loses one."""
    game = start({"hand": ["bomb", "a_dime"], "items": ["athame"]}, {"hand": ["ehwaz"]}).pay("athame", 1, "bomb")
    game.settle().expect(player=1, hand=[]).expect(legal="pay for Athame").pay("athame", 1).settle()
    game.expect(player=0, hand=[]).expect(illegal="pay for Athame").expect(discard="loot", size=3)


def test_athame__against_its_own_player() -> None:
    """[athame] any player can be the target, also its own, who pays first."""
    game = start({"hand": ["bomb", "a_dime", "ehwaz", "dagaz"], "items": ["athame"]}).pay("athame", 0, "bomb")
    game.settle("a_dime", "ehwaz").expect(player=0, hand=["dagaz"]).expect(discard="loot", size=3)


def test_forget_me_now__everybody_loses_a_soul() -> None:
    """R18.4, ER-44, R6.5: [forget_me_now] in turn order from the active player each picks one own soul card, which goes
    to the discard pile of its own deck; who has none loses none."""
    seats: list[dict[str, Any]] = [
        {"souls": ["gurdy"]},
        {"items": ["forget_me_now"], "souls": ["monstro", "lost_soul"]},
    ]
    game = start(*seats, {}, {"souls": ["mom", "gemini"]}, active=3).pass_().pass_()
    game.activate("forget_me_now", by=1).pass_all().expect(card="forget_me_now", zone="discard")
    game.expect(asked=3, question="soul", legal=["choose Mom!", "choose Gemini"]).choose("gemini")
    game.expect(asked=1, question="soul", legal=["choose Monstro", "choose Lost Soul"]).choose("lost_soul")
    game.expect(player=0, souls=0).expect(player=1, soul_cards=["monstro"]).expect(player=2, souls=0)
    game.expect(player=3, soul_cards=["mom"]).expect(discard="loot", top=["lost_soul"], size=1)
    game.expect(discard="monster", size=2)


def test_forget_me_now__bonus_souls_leave_the_game() -> None:
    """R18.6, R18.7: a bonus soul lost to [forget_me_now] is out of the game."""
    game = start({"items": ["forget_me_now"]}, {"souls": ["soul_of_greed"]}).activate("forget_me_now").settle()
    game.expect(card="soul_of_greed", zone="out").expect(player=1, souls=0)


def test_forget_me_now__eternal_does_nothing() -> None:
    """R5.6, R17.4: an eternal [forget_me_now] cannot be destroyed, so no soul is lost."""
    game = start({"items": [{"card": "forget_me_now", "eternal": True}], "souls": 1}, {"souls": 2})
    game.activate("forget_me_now").settle().expect(player=0, souls=1, items=["forget_me_now"]).expect(player=1, souls=2)


@pytest.mark.parametrize(("coins", "moved"), [(0, 0), (1, 0), (2, 1), (7, 3), (10, 5)])
def test_divorce_papers__half_the_coins(coins: int, moved: int) -> None:
    """R16.3: [divorce_papers] half of the coins, rounded down, change hands and are no gain for [counterfeit_penny]."""
    seat = {"items": ["divorce_papers", "counterfeit_penny"], "coins": 4}
    game = start(seat, {"coins": coins}, {"coins": 8}).activate("divorce_papers", 1).settle()
    game.expect(player=0, coins=4 + moved, items=["counterfeit_penny"]).expect(player=1, coins=coins - moved)
    game.expect(player=2, coins=8).expect(card="divorce_papers", zone="discard")


@pytest.mark.parametrize(("hand", "moved"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_divorce_papers__half_the_hand(hand: int, moved: int) -> None:
    """[divorce_papers] half of the loot cards, rounded down, picked by the giver and seen by both."""
    cards = ["bomb", "dagaz", "ehwaz", "justice", "the_sun"][:hand]
    game = start({"items": ["divorce_papers"]}, {"hand": cards}, {}).activate("divorce_papers", 1).pass_all()
    for card in cards[:moved]:
        game.expect(asked=1, question="give").choose(card)
    game.expect(question="priority").expect(player=0, hand=cards[:moved]).expect(player=1, hand=cards[moved:])
    for card in cards[:moved]:
        game.expect(card=card, zone="hand", owner=0, known=[0, 1])


def test_divorce_papers__an_item_of_the_givers_choice() -> None:
    """R2.22, ER-04: [divorce_papers] the giver picks a non-eternal item; it stays the same object, with its counters."""
    theirs = ["meat", {"card": "tech_x", "counters": 2, "turned": True}, {"card": "the_d6", "eternal": True}]
    game = (
        start({"items": ["divorce_papers"]}, {"items": theirs, "coins": 0}, {}).activate("divorce_papers", 1).pass_all()
    )
    game.expect(asked=1, question="pick", legal=["choose Meat!", "choose Tech X"], illegal="choose The D6").choose(
        "tech_x"
    )
    game.expect(card="tech_x", owner=0, counters=2, turned=True).expect(player=1, items=["meat", "the_d6"])


def test_divorce_papers__no_item_to_give() -> None:
    """[divorce_papers] only eternal items: coins and cards are given all the same."""
    seat = {"items": [{"card": "the_d6", "eternal": True}], "coins": 4, "hand": ["bomb", "ehwaz"]}
    game = start({"items": ["divorce_papers"]}, seat).activate("divorce_papers", 1).settle("ehwaz")
    game.expect(player=0, coins=5, hand=["ehwaz"], items=[]).expect(player=1, coins=2, hand=["bomb"], items=["the_d6"])


def test_divorce_papers__eternal_does_nothing() -> None:
    """R5.6, R17.4: an eternal [divorce_papers] is not destroyed and takes nothing."""
    game = start({"items": [{"card": "divorce_papers", "eternal": True}]}, {"coins": 10, "items": ["meat"]})
    game.activate("divorce_papers", 1).settle().expect(player=0, coins=3, items=["divorce_papers"])
    game.expect(player=1, coins=10, items=["meat"])


def test_divorce_papers__of_oneself() -> None:
    """[divorce_papers] chosen against oneself only destroys it."""
    seat = {"items": ["divorce_papers", "meat"], "coins": 8, "hand": ["bomb", "ehwaz"]}
    game = start(seat).activate("divorce_papers", 0).settle()
    game.expect(player=0, coins=8, hand=["bomb", "ehwaz"], items=["meat"]).expect(player=1, coins=3)
