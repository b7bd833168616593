"""Base treasures that answer deaths and destruction. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from fs_env.core.four_souls.scenario import Scenario
from tests.core.four_souls.rules.table import start


def test_greeds_gullet__gains_before_the_penalty() -> None:
    """R13.3: [greeds_gullet] 8c lie above the penalty, which takes a cent of them and the item itself."""
    seat = {"items": ["greeds_gullet"], "coins": 0}
    game = start({"hand": ["death_tarot"]}, seat).play("death_tarot", 1).pass_all()
    game.pass_all().expect(stack=["penalty of player 1", "trigger Greed's Gullet"]).pass_all()
    game.expect(player=1, coins=8).settle().expect(player=1, coins=7, items=[]).expect(player=0, coins=3)


def test_suicide_king__loots_before_the_penalty() -> None:
    """R13.3: [suicide_king] loots 3 above the penalty, which takes one of them and the item itself."""
    game = start({"hand": ["death_tarot"]}, {"items": ["suicide_king"]}, loot_deck=["bomb", "dagaz", "ehwaz"])
    game.play("death_tarot", 1).pass_all().pass_all().pass_all().expect(player=1, hand=["bomb", "dagaz", "ehwaz"])
    game.settle("dagaz").expect(player=1, hand=["bomb", "ehwaz"], items=[], coins=2)


@pytest.mark.parametrize("card", ["greeds_gullet", "suicide_king"])
def test_last_gains__a_prevented_death_and_that_of_others_bring_nothing(card: str) -> None:
    """A27: no death, no gain; another player's death neither: [greeds_gullet] [suicide_king]."""
    game = start({"hand": ["death_tarot"]}, {"items": [card, "guppys_collar"]}, dice=[1])
    game.play("death_tarot", 1).settle().expect(player=1, coins=3, hand=[], items=2)
    game = start({"hand": ["death_tarot"]}, {"items": [card]}).play("death_tarot", 0).settle()
    game.expect(player=1, coins=3, hand=[]).expect(player=0, dead=True)


@pytest.mark.parametrize("card", ["baby_haunt", "daddy_haunt"])
def test_haunts__leave_before_the_penalty(card: str) -> None:
    """ER-37: the new home is chosen when the trigger is pushed, the card is gone before it could be destroyed:
    [baby_haunt] [daddy_haunt]."""
    seats = [{"hand": ["death_tarot"]}, {"items": [card, "dinner"]}, {"dead": True}]
    game = Scenario(players=seats).start().play("death_tarot", 1).pass_all().pass_all()
    game.expect(asked=1, question="target", legal=["choose player 0", "choose player 2"], illegal="choose player 1")
    game.choose(2).expect(stack=["penalty of player 1", f"trigger {card} player 2"]).pass_all()
    game.expect(player=2, items=[card]).expect(player=1, items=["dinner"]).settle().expect(player=1, items=[])


@pytest.mark.parametrize("card", ["baby_haunt", "daddy_haunt"])
def test_haunts__copies_move_too(card: str) -> None:
    """ER-37: a copy of a haunt moves like the haunt, each to the player chosen for it: [modeling_clay]."""
    game = start({"hand": ["death_tarot"], "items": [card]}, {"items": ["modeling_clay"]})
    game.activate("modeling_clay", card, by=1).pass_all().expect(card="modeling_clay", shows=card)
    game.play("death_tarot", 1).settle().expect(player=0, items=[card, "modeling_clay"]).expect(player=1, items=[])
    game.expect(card="modeling_clay", shows=card)


def test_daddy_haunt__kills_after_the_last_damage() -> None:
    """A26: the extra damage hits a dying player without effect; one death, one haunt given: [daddy_haunt]."""
    game = start({"hand": ["bomb"]}, {"items": ["daddy_haunt"], "hp": 1}).play("bomb", 1).pass_all()
    game.expect(stack=["death of player 1", "trigger daddy haunt"]).settle()
    game.expect(player=1, dead=True, hp=0, items=[]).expect(player=0, items=["daddy_haunt"], hp=2)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_guppys_collar__saves_and_ends_the_own_turn(number: int) -> None:
    """[guppys_collar] 1-3: the death is prevented, HP are as before (R13.9), and the own turn ends."""
    game = start({"items": ["guppys_collar"], "hand": ["bomb"], "hp": 1}, dice=[number]).play("bomb", 0).pass_all()
    game.expect(stack=["death of player 0", "trigger Guppy's Collar"]).pass_all().pass_all().pass_all()
    game.expect(player=0, hp=1, dead=False, dying=False, coins=3, items=1).expect(phase="end", active=0)


