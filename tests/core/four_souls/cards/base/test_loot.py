"""Loot cards of the base set without trinkets and tarot cards: money, bombs, batteries, dice, pills, runes, Lost Soul."""

from __future__ import annotations

import pytest

from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize(
    ("card", "amount"),
    [("a_penny", 1), ("two_cents", 2), ("three_cents", 3), ("four_cents", 4), ("a_nickel", 5), ("a_dime", 10)],
)
def test_coin_cards__pay_their_player_when_they_resolve(card: str, amount: int) -> None:
    """R2.10: [a_penny] [two_cents] [three_cents] [four_cents] [a_nickel] [a_dime] gain 1, 2, 3, 4, 5, 10 cents."""
    game = start({"hand": [card]}).play(card)
    game.expect(player=0, coins=3, plays_used=1, turned=False).expect(card=card, zone="stack")
    game.pass_all().expect(player=0, coins=3 + amount, hand=[]).expect(player=1, coins=3)
    game.expect(discard="loot", top=[card], size=1).expect(stack=[])


def test_coin_cards__pay_the_player_who_played_them() -> None:
    """R2.24, R8.3: [a_dime] played in another player's turn pays who played it, by turning the character."""
    game = start({}, {"hand": ["a_dime"]}).play("a_dime", by=1).pass_all()
    game.expect(player=1, coins=13, turned=True).expect(player=0, coins=3, turned=False)


def test_butter_bean__cancels_a_loot_card() -> None:
    """R17.1: [butter_bean] sends a loot card being played to the discard pile without its effect."""
    game = start({"hand": ["a_dime"]}, {"hand": ["butter_bean"]}).play("a_dime")
    game.play("butter_bean", "a_dime", by=1).pass_all()
    game.expect(stack=[], asked=0).expect(player=0, coins=3, plays_used=1)
    game.expect(discard="loot", size=2).expect(card="a_dime", zone="discard")


def test_butter_bean__cancels_an_activated_effect() -> None:
    """R17.10, R5.5: [butter_bean] cancels the effect of an active item, which stays turned."""
    game = start({"items": ["razor_blade"]}, {"hand": ["butter_bean"]}).activate("razor_blade", 1)
    game.play("butter_bean", "razor_blade", by=1).settle()
    game.expect(player=1, hp=2).expect(card="razor_blade", zone="item", turned=True)


def test_butter_bean__cancels_a_paid_effect() -> None:
    """R17.10, A77, R5.5: [butter_bean] reaches paid effects; what was paid is not given back."""
    game = start({"items": [{"card": "tech_x", "counters": 3}]}, {"hand": ["butter_bean"]}).pay("tech_x", "fatty")
    game.play("butter_bean", "tech_x", by=1).settle()
    game.expect(monster="fatty", hp=4, dying=False).expect(card="tech_x", counters=0, turned=False)


def test_butter_bean__cancels_a_dice_line() -> None:
    """R17.10, R9.13: [butter_bean] cancels the line of a dice table; the loot card beside the stack is discarded."""
    game = start({"hand": ["wheel_of_fortune"]}, {"hand": ["butter_bean"]}, dice=[5]).play("wheel_of_fortune")
    game.pass_all().pass_all().expect(stack=["result of X. Wheel of Fortune"], asked=0)
    game.expect(card="wheel_of_fortune", zone="beside")
    game.play("butter_bean", by=1).pass_all().expect(stack=[]).expect(player=0, coins=3)
    game.expect(card="wheel_of_fortune", zone="discard")


def test_butter_bean__cancels_another_bean() -> None:
    """R3.1, R17.10: a second [butter_bean] cancels the first, so that the loot card resolves after all."""
    game = start({"hand": ["a_dime", "butter_bean"]}, {"hand": ["butter_bean"]}).play("a_dime")
    game.play("butter_bean", "a_dime", by=1).pass_(by=1)
    game.play("butter_bean", "butter_bean", by=0).settle().expect(player=0, coins=13)
    game.expect(card="butter_bean", zone="discard", copies=2)


