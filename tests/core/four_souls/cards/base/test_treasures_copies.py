"""Base treasures that copy or double: Diplopia, Modeling Clay, Placebo, Blank Card. Each test names its cards in brackets."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.scenario import Play, Scenario
from tests.core.four_souls.rules.table import start


def test_diplopia__is_the_copy_until_the_end_of_the_turn() -> None:
    """ER-10, ER-11: [diplopia] has the text of the copied item at once, and its own again after the turn."""
    game = start({"items": ["diplopia"]}, {"items": ["dinner"]}).activate("diplopia", "dinner").settle()
    game.expect(card="diplopia", shows="dinner", turned=True, owner=0).expect(player=0, max_hp=3, hp=3)
    game.expect(player=1, max_hp=3).end_turn()
    game.expect(card="diplopia", shows="diplopia", zone="item").expect(player=0, max_hp=2, hp=2)


def test_diplopia__copies_passive_items_only() -> None:
    """[diplopia] targets: non-eternal passive items in play, trinkets too; no active, paid or shop items, not itself."""
    theirs = {"items": ["dinner", "mr_boom", "the_poop", "bloody_penny", {"card": "meat", "eternal": True}]}
    game = start({"items": ["diplopia"]}, theirs, shop=["breakfast"]).activate("diplopia")
    game.expect(legal=["choose Dinner", "choose Bloody Penny"], illegal=["choose Breakfast", "choose Meat!"])
    game.expect(illegal=["choose Mr. Boom", "choose The Poop", "choose Diplopia"])


def test_diplopia__enters_with_counters_and_loses_them() -> None:
    """ER-10, ER-11: a copy of The Dead Cat has 9 lives of its own; after the turn they are gone: [diplopia]."""
    seat = {"items": ["diplopia"], "hand": ["bomb"]}
    game = (
        start(seat, {"items": [{"card": "the_dead_cat", "counters": 4}]}).activate("diplopia", "the_dead_cat").settle()
    )
    game.expect(card="diplopia", counters=9).expect(card="the_dead_cat", counters=4).play("bomb", 0).settle()
    game.expect(card="diplopia", counters=8).expect(player=0, hp=2).end_turn().expect(card="diplopia", counters=0)


def test_diplopia__the_end_of_the_original_does_not_matter() -> None:
    """A81: what was copied is fixed on resolution: [diplopia] [chaos_card]."""
    game = start({"items": ["diplopia"]}, {"items": ["dinner", "chaos_card"]}).activate("diplopia", "dinner").settle()
    game.activate("chaos_card", "dinner", by=1).settle().expect(player=0, max_hp=3).expect(player=1, max_hp=2)
    game.expect(card="diplopia", shows="dinner")


def test_diplopia__fizzles_without_its_target() -> None:
    """R17.2: the item is gone before it resolves: [diplopia] [chaos_card]."""
    game = start({"items": ["diplopia"]}, {"items": ["dinner", "chaos_card"]}).activate("diplopia", "dinner")
    game.activate("chaos_card", "dinner", by=1).settle().expect(card="diplopia", shows="diplopia", turned=True)


def test_diplopia__stolen_meanwhile_is_the_copy_for_the_thief() -> None:
    """ER-11: with a new controller it stays the copy until the end of the turn: [diplopia] [pay_to_play]."""
    game = start({"items": ["diplopia"]}, {"items": ["dinner", "pay_to_play"], "coins": 10})
    game.activate("diplopia", "dinner").settle().pay("pay_to_play", "diplopia", by=1).settle()
    game.expect(player=0, max_hp=2).expect(player=1, max_hp=4).end_turn().expect(player=1, max_hp=3, items=3)


def test_diplopia__destroyed_as_the_chest_is_a_soul_for_good() -> None:
    """ER-11: [diplopia] destroyed as The Chest is a soul worth 1, after the turn too: [the_chest]."""
    game = start({"items": ["diplopia"]}, {"items": ["the_chest", "chaos_card"]}).activate("diplopia", "the_chest")
    game.settle().activate("chaos_card", "diplopia", by=1).settle().expect(player=0, souls=1, items=[])
    game.expect(player=1, souls=0).end_turn().expect(player=0, souls=1, soul_cards=["diplopia"])


def test_diplopia__in_any_other_zone_it_is_itself() -> None:
    """R22 Copy: a destroyed copy lies in the discard pile as itself: [diplopia]."""
    game = start({"items": ["diplopia"]}, {"items": ["dinner", "chaos_card"]}).activate("diplopia", "dinner").settle()
    game.activate("chaos_card", "diplopia", by=1).settle()
    game.expect(card="diplopia", zone="discard", shows="diplopia").expect(player=0, max_hp=2)


@pytest.mark.parametrize("card", ["diplopia", "modeling_clay"])
def test_copies__of_guppy_items_count_for_the_soul(card: str) -> None:
    """R19.1, R22: a copy has the Guppy mark: [diplopia] [modeling_clay] [guppys_collar]."""
    game = start({"items": [card, "guppys_collar"]}, bonus_souls=True).expect(player=0, souls=0)
    game.activate(card, "guppys_collar").pass_all().expect(player=0, souls=1, soul_cards=["soul_of_guppy"])


def test_diplopia__moves_as_a_haunt_and_stays_the_copy() -> None:
    """ER-11, ER-37: given away as a haunt it is the copy until the end of the turn, then Diplopia of the new player:
    [diplopia] [baby_haunt]."""
    game = start({"items": ["baby_haunt"], "hand": ["death_tarot"]}, {"items": ["diplopia"]})
    game.activate("diplopia", "baby_haunt", by=1).settle().play("death_tarot", 1).settle()
    game.expect(card="diplopia", shows="baby_haunt", owner=0, zone="item").end_turn()
    game.expect(card="diplopia", shows="diplopia", owner=0).expect(player=1, items=[])


def test_modeling_clay__stays_the_copy() -> None:
    """ER-12: [modeling_clay] becomes any non-eternal item for ever, keeps its turned state and has no counters."""
    theirs = {"items": [{"card": "tech_x", "counters": 2}, "the_dead_cat", {"card": "the_d6", "eternal": True}]}
    game = start({"items": [{"card": "modeling_clay", "counters": 1}]}, theirs).activate("modeling_clay")
    game.expect(legal=["choose Tech X", "choose The Dead Cat"], illegal=["choose The D6", "choose Modeling Clay"])
    game.choose("tech_x").settle().expect(card="modeling_clay", shows="tech_x", counters=0, turned=True)
    game.expect(asked=0, illegal="activate Modeling Clay")
    game.end_turn().end_turn().until("action").activate("modeling_clay").settle()
    game.expect(card="modeling_clay", shows="tech_x", counters=1).expect(card="tech_x", counters=2)


def test_modeling_clay__pays_as_the_copy_at_once() -> None:
    """R2.4, ER-12: a copied paid effect works while the card lies sideways: [modeling_clay] [golden_razor_blade]."""
    game = start({"items": ["modeling_clay"], "coins": 5}, {"items": ["golden_razor_blade"]})
    game.activate("modeling_clay", "golden_razor_blade").settle().pay("modeling_clay", "fatty").settle()
    game.expect(monster="fatty", hp=3).expect(player=0, coins=0).expect(player=1, coins=3)


@pytest.mark.parametrize("card", ["bloody_penny", "baby_haunt", "placebo", "diplopia"])
def test_modeling_clay__becomes_anything(card: str) -> None:
    """ER-12: a trinket, a haunt, Placebo or Diplopia; nothing is gained by it: [modeling_clay] [placebo] [diplopia]."""
    game = start({"items": ["modeling_clay"]}, {"items": [card, "chaos_card"]}).activate("modeling_clay", card).settle()
    game.expect(card="modeling_clay", shows=card, zone="item", turned=True).expect(player=0, coins=3, hand=[])
    game.activate("chaos_card", "modeling_clay", by=1).settle().expect(discard="treasure", size=2)
    game.expect(card="modeling_clay", zone="discard", shows="modeling_clay").expect(discard="loot", size=0)


def test_modeling_clay__as_the_dead_cat_and_moms_shovel() -> None:
    """ER-10: "enters with" applies to the copy: 9 counters; Mom's Shovel lies sideways: [modeling_clay] [moms_shovel]."""
    game = start({"items": ["modeling_clay"]}, {"items": ["the_dead_cat"]}).activate("modeling_clay", "the_dead_cat")
    game.settle().expect(card="modeling_clay", counters=9)
    game = start({"items": ["modeling_clay", "the_battery"]}, {"items": ["moms_shovel"]})
    game.activate("modeling_clay", "moms_shovel").activate("the_battery", "modeling_clay").settle()
    game.expect(card="modeling_clay", shows="moms_shovel", turned=True)


