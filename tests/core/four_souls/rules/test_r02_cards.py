"""R2: cards, objects and zones."""

from __future__ import annotations

import random

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import cards_lost_or_doubled, deal, start


def test_treasure__gained_from_the_top_of_the_deck() -> None:
    """R2.1: gaining a treasure takes the top card of the deck into play, face up; the shop stays as it is."""
    game = start({"hand": ["the_stars"]}, treasure_deck=["mr_boom", "dinner"], shop=["breakfast", "meat"])
    game.play("the_stars").settle()
    game.expect(player=0, items=["mr_boom"]).expect(card="mr_boom", zone="item", owner=0, known=[0, 1])
    game.expect(shop=["breakfast", "meat"]).expect(deck="treasure", top=["dinner"])


def test_items__paid_only_is_an_active_item() -> None:
    """R2.2: an item with a paid effect alone is active, so [diplopia] cannot copy [smelter]; a passive one it can."""
    game = start({"items": ["diplopia", "smelter", "dinner", "meat", "sack_of_pennies"]}).activate("diplopia")
    game.expect(question="target", legal=["choose Dinner", "choose Meat!"])
    game.expect(illegal=["choose Smelter", "choose Sack of Pennies"])


def test_items__active_with_passive_text() -> None:
    """R2.2: the passive text of an active item works like that of a passive one: [sack_of_pennies] sees every 1."""
    seat = {"items": [{"card": "sack_of_pennies", "turned": True}]}
    game = start({"hand": ["pills_blue"]}, seat, dice=[1])
    game.play("pills_blue").pass_all().pass_all()
    game.expect(stack=["result of pills blue", "player 1: trigger sack of pennies"]).pass_all("yes")
    game.expect(card="sack_of_pennies", turned=False)


def test_activation__costs_turning_the_item() -> None:
    """R2.3: activating turns the item; it is activated again only after it was recharged."""
    game = start({"items": ["sack_of_pennies"], "hand": ["lil_battery"]})
    game.activate("sack_of_pennies").expect(card="sack_of_pennies", turned=True)
    game.expect(illegal="activate Sack of Pennies").expect(player=0, coins=3)
    game.settle().expect(player=0, coins=4, illegal="activate Sack of Pennies")
    game.play("lil_battery").settle().activate("sack_of_pennies").settle().expect(player=0, coins=5)


def test_paid_effect__sideways_and_repeated() -> None:
    """R2.4, FSR-033: [tech_x] is used sideways, by the other player, as long as its counters last."""
    seat = {"items": [{"card": "tech_x", "turned": True, "counters": 7}]}
    game = start({}, seat, monsters=["fly", "fatty", "dip"])
    game.pay("tech_x", "dip", by=1).pay("tech_x", "fatty")
    game.expect(card="tech_x", turned=True, counters=1, illegal="pay for Tech X")
    game.expect(stack=["player 1: pay for tech x dip", "player 1: pay for tech x fatty"])


def test_paid_effect__coins_twice() -> None:
    """R2.4, FSR-033: each use of [golden_razor_blade] costs five cents at once and turns nothing."""
    game = start({"items": ["golden_razor_blade"], "coins": 14})
    game.pay("golden_razor_blade", "fatty").expect(player=0, coins=9).pay("golden_razor_blade", "fatty")
    game.expect(player=0, coins=4).expect(card="golden_razor_blade", turned=False)
    with pytest.raises(IllegalAction, match="pay for Golden Razor Blade is not legal"):
        game.pay("golden_razor_blade", "fatty")
    game.settle().expect(monster="fatty", hp=2)


def test_passive__static_and_triggered() -> None:
    """R2.5: [dinner] raises the maximum as long as it lies there; [fanny_pack] answers damage without being used."""
    game = start({"hand": ["bomb"], "items": ["dinner", "fanny_pack"]}).expect(player=0, max_hp=3, hp=3)
    game.play("bomb", 0).pass_all().expect(player=0, hp=2, max_hp=3).expect(stack=["trigger fanny pack"])
    game.settle().expect(player=0, hand=1)


def test_shop_items__do_nothing() -> None:
    """R2.6: items in the shop neither raise anything nor answer anything nor can be used by any player."""
    game = start({"hand": ["pills_blue"]}, shop=["dinner", "the_relic", "sack_of_pennies", "moms_purse"], dice=[1])
    game.expect(player=0, max_hp=2, hp=2, illegal="activate Sack of Pennies")
    game.play("pills_blue").pass_all().pass_all().expect(stack=["result of pills blue"])


