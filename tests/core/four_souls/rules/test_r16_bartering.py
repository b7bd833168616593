"""R16: bartering."""

from __future__ import annotations

from typing import Any

import pytest

from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.scenario import ScenarioError
from fs_env.core.machine.run.game import IllegalAction
from tests.core.four_souls.rules.bartering import CENTS, FAVOUR, attacked, barter, begun, record, words
from tests.core.four_souls.rules.table import start


def test_r16_1__cents_for_a_favour() -> None:
    """R16.1: player 0 pays player 1 three cents, once player 1 agrees."""
    game = barter({"coins": 5}, {"coins": 2}).offer("spare", 3)
    game.expect(asked=1, question="deal").expect(player=0, coins=5).expect(player=1, coins=2)
    game.choose("accept").expect(player=0, coins=2).expect(player=1, coins=5)
    game.expect(promises=["player 1: spare for player 0"])


def test_r16_1__a_favour_for_cents() -> None:
    """R16.1: player 0 sells: the other one pays, and player 0 has promised."""
    game = barter({"coins": 0}, {"coins": 4}, {"coins": 1}).sell("spare", 3, to=1).expect(asked=1)
    game.choose("accept").expect(player=0, coins=3).expect(player=1, coins=1)
    game.expect(promises=["player 0: spare for player 1"])


def test_r16_1__both_sides_must_agree() -> None:
    """R16.1: who declines neither pays nor promises."""
    game = barter({"coins": 5}, {}).offer("spare", 3, "decline").expect(asked=0, question="priority", promises=[])
    game.expect(player=0, coins=5).expect(player=1, coins=3)


def test_r16_1__a_gift_is_the_receivers_choice() -> None:
    """R16.1: "a gift must be accepted": the receiver accepts or declines, and names no other amount; nothing is promised."""
    game = barter({"coins": 5}, {}).offer("gift", 2)
    assert words(game) == {"accept", "decline"}
    game.copy().choose("decline").expect(player=0, coins=5).expect(player=1, coins=3)
    game.choose("accept").expect(player=0, coins=3).expect(player=1, coins=5).expect(promises=[])


def test_r16_1__a_gift_cannot_be_sold() -> None:
    """R16.1, A88: who offers a favour for cents offers something: a gift is not among the favours."""
    game = begun(barter({}, {}, {}), FAVOUR)
    assert words(game) == {"favour: spare", "favour: aim at another"}


def test_r16_1__one_counter_offer() -> None:
    """R16.1, A88: the other player may name another amount that the payer has; then the first one has the last word."""
    game = barter({"coins": 5}, {}).offer("spare", 2)
    assert words(game) == {"accept", "decline", "cents 1", "cents 3", "cents 5"}
    game.choose("cents 5").expect(asked=0, question="deal")
    assert words(game) == {"accept", "decline"}
    game.copy().choose("decline").expect(player=0, coins=5).expect(promises=[], asked=0, question="priority")
    game.choose("accept").expect(player=0, coins=0).expect(player=1, coins=8)


def test_r16_1__the_amounts_that_the_payer_has() -> None:
    """R16.1: of 1, 2, 3, 5 and 10 cents those that the payer holds, whoever makes the offer."""
    game = barter({"coins": 9}, {"coins": 2})
    assert words(begun(game.copy(), CENTS).choose("favour spare")) == {f"cents {n}" for n in (1, 2, 3, 5)}
    assert words(begun(game, FAVOUR)) == {"cents 1", "cents 2"}


def test_r16_1__without_cents_no_offer() -> None:
    """R16.1: no player can pay what no player has."""
    barter({"coins": 0}, {"coins": 0}).expect(illegal=[CENTS, FAVOUR])
    barter({"coins": 0}, {"coins": 1}).expect(legal=[FAVOUR], illegal=[CENTS])
    barter({"coins": 1}, {"coins": 0}).expect(legal=[CENTS], illegal=[FAVOUR])