def test_modeling_clay__a_one_use_copy_destroys_itself() -> None:
    """R17.4: "destroy this" of the copied text destroys the copy, not the original: [modeling_clay] [box]."""
    seat = {"items": ["modeling_clay", "the_battery"], "hand": ["a_penny"] * 3}
    game = (
        start(seat, {"items": ["box"]})
        .activate("modeling_clay", "box")
        .settle()
        .activate("the_battery", "modeling_clay")
    )
    game.settle().activate("modeling_clay").settle().expect(card="modeling_clay", zone="discard")
    game.expect(card="box", zone="item", owner=1)
    for _ in range(3):
        game.play("a_penny").settle()
    game.expect(player=0, coins=6)


def test_modeling_clay__and_the_battery_go_on_for_ever() -> None:
    """R4.10: as The Battery it recharges the original, and is recharged by it, as often as their player likes; each
    activation pays by Shiny Rock: [modeling_clay] [the_battery] [shiny_rock]."""
    items = [{"card": "modeling_clay", "turned": False}, "the_battery", "shiny_rock"]
    game = start({"items": items}).activate("modeling_clay", "the_battery").settle().expect(player=0, coins=4)
    for first, second in [("the_battery", "modeling_clay"), ("modeling_clay", "the_battery")] * 2:
        game.activate(first, second).settle().expect(card=first, turned=True).expect(card=second, turned=False)
    game.expect(player=0, coins=8)