def test_guppys_collar__in_another_turn_that_turn_goes_on() -> None:
    """R7.13: [guppys_collar] saved in another player's turn, the turn continues; the roll is only for its player."""
    game = start({"hand": ["bomb", "death_tarot"]}, {"items": ["guppys_collar"], "hp": 1}, dice=[2]).play("bomb", 1)
    game.settle().expect(player=1, hp=1, dead=False, items=1).expect(phase="action", active=0)
    game.play("death_tarot", 0).pass_all().expect(stack=["death of player 0"])


@pytest.mark.parametrize("number", [4, 5, 6])
def test_guppys_collar__or_the_death_goes_on(number: int) -> None:
    """FSR-112: [guppys_collar] 4-6: the death resolves."""
    game = start({"hand": ["death_tarot"]}, {"items": ["guppys_collar"]}, dice=[number]).play("death_tarot", 1)
    game.settle().expect(player=1, dead=True, coins=2, items=[])


def test_guppys_collar__the_first_saver_makes_the_others_fizzle() -> None:
    """ER-33, R13.15: [guppys_collar] saves, Broken Ankh fizzles without a roll."""
    seat = {"items": ["guppys_collar", "broken_ankh"], "hp": 1}
    game = start({"hand": ["bomb"]}, seat, dice=[1, 6]).play("bomb", 1).pass_all()
    game.choose("broken_ankh", by=1).expect(stack=["death", "trigger broken ankh", "trigger Guppy's Collar"]).settle()
    game.expect(player=1, hp=1, dead=False, items=2, coins=3).expect(dice=[6])


def test_guppys_collar__the_second_saver_still_tries() -> None:
    """ER-33: the collar fails, the ankh rolls and saves: [guppys_collar]."""
    seat = {"items": ["guppys_collar", "broken_ankh"], "hp": 1}
    game = start({"hand": ["bomb"]}, seat, dice=[4, 6]).play("bomb", 1).pass_all().choose("broken_ankh", by=1).settle()
    game.expect(player=1, hp=1, dead=False).expect(dice=[])


def test_the_dead_cat__pays_with_lives() -> None:
    """ER-31: [the_dead_cat] comes with 9 counters; damage takes as many and is prevented; what is left over hurts."""
    game = start({"hand": ["gold_bomb", "bomb"]}, {"coins": 10}, shop=["the_dead_cat"], active=1)
    game.buy("the_dead_cat").settle().expect(card="the_dead_cat", counters=9)
    game.play("gold_bomb", 1, by=0).settle().expect(card="the_dead_cat", counters=6).expect(player=1, hp=2)
    seat = {"items": [{"card": "the_dead_cat", "counters": 2}, "fanny_pack"]}
    game = start({"hand": ["gold_bomb", "bomb"]}, seat).play("gold_bomb", 1).settle()
    game.expect(card="the_dead_cat", counters=0, zone="item").expect(player=1, hp=1, hand=1)
    game.play("bomb", 1).pass_all().expect(player=1, hp=0, dying=True)


def test_the_dead_cat__fully_prevented_is_not_taken() -> None:
    """R12.5: what the lives pay for triggers nothing, and is for its player alone: [the_dead_cat] [fanny_pack]."""
    game = start({"hand": ["bomb", "bomb"]}, {"items": ["the_dead_cat", "fanny_pack"]}).play("bomb", 1).settle()
    game.expect(card="the_dead_cat", counters=8).expect(player=1, hp=2, hand=[])
    game.play("bomb", 0).settle().expect(player=0, hp=1).expect(card="the_dead_cat", counters=8)


@pytest.mark.parametrize(
    ("first", "counters", "hp"), [("the_dead_cat", 6, 2), ("soul_heart", 7, 2), ("dry_baby", 8, 2)]
)
def test_the_dead_cat__in_the_chosen_order(first: str, counters: int, hp: int) -> None:
    """ER-30: shield, cap and lives one at a time as in the damaged player: [the_dead_cat] [dry_baby]."""
    items = ["the_dead_cat", "dry_baby"] if first == "dry_baby" else ["the_dead_cat"]
    game = start({"hand": ["gold_bomb"]}, {"items": items, "hand": ["soul_heart"]}).play("gold_bomb", 1)
    if first == "dry_baby":
        game.pass_all().choose(first, by=1)
    else:
        game.play("soul_heart", 1, by=1).pass_all().pass_all().choose(first, by=1)
    game.settle().expect(card="the_dead_cat", counters=counters).expect(player=1, hp=hp)


