"""Card by card: R17 to R27, with the rulings that concern them."""

from __future__ import annotations

import pytest

from fs_env.core.castles_of_caleira.observation.schema import DISCARDED
from tests.core.castles_of_caleira.table import Table


def test_r17__barracks_turns_a_piece_down():
    """R17: the chosen face-up piece is face down, counts 1, and can be turned up and trigger again."""
    table = Table().hand(0, "Barracks", "Watchtower").hand(1, "Battlements").piece(1, "Observatory")
    assert table.points(1) == 3
    table.play("Barracks", "up").choose(1)
    assert table.place(1) == "face down" and table.points(1) == 1
    table.play("Battlements", "down").play("Watchtower", "up").choose(1).stop()
    assert table.points(1) == 4 and table.asked == 1 and "Observatory, piece 1" in table.decision_text


def test_r17__barracks_on_itself():
    """R17, A5, T9: a Barracks may choose itself; it is face down and worth 1."""
    table = Table().hand(0, "Barracks").hand(1, "Battlements").play("Barracks", "up").choose(1)
    assert table.place(1) == "face down" and table.points(0) == 1


def test_r18__battlements_have_no_effect():
    """R18: turned up or played, Battlements trigger nothing."""
    table = Table().hand(0, "Battlements", "Watchtower").hand(1, "Battlements").piece(1, "Battlements", "down")
    table.play("Battlements", "up")
    assert table.asked == 1 and table.question == "play"
    table.play("Battlements", "down").play("Watchtower", "up").choose(1, 3)
    assert table.over


def test_r19__marketplace_exchanges_one_card_each():
    """R19, A2: the owner chooses a player and a card; the other player chooses the answer, then both have moved."""
    table = Table(3).hand(0, "Marketplace", "Trebuchet", "Barracks").hand(1, "Observatory", "Watchtower")
    table.hand(2, "Battlements", "Battlements").play("Marketplace", "up")
    assert set(table.legal()) == {"choose the player to your left", "choose the second player to your left"}
    table.choose("choose the player to your left")
    assert table.asked == 0 and set(table.legal()) == {"give Trebuchet", "give Barracks"}
    table.choose("give Barracks")
    assert table.asked == 1 and set(table.legal()) == {"give Observatory", "give Watchtower"}
    table.choose("give Watchtower")
    assert sorted(table.cards(0)) == ["Trebuchet", "Watchtower"] and sorted(table.cards(1)) == [
        "Barracks",
        "Observatory",
    ]
    assert table.asked == 1 and table.question == "play"


def test_r19__the_card_received_may_be_the_kind_that_was_offered():
    """R19: equal kinds may change hands."""
    table = Table().hand(0, "Marketplace", "Trebuchet").hand(1, "Trebuchet", "Battlements").play("Marketplace", "up")
    table.choose("choose the player to your left").choose("give Trebuchet").choose("give Trebuchet")
    assert table.cards(0) == ["Trebuchet"] and sorted(table.cards(1)) == ["Battlements", "Trebuchet"]


def test_r19__only_players_with_cards_can_be_chosen():
    """R19: a player without hand cards is no partner."""
    table = Table(3).hand(0, "Marketplace", "Trebuchet").hand(2, "Battlements").play("Marketplace", "up")
    assert set(table.legal()) == {"choose the second player to your left"}


def test_r19__skipped_without_hand_cards():
    """R19, T8: with an empty hand, or no player to deal with, the Marketplace is skipped."""
    table = Table().hand(0, "Marketplace").hand(1, "Battlements").play("Marketplace", "up")
    assert table.asked == 1 and table.question == "play"
    table = Table().hand(0, "Marketplace", "Trebuchet").play("Marketplace", "up")
    assert table.asked == 0 and table.question == "play"