def test_butter_bean__cancels_a_trinket_being_played() -> None:
    """R2.11: a trinket cancelled by [butter_bean] goes to the loot discard pile and is no item."""
    game = start({"hand": ["bloody_penny"]}, {"hand": ["butter_bean"]}).play("bloody_penny")
    game.play("butter_bean", by=1).settle().expect(player=0, items=[]).expect(card="bloody_penny", zone="discard")


def test_butter_bean__reaches_nothing_else() -> None:
    """R17.10, FSR-043: no purchase, attack, roll, trigger or combat damage is a target of [butter_bean]."""
    bean = {"hand": ["butter_bean"]}
    start({"coins": 10}, bean).buy("dinner").pass_().expect(asked=1, illegal="play Butter Bean!")
    game = start({"items": ["swallowed_penny"]}, bean, monsters=["pooter"]).attack("pooter")
    game.pass_().expect(stack=["attack pooter"], illegal="play Butter Bean!").pass_()
    game.roll(1).pass_all().pass_().expect(stack=["attack roll 1"], illegal="play Butter Bean!").pass_()
    game.pass_().expect(stack=["combat damage 1"], illegal="play Butter Bean!").pass_()
    game.pass_().expect(stack=["trigger swallowed penny"], illegal="play Butter Bean!")


def test_butter_bean__dice_lines_of_items_only() -> None:
    """R17.10: [butter_bean] cancels the dice line of an active item, not that of a passive item's trigger or of a
    bonus card, nor a bonus card being played."""
    bean = {"hand": ["butter_bean"]}
    game = start({"items": ["the_d100"]}, bean, dice=[4]).activate("the_d100").pass_all().pass_all()
    game.play("butter_bean", by=1).settle().expect(player=0, coins=3)
    game = start({"items": ["curse_of_the_tower"], "hand": ["bomb"]}, bean, {}, dice=[1]).play("bomb", 0).pass_all()
    game.pass_().expect(stack=["trigger curse of the tower"], illegal="play Butter Bean!").pass_().pass_()
    game.pass_all().pass_().expect(stack=["result of curse of the tower"], illegal="play Butter Bean!")
    game = start({}, bean, monster_deck=["gold_chest_1"], dice=[3]).attack("deck").pass_all().pass_()
    game.expect(stack=["event gold chest"], illegal="play Butter Bean!").pass_().pass_all().pass_()
    game.expect(stack=["result of gold chest"], illegal="play Butter Bean!")


@pytest.mark.parametrize(("card", "amount"), [("bomb", 1), ("gold_bomb", 3)])
def test_bombs__damage_a_monster(card: str, amount: int) -> None:
    """R11.6: [bomb] deals 1 and [gold_bomb] 3 damage to a monster, without an attack."""
    game = start({"hand": [card]}, monsters=["fatty", "fly"]).play(card, "fatty").pass_all()
    game.expect(monster="fatty", hp=4 - amount).expect(monster="fly", hp=1)
    game.expect(player=0, attacks_used=0, hp=2).expect(attacking=None)


@pytest.mark.parametrize(("card", "amount"), [("bomb", 1), ("gold_bomb", 3)])
def test_bombs__damage_a_player(card: str, amount: int) -> None:
    """R12.2: [bomb] deals 1 and [gold_bomb] 3 damage to a player, the one who plays it included."""
    game = start({"hand": [card], "items": ["dinner", "breakfast"]}).play(card, 0).pass_all()
    game.expect(player=0, hp=4 - amount, max_hp=4).expect(player=1, hp=2)


def test_bomb__may_not_choose_a_dead_player() -> None:
    """R13.7, FSR-095: a dead player is no target of [bomb]."""
    game = start({"hand": ["bomb"]}, {"dead": True}).play("bomb")
    game.expect(legal=["choose player 0", "choose Fly"], illegal="choose player 1")


