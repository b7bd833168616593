"""Self-play on a Ray cluster of two nodes on this machine: the files are those of one process, though workers and nodes die."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

import pytest

from fs_env.arena.match import AgentFailed
from fs_env.training.selfplay import Selfplay
from tests.training.selfplay.bots import FAILING, MORTAL
from tests.training.selfplay.test_run import PLAN, contents

ROOM = 80 * 2**20  # bytes of a node's object store, the least that Ray takes


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    """Two nodes with one processor each; a worker that asks for it dies once."""
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    from ray.cluster_utils import Cluster

    (tmp_path / "once").write_text("")
    for name, value in {"SPARED": os.getpid(), "MORTAL": tmp_path / "once"}.items():
        monkeypatch.setenv(name, str(value))
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": ROOM})
    made.second = made.add_node(num_cpus=1, object_store_memory=ROOM)
    yield made
    made.shutdown()


@pytest.mark.slow
def test_run__worker_and_node_killed(tmp_path, cluster):
    """One worker dies in its first game, and a whole node is killed after the first file: no game is lost or there twice, and every
    byte is as in one process."""
    plan = replace(PLAN, agents=(MORTAL,))
    told = []

    def kill(played):
        if not told:
            cluster.remove_node(cluster.second, allow_graceful=False)
        told.append(played.number)

    Selfplay(plan, tmp_path / "cluster").run(told=kill, ray=cluster.address)
    assert not (tmp_path / "once").exists(), "no worker died"
    assert sorted(told) == list(range(plan.games))
    Selfplay(plan, tmp_path / "here").run()
    assert contents(tmp_path / "cluster") == contents(tmp_path / "here")


@pytest.mark.slow
def test_run__an_agent_that_fails_far_away(tmp_path, cluster, monkeypatch):
    """An agent's error in a task ends the run with the agent and its game."""
    plan = replace(PLAN, agents=(f"{FAILING}Far",), games=4)
    with pytest.raises(
        AgentFailed, match="agent 'failing' in seat . of the game with seed .* failed: KeyError: 'far away'"
    ):
        Selfplay(plan, tmp_path / "a").run(ray=cluster.address)


@pytest.mark.slow
def test_run__no_cluster(tmp_path):
    """An address where no cluster is, is named."""
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    with pytest.raises(ValueError, match="--ray auto: no cluster can be reached there"):
        Selfplay(PLAN, tmp_path).run(ray="auto")


def test_run__without_ray(tmp_path, monkeypatch):
    """Without Ray the error says how to install it, and nothing is played."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"--ray needs Ray: .*pip install '\.\[ray\]'"):
        Selfplay(PLAN, tmp_path).run(ray="local")
    assert not list(tmp_path.glob("*.npz"))
