"""R17: cancelling and fizzling."""

from __future__ import annotations

from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.table import cards_lost_or_doubled, start


def test_cancel__leaves_without_resolving() -> None:
    """R17.1, R17.8: [butter_bean] takes a loot card off the stack into its discard pile; the active player continues."""
    game = start({"hand": ["a_dime"]}, {}, {"hand": ["butter_bean"]})
    game.play("a_dime").play("butter_bean", "a_dime", by=2, turn=True).expect(stack=["play a dime", "play butter bean"])
    game.pass_all().expect(stack=[], asked=0, question="priority").expect(player=0, coins=3, hand=[])
    game.expect(discard="loot", top=["butter_bean", "a_dime"], size=2)


def test_cancel__item_effect_leaves_the_item_turned() -> None:
    """R17.1, R5.5, R5.6: [no] cancels [mr_boom]: nothing is refunded, the item stays, sideways, and the monster lives."""
    game = start({"items": ["mr_boom"]}, {"items": ["no"]}).activate("mr_boom", "fly").activate("no", by=1)
    game.pass_all().expect(stack=[], asked=0).expect(card="mr_boom", zone="item", turned=True, owner=0)
    game.expect(monsters=["fly", "fatty"]).expect(card="no", turned=True)


def test_cancel__the_cancelling_card() -> None:
    """R17.1, R17.2: a [butter_bean] that is cancelled itself cancels nothing: the first card resolves."""
    game = start({"hand": ["a_dime", "butter_bean"]}, {"hand": ["butter_bean"]})
    game.play("a_dime").play("butter_bean", "a_dime", by=1, turn=True).pass_(by=1)
    game.play("butter_bean", "butter_bean", turn=True).settle().expect(player=0, coins=13)
    game.expect(discard="loot", size=3)


def test_cancel__aimed_at_what_has_gone() -> None:
    """R17.2: two [butter_bean] on one card: the second finds its target gone and fizzles, into the discard pile."""
    game = start({"hand": ["a_dime"]}, {"hand": ["butter_bean"]}, {"hand": ["butter_bean"]}).play("a_dime")
    game.play("butter_bean", "a_dime", by=1, turn=True).play("butter_bean", "a_dime", by=2, turn=True)
    game.pass_all().expect(stack=["butter bean"], asked=0).pass_all().expect(stack=[]).expect(player=0, coins=3)
    game.expect(discard="loot", size=3)


def test_target__died_in_response() -> None:
    """R17.2, FSR-136: the first of two bombs kills the monster; the second fizzles and hits no other player."""
    game = start({"hand": ["bomb", "bomb"]}, monsters=["dip", "fatty"], monster_deck=["fly"])
    game.play("bomb", "dip").play("bomb", "dip", turn=True)
    for _ in range(5):
        game.pass_all()
    game.expect(monsters=["fly", "fatty"], stack=["play bomb"]).pass_all().expect(stack=[], asked=0)
    game.expect(monster="fly", hp=1).expect(monster="fatty", hp=4).expect(card="bomb", zone="discard", copies=2)


def test_target__dead_player() -> None:
    """R17.2, R13.7: damage aimed at a player who died meanwhile fizzles: [fanny_pack] does not see it."""
    seats = {"hand": ["bomb", "bomb"]}, {"hp": 1, "items": [{"card": "fanny_pack", "eternal": True}], "coins": 0}
    game = start(*seats).play("bomb", 1).play("bomb", 1, turn=True).pass_all()
    game.expect(stack=["play bomb", "death of player 1", "trigger fanny pack"]).pass_all().expect(player=1, hand=1)
    game.pass_all().pass_all().expect(player=1, hand=0, dead=True).expect(stack=["play bomb player 1"]).pass_all()
    game.expect(stack=[], asked=0).expect(player=1, hand=0, hp=0)


def test_target__item_that_changed_hands() -> None:
    """R17.2: [mr_boom] changes hands by [decoy] while [lil_battery] aims at it: it is recharged all the same."""
    seats = {"hand": ["lil_battery"], "items": [{"card": "mr_boom", "turned": True}]}, {"items": ["decoy"]}
    game = start(*seats).play("lil_battery", "mr_boom").activate("decoy", "mr_boom", by=1).pass_all()
    game.expect(card="mr_boom", owner=1, turned=True).expect(card="decoy", owner=0, turned=True)
    game.pass_all().expect(card="mr_boom", owner=1, turned=False)