def test_bomb__fizzles_when_its_monster_is_gone() -> None:
    """R17.2, R2.10, FSR-136: [bomb] looks for no new target; it goes to the discard pile."""
    game = start({"hand": ["bomb"]}, {"hand": ["gold_bomb"]}, monsters=["fatty", "fly"], monster_deck=["dip"])
    game.play("bomb", "fly").play("gold_bomb", "fly", by=1).settle()
    game.expect(monsters=["fatty", "dip"]).expect(monster="fatty", hp=4).expect(monster="dip", hp=1)
    game.expect(card="bomb", zone="discard").expect(player=0, hp=2)


def test_bomb__reward_goes_to_the_active_player() -> None:
    """R14.4: a monster killed in response with [bomb] by another player rewards the active player."""
    game = start({}, {"hand": ["bomb"]}, monsters=["fly", "fatty"]).play("bomb", "fly", by=1).settle()
    game.expect(player=0, coins=4, attacks_used=0).expect(player=1, coins=3)


def test_lil_battery__recharges_any_item_in_play() -> None:
    """R2.26, A74: [lil_battery] turns one item upright, whoever controls it; no shop item, no character."""
    turned = [{"card": "mr_boom", "turned": True}, {"card": "the_battery", "turned": True}]
    game = start({"hand": ["lil_battery"], "items": ["the_d6"], "turned": True}, {"items": turned})
    game.play("lil_battery").expect(legal=["choose The D6", "choose Mr. Boom", "choose The Battery"])
    assert len(game.legal()) == 3
    game.choose("mr_boom").pass_all().expect(card="mr_boom", turned=False, owner=1)
    game.expect(card="the_battery", turned=True).expect(player=0, turned=True)


def test_lil_battery__fizzles_when_the_item_is_gone() -> None:
    """R17.2: an item destroyed in response is no target of [lil_battery] any more; it does not look for another."""
    turned = [{"card": "mr_boom", "turned": True}, {"card": "the_battery", "turned": True}]
    game = start({"hand": ["lil_battery"], "items": turned}, {"hand": ["the_devil"], "items": ["meat"]})
    stolen = game.copy().play("lil_battery", "mr_boom").play("the_devil", "mr_boom", by=1).settle()
    stolen.expect(card="mr_boom", owner=1, turned=False)
    game = start({"hand": ["lil_battery"], "items": turned}, {"items": ["the_d20"]})
    game.play("lil_battery", "mr_boom").activate("the_d20", "mr_boom", by=1).settle()
    game.expect(card="mr_boom", zone="discard").expect(card="the_battery", turned=True)


def test_mega_battery__recharges_all_items_of_a_player() -> None:
    """R22: [mega_battery] turns all items of the player chosen upright, not the character, no other player's."""
    turned = [{"card": "mr_boom", "turned": True}, {"card": "the_battery", "turned": True}]
    own = [{"card": "the_d6", "turned": True}]
    game = start({"hand": ["mega_battery"], "items": own}, {"items": turned, "turned": True})
    game.play("mega_battery", 1).pass_all()
    game.expect(card="mr_boom", turned=False).expect(card="the_battery", turned=False)
    game.expect(player=1, turned=True).expect(card="the_d6", turned=True)


def test_dice_shard__rerolls_a_roll_of_anybody() -> None:
    """R9.5: [dice_shard] replaces the number of the same roll; the roller keeps what it was rolled for."""
    game = start({"hand": ["wheel_of_fortune"]}, {"hand": ["dice_shard"]}, dice=[1, 5]).play("wheel_of_fortune")
    game.pass_all().expect(stack=["roll 1"]).play("dice_shard", by=1).pass_all()
    game.expect(stack=["player 0: roll 5 for X. Wheel of Fortune"]).settle()
    game.expect(player=0, coins=8).expect(player=1, coins=3).expect(card="dice_shard", zone="discard")


def test_dice_shard__needs_a_roll() -> None:
    """R5.2, FSR-039: without a roll [dice_shard] cannot be played and uses no loot play."""
    game = start({"hand": ["dice_shard", "a_penny"]}).expect(legal="play A Penny!", illegal="play Dice Shard")
    game.play("a_penny").expect(illegal="play Dice Shard")
    with pytest.raises(IllegalAction):
        game.play("dice_shard")


