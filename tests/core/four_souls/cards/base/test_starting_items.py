"""The ten starting items of the base set."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.four_souls.rules.table import start

ALL = (
    *("the_d6", "sleight_of_hand", "yum_heart", "book_of_belial", "blood_lust", "the_curse", "incubus"),
    *("forever_alone", "lazarus_rags", "the_bone"),
)


@pytest.mark.parametrize("card", ALL)
def test_starting_items__are_eternal(card: str) -> None:
    """R2.7, A20, ER-04: [the_d6] [sleight_of_hand] [yum_heart] [book_of_belial] [blood_lust] [the_curse] [incubus]
    [forever_alone] [lazarus_rags] [the_bone] survive the penalty and can be neither stolen nor rerolled."""
    coins = {"coins": 10, "items": ["pay_to_play", "the_d20"], "hand": ["death_tarot"]}
    game = start(coins, {"items": [card]}).expect(card=card, zone="item", owner=1, eternal=True, turned=False)
    game.copy().pay("pay_to_play").expect(illegal=f"choose {card}")
    game.copy().activate("the_d20").expect(illegal=f"choose {card}")
    game.play("death_tarot", 1).settle().expect(player=1, dead=True).expect(card=card, zone="item", owner=1)


def test_the_d6__rerolls_a_roll_of_anybody() -> None:
    """R9.5: [the_d6] gives the same roll of another player a new number; turned, it cannot do so again."""
    game = start({"hand": ["pills_yellow"]}, {"items": ["the_d6"]}, dice=[1, 5]).play("pills_yellow").pass_all()
    game.activate("the_d6", by=1).expect(card="the_d6", turned=True).pass_all()
    game.expect(stack=["player 0: roll 5 for pills yellow"]).pass_().expect(asked=1, illegal="activate The D6")
    game.settle().expect(player=0, coins=0)


def test_the_d6__needs_a_roll() -> None:
    """R5.2: without a roll [the_d6] cannot be used."""
    start({"items": ["the_d6"]}).expect(illegal="activate The D6").attack("fly").expect(illegal="activate The D6")


def test_the_d6__later_changes_apply_to_the_new_number() -> None:
    """R9.5, FSR-044: Book of Belial (+1) on a 3, [the_d6] above it shows 1: the roll becomes 2, a miss."""
    seats: list[dict[str, Any]] = [{}, {"items": ["book_of_belial"]}, {"items": ["the_d6"]}]
    game = start(*seats, monsters=["pooter"], dice=[3, 1]).attack("pooter").pass_all().pass_all()
    game.activate("book_of_belial", by=1).activate("the_d6", by=2).pass_all().expect(stack=["roll 1", "belial"])
    game.pass_all(1).expect(stack=["attack roll 2"])


def test_the_d6__overwrites_what_has_resolved() -> None:
    """R9.5, FSR-045: Godhead makes the roll a 6, [the_d6] used afterwards makes it a fresh number."""
    game = start({"items": ["godhead"]}, {"items": ["the_d6"]}, monsters=["pooter"], dice=[3, 2])
    game.attack("pooter").pass_all().pass_all().activate("godhead").pass_all(6).expect(stack=["attack roll 6"])
    game.activate("the_d6", by=1).pass_all().expect(stack=["attack roll 2"], dice=[])


@pytest.mark.parametrize(
    ("deck", "top"),
    [
        ("loot", ["a_dime", "dagaz", "bomb", "ehwaz"]),
        ("treasure", ["mr_boom", "meat", "decoy", "jawbone"]),
        ("monster", ["dip", "trite", "spider", "clotty"]),
    ],
)
def test_sleight_of_hand__reorders_three_cards(deck: str, top: list[str]) -> None:
    """R15.11, A45: [sleight_of_hand] looks at the top 3 cards of a deck of one's choice and puts them back in any
    order, the lowest first; only its player knows them."""
    game = start({"items": ["sleight_of_hand"]}, **{f"{deck}_deck": top}).activate("sleight_of_hand", deck)
    game.pass_all(top[1], top[0]).expect(deck=deck, top=[top[2], top[0], top[1], top[3]]).expect(stack=[])
    game.expect(card=top[2], zone="deck", known=[0]).expect(card=top[3], known=[])


def test_sleight_of_hand__before_the_loot_step() -> None:
    """R7.3, R3.1, FSR-010: [sleight_of_hand] in response to Loot 1 decides which card the active player draws."""
    game = start({}, {"items": ["sleight_of_hand"]}, loot_deck=["a_dime", "dagaz", "a_penny"], phase="loot")
    game.activate("sleight_of_hand", "loot", by=1).pass_all("dagaz", "a_dime").pass_all()
    game.expect(player=0, hand=["a_penny"])


def test_sleight_of_hand__a_declared_attack_meets_the_new_top_card() -> None:
    """R11.2, FSR-078: the monster deck reordered with [sleight_of_hand] in response is attacked as it is then."""
    game = start({}, {"items": ["sleight_of_hand"]}, monster_deck=["dip", "trite", "spider"], monsters=["fly"])
    game.attack("deck").activate("sleight_of_hand", "monster", by=1).pass_all("spider", "dip").pass_all()
    game.expect(attacking="trite", monsters=["trite"])


def test_yum_heart__prevents_combat_damage() -> None:
    """R12.3, R12.5, FSR-088: [yum_heart] used on a missed roll stops the damage; nothing was taken."""
    game = start({"items": ["yum_heart", "swallowed_penny"]}, monsters=["pooter"]).attack("pooter").pass_all()
    game.roll(1).pass_all().activate("yum_heart", 0).pass_all().pass_all().pass_all()
    game.expect(player=0, hp=2, coins=3).expect(stack=[], attacking="pooter")


def test_yum_heart__shields_a_monster() -> None:
    """R12.12: [yum_heart] prevents 1 damage to a monster, once, until end of turn."""
    game = start({"hand": ["gold_bomb", "bomb"], "extra_plays": 1}, {"items": ["yum_heart"]}, monsters=["fatty"])
    game.play("gold_bomb", "fatty").activate("yum_heart", "fatty", by=1).settle().expect(monster="fatty", hp=2)
    game.play("bomb", "fatty").settle().expect(monster="fatty", hp=1)


@pytest.mark.parametrize(("number", "change", "after"), [(3, 1, 4), (3, -1, 2), (6, 1, 6), (1, -1, 1)])
def test_book_of_belial__adds_or_subtracts_one(number: int, change: int, after: int) -> None:
    """R9.1, R5.4, FSR-047: [book_of_belial] changes any roll by 1, the sign chosen on resolution, within 1 and 6."""
    game = start({}, {"items": ["book_of_belial"]}, monsters=["pooter"], dice=[number]).attack("pooter")
    game.pass_all().pass_all().activate("book_of_belial", by=1).pass_all().expect(asked=1, question="number")
    game.choose(change).expect(stack=[f"attack roll {after}"]).expect(card="book_of_belial", turned=True)


def test_blood_lust__attack_for_a_player() -> None:
    """R11.11: [blood_lust] gives a player +1 attack until end of turn."""
    game = start({}, {"items": ["blood_lust"]}, monsters=["fatty"]).activate("blood_lust", 0, by=1).settle()
    game.expect(player=0, attack=2).expect(player=1, attack=1).attack("fatty").pass_all().roll(6).pass_all().pass_all()
    game.expect(stack=["combat damage 2 to fatty"]).fight(6).end_turn().expect(player=0, attack=1)


def test_blood_lust__attack_for_a_monster() -> None:
    """R11.11: [blood_lust] gives a monster +1 attack until end of turn."""
    game = start({}, {"items": ["blood_lust"]}, monsters=["fatty", "fly"]).activate("blood_lust", "fatty", by=1)
    game.settle().expect(monster="fatty", attack=2).expect(monster="fly", attack=1).attack("fatty").pass_all().roll(1)
    game.pass_all().pass_all().expect(stack=["combat damage 2 to player 0"])
    start({"items": ["blood_lust"]}, monsters=["fatty"]).activate("blood_lust", "fatty").settle().end_turn().expect(
        monster="fatty", attack=1
    )


@pytest.mark.parametrize(
    ("deck", "pile"),
    [("loot", ["a_dime", "dagaz"]), ("treasure", ["mr_boom", "meat"]), ("monster", ["dip", "curse_of_pain"])],
)
def test_the_curse__top_of_a_discard_pile_onto_its_deck(deck: str, pile: list[str]) -> None:
    """R5.10: [the_curse] puts the top card of one chosen discard pile on top of its deck, known to all."""
    piles = {"loot_discard": ["a_penny"], "treasure_discard": ["decoy"], "monster_discard": ["trite"]}
    piles[f"{deck}_discard"] = pile
    game = start({"items": ["the_curse"]}, **piles).activate("the_curse", deck).pass_all()
    game.expect(deck=deck, top=pile[:1]).expect(discard=deck, top=pile[1:], size=1).expect(card=pile[0], known=[0, 1])
    for other in {"loot", "treasure", "monster"} - {deck}:
        game.expect(discard=other, size=1)


def test_incubus__swaps_a_card() -> None:
    """R5.3: [incubus] (a) shows a player's hand and may swap one card each way, both chosen by its player."""
    game = start({"items": ["incubus"], "hand": ["a_penny", "dagaz"]}, {"hand": ["a_dime", "bomb"]}, {})
    game.activate("incubus", "a", 1).pass_all().expect(question="may", asked=0)
    game.expect(card="a_dime", zone="hand", owner=1, known=[0, 1])
    no, yes = game.copy().choose("no"), game.choose("yes", "a_penny", "a_dime")
    no.expect(player=0, hand=["a_penny", "dagaz"]).expect(player=1, hand=["a_dime", "bomb"])
    yes.expect(player=0, hand=["a_dime", "dagaz"]).expect(player=1, hand=["a_penny", "bomb"]).expect(stack=[])
    yes.expect(card="a_penny", owner=1, known=[0, 1])


