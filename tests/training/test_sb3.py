"""Stable-baselines3's MaskablePPO on Nim: what its policy says, whom it meets, and that a run continues after a stop."""

from __future__ import annotations

import dataclasses
import math
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

from fs_env import training  # noqa: E402
from fs_env.agents.networks.policy import NetworkPolicy  # noqa: E402
from fs_env.core.machine.run.answers import legal_ids  # noqa: E402
from fs_env.training.networks.positions import play_positions  # noqa: E402
from fs_env.training.run import Diverged, Run  # noqa: E402
from fs_env.training.sb3 import Settings, learner, opponents_of  # noqa: E402
from tests.core.machine.nim import GAME  # noqa: E402
from tests.training.test_run import NIM, curve, weights  # noqa: E402

train = partial(training.train, "sb3")

SMALL: dict[str, Any] = {
    "game": NIM,
    "options": {"stones": 12},
    "num_envs": 8,
    "n_steps": 16,
    "round_updates": 2,
    "batch_size": 64,
    "hidden": [16],
    "value_hidden": [8],
    "opponents": {"random": 1.0, "past": 3.0},
    "past_opponents": 2,
    "bots": ["random"],
    "evaluation_games": 20,
    "threads": 1,
    "decisions": 3 * 256,
    "anneal": 0,
}
pytestmark = pytest.mark.usefixtures("few_positions")


@pytest.mark.parametrize("players", [2, 3])
def test_policy__reports_the_game_of_the_file(players: int) -> None:
    """Actions that are drawn are legal; their log-probabilities and the entropy are those of the softmax of what compiled play evaluates,
    the values the returns that its scores represent."""
    model = learner(Run(Path("run"), "sb3", Settings(**SMALL | {"num_players": players, "opponents": {"random": 1.0}})))
    net = model.policy.net
    with torch.no_grad():
        for one in net.parameters():
            one.add_(0.3 * torch.randn_like(one))
    shown, masks = play_positions(GAME, "random", 200, num_players=players, options={"stones": 12})
    ids, counts = legal_ids(np.ascontiguousarray(masks))
    logits, scores = NetworkPolicy(net.network()).evaluate(shown, ids, counts)
    observations = torch.from_numpy(shown)
    with torch.no_grad():
        drawn, values, log_probs = model.policy(observations, action_masks=masks)
        again, also, entropies = model.policy.evaluate_actions(observations, drawn, torch.from_numpy(masks).float())
    assert torch.equal(values, again) and torch.equal(log_probs, also) and len(set(drawn.tolist())) > 1
    assert torch.equal(model.policy.predict_values(observations), values)
    for k, n in enumerate(counts):
        wanted = np.exp(logits[k, :n] - logits[k, :n].max())
        wanted /= wanted.sum()
        place = ids[k, :n].tolist().index(int(drawn[k]))
        assert float(log_probs[k]) == pytest.approx(math.log(wanted[place]), abs=1e-4)
        assert float(entropies[k]) == pytest.approx(-float((wanted * np.log(wanted)).sum()), abs=1e-4)
        others = (players - 1) * math.exp(-scores[k] / (players - 1))
        share = math.exp(scores[k]) / (math.exp(scores[k]) + others)  # see `SparseNetwork.value`
        assert float(values[k]) == pytest.approx((players * share - 1) / (players - 1), abs=1e-4)
    model.env.close()


@pytest.mark.slow
def test_resume__gives_the_same_run(tmp_path: Path) -> None:
    """Three rounds, and one round resumed for two more: the same curve and networks, bit by bit; the past networks are files, of which
    two are left, and they play instead of each other with the weight of "past"."""
    whole = train(tmp_path / "whole", Settings(**SMALL))
    first = train(tmp_path / "parts", Settings(**SMALL | {"decisions": 256}))
    assert first.rounds == 1
    (spec,) = [name for name in opponents_of(first) if name != "random"]
    assert opponents_of(first) == {"random": 1.0, spec: 3.0} and spec.endswith("round_00001.npz,sample=1")
    parts = train(tmp_path / "parts", Settings(**SMALL), resume=True)
    assert whole.rounds == parts.rounds == 3 and parts.decisions == 3 * 256 and parts.extra == whole.extra
    assert curve(tmp_path / "whole") == curve(tmp_path / "parts")
    for one, other in zip(*(weights(tmp_path / name / "last.npz") for name in ("whole", "parts")), strict=True):
        np.testing.assert_array_equal(one, other)
    files = sorted(file.name for file in (tmp_path / "parts" / "networks").iterdir())
    assert files == [f"round_{number:05}.npz" for number in parts.extra["past"]] and len(files) == 2
    assert sum(weight for name, weight in opponents_of(parts).items() if name != "random") == 3.0


def test_minutes__cut_the_round_short(tmp_path: Path) -> None:
    """A round that would take an hour ends with the update in which the time is over, but has one in any case."""
    long = Settings(**SMALL | {"decisions": 0, "minutes": 0.01, "round_updates": 10**5})
    run = train(tmp_path / "run", long)
    assert run.rounds == 1 and run.decisions % 128 == 0 and 0.6 <= run.seconds < 20
    assert train(tmp_path / "none", dataclasses.replace(long, minutes=1e-6)).decisions == 128


def test_nan__stops_the_run(tmp_path: Path) -> None:
    """One sentence, and the checkpoint of the round before."""
    with pytest.raises(Diverged, match="sb3: the loss is nan in round 1"):
        train(tmp_path / "run", Settings(**SMALL | {"vf_coef": math.inf, "ent_coef": math.inf}))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gamma": 1.5}, "gamma=1.5"),
        ({"opponents": {"past": 1.0}}, "and a bot besides"),
        ({"opponents": {"random": -1.0}}, "weights from 0 up"),
        ({"num_envs": 0}, "num_envs=0 is out of range: expected at least 1"),
        ({"n_steps": 1}, "expected at least 2"),
    ],
)
def test_settings__refused(changes: dict[str, Any], words: str) -> None:
    """Values out of range."""
    with pytest.raises(ValueError, match=words):
        Settings(**SMALL | changes)


@pytest.mark.slow
def test_train__learns_nim(tmp_path: Path) -> None:
    """From random weights to four of five games against random play, drawing and greedy."""
    longer = {"decisions": 10_000, "num_envs": 32, "n_steps": 32, "round_updates": 10, "batch_size": 256}
    longer |= {"learning_rate": 3e-3, "n_epochs": 6, "target_kl": 0.0, "evaluation_games": 400, "hidden": [32]}
    run = train(tmp_path / "run", Settings(**SMALL | longer))
    assert run.scores["random"].low > 0.8 and run.scores["sampled_random"].low > 0.75