def test_starting_items__are_eternal_items() -> None:
    """R2.7: [the_d6] counts as an item, and is offered neither for destroying nor for stealing."""
    game = start({"items": ["glass_cannon", "dinner"]}, {"items": ["the_d6", "meat"]})
    game.activate("glass_cannon").expect(legal=["choose Dinner", "choose Meat!"], illegal="choose The D6")
    battery = start({"hand": ["lil_battery"], "items": ["dinner"]}, {"items": ["the_d6"]})
    battery.play("lil_battery").expect(legal=["choose Dinner", "choose The D6"])


def test_hands__hidden_cards_public_size() -> None:
    """R2.8: another player sees how many cards a hand has but not which ones; looting draws from the loot deck."""
    bomb, rune, two = ({"hand": hand} for hand in (["bomb"], ["dagaz"], ["bomb", "ehwaz"]))
    decks = ["dagaz", "ehwaz"], ["bomb", "ehwaz"], ["dagaz"]
    games = [start(p, loot_deck=d, exact_decks=["loot"], phase="loot") for p, d in zip((bomb, rune, two), decks)]
    seen = [[GAME.observe(game.S, p).tolist() for game in games] for p in (0, 1)]
    assert seen[1][0] == seen[1][1] != seen[1][2] and seen[0][0] != seen[0][1]
    games[0].pass_all().expect(player=0, hand=["bomb", "dagaz"]).expect(card="dagaz", zone="hand", known=[0])


def test_loot_kinds__specials_on_resolution() -> None:
    """R2.9: basic cards and tarot cards are discarded, a trinket becomes an item, [lost_soul] a soul."""
    seat = {"hand": ["a_penny", "the_stars", "swallowed_penny", "lost_soul"], "extra_plays": 3}
    game = start(seat, treasure_deck=["dinner"])
    for card in ("a_penny", "the_stars", "swallowed_penny", "lost_soul"):
        game.play(card, turn=False).settle()
    game.expect(player=0, items=["dinner", "swallowed_penny"], soul_cards=["lost_soul"], souls=1, hand=[], coins=4)
    game.expect(discard="loot", top=["the_stars", "a_penny"], size=2)


def test_resolved_loot__is_discarded_last() -> None:
    """R2.10: a loot card is on the stack while it resolves: [the_world] cannot be drawn by its own second loot."""
    game = start({"hand": ["the_world"]}, loot_deck=["a_penny"], loot_discard=[], exact_decks=["loot"])
    game.play("the_world").expect(card="the_world", zone="stack").expect(discard="loot", size=0)
    game.pass_all().expect(player=0, hand=["a_penny"]).expect(deck="loot", top=["the_world"], size=1)


def test_trinket__stays_until_destroyed() -> None:
    """R2.11: a trinket becomes its player's passive item; destroyed it goes to the loot discard pile."""
    seat = {"hand": ["swallowed_penny"]}
    game = start(seat, {"items": ["glass_cannon"]}, dice=[6])
    game.play("swallowed_penny").expect(card="swallowed_penny", zone="stack")
    game.pass_all().expect(card="swallowed_penny", zone="item", owner=0, eternal=False)
    game.activate("glass_cannon", "swallowed_penny", by=1).settle()
    game.expect(card="swallowed_penny", zone="discard").expect(discard="loot", top=["swallowed_penny"])
    game.expect(discard="treasure", size=0)


def test_trinket__cancelled_goes_to_the_discard() -> None:
    """R2.11: a cancelled trinket is no item: it lies in the loot discard pile under the card that cancelled it."""
    game = start({"hand": ["swallowed_penny"]}, {"hand": ["butter_bean"]})
    game.play("swallowed_penny").play("butter_bean", by=1, turn=True).settle()
    game.expect(player=0, items=[]).expect(discard="loot", top=["butter_bean", "swallowed_penny"], size=2)


def test_monsters__stats_and_souls() -> None:
    """R2.12: a monster shows HP, evasion and attack; a basic one gives no soul, a boss one, an epic boss two."""
    for name, hp, evasion, attack, souls in (("dip", 1, 4, 1, 0), ("monstro", 4, 4, 1, 1), ("mom", 5, 4, 2, 2)):
        game = start({"items": [{"card": "tech_x", "counters": 3}]}, monsters=[name, "fly"], treasure_deck=["dinner"])
        game.expect(monster=name, hp=hp, max_hp=hp, evasion=evasion, attack=attack)
        game.pay("tech_x", name).settle().expect(player=0, souls=souls, soul_cards=[name] if souls else [])
        game.expect(card=name, zone="soul" if souls else "discard")


