"""Self-play on a Ray cluster of two nodes on this machine: the files are those of one process, though workers and nodes die."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache

import pytest

from fs_env.arena.match import AgentFailed
from fs_env.arena.spec_paths import absolute
from fs_env.cli import main
from fs_env.training.selfplay import Selfplay
from tests.arena.bots import NIM
from tests.arena.nodes import environment, shared_cluster
from tests.training.selfplay.bots import FAILING, MORTAL, SLOW
from tests.training.selfplay.test_run import PLAN, contents


@pytest.fixture
def cluster(request):
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    made = shared_cluster(request)
    made.once.write_text("")
    with environment(made.there):
        yield made


@pytest.mark.slow
def test_run__worker_and_node_killed(tmp_path, cluster, monkeypatch):
    """One worker dies in its first game, and a whole node is killed after the first file: no game is lost or there twice, and every
    byte is as in one process."""
    (tmp_path / "own.py").write_text("from tests.training.selfplay.bots import Mortal\n")
    monkeypatch.chdir(tmp_path)  # where the processes of the cluster are not
    plan = replace(PLAN, agents=(MORTAL, "own.py:Mortal"))
    told = []

    def kill(played):
        if not told:
            cluster.remove_node(cluster.second, allow_graceful=False)
        told.append(played.number)

    Selfplay(plan, tmp_path / "cluster").run(progress=kill, ray=cluster.address)
    assert not cluster.once.exists(), "no worker died"
    assert sorted(told) == list(range(plan.games))
    Selfplay(plan, tmp_path / "here").run()
    assert contents(tmp_path / "cluster") == contents(tmp_path / "here")


@pytest.mark.slow
def test_run__an_agent_that_fails_far_away(tmp_path, cluster, monkeypatch):
    plan = replace(PLAN, agents=(f"{FAILING}Far",), games=4)
    with pytest.raises(
        AgentFailed, match="bot 'failing' in seat . of the game with seed .* failed: KeyError: 'far away'"
    ):
        Selfplay(plan, tmp_path / "a").run(ray=cluster.address)


def test_run__no_cluster(tmp_path, monkeypatch):
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    from ray._private import services

    monkeypatch.setattr(services, "find_gcs_addresses", cache(set))  # there may be one that other tests use
    monkeypatch.setattr(services, "find_bootstrap_address", lambda folder: None)
    with pytest.raises(RuntimeError, match="--ray auto: no Ray cluster can be reached there"):
        Selfplay(PLAN, tmp_path).run(ray="auto")


def test_run__cluster_or_workers(tmp_path, capsys):
    with pytest.raises(ValueError, match="workers=2: all processors of the cluster 'local' play"):
        Selfplay(PLAN, tmp_path).run(2, ray="local")
    assert main(["selfplay", "--bot", SLOW, "--game", NIM, "--out", str(tmp_path), "--ray", "--workers", "2"]) == 2
    assert "--workers 2: with --ray all processors of the cluster play" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_absolute__files_by_their_paths(monkeypatch, tmp_path):
    """Processes elsewhere find the file of a bot by its absolute path; other specs stay as they are."""
    monkeypatch.chdir(tmp_path)
    specs = ["bots/own.py:Bot", "policy:best.npz", "search:rollouts=9,policy=random", "random", SLOW]
    expected = [f"{tmp_path}/bots/own.py:Bot", f"policy:{tmp_path}/best.npz", *specs[2:]]
    assert [absolute(spec) for spec in specs] == expected
    nested = "search:policy=policy:a.npz;sample=1,value=b.npz,opponents=policy:four_souls_2,milliseconds=5"
    expected = (
        f"policy=policy:{tmp_path}/a.npz;sample=1,value={tmp_path}/b.npz,opponents=policy:four_souls_2,milliseconds=5"
    )
    assert absolute(nested) == f"search:{expected}"
    assert absolute("policy:best.npz,sample=1") == f"policy:{tmp_path}/best.npz,sample=1"
    assert absolute("policy:four_souls_2") == "policy:four_souls_2", "a network of the package has no file here"


def test_run__without_ray(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"--ray needs ray, .*pip install '\.\[ray\]'"):
        Selfplay(PLAN, tmp_path).run(ray="local")
    assert not list(tmp_path.glob("*.npz"))