def test_dice_shard__triggers_nothing_that_waits_for_a_throw() -> None:
    """R9.5, FSR-056: [dice_shard] changes a roll; only its final number triggers (Eye of Greed: 5)."""
    game = start({"hand": ["wheel_of_fortune", "dice_shard"]}, {"items": ["eye_of_greed"]}, dice=[5, 4])
    game.play("wheel_of_fortune").pass_all().play("dice_shard").settle()
    game.expect(player=1, coins=3).expect(player=0, coins=0)


def test_soul_heart__prevents_one_damage_to_a_player() -> None:
    """R12.3: [soul_heart] stops 1 damage of the next event to its player, once; monsters are no targets."""
    game = start({"hand": ["soul_heart", "bomb", "gold_bomb"], "extra_plays": 2}, {"items": ["dinner", "breakfast"]})
    game.play("soul_heart").expect(legal=["choose player 0", "choose player 1"], illegal="choose Fly")
    game.choose(1).pass_all().play("gold_bomb", 1).settle().expect(player=1, hp=2)
    game.play("bomb", 1).settle().expect(player=1, hp=1)


def test_soul_heart__ends_with_the_turn() -> None:
    """R7.9, R12.3, FSR-090: an unused shield of [soul_heart] is gone when the turn is over."""
    game = start({"hand": ["soul_heart"]}, {"hand": ["bomb"]}).play("soul_heart", 0).settle().end_turn()
    game.until("action").play("bomb", 0).settle().expect(player=0, hp=1)


def test_soul_heart__prevented_damage_was_not_taken() -> None:
    """R12.5: damage stopped whole by [soul_heart] triggers nothing that waits for damage."""
    game = start({"hand": ["bomb"]}, {"hand": ["soul_heart"], "items": ["swallowed_penny"]}).play("bomb", 1)
    game.play("soul_heart", 1, by=1).settle().expect(player=1, hp=2, coins=3)


@pytest.mark.parametrize(
    ("number", "attack", "hp", "max_hp"),
    [(1, 2, 2, 2), (2, 2, 2, 2), (3, 1, 3, 3), (4, 1, 3, 3), (5, 1, 1, 2), (6, 1, 1, 2)],
)
def test_pills_red__attack_hit_points_or_damage(number: int, attack: int, hp: int, max_hp: int) -> None:
    """R9.7, R12.9: [pills_red] 1-2 +1 attack, 3-4 +1 HP, both until end of turn, 5-6 take 1 damage."""
    game = start({"hand": ["pills_red"]}, dice=[number]).play("pills_red").pass_all()
    game.expect(stack=[f"roll {number}"]).expect(card="pills_red", zone="beside").settle()
    game.expect(player=0, attack=attack, hp=hp, max_hp=max_hp).expect(player=1, attack=1, hp=2, max_hp=2)
    game.expect(card="pills_red", zone="discard").end_turn()
    game.expect(player=0, attack=1, hp=2, max_hp=2)


@pytest.mark.parametrize(("number", "looted"), [(1, 1), (2, 1), (3, 3), (4, 3)])
def test_pills_blue__loot(number: int, looted: int) -> None:
    """R2.8: [pills_blue] 1-2 loot 1, 3-4 loot 3."""
    deck = ["a_penny", "a_dime", "a_nickel", "dagaz"]
    game = start({"hand": ["pills_blue"]}, loot_deck=deck, dice=[number]).play("pills_blue").settle()
    game.expect(player=0, hand=deck[:looted]).expect(deck="loot", top=deck[looted:]).expect(player=1, hand=[])


@pytest.mark.parametrize("number", [5, 6])
def test_pills_blue__discard(number: int) -> None:
    """R5.4: [pills_blue] 5-6 discard 1 loot card of one's choice, on resolution; without a card nothing."""
    hand = ["pills_blue", "a_dime", "bomb"]
    game = start({"hand": hand}, {"hand": ["a_penny"]}, dice=[number]).play("pills_blue").settle("bomb")
    game.expect(player=0, hand=["a_dime"]).expect(card="bomb", zone="discard").expect(player=1, hand=1)
    start({"hand": ["pills_blue"]}, dice=[number]).play("pills_blue").settle().expect(player=0, hand=[])