def test_r16_1__only_cents_change_hands() -> None:
    """R16.1, FSR-167: no question of an offer is about a card of a hand; items are named to be used, not to be given."""
    seat = {"coins": 5, "hand": ["a_penny"], "items": ["mr_boom"]}
    game = barter(seat, {**seat, "items": ["the_d6"]}).offer("spare", 5, "accept")
    game.expect(player=0, coins=0, hand=["a_penny"], items=["mr_boom"])
    game.expect(player=1, coins=10, hand=["a_penny"], items=["the_d6"])


@pytest.mark.parametrize("phase", ["start", "loot", "action", "end"])
def test_r16_1__in_every_window(phase: str) -> None:
    """R16.1, R16.4: any player with priority may make an offer, in each phase."""
    game = barter({}, {}, phase=phase).expect(legal=[CENTS, FAVOUR])
    game.pass_().expect(asked=1, legal=[CENTS, FAVOUR])


def test_r16_1__not_while_an_attack_is_due() -> None:
    """R11.7: who must attack may do nothing else, not even talk."""
    game = barter({}, {}, monsters=["fly", "fatty"], phase="loot", loot_deck=["bomb"])
    game.S["obligations"][0, 0]["who"] = 0
    game.S["obligations"][0, 0]["what"] = -1
    game.S["n_obligations"][0] = 1
    game.expect(phase="loot", legal=["pass", CENTS, FAVOUR]).pass_all().pass_all()
    game.expect(phase="action", illegal=["pass", CENTS, FAVOUR], legal=["attack Fly"])


def test_r16_1__the_dead_barter_too() -> None:
    """R16.1, A23: a dead player has priority and makes choices, so also offers."""
    barter({"dead": True}, {}).expect(asked=0, legal=[CENTS]).offer("gift", 1, "accept").expect(player=0, coins=2)


def test_r16_2__no_object_and_no_pass() -> None:
    """R16.2, R3.3: nothing is pushed; whoever had priority keeps it, and the passes of the others count on."""
    game = barter({"items": ["sack_of_pennies"]}, {}, {}).activate("sack_of_pennies").pass_().pass_()
    game.expect(asked=2).offer("pass", 1, "accept", to=0).expect(asked=2, stack=1)
    game.pass_().expect(stack=[], asked=0).expect(player=0, coins=5)


def test_r16_3__no_gain() -> None:
    """R16.3: [counterfeit_penny] answers no cents that a player was paid; and they are not counted as a gain of the turn."""
    game = barter({"coins": 5}, {"items": ["counterfeit_penny"]}).offer("gift", 3, "accept").expect(stack=[])
    game.expect(player=1, coins=6)
    assert game.S["gains"][0].tolist() == [0, 0, 0, 0]


def test_r16_3__cents_count_for_the_soul_of_greed() -> None:
    """R16.3, R19.2: a bonus soul asks for cents held, wherever they come from."""
    game = barter({"coins": 5}, {"coins": 22}, bonus_souls=["soul_of_greed"]).offer("gift", 3, "accept")
    game.expect(player=1, coins=25, souls=1)


def test_r16_4__off_unless_chosen() -> None:
    """R16.4, FSR-166, A38: without the option no window offers anything."""
    start({"coins": 12}, {"coins": 12}).expect(illegal=[CENTS, FAVOUR]).pass_().expect(illegal=[CENTS, FAVOUR])


def test_a88__two_offers_of_a_player_in_a_turn() -> None:
    """A88: two offers of a player in a turn, whatever became of them; those of the others are their own."""
    game = barter({"coins": 9}, {"coins": 9}).offer("gift", 1, "decline").expect(legal=[CENTS])
    game.offer("gift", 1, "accept").expect(illegal=[CENTS, FAVOUR]).pass_().expect(asked=1, legal=[CENTS, FAVOUR])
    game.pass_().expect(phase="end", illegal=[CENTS]).end_turn().expect(active=1)
    game.pass_().expect(asked=0, legal=[CENTS, FAVOUR])


