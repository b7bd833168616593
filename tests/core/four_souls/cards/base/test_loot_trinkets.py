"""The nine trinkets of the base set: played, then kept as passive items."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start

TRINKETS = (
    *("bloody_penny", "swallowed_penny", "counterfeit_penny", "cains_eye", "broken_ankh", "curved_horn"),
    *("purple_heart", "golden_horseshoe", "guppys_hairball"),
)
STARTERS = [("cains_eye", "loot"), ("purple_heart", "monster"), ("golden_horseshoe", "treasure")]


@pytest.mark.parametrize("card", TRINKETS)
def test_trinkets__become_items_of_their_player(card: str) -> None:
    """R2.11, R8.5: [bloody_penny] [swallowed_penny] [counterfeit_penny] [cains_eye] [broken_ankh] [curved_horn]
    [purple_heart] [golden_horseshoe] [guppys_hairball] use a loot play and enter play when they resolve."""
    game = start({}, {"hand": [card]}).play(card, by=1).expect(card=card, zone="stack")
    game.settle().expect(player=1, items=[card], hand=[], turned=True).expect(card=card, eternal=False, turned=False)
    game.expect(discard="loot", size=0)


@pytest.mark.parametrize("card", TRINKETS)
def test_trinkets__go_to_the_loot_discard_pile(card: str) -> None:
    """R2.11, FSR-113: [bloody_penny] [swallowed_penny] [counterfeit_penny] [cains_eye] [broken_ankh] [curved_horn]
    [purple_heart] [golden_horseshoe] [guppys_hairball] can be destroyed for the penalty, an eternal item cannot."""
    game = start({"hand": ["death_tarot"]}, {"character": "eve", "items": [card], "starting_item": True})
    game.play("death_tarot", 1).roll(1).settle().expect(player=1, dead=True, items=["the_curse"])
    game.expect(card=card, zone="discard").expect(card="the_curse", eternal=True)


def test_bloody_penny__loots_for_each_death_of_a_player() -> None:
    """R13.3: [bloody_penny] loots 1 each time a player dies, and nothing when a monster does."""
    position: dict[str, Any] = {"loot_deck": ["a_dime", "dagaz"], "monsters": ["fly", "fatty"]}
    game = start({"hand": ["death_tarot", "bomb"], "extra_plays": 1}, {"items": ["bloody_penny"]}, {}, **position)
    game.play("bomb", "fly").settle().expect(player=1, hand=[])
    game.play("death_tarot", 2).pass_all().pass_all()
    game.expect(stack=["penalty of player 2", "player 1: trigger bloody penny"]).pass_all()
    game.expect(player=1, hand=["a_dime"]).settle().expect(player=0, hand=[]).expect(player=2, hand=[])


def test_bloody_penny__sees_the_death_of_its_own_player() -> None:
    """R6.7, R13.3: [bloody_penny] loots for one's own death, before the penalty takes a loot card."""
    game = start({"hand": ["death_tarot"]}, {"items": ["bloody_penny"]}, loot_deck=["a_dime"]).play("death_tarot", 1)
    game.pass_all().pass_all().pass_all().expect(player=1, hand=["a_dime"], items=["bloody_penny"])
    game.settle().expect(player=1, hand=[], items=[]).expect(card="a_dime", zone="discard")


def test_bloody_penny__two_deaths_two_cards() -> None:
    """R13.3: [bloody_penny] answers each of two deaths of one event when it resolves."""
    seat = {"items": ["bloody_penny", "dinner"]}
    game = start(seat, {}, {}, monster_deck=["mega_troll_bomb"], loot_deck=["a_dime", "dagaz"]).attack("deck")
    game.pass_all().settle().expect(player=0, hp=1, hand=["a_dime", "dagaz"]).expect(player=2, dead=True)


def test_swallowed_penny__pays_for_damage_taken() -> None:
    """R12.11: [swallowed_penny] gains 1 cent each time its player takes damage, whatever the amount, above a death."""
    game = start({"hand": ["gold_bomb", "bomb"], "extra_plays": 1}, {"items": ["swallowed_penny"]})
    game.play("bomb", 0).settle().expect(player=1, coins=3).expect(player=0, coins=3)
    game.play("gold_bomb", 1).pass_all().expect(stack=["death of player 1", "trigger swallowed penny"])
    game.pass_all().expect(player=1, coins=4, dead=False)


def test_swallowed_penny__pays_for_combat_damage() -> None:
    """R11.12: [swallowed_penny] gains 1 cent for a missed attack roll; a killed player was not damaged."""
    game = start({"items": ["swallowed_penny"], "hand": ["death_tarot"]}, monsters=["pooter"]).attack("pooter")
    game.pass_all().roll(1).pass_all().pass_all().pass_all().pass_all().expect(player=0, coins=4, hp=1)
    game.play("death_tarot", 0).settle().expect(player=0, dead=True, coins=3)


