"""R16: what is remembered of offers and promises, and for how long; exactly what is asked, of whom, and what it is about."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import Play
from tests.core.four_souls.rules.bartering import CENTS, FAVOUR, attacked, barter, begun, record, words
from tests.core.four_souls.rules.table import start


def told(game: Play) -> Any:
    """The offer that is being made or answered, as every seat is told."""
    return GAME.to_json(game.S)["offer"]


def order(game: Play) -> list[Any]:
    """The seats that may be named now, in the order in which they are listed."""
    return [option["player"] for option in GAME.to_json(game.S, player=game.asked)["decision"]["options"]]


def sound(game: Play) -> Play:
    """The game, whose promises and their number agree: a snapshot in which they do not is refused."""
    GAME.restore(GAME.new(), GAME.snapshot(game.S))
    return game


def test_r16_1__two_actions_more() -> None:
    """R16.1: bartering adds two actions to those of a window, and nothing else."""
    seats = {"hand": ["a_penny"], "coins": 10}, {"coins": 4}, {}
    with_it, without = barter(*seats), start(*seats)
    assert words(with_it) - words(without) == {CENTS, FAVOUR} and words(without) <= words(with_it)
    assert len(with_it.ids()) == len(without.ids()) + 2


def test_r16_1__an_offer_begins_empty() -> None:
    """R16.1: of the offer before, which was about an item, an object and an amount, nothing is left."""
    game = attacked({"coins": 9}, {"items": ["the_d6"]}, {}).offer("use", 3, "the_d6", "cents 5", "decline", to=1)
    assert told(game) is None
    none = dict.fromkeys(("favour", "player", "payer", "cents", "instead", "item", "object", "counter"))
    assert told(begun(game.copy(), CENTS)) == {**none, "by": 0, "payer": 0}
    assert told(begun(game.copy(), FAVOUR)) == {**none, "by": 0, "player": 0}
    game.offer("gift", 2, to=2)
    assert told(game) == {**none, "by": 0, "payer": 0, "player": 2, "favour": "gift", "cents": 2}


def test_r16_1__a_second_offer_asks_for_the_favours_anew() -> None:
    """R16.1: the amount that was agreed on before, 5, is no favour."""
    game = barter({"coins": 9}, {}, {}).offer("gift", 5, "accept", to=1)
    assert words(begun(game, CENTS)) == {"favour: gift", "favour: spare", "favour: aim at another"}


@pytest.mark.parametrize("verb", [CENTS, FAVOUR])
def test_r16_1__partners_are_listed_clockwise(verb: str) -> None:
    """R16.1: the other players, from the left of who makes the offer; so are those to aim at instead."""
    game = begun(barter({}, {}, {}, {}, active=1).pass_().expect(asked=2), verb).choose("favour aim")
    assert order(game) == [3, 0, 1]
    game.choose(3)
    assert order(game) == [0, 1]


def test_a88__the_amounts_alone_are_asked_for() -> None:
    """A88: neither the favour nor the player chosen before is among them."""
    game = begun(barter({"coins": 1}, {}, {}), FAVOUR).choose("favour spare", 1)
    assert words(game) == {"cents 1", "cents 2", "cents 3"}
    assert words(begun(barter({"coins": 2}, {}, {}, {}), CENTS).choose("favour aim", 1, 3)) == {"cents 1", "cents 2"}


def test_use__items_of_the_promiser_alone() -> None:
    """A88 use: the payer's own items are not among those to be named, nor is anything but items."""
    seats = {"items": ["mr_boom"]}, {"items": ["the_d6", "book_of_belial"]}, {}
    game = begun(attacked(*seats), CENTS).choose("favour use")
    if game.question == "partner":
        game.choose(1)
    assert words(game) == {"choose The D6", "choose Book of Belial"}


def test_use__the_payers_item_makes_nobody_a_promiser() -> None:
    """A88 use: who has no item that could be used is not asked to use one, whatever the payer has."""
    game = begun(attacked({"items": ["mr_boom"]}, {}), CENTS)
    assert words(game) == {"favour: gift", "favour: spare", "favour: pass", "favour: answer the roll"}


