"""Base treasures that are turned to change a roll or to roll. Each test names its cards in brackets."""

from __future__ import annotations

import pytest

from tests.core.four_souls.rules.table import start


@pytest.mark.parametrize(
    ("card", "rolled", "number", "result"),
    [
        ("mini_mush", 5, 0, 5),
        ("mini_mush", 5, -1, 4),
        ("mini_mush", 5, -2, 3),
        ("mini_mush", 2, -2, 1),
        ("lucky_foot", 3, 0, 3),
        ("lucky_foot", 3, 1, 4),
        ("lucky_foot", 3, 2, 5),
        ("lucky_foot", 5, 2, 6),
        ("godhead", 4, 1, 1),
        ("godhead", 4, 6, 6),
    ],
)
def test_roll_items__change_a_roll_by_choice(card: str, rolled: int, number: int, result: int) -> None:
    """R5.4, R9.1: the number is chosen on resolution, the roll stays within 1 to 6: [mini_mush] [lucky_foot]
    [godhead]."""
    game = start({"items": [card]}, {"items": ["mystery_sack"]}, dice=[rolled]).activate("mystery_sack", by=1)
    game.pass_all().activate(card).expect(stack=["roll", "activate"]).pass_all(number)
    game.expect(stack=[f"roll {result} for mystery sack"]).expect(card=card, turned=True)


@pytest.mark.parametrize(("card", "numbers"), [("mini_mush", 3), ("lucky_foot", 3), ("godhead", 2)])
def test_roll_items__offer_their_numbers_only(card: str, numbers: int) -> None:
    """[mini_mush] [lucky_foot] up to 2; [godhead] 1 or 6."""
    game = (
        start({"items": [card, "mystery_sack"]}, dice=[3]).activate("mystery_sack").pass_all().activate(card).pass_all()
    )
    assert game.question == "number" and len(game.legal()) == numbers


@pytest.mark.parametrize(("rolled", "result"), [(3, 4), (6, 6)])
def test_spoon_bender__adds_one(rolled: int, result: int) -> None:
    """[spoon_bender] +1 to any roll, an attack roll too, 6 at most."""
    game = start({"items": ["spoon_bender"]}, dice=[rolled]).attack("fatty").pass_all().pass_all()
    game.activate("spoon_bender").pass_all().expect(stack=[f"attack roll {result}"])


@pytest.mark.parametrize(("card", "fits"), [("lucky_foot", False), ("mini_mush", True), ("godhead", True)])
def test_roll_items__and_attack_rolls(card: str, fits: bool) -> None:
    """R9.2: [lucky_foot] leaves attack rolls alone, [mini_mush] and [godhead] do not; without a roll none is legal."""
    game = start({"items": [card]}, dice=[3]).expect(asked=0, illegal=f"activate {card}")
    game.attack("fatty").pass_all().pass_all().expect(**{"legal" if fits else "illegal": f"activate {card}"})


@pytest.mark.parametrize(
    ("number", "coins", "hand", "max_hp", "attack"),
    [(1, 3, 1, 2, 1), (2, 3, 2, 2, 1), (3, 6, 0, 2, 1), (4, 7, 0, 2, 1), (5, 3, 0, 3, 1), (6, 3, 0, 2, 2)],
)
def test_the_d100__lines(number: int, coins: int, hand: int, max_hp: int, attack: int) -> None:
    """[the_d100] loot 1, loot 2, 3c, 4c, +1 HP, +1 ATK; what is added ends with the turn."""
    game = start({"items": ["the_d100"]}, dice=[number]).activate("the_d100").settle()
    game.expect(player=0, coins=coins, hand=hand, max_hp=max_hp, hp=max_hp, attack=attack).expect(player=1, hp=2)
    game.end_turn().expect(player=0, max_hp=2, hp=2, attack=1)


@pytest.mark.parametrize(
    ("card", "number", "coins", "hand", "hp"),
    [("mystery_sack", n, 3 + 4 * (n in (3, 4)), int(n < 3), 2) for n in range(1, 7)]
    + [("book_of_sin", n, 3 + (n < 3), int(n in (3, 4)), 2 + (n > 4)) for n in range(1, 7)],
)
def test_dice_items__lines(card: str, number: int, coins: int, hand: int, hp: int) -> None:
    """[mystery_sack] loot 1, 4c, nothing; [book_of_sin] 1c, loot 1, +1 HP until end of turn."""
    game = start({"items": [card]}, dice=[number]).activate(card).settle()
    game.expect(player=0, coins=coins, hand=hand, hp=hp, max_hp=hp).expect(card=card, turned=True)
    game.end_turn().expect(player=0, hp=2, max_hp=2)