def test_monsters__delirium_gives_no_soul() -> None:
    """R2.12: [delirium] has no soul symbol: it goes back into the deck and no player has a soul."""
    game = start({"items": [{"card": "tech_x", "counters": 3}]}, monsters=["delirium", "fly"])
    game.pay("tech_x", "delirium").settle().expect(player=0, souls=0).expect(card="delirium", zone="deck")


def test_nonmonsters__never_fill_a_slot() -> None:
    """R2.13: a bonus card revealed for an empty slot is resolved and discarded, and the slot gets a monster."""
    game = start(monsters=["fly", "empty"], monster_deck=["troll_bombs", "dip"]).pass_all()
    game.expect(monsters=["fly", "empty"], stack=["event troll bombs"])
    game.settle().expect(monsters=["fly", "dip"]).expect(discard="monster", top=["troll_bombs"], size=1)
    game.expect(player=0, dead=True).expect(player=1, hp=2)


def test_you__is_the_active_player_on_monster_cards() -> None:
    """R2.14: [troll_bombs] hurts and [secret_room] pays the active player, whoever killed the monster before."""
    seat = {"items": [{"card": "tech_x", "counters": 3}]}
    game = start({"items": ["dinner"]}, seat, monsters=["dip", "fly"], monster_deck=["troll_bombs"])
    game.pay("tech_x", "dip", by=1).settle()
    game.expect(player=0, hp=1, coins=4).expect(player=1, hp=2, coins=3)


def test_nonmonster__is_played_by_the_active_player() -> None:
    """R2.15: a revealed bonus card is an object of the active player, with a window before it resolves and is discarded."""
    game = start({}, {"items": ["the_d6"]}, active=1, monsters=["fly"], monster_deck=["troll_bombs"])
    game.attack("deck").pass_all().expect(stack=["player 1: event troll bombs"], asked=1)
    game.expect(card="troll_bombs", zone="stack").pass_().expect(asked=0).pass_()
    game.expect(card="troll_bombs", zone="discard").expect(player=1, hp=0, dying=True)


def test_curse__player_chosen_when_pushed() -> None:
    """R2.16: the active player names the player as the curse is pushed; on resolution it lies beside that character."""
    game = start({}, {}, {}, monsters=["fly"], monster_deck=["curse_of_greed"]).attack("deck").pass_all()
    game.expect(asked=0, question="target", source="curse_of_greed", legal=["choose player 0", "choose player 2"])
    game.choose(2).expect(stack=["event curse of greed player 2"], asked=0)
    game.pass_all().expect(player=2, curses=["curse_of_greed"], items=[]).expect(player=0, curses=[])
    game.expect(card="curse_of_greed", zone="curse", owner=2)


def test_curse__dead_player_keeps_it() -> None:
    """R2.16: a dead player may be cursed and keeps the curse until the next death."""
    game = start({}, {"dead": True}, monsters=["fly"], monster_deck=["curse_of_greed"]).attack("deck").pass_all()
    game.choose(1).settle().end_turn().expect(player=1, dead=False, hp=2, curses=["curse_of_greed"])


def test_curse__dying_player_loses_it() -> None:
    """R2.16: a dying player may be cursed, and the curse is discarded when the death resolves."""
    seat = {"hand": ["death_tarot", "ehwaz"]}
    game = start(seat, monsters=["fly"], monster_deck=["curse_of_greed", "dip"]).play("death_tarot", 1, turn=True)
    game.pass_all().play("ehwaz").pass_all().choose(1)
    game.expect(stack=["death of player 1", "event curse of greed player 1"]).pass_all()
    game.expect(player=1, curses=["curse_of_greed"], dying=True).settle().expect(player=1, dead=True, curses=[])
    game.expect(discard="monster", top=["curse_of_greed", "fly"])


def test_curse__destroyed_or_cancelled() -> None:
    """R2.16: [dagaz] sends a curse to the monster discard pile, [the_fool] one that is still being played."""
    game = start({"hand": ["dagaz"], "curses": ["curse_of_greed"]}).play("dagaz", "a").settle()
    game.expect(player=0, curses=[]).expect(discard="monster", top=["curse_of_greed"], size=1)
    other = start({}, {"hand": ["the_fool"]}, monsters=["fly"], monster_deck=["curse_of_greed"])
    other.attack("deck").pass_all().choose(1).play("the_fool", by=1, turn=True).pass_all()
    other.expect(player=1, curses=[]).expect(card="curse_of_greed", zone="discard")


