"""Base treasures that answer moments: turns, damage, deaths. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import start


def test_monstros_tooth__eats_an_item_of_a_random_player() -> None:
    """[monstros_tooth] a random player, oneself included, destroys an item of the own choice, no eternal one."""
    mine = {"items": ["monstros_tooth", "dinner", {"card": "yum_heart", "eternal": True}]}
    theirs = {"items": ["meat", "breakfast", {"card": "the_d6", "eternal": True}]}
    found = set()
    for seed in range(6):
        game = start(mine, theirs, phase="start", seed=seed).expect(stack=["trigger Monstro's Tooth"]).pass_all()
        chosen = game.asked
        found.add(chosen)
        if chosen == 0:
            game.expect(legal=["choose Dinner", "choose Monstro's Tooth"])
            game.expect(illegal=["choose Yum Heart", "choose Meat!"])
            game.choose("dinner").expect(player=0, items=["monstros_tooth", "yum_heart"]).expect(player=1, items=3)
        else:
            game.expect(legal=["choose Meat!", "choose Breakfast"], illegal=["choose The D6", "choose Dinner"])
            game.choose("meat")
            game.expect(player=1, items=["the_d6", "breakfast"]).expect(player=0, items=3)
        game.expect(discard="treasure", size=1)
    assert found == {0, 1}


@pytest.mark.parametrize(
    ("number", "coins", "hand", "hp"),
    [(1, 6, 0, 2), (2, 6, 0, 2), (3, 3, 1, 2), (4, 3, 1, 2), (5, 3, 0, 1), (6, 3, 0, 1)],
)
def test_dark_bum__lines(number: int, coins: int, hand: int, hp: int) -> None:
    """[dark_bum] rolls at the start of its player's turn: 3c, loot 1, or 1 damage."""
    game = start({"items": ["dark_bum"]}, phase="start", dice=[number]).expect(stack=["trigger Dark Bum"]).settle()
    game.expect(player=0, coins=coins, hand=hand, hp=hp).expect(player=1, coins=3, hand=[], hp=2)


def test_turn_start_items__are_silent_in_other_turns() -> None:
    """R7.2: only the active player's: [dark_bum] [restock] [monstros_tooth]."""
    start({"items": ["dark_bum", "restock", "monstros_tooth"]}, active=1, phase="start").expect(stack=[])


def test_restock__replaces_any_number_of_shop_items() -> None:
    """[restock] each discarded shop item makes room for the top treasure at once, without a refill."""
    game = start({"items": ["restock"]}, phase="start", treasure_deck=["dry_baby", "meat"]).pass_all("yes")
    game.copy().choose("dinner", "done").expect(shop=["dry_baby", "breakfast"], stack=[])
    game.copy().choose("done").expect(shop=["dinner", "breakfast"]).expect(deck="treasure", top=["dry_baby"])
    game.choose("dinner", "breakfast").expect(stack=[]).expect(discard="treasure", size=2)
    assert sorted(game.read.game()["shop"]) == ["dry_baby", "meat"]


def test_restock__may_be_left() -> None:
    """[restock] may."""
    start({"items": ["restock"]}, phase="start").pass_all("no").expect(shop=["dinner", "breakfast"], stack=[])


@pytest.mark.parametrize(("discards", "hand"), [([], ["bomb", "a_penny"]), (["bomb"], ["a_penny", "dagaz"])])
def test_goat_head__changes_loot_for_loot(discards: list[str], hand: list[str]) -> None:
    """[goat_head] discards any number of cards, none included, and loots as many."""
    game = start({"items": ["goat_head"], "hand": ["bomb", "a_penny"]}, phase="end", loot_deck=["dagaz", "ehwaz"])
    game.pass_all("yes", *discards, "done").expect(player=0, hand=hand).expect(discard="loot", size=len(discards))


def test_goat_head__all_of_the_hand() -> None:
    """[goat_head] all cards are discarded before the first one is looted; it may be left."""
    game = start({"items": ["goat_head"], "hand": ["bomb", "a_penny"]}, phase="end", loot_deck=["dagaz", "ehwaz"])
    game.copy().pass_all("no").expect(player=0, hand=["bomb", "a_penny"], turned=False)
    game.pass_all("yes", "bomb", "a_penny").expect(player=0, hand=["dagaz", "ehwaz"])


