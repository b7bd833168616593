"""Games with sides: what a game tells, who plays a side, and what is counted for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.specs import load_agent
from fs_env.arena import Limits, Plan, Standings, Tournament, play_match
from fs_env.arena.database import Stored
from fs_env.arena.deals import SideDeals, seed_of
from fs_env.arena.ratings import mean_interval
from fs_env.arena.report import Report
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.scenario import Play
from tests.arena.report.games import game

SIDES = GAME.spec.sides
HIDDEN, BRAINS = 4, 1  # the option `haunt`: 103, in which the traitor is hidden, and 7, in which heroes turn


class Spy:
    """Plays the lowest or the highest legal id; keeps what it saw, with the decisions that were left, and on which sides it was."""

    name = "spy"
    first: list[tuple[int, bytes]]
    told: set[str]
    seed = place = 0

    def reset(self, seat: int, seed: int) -> None:
        """Nothing is kept."""

    def act(self, view: Any) -> int:
        """An end of the legal ids."""
        decision = int(GAME.schema.record(view.observation)["decisions_left"])
        type(self).first.append((decision, view.observation.tobytes()))
        type(self).told.add(SIDES.of(GAME.schema.record(view.observation))[0])
        return int(view.legal[self.place])


class Low(Spy):
    place = 0


class High(Spy):
    place = -1


class Strong(Spy):
    """The heuristic; keeps the seats that it was asked for, each with the seed of its first one in the game."""

    seats: set[tuple[int, int]]

    def __init__(self) -> None:
        self._bot = load_agent("heuristic", GAME)

    def reset(self, seat: int, seed: int) -> None:
        """Starts the bot; seat 0 is dealt first."""
        self._bot.reset(seat, seed)
        if seat == 0:
            type(self).seed = seed

    def act(self, view: Any) -> int:
        """As the heuristic."""
        type(self).told.add(SIDES.of(GAME.schema.record(view.observation))[0])
        type(self).seats.add((type(self).seed, view.seat))
        return self._bot.act(view)


def first_seen(plan: Plan) -> bytes:
    """The first thing that was seen by either spy in the first game of a plan."""
    for kind in (Low, High):
        kind.first, kind.told = [], set()
    Tournament(replace(plan, games=1, side="heroes", schedule="gauntlet")).run()
    return max([*Low.first, *High.first])[1]  # the most decisions were left


def test_sides__are_those_of_the_game() -> None:
    """None before the haunt; then heroes and a traitor (R61, R75), or all together (R76), with the number of the haunt."""
    assert GAME.sides(Play(3).start().S) == ((), "")
    assert GAME.sides(Play(3).haunt(101, traitor=1).start().S) == (("heroes", "traitor", "heroes"), "101")
    assert GAME.sides(Play(3).haunt(103, traitor=2).start().S) == (("heroes", "heroes", "traitor"), "103")
    assert GAME.sides(Play(4).haunt(104).start().S) == (("together",) * 4, "104")


def test_openings__do_not_depend_on_who_plays_the_sides() -> None:
    """Who is asked first after the haunt began sees the same, whoever holds which side; only deals with the side are played."""
    plan = Plan([Low, High], 4, 8, 5, "betrayal", until="random")
    seen = [first_seen(replace(plan, agents=agents)) for agents in ([Low, High], [High, Low])]
    assert seen[0] == seen[1]
    deals = SideDeals("betrayal", 4, (), 5, "random")
    wanted = [deals.deal("traitor", number) for number in range(6)]
    for side, at in (("heroes", (0, 1)), ("traitor", (1, 0))):
        one = Plan(["random", "heuristic"], 4, 6, 5, "betrayal", schedule="gauntlet", until="random", side=side)
        assert [(one.pairing(k).seed, one.pairing(k).seats) for k in range(6)] == [(seed, at) for seed in wanted]
    both = Plan(["random", "heuristic"], 4, 4, 5, "betrayal", until="random")
    assert [both.pairing(k).seats for k in range(4)] == [(0, 1), (1, 0)] * 2 and both.block == 2
    house = Plan(["random"], 4, 3, 5, "betrayal", schedule="alone", until="random", side="together")
    tournament = Tournament(house)
    table = tournament.run()
    assert {row.story for row in tournament.results.rows()} <= {"104", "110", "111"}
    assert table.agents[0].sides["together"].seats == 3 and table.won + table.lost == 3


def test_sides__a_seat_that_turns_is_played_on_by_the_other_agent() -> None:
    """In haunt 7 heroes turn: an agent is asked only for seats that are on its side then, the traitor's for more than one in a game."""
    plan = Plan([Low, Strong], 4, 12, 1, "betrayal", {"haunt": BRAINS}, "gauntlet", until="heuristic", side="heroes")
    Low.told, Strong.told, Strong.seats = set(), set(), set()
    Tournament(plan).run()
    assert (Low.told, Strong.told) == ({"heroes"}, {"traitor"})
    assert len(Strong.seats) > len({seed for seed, _ in Strong.seats})
    rows = []
    Tournament(plan).run(on_games=rows.extend)
    assert all(row.seats == (0, 1) and row.sides == ("heroes", "traitor") and row.story == "7" for row in rows)
    assert all(row.returns == ((1, -1) if row.winners == (0,) else (-1, 1)) for row in rows if row.outcome == 1)


