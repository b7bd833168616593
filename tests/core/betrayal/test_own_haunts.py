"""Rules of our own haunts alone: truces, wards, traitors who know each other, one who turns back, vigils, waves (A58 to A63)."""

from __future__ import annotations

from random import Random

import pytest

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Role
from fs_env.core.betrayal.scenario import Play
from tests.core.betrayal.test_objectives import dead

OURS = [haunt.number for haunt in HAUNTS if haunt.number > 100]
TAVERN = "Elfsong Tavern"


def begins(haunt: int, players: int = 4) -> Play:
    """Seat 0 ends a turn in which the last omen was found, and the haunt begins."""
    game = Play(players, haunt=[h.number for h in HAUNTS].index(haunt) + 1).give(0, "Bitter Root").start()
    return game.table(omens=13, n_due=1).choose("end the turn")


# A58: the truce.


@pytest.mark.parametrize("haunt", OURS)
def test_a58__nobody_attacks_and_nobody_wins_in_the_first_round(haunt: int):
    """Every player stands on the Tavern: no one may attack there before each has had a turn, and no one has won."""
    game = begins(haunt)
    turns = {game.asked} if game.question == "turn" else set()
    while not game.over and game.facts()["haunt"]["rounds"] == 0:
        if game.question == "turn":
            turns.add(game.asked)
        assert not any(word.startswith("attack") for word in game.legal()), game.legal()
        game.choose(next(word for word in ("end the turn", "no", *game.legal()) if word in game.legal()))
    assert turns == {0, 1, 2, 3} and not game.over


def test_a58__attacks_are_allowed_when_it_is_over():
    """The Collector: not while its round continues, then they are."""
    game = Play(4).haunt(101, traitor=3).table(rounds=0).start().expect(illegal="attack player 3 to your left")
    for _ in range(4):
        game.choose("end the turn")
    game.expect(legal="attack player 3 to your left")


def test_a58__a_side_that_is_ready_wins_with_the_end_of_the_truce():
    """The traitor has died in the first round: the heroes have won when it is over."""
    game = dead(Play(4, turn=1).haunt(101, traitor=3).table(rounds=0, judging=1), 3).start()
    game.choose("end the turn").expect(asked=2).choose("end the turn")
    assert game.over and game.facts()["winners"] == [0, 1, 2]


@pytest.mark.parametrize("lives", [True, False])
def test_a58__both_sides_are_ready_as_the_truce_ends(lives: bool):
    """The dead traitor has set all fires: the heroes have won if one of them lives, the traitor's side if none does."""
    game = dead(Play(4, turn=2).haunt(112, traitor=3).table(rounds=1, marks=(0, 6), judging=1), 3)
    for hero in (0, 1, 2):
        game = game if lives or hero == 2 else dead(game, hero)
    game = game.start() if lives else game.clips(2, might=1).keep(2, "Crawling Claw").start()
    assert not game.over
    game.choose("end the turn")
    if not lives:
        game.choose("Might")
    assert game.over and game.facts()["winners"] == ([0, 1, 2] if lives else [3])


def test_a58__the_axe_holds_nobody_in_a_truce():
    """R87: where a haunt forbids attacks the owner of the Berserker Axe may leave opponents."""
    game = Play(4).haunt(101, traitor=3).give(0, "Berserker Axe").start()
    assert "go north" not in game.legal()
    Play(4).haunt(101, traitor=3).give(0, "Berserker Axe").table(rounds=0).start().expect(legal="go north")


def test_a58__haunt_7_has_none():
    """The documented haunt stays as it is."""
    Play(4).haunt(7, traitor=3).table(rounds=0).start().expect(legal="attack player 3 to your left")


# A60: wards.


def test_a60__a_ward_is_lost_instead_of_all_damage_of_a_hurt():
    """The traitor has two wards: two hurts cost one each, the third one points."""
    for wards in (2, 1, 0):
        game = Play(4).haunt(101, traitor=3).clips(0, might=8).clips(3, might=1).having(3, wards=wards).start()
        game.dice(*[2] * 8, 0, 0, 0, 0).choose("attack player 3 to your left")
        while game.question in ("react", "steal", "weapon"):
            game.choose("no")
        assert game.player(3)["wards"] == max(0, wards - 1)
        assert game.question == ("turn" if wards else "split")


def test_a60__who_has_how_many_when_the_haunt_begins():
    """Each seat reads its page: the traitor those of the traitor, all others those of the heroes."""
    game = begins(102)
    while game.question != "turn":
        game.choose(game.legal()[0])
    view = GAME.to_json(game.S)
    told = {
        side: [line for line in view["pages"] if " ward" in line and line.startswith(side)] for side in ("The", "Each")
    }
    for player in view["players"]:
        lines = told["The" if player["side"] == "traitor" else "Each"]
        assert player["wards"] == (int(lines[0].split(" has ")[1].split()[0]) if lines else 0)