def test_monster_effects__only_while_active() -> None:
    """R2.17: a covered [stoney] neither raises evasion nor forbids anything; uncovered it does again."""
    game = start({"hand": ["bomb"]}, monsters=["stoney", "fly"]).expect(monster="fly", evasion=3)
    covered = start({"hand": ["bomb"]}, monsters=[{"card": "dip", "covered": ["stoney"]}, "fly"])
    covered.expect(monster="fly", evasion=2).play("bomb", "dip").settle()
    covered.expect(monsters=["stoney", "fly"]).expect(monster="fly", evasion=3)
    game.expect(illegal="attack Stoney")


def test_monster_effects__own_death_included() -> None:
    """R2.17: [boom_fly] answers its own death with damage to every player."""
    game = start({"hand": ["bomb"]}, monsters=["boom_fly", "fly"]).play("bomb", "boom_fly").pass_all().pass_all()
    game.expect(stack=["card of boom fly", "reward of boom fly", "trigger boom fly"])
    game.pass_all().expect(player=0, hp=1).expect(player=1, hp=1)


def test_character__is_no_item() -> None:
    """R2.18: a character gives 2 HP and 1 attack; [lil_battery] and [the_d20] find items, never a character."""
    game = start({"hand": ["lil_battery"], "turned": True, "items": ["dinner", "the_d20"]})
    game.expect(player=0, max_hp=3, attack=1).expect(player=1, max_hp=2, attack=1)
    game.copy().activate("the_d20").expect(question="target", legal=["choose Dinner", "choose The D20"])
    game.play("lil_battery").expect(legal=["choose Dinner", "choose The D20"])
    assert len(game.legal()) == 2


def test_character__mega_battery_leaves_it() -> None:
    """R2.18: [mega_battery] recharges all items of a player, the character stays as it is."""
    seat = {"hand": ["mega_battery"], "turned": True, "items": [{"card": "mr_boom", "turned": True}]}
    game = start(seat).play("mega_battery", 0).settle()
    game.expect(card="mr_boom", turned=False).expect(player=0, turned=True)


def test_soul__other_text_is_off() -> None:
    """R2.19: [gurdy_jr] as a soul hurts no attacker, [the_bone] as one offers no effect; both count and are public."""
    game = start({"souls": ["gurdy_jr", "the_bone"], "items": ["sack_of_pennies"]}, monsters=["fly", "fatty"])
    game.expect(player=0, souls=2, illegal=["activate The Bone", "pay for The Bone (1)"])
    game.attack("fly").pass_all().activate("sack_of_pennies").settle().expect(player=0, hp=2, coins=4)
    game.expect(card="gurdy_jr", zone="soul", owner=0, known=[0, 1])


def test_bonus_souls_and_rooms__no_deck() -> None:
    """R2.20: bonus souls lie beside the decks; without the option there is no room deck, slot or action in a game."""
    game = start(bonus_souls=True).expect(bonus_souls=["soul_of_greed", "soul_of_gluttony", "soul_of_guppy"])
    game.expect(card="soul_of_greed", zone="bonus")
    assert game.S["n_deck"].shape[1] == 3 and not any("room" in words for words in game.legal())


def test_zones__every_card_in_exactly_one() -> None:
    """R2.21: after every decision of a random game each card lies in one zone and the lists agree with it."""
    game, choice = deal(11, 3), random.Random(5)
    for _ in range(150):
        if game.over:
            break
        GAME.step(game.S, choice.choice(game.ids()))
        assert cards_lost_or_doubled(game) == []
    assert game.read.number("decisions") > 100


def test_zone_change__makes_a_new_object() -> None:
    """R2.22: a shop item that left its slot and returned is another object: the purchase of the old one fizzles."""
    seat = {"items": ["flush"], "hand": ["the_hermit"]}
    game = start({"coins": 20}, seat, shop=["dinner"], exact_decks=["treasure"], treasure_deck=["meat", "mr_boom"])
    game.buy("dinner").activate("flush", "b", by=1).pass_all()
    game.expect(shop=["empty"], stack=["buy dinner", "refill shop slot 0"])
    game.play("the_hermit", by=1, turn=True).pass_all("dinner", "meat").pass_all().expect(shop=["dinner"])
    game.expect(stack=["buy dinner"]).pass_all()
    game.expect(player=0, coins=20, items=[], purchases_used=0).expect(shop=["dinner"])


def test_change_of_hands__keeps_the_object() -> None:
    """R2.22: an item stolen in response stays the object that [the_d20] was aimed at; its new owner gets the treasure."""
    thief = {"items": ["pay_to_play"], "coins": 10}
    game = start({"items": ["the_d20"]}, {"items": ["dinner"]}, thief, treasure_deck=["meat"])
    game.activate("the_d20", "dinner").pay("pay_to_play", "dinner", by=2).pass_all()
    game.expect(player=2, items=["dinner", "pay_to_play"]).pass_all()
    game.expect(player=2, items=["meat", "pay_to_play"]).expect(player=1, items=[])


