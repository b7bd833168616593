"""Rulings about cancelling, fizzling and effects that lose their source."""

from __future__ import annotations

from tests.core.four_souls.rules.table import start


def test_fsr_006__eternal_destroy_this() -> None:
    """FSR-006, R17.4: an eternal [box] may be activated, but its effect fizzles."""
    game = start({"items": [{"card": "box", "eternal": True}], "hand": ["a_penny", "two_cents", "bomb"]})
    game.activate("box").settle().expect(card="box", zone="item", turned=True).expect(player=0, extra_plays=0)


def test_fsr_007__eternal_glass_cannon_still_loots() -> None:
    """FSR-007, A62: an eternal [glass_cannon] is not destroyed by a 3, and the loot happens all the same."""
    seat = {"items": [{"card": "glass_cannon", "eternal": True}, "meat"]}
    game = start(seat, dice=[3]).activate("glass_cannon", "meat").settle()
    game.expect(player=0, items=["glass_cannon"], hand=2).expect(card="meat", zone="discard")


def test_fsr_022__the_fool_in_an_attack() -> None:
    """FSR-022, R17.11: [the_fool] removes the attack roll and the effect of player 1; the end phase follows at once."""
    seats = {"hand": ["the_fool"]}, {"items": ["mr_boom"]}
    game = start(*seats, dice=[1]).attack("fatty").pass_all().pass_all().expect(stack=["attack roll 1"])
    game.activate("mr_boom", "fatty", by=1).pass_().play("the_fool").pass_all()
    game.expect(phase="end", stack=[], attacking=None, active=0).expect(monster="fatty", hp=4)
    game.expect(player=0, hp=2).expect(card="mr_boom", turned=True)


def test_fsr_028__the_announced_mode_stays() -> None:
    """FSR-028, R5.3: [temperance] was announced for one damage; nothing done in response makes it two."""
    game = start({"hand": ["temperance"]}, {"hand": ["the_lovers"]}).play("temperance", "a")
    game.expect(player=0, hp=1).play("the_lovers", 0, by=1, turn=True).settle().expect(player=0, hp=3, coins=7)


def test_fsr_030__forced_discard_answered_from_the_hand() -> None:
    """FSR-030, R8.3: player 1 plays the best card before [pride] makes them discard; the discard takes what is left."""
    seats = {}, {"hand": ["a_dime", "a_penny", "two_cents", "three_cents"]}
    game = start(*seats, monsters=["pride", "fly"]).attack("pride").pass_all(1).expect(stack=["trigger pride"])
    game.play("a_dime", by=1, turn=True).pass_all().expect(player=1, coins=13, hand=3)
    game.pass_all("a_penny", "two_cents").expect(player=1, hand=["three_cents"]).expect(attacking="pride")


def test_fsr_031__source_destroyed() -> None:
    """FSR-031, R3.5: [razor_blade] destroyed in response still cuts."""
    game = start({"items": ["razor_blade"]}, {"items": ["glass_cannon"]}, dice=[6]).activate("razor_blade", 1)
    game.activate("glass_cannon", "razor_blade", by=1).pass_all().expect(card="razor_blade", zone="discard").settle()
    game.expect(player=1, hp=1).expect(stack=[])


def test_fsr_039__no_roll_no_dice_shard() -> None:
    """FSR-039, R5.2: without a roll on the stack [dice_shard] cannot be played and no loot play is gone."""
    game = start({"hand": ["dice_shard", "pills_blue"]}, dice=[5]).expect(illegal="play Dice Shard")
    game.play("pills_blue", turn=False).pass_all().expect(legal="play Dice Shard", stack=["roll 5"])
    game.expect(player=0, plays_used=1)


def test_fsr_043__no_cancelling_of_a_purchase() -> None:
    """FSR-043, R17.10: a purchase declaration is no legal target of [butter_bean]."""
    game = start({"coins": 10}, {"hand": ["butter_bean"]}).buy("dinner").pass_()
    game.expect(asked=1, illegal="play Butter Bean!", legal=["pass"]).pass_().expect(player=0, items=["dinner"])


def test_fsr_063__void_purchase() -> None:
    """FSR-063, R10.4: [flush] takes the declared item from the shop; nothing is paid and another item may be bought."""
    game = start({"coins": 10}, {"items": ["flush"]}, treasure_deck=["meat", "mr_boom"]).buy("dinner")
    game.activate("flush", "b", by=1).pass_all("dinner").pass_all().pass_all().expect(shop=["mr_boom", "meat"])
    game.expect(stack=["buy dinner"]).pass_all().expect(player=0, coins=10, purchases_used=0, legal="buy Meat!")


def test_fsr_134__chaos_card_destroyed() -> None:
    """FSR-134, R17.4: [chaos_card] destroyed in response can no longer destroy itself: its target stays."""
    game = start({"items": ["chaos_card"]}, {"items": ["glass_cannon", "meat"]}, dice=[6])
    game.activate("chaos_card", "meat").activate("glass_cannon", "chaos_card", by=1).settle()
    game.expect(card="meat", zone="item", owner=1).expect(card="chaos_card", zone="discard")


def test_fsr_135__chaos_card_cancelled() -> None:
    """FSR-135, R5.6: cancelled, [chaos_card] is still in play, sideways, and may be used again when recharged."""
    game = start({"items": ["chaos_card"]}, {"hand": ["butter_bean"]}).activate("chaos_card", 1)
    game.play("butter_bean", "chaos_card", by=1, turn=True).settle().expect(player=1, dead=False, hp=2)
    game.expect(card="chaos_card", zone="item", owner=0, turned=True).expect(illegal="activate Chaos Card")


def test_fsr_136__bomb_without_a_monster() -> None:
    """FSR-136, R17.2: the monster died completely: the bomb fizzles, into the loot discard pile, with no new target."""
    seats = {"hand": ["bomb"]}, {"items": ["mr_boom"]}
    game = start(*seats, monsters=["dip", "fatty"], monster_deck=["trite"]).play("bomb", "dip")
    game.activate("mr_boom", "dip", by=1).settle().expect(monsters=["trite", "fatty"]).expect(player=0, coins=4)
    game.expect(card="bomb", zone="discard").expect(monster="trite", hp=1).expect(monster="fatty", hp=4)


def test_fsr_139__effect_of_a_stolen_item() -> None:
    """FSR-139, R3.5: [mystery_sack] stolen with its effect on the stack: who activated it rolls and gains."""
    seats = {"items": ["mystery_sack"]}, {"items": ["pay_to_play"], "coins": 10}
    game = start(*seats, dice=[4]).activate("mystery_sack").pay("pay_to_play", "mystery_sack", by=1).pass_all()
    game.expect(card="mystery_sack", owner=1, turned=True).settle().expect(player=0, coins=7).expect(player=1, coins=0)