# A59: hidden traitors who know each other.


def pair(*traitors: int, players: int = 5, turn: int = 0) -> Play:
    """Two Smiles has begun with these traitors."""
    game = Play(players, turn=turn).haunt(107, traitor=traitors[0])
    for seat in traitors:
        game.having(seat, role=int(Role.TRAITOR))
    return game


def sides(game: Play, seat: int) -> list[str | None]:
    return [player["side"] for player in GAME.to_json(game.S, player=seat)["players"]]


@pytest.mark.parametrize(("players", "traitors"), [(3, 1), (4, 2), (5, 2), (6, 2)])
def test_a59__as_many_traitors_as_the_haunt_says(players: int, traitors: int):
    """One with three players, else two, whoever they are: in some games of many it is each seat."""
    seen = set()
    draw = Random(0)
    for _ in range(12):
        game = Play(players, haunt=8).give(0, "Bitter Root").start()
        game._array["rng"][0, 2] = [draw.getrandbits(32) for _ in range(4)]
        game.table(omens=13, n_due=1).choose("end the turn")
        found = [
            p
            for p, side in enumerate(player["side"] for player in GAME.to_json(game.S)["players"])
            if side == "traitor"
        ]
        assert len(found) == traitors
        seen |= set(found)
    assert seen == set(range(players))


def test_a59__traitors_know_each_other_and_nobody_else_knows():
    """A traitor knows all sides, a hero its own."""
    game = pair(1, 3).start()
    assert sides(game, 1) == sides(game, 3) == ["hero", "traitor", "hero", "traitor", "hero"]
    assert sides(game, 0) == ["hero", None, None, None, None]
    assert [int(x) for x in game.seen(3)["players"]["side"][:5]] == [2, 1, 1, 2, 1]
    assert int(game.seen(0)["traitor"]) == -1 and int(game.seen(3)["traitor"]) == 3


def test_a59__one_token_that_is_turned_up_leaves_the_other_one_hidden():
    """Seat 1 reveals: heroes know of it, not of seat 3; attacks and questions continue as before; with the second all is known."""
    game = pair(1, 3, turn=1).start().choose("reveal your token")
    assert sides(game, 0) == ["hero", "traitor", None, None, None]
    game.expect(illegal="reveal your token", legal="attack player 1 to your left")
    game.choose("end the turn")
    while game.question == "reveal":
        assert game.asked != 1
        game.choose("reveal your token" if game.asked == 3 else "no")
    assert sides(game, 0) == ["hero", "traitor", "hero", "traitor", "hero"]


@pytest.mark.parametrize(("seat", "may"), [(1, False), (3, True), (0, True)])
def test_a59__a_known_traitor_does_no_task_of_the_heroes(seat: int, may: bool):
    """Seat 1 is known, seat 3 is not: it and heroes may look for a letter (A33)."""
    game = pair(1, 3, turn=seat).having(1, shown=1).tile("Marketplace", "north", of=TAVERN).stand(seat, "Marketplace")
    assert ("attempt task 1" in game.start().legal()) == may


def test_a59__heroes_win_when_both_are_dead():
    """One death is not enough; the other traitor may still win."""
    game = dead(pair(1, 3).having(1, shown=1).table(judging=1), 1).start()
    assert not game.over
    game = dead(pair(1, 3).table(judging=1), 1, 3).start()
    assert game.over and game.facts()["winners"] == [0, 2, 4]


@pytest.mark.parametrize("shown", [False, True])
def test_a59__worlds_that_a_seat_cannot_tell_apart(shown: bool):
    """Resampled for a hero other seats are traitors, as many, and those who are known stay so; all that the hero is shown stays
    the same. A traitor's fellow stays."""
    game = pair(1, 3).having(1, shown=int(shown)).start()
    found = set()
    for seed in range(40):
        other = game.copy()
        GAME.resample(other.S, 0, 0, seed)
        found.add(tuple(p for p, player in enumerate(GAME.to_json(other.S)["players"]) if player["side"] == "traitor"))
        assert GAME.to_json(other.S, player=0) == GAME.to_json(game.S, player=0)
        assert (GAME.observe(other.S, 0) == GAME.observe(game.S, 0)).all()
    every = {(a, b) for a in range(1, 5) for b in range(a + 1, 5)}
    assert found == ({(1, k) for k in (2, 3, 4)} if shown else every)
    for seed in range(5):
        other = game.copy()
        GAME.resample(other.S, 3, 0, seed)
        assert sides(other, 3) == sides(game, 3)


# A61: the traitor who turns back.