def test_a88__one_promise_of_a_kind_between_two() -> None:
    """A88: what is promised already is not sold again to the same player."""
    game = barter({"coins": 9}, {"coins": 9}, {}).offer("spare", 1, "accept", to=1)
    begun(game, CENTS)
    game.choose("favour spare")  # of the third player, since the second one has promised it
    game.choose("cents 1").expect(asked=2, question="deal")


def test_a88__promises_stand_in_the_order_in_which_they_were_made() -> None:
    """A88: one promise after another, of several players, all of them open, each for a round of three turns."""
    game = barter({"coins": 9}, {}, {"coins": 9}).offer("spare", 1, "accept", to=1).offer("spare", 2, "accept", to=2)
    game.pass_().sell("spare", 3, "accept", to=2, by=1)
    made = ["player 1: spare for player 0", "player 2: spare for player 0", "player 1: spare for player 2"]
    game.expect(promises=made).expect(player=0, coins=6).expect(player=1, coins=7)
    assert [(row["turns"], row["cents"]) for row in GAME.to_json(game.S)["promises"]] == [(3, 1), (3, 2), (3, 3)]


def test_a88__how_long_each_promise_lasts() -> None:
    """A88: sparing lasts a round, aiming this turn, what concerns an object as long as that."""
    game = attacked({"coins": 9}, {"items": ["the_d6"], "coins": 0}, {}).offer("spare", 1, "accept", to=1)
    game.offer("aim", 1, 2, "accept", to=1)
    game.sell("answer", 1, "accept", to=0, by=1).sell("pass", 1, "accept", to=0, by=1)
    told = {row["favour"]: row["turns"] for row in GAME.to_json(game.S)["promises"]}
    assert told == {"spare": 3, "aim": 1, "answer": None, "pass": None}


def test_a88__a_new_promise_has_nothing_of_an_earlier_one() -> None:
    """A88: a promise that takes the place of one that was broken lasts as long as it is meant to."""
    seats = {"coins": 9, "hp": 1, "items": ["sack_of_pennies"]}, {"items": ["yum_heart"]}, {}
    game = barter(*seats).offer("spare", 1, "accept", to=1).pass_().activate("yum_heart", 0, by=1).settle()
    game.expect(promises=[], asked=0).activate("sack_of_pennies").offer("pass", 2, "accept", to=1)
    (row,) = GAME.to_json(game.S)["promises"]
    assert (row["favour"], row["turns"], row["cents"]) == ("pass", None, 2) and game.S["n_promises"].tolist() == [1]
    assert record(game, 1) == (0, 1)


def test_a88__a_new_promise_was_not_tested_by_an_earlier_window() -> None:
    """A88 pass: player 1 kept one promise; the next, made after its pass, lapses as if there had been none before."""
    seats = {"items": ["sack_of_pennies", "mr_boom"]}, {}, {}
    game = barter(*seats).activate("sack_of_pennies").offer("pass", 1, "accept", to=1).pass_all()
    assert record(game, 1) == (1, 0)
    game.activate("mr_boom", "fly").pass_().pass_().expect(asked=2).offer("pass", 1, "accept", to=1).pass_()
    assert record(game, 1) == (1, 0) and not game.read.promises()


def test_a88__eight_open_promises() -> None:
    """A88: with eight open promises only gifts can be agreed on."""
    pairs = [(p, q) for p in range(4) for q in range(4) if p != q][:8]
    open_ones = [{"favour": "spare", "promiser": p, "payer": q, "turns": 3} for p, q in pairs]
    game = barter({}, {}, {}, {}, promises=open_ones).expect(illegal=[FAVOUR], legal=[CENTS])
    game.offer("gift", 1, to=1).choose("accept").expect(player=1, coins=4)
    barter({}, {}, {}, {}, promises=open_ones[:7]).expect(legal=[FAVOUR])


def test_a88__an_offer_is_nothing_voluntary_for_loops() -> None:
    """A88, ER-51: talk does not restart the count of objects without a voluntary action; using a card does."""
    game = barter({"items": ["sack_of_pennies"]}, {})
    game.S["pushes"][0] = 7
    game.offer("gift", 1, "accept")
    assert game.S["pushes"][0] == 7
    game.activate("sack_of_pennies")
    assert game.S["pushes"][0] == 1


