"""The end of our own haunts, for both sides, and the near misses that do not end it (R66, R85).

How much is needed is what the observation of a seat of that side says: the numbers of our own haunts are measured, and may change.
"""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.language.haunts import Goal
from fs_env.core.betrayal.scenario import Play


def dead(game: Play, *seats: int) -> Play:
    """Adventurers who have died."""
    for seat in seats:
        game.having(seat, alive=0)
    return game


def needed(haunt: int, goal: Goal, seat: int, players: int = 4) -> int:
    """How much of an objective is asked for, as a seat sees it; the last seat is the traitor, where there is one."""
    cooperative = haunt in (104, 110, 111)
    game = Play(players).haunt(haunt, traitor=None if cooperative else players - 1).start()
    return next(int(aim["needed"]) for aim in game.seen(seat)["aims"] if aim["goal"] == goal)


def last_of_round(haunt: int, rounds: int) -> Play:
    """The traitor in seat 3 is about to end the last turn of a round, away from the heroes; so many rounds are over."""
    game = Play(4, turn=3).haunt(haunt, traitor=3).stand(3, "Kitchen").table(rounds=rounds).start()
    return game.choose("end the turn")


# 101 The Collector.


def test_101__heroes_win_by_lasting():
    """With the end of the last round the heroes have won, all of them; with that of the one before no player has."""
    rounds = needed(101, Goal.ROUNDS, seat=0)
    game = last_of_round(101, rounds=rounds - 1)
    assert game.over and game.facts()["winners"] == [0, 1, 2]
    last_of_round(101, rounds=rounds - 2).expect(asked=0, question="turn")


def test_101__rounds_end_with_the_traitors_turn_only():
    """R64: a hero's turn ends no round."""
    game = Play(4, turn=2).haunt(101, traitor=3).stand(3, "Kitchen").table(rounds=needed(101, Goal.ROUNDS, seat=0) - 1)
    game.start().choose("end the turn")
    game.expect(asked=3, question="turn")


def test_101__survival_needs_a_survivor():
    """R85: rounds are worth nothing to heroes who are all dead: the traitor has won before."""
    game = dead(Play(4, turn=3).haunt(101, traitor=3).table(rounds=90, judging=1), 0, 1, 2).start()
    assert game.over and game.facts()["winners"] == [3]


def test_101__heroes_win_by_the_traitors_death():
    """A point of damage on the last space of Might, and the traitor's three on Speed: the heroes have won."""
    game = Play(4).haunt(101, traitor=3).clips(3, might=1, speed=1).clips(0, might=8).start()
    game.dice(2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0).choose("attack player 3 to your left")
    while not game.over:
        game.choose(game.legal()[0])
    assert game.facts()["winners"] == [0, 1, 2]


def test_101__the_traitor_wins_by_the_death_of_the_last_hero():
    """Two heroes are dead: the third one's death ends the game for the traitor, not a moment before."""
    game = dead(Play(4, turn=3).haunt(101, traitor=3).clips(3, might=8).clips(0, might=1, speed=1), 1, 2).start()
    assert not game.over
    game.dice(2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0).choose("attack player 1 to your left")
    while not game.over:
        game.choose(game.legal()[0])
    assert game.facts()["winners"] == [3]


# 105 Two Ledgers.


def ledgers(seat: int, marks: tuple[int, int]) -> Play:
    """A seat with Knowledge 8 dice stands in the Murder Row; so many pages are copied and burned. Four players, seat 3 the traitor."""
    game = Play(
        4, turn=seat, adventurers=["Lia Faen Tlabbar", "Tasha Brightbottle", "Vort Dormall", "Dhadius the Scarlet"]
    )
    game.haunt(105, traitor=3).tile("Murder Row", "north", of="Elfsong Tavern").stand(seat, "Murder Row")
    return game.clips(seat, knowledge=7).table(marks=marks).start()


def test_105__heroes_win_with_their_last_page():
    """The last copied page wins, the one before does not."""
    pages = needed(105, Goal.MARKS, seat=0)
    game = ledgers(0, (pages - 1, 0)).dice(2, 2, 1, 0, 0, 0).choose("attempt task 1")
    assert game.over and game.facts()["winners"] == [0, 1, 2]
    game = ledgers(0, (pages - 2, 0)).dice(2, 2, 1, 0, 0, 0).choose("attempt task 1")
    assert not game.over and game.facts()["marks"] == [pages - 1, 0]


def test_105__a_page_is_copied_by_knowledge_5():
    """A 4 is too little for heroes: the tile stays free of an Obstacle."""
    game = ledgers(0, (2, 0)).dice(2, 2, 0, 0, 0, 0).choose("attempt task 1")
    assert not game.over and game.facts()["marks"] == [2, 0] and game.on("Murder Row")["tokens"] == []


def test_105__the_traitor_wins_with_the_last_page():
    """The traitor burns with Knowledge 4+: the last page wins, the one before does not; what heroes copied does not count."""
    pages = needed(105, Goal.MARKS, seat=3)
    game = ledgers(3, (2, pages - 1)).dice(2, 2, 0, 0, 0, 0).choose("attempt task 2")
    assert game.over and game.facts()["winners"] == [3]
    game = ledgers(3, (2, pages - 2)).dice(2, 2, 0, 0, 0, 0).choose("attempt task 2")
    assert not game.over and game.facts()["marks"] == [2, pages - 1]


def test_105__each_side_has_its_own_task():
    """Heroes cannot burn, the traitor cannot copy."""
    ledgers(0, (0, 0)).expect(legal="attempt task 1", illegal="attempt task 2")
    ledgers(3, (0, 0)).expect(legal="attempt task 2", illegal="attempt task 1")


def test_105__the_traitors_death_wins_for_the_heroes():
    """The other objective of the heroes."""
    game = dead(Play(4).haunt(105, traitor=3).table(judging=1), 3).start()
    assert game.over and game.facts()["winners"] == [0, 1, 2]


# The others' numbers.


@pytest.mark.parametrize("haunt", [103, 104, 107, 109])
def test_marks__as_many_as_the_haunt_asks_for(haunt: int):
    """The last quest token wins for the heroes, not the one before."""
    marks = needed(haunt, Goal.MARKS, seat=0)
    for done, over in ((marks - 1, False), (marks, True)):
        game = Play(4).haunt(haunt, traitor=None if haunt == 104 else 3).table(marks=(done, 0), judging=1).start()
        assert game.over == over


@pytest.mark.parametrize("haunt", [103, 106, 107, 108, 109])
def test_rounds__after_which_the_traitor_wins(haunt: int):
    """The traitor wins with the end of the last round, not of the one before."""
    rounds = needed(haunt, Goal.ROUNDS, seat=3)
    for done, over in ((rounds - 1, False), (rounds, True)):
        game = Play(4).haunt(haunt, traitor=3).table(rounds=done, judging=1)
        if haunt == 108:
            game.monster("Kitchen Basement")
        game.start()
        assert game.over == over and (not over or game.facts()["winners"] == [3])


@pytest.mark.parametrize("haunt", [110, 112])
def test_rounds__after_which_the_heroes_win(haunt: int):
    """All heroes who were there win with the end of the last round."""
    rounds, traitor = needed(haunt, Goal.ROUNDS, seat=0), None if haunt == 110 else 3
    for done, over in ((rounds - 1, False), (rounds, True)):
        game = Play(4).haunt(haunt, traitor=traitor).table(rounds=done, judging=1).start()
        assert game.over == over and (not over or game.facts()["winners"] == ([0, 1, 2] if traitor else [0, 1, 2, 3]))