def test_modeling_clay__as_pandoras_box_is_a_soul_of_one() -> None:
    """ER-10, R19.8: a copy of Pandora's Box becomes a soul on a 6, worth 1: [modeling_clay] [pandoras_box]."""
    game = start({"items": ["modeling_clay", "the_battery"]}, {"items": ["pandoras_box"]}, dice=[6])
    game.activate("modeling_clay", "pandoras_box").settle().activate("the_battery", "modeling_clay").settle()
    game.activate("modeling_clay").settle().expect(player=0, souls=1, soul_cards=["modeling_clay"])
    game.expect(player=1, souls=0, items=["pandoras_box"])


def test_placebo__announces_the_copied_effect_anew() -> None:
    """ER-13: [placebo] targets any activated item, also sideways; its player then chooses the targets of the effect."""
    eternal = {"card": "the_d6", "eternal": True}
    theirs = [{"card": "mr_boom", "turned": True}, "razor_blade", "dinner", "battery_bum", eternal]
    game = start({"items": ["placebo"]}, {"items": theirs}).activate("placebo")
    game.expect(legal=["choose Mr. Boom", "choose Razor Blade"], illegal=["choose Dinner", "choose Battery Bum"])
    game.expect(illegal=["choose The D6", "choose Placebo"]).choose("mr_boom").pass_all()
    game.expect(asked=0, question="target", legal=["choose Fly", "choose Fatty"]).choose("fatty")
    assert len(game.stack) == 1
    game.settle().expect(monster="fatty", hp=3).expect(card="placebo", turned=True).expect(card="mr_boom", turned=True)


def test_placebo__modes_and_other_costs() -> None:
    """ER-13: modes are chosen and costs beyond the turning are paid by the copying player: [placebo] [guppys_paw] [flush]."""
    game = start({"items": ["placebo"], "hand": ["bomb"]}, {"items": ["guppys_paw", "flush"]})
    game.copy().activate("placebo", "flush").pass_all("b").pass_all("dinner").expect(card="dinner", zone="deck")
    game.activate("placebo", "guppys_paw").pass_all(1).expect(player=0, hp=1).expect(player=1, hp=2).settle()
    game.play("bomb", 1).settle().expect(player=1, hp=2)