MAPS = [
    ("the_blue_map", "treasure", ["the_relic", "meat", "dry_baby", "mr_boom", "fanny_pack"]),
    ("the_compass", "loot", ["dagaz", "ehwaz", "bomb", "a_dime", "a_nickel"]),
    ("the_map", "monster", ["dip", "trite", "spider", "leech", "pooter"]),
]


@pytest.mark.parametrize(("card", "deck", "top"), MAPS)
def test_maps__order_the_top_four(card: str, deck: str, top: list[str]) -> None:
    """[the_blue_map] [the_compass] [the_map] 4 cards are seen by their player alone and put back in any order, the one
    named first lowest."""
    game = start({"items": [card]}, phase="end", **{f"{deck}_deck": top}).pass_all("yes", top[2], top[0], top[3])
    game.expect(deck=deck, top=[top[1], top[3], top[0], top[2], top[4]])
    game.expect(card=top[0], zone="deck", known=[0]).expect(card=top[4], zone="deck", known=[])


@pytest.mark.parametrize(("card", "deck", "top"), MAPS)
def test_maps__may_leave_the_order(card: str, deck: str, top: list[str]) -> None:
    """[the_blue_map] [the_compass] [the_map] the look comes anyway, the order may stay."""
    game = start({"items": [card]}, phase="end", **{f"{deck}_deck": top}).pass_all()
    game.expect(card=top[3], zone="deck", known=[0]).choose("no").expect(deck=deck, top=top)


@pytest.mark.parametrize(("coins", "gained"), [(0, 6), (1, 0)])
def test_edens_blessing__helps_the_poor(coins: int, gained: int) -> None:
    """[edens_blessing] 6c at the end of the turn of a player without any; not in another player's turn."""
    game = start({"items": ["edens_blessing"], "coins": coins}, phase="end").settle()
    game.expect(player=0, coins=coins + gained)
    start({"items": ["edens_blessing"], "coins": coins}, active=1, phase="end").expect(stack=[])


def test_edens_blessing__the_poor_must_be_poor_still() -> None:
    """R6.6: a cent gained in response makes it fizzle: [edens_blessing] [sack_of_pennies]."""
    game = start({"items": ["edens_blessing", "sack_of_pennies"], "coins": 0}, phase="end")
    game.expect(stack=["trigger Eden's Blessing"]).activate("sack_of_pennies").settle().expect(player=0, coins=1)


@pytest.mark.parametrize(
    ("card", "size", "looted"),
    [("the_polaroid", 0, 2), ("the_polaroid", 1, 0), ("starter_deck", 8, 2), ("starter_deck", 7, 0)],
)
def test_hand_items__loot_two_at_the_end(card: str, size: int, looted: int) -> None:
    """[the_polaroid] with an empty hand, [starter_deck] with 8 cards or more: loot 2 at the end of the own turn."""
    hand = ["two_cents"] * size
    start({"items": [card], "hand": hand}, phase="end").settle().expect(player=0, hand=size + looted)
    start({"items": [card], "hand": hand}, active=1, phase="end").expect(stack=[])


def test_fanny_pack__loots_for_each_event() -> None:
    """R12.11: [fanny_pack] loot 1 for each damage, whatever its size; prevented or others' damage is none."""
    game = start({"hand": ["gold_bomb"]}, {"items": ["fanny_pack", "dinner", "breakfast"]})
    game.play("gold_bomb", 1).settle().expect(player=1, hand=1, hp=1).expect(player=0, hand=[])
    game = start({"hand": ["bomb"]}, {"items": ["fanny_pack"], "hand": ["soul_heart"]}).play("bomb", 1)
    game.play("soul_heart", 1, by=1).settle().expect(player=1, hp=2, hand=[])
    start({"hand": ["bomb"]}, {"items": ["fanny_pack"]}).play("bomb", 0).settle().expect(player=1, hand=[])


