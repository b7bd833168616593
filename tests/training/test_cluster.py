"""Rounds of search on a Ray cluster of two nodes on this machine."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("tensorboard", reason="needs the extra 'train'")

from fs_env.training import run as runs
from fs_env.training.expert_iteration import Settings, train
from tests.arena.nodes import shared_cluster
from tests.training.test_expert_iteration import SMALL
from tests.training.test_run import weights


@pytest.mark.slow
def test_improve__on_a_cluster_as_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Games played on two nodes are those of this process, and so are the curve and the network; a run goes on elsewhere."""
    pytest.importorskip("ray", reason="needs the extra 'ray'")
    cluster = shared_cluster(request)
    monkeypatch.setattr(runs, "POSITIONS", 2000)
    monkeypatch.chdir(tmp_path)  # where the processes of the cluster are not
    few = SMALL | {"games": 16, "decisions": 900, "evaluation_games": 2, "search": "rollouts=20"}
    there = train(Path("there"), Settings(**few, ray=cluster.address))
    here = train(Path("here"), Settings(**few))
    assert there.rounds == here.rounds >= 2
    for one, other in zip(weights(Path("here/last.npz")), weights(Path("there/last.npz")), strict=True):
        np.testing.assert_array_equal(one, other)
    longer = Settings(**few | {"decisions": 1800})
    assert train(Path("there"), longer, resume=True).rounds > there.rounds