def test_swallowed_penny__pays_no_dead_player() -> None:
    """A24, R13.7: of damage to every player a dead player takes none, which pays no [swallowed_penny]."""
    seat = {"dead": True, "items": ["swallowed_penny"]}
    game = start({"items": ["dinner"]}, seat, monster_deck=["mega_troll_bomb"]).attack("deck").pass_all().settle()
    game.expect(player=1, coins=3, hp=0, dead=True, items=["swallowed_penny"]).expect(player=0, hp=1, coins=3)


def test_counterfeit_penny__adds_one_to_each_gain() -> None:
    """R6.3: [counterfeit_penny] gains 1 more after every gain of its player, as its own object."""
    game = start({"items": ["counterfeit_penny"], "hand": ["a_dime"]}, {"hand": ["a_penny"]}).play("a_dime").pass_all()
    game.expect(player=0, coins=13).expect(stack=["trigger counterfeit penny"])
    game.pass_all().expect(player=0, coins=14, hand=[]).expect(stack=[])
    game.play("a_penny", by=1).settle().expect(player=1, coins=4).expect(player=0, coins=14)


def test_counterfeit_penny__has_no_echo() -> None:
    """ER-06: [counterfeit_penny] and a copy of it each add 1 to a gain, and never answer each other."""
    game = start({"items": ["counterfeit_penny", "modeling_clay"], "hand": ["a_dime"]})
    game.activate("modeling_clay", "counterfeit_penny").settle().expect(card="modeling_clay", shows="counterfeit_penny")
    game.play("a_dime").settle("counterfeit_penny").expect(player=0, coins=15)


def test_counterfeit_penny__stolen_coins_are_not_gained() -> None:
    """R16.3, ER-38: [counterfeit_penny] does not answer stolen coins."""
    game = start({"items": ["counterfeit_penny", "jawbone"]}).activate("jawbone", 1).settle()
    game.expect(player=0, coins=6).expect(player=1, coins=0).expect(stack=[])


TOPS = {"loot": ["a_dime", "dagaz"], "monster": ["dip", "trite"], "treasure": ["mr_boom", "jawbone"]}
DECKS = {f"{deck}_deck": top for deck, top in TOPS.items()}


@pytest.mark.parametrize(("card", "deck"), STARTERS)
def test_starters__may_put_the_top_card_to_the_bottom(card: str, deck: str) -> None:
    """R7.2, R6.1, A45: [cains_eye] loot, [purple_heart] monster, [golden_horseshoe] treasure deck: at the start of
    one's turn look at its top card, which only its player learns, and put it to the bottom if one likes."""
    game = start({}, {"items": [card]}, **DECKS, active=1, phase="start").expect(stack=[f"player 1: trigger {card}"])
    game.pass_all().expect(asked=1, question="may", source=card).expect(card=TOPS[deck][0], zone="deck", known=[1])
    stay, go = game.copy().choose("no"), game.choose("yes")
    stay.expect(deck=deck, top=TOPS[deck]).expect(stack=[])
    go.expect(deck=deck, top=TOPS[deck][1:], bottom=TOPS[deck][:1])
    for other in TOPS.keys() - {deck}:
        go.expect(deck=other, top=TOPS[other]).expect(card=TOPS[other][0], known=[])


@pytest.mark.parametrize(("card", "deck"), STARTERS)
def test_starters__rest_in_the_turns_of_others(card: str, deck: str) -> None:
    """R7.2: [cains_eye] [purple_heart] [golden_horseshoe] do nothing at the start of another player's turn."""
    game = start({}, {"items": [card]}, **DECKS, phase="start").expect(stack=[], asked=0)
    game.until("action").expect(card=TOPS["treasure"][0], known=[]).expect(card=TOPS["monster"][0], known=[])


def test_broken_ankh__saves_on_a_six_and_ends_the_own_turn() -> None:
    """R13.2a, R13.9, R7.13: [broken_ankh] on 6 prevents the death, gives the hit points back and ends one's turn."""
    game = start({"items": ["broken_ankh"], "hand": ["bomb"], "hp": 1, "coins": 9}, dice=[6], phase="action")
    game.play("bomb", 0).pass_all().expect(stack=["death of player 0", "trigger broken ankh"])
    game.settle().expect(player=0, hp=1, dead=False, dying=False, coins=9, items=["broken_ankh"])
    game.expect(phase="end", active=0, stack=[]).end_turn().expect(active=1)


def test_broken_ankh__does_not_end_the_turn_of_others() -> None:
    """R7.13: saved by [broken_ankh] in another player's turn, that turn continues; a kill is prevented as well."""
    game = start({"hand": ["death_tarot"]}, {"items": ["broken_ankh"]}, dice=[6]).play("death_tarot", 1).settle()
    game.expect(player=1, hp=2, dead=False, coins=3).expect(phase="action", legal="attack Fly")


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_broken_ankh__one_to_five_is_death(number: int) -> None:
    """R13.3: [broken_ankh] on 1-5 prevents nothing: the penalty is paid, the trinket may be its price."""
    game = start({"hand": ["death_tarot"]}, {"items": ["broken_ankh"]}, dice=[number]).play("death_tarot", 1).settle()
    game.expect(player=1, dead=True, hp=0, coins=2, items=[]).expect(card="broken_ankh", zone="discard")