def test_the_habit__recharges_at_the_first_damage_of_a_turn() -> None:
    """ER-62: [the_habit] the first damage of each turn may recharge an item of any player; the second does not."""
    seat = {"items": ["the_habit", "dinner", {"card": "mr_boom", "turned": True}]}
    game = start({"hand": ["bomb", "bomb"], "items": [{"card": "razor_blade", "turned": True}]}, seat)
    game.play("bomb", 1).pass_all().choose("razor_blade", by=1).pass_all("yes").expect(card="razor_blade", turned=False)
    game.play("bomb", 1).pass_all().expect(stack=[], question="priority").expect(player=1, hp=1)
    game.expect(card="mr_boom", turned=True)


def test_the_habit__may_be_left_and_missed() -> None:
    """[the_habit] may; an item that comes after the first damage has missed it (ER-62)."""
    seat = {"items": ["the_habit", {"card": "mr_boom", "turned": True}]}
    game = start({"hand": ["bomb"]}, seat).play("bomb", 1).pass_all().choose("mr_boom").pass_all("no")
    game.expect(card="mr_boom", turned=True)
    game = start({"hand": ["bomb", "bomb"], "coins": 10, "items": ["dinner"]}, shop=["the_habit"])
    game.play("bomb", 0).settle().buy("the_habit").settle().play("bomb", 0).pass_all()
    game.expect(stack=[], question="priority")
    game.expect(player=0, hp=1)


def test_cambion_conception__six_events_make_a_treasure() -> None:
    """[cambion_conception] a counter for each damage event; with the sixth they turn into a treasure."""
    seat = {"items": [{"card": "cambion_conception", "counters": 4}, "dinner", "breakfast"]}
    game = start({"hand": ["gold_bomb", "bomb"]}, seat, treasure_deck=["the_relic"])
    game.play("gold_bomb", 1).settle().expect(card="cambion_conception", counters=5).expect(player=1, items=3)
    game.play("bomb", 1).pass_all().pass_all().expect(card="cambion_conception", counters=6)
    game.pass_all().expect(card="cambion_conception", counters=0).expect(card="the_relic", zone="item", owner=1)
    game.expect(player=1, items=4)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_curse_of_the_tower__hurts_all_others(number: int) -> None:
    """[curse_of_the_tower] 1-3: all other players take 1 damage."""
    seats = [{"hand": ["bomb"]}, {"items": ["curse_of_the_tower"]}, {}]
    game = Scenario(players=seats, dice=[number]).start().play("bomb", 1).settle()
    for p in range(3):
        game.expect(player=p, hp=1)


@pytest.mark.parametrize("number", [4, 5, 6])
def test_curse_of_the_tower__hurts_a_monster(number: int) -> None:
    """[curse_of_the_tower] 4-6: 1 damage to an active monster, chosen when the line is pushed."""
    game = start({"hand": ["bomb"]}, {"items": ["curse_of_the_tower"]}, dice=[number]).play("bomb", 1).pass_all()
    game.pass_all().pass_all().expect(asked=1, question="target", legal=["choose Fly", "choose Fatty"])
    game.choose("fatty").settle().expect(monster="fatty", hp=3).expect(player=0, hp=2).expect(player=1, hp=1)


def test_curse_of_the_tower__does_not_echo() -> None:
    """ER-06: damage that comes from its own line never triggers it again, on a copy neither: [curse_of_the_tower]."""
    clay = {"card": "modeling_clay"}
    game = start({"items": [clay]}, {"items": ["curse_of_the_tower", "razor_blade"]}, dice=[1, 1])
    game.activate("modeling_clay", "curse_of_the_tower").pass_all().activate("razor_blade", 0, by=1).settle()
    game.expect(player=0, hp=1).expect(player=1, hp=1).expect(dice=[1])


def test_daddy_haunt__one_more_damage() -> None:
    """[daddy_haunt] each damage event brings 1 more, which does not bring more itself (ER-06)."""
    game = start({"hand": ["bomb"]}, {"items": ["daddy_haunt", "dinner", "breakfast"]}).play("bomb", 1)
    game.pass_all().expect(player=1, hp=3).pass_all().expect(player=1, hp=2).expect(stack=[])