def test_objects__of_compiled_bots_remember_seat_by_seat() -> None:
    """A compiled bot that is given as an object holds the three seats of the heroes as one that is given by its name."""
    played = []
    for bot in ("random", load_agent("random", GAME)):
        plan = Plan([bot, "heuristic"], 4, 6, 4, "betrayal", schedule="gauntlet", until="random", side="heroes")
        tournament = Tournament(plan)
        tournament.run()
        played.append([replace(row, seat_seconds=()) for row in tournament.results.rows()])
    assert played[0] == played[1]


def test_forfeit__of_a_side() -> None:
    """Who fails with a side loses it, and its next game is played by new objects; each game is counted for the side alone."""
    plan = Plan(
        ["tests.arena.bots:illegal", "random"],
        3,
        4,
        2,
        "betrayal",
        {"haunt": HIDDEN},
        "gauntlet",
        until="random",
        side="traitor",
    )
    tournament = Tournament(plan, limits=Limits())
    table = {agent.name: agent for agent in tournament.run().agents}
    assert [(row.forfeits, row.winners, row.returns) for row in tournament.results.rows()] == [
        ((1,), (0,), (1.0, -1.0))
    ] * 4
    assert (table["illegal"].forfeits, table["random"].sides["heroes"].wins) == (4, 4)


class Unready(Low):
    name = "unready"

    def reset(self, seat: int, seed: int) -> None:
        raise ValueError("not now")


def test_forfeit__before_the_other_seats_are_ready() -> None:
    """A bot that fails as the first seat begins: it forfeits, the other side wins; a report agrees with the tournament."""
    plan = Plan((Unready(), "random"), 3, 4, game="betrayal", until="heuristic")
    played = Tournament(plan)
    table = played.run()
    rows = played.results.rows()
    assert len(rows) == 4 and {row.seats[row.forfeits[0]] for row in rows} == {0} and table.agents[0].name == "random"
    stored = Stored({**plan.to_json()}, played.names, rows)
    assert Report.of(stored).standings.even_rate == table.even_rate == 1 / 2
    alone = Tournament(replace(plan, agents=(Unready(),), schedule="alone")).run().agents[0]
    assert (alone.forfeits, alone.win_rate) == (4, 0), "with all seats no other bot wins"


