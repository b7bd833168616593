"""Seeds are paired and seats rotated."""

from __future__ import annotations

from collections import Counter

import pytest

from fs_env.arena import Plan
from tests.arena.bots import NIM

TWO = ("random", "tests.arena.bots:Clever")
FIVE = ("random", "random", "random", "random", "random")


def pairings(plan):
    return [plan.pairing(number) for number in range(plan.total)]


def test_two_agents_at_four_seats():
    plan = Plan(TWO, players=4, games=7, seed=1, game=NIM)
    games = pairings(plan)
    assert plan.total == 8 and plan.block == 2
    for one, two in zip(games[::2], games[1::2]):
        assert one.seed == two.seed
        assert one.seats == (0, 1, 0, 1) and two.seats == (1, 0, 1, 0)
    assert len({game.seed for game in games}) == 4


@pytest.mark.parametrize(("players", "schedule"), [(2, "round-robin"), (3, "gauntlet"), (4, "round-robin")])
def test_no_rotation__each_game_has_a_separate_deal(players, schedule):
    """And every order of the seats is equally frequent."""
    plan = Plan(FIVE[:4], players=players, games=144, seed=1, game=NIM, schedule=schedule, rotate=False)
    games = pairings(plan)
    assert plan.total == 144 == len({game.seed for game in games})
    assert len({*Counter(game.seats for game in games).values()}) == 1, "in both turn orders"
    assert sum(game.deal == 0 for game in games) == len(plan.groups)
    with pytest.raises(ValueError, match="rotate=False: a ladder plays each deal from all seats"):
        Plan(FIVE, game=NIM, schedule="ladder", rotate=False)


def test_three_agents_at_three_seats():
    """Each deal is played in all rotations, and both turn orders take their turns."""
    games = pairings(Plan(("random",) * 3, players=3, games=6, seed=1, game=NIM))
    assert [game.seats for game in games] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1), (2, 1, 0), (1, 0, 2)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_agents__each_sits_in_every_seat_equally_often(players):
    plan = Plan(FIVE, players=players, games=1, game=NIM)
    groups = {2: 10, 3: 10, 4: 5}[players]
    whole = Plan(FIVE, players=players, games=groups * plan.block, game=NIM)
    seats = Counter((seat, agent) for game in pairings(whole) for seat, agent in enumerate(game.seats))
    assert len(seats) == players * 5 and len(set(seats.values())) == 1


def test_a_longer_plan_begins_like_the_shorter():
    short, long = (Plan(TWO, games=n, seed=4, game=NIM) for n in (10, 20))
    assert pairings(long)[:10] == pairings(short)
    assert pairings(short) != pairings(Plan(TWO, games=10, seed=5, game=NIM))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_gauntlet__one_against_the_field(players):
    """The first agent meets each other one, who holds all other seats; it sits in every seat of every deal."""
    plan = Plan(("random",) * 3, players=players, games=4 * players, seed=1, schedule="gauntlet", game=NIM)
    games = pairings(plan)
    assert plan.total == 4 * players and len(games) == plan.total
    for block in range(4):
        own = games[block * players : (block + 1) * players]
        assert sorted(game.seats.index(0) for game in own) == list(range(players))
        assert {agent for game in own for agent in game.seats} == {0, 1 + block % 2} and len({g.seed for g in own}) == 1
        assert all(game.seats.count(0) == 1 for game in own)
    assert games[0].seed == games[players].seed != games[2 * players].seed and games[-1].deal == 1


def test_gauntlet__of_two_is_a_round_robin():
    one, two = (Plan(TWO, games=8, seed=3, schedule=name, game=NIM) for name in ("gauntlet", "round-robin"))
    assert [game[:3] for game in pairings(one)] == [game[:3] for game in pairings(two)]


def test_names__of_equal_agents_are_numbered():
    assert Plan(("random", "tests.arena.bots:Clever", "random"), game=NIM).names == ("random", "clever", "random #2")


def test_names__that_are_blank_are_those_of_the_spec():
    plan = Plan(("random", "tests.arena.bots:Clever"), game=NIM)
    assert [plan.names_of(("random", name)) for name in ("", " ", "c")] == [plan.agents, plan.agents, ("random", "c")]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"agents": ("random",)}, "at least two"),
        ({"agents": "random"}, "at least two"),
        ({"players": 5}, "num_players=5"),
        ({"games": 0}, "games=0"),
        ({"seed": -1}, "seed=-1"),
        ({"game": "nimm"}, "unknown game 'nimm'"),
        ({"schedule": "roundrobin"}, "unknown schedule 'roundrobin'.*did you mean 'round-robin'"),
        ({"schedule": "ladder", "error": 0.0}, "error=0.0: expected a number of Elo points above 0"),
        ({"options": {"stone": 3}}, "did you mean 'stones'"),
    ],
)
def test_wrong_values_are_named(change, words):
    with pytest.raises(ValueError, match=words):
        Plan(**({"agents": TWO, "game": NIM} | change))


def test_alone__each_agent_in_all_seats():
    plan = Plan(TWO, players=3, games=4, seed=3, schedule="alone", game=NIM)
    assert [plan.pairing(number).seats for number in range(4)] == [(0, 0, 0), (1, 1, 1)] * 2
    seeds = [plan.pairing(number).seed for number in range(4)]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    one = Plan(TWO[:1], players=2, games=2, schedule="alone", game=NIM)
    assert one.total == 2 and one.pairing(1).seats == (0, 0)
    with pytest.raises(ValueError, match="a tournament needs at least two bots"):
        Plan(TWO[:1], players=2, game=NIM)