def captain(marks: int) -> Play:
    """The Charmed Captain, seat 3, and a Charmer; so many quest tokens of the heroes lie; seat 0 calls the name in the Murder Row."""
    game = Play(4, adventurers=["Lia Faen Tlabbar", "Tasha Brightbottle", "Vort Dormall", "Dhadius the Scarlet"])
    game.haunt(108, traitor=3).tile("Murder Row", "north", of=TAVERN).stand(0, "Murder Row").monster("Kitchen Basement")
    return game.clips(0, sanity=8).table(marks=(marks, 0)).start()


def test_a61__the_last_call_makes_the_traitor_a_hero():
    """With the last token the captain is a hero: its side is known, tasks are over, and no player leads the monsters."""
    calls = next(
        int(line.split()[1])
        for line in GAME.to_json(captain(0).S, player=0)["pages"]
        if "the traitor is a hero again" in line
    )
    for marks, side in ((calls - 2, "traitor"), (calls - 1, "hero")):
        game = captain(marks).dice(2, 2, 2, 2, 2, 2, 2, 2).choose("attempt task 1")
        assert game.player(3)["side"] == side and game.player(0)["side"] == "hero"
        assert ("attack player 3 to your left" in game.stand(0, TAVERN).start().legal()) == (side == "traitor")
        game.choose("end the turn", "end the turn", "end the turn")
        assert game.asked == 3 and game.question == "turn"
        assert (game.choose("end the turn").question == "monster") == (side == "traitor")


def test_a61__all_lose_when_none_of_them_is_left():
    """The captain is a hero: if all die the house has won, and no other player; with the last monster all win, the captain too."""
    game = dead(
        Play(4).haunt(108, traitor=3).monster(TAVERN).having(3, role=int(Role.HERO)).table(marks=(20, 0), judging=1),
        0,
        1,
        2,
        3,
    )
    game.start()
    assert game.over and game.facts()["outcome"] == "lost by all"
    game = Play(4).haunt(108, traitor=3).having(3, role=int(Role.HERO)).table(marks=(20, 0), judging=1).start()
    assert game.over and game.facts()["winners"] == [0, 1, 2, 3]


# A62: vigils.


def test_a62__heroes_who_are_alone_on_omen_tiles_lay_tokens():
    """At the end of the round: a hero alone in the Murder Row, none for two together, none on the Tavern, none for the traitor."""
    for seats, tokens in (
        ({0: "Murder Row"}, 1),
        ({0: "Murder Row", 1: "Murder Row"}, 0),
        ({0: "Murder Row", 1: "House of Blood"}, 2),
        ({3: "Murder Row"}, 0),
        ({0: "Murder Row", 3: "Murder Row"}, 0),
    ):
        game = Play(4, turn=3).haunt(109, traitor=3).tile("Murder Row", "north", of=TAVERN)
        game.tile("House of Blood", "north", of="Inner Chamber").stand(3, "Kitchen")
        for seat, tile in seats.items():
            game.stand(seat, tile)
        game.start().choose("end the turn")
        assert game.facts()["marks"] == [tokens, 0]


# A63: waves.


def test_a63__more_monsters_come_at_the_end_of_each_round():
    """Night of Lanterns: as many more as in the page come to the Catacomb Landing, until the box has no more."""
    game = Play(4, turn=0).haunt(110, revealer=0).monster("Kitchen").start()
    line = next(line for line in GAME.to_json(game.S, player=0)["pages"] if "more at the end of each round" in line)
    more = int(line.split(" more at the end")[0].split()[-1])
    game.choose("end the turn")
    new = [monster for monster in game.monsters() if monster["tile"] == "Catacomb Landing"]
    assert len(new) == more and len(game.monsters()) == 1 + more
    full = Play(4, turn=0).haunt(110, revealer=0)
    for _ in range(12):
        full.monster("Kitchen Basement")
    assert len(full.start().choose("end the turn").monsters()) == 12


# Tasks of a time.


def test_tasks__open_with_their_round():
    """The Gates Close: no player slips through from the stairs before as many rounds are over as in the page."""
    page = GAME.to_json(Play(4).haunt(111).start().S, player=0)["pages"]
    opens = next(int(line.split(", when ")[1].split()[0]) for line in page if line.startswith("Task, slip"))
    for rounds, may in ((opens - 1, False), (opens, True)):
        game = Play(4).haunt(111).stand(0, "Kitchen").table(rounds=rounds).start()
        assert ("attempt task 1" in game.legal()) == may


def test_112__a_street_burns_once():
    """Tinder: a street with an Obstacle token cannot be set on fire again, and heroes set none."""
    for token, seat, may in ((False, 3, True), (True, 3, False), (False, 0, False)):
        game = Play(4, turn=seat).haunt(112, traitor=3).tile("Fountain", "north", of=TAVERN).stand(seat, "Fountain")
        if token:
            game.token("obstacle", "Fountain")
        assert ("attempt task 1" in game.start().legal()) == may