def test_placebo__without_a_legal_announcement_nothing() -> None:
    """ER-13: no roll on the stack to add to: nothing is announced: [placebo] [spoon_bender]."""
    game = start({"items": ["placebo"]}, {"items": ["spoon_bender", "mr_boom"]}).activate("placebo", "spoon_bender")
    game.pass_all().expect(stack=[], asked=0, question="priority").expect(card="placebo", turned=True)


def test_placebo__the_item_must_be_in_play_still() -> None:
    """ER-13, R17.2: the item destroyed in response, there is nothing to copy: [placebo] [chaos_card]."""
    game = start({"items": ["placebo"]}, {"items": ["mr_boom", "chaos_card"]}).activate("placebo", "mr_boom")
    game.activate("chaos_card", "mr_boom", by=1).settle().expect(monster="fatty", hp=4).expect(player=1, items=[])


def test_placebo__counters_lie_on_placebo() -> None:
    """ER-13: "this" is Placebo: [placebo] [tech_x]."""
    game = start({"items": ["placebo"]}, {"items": ["tech_x", "mr_boom"]}).activate("placebo", "tech_x").settle()
    game.expect(card="placebo", counters=1).expect(card="tech_x", counters=0)


def test_placebo__decoy_swaps_placebo() -> None:
    """ER-13: Decoy's text swaps Placebo: [placebo] [decoy]."""
    game = start({"items": ["placebo"]}, {"items": ["decoy", "dinner"]}).activate("placebo", "decoy").pass_all("dinner")
    game.settle().expect(player=0, items=["dinner"]).expect(player=1, items=["decoy", "placebo"])


def test_placebo__modeling_clay_turns_placebo_into_the_copy() -> None:
    """ER-13: Modeling Clay's text makes Placebo the copy, for ever: [placebo] [modeling_clay]."""
    game = start({"items": ["placebo"]}, {"items": ["modeling_clay", "dinner"]}).activate("placebo", "modeling_clay")
    game.pass_all("dinner").settle().expect(card="placebo", shows="dinner").expect(player=0, max_hp=3)
    game.expect(card="modeling_clay", shows="modeling_clay").end_turn().expect(card="placebo", shows="dinner")


def test_placebo__destroys_placebo() -> None:
    """ER-13: "destroy this" destroys Placebo, then the effect happens: [placebo] [chaos_card]."""
    game = start({"items": ["placebo"]}, {"items": ["chaos_card", "mr_boom"]}).activate("placebo", "chaos_card")
    game.pass_all("fly").pass_all().expect(card="placebo", zone="discard").settle().expect(card="fly", zone="discard")
    game.expect(player=1, items=["chaos_card", "mr_boom"])


def test_placebo__cannot_copy_the_copying() -> None:
    """ER-13: effects that copy effects are no targets: a Modeling Clay that is a Placebo: [placebo] [modeling_clay]."""
    game = start({"items": ["placebo", "modeling_clay", "mr_boom"]}, {"items": ["razor_blade"]})
    game.activate("modeling_clay", "placebo").settle().activate("placebo").expect(illegal="choose Modeling Clay")
    game.expect(legal=["choose Mr. Boom", "choose Razor Blade"])


@pytest.mark.parametrize("second", [False, True])
def test_placebo__both_objects_can_be_cancelled(second: bool) -> None:
    """ER-13: No! may hit the first object as well as the second: [placebo] [no]."""
    game = start({"items": ["placebo"]}, {"items": ["mr_boom", "no"]}).activate("placebo", "mr_boom")
    if second:
        game.pass_all("fatty")
    game.activate("no", by=1).settle().expect(monster="fatty", hp=4).expect(card="placebo", turned=True)


def test_placebo__becomes_the_soul_of_pandoras_box() -> None:
    """ER-13: "this" is Placebo, so a 6 makes Placebo the soul: [placebo] [pandoras_box]."""
    game = start({"items": ["placebo"]}, {"items": ["pandoras_box", "mr_boom"]}, dice=[6])
    game.activate("placebo", "pandoras_box").settle().expect(player=0, souls=1, soul_cards=["placebo"], items=[])
    game.expect(player=1, souls=0, items=2)