def test_answer__the_object_on_top_counts() -> None:
    """A88 answer: a roll below another object cannot be answered until it is on top again."""
    seats = {"items": ["sack_of_pennies"]}, {"items": ["the_d6"]}
    game = attacked(*seats)
    answer = "favour: answer the roll"
    assert answer in words(begun(game.copy(), CENTS))
    game.activate("sack_of_pennies").expect(stack=2)
    assert answer not in words(begun(game.copy(), CENTS))
    assert answer in words(begun(game.pass_all(), CENTS))


def test_pass__is_about_the_object_on_top() -> None:
    """A88 pass: with two objects on the stack the promise ends when the upper one has left it."""
    seats = {"items": ["sack_of_pennies", "mr_boom"]}, {}
    game = barter(*seats).activate("sack_of_pennies").activate("mr_boom", "fatty").offer("pass", 1, "accept")
    (row,) = GAME.to_json(game.S)["promises"]
    assert row["object"]["card"] == "mr_boom"
    game.pass_all().expect(stack=["sack_of_pennies"], promises=[])
    assert record(sound(game), 1) == (1, 0)


def test_aim__asks_for_the_amount_next() -> None:
    """A88 aim: after whom to aim at comes the amount, and the promise names the player chosen."""
    game = begun(barter({}, {}, {}, {}), CENTS).choose("favour aim", 1, 3).expect(question="cents", promises=[])
    game.choose("cents 2", "accept").expect(player=1, coins=5)
    assert GAME.to_json(game.S)["promises"][0]["instead"] == 3


def test_a88__a_counter_offer_of_one_cent() -> None:
    """A88: the smallest amount is a counter-offer as any other: the first player is asked about it."""
    game = (
        barter({"coins": 3}, {}).offer("spare", 3, "cents 1").expect(asked=0, question="deal").expect(player=0, coins=3)
    )
    assert words(game) == {"accept", "decline"} and told(game)["counter"] == 1
    game.choose("accept").expect(player=0, coins=2).expect(player=1, coins=4)


def test_a88__the_promise_is_worth_what_was_paid() -> None:
    """A88: after a counter-offer the promise tells the amount that was agreed on."""
    game = barter({"coins": 9}, {}).offer("spare", 2, "cents 5", "accept").expect(player=0, coins=4)
    (row,) = GAME.to_json(game.S)["promises"]
    assert row["cents"] == 5


def test_a88__two_offers_in_every_turn() -> None:
    """A88: in the next turn each player has two again."""
    game = barter({"coins": 9}, {"coins": 9}).offer("gift", 1, "accept").offer("gift", 1, "accept").end_turn()
    game.expect(active=1).pass_().expect(asked=0).offer("gift", 1, "accept").expect(legal=[CENTS])
    game.offer("gift", 1, "accept").expect(illegal=[CENTS, FAVOUR])


def test_a88__eight_promises_agreed_on_one_by_one() -> None:
    """A88: four players with two offers each make eight promises; a ninth is not to be had, a gift is."""
    game = barter(*[{"coins": 9}] * 4)
    made = []
    for p in range(4):
        for step in (1, 2):
            q = (p + step) % 4
            game.offer("spare", 1, "accept", to=q, by=p)
            made.append(f"player {q}: spare for player {p}")
    sound(game).expect(promises=made).end_turn().expect(active=1, legal=[CENTS], illegal=[FAVOUR])


def test_a88__every_favour_but_one_is_promised() -> None:
    """A88: player 1 has promised all but to answer the roll, can sell that, and then nothing more."""
    sparing = {"favour": "spare", "promiser": 1, "payer": 0, "turns": 2}
    seats = {"coins": 9}, {"items": ["the_d6"], "coins": 0}
    game = attacked(*seats, promises=[sparing]).offer("use", 1, "the_d6", "accept").offer("pass", 1, "accept").pass_()
    game.expect(asked=1, legal=[FAVOUR]).sell("answer", 1, "accept")
    game.expect(asked=1, illegal=[FAVOUR], legal=[CENTS])
    assert len(sound(game).read.promises()) == 4