def test_target__named_owner_no_longer_fits() -> None:
    """R17.2: [the_devil] takes an item of another player; when it has become one's own meanwhile nothing happens."""
    seats = {"hand": ["the_devil"], "items": ["meat", "decoy"]}, {"items": ["mr_boom"]}
    game = start(*seats).play("the_devil", "mr_boom", "meat").activate("decoy", "mr_boom").settle()
    game.expect(card="mr_boom", owner=0).expect(card="decoy", owner=1).expect(card="meat", zone="discard")


def test_target__several_some_gone() -> None:
    """R17.2, A02: doubled by [blank_card] [lil_battery] has two targets; one is destroyed, the other is recharged."""
    items = ["blank_card", {"card": "mr_boom", "turned": True}, {"card": "the_battery", "turned": True}]
    game = start({"hand": ["lil_battery"], "items": items}, {"items": ["glass_cannon"]}, dice=[6])
    game.activate("blank_card").settle().play("lil_battery", "mr_boom", "the_battery")
    game.activate("glass_cannon", "mr_boom", by=1).settle()
    game.expect(card="mr_boom", zone="discard").expect(card="the_battery", turned=False)


def test_target__covered() -> None:
    """R17.2, R2.22: a bomb aimed at a monster that [the_d10] covers in response finds nothing."""
    seats = {"hand": ["bomb", "pills_blue"], "items": ["the_d10"]}, {}
    game = start(*seats, monsters=["fatty", "fly"], monster_deck=["conjoined_fatty"], dice=[3])
    game.play("bomb", "fatty").play("pills_blue", turn=True).pass_all().pass_all().pass_all("yes", 0)
    game.settle().expect(monster="conjoined_fatty", hp=4, covered=["fatty"]).expect(card="bomb", zone="discard")


def test_condition__roll_no_longer_shows_the_number() -> None:
    """R17.3, R9.6: [sacred_heart] answers a 1; a reroll in response makes it fizzle, without a question."""
    seats = {"hand": ["pills_blue"], "items": ["sacred_heart"]}, {"items": ["the_d6"]}
    game = start(*seats, dice=[1, 4]).play("pills_blue").pass_all()
    game.expect(stack=["roll 1", "trigger sacred heart"]).activate("the_d6", by=1).pass_all()
    game.expect(stack=["roll 4", "trigger sacred heart"]).pass_all().expect(stack=["roll 4"], question="priority")
    game.settle().expect(player=0, hand=3)


def test_condition__still_true() -> None:
    """R17.3: unanswered, [sacred_heart] makes the 1 a 6, and the line of the 6 is pushed."""
    game = start({"hand": ["pills_yellow"], "items": ["sacred_heart"], "coins": 6}, dice=[1]).play("pills_yellow")
    game.pass_all().pass_all("yes").expect(stack=["roll 6"]).settle().expect(player=0, coins=2)


def test_condition__coins_at_the_end_of_the_turn() -> None:
    """R17.3, R6.6: [edens_blessing] triggers at no cents; a penny in response makes it fizzle."""
    game = start({"items": ["edens_blessing"], "coins": 0, "hand": ["a_penny"]}, phase="end")
    game.expect(stack=["trigger edens blessing"]).copy().settle().expect(player=0, coins=6)
    game.play("a_penny", turn=True).settle().expect(player=0, coins=1)


def test_destroy_this__item_gone() -> None:
    """R17.4, FSR-134: [chaos_card] destroyed in response fizzles: its target lives on."""
    game = start({"items": ["chaos_card"]}, {"items": ["glass_cannon"]}, dice=[6])
    game.activate("chaos_card", "fatty").activate("glass_cannon", "chaos_card", by=1).settle()
    game.expect(card="chaos_card", zone="discard").expect(monster="fatty", hp=4, dying=False)


def test_destroy_this__eternal() -> None:
    """R17.4, FSR-006: an eternal [chaos_card] cannot be destroyed, so its effect fizzles; it stays, sideways."""
    game = start({"items": [{"card": "chaos_card", "eternal": True}]}).activate("chaos_card", "fatty").settle()
    game.expect(card="chaos_card", zone="item", turned=True).expect(monster="fatty", hp=4)