def test_r20__observatory_looks_and_may_reveal():
    """R20: the owner alone sees the piece and may turn it up; its own owner then has the effect."""
    table = Table(3).hand(0, "Observatory").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.play("Observatory", "up").choose(1)
    assert table.question == "reveal" and set(table.legal()) == {"turn it face up", "leave it face down"}
    assert [table.sees(seat, 1) for seat in range(3)] == ["Trebuchet", "Trebuchet", None]
    table.choose("turn it face up")
    assert table.place(1) == "face up" and table.asked == 1 and "Trebuchet" in table.decision_text


def test_r20__leaving_it_keeps_the_secret():
    """R20: a piece left face down stays known to whoever looked."""
    table = Table(3).hand(0, "Observatory").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.play("Observatory", "up").choose(1).choose("leave it face down")
    assert table.place(1) == "face down" and table.sees(0, 1) == "Trebuchet" and table.sees(2, 1) is None


def test_r20__nothing_to_see_on_a_face_up_piece():
    """R20, A6: a face-up piece may be chosen; nothing is asked then."""
    table = Table().hand(0, "Observatory").hand(1, "Battlements").piece(1, "Trebuchet").piece(1, "Watchtower", "down")
    table.play("Observatory", "up").choose(1)
    assert table.asked == 1 and table.question == "play"


def test_r21__throne_room_turns_up_without_effect():
    """R21, T5: a Throne Room on a face-down Trebuchet: it is face up, nothing is destroyed."""
    table = Table().hand(0, "Throne Room").hand(1, "Battlements").piece(1, "Trebuchet", "down")
    table.play("Throne Room", "up").choose(1)
    assert table.place(1) == "face up" and table.discard == [] and table.question == "play"


def test_r21__the_spire_may_be_enthroned():
    """R21: the Princess Spire turned up this way scores 6."""
    table = Table().hand(0, "Throne Room").hand(1, "Battlements").piece(0, "Princess Spire", "down")
    table.play("Throne Room", "up").choose(1)
    assert table.points(0) == 6 + 2


def test_r21__suppressed_until_the_end_of_the_turn():
    """R21: a piece under a Throne Room has no effect this turn, in the next turn it has again."""
    table = Table().hand(0, "Watchtower", "Battlements").hand(1, "Watchtower", "Battlements")
    table.piece(0, "Throne Room", "down").piece(1, "Observatory", "down").piece(0, "Barracks", "down")
    table.piece(1, "Battlements", "down").play("Watchtower", "up").choose(1, 3)
    table.choose(2)  # the Observatory, by the Throne Room
    assert table.piece_seen(0, 2)["suppressed"] == 1 and table.place(2) == "face up"
    table.choose(2)  # turned down again by the Barracks
    assert table.piece_seen(0, 2)["suppressed"] == 0 and table.place(2) == "face down" and table.question == "play"
    table.play("Watchtower", "up").choose(2).stop()
    assert table.question == "target" and "Observatory, piece 2" in table.decision_text


def test_a7__still_suppressed_when_turned_up_again():
    """A7: the mark of a Throne Room outlasts a Barracks in the same turn."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Throne Room", "down")
    table.piece(0, "Watchtower", "down").piece(1, "Trebuchet", "down").piece(0, "Barracks", "down")
    table.piece(0, "Watchtower", "down").piece(1, "Battlements", "down").play("Watchtower", "up").choose(1, 2)
    table.choose(3)  # the Trebuchet is turned up by the Throne Room
    table.choose(4, 5)  # Watchtower 2 turns up the Barracks, then Watchtower 5
    table.choose(3)  # the Barracks turns the Trebuchet down
    table.choose(3).stop()  # Watchtower 5 turns it up again
    assert table.place(3) == "face up" and table.question == "play", table.decision_text


def test_r21__suppressed_when_destroyed():
    """R21: a suppressed piece that is turned down and destroyed in the same turn has no effect either."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Throne Room", "down")
    table.piece(0, "Watchtower", "down").piece(1, "Observatory", "down").piece(0, "Barracks", "down")
    table.piece(0, "Trebuchet", "down").play("Watchtower", "up").choose(1, 2)
    table.choose(3).choose(4, 5).choose(3).choose(3)
    assert table.place(3) == "discarded" and table.question == "play", table.decision_text