@pytest.mark.slow
def test_by_side__in_processes_and_in_isolation() -> None:
    bots = ["tests.arena.test_cooperative:first", "heuristic"]
    plan = Plan(bots, 4, 8, 3, "betrayal", until="random")
    played = []
    for limits, workers in ((Limits(), None), (Limits(), 2), (Limits(isolate=True), 1)):
        tournament = Tournament(plan, limits=limits)
        tournament.run(workers)
        played.append([replace(row, seat_seconds=()) for row in tournament.results.rows()])
    assert played[0] == played[1] == played[2] and len(played[0]) == 8


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "four_souls", "players": 2}, "four_souls assigns no sides during the game"),
        ({"until": "", "side": "heroes"}, "betrayal is played by sides with until=BOT only"),
        ({"until": "tests.arena.bots:illegal"}, "expected a bot of this package"),
        ({"side": "heros", "schedule": "gauntlet"}, "heros"),
        ({"side": "heroes"}, "expected the schedule gauntlet, not round-robin"),
        ({"side": "together", "schedule": "gauntlet"}, "expected the schedule alone, not gauntlet"),
    ],
)
def test_plan__refuses(change: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Plan(**({"agents": ["random", "heuristic"], "players": 4, "game": "betrayal", "until": "random"} | change))


def test_openings__without_the_side() -> None:
    """Where one haunt is chosen no deal is left out for the side that it has; one that it does not have is looked for in so many deals."""
    deals = SideDeals("betrayal", 3, (("haunt", HIDDEN),), 1, "random")
    assert [deals.deal("traitor", number) for number in (2, 0, 1)] == [seed_of(1, deal) for deal in (2, 0, 1)]
    with pytest.raises(ValueError, match="no seat is on the side 'together' with these options"):
        SideDeals("betrayal", 3, (("haunt", HIDDEN), ("max_decisions", 1)), 1, "random").deal("together", 0)


def test_match__does_not_reveal_the_agents_of_other_seats() -> None:
    """The result has the sides; what an agent that keeps transcripts is handed at the end has none: a traitor may have stayed hidden."""
    kept = []

    class Reader(AgentHooks):
        name, reads_messages = "reader", True

        def reset(self, seat: int, seed: int) -> None:
            """Nothing is kept."""

        def act(self, view: Any) -> int:
            """The lowest legal id."""
            return int(view.legal[0])

        def end(self, result: Any, names: Any, number: Any) -> None:
            """Keeps the result."""
            kept.append(result)

    agents = [Reader(), *(load_agent("random") for _ in range(2))]
    result = play_match(GAME, agents, seed=2, options={"haunt": HIDDEN})
    assert sorted(result.sides) == ["heroes", "heroes", "traitor"] and result.story == "103"
    assert kept == [replace(result, sides=(), story="", seed=-1)], "nor the seed: the deal may be played again"


def test_compiled__the_same_sides() -> None:
    tournament = Tournament(Plan(["random", "heuristic"], 4, 24, 9, "betrayal"))
    tournament.run()
    row = tournament.results.rows()[-1]
    agents = [load_agent(("random", "heuristic")[who], GAME) for who in row.seats]
    result = play_match(GAME, agents, seed=row.seed)
    assert (row.sides, row.story, row.returns) == (result.sides, result.story, result.returns) and row.story


def sided(number: int, seats: tuple[int, ...], traitor: int, winners: tuple[int, ...], story: str = "1") -> Any:
    sides = tuple("traitor" if seat == traitor else "heroes" for seat in range(len(seats)))
    made = replace(game(number, seats, ()), outcome=1, winners=winners, sides=sides, story=story)
    paid = tuple(1 / len(winners) if k in winners else -1 / (4 - len(winners)) for k in range(4))
    return replace(made, returns=paid, seat_choices=(4,) * 4, seat_seconds=(None,) * 4, characters=(None,) * 4)


def test_standings__shares_by_side() -> None:
    """A win counts for each seat of the side: of two games Ann's heroes won 2 of 3 seats and her traitor 1 of 1; half of all seats won."""
    rows = [sided(0, (0, 1, 0, 1), 1, (0, 2, 3)), sided(1, (1, 0, 1, 0), 1, (1,))]
    table = Standings.of(("ann", "ben"), rows, 4)
    ann, ben = sorted(table.agents, key=lambda agent: agent.name)
    assert {side: (one.wins, one.seats) for side, one in ann.sides.items()} == {"heroes": (2, 3), "traitor": (1, 1)}
    assert {side: (one.wins, one.seats) for side, one in ben.sides.items()} == {"heroes": (1, 3), "traitor": (0, 1)}
    assert (ann.wins, ben.wins, table.even_rate, table.sides) == (3, 1, 0.5, ("heroes", "traitor"))
    assert np.isclose(ann.elo, -ben.elo) and ann.elo > 0


def test_sides__seats_that_win_together_tell_no_more_than_one() -> None:
    """Three heroes of Ann win or lose each of twelve deals together: her share is known as well as by twelve results, not thirty-six."""
    rows = [replace(sided(k, (0, 0, 0, 1), 3, (3,) if k % 2 else (0, 1, 2)), seed=k) for k in range(12)]
    known = mean_interval([1.0, 0.0] * 6, range(12))
    report = Report.of(Stored({"game": "betrayal", "players": 4}, ("ann", "ben"), rows))
    ann = next(agent for agent in report.standings.agents if agent.name == "ann")
    place = report.standings.agents.index(ann)
    heroes = next(kind for kind in report.sides if kind.name == "heroes").agents[place]
    for found in (ann.sides["heroes"], heroes):
        assert (found.seats, found.wins) == (36, 18) and np.allclose((found.low, found.high), (known.low, known.high))


def test_database__keeps_sides(tmp_path: Any) -> None:
    """Sides and stories come back as they were; a file from before there were any is read."""
    file = tmp_path / "r.db"
    plan = Plan(["random", "heuristic"], 4, 6, 9, "betrayal", until="random")
    tournament = Tournament(plan, file)
    tournament.run()
    known = tournament.results.rows()
    tournament.results.close()
    again = Tournament(plan, file)
    assert again.results.rows() == known and again.left() == 0 and all(row.sides for row in known)
    again.results._db.execute("DROP TABLE sides")
    assert [row.sides for row in again.results.rows()] == [()] * 6