def test_destroy_this__new_controller() -> None:
    """R17.4: [box] changed hands: it is destroyed all the same, and its effect happens for who activated it."""
    seats = {"items": ["box"], "hand": ["a_penny", "two_cents"]}, {"items": ["decoy"], "hand": ["three_cents"]}
    game = start(*seats).activate("box").activate("decoy", "box", by=1).pass_all().expect(card="box", owner=1)
    game.pass_all().expect(card="box", zone="discard").expect(player=0, items=["decoy"])
    game.play("a_penny", turn=False).play("two_cents", turn=False).settle().expect(player=0, coins=6, turned=False)
    game.expect(player=1, extra_plays=0)


def test_destroy_this__cancelled_survives() -> None:
    """R17.4, FSR-135, A03: a cancelled [chaos_card] is still in play, sideways."""
    game = start({"items": ["chaos_card"]}, {"items": ["no"]}).activate("chaos_card", "fatty").activate("no", by=1)
    game.settle().expect(card="chaos_card", zone="item", owner=0, turned=True).expect(monster="fatty", hp=4)


def test_this__acts_wherever_it_lies() -> None:
    """R17.4: [tech_x] moved by [decoy] in response gets its counter at its new controller."""
    game = start({"items": ["tech_x"]}, {"items": ["decoy"]}).activate("tech_x").activate("decoy", "tech_x", by=1)
    game.settle().expect(card="tech_x", owner=1, counters=1)


def test_this__gone_does_nothing() -> None:
    """R17.4: [tech_x] destroyed in response gets no counter: in the discard pile it has none."""
    game = start({"items": ["tech_x"]}, {"items": ["glass_cannon"]}, dice=[6]).activate("tech_x")
    game.activate("glass_cannon", "tech_x", by=1).settle().expect(card="tech_x", zone="discard", counters=0)


def test_attack_declaration__monster_gone() -> None:
    """R17.5, R11.4: a declared attack on a monster that died meanwhile fizzles; the attack is still there."""
    seats = {}, {"hand": ["bomb"]}
    game = start(*seats, monsters=["dip", "fly"]).attack("dip").play("bomb", "dip", by=1, turn=True).settle()
    game.expect(attacking=None).expect(player=0, attacks_used=0, coins=4).expect(legal="attack Fly")


def test_purchase_declaration__coins_gone() -> None:
    """R17.6, R10.4: stolen cents let the purchase fizzle: nothing is paid, and another may be declared."""
    game = start({"coins": 10}, {"items": ["jawbone"], "coins": 0}).buy("dinner").activate("jawbone", 0, by=1).settle()
    game.expect(player=0, coins=7, items=[], purchases_used=0).expect(shop=["dinner", "breakfast"])


def test_purchase_declaration__item_gone() -> None:
    """R17.6, FSR-063: the shop item was stolen: fizzles, although another card lies in its slot."""
    seats = {"coins": 12}, {"hand": ["the_devil"], "items": ["meat"]}
    game = start(*seats, treasure_deck=["mr_boom"]).buy("dinner").play("the_devil", "dinner", "meat", by=1, turn=True)
    game.settle().expect(player=0, coins=12, purchases_used=0, items=[]).expect(shop=["mr_boom", "breakfast"])
    game.expect(player=1, items=["dinner"], legal="buy Mr. Boom")


def test_combat__rolls_of_an_ended_attack() -> None:
    """R17.7, R17.12: the monster dies with an attack roll on the stack: the roll leaves at once when the death resolves."""
    game = start({"hand": ["bomb"]}, monsters=["dip", "fly"], dice=[4]).attack("dip").pass_all().pass_all()
    game.expect(stack=["attack roll 4"]).play("bomb", "dip").pass_all().expect(stack=["attack roll 4", "death of dip"])
    game.pass_all().expect(stack=["card of dip", "reward of dip"], attacking=None, asked=0)


def test_combat__damage_goes_with_the_attack() -> None:
    """R17.12, R11.13: [moms_hand] ends attack and turn on a 6: the combat damage is gone; [moms_razor] has cut before."""
    seat = {"items": ["moms_razor"]}
    game = start({}, seat, monsters=["moms_hand", "fly"], dice=[6]).attack("moms_hand").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to moms hand", "trigger moms hand", "trigger moms razor"])
    game.pass_all("yes").expect(player=0, hp=1).pass_all().expect(attacking=None, phase="end", stack=[])
    game.expect(monster="moms_hand", hp=2)