def test_r22__trebuchet_destroys():
    """R22: the chosen piece is on the discard pile and scores nothing; a face-up one has no effect."""
    table = Table().hand(0, "Trebuchet").hand(1, "Battlements").piece(1, "Observatory").piece(1, "Watchtower", "down")
    table.play("Trebuchet", "up").choose(1)
    assert table.discard == ["Observatory"] and table.points(1) == 1 and table.question == "play"
    assert table.piece_seen(0, 1)["lies"] == DISCARDED


def test_r22__a_face_down_victim_has_its_effect():
    """R22, T3: a face-down Watchtower is in the discard pile, then its owner turns up to two pieces up."""
    table = Table().hand(0, "Trebuchet").hand(1, "Battlements").piece(1, "Watchtower", "down")
    table.piece(1, "Battlements", "down").piece(0, "Battlements", "down").play("Trebuchet", "up").choose(1)
    assert table.discard == ["Watchtower"] and table.asked == 1 and "Watchtower" in table.decision_text
    table.choose(2, 3)
    assert table.place(2) == table.place(3) == "face up"


def test_r22__trebuchet_on_itself():
    """R22, A5: a Trebuchet may destroy itself; it was face up, so nothing more happens."""
    table = Table().hand(0, "Trebuchet").hand(1, "Battlements").play("Trebuchet", "up")
    assert table.targets == {1}
    table.choose(1)
    assert table.discard == ["Trebuchet"] and table.question == "play"


def test_r22__only_battlements_left_to_destroy():
    """R22: where every piece is a face-up Battlements the effect is skipped."""
    table = Table().hand(0, "Trebuchet").hand(1, "Trebuchet").piece(1, "Battlements").piece(1, "Trebuchet", "down")
    table.play("Trebuchet", "up").choose(2)
    assert "piece 2" in table.decision_text and table.targets == {1, 3}
    table.choose(3)
    assert table.question == "play" and table.place(1) == "face up"
    table = Table().hand(0, "Battlements").hand(1, "Trebuchet").piece(1, "Battlements").play("Battlements", "up")
    table.play("Trebuchet", "up").choose(3)
    assert table.over


def test_r24__battlements_withstand():
    """R18, R24, A3: a face-down Battlements is turned up and stays; a face-up one stays as it is."""
    for face in ("up", "down"):
        table = Table().hand(0, "Trebuchet").hand(1, "Battlements").piece(1, "Battlements", face).piece(1, "Watchtower")
        table.play("Trebuchet", "up").choose(1)
        assert table.place(1) == "face up" and table.discard == [] and table.question == "play"


def test_r25__watchtower_turns_up_to_two():
    """R25: none, one or two different pieces."""
    for chosen in ((), (1,), (1, 2)):
        table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(1, "Battlements", "down")
        table.piece(1, "Battlements", "down").play("Watchtower", "up").choose(*chosen)
        if len(chosen) == 1:
            assert table.targets == {2, 3}, "the second piece is another one"
        if len(chosen) < 2:
            table.stop()
        assert [table.place(n) == "face up" for n in (1, 2)] == [n in chosen for n in (1, 2)]


