"""Collecting on a Ray cluster of two nodes on this machine: decisions and runs are those of one process, though a node dies."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")

from fs_env import training
from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.training import ppo, run
from fs_env.training.collector.cluster import ClusterCollector
from fs_env.training.collector.plan import CollectorPlan
from fs_env.training.settings.run_settings import PAST, SELF
from tests.agents.networks import network, observations
from tests.arena.nodes import shared_cluster
from tests.training.collector.test_collector import random_critic
from tests.training.test_ppo import settings as short_run

ROWS = 150  # three groups


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Any:
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    return shared_cluster(request)


def plan(**changes: Any) -> CollectorPlan:
    """Games of a network of Castles of Caleira against itself, its past and random play."""
    made = {
        "game": "castles_of_caleira",
        "num_envs": ROWS,
        "num_players": 2,
        "options": {},
        "opponents": {SELF: 1.0, PAST: 1.0, "random": 1.0},
        "past": 2,
        "seed": 3,
        "shaped": False,
        **changes,
    }
    return CollectorPlan(**made)


def told(parts: Any) -> list[Any]:
    """All that learning reads of some decisions."""
    return [
        (part["log_prob"].tolist(), part["value"].tolist(), part["next"].tolist(), part.ids[: part.counts[2]].tolist())
        for part in parts
    ]


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="hundreds of games")
def test_collect__a_node_killed(cluster: Any) -> None:
    """Batch by batch the decisions and tallies of one process, with new weights and past networks between them, though the node of one
    actor is killed before the second batch, and again after the state was read."""
    one, other = (network(CASTLES, observations()[:60], seed=seed) for seed in (1, 2))
    here = plan().collector(one, random_critic(2))
    there = ClusterCollector(plan(), CASTLES, one, random_critic(2), cluster.address)
    try:
        for step in range(4):
            assert told(here.collect(25)) == told(there.collect(25)), f"batch {step}"
            assert len(there._pool.workers) == 2, "one worker for each node"
            if step in (0, 2):
                kill_one(there)
            for collector in (here, there):
                collector.add_past(other, 0)
                collector.take(other if step % 2 == 0 else one, random_critic(2, seed=step))
            assert here.tally() == there.tally()
            if step == 1:
                mine, theirs = here.state(), there.state()
                assert mine.keys() == theirs.keys()
                assert all(np.array_equal(mine[name], theirs[name]) for name in mine)
    finally:
        there.close()


def kill_one(collector: ClusterCollector) -> None:
    """Lets the process of the first worker die, which has groups in any case; the other one may not have begun yet."""
    collector._pool.workers[0].end()


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="hundreds of games")
def test_train__on_a_cluster_as_here(cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run of ppo on two nodes, one of which is killed, that is interrupted and continues here, has the weights and the curve of one
    that was here all the time."""
    monkeypatch.setattr(run, "POSITIONS", 2000)

    def settings(**changes: Any) -> ppo.Settings:
        return short_run(num_envs=ROWS, batch_size=2048, decisions=12_000, **changes)

    said: list[str] = []

    def end(line: str) -> None:
        if not said:
            cluster.remove_node(cluster.second, allow_graceful=False)
        said.append(line)
        if len(said) == 2:
            raise KeyboardInterrupt

    here = training.train("ppo", tmp_path / "here", settings())
    with pytest.raises(KeyboardInterrupt):
        training.train("ppo", tmp_path / "there", settings(ray=cluster.address), end)
    there = training.train("ppo", tmp_path / "there", settings(ray=""), resume=True)
    assert here.rounds == there.rounds > 2
    one, other = (SparseNetwork.load(tmp_path / name / "last.npz") for name in ("here", "there"))
    assert all(np.array_equal(a, b) for x, y in zip(one.policy, other.policy) for a, b in zip(x, y))
    for name in ("loss", "games", "training_random", "training_past"):
        assert [line.get(name) for line in there.curve] == [line.get(name) for line in here.curve]


def test_plan__for_other_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of opponents by their absolute paths; the learner and its past stay what they are."""
    monkeypatch.chdir(tmp_path)
    made = plan(opponents={SELF: 1.0, PAST: 0.5, "policy:a.npz;sample=1": 2.0, "random": 1.0}).elsewhere()
    assert made.opponents == {SELF: 1.0, PAST: 0.5, f"policy:{tmp_path}/a.npz,sample=1": 2.0, "random": 1.0}


def test_train__without_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(run, "POSITIONS", 60)
    with pytest.raises(ImportError, match=r"--ray needs ray, .*pip install '\.\[ray\]'"):
        training.train(
            "ppo", tmp_path, ppo.Settings(game="castles_of_caleira", bots=["random"], hidden=[8], ray="local")
        )