def test_combat__trigger_waits_below() -> None:
    """R17.12: a trigger that lies below what ends the attack stays on the stack; only rolls and damage leave with it."""
    seats = {"items": ["the_relic"]}, {"hand": ["bomb"]}
    game = start(*seats, monsters=["dip", "fly"], dice=[1]).attack("dip").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to player 0", "trigger the relic"]).play("bomb", "dip", by=1, turn=True)
    game.pass_all().expect(stack=["combat damage", "trigger the relic", "death of dip"]).pass_all()
    game.expect(stack=["trigger the relic", "card of dip", "reward of dip"], asked=0, attacking=None).settle()
    game.expect(player=0, hp=2, hand=1)


def test_fizzle__one_by_one() -> None:
    """R17.12, R17.8: two effects that lost their target fizzle one after the other, each with its own window."""
    seats = {"hand": ["bomb", "bomb"]}, {"items": [{"card": "tech_x", "counters": 3}]}
    game = start(*seats, monsters=["dip", "fly"]).play("bomb", "dip").play("bomb", "dip", turn=True)
    game.pay("tech_x", "dip", by=1)
    for _ in range(5):
        game.pass_all()
    game.expect(stack=["play bomb", "play bomb"], asked=0).pass_all().expect(stack=["play bomb"], asked=0)
    game.pass_all().expect(stack=[]).expect(monster="fly", hp=1)


def test_source__destroyed() -> None:
    """R17.9, FSR-031: [mr_boom] destroyed in response still deals its damage."""
    game = start({"items": ["mr_boom"]}, {"items": ["glass_cannon"]}, dice=[6]).activate("mr_boom", "fatty")
    game.activate("glass_cannon", "mr_boom", by=1).settle()
    game.expect(card="mr_boom", zone="discard").expect(monster="fatty", hp=3)


def test_source__stolen() -> None:
    """R17.9, FSR-139: the effect of an item stolen in response resolves for the player who played it."""
    game = start({"items": ["sack_of_pennies"]}, {"items": ["decoy"]}).activate("sack_of_pennies")
    game.activate("decoy", "sack_of_pennies", by=1).settle().expect(player=0, coins=4).expect(player=1, coins=3)
    game.expect(card="sack_of_pennies", owner=1, turned=True)


def test_cancel__paid_effect_and_dice_line() -> None:
    """R17.10, A77: [no] may hit a paid effect and the pushed line of its dice, never the roll in between."""
    game = start({"items": ["portable_slot_machine"], "coins": 3}, {"items": ["no"]}, dice=[4])
    game.pay("portable_slot_machine").pass_().expect(asked=1, legal="activate No!").pass_()
    game.expect(stack=["roll 4"]).pass_().expect(asked=1, illegal="activate No!").pass_()
    game.expect(stack=["result of portable slot machine"]).activate("no", by=1).settle().expect(player=0, coins=0)


def test_cancel__line_of_a_loot_card() -> None:
    """R17.10, R9.13: the line of a loot card is cancelled: the card beside the stack is discarded then."""
    game = start({"hand": ["pills_yellow"]}, {"hand": ["butter_bean"]}, dice=[3]).play("pills_yellow").pass_all()
    game.expect(card="pills_yellow", zone="beside").pass_().expect(illegal="play Butter Bean!").pass_()
    game.expect(stack=["result of pills yellow"]).play("butter_bean", by=1, turn=True).pass_all().expect(stack=[])
    game.expect(player=0, coins=3).expect(discard="loot", top=["butter_bean"], size=2)
    game.expect(card="pills_yellow", zone="discard")
    assert cards_lost_or_doubled(game) == []


def test_cancel__never_passive_triggers() -> None:
    """R17.10: neither [butter_bean] nor [no] may be played against the trigger of a passive item."""
    seat = {"hand": ["butter_bean"], "items": ["no"]}
    game = start({"items": ["edens_blessing"], "coins": 0}, seat, phase="end").pass_()
    game.expect(stack=["trigger edens blessing"], asked=1, illegal=["play Butter Bean!", "activate No!"])


def check_untouchable(game: Play, *tops: str) -> None:
    """Player 1, who holds both cancelling cards, may use none while these are on top of the stack, one after another."""
    for words in tops:
        while not game.stack or words not in game.stack[-1]:
            game.pass_all()
        game.pass_(by=0).expect(asked=1, illegal=["play Butter Bean!", "activate No!"], legal="pass").pass_()