def test_r16_2__promises_bind_nobody() -> None:
    """R16.2, FSR-166: the legal actions are those of the same position without the promises."""
    seats = ({"hand": ["bomb", "butter_bean"], "items": ["yum_heart"], "coins": 0}, {"coins": 0}, {"coins": 0})
    promised = [
        {"favour": "spare", "promiser": 0, "payer": 1, "turns": 2},
        {"favour": "aim", "promiser": 0, "payer": 1, "whom": 2},
    ]
    free, bound = barter(*seats), barter(*seats, promises=promised)
    for game in (free, bound):
        game.activate("yum_heart")
    assert words(free) == words(bound) and "choose player 1" in words(bound)


def test_spare__broken_by_a_target() -> None:
    """A88 spare: player 1 uses [yum_heart] on player 0, and has broken the promise; once, though it helps."""
    game = barter({"hp": 2}, {"items": ["yum_heart"]}).offer("spare", 1, "accept").pass_()
    game.activate("yum_heart", 0, by=1).expect(promises=[])
    assert record(game, 1) == (0, 1) and record(game, 0) == (0, 0)


def test_spare__broken_by_a_card_of_the_payer_as_target() -> None:
    """A88 spare: the payer's items and objects on the stack count as the payer does."""
    game = barter({"items": ["sack_of_pennies"]}, {"items": ["the_battery"], "hand": ["butter_bean"]})
    game.offer("spare", 1, "accept").activate("sack_of_pennies")
    other = game.copy().activate("the_battery", "sack_of_pennies", by=1)
    assert record(other, 1) == (0, 1)
    game.play("butter_bean", by=1, turn=True)
    assert record(game, 1) == (0, 1)


def test_spare__broken_by_a_soul_or_the_attack_as_target() -> None:
    """A88 spare: a soul of the payer [moms_shovel], and the payer's running attack [lord_of_the_pit]."""
    game = barter({"souls": ["monstro"]}, {"items": ["moms_shovel"]}).offer("spare", 1, "accept").pass_()
    game.activate("moms_shovel", "monstro", by=1)
    assert record(game, 1) == (0, 1)
    game = barter({}, {"items": ["lord_of_the_pit"]}, monsters=["fatty", "fly"], dice=[1]).attack("fatty").pass_all()
    game.offer("spare", 1, "accept").pass_().activate("lord_of_the_pit", by=1)
    assert record(game, 1) == (0, 1)


def test_spare__broken_by_a_choice_for_a_trigger() -> None:
    """A88 spare: whoever is asked for the target of a trigger [greedling] chooses the payer, though there were others."""
    seats = {"hand": ["bomb"], "coins": 1}, {"coins": 5}
    game = (
        barter(*seats, monsters=[{"card": "greedling", "hp": 1}, "fly"])
        .sell("spare", 1, "accept")
        .play("bomb", "greedling")
    )
    while game.question == "priority":
        game.pass_()
    game.expect(asked=0, question="target", promises=["player 0: spare for player 1"])
    assert record(game.copy().choose(0), 0) == (0, 0)
    assert record(game.choose(1), 0) == (0, 1)


def test_spare__others_may_be_targets() -> None:
    """A88 spare: other players and monsters are no concern of it; neither is what others do to the payer."""
    game = barter({}, {"items": ["yum_heart"]}, {}).offer("spare", 1, "accept", to=1)
    game.activate("yum_heart", 2, by=1).expect(promises=["player 1: spare for player 0"])
    assert record(game, 1) == (0, 0)


def test_spare__objects_of_others_may_be_targets() -> None:
    """A88 spare: an effect of a third player on the stack is no concern of it either."""
    game = barter({}, {"hand": ["butter_bean"]}, {"items": ["sack_of_pennies"]}).offer("spare", 1, "accept", to=1)
    game.activate("sack_of_pennies", by=2).play("butter_bean", by=1, turn=True).settle()
    game.expect(promises=["player 1: spare for player 0"])
    assert record(game, 1) == (0, 0)