@pytest.mark.parametrize(("named", "looted"), [(4, 3), (5, 0)])
def test_crystal_ball__names_the_next_roll(named: int, looted: int) -> None:
    """ER-22: [crystal_ball] the number is named on resolution; any player's next roll, by its final number, loots 3."""
    game = start({"items": ["crystal_ball"]}, {"items": ["mystery_sack", "spoon_bender"]}, dice=[3])
    game.activate("crystal_ball").pass_all(named).activate("mystery_sack", by=1).pass_all()
    game.activate("spoon_bender", by=1).settle().expect(player=0, hand=looted).expect(player=1, hand=[], coins=7)


def test_crystal_ball__any_number_of_a_die() -> None:
    """R5.4: [crystal_ball] each number from 1 to 6 can be named, no other."""
    game = start({"items": ["crystal_ball"]}).activate("crystal_ball").pass_all().expect(asked=0, question="number")
    assert sorted(game.legal()) == [f"number {n}" for n in range(1, 7)]


def test_crystal_ball__only_the_next_roll() -> None:
    """ER-22: a second roll of the number is nothing: [crystal_ball]."""
    game = start({"items": ["crystal_ball", "mystery_sack", "book_of_sin"]}, dice=[6, 5])
    game.activate("crystal_ball").pass_all(5).activate("mystery_sack").settle().activate("book_of_sin").settle()
    game.expect(player=0, hand=[], hp=3)


def test_crystal_ball__the_next_roll_thrown() -> None:
    """R9.14: a roll that lay on the stack when the number was named does not count, the next thrown does:
    [crystal_ball]."""
    game = start({"items": ["crystal_ball", "mystery_sack", "book_of_sin"]}, dice=[5, 5]).activate("mystery_sack")
    game.pass_all().activate("crystal_ball").pass_all(5).settle().expect(player=0, hand=[])
    game.activate("book_of_sin").settle().expect(player=0, hand=3)


def test_crystal_ball__a_fizzled_roll_loses_the_guess() -> None:
    """ER-22: the attack roll watched fizzles with its attack, the guess is lost: [crystal_ball]."""
    seat = {"items": ["crystal_ball", "mystery_sack", "mr_boom"], "hand": []}
    game = start(seat, {"hand": ["bomb"]}, monsters=["fly", "fatty"], dice=[5, 5]).activate("crystal_ball").pass_all(5)
    game.attack("fly").pass_all().pass_all().expect(stack=["attack roll 5"]).activate("mr_boom", "fly").pass_all()
    game.settle().expect(card="fly", zone="discard").activate("mystery_sack").settle().expect(player=0, hand=[])


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_glass_cannon__destroys_two(number: int) -> None:
    """[glass_cannon] another item of any player; 1-5: this too, and loot 2."""
    game = start({"items": ["glass_cannon"]}, {"items": ["dinner"]}, dice=[number]).activate("glass_cannon", "dinner")
    game.pass_all().expect(card="dinner", zone="discard").settle().expect(player=0, items=[], hand=2)
    game.expect(player=1, items=[], hand=[])


def test_glass_cannon__recharges_on_a_six() -> None:
    """[glass_cannon] 6: recharged, not destroyed; itself and eternal items are no targets."""
    items = ["glass_cannon", {"card": "the_d6", "eternal": True}]
    game = start({"items": items}, {"items": ["dinner", "meat"]}, dice=[6]).activate("glass_cannon")
    game.expect(legal=["choose Dinner", "choose Meat!"], illegal=["choose Glass Cannon", "choose The D6"])
    game.choose("meat").settle().expect(card="glass_cannon", turned=False, owner=0).expect(player=0, hand=[])


def test_glass_cannon__eternal_still_loots() -> None:
    """FSR-007: an eternal Glass Cannon stays and the loot comes all the same: [glass_cannon]."""
    game = start({"items": [{"card": "glass_cannon", "eternal": True}]}, {"items": ["dinner"]}, dice=[3])
    game.activate("glass_cannon", "dinner").settle().expect(player=0, items=["glass_cannon"], hand=2)