def test_counters__stay_with_the_item() -> None:
    """R2.23, FSR-098: a stolen [the_dead_cat] keeps its counters; they are gone when it leaves play."""
    seat = {"items": ["pay_to_play", "glass_cannon"], "coins": 10}
    game = start(seat, {"items": [{"card": "the_dead_cat", "counters": 3}]}, dice=[6])
    game.pay("pay_to_play", "the_dead_cat").settle().expect(card="the_dead_cat", owner=0, counters=3)
    game.activate("glass_cannon", "the_dead_cat").settle().expect(card="the_dead_cat", zone="discard", counters=0)


def test_you__controller_of_the_item() -> None:
    """R2.24: a stolen [eye_of_greed] speaks to its new controller, also at another player's roll."""
    thief = {"items": ["pay_to_play"], "coins": 10}
    game = start(thief, {"items": ["eye_of_greed"]}, {"items": ["mystery_sack"]}, dice=[5])
    game.pay("pay_to_play", "eye_of_greed").settle().activate("mystery_sack", by=2).settle()
    game.expect(player=0, coins=3).expect(player=1, coins=3).expect(player=2, coins=3)


def test_you__holder_of_the_curse() -> None:
    """R2.24: [curse_of_loss] takes a soul of its holder's choice in another player's turn, none of the active player's."""
    seat = {"souls": ["monstro", "gurdy"], "curses": ["curse_of_loss"]}
    game = start({"souls": 1, "hand": ["death_tarot"]}, seat).play("death_tarot", 1).pass_all().pass_all()
    game.expect(stack=["penalty of player 1", "player 1: trigger curse of loss"]).pass_all()
    game.expect(asked=1, question="soul").choose("gurdy").expect(player=1, souls=1, soul_cards=["monstro"])
    game.expect(player=0, souls=1).expect(card="gurdy", zone="discard")


def test_control__on_the_stack() -> None:
    """R2.25: monster triggers and rewards are the active player's, a death is the dying player's, a roll its roller's."""
    seat = {"items": [{"card": "tech_x", "counters": 3}, "mystery_sack"], "hp": 1}
    game = start({}, seat, monsters=["boom_fly", "fly"], dice=[5])
    game.pay("tech_x", "boom_fly", by=1).pass_all().expect(stack=["player 0: death of boom fly"]).pass_all()
    game.expect(stack=["player 0: card of", "player 0: reward of", "player 0: trigger boom fly"]).pass_all()
    game.expect(stack=["player 0: card", "player 0: reward", "death of player 1"])
    game.activate("mystery_sack", by=1).pass_all().expect(
        stack=["player 0: card", "player 0: reward", "death of player 1", "player 1: roll 5"]
    )


def test_control__does_not_change_while_waiting() -> None:
    """R2.25, FSR-139: an effect on the stack stays its player's when the item is stolen in response."""
    game = start({"items": ["sack_of_pennies"]}, {"items": ["pay_to_play"], "coins": 10})
    game.activate("sack_of_pennies").pay("pay_to_play", "sack_of_pennies", by=1).pass_all()
    game.expect(card="sack_of_pennies", owner=1, turned=True).expect(stack=["player 0: activate sack of pennies"])
    game.pass_all().expect(player=0, coins=4).expect(player=1, coins=0)


def test_item__does_not_mean_shop_items() -> None:
    """R2.26: [lil_battery] finds no item where only the shop has some; [the_devil] names shop items and takes one."""
    game = start({"hand": ["lil_battery", "the_devil"]}, shop=["dinner", "meat"])
    game.expect(illegal=["play Lil Battery", "play XV. The Devil"])
    seat = {"hand": ["the_devil"], "items": ["breakfast"]}
    other = start(seat, shop=["dinner", "meat"], treasure_deck=["mr_boom"]).play("the_devil", "dinner")
    other.pass_all().expect(player=0, items=["dinner"], coins=3, purchases_used=0)
    other.expect(stack=["refill shop slot 0"]).settle().expect(shop=["mr_boom", "meat"])


def test_shop_item__leaves_to_the_treasure_discard() -> None:
    """R2.26: [the_chest] discarded from the shop is no soul of any player: it lies in the treasure discard pile."""
    game = start({"items": ["restock"]}, phase="start", shop=["the_chest", "meat"], treasure_deck=["dinner"])
    game.pass_all("yes", "the_chest", "done").expect(shop=["dinner", "meat"], stack=[])
    game.expect(discard="treasure", top=["the_chest"], size=1).expect(player=0, souls=0).expect(player=1, souls=0)