def test_spare__kept_after_a_round() -> None:
    """A88 spare: it ends, kept, when the turn begins that comes after as many turns as there are players."""
    game = barter({}, {}).offer("spare", 1, "accept").end_turn().expect(promises=["player 1: spare for player 0"])
    assert record(game, 1) == (0, 0)
    game.end_turn().expect(promises=[], active=0)
    assert record(game, 1) == (1, 0)


def test_pass__kept_when_the_object_is_gone() -> None:
    """A88 pass: player 1 lets the object on top resolve."""
    game = barter({"items": ["sack_of_pennies"]}, {}).activate("sack_of_pennies").offer("pass", 1, "accept")
    game.expect(promises=["player 1: pass for player 0"]).pass_all().expect(promises=[], stack=[])
    assert record(game, 1) == (1, 0)


def test_pass__broken_by_a_response() -> None:
    """A88 pass: any card that the promiser uses while the object is on the stack breaks it, whatever it does."""
    game = barter({"items": ["sack_of_pennies"]}, {"items": ["mr_boom"]}).activate("sack_of_pennies")
    game.offer("pass", 1, "accept").activate("mr_boom", "fly", by=1)
    assert record(game, 1) == (0, 1)


def test_pass__not_broken_by_an_offer() -> None:
    """A88 pass: talking is no response."""
    game = barter({"items": ["sack_of_pennies"]}, {}).activate("sack_of_pennies").offer("pass", 1, "accept").pass_()
    game.offer("gift", 1, "accept", by=1).expect(promises=["player 1: pass for player 0"])


def test_pass__lapses_without_a_window() -> None:
    """A88 pass: player 1 has passed already, so the object resolves before the promise was tested: neither kept nor broken."""
    game = barter({"items": ["sack_of_pennies"]}, {}, {}).activate("sack_of_pennies").pass_().pass_()
    game.expect(asked=2).offer("pass", 1, "accept", to=1).pass_().expect(promises=[], stack=[])
    assert record(game, 1) == (0, 0)


def test_pass__only_with_an_object() -> None:
    """A88 pass, use and answer: there is no object on an empty stack, and only a roll can be answered."""
    game = barter({"items": ["sack_of_pennies"]}, {"items": ["mr_boom"]})
    empty, waiting = game, game.copy().activate("sack_of_pennies")
    for position, wanted in (
        (empty, {"favour: gift", "favour: spare"}),
        (waiting, {"favour: gift", "favour: spare", "favour: pass", "favour: use an item"}),
    ):
        begun(position, CENTS)
        assert words(position) == wanted


def test_aim__kept_at_the_other() -> None:
    """A88 aim: player 1 was paid to aim at player 2 instead of player 0, and does."""
    game = barter({}, {"items": ["yum_heart"]}, {}).offer("aim", 2, 2, "accept", to=1)
    game.expect(promises=["player 1: aim for player 0"]).activate("yum_heart", 2, by=1).expect(promises=[])
    assert record(game, 1) == (1, 0)


def test_aim__broken_at_the_payer() -> None:
    """A88 aim: player 1 aims at the payer first."""
    game = barter({}, {"items": ["yum_heart"]}, {}).offer("aim", 2, 2, "accept", to=1).activate("yum_heart", 0, by=1)
    assert record(game, 1) == (0, 1)


def test_aim__lapses_with_the_turn() -> None:
    """A88 aim: who aims at neither in this turn has neither kept nor broken it."""
    game = (
        barter({}, {"items": ["yum_heart"]}, {}).offer("aim", 2, 2, "accept", to=1).activate("yum_heart", "fly", by=1)
    )
    game.expect(promises=["player 1: aim for player 0"]).settle().end_turn().expect(promises=[])
    assert record(game, 1) == (0, 0)


def test_aim__needs_a_third_player() -> None:
    """A88 aim: between two players there is no player to aim at instead."""
    game = barter({}, {})
    begun(game, FAVOUR)
    assert "favour: aim at another" not in words(game) and game.question == "cents"  # the only favour: spare