def test_cancel__never_game_events() -> None:
    """R17.10, FSR-043: declarations, rolls, combat damage, deaths, penalties, rewards, refills cannot be cancelled."""
    butter = {"hand": ["butter_bean"], "items": ["no"]}
    game = start({"coins": 10, "hp": 1}, butter, monsters=["fatty", "dip"], shop=["meat"], dice=[1]).buy("meat")
    check_untouchable(game, "buy Meat!", "refill shop slot 0")
    game.attack("dip")
    check_untouchable(
        game, "attack Dip", "bonus +1", "attack roll 2", "combat damage 1", "death of player 0", "penalty of"
    )
    game.expect(player=0, dead=True, items=[]).expect(player=1, hand=["butter_bean"], items=["no"])
    game = start({"hand": ["bomb"]}, butter, monsters=["dip", "fly"]).play("bomb", "dip").pass_all()
    check_untouchable(game, "death of Dip", "reward of Dip", "card of Dip", "refill monster slot 0")
    game = start({}, butter, phase="loot")
    check_untouchable(game, "loot 1")
    game.expect(player=0, hand=1).expect(player=1, hand=["butter_bean"], items=["no"])


def test_the_fool__cancels_everything_but_events() -> None:
    """R17.11: [the_fool] removes loot cards, item effects and triggers; a refill and a death below still resolve."""
    seats = {"hand": ["the_fool", "a_dime"], "items": ["mr_boom"]}, {"hand": ["two_cents"]}
    game = start(*seats, shop=["empty", "dinner"], treasure_deck=["meat"]).expect(stack=["refill shop slot 0"])
    game.play("a_dime").activate("mr_boom", "fly").play("two_cents", by=1, turn=True).pass_(by=1)
    game.play("the_fool", turn=True).pass_all().expect(stack=["refill shop slot 0"], phase="action", asked=0)
    game.expect(discard="loot", size=3).expect(card="mr_boom", turned=True).expect(monster="fly", hp=1)
    game.pass_all().expect(phase="end", stack=[], shop=["meat", "dinner"]).expect(player=0, coins=3)


def test_the_fool__loot_step_and_rolls() -> None:
    """R17.11, R7.16: in the start phase [the_fool] cancels Loot 1; nothing is looted and no action phase follows."""
    game = start({"hand": ["the_fool"]}, phase="loot").expect(stack=["loot 1"]).play("the_fool", turn=True).pass_all()
    game.expect(phase="end", stack=[]).expect(player=0, hand=[])
    game = start({"hand": ["the_fool"]}, {"hand": ["pills_blue"]}, dice=[3]).play("pills_blue", by=1, turn=True)
    game.pass_all().expect(stack=["roll 3"]).play("the_fool").pass_all().expect(phase="end", stack=[])
    game.expect(player=1, hand=[]).expect(card="pills_blue", zone="discard")


def test_the_fool__death_and_purchase_stay() -> None:
    """R17.11, A78, A69: a death and a purchase declaration stay: the player dies, and what was declared is bought."""
    seats = {"hand": ["the_fool"], "coins": 10}, {"hand": ["bomb"], "hp": 1, "coins": 4}
    game = start(*seats).buy("dinner").play("bomb", 1, by=1, turn=True).pass_all()
    game.expect(stack=["buy dinner", "death of player 1"]).play("the_fool").pass_all()
    game.expect(stack=["buy dinner", "death of player 1"], phase="action").settle()
    game.expect(player=1, dead=True, coins=3).expect(player=0, items=["dinner"], coins=0).expect(phase="end")


def test_the_fool__held_damage_resolves_unchanged() -> None:
    """R17.11, R6.9: damage held back by [guppys_hairball] is no effect: it stays and is dealt, the roll is gone."""
    seats = {"hand": ["the_fool", "bomb"]}, {"items": ["guppys_hairball"]}
    game = start(*seats, dice=[6]).play("bomb", 1).pass_all()
    game.expect(stack=["held damage to player 1", "trigger guppys hairball"]).play("the_fool", turn=True).pass_all()
    game.expect(stack=["held damage to player 1"]).settle().expect(player=1, hp=1).expect(phase="end")