def test_incubus__an_empty_hand_swaps_nothing() -> None:
    """R5.4: without a card on one side [incubus] (a) swaps nothing."""
    game = start({"items": ["incubus"]}, {"hand": ["a_dime"]}).activate("incubus", "a", 1).pass_all("yes")
    game.expect(player=0, hand=[]).expect(player=1, hand=["a_dime"]).expect(stack=[])
    game = start({"items": ["incubus"], "hand": ["bomb"]}).activate("incubus", "a", 1).pass_all("yes")
    game.expect(player=0, hand=["bomb"]).expect(player=1, hand=[]).expect(stack=[])


@pytest.mark.parametrize("mine", [8, 9])
def test_incubus__its_swap_is_one_action(mine: int) -> None:
    """R19.2: with nine cards before and after the swap of [incubus] no player has held ten for a moment [soul_of_gluttony]."""
    seats = [
        {"items": ["incubus"], "hand": [*["two_cents"] * (mine - 1), "bomb"]},
        {"hand": [*["a_penny"] * 6, "pills_red", "pills_blue", "a_dime"], "souls": 3},
    ]
    game = start(*seats, bonus_souls=["soul_of_gluttony"]).activate("incubus", "a", 1).pass_all()
    game.choose("yes", "bomb", "a_dime").expect(over=False).expect(player=1, hand=9, souls=3).expect(
        player=0, hand=mine, souls=0
    )
    game.expect(card="bomb", zone="hand", owner=1, known=[0, 1]).expect(
        card="a_dime", zone="hand", owner=0, known=[0, 1]
    )