@pytest.mark.parametrize(
    ("number", "kind"), [(1, "monster"), (2, "monster"), (3, "player"), (4, "player"), (5, ""), (6, "")]
)
def test_bobs_brain__lines(number: int, kind: str) -> None:
    """[bobs_brain] at the start of an attack: 1 damage to a monster, to a player, or to oneself."""
    game = start({"items": ["bobs_brain"]}, monsters=["fly", "fatty"], dice=[number]).attack("fly").pass_all()
    game.expect(stack=["trigger Bob's Brain"], attacking="fly").pass_all().pass_all()
    if kind == "monster":
        game.choose("fatty").pass_all().expect(monster="fatty", hp=3).expect(player=0, hp=2)
    elif kind == "player":
        game.expect(legal=["choose player 0", "choose player 1"]).choose(1).pass_all().expect(player=1, hp=1)
        game.expect(monster="fatty", hp=4)
    else:
        game.pass_all().expect(player=0, hp=1).expect(player=1, hp=2)
    game.expect(attacking="fly", stack=[])


def test_bobs_brain__other_attackers_do_not_count() -> None:
    """[bobs_brain] only its own player's attacks."""
    start({}, {"items": ["bobs_brain"]}).attack("fly").pass_all().expect(attacking="fly", stack=[])


def test_baby_haunt__makes_monsters_quicker() -> None:
    """[baby_haunt] the monster its player attacks has +1 evasion, 6 at most; other attackers do not feel it."""
    game = start({"items": ["baby_haunt"]}, monsters=["dip"], dice=[4, 5]).attack("dip").pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage 1 to player 0"]).pass_all()
    game.pass_all().pass_all().expect(stack=["combat damage 1 to dip"])
    game = start({}, {"items": ["baby_haunt"]}, monsters=["dip"], dice=[4]).attack("dip").pass_all().pass_all()
    game.pass_all().expect(stack=["combat damage 1 to dip"])


def test_baby_haunt__evasion_six_at_most() -> None:
    """R9.1: with Curse of the Blind on an evasion of 5 a 6 still hits: [baby_haunt]."""
    seat = {"items": ["baby_haunt"], "curses": ["curse_of_the_blind"]}
    game = start(seat, monsters=["trite"], dice=[6]).attack("trite").pass_all().pass_all().pass_all()
    game.expect(stack=["combat damage 1 to trite"])


def test_shiny_rock__pays_for_activations() -> None:
    """[shiny_rock] 1c for each item its player activates; paid effects, the character and others' items are none."""
    seat = {"items": ["shiny_rock", "mr_boom", "battery_bum"], "hand": ["soul_heart"], "coins": 4}
    game = start(seat, {"items": ["razor_blade"]})
    game.activate("mr_boom", "fatty").expect(stack=["activate mr boom", "trigger shiny rock"]).settle()
    game.expect(player=0, coins=5).pay("battery_bum", "mr_boom").settle().expect(player=0, coins=1)
    game.play("soul_heart", 0, turn=True).settle().activate("razor_blade", 1, by=1).settle().expect(player=0, coins=1)


def test_shiny_rock__a_copied_effect_is_no_activation() -> None:
    """ER-13: activating Placebo pays once, the effect it announces does not: [shiny_rock] [placebo]."""
    game = start({"items": ["shiny_rock", "placebo", "mr_boom", "razor_blade"]}).activate("placebo", "mr_boom")
    game.pass_all().expect(player=0, coins=4).pass_all("fatty").settle()
    game.expect(player=0, coins=4).expect(monster="fatty", hp=3).expect(card="mr_boom", turned=False)


def test_the_midas_touch__pays_for_each_dead_monster() -> None:
    """[the_midas_touch] 3c whoever kills it and in whoever's turn; a discarded monster is none (R14.7)."""
    game = start({"hand": ["bomb"]}, {"items": ["the_midas_touch", "mr_boom"]}, monsters=["fly", "dip"])
    game.play("bomb", "fly").settle().expect(player=1, coins=6).expect(player=0, coins=4)
    game.activate("mr_boom", "dip", by=1).settle().expect(player=1, coins=9).expect(player=0, coins=5)
    game = start({"hand": ["ehwaz"], "items": ["the_midas_touch"]}).play("ehwaz").settle().expect(player=0, coins=3)