def test_spare__what_others_do_to_the_payer() -> None:
    """A88 spare: player 2, who has promised nothing, targets the payer: the promise of player 1 stands."""
    game = barter({"hp": 1}, {}, {"items": ["yum_heart"]}).offer("spare", 1, "accept", to=1)
    game.activate("yum_heart", 0, by=2).settle().expect(promises=["player 1: spare for player 0"])
    assert [record(game, p) for p in range(3)] == [(0, 0)] * 3


def test_spare__broken_by_the_only_target_there_is() -> None:
    """A88 spare: a paid effect [pay_to_play] whose only target is an item of the payer is announced with it."""
    seats = {"items": ["dinner"]}, {"items": [{"card": "pay_to_play", "eternal": True}], "coins": 10}
    game = barter(*seats).offer("spare", 1, "accept").pass_().pay("pay_to_play", by=1)
    game.expect(player=1, coins=1)
    assert record(sound(game), 1) == (0, 1)


def test_spare__broken_by_a_curse() -> None:
    """A88 spare: the promiser gives the payer a curse [curse_of_greed]."""
    game = barter({}, {}, monster_deck=["curse_of_greed", "dip"]).sell("spare", 1, "accept").attack("deck").pass_all()
    assert record(game.copy().choose(0), 0) == (0, 0)
    assert record(sound(game.choose(1)), 0) == (0, 1)


def test_spare__an_effect_of_the_game_is_no_target_of_the_promiser() -> None:
    """A88 spare: a trigger of the promiser's item that targets no player by choice breaks nothing [counterfeit_penny]."""
    seats = {"coins": 1}, {"items": ["counterfeit_penny"], "hand": ["a_penny"]}
    game = barter(*seats).offer("spare", 1, "accept").play("a_penny", by=1, turn=True).settle()
    game.expect(promises=["player 1: spare for player 0"])


def test_a88__a_promise_that_has_ended_is_not_judged_again() -> None:
    """A88: kept once, with another promise open, it counts once; the broken one does not run out as a kept one."""
    seats = {"items": ["sack_of_pennies", "mr_boom"]}, {"items": ["yum_heart"]}, {}
    game = barter(*seats).offer("spare", 1, "accept", to=2).activate("sack_of_pennies").offer("pass", 1, "accept", to=1)
    sound(game.pass_all()).activate("mr_boom", "fly").settle().expect(promises=["player 2: spare for player 0"])
    assert record(sound(game), 1) == (1, 0)
    game.end_turn().expect(promises=["player 2: spare for player 0"])
    assert record(sound(game), 1) == (1, 0) and record(game, 2) == (0, 0)


def test_a88__a_broken_promise_does_not_run_out() -> None:
    """A88 spare: two players promise to spare, one breaks it; when the round ends only the other one has kept a promise."""
    seats = {"coins": 9}, {"items": ["yum_heart"]}, {}
    game = barter(*seats).offer("spare", 1, "accept", to=1).offer("spare", 1, "accept", to=2)
    game.activate("yum_heart", 0, by=1).settle().expect(promises=["player 2: spare for player 0"])
    for _ in range(2):
        sound(game.end_turn()).expect(promises=["player 2: spare for player 0"])
    sound(game.end_turn()).expect(promises=[], active=0)
    assert record(game, 1) == (0, 1) and record(game, 2) == (1, 0)


def test_use__broken_when_the_item_was_not_used() -> None:
    """A88 use: player 1 still has the item, had priority and let the roll stand."""
    game = attacked({}, {"items": ["the_d6"]}).offer("use", 2, "the_d6", "accept").pass_all().expect(promises=[])
    assert record(sound(game), 1) == (0, 1)


def test_pass__tested_once_the_promiser_had_priority() -> None:
    """A88 pass: every player is told whether the promiser has passed already: 0, then 1."""
    game = barter({"items": ["sack_of_pennies"]}, {}).activate("sack_of_pennies").offer("pass", 1, "accept").pass_()
    assert game.S["promises"]["tested"][0].tolist() == [0] * 8
    game = barter({"items": ["sack_of_pennies"]}, {}, {}).activate("sack_of_pennies").offer("pass", 1, "accept", to=1)
    game.pass_().pass_().expect(asked=2)
    assert game.S["promises"]["tested"][0].tolist() == [1] + [0] * 7