def test_incubus__loots_and_puts_one_back() -> None:
    """R5.4: [incubus] (b) loots 1 and puts a card of one's choice on top of the loot deck."""
    game = start({"items": ["incubus"], "hand": ["dagaz"]}, loot_deck=["a_dime", "bomb"]).activate("incubus", "b")
    game.expect(stack=["incubus"]).pass_all().expect(player=0, hand=["dagaz", "a_dime"]).choose("dagaz")
    game.expect(player=0, hand=["a_dime"]).expect(deck="loot", top=["dagaz", "bomb"])


def test_forever_alone__steals_a_cent() -> None:
    """R16.3: [forever_alone] (a) steals 1 cent from a chosen player, no gain; from a player without coins nothing."""
    seats: list[dict[str, Any]] = [{"items": ["forever_alone", "counterfeit_penny"]}, {}, {"coins": 0}]
    game = start(*seats).activate("forever_alone", "a")
    game.copy().choose(1).pass_all().expect(player=0, coins=4).expect(player=1, coins=2).expect(stack=[])
    game.choose(2).pass_all().expect(player=0, coins=3).expect(player=2, coins=0)


@pytest.mark.parametrize(
    ("deck", "top"), [("loot", ["a_dime", "dagaz"]), ("treasure", ["mr_boom", "meat"]), ("monster", ["dip", "trite"])]
)
def test_forever_alone__looks_at_a_top_card(deck: str, top: list[str]) -> None:
    """A45: [forever_alone] (b) looks at the top card of a deck; it stays there, known to its player."""
    game = start({"items": ["forever_alone"]}, **{f"{deck}_deck": top}).activate("forever_alone", "b", deck).pass_all()
    game.expect(deck=deck, top=top).expect(card=top[0], zone="deck", known=[0])
    game.expect(card=top[1], zone="deck", known=[]).expect(stack=[], asked=0)