@pytest.mark.parametrize(
    ("number", "before", "after"), [(1, 3, 7), (2, 3, 7), (3, 3, 10), (4, 3, 10), (5, 9, 5), (6, 9, 5), (6, 3, 0)]
)
def test_pills_yellow__gain_or_lose(number: int, before: int, after: int) -> None:
    """R22: [pills_yellow] 1-2 gain 4 cents, 3-4 gain 7, 5-6 lose 4 or all there are."""
    game = start({"hand": ["pills_yellow"], "coins": before}, dice=[number]).play("pills_yellow").settle()
    game.expect(player=0, coins=after).expect(player=1, coins=3)


@pytest.mark.parametrize(("number", "amount"), [(1, 1), (4, 4), (6, 6)])
def test_blank_rune__coins_for_everybody(number: int, amount: int) -> None:
    """R6.5: [blank_rune] 1, 4, 6: every player gains that many cents, the one who played it included."""
    game = start({}, {"hand": ["blank_rune"]}, {}, dice=[number]).play("blank_rune", by=1).settle()
    for p in range(3):
        game.expect(player=p, coins=3 + amount, hp=2, hand=[])


@pytest.mark.parametrize(("number", "amount"), [(2, 2), (5, 5)])
def test_blank_rune__loot_for_everybody(number: int, amount: int) -> None:
    """R6.5, A36: [blank_rune] 2, 5: every player loots that many cards, the active player first."""
    first = ["a_dime"] * 1 + ["a_penny"] * (amount - 1)
    game = start({}, {"hand": ["blank_rune"]}, {}, loot_deck=first, dice=[number]).play("blank_rune", by=1).settle()
    game.expect(player=0, hand=first, coins=3)
    for p in (1, 2):
        game.expect(player=p, hand=amount, coins=3, hp=2)


def test_blank_rune__damage_for_everybody() -> None:
    """R12.7, R6.4: [blank_rune] 3: every player takes 3 damage at once; the deaths are pushed in turn order."""
    game = start({"hand": ["blank_rune"], "items": ["dinner", "breakfast"]}, {}, {}, dice=[3]).play("blank_rune")
    game.pass_all().pass_all().pass_all()
    game.expect(stack=["death of player 1", "death of player 2"]).expect(player=0, hp=1, dying=False)
    game.settle().expect(player=1, dead=True, coins=2).expect(player=2, dead=True).expect(player=0, dead=False)


def test_dagaz__destroys_a_curse() -> None:
    """R5.3, R22: [dagaz] (a) sends a chosen curse of any player to the monster discard pile."""
    game = start({"hand": ["dagaz"], "curses": ["curse_of_pain"]}, {"curses": ["curse_of_greed", "curse_of_loss"]})
    game.play("dagaz", "a", "curse_of_greed").pass_all()
    game.expect(player=1, curses=["curse_of_loss"]).expect(player=0, curses=["curse_of_pain"])
    game.expect(discard="monster", top=["curse_of_greed"], size=1)


def test_dagaz__prevents_one_damage() -> None:
    """R12.3: [dagaz] (b) prevents 1 damage to the player chosen."""
    game = start({"hand": ["bomb"]}, {"hand": ["dagaz"], "curses": ["curse_of_pain", "curse_of_greed"]})
    game.play("bomb", 1).play("dagaz", "b", 1, by=1).settle().expect(player=1, hp=2, curses=2)


def test_dagaz__a_mode_without_a_target_is_not_offered() -> None:
    """R5.2: without a curse in play [dagaz] can only prevent damage."""
    game = start({"hand": ["dagaz"]}).play("dagaz")
    game.expect(illegal="mode (a)", legal=["choose player 0", "choose player 1"])


def test_ehwaz__replaces_the_monsters_that_are_not_attacked() -> None:
    """R14.7, R15.10, R11.16: [ehwaz] discards those monsters and reveals others; no death, no reward, no refill."""
    game = start({"hand": ["ehwaz"]}, monsters=["fatty", "fly", "spider"], monster_deck=["dip", "trite"])
    game.attack("fatty").pass_all().play("ehwaz").pass_all()
    game.expect(attacking="fatty", monsters=["fatty", "dip", "trite"], stack=[]).expect(player=0, coins=3, hand=[])
    game.expect(card="fly", zone="discard").expect(card="spider", zone="discard").expect(discard="monster", size=2)