def test_aim__at_neither_of_the_two() -> None:
    """A88 aim: among four players the two who barter are no answer to whom to aim at instead."""
    game = begun(barter({}, {}, {}, {}), CENTS).choose("favour aim", 1)
    assert words(game) == {"choose player 2", "choose player 3"}


def test_answer__kept_by_a_card_on_the_roll() -> None:
    """A88 answer: player 1 rerolls with [the_d6] as promised."""
    game = attacked({}, {"items": ["the_d6"]}).offer("answer", 2, "accept").activate("the_d6", by=1)
    assert record(game, 1) == (1, 0)
    game.expect(player=1, coins=5)


def test_answer__broken_when_the_roll_stands() -> None:
    """A88 answer: player 1 only passes, or uses something else, and the roll becomes final."""
    game = attacked({}, {"items": ["the_d6", "mr_boom"]}).offer("answer", 2, "accept")
    assert record(game.copy().pass_all(), 1) == (0, 1)
    other = game.activate("mr_boom", "fly", by=1)
    assert record(other, 1) == (0, 0)
    while other.expect().stack:
        other.pass_all()
    assert record(other, 1) == (0, 1)


def test_use__kept_by_that_item_on_the_object() -> None:
    """A88 use: of two items that could, the one named."""
    seat = {"items": ["the_d6", "book_of_belial"]}
    game = attacked({}, seat).offer("use", 2, "book_of_belial", "accept")
    with_other = game.copy().activate("the_d6", by=1).expect(promises=["player 1: use for player 0"])
    assert record(with_other, 1) == (0, 0)
    game.activate("book_of_belial", by=1)
    assert record(game, 1) == (1, 0)


def test_use__lapses_with_the_item() -> None:
    """A88 use: an item that its player no longer has cannot be used: the promise lapses."""
    game = attacked({}, {"items": ["the_d6"]}).offer("use", 2, "the_d6", "accept")
    game.S["owner"][0, game.S["promises"][0, 0]["item"]] = 0
    game.pass_all()
    assert record(game, 1) == (0, 0) and not game.read.promises()


def test_use__only_items_that_can_be_used() -> None:
    """A88 use: an item that is turned and has no paid effect is not among them; only public facts decide."""
    boom = {"card": "mr_boom", "turned": True}
    game = attacked({}, {"items": [boom, "dinner"]})
    begun(game, CENTS)
    assert "favour: use an item" not in words(game)


def test_scenario__promises_and_record() -> None:
    """A position has open promises and what players did with earlier ones."""
    game = barter({"kept": 3}, {"broken": 2}, promises=[{"favour": "spare", "promiser": 0, "payer": 1}])
    game.expect(player=0, kept=3, broken=0).expect(player=1, kept=0, broken=2)
    game.end_turn().expect(player=0, kept=4)


@pytest.mark.parametrize(
    ("promise", "what"),
    [
        ({"favour": "answer", "promiser": 0, "payer": 1}, "favour of a promise"),
        ({"favour": "aim", "promiser": 0, "payer": 1}, "a third one"),
        ({"favour": "spare", "promiser": 1, "payer": 1}, "two different seats"),
        ({"favour": "spare", "promiser": 0, "payer": 3}, "seat of a promise=3"),
    ],
)
def test_scenario__promises_that_cannot_be(promise: dict[str, Any], what: str) -> None:
    """The error names what is wrong."""
    with pytest.raises(ScenarioError, match=what):
        barter({}, {}, promises=[promise])


def test_offer__not_more_than_the_payer_has() -> None:
    """An offer of cents that no player has is refused with what is legal."""
    with pytest.raises(IllegalAction, match="cents 3"):
        barter({"coins": 4}, {}).offer("spare", 5)


def test_solo__nobody_to_trade_with() -> None:
    """R21.5: the characters of one person do not trade."""
    with pytest.raises(ValueError, match="R21.5"):
        GAME.setup(GAME.new(), seed=1, variant=1, bartering=1)