def test_forever_alone__changes_a_loot_card() -> None:
    """A62: [forever_alone] (c) discards 1 loot card of one's choice, then loots 1; without a card it still loots."""
    deck = {"loot_deck": ["a_dime", "bomb"]}
    game = start({"items": ["forever_alone"], "hand": ["dagaz", "ehwaz"]}, **deck).activate("forever_alone", "c")
    game.pass_all("ehwaz").expect(player=0, hand=["dagaz", "a_dime"]).expect(discard="loot", top=["ehwaz"], size=1)
    game = start({"items": ["forever_alone"]}, **deck).activate("forever_alone", "c").pass_all()
    game.expect(player=0, hand=["a_dime"])


def test_forever_alone__recharges_when_its_player_takes_damage() -> None:
    """R6.1: [forever_alone] is recharged when its player takes damage, not when another player does."""
    item = {"items": [{"card": "forever_alone", "turned": True}]}
    game = start({"hand": ["bomb", "bomb"], "extra_plays": 1}, item).play("bomb", 0).settle()
    game.expect(card="forever_alone", turned=True).play("bomb", 1).pass_all().expect(stack=["trigger forever alone"])
    game.expect(card="forever_alone", turned=True).pass_all().expect(card="forever_alone", turned=False)


def test_lazarus_rags__treasure_after_the_penalty() -> None:
    """R13.3a, A56, FSR-117: [lazarus_rags] gives a treasure when the penalty is paid; it cannot be destroyed for it."""
    seat = {"items": ["lazarus_rags", "meat"], "coins": 5}
    game = start({"hand": ["death_tarot"]}, seat, treasure_deck=["mr_boom"]).play("death_tarot", 1).pass_all()
    game.pass_all().expect(stack=["penalty of player 1"]).pass_all()
    game.expect(stack=["player 1: trigger lazarus rags"]).expect(player=1, items=["lazarus_rags"], coins=4)
    game.pass_all().expect(player=1, items=["lazarus_rags", "mr_boom"]).expect(card="mr_boom", turned=False)


def test_lazarus_rags__ignore_other_deaths() -> None:
    """R13.3a: [lazarus_rags] answer the death of their own player only."""
    game = start({"hand": ["death_tarot"], "items": ["lazarus_rags"]}).play("death_tarot", 1).settle()
    game.expect(player=0, items=["lazarus_rags"]).expect(player=1, dead=True)