@pytest.mark.parametrize(("answer", "shown"), [("yes", 6), ("no", 1)])
def test_sacred_heart__a_one_may_become_a_six(answer: str, shown: int) -> None:
    """R9.6: [sacred_heart] answers an own 1 at once; then it is a 6 for every player: [the_relic] [moms_razor]."""
    game = start({"items": ["sacred_heart", "mystery_sack"]}, {"items": ["the_relic"]}, dice=[1])
    game.activate("mystery_sack").pass_all().expect(stack=["roll 1", "trigger Sacred Heart"])
    game.pass_all(answer).expect(stack=[f"roll {shown}"]).settle()
    game.expect(player=0, hand=0 if shown == 6 else 1).expect(player=1, hand=0 if shown == 6 else 1)


def test_sacred_heart__works_in_attacks_and_fizzles() -> None:
    """A12: in an attack too; it fizzles when the roll stops being 1: [sacred_heart] [spoon_bender]."""
    game = start({"items": ["sacred_heart"]}, {"items": ["spoon_bender"]}, dice=[1]).attack("fatty").pass_all()
    game.pass_all().activate("spoon_bender", by=1).pass_all().expect(stack=["attack roll 2", "trigger Sacred Heart"])
    game.pass_all().expect(stack=["attack roll 2"], question="priority")


@pytest.mark.parametrize("number", [2, 3, 4, 5, 6])
def test_sacred_heart__answers_ones_alone(number: int) -> None:
    """[sacred_heart] every other number stays."""
    game = start({"items": ["sacred_heart"]}, dice=[number]).attack("fly").pass_all().pass_all()
    game.expect(stack=[f"attack roll {number}"], question="priority")


def test_sacred_heart__hears_only_own_rolls() -> None:
    """[sacred_heart] another player's 1 stays."""
    game = start({"items": ["sacred_heart"]}, {"items": ["mystery_sack"]}, dice=[1]).activate("mystery_sack", by=1)
    game.pass_all().expect(stack=["roll 1"])


@pytest.mark.parametrize(
    "card", ["the_habit", "cambion_conception", "curse_of_the_tower", "daddy_haunt", "fanny_pack", "the_poop"]
)
def test_damage_items__hear_only_their_player(card: str) -> None:
    """R6.1: another player's damage, and a monster's, is nothing to them: [the_habit] [cambion_conception]
    [curse_of_the_tower] [daddy_haunt] [fanny_pack] [the_poop]."""
    game = start({"hand": ["bomb", "bomb"]}, {"items": [card]}).play("bomb", 0).pass_all()
    game.expect(stack=[], question="priority").play("bomb", "fatty").pass_all().expect(stack=[], question="priority")
    game.expect(card=card, counters=0).expect(player=1, hp=2, hand=[])


@pytest.mark.parametrize("card", ["goat_head", "the_blue_map", "the_compass", "the_map", "starter_deck"])
def test_turn_end_items__are_silent_in_other_turns(card: str) -> None:
    """R7.7: only at the end of the own turn: [goat_head] [the_blue_map] [the_compass] [the_map] [starter_deck]."""
    start({"items": [card], "hand": ["two_cents"] * 9}, active=1, phase="end").expect(stack=[], question="priority")


@pytest.mark.parametrize("card", ["baby_haunt", "daddy_haunt"])
def test_haunts__hear_only_the_death_of_their_player(card: str) -> None:
    """[baby_haunt] [daddy_haunt] another player's death moves nothing."""
    game = start({"hand": ["death_tarot"]}, {"items": [card]}).play("death_tarot", 0).settle()
    game.expect(player=0, dead=True, items=[]).expect(player=1, items=[card])


def test_bobs_brain__the_dead_are_no_targets() -> None:
    """R13.7: 3-4 hurts no player dead: [bobs_brain]."""
    seats = [{"items": ["bobs_brain"]}, {}, {"dead": True}]
    game = Scenario(players=seats, dice=[3]).start().attack("fly").pass_all().pass_all().pass_all()
    game.expect(question="target", legal=["choose player 0", "choose player 1"], illegal="choose player 2")


def test_the_dead_cat__without_lives_asks_nothing() -> None:
    """ER-30: with 0 counters only the shield applies: no player is asked for an order: [the_dead_cat]."""
    seat = {"items": [{"card": "the_dead_cat", "counters": 0}], "hand": ["soul_heart"]}
    game = start({"hand": ["bomb"]}, seat).play("bomb", 1).play("soul_heart", 1, by=1).settle()
    game.expect(player=1, hp=2).expect(card="the_dead_cat", counters=0, zone="item")