def test_broken_ankh__the_attack_goes_on_only_without_the_end_of_the_turn() -> None:
    """R7.14, R11.13: [broken_ankh] saves the attacker, but the turn ends and with it the attack."""
    game = start({"items": ["broken_ankh"], "hp": 1}, monsters=["pooter"]).attack("pooter").fight(1, 6)
    game.expect(phase="end", attacking=None).expect(player=0, hp=1, dead=False).expect(monster="pooter", hp=2)


def test_broken_ankh__ignores_the_death_of_others() -> None:
    """R13.2a: [broken_ankh] rolls for its own player only."""
    game = start({"hand": ["death_tarot"], "items": ["broken_ankh"]}).play("death_tarot", 1).pass_all()
    game.expect(stack=["death of player 1"])


def test_curved_horn__first_attack_roll_of_the_turn_hits_harder() -> None:
    """R11.11: [curved_horn] adds 1 attack to the damage of the first attack roll of one's turn, not of the next."""
    game = start({"items": ["curved_horn"], "extra_attacks": 1}, monsters=["fatty", "fly"]).attack("fatty").pass_all()
    game.roll(6, 6).pass_all().pass_all().expect(stack=["combat damage 2 to fatty"])
    game.pass_all().expect(monster="fatty", hp=2).pass_all().pass_all().expect(stack=["combat damage 1 to fatty"])


def test_curved_horn__a_miss_uses_it_up() -> None:
    """ER-62: [curved_horn] counts attack rolls of the turn: after a missed first one nothing is added."""
    game = start({"items": ["curved_horn"]}, monsters=["fatty"]).attack("fatty").pass_all().roll(1, 6)
    game.pass_all().pass_all().pass_all().expect(player=0, hp=1)
    game.pass_all().pass_all().expect(stack=["combat damage 1 to fatty"])


def test_curved_horn__next_turn_again() -> None:
    """ER-62: [curved_horn] works once in each own turn, and for no other player's attack."""
    game = start({}, {"items": ["curved_horn"]}, {}, monsters=["fatty", "fly"]).attack("fatty").pass_all().roll(6)
    game.pass_all().pass_all().expect(stack=["combat damage 1 to fatty"]).fight(6, 6, 6).end_turn()
    game.until("action").attack("fly").pass_all().roll(6).pass_all().pass_all()
    game.expect(stack=["combat damage 2 to fly"])


@pytest.mark.parametrize(("number", "hp"), [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_guppys_hairball__six_prevents_one_damage(number: int, hp: int) -> None:
    """R6.9, A71: [guppys_hairball] holds the damage back and rolls: 6 prevents 1 of it, 1-5 nothing."""
    game = start({"hand": ["bomb"]}, {"items": ["guppys_hairball"]}, dice=[number]).play("bomb", 1).pass_all()
    game.expect(stack=["held damage to player 1", "guppys hairball"]).expect(player=1, hp=2)
    game.settle().expect(player=1, hp=hp).expect(player=0, hp=2)


def test_guppys_hairball__prevents_only_one_of_several() -> None:
    """R6.9: [guppys_hairball] on a 6 takes 1 off 3 damage; the rest is dealt as one event."""
    items = ["guppys_hairball", "dinner", "breakfast", "swallowed_penny"]
    game = start({"hand": ["gold_bomb"]}, {"items": items}, dice=[6]).play("gold_bomb", 1).settle()
    game.expect(player=1, hp=2, max_hp=4, coins=4)


def test_guppys_hairball__damage_to_others_is_not_held() -> None:
    """R6.9, R12.7: only its player's share waits for [guppys_hairball]."""
    game = start({"hand": ["the_tower"]}, {"items": ["guppys_hairball"]}, dice=[1, 6]).play("the_tower")
    game.pass_all().pass_all().pass_all().expect(player=0, hp=1).expect(player=1, hp=2)
    game.settle().expect(player=1, hp=2).expect(player=0, hp=1)


def test_guppys_hairball__what_it_held_back_fizzles_for_the_dead() -> None:
    """R17.2, R13.7: a share of [guppys_hairball] whose player died above it is not dealt; nothing triggers."""
    seat = {"items": ["guppys_hairball", "swallowed_penny"], "coins": 1}
    game = start({"hand": ["bomb", "death_tarot"], "extra_plays": 1}, seat, dice=[1]).play("bomb", 1)
    game.pass_all().pass_all().expect(stack=["held damage to player 1", "roll 1"])
    game.play("death_tarot", 1).pass_all().pass_all().pass_all("guppys_hairball").pass_all()
    game.expect(stack=["held damage to player 1"]).expect(player=1, dead=True, coins=0, items=["swallowed_penny"])
    game.pass_all().expect(stack=[]).expect(player=1, coins=0)


def test_guppys_hairball__is_a_guppy_item() -> None:
    """R19.1, A47: [guppys_hairball] in play counts for Soul of Guppy, in hand it does not."""
    game = start({"hand": ["guppys_hairball"], "items": ["guppys_head"]}, bonus_souls=["soul_of_guppy"])
    game.expect(player=0, souls=0).play("guppys_hairball").settle().expect(player=0, soul_cards=["soul_of_guppy"])
