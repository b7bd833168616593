"""No process of an isolated bot meets a deal twice, so what it saw from one seat does not help it in another."""

from __future__ import annotations

from collections import Counter

import pytest

from fs_env.arena import Limits, Plan, Tournament, isolation
from fs_env.arena.executor import apart
from fs_env.arena.plan import SCHEDULES, Pairing
from tests.arena.bots import Historian

BOTS = "tests.arena.bots"
MARKED = f"{BOTS}:MARKED"
HISTORIANS = (f"{BOTS}:Historian", f"{BOTS}:Archivist", "random")


@pytest.mark.parametrize(
    ("schedule", "workers", "games"),
    [
        pytest.param("gauntlet", None, 4, marks=pytest.mark.slow),
        *(pytest.param(name, workers, 24, marks=pytest.mark.slow) for name in SCHEDULES[:2] for workers in (None, 3)),
        *(pytest.param("ladder", workers, 24, marks=pytest.mark.slow) for workers in (None, 3)),
    ],
)
def test_deals__are_met_once_by_each_process(schedule, workers, games):
    """Each deal is played from every seat and in every group, by bots that fail in a deal that their process has met."""
    tournament = Tournament(
        Plan(HISTORIANS, games=games, seed=5, game=MARKED, schedule=schedule), limits=Limits(isolate=True)
    )
    tournament.run(workers)
    assert tournament.faults() == []
    met = Counter((row.seed, agent) for row in tournament.results.rows() for agent in row.seats)
    assert max(met.values()) >= 2, "the plan itself repeats deals"


def test_deals__with_fewer_processes_than_a_deal_has_games(monkeypatch):
    """Processes are replaced where there would be too many, or where one has met enough deals."""
    monkeypatch.setattr(isolation, "MOST_PROCESSES", 2)
    monkeypatch.setattr(isolation, "MOST_DEALS", 3)
    started, start = [], isolation.IsolatedAgent._start
    monkeypatch.setattr(isolation.IsolatedAgent, "_start", lambda self: (started.append(self), start(self)))
    plan = Plan(HISTORIANS[:2], games=8, seed=5, game=MARKED)
    tournament = Tournament(plan, limits=Limits(isolate=True))
    tournament.run()
    assert tournament.faults() == []
    assert len(started) == 2 + 2 * 3, "for the names; then for the deals 1 2 3, 4 1 2 and 3 4 in this order"


def test_deals__of_a_trusted_bot_repeat(monkeypatch):
    """In one process the same bots do meet deals again: the check above can fail."""
    monkeypatch.setattr(Historian, "marks", set())
    tournament = Tournament(Plan(HISTORIANS, games=6, seed=5, game=MARKED))
    tournament.run()
    assert "has met this deal" in tournament.faults()[0]["fault"]


def test_apart__the_games_of_a_deal():
    """Of two deals that are played twice each, both are played once before one is played again; all games are played."""
    games = [Pairing(number, seed, (0, 1)) for number, seed in enumerate((7, 7, 8, 8, 9, 9))]
    assert [game.number for game in apart(iter(games), 4)] == [0, 2, 1, 3, 4, 5]
    assert list(apart(iter(games), 1)) == games