def bone(counters: int, turned: bool = True) -> dict[str, Any]:
    return {"items": [{"card": "the_bone", "counters": counters, "turned": turned}]}


def test_the_bone__collects_counters() -> None:
    """R2.3: turning [the_bone] puts 1 counter on it; the counters stay over the turns."""
    game = start(bone(1, turned=False)).activate("the_bone").expect(card="the_bone", counters=1, turned=True)
    game.pass_all().expect(card="the_bone", counters=2, turned=True).expect(illegal="activate The Bone")
    game.end_turn().end_turn().expect(card="the_bone", counters=2, turned=False)


def test_the_bone__first_paid_effect() -> None:
    """R2.4, R9.1: 1 counter of [the_bone] adds 1 to a roll; sideways or not, and again while there are counters."""
    game = start({"hand": ["pills_yellow"]}, bone(2), dice=[1]).expect(illegal="pay for The Bone (1)")
    game.play("pills_yellow").pass_all().pay("the_bone", which=1, by=1).expect(card="the_bone", counters=1)
    game.pay("the_bone", which=1).expect(card="the_bone", counters=0).pass_all().pass_all()
    game.expect(stack=["roll 3 for pills yellow"]).settle().expect(player=0, coins=10)


def test_the_bone__second_paid_effect() -> None:
    """R5.5: 2 counters of [the_bone] deal 1 damage to a monster or player."""
    game = start({}, bone(4), monsters=["fatty"]).pay("the_bone", "fatty", which=2, by=1).pay("the_bone", 0, which=2)
    game.expect(card="the_bone", counters=0).settle().expect(monster="fatty", hp=3).expect(player=0, hp=1)


def test_the_bone__becomes_a_soul() -> None:
    """R19.5, FSR-146: 3 counters make [the_bone] a soul worth 1: no item, no abilities, not eternal."""
    game = start(bone(4)).pay("the_bone", which=3).expect(card="the_bone", zone="item", counters=1).pass_all()
    game.expect(player=0, souls=1, items=[], soul_cards=["the_bone"]).expect(card="the_bone", eternal=False)
    assert not any("Bone" in words for words in game.legal())


def test_the_bone__as_a_soul_it_is_stolen_or_gone() -> None:
    """R19.5, R18.6, FSR-148: [the_bone] as a soul can be stolen; discarded it leaves the game."""
    game = start({"souls": ["the_bone"]}, {"items": ["moms_shovel"], "hand": ["judgement"]})
    game.copy().play("judgement", 0, by=1).settle().expect(player=0, souls=0).expect(card="the_bone", zone="out")
    game.activate("moms_shovel", "the_bone", by=1).settle().expect(player=1, souls=1).expect(player=0, souls=0)


@pytest.mark.parametrize(("counters", "legal"), [(0, 0), (1, 0), (2, 1), (3, 2)])
def test_the_bone__costs_must_be_there(counters: int, legal: int) -> None:
    """R5.2: [the_bone] offers only paid effects that its counters pay; the first needs a roll besides."""
    words = start(bone(counters)).legal()
    assert sum("The Bone" in word for word in words) == legal


def test_the_bone__other_effects_survive_its_end() -> None:
    """R3.5, R17.4: effects of [the_bone] on the stack resolve after it became a soul; it becomes one only once."""
    game = start(bone(8), monsters=["fatty"]).pay("the_bone", "fatty", which=2).pay("the_bone", which=3)
    game.pay("the_bone", which=3).pass_all().expect(player=0, souls=1).pass_all().expect(player=0, souls=1)
    game.pass_all().expect(monster="fatty", hp=3).expect(stack=[])


def test_incubus__own_hand() -> None:
    """R5.10: one's own hand may be chosen for [incubus] (a); nothing is swapped then."""
    game = start({"items": ["incubus"], "hand": ["a_penny", "dagaz"]}).activate("incubus", "a", 0).pass_all()
    game.choose("yes", "a_penny", "dagaz").expect(player=0, hand=["a_penny", "dagaz"]).expect(stack=[])