def test_the_chest__becomes_a_soul_when_destroyed() -> None:
    """R19.7, FSR-152: whoever destroys [the_chest], its controller gains it as a soul worth 1."""
    game = start({"items": ["chaos_card"]}, {"items": ["the_chest"]}).activate("chaos_card", "the_chest").settle()
    game.expect(player=1, souls=1, soul_cards=["the_chest"], items=[]).expect(player=0, souls=0)


def test_the_chest__by_the_penalty_and_as_a_price() -> None:
    """R19.7: the death penalty and a cost destroy it as well: [the_chest] [contract_from_below]."""
    game = start({"hand": ["death_tarot"]}, {"items": ["the_chest"]}).play("death_tarot", 1).settle()
    game.expect(player=1, souls=1, items=[])
    seat = {"items": ["contract_from_below", "the_chest", "dinner"]}
    game = start(seat, {"items": ["meat"]}).pay("contract_from_below", "meat", "the_chest", "dinner")
    game.expect(player=0, souls=1).settle().expect(player=0, items=["contract_from_below", "meat"])


def test_the_chest__rerolled_gives_soul_and_treasure() -> None:
    """ER-58: the controller of a rerolled [the_chest] gains the soul and the new treasure: [the_d20]."""
    game = start({"items": ["the_d20"]}, {"items": ["the_chest"]}, treasure_deck=["meat"])
    game.activate("the_d20", "the_chest").settle().expect(player=1, souls=1, items=["meat"]).expect(player=0, items=1)


def test_the_chest__in_the_shop_is_no_soul() -> None:
    """R2.26: a shop item has no controller: discarded it goes to the discard pile: [the_chest] [restock]."""
    game = start({"items": ["restock"]}, phase="start", shop=["the_chest"]).pass_all("yes", "the_chest")
    game.expect(card="the_chest", zone="discard").expect(player=0, souls=0)


def test_shadow__takes_what_the_dying_lose() -> None:
    """FSR-110, ER-64: [shadow] chooses the item; the card (picked by the dying player) and the cent go to it."""
    game = start(
        {"hand": ["death_tarot"], "items": ["shadow"]}, {"hand": ["bomb", "a_dime"], "items": ["dinner", "meat"]}
    )
    game.play("death_tarot", 1).pass_all().pass_all().expect(stack=["penalty of player 1"]).pass_all()
    game.expect(asked=1, question="discard").choose("bomb").choose("meat", by=0)
    game.expect(player=0, hand=["bomb"], coins=4, items=["shadow"]).expect(player=1, hand=["a_dime"], coins=2)
    game.expect(player=1, items=["dinner"], turned=True).expect(card="meat", zone="discard")


def test_shadow__the_cent_is_gained() -> None:
    """ER-64: the coin is a gain, so Bum-Bo! turns it into a counter: [shadow] [bum_bo_item]."""
    game = start({"hand": ["death_tarot"], "items": ["shadow", "bum_bo_item"]}).play("death_tarot", 1).settle()
    game.expect(player=0, coins=3).expect(card="bum_bo_item", counters=1).expect(player=1, coins=2)


def test_shadow__not_its_own_player_and_no_eternal_item() -> None:
    """[shadow] only other players' deaths; an eternal item is not destroyed."""
    game = start({"hand": ["death_tarot"], "items": ["shadow"]}, {"hand": ["bomb"]}).play("death_tarot", 0).settle()
    game.expect(player=0, coins=2, items=[]).expect(player=1, coins=3, hand=["bomb"])
    seat = {"items": [{"card": "the_d6", "eternal": True}]}
    game = start({"hand": ["death_tarot"], "items": ["shadow"]}, seat).play("death_tarot", 1).settle()
    game.expect(player=1, items=["the_d6"], coins=2).expect(player=0, coins=4)


def test_shadow__two_heirs_the_dying_player_picks_one() -> None:
    """ER-64: with two heirs the dying player picks one for the whole penalty: [shadow] [modeling_clay]."""
    seats = [
        {"hand": ["death_tarot"], "items": ["shadow"]},
        {"hand": ["bomb"], "items": ["dinner", "meat"]},
        {"items": ["modeling_clay"]},
    ]
    game = Scenario(players=seats).start().activate("modeling_clay", "shadow", by=2).settle()
    game.play("death_tarot", 1).pass_all().pass_all().pass_all().expect(asked=1, question="heir").choose(2)
    game.choose("meat", by=2).settle().expect(player=2, hand=["bomb"], coins=4).expect(player=0, hand=[], coins=3)
    game.expect(player=1, items=["dinner"], hand=[], coins=2)
