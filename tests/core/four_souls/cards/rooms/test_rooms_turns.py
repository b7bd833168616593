"""Rooms that act at the start or the end of each turn, or at attacks."""

from __future__ import annotations

from tests.core.four_souls.rules.table import start


def test_blessing_of_greed__three_cents_a_turn() -> None:
    """[blessing_of_greed]: the active player gains 3 cents at the start of the turn, the others nothing."""
    game = start({"coins": 0}, {"coins": 0}, rooms=["blessing_of_greed"], phase="start").settle()
    game.expect(player=0, coins=3).expect(player=1, coins=0)


def test_blessing_of_the_inner_eye__orders_three_monster_cards() -> None:
    """[blessing_of_the_inner_eye]: declaring an attack lets the attacker see the top 3 monster cards and order them."""
    game = start(
        rooms=["blessing_of_the_inner_eye"],
        monsters=["fly", "fatty"],
        monster_deck=["dip", "spider", "pooter", "trite"],
    )
    game.attack("fly").pass_all().expect(question="order", asked=0).choose("pooter", "dip", "spider")
    game.expect(deck="monster", top=["spider", "dip", "pooter", "trite"])
    game.expect(card="dip", known=[0])


def test_blind_rage__the_deck_must_be_attacked() -> None:
    """[blind_rage]: in the action phase nothing but an attack on the monster deck can be done."""
    game = start(rooms=["blind_rage"], phase="start", monsters=["fly", "fatty"]).until("action")
    assert game.legal() == ["attack the top of the monster deck"]


def test_blood_lust__one_attack_more_which_must_be_made() -> None:
    """[blood_lust_room]: the active player must attack, and has one attack more than without."""
    game = start(rooms=["blood_lust_room"], phase="start", monsters=["fly", "fatty"], monster_deck=["dip"]).until(
        "action"
    )
    assert "pass" not in game.legal() and "attack Fly" in game.legal()
    game.attack("fly").fight(6).settle().attack("fatty").fight(6, 6).settle()
    assert not [words for words in game.legal() if words.startswith("attack")]


def test_bum_bo_is_loose__two_cents_lost_at_the_end() -> None:
    """[bum_bo_is_loose]: the active player loses 2 cents at the end of the turn, or what is left."""
    start({"coins": 5}, {"coins": 5}, rooms=["bum_bo_is_loose"]).end_turn().expect(player=0, coins=3).expect(
        player=1, coins=5
    )
    start({"coins": 1}, rooms=["bum_bo_is_loose"]).end_turn().expect(player=0, coins=0)


def test_butter_fingers__a_loot_card_lost_at_the_end() -> None:
    """[butter_fingers]: the active player discards a loot card of their choice at the end of the turn."""
    game = start({"hand": ["a_penny", "bomb"]}, {"hand": ["two_cents"]}, rooms=["butter_fingers"]).end_turn("bomb")
    game.expect(player=0, hand=["a_penny"]).expect(player=1, hand=1).expect(discard="loot", top=["bomb"])


def test_edens_blessing__an_item_may_be_rerolled() -> None:
    """[edens_blessing_room]: at the start of the turn an item of your own may be rerolled; no other player's."""
    seats = {"items": ["dinner", "meat"]}, {"items": ["synthoil"]}
    game = start(*seats, rooms=["edens_blessing_room"], treasure_deck=["breakfast"], phase="start")
    game.pass_all().expect(question="may").copy().choose("no").expect(player=0, items=["dinner", "meat"])
    game.choose("yes")
    assert [words for words in game.legal() if "Synthoil" in words] == []
    game.choose("dinner").settle().expect(player=0, items=["breakfast", "meat"])


def test_greed_looms__buy_or_lose_the_hand() -> None:
    """[greed_looms], ER-75: without a purchase this turn the hand is discarded at its end, with one it is kept."""
    seat = {"coins": 10, "hand": ["a_penny", "bomb"]}
    start(seat, rooms=["greed_looms"]).end_turn().expect(player=0, hand=[])
    game = start(seat, rooms=["greed_looms"], shop=["dinner", "breakfast"]).buy("dinner").settle()
    game.end_turn().expect(player=0, hand=["a_penny", "bomb"])


def test_planetarium__a_treasure_if_wanted() -> None:
    """[planetarium]: at the start of the turn the active player may gain 1 treasure."""
    game = (
        start(rooms=["planetarium"], treasure_deck=["dinner"], phase="start").pass_all().expect(question="may", asked=0)
    )
    game.copy().choose("no").expect(player=0, items=[])
    game.choose("yes").expect(player=0, items=["dinner"]).expect(player=1, items=[])


def test_spider_webs__the_character_sideways() -> None:
    """[spider_webs]: the character of the active player is deactivated at the end of the turn, and recharges in the next."""
    game = start(rooms=["spider_webs"]).end_turn().expect(player=0, turned=True).expect(player=1, turned=False)
    game.end_turn().expect(player=0, turned=False).expect(player=1, turned=True)
