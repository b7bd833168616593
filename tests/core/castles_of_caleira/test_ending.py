"""The end of the game: R23, R30 to R40, with the rulings A1, A9 and A10 and the option spire_multi."""

from __future__ import annotations

import pytest

from fs_env.core.castles_of_caleira.game import GAME
from tests.core.castles_of_caleira.table import Table

WON, DRAWN = 1, 2


def duel(first, second, last=("Battlements", "up")):
    """The last play of a two-player game: castles as (card, face) of both players, player 0 plays `last`."""
    table = Table()
    for seat, castle in enumerate((first, second)):
        for name, face in castle:
            table.piece(seat, name, face)
    return table.hand(0, last[0]).play(*last)


def test_r30__ends_with_the_last_card():
    """R30: with the last hand card played and its effect resolved the game is over."""
    table = Table().hand(0, "Watchtower").piece(1, "Battlements", "down").play("Watchtower", "up")
    assert not table.over
    table.stop()
    assert table.over and GAME.outcome(table.S) == WON


def test_r31__printed_points_face_up_and_one_face_down():
    """R31: face-up pieces score what is printed, face-down pieces 1, discarded ones nothing; most points win."""
    table = duel([("Barracks", "up"), ("Watchtower", "down")], [("Observatory", "up")], ("Throne Room", "down"))
    assert (table.points(0), table.points(1)) == (5, 3)
    assert table.winners == {0} and GAME.returns(table.S).tolist() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("name", "points"),
    [("Barracks", 3), ("Battlements", 0), ("Marketplace", 2), ("Observatory", 3), ("Princess Spire", 6)]
    + [("Throne Room", 2), ("Trebuchet", 0), ("Watchtower", 2), ("Wizard's Tower", 3)],
)
def test_r31__every_card(name, points):
    """R1, R31: each kind scores its points face up and 1 face down."""
    table = Table().piece(0, name, "up").piece(1, name, "down")
    assert (table.points(0), table.points(1)) == (points, 1)


def test_t7__a_tie_goes_to_more_face_down_pieces():
    """R32, T7: 10 to 10 with two face-down pieces against one: the player with two wins."""
    first = [("Barracks", "up"), ("Observatory", "up"), ("Marketplace", "up"), ("Trebuchet", "down")]
    second = [("Wizard's Tower", "up"), ("Watchtower", "up"), ("Watchtower", "up"), ("Throne Room", "up")]
    table = duel(first, [*second, ("Battlements", "down")], ("Trebuchet", "down"))
    assert (table.points(0), table.points(1)) == (10, 10) and table.winners == {0}


def test_r32__then_fewer_pieces():
    """R32: with equal points and face-down pieces, fewer pieces in all win."""
    table = duel([("Watchtower", "up")], [("Watchtower", "up")], ("Battlements", "up"))
    assert (table.points(0), table.points(1)) == (2, 2) and table.winners == {1}


def test_a9__last_tie_break_exhausted():
    """R32, A9: a full tie is shared; when all share it, it is a draw and pays no player."""
    table = duel([("Watchtower", "up")], [("Watchtower", "up"), ("Battlements", "up")], ("Battlements", "up"))
    assert table.winners == {0, 1} and GAME.outcome(table.S) == DRAWN and GAME.returns(table.S).tolist() == [0.0, 0.0]
    table = Table(3).piece(1, "Watchtower").piece(2, "Watchtower").hand(0, "Battlements").play("Battlements", "up")
    assert table.winners == {1, 2} and GAME.outcome(table.S) == WON
    assert GAME.returns(table.S).tolist() == [-1.0, 0.5, 0.5]


@pytest.mark.parametrize("face", ["up", "down"])
def test_r33__a_destroyed_spire_loses_at_once(face):
    """R23, R33, A1: with two players the owner of a destroyed Spire loses, whatever the points; nothing is pending."""
    table = Table().hand(0, "Trebuchet", "Battlements").hand(1, "Battlements").piece(1, "Princess Spire", face)
    table.piece(1, "Barracks").play("Trebuchet", "up").choose(1)
    assert table.over and table.winners == {0} and table.json()["pending"] == []
    assert GAME.returns(table.S).tolist() == [1.0, -1.0]


def test_r23__pending_effects_are_dropped():
    """R23: an effect that waits is not resolved after a Spire is destroyed."""
    table = Table().hand(0, "Watchtower").hand(1, "Battlements").piece(0, "Trebuchet", "down")
    table.piece(0, "Observatory", "down").piece(1, "Princess Spire", "down").play("Watchtower", "up").choose(1, 2)
    table.choose(3)
    assert table.over and table.section(0, "pending")[0] == -1


def test_a10__destroying_the_own_spire():
    """A10: with two players the other wins, also by the owner's own Trebuchet."""
    table = Table().hand(0, "Trebuchet").hand(1, "Battlements").piece(0, "Princess Spire", "down")
    table.play("Trebuchet", "up").choose(1)
    assert table.winners == {1}