def test_a14__the_first_piece_is_open_before_the_second_is_chosen():
    """R25, A14: whoever chooses the second piece of a Watchtower has seen the first one, and so has every player."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(1, "Observatory", "down")
    table.piece(1, "Throne Room", "down").play("Watchtower", "up").choose(1)
    assert table.asked == 0 and (table.place(1), table.place(2)) == ("face up", "face down")


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_r25__effects_in_the_order_chosen(order):
    """R25, A8: the effects of the two pieces wait in the order in which they were chosen."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(1, "Observatory", "down")
    table.piece(1, "Throne Room", "down").piece(1, "Battlements", "down").play("Watchtower", "up").choose(*order)
    assert f"piece {order[0]}" in table.decision_text and table.json()["pending"] == [order[1]]


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("put back top, second, third", ["Barracks", "Observatory", "Watchtower"]),
        ("put back third, top, second", ["Watchtower", "Barracks", "Observatory"]),
        ("put back second, third, top", ["Observatory", "Watchtower", "Barracks"]),
        ("put back third, second, top", ["Watchtower", "Observatory", "Barracks"]),
    ],
)
def test_r26__wizards_tower_orders_the_deck(words, after):
    """R26: the owner alone sees the top three cards and puts them back in any order."""
    table = Table(3).hand(0, "Wizard's Tower").hand(1, "Battlements").hand(2, "Battlements")
    table.deck("Barracks", "Observatory", "Watchtower", "Trebuchet").play("Wizard's Tower", "up")
    assert len(table.legal()) == 6 and table.json(0)["deck_top"] == ["Barracks", "Observatory", "Watchtower"]
    assert table.section(1, "deck_top") == [-1, -1, -1]
    table.choose(words)
    assert [after[0] in table.cards(1), *table.json()["deck_top"]] == [True, *after[1:], "Trebuchet"]
    assert table.json(0)["deck_top"] == after[1:], "the rest of what was seen stays known"


@pytest.mark.parametrize(("deck", "orders"), [(("Barracks",), 1), (("Barracks", "Observatory"), 2)])
def test_r26__a_short_deck(deck, orders):
    """R26: with fewer than three cards all of them are looked at."""
    table = Table().hand(0, "Wizard's Tower").hand(1, "Battlements").deck(*deck).play("Wizard's Tower", "up")
    assert table.question == "order" and len(table.legal()) == orders


def test_r26__skipped_with_an_empty_deck():
    """R26: with no deck there is nothing to look at."""
    table = Table().hand(0, "Wizard's Tower").hand(1, "Battlements").play("Wizard's Tower", "up")
    assert table.asked == 1 and table.question == "play"


def test_a11__a_destroyed_trebuchet_shoots_from_the_discard_pile():
    """A11: it acts after everything that waits, and can no longer choose itself."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Trebuchet", "down")
    table.piece(0, "Observatory", "down").piece(1, "Trebuchet", "down").piece(1, "Battlements", "down")
    table.play("Watchtower", "up").choose(1, 2).choose(3)
    assert "Observatory" in table.decision_text and table.json()["pending"] == [3]
    table.choose(4).choose("leave it face down")
    assert table.asked == 1 and "Trebuchet, piece 3" in table.decision_text and 3 not in table.targets


@pytest.mark.parametrize("standing", [True, False])
def test_a12__barracks_without_a_target_is_skipped(standing):
    """A12: a Barracks on the discard pile turns a face-up piece down, and does nothing where there is none."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Trebuchet", "down")
    table.piece(0, "Observatory", "down").piece(1, "Barracks", "down").piece(1, "Battlements", "down")
    table.play("Watchtower", "up").choose(1, 2)
    table.choose(3)  # the Barracks waits on the discard pile, behind the Observatory
    if not standing:
        table.remove(1, 2, 5)  # no play comes so far: all that stands face up is taken away
    table.choose(4).choose("leave it face down")
    assert ("Barracks, piece 3" in table.decision_text) == standing
    assert (table.question, table.asked) == (("target", 1) if standing else ("play", 1))


def test_r27__the_discard_pile_stays():
    """R27: a piece that has left its castle can be chosen by nothing."""
    table = Table().hand(0, "Trebuchet", "Barracks").hand(1, "Battlements").piece(1, "Observatory")
    table.play("Trebuchet", "up").choose(1).play("Battlements", "up").play("Barracks", "up")
    assert table.targets == {2, 3, 4}
