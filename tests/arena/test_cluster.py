"""A tournament on a Ray cluster of two nodes on this machine is the one that a single process plays."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import pytest

from fs_env.arena import Limits, Plan, Tournament
from fs_env.cli import main
from fs_env.pool.cluster import RayPool
from tests.arena.bots import NIM
from tests.arena.nodes import shared_cluster

ray = pytest.importorskip("ray", reason="ray is not installed (extra ray)")
pytestmark = pytest.mark.slow

BOTS = "tests.arena.bots"


@pytest.fixture(scope="module")
def joined(request):
    made = shared_cluster(request)
    ray.init(address=made.address, log_to_driver=False, logging_level="ERROR")
    yield
    ray.shutdown()


@pytest.fixture
def cluster(request, joined):
    return shared_cluster(request)


def comparable(tournament):
    return [replace(row, seat_seconds=()) for row in tournament.results.rows()]


def alone(plan, workers=None, **changes):
    """The same plan on one machine, with bots that choose the same, if they are changed."""
    tournament = Tournament(replace(plan, **changes))
    tournament.run(workers)
    return comparable(tournament)


def test_cluster__plays_the_same_ladder(cluster):
    """The next pairing depends on the games before it. The tests below play a round-robin."""
    agents = ("random", f"{BOTS}:first", "random")
    plan = Plan(agents, games=90, seed=3, game=NIM, schedule="ladder", error=1.0)
    tournament = Tournament(plan)
    tournament.run(ray=cluster.address)
    assert comparable(tournament) == alone(plan) and len(comparable(tournament)) == 90


def test_cluster__a_worker_killed_in_the_middle(cluster, tmp_path, monkeypatch):
    """One process is killed while it plays: nothing is lost or counted twice, and the results are the same."""
    begin, started = RayPool.start, []

    def start(self):
        worker = begin(self)
        started.append(worker.actor.__ray_call__.remote(lambda _: os.getpid()))
        return worker

    monkeypatch.setattr(RayPool, "start", start)
    plan = Plan((f"{BOTS}:slow", f"{BOTS}:slower"), games=40, seed=5, game=NIM, options={"stones": 9})
    tournament, seen = Tournament(plan, tmp_path / "r.db"), []

    def kill(rows):
        if len(seen) < 8 <= len(seen) + len(rows):
            os.kill(ray.get(started[0]), signal.SIGKILL)
        seen.extend(row.number for row in rows)

    tournament.run(ray=cluster.address, on_games=kill)
    assert len(started) == 3, "another one took its place"
    assert sorted(seen) == list(range(40)) and {row.outcome for row in tournament.results.rows()} == {1}
    assert comparable(tournament) == alone(plan, agents=(f"{BOTS}:first", f"{BOTS}:last"))


def test_cluster__bots_that_fail_forfeit(cluster):
    plan = Plan((f"{BOTS}:first", f"{BOTS}:crash"), games=2, seed=1, game=NIM)
    tournament = Tournament(plan)
    assert tournament.run(ray=cluster.address).forfeited == 2 and comparable(tournament) == alone(plan, workers=1)
    plan, limits = Plan((f"{BOTS}:first", f"{BOTS}:hang"), games=2, seed=1, game=NIM), Limits(move_seconds=0.3)
    assert Tournament(plan, None, limits).run(ray=cluster.address).agents[0].name == "first"


def test_cluster__a_bot_that_a_node_does_not_have(cluster, tmp_path, monkeypatch):
    """A bot's file is found wherever the node works; where it is missing that is told, and the tournament ends."""
    bot = tmp_path / "bot.py"
    bot.write_text("def choose(view):\n    return int(view.legal[0])\n")
    monkeypatch.chdir(tmp_path)
    plan = Plan(("bot.py:choose", "random"), games=4, game=NIM)
    tournament = Tournament(plan)
    assert tournament.run(ray=cluster.address).forfeited == 0 and comparable(tournament) == alone(plan)
    late = Tournament(plan)
    bot.unlink()
    with pytest.raises(
        ValueError, match=r"bot\.py:choose'.*does not have it; put it into a folder that all nodes share"
    ):
        late.run(ray=cluster.address)


def test_cluster__agents_as_objects(cluster):
    with pytest.raises(ValueError, match="ray=.*bots given as objects"):
        Tournament(Plan((lambda view: 0, "random"), game=NIM)).run(ray=cluster.address)


def test_cluster__from_the_command_line(cluster, capsys):
    command = ["tournament", "random", f"{BOTS}:Clever", "--game", NIM, "--games", "8"]
    assert main([*command, "--ray", cluster.address]) == 0
    assert "clever" in capsys.readouterr().out
    assert main([*command, "--ray", "auto", "--workers", "2"]) == 2
    assert "--workers 2: with --ray" in capsys.readouterr().err
    assert main(["tournament", "--ray", "random", f"{BOTS}:Clever", "random", "--game", NIM]) == 2
    assert "--ray random: expected HOST:PORT, auto or local" in capsys.readouterr().err