def test_placebo__the_d4_spares_the_original() -> None:
    """ER-13: Placebo is destroyed as the first instruction, its controller chose the player: [placebo] [the_d4]."""
    game = start({"items": ["placebo", "dinner"]}, {"items": ["the_d4", "mr_boom"]}, treasure_deck=["meat", "flush"])
    game.activate("placebo", "the_d4").pass_all(0).settle().expect(player=0, items=["meat"])
    game.expect(player=1, items=["the_d4", "mr_boom"])


# The whole table of ER-15 is checked with the loot cards.
def blank(
    card: str,
    *choices: str | int,
    mine: dict[str, Any] | None = None,
    theirs: dict[str, Any] | None = None,
    **position: Any,
) -> Play:
    seat = dict(mine or {})
    seat["items"] = ["blank_card", *seat.get("items", [])]
    seat["hand"] = [card, *seat.get("hand", [])]
    game = Scenario(players=[seat, theirs or {}], **position).start().activate("blank_card").settle()
    return game.play(card, *choices)


@pytest.mark.parametrize(("card", "coins"), [("a_penny", 2), ("a_dime", 20)])
def test_blank_card__coins(card: str, coins: int) -> None:
    """ER-15: [blank_card] the card gains twice as much in one event, so one Counterfeit Penny answers once."""
    blank(card, mine={"items": ["counterfeit_penny"]}).settle().expect(player=0, coins=3 + coins + 1)


def test_blank_card__only_the_next_card_of_its_player_in_this_turn() -> None:
    """ER-15: the card after it, another player's card, and a card of the next turn are as printed: [blank_card]."""
    seat = {"items": ["blank_card"], "hand": ["a_penny", "a_penny"]}
    game = Scenario(players=[seat, {"hand": ["a_penny"]}]).start().activate("blank_card").settle()
    other = game.copy().play("a_penny", by=1).settle().expect(player=1, coins=4)
    other.play("a_penny").settle().expect(player=0, coins=5)
    game.copy().play("a_penny").settle().play("a_penny").settle().expect(player=0, coins=6)
    game.end_turn().play("a_penny", by=0).settle().expect(player=0, coins=4)


def test_blank_card__used_up_by_a_cancelled_card() -> None:
    """ER-15: read on announcing, used up even if the card is cancelled: [blank_card]."""
    seats = [{"items": ["blank_card"], "hand": ["a_penny", "a_penny"]}, {"hand": ["butter_bean"]}]
    game = Scenario(players=seats).start().activate("blank_card").settle().play("a_penny")
    game.play("butter_bean", by=1).settle().expect(player=0, coins=3).play("a_penny").settle().expect(player=0, coins=4)


def test_blank_card__bombs() -> None:
    """ER-15: 2 and 6 damage to one target, in one event: [blank_card] [fanny_pack]."""
    game = blank("bomb", 1, theirs={"items": ["dinner", "breakfast", "fanny_pack"]}).settle()
    game.expect(player=1, hp=2, hand=1).expect(player=0, hp=2)
    blank("gold_bomb", "satan", monsters=["satan"]).pass_all().expect(monster="satan", hp=0, dying=True)


def test_blank_card__the_line_hits_everybody_twice_as_hard() -> None:
    """ER-15: a line for each player or monster is doubled for each of them: [blank_card]."""
    game = blank("blank_rune", theirs={"coins": 1}, dice=[4]).settle().expect(player=1, coins=9)
    game = blank("the_tower", monsters=["fatty", "conjoined_fatty"], dice=[3]).settle()
    game.expect(monster="fatty", hp=2).expect(monster="conjoined_fatty", hp=2)


def test_blank_card__a_second_item_to_recharge() -> None:
    """ER-15: one more target of the same sort, which may be left: [blank_card] [mr_boom] [razor_blade]."""
    mine = {"items": [{"card": "mr_boom", "turned": True}]}
    theirs = {"items": [{"card": "razor_blade", "turned": True}]}
    game = blank("lil_battery", "mr_boom", mine=mine, theirs=theirs).expect(
        question="target", illegal="choose Mr. Boom"
    )
    game.copy().choose("done").settle().expect(card="razor_blade", turned=True).expect(card="mr_boom", turned=False)
    game.choose("razor_blade").settle().expect(card="razor_blade", turned=False).expect(card="mr_boom", turned=False)