def test_ehwaz__replaces_all_without_an_attack() -> None:
    """R11.16: a monster that is only named in a declaration is replaced by [ehwaz]; the declaration fizzles, unused."""
    game = start({"hand": ["ehwaz"]}, monsters=["fatty", "fly"], monster_deck=["dip", "trite"])
    game.attack("fatty").play("ehwaz").settle()
    game.expect(monsters=["dip", "trite"], attacking=None).expect(player=0, attacks_used=0, hand=[])
    game.expect(legal="attack Dip")


@pytest.mark.parametrize("below", ["troll_bombs", "shop_upgrade"])
def test_ehwaz__two_bonus_cards_are_ordered(below: str) -> None:
    """R6.5, R15.10: of two cards that are no monsters, found by one [ehwaz], the active player says which is played
    first; it resolves last. Whose card it was does not matter."""
    deck, above = (
        ["troll_bombs", "shop_upgrade", "dip", "trite"],
        "troll_bombs" if below != "troll_bombs" else "shop_upgrade",
    )
    game = start({}, {"hand": ["ehwaz"]}, monsters=["fatty", "fly"], monster_deck=deck).play("ehwaz", by=1, turn=True)
    game.pass_all().expect(asked=0, question="trigger_order", legal=["choose Troll Bombs", "choose Shop Upgrade!"])
    game.choose(below).expect(stack=[f"event {below}", f"event {above}"], asked=0)


def test_ehwaz__covered_monsters_stay_covered() -> None:
    """R15.6, R15.10: [ehwaz] discards only the active card; the new monster covers what lay below."""
    game = start({"hand": ["ehwaz"]}, monsters=[{"card": "fatty", "hp": 1, "covered": ["fly"]}], monster_deck=["dip"])
    game.play("ehwaz").settle().expect(monster="dip", slot=0, hp=1, covered=["fly"]).expect(
        card="fatty", zone="discard"
    )


def test_ehwaz__a_revealed_bonus_card_is_played() -> None:
    """R15.10: a card revealed for [ehwaz] that is no monster is played afterwards; then the empty slot is refilled."""
    game = start({"hand": ["ehwaz"]}, monsters=["fly"], monster_deck=["troll_bombs", "dip"]).play("ehwaz").pass_all()
    game.expect(stack=["troll bombs"], monsters=["empty"]).expect(player=0, hp=2)
    game.pass_all().expect(player=0, hp=0).settle().expect(monsters=["dip"]).expect(card="troll_bombs", zone="discard")


def test_lost_soul__becomes_a_soul() -> None:
    """R19.6, R8.5: [lost_soul] uses a loot play and becomes a soul worth 1 of its player."""
    game = start({"hand": ["lost_soul"], "souls": 1}).play("lost_soul").expect(player=0, souls=1, plays_used=1)
    game.pass_all().expect(player=0, souls=2).expect(card="lost_soul", zone="soul", owner=0)
    game.expect(discard="loot", size=0).expect(over=False)


def test_lost_soul__wins_as_the_fourth() -> None:
    """R18.1, FSR-149: [lost_soul] as the fourth soul ends the game at once, in another player's turn too."""
    game = start({}, {"hand": ["lost_soul"], "souls": 3}).play("lost_soul", by=1).pass_all()
    game.expect(over=True, winners=[1], outcome="won")


def test_lost_soul__cancelled_is_no_soul() -> None:
    """R19.6, R17.1, FSR-150: a cancelled [lost_soul] goes to the loot discard pile; no player wins."""
    game = start({"hand": ["lost_soul"], "souls": 3}, {"hand": ["butter_bean"]}).play("lost_soul")
    game.play("butter_bean", by=1).settle().expect(over=False).expect(player=0, souls=3)
    game.expect(card="lost_soul", zone="discard")