def three(by, **options):
    """Three players; player `by` destroys the Spire of player 1, player 2 has most points."""
    table = Table(3, turn=by, **options).piece(1, "Princess Spire", "down").piece(2, "Barracks").piece(0, "Watchtower")
    table.piece(1, "Observatory", "down").hand(0, "Battlements").hand(1, "Battlements").hand(2, "Battlements")
    return table.hand(by, "Trebuchet", "Battlements").play("Trebuchet", "up").choose(1)


def test_a1__the_destroyer_wins():
    """A1: with three players the owner of the destroying Trebuchet wins at once."""
    table = three(by=0)
    assert table.over and table.winners == {0} and GAME.returns(table.S).tolist() == [1.0, -0.5, -0.5]


def test_a1__own_spire_among_three():
    """A1: who destroys the own Spire loses to the best score among the others."""
    table = three(by=1)
    assert table.over and table.winners == {2}


def test_a1__continue():
    """A1, option spire_multi: the owner is out, pieces and hand are discarded, the rest play on."""
    table = three(by=0, spire_multi=1)
    assert not table.over and table.asked == 2 and table.json()["players"][1]["out"]
    assert sorted(table.discard) == ["Battlements", "Observatory", "Princess Spire"]
    assert [table.place(n) for n in (1, 4)] == ["discarded", "discarded"] and table.cards(1) == []
    assert all(table.sees(seat, 4) == "Observatory" for seat in range(3)), "the discard pile is public (R50)"
    assert table.section(2, "out") == [0, 0, 1, 0]
    table.play("Battlements", "up")
    assert table.asked == 0, "player 1 has no more turns"
    table.play("Battlements", "up")
    assert table.over and table.winners == {2}


def test_a1__continue_after_the_own_spire():
    """A1, option spire_multi: also when a player destroys the own Spire the others play on."""
    table = three(by=1, spire_multi=1)
    assert not table.over and table.asked == 2


@pytest.mark.parametrize("play_on", [0, 1])
def test_r23__effects_that_wait_when_a_spire_falls(play_on):
    """R23: where the game ends all are dropped, where it continues only the loser's."""
    table = Table(3, spire_multi=play_on).piece(0, "Trebuchet", "down").piece(1, "Observatory", "down")
    table.piece(1, "Princess Spire", "down").piece(2, "Trebuchet", "down").piece(2, "Watchtower", "down")
    table.hand(0, "Watchtower", "Battlements").hand(1, "Battlements").hand(2, "Wizard's Tower", "Battlements")
    table.deck("Battlements", "Marketplace")
    table.piece(2, "Throne Room", "down").play("Watchtower", "up").choose(4, 2)
    table.choose(1)  # player 2's Trebuchet destroys player 0's, which waits behind player 1's Observatory
    assert table.decision_text.startswith("player_1 chooses a piece for Observatory") and table.json()["pending"] == [1]
    table.choose(5).choose("turn it face up")  # player 2's Watchtower waits behind player 0's Trebuchet
    assert table.decision_text.startswith("player_0 chooses a piece for Trebuchet") and table.json()["pending"] == [5]
    table.choose(3)
    if play_on:
        assert table.json()["players"][1]["out"]
        assert table.decision_text.startswith("player_2 chooses up to two pieces for Watchtower")
        assert table.choose(6).decision_text.startswith("player_2 chooses a second piece")
    else:
        assert table.over and table.winners == {0}


def test_r23__the_losers_own_effects_are_dropped():
    """R23, A1: what the player who is out has triggered does not resolve, wherever it stands in the queue."""
    table = Table(3, spire_multi=1).piece(0, "Trebuchet", "down").piece(1, "Observatory", "down")
    table.piece(1, "Princess Spire", "down").piece(2, "Throne Room", "down")
    table.hand(0, "Watchtower", "Battlements").hand(1, "Battlements").hand(2, "Battlements")
    table.play("Watchtower", "up").choose(1, 2).choose(3)
    assert table.json()["pending"] == [] and table.json()["players"][1]["out"]
    assert table.asked == 2 and table.question == "play", "the Observatory of player 1 was dropped"


def test_a1__continue_makes_no_difference_for_two():
    """A1: with two players the option changes nothing."""
    table = Table(spire_multi=1).hand(0, "Trebuchet").hand(1, "Battlements").piece(1, "Princess Spire", "down")
    table.play("Trebuchet", "up").choose(1)
    assert table.over and table.winners == {0}


@pytest.mark.parametrize(
    ("faces", "points"), [(("up", "up", "up"), 9), (("up", "up", "down"), 1), (("up", "down", "down"), 2)]
)
def test_r40__three_battlements_face_up(faces, points):
    """R40, T6: three face-up Battlements of one player score 9; two and a face-down one 0 + 0 + 1."""
    table = Table()
    for face in faces:
        table.piece(0, "Battlements", face)
    assert table.points(0) == points
    table.piece(1, "Observatory").piece(1, "Observatory").hand(0, "Trebuchet").play("Trebuchet", "down")
    assert table.over and table.winners == ({0} if points == 9 else {1})


def test_r40__battlements_of_two_players():
    """R40: the bonus needs all three in one castle."""
    table = Table().piece(0, "Battlements").piece(0, "Battlements").piece(1, "Battlements")
    assert (table.points(0), table.points(1)) == (0, 0)
