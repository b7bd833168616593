"""Rulings about slots, refills and decks."""

from __future__ import annotations

from tests.core.four_souls.rules.table import start


def test_fsr_073__covering_by_an_attack_on_the_deck() -> None:
    """FSR-073, R11.5, R15.6: the monster of the deck covers the chosen slot and is attacked; what it covers is not."""
    game = start(monsters=["fly", "fatty"], monster_deck=["cod_worm"]).attack("deck").pass_all(1)
    game.expect(monsters=["fly", "cod_worm"], attacking="cod_worm").expect(monster="cod_worm", covered=["fatty"])
    game.fight(5, 5).expect(monsters=["fly", "fatty"], attacking=None, illegal="attack Fatty")
    game.end_turn().until("action").expect(asked=1, legal="attack Fatty")


def test_fsr_078__rearranged_after_the_declaration() -> None:
    """FSR-078, R11.2: [sleight_of_hand] puts another monster on top; the declared attack must meet it."""
    seats = {}, {"items": ["sleight_of_hand"]}
    game = start(*seats, monster_deck=["dip", "satan", "fly"]).attack("deck")
    game.activate("sleight_of_hand", "monster", by=1).pass_all("dip", "fly")
    game.expect(illegal="attack the top of the monster deck").pass_all(0).expect(attacking="satan")


def test_fsr_109__dead_active_player_refills() -> None:
    """FSR-109, R13.10: the dead active player plays the bonus card, then the monster fills the slot, then the turn ends."""
    game = start({"hp": 1, "hand": ["bomb"]}, monsters=["empty", "fly"], monster_deck=["chest_1", "dip"], dice=[3])
    game.play("bomb", 0).pass_all().pass_all().pass_all().expect(player=0, dead=True, coins=2)
    game.expect(stack=["refill monster slot 0"], phase="action").pass_all().expect(stack=["event chest"]).settle()
    game.expect(player=0, coins=5, dead=True).expect(monsters=["dip", "fly"], phase="end").end_turn()
    game.expect(active=1).expect(player=0, dead=False, hp=2)


def test_fsr_126__refill_after_the_card_left() -> None:
    """FSR-126, R14.6: when the dead card has left the stack the refill is pushed; a window before the next card."""
    game = start({"hand": ["bomb"]}, monsters=["dip", "fatty"], monster_deck=["fly"]).play("bomb", "dip")
    for _ in range(4):
        game.expect(card="fly", zone="deck", known=[]).pass_all()
    game.expect(stack=["refill monster slot 0"], asked=0, question="priority").expect(discard="monster", top=["dip"])
    game.pass_all().expect(monsters=["fly", "fatty"])


def test_fsr_130__reshuffled_at_once() -> None:
    """FSR-130, R3.3: the loot discard pile becomes the deck at once, before any player has priority."""
    game = start(
        {"items": ["two_of_clubs"]}, phase="loot", loot_deck=["bomb"], exact_decks=["loot"], loot_discard=["dagaz"]
    )
    game.pass_all().expect(player=0, hand=["bomb"]).expect(deck="loot", top=["dagaz"], size=1).expect(stack=[])


def test_fsr_131__three_slots_for_the_rest_of_the_game() -> None:
    """FSR-131, R15.7: the slot of [xl_floor] is refilled at once and whenever it is empty later."""
    seat = {"hand": ["bomb"]}
    game = start(seat, monster_deck=["xl_floor", "dip", "trite"]).attack("deck").settle()
    game.expect(monsters=["fly", "fatty", "dip"]).expect(player=0, attacks_used=1, extra_attacks=1)
    game.play("bomb", "dip").settle().expect(monsters=["fly", "fatty", "trite"]).end_turn()
    game.expect(monsters=["fly", "fatty", "trite"])


def test_fsr_132__no_end_with_an_empty_slot() -> None:
    """FSR-132, R15.8: the end phase works off the refill before players are healed and the turn passes."""
    seats = {"hand": ["a_penny"]}, {"hand": ["the_devil"], "items": ["meat"], "hp": 1}
    game = start(*seats, shop=["dinner"], treasure_deck=["mr_boom"]).until("end")
    game.play("the_devil", "dinner", "meat", by=1).pass_all().expect(shop=["empty"], stack=["refill shop slot 0"])
    game.expect(player=1, hp=2, max_hp=3).pass_all().expect(shop=["mr_boom"], phase="end", active=0)
    game.pass_all().expect(active=1).expect(player=1, hp=3)


def test_fsr_133__rearranged_under_a_refill() -> None:
    """FSR-133, R15.3: a refill reveals what is on top when it resolves."""
    seats = {}, {"items": ["sleight_of_hand"]}
    game = start(*seats, monsters=["empty", "fly"], monster_deck=["dip", "satan", "fatty"])
    game.expect(stack=["refill monster slot 0"]).activate("sleight_of_hand", "monster", by=1)
    game.pass_all("satan", "dip").pass_all().expect(monsters=["fatty", "fly"]).expect(
        deck="monster", top=["dip", "satan"]
    )
