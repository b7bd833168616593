"""`ppo`: its loss by plain arithmetic, what a batch is collected with, going on after a stop, and that it learns."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch")
import torch
from numpy.typing import NDArray

from fs_env import training
from fs_env.agents.networks.network import SparseNetwork
from fs_env.core.machine.compile.jit import compiled
from fs_env.training import clone, ppo, run
from fs_env.training.collector.decisions import Minibatch
from fs_env.training.collector.kernels import DECISION, ENDED, TRUNCATED, WAITING
from fs_env.training.networks.torch_network import TorchNetwork
from fs_env.training.ppo import Learner, Settings
from fs_env.training.run import Run

train = partial(training.train, "ppo")


@pytest.fixture(autouse=True)
def _few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inputs found in few positions, so that a run begins at once."""
    monkeypatch.setattr(run, "POSITIONS", 2000 if compiled() else 60)


def settings(**changes: Any) -> Settings:
    made = {
        "game": "castles_of_caleira",
        "bots": ["random"],
        "evaluation_games": 2,
        "hidden": [16],
        "value_hidden": [8],
        "num_envs": 6,
        "n_steps": 10,
        "round_updates": 2,
        "batch_size": 30,
        "n_epochs": 1,
        "opponents": {"self": 1.0, "random": 1.0, "past": 1.0},
        "past_opponents": 2,
        "decisions": 100,
        "learning_rate": 0.01,
        "threads": 1,
        "seed": 4,
    }
    return Settings(**{**made, **changes})


def learner(path: Path, **changes: Any) -> Learner:
    return Learner(Run.open(path, "ppo", Settings, settings(**changes), False))


def decisions(made: Learner, k: int = 20) -> Minibatch:
    parts = made.collector.collect(30)
    for part in parts:
        ppo.write_advantages(part.all, len(part), 1.0, 0.9, 0.0)
    return ppo.Collected(parts).take(np.arange(k))


def batches(made: Learner, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Minibatch, dict[str, float]]]:
    """Every gradient step of one round: what it learned from, and what became of the loss."""
    found, plain = [], made.step

    def step(mini: Minibatch, scale: tuple[float, float], critic_only: bool) -> dict[str, float]:
        told = plain(mini, scale, critic_only)
        found.append((mini, told))
        return told

    monkeypatch.setattr(made, "step", step)
    made.round()
    return found


@pytest.mark.parametrize(
    ("players", "prior_policy", "critic"),
    [(2, "", "own"), (3, "", "own"), (2, "heuristic", "own"), (3, "", "centralized")],
)
def test_step__loss_by_plain_arithmetic(tmp_path: Path, players: int, prior_policy: str, critic: str) -> None:
    """One decision after the other: clipped ratio times advantage, cross-entropy of the share, entropy of the legal actions; a critic
    adds its cross-entropy."""
    changes = {"prior_policy": prior_policy, "critic": critic}
    made = learner(tmp_path, num_players=players, clip_range=0.05, ent_coef=0.1, vf_coef=0.7, **changes)
    mini = decisions(made)
    with torch.no_grad():
        for weights in made.net.parameters():
            weights.add_(0.1 * torch.randn_like(weights))
    network = made.net.network()
    scale, losses, clipped = (0.1, 0.5), [], 0
    last = [*mini.firsts[1:].tolist(), len(mini.inputs)]
    for k, (first, end) in enumerate(zip(mini.firsts.tolist(), last)):
        amounts = np.zeros(network.inputs.size)
        np.add.at(amounts, mini.inputs[first:end], mini.amounts[first:end])
        legal = mini.ids[mini.rows == k]
        (w0, b0), (w1, b1) = network.policy
        logits = np.maximum(amounts @ w0 + b0, 0) @ w1.T + b1
        if prior_policy:
            assert mini.prior_actions[k] in legal
            logits[mini.prior_actions[k]] += network.prior_logits[mini.prior_actions[k]]
        logits = logits[legal]
        probabilities = np.exp(logits) / np.exp(logits).sum()
        (w0, b0), (w1, b1) = network.value
        scores = [float((np.maximum(amounts @ w0 + b0, 0) @ w1.T + b1)[0])]
        if critic == "centralized":
            scores.append(judged(made, mini, k))
        ratio = probabilities[mini.chosen[k]] / math.exp(mini.log_probs[k])
        gain = (mini.advantages[k] - scale[0]) / scale[1]
        bounded = min(max(ratio, 0.95), 1.05)
        clipped += ratio != bounded
        wanted = min(1.0, max(0.0, ((players - 1) * mini.targets[k] + 1) / players))
        cross = 0.0
        for score in scores:
            share = math.exp(score) / (math.exp(score) + (players - 1) * math.exp(-score / (players - 1)))
            cross += -wanted * math.log(share) - (1 - wanted) * math.log(1 - share)
        entropy = -float((probabilities * np.log(probabilities)).sum())
        losses.append(-min(ratio * gain, bounded * gain) + 0.7 * cross - 0.1 * entropy)
    told = made.step(mini, scale, False)
    assert told["loss"] == pytest.approx(float(np.mean(losses)), abs=1e-4)
    assert told["clipped"] == pytest.approx(clipped / 20) and 0 < clipped < 20


def judged(made: Learner, mini: Minibatch, k: int) -> float:
    critic = made.net.critic_network()
    assert critic is not None and mini.whole is not None
    inputs, amounts, firsts = mini.whole
    end = [*firsts[1:].tolist(), len(inputs)][k]
    seen = np.zeros(critic.inputs.size)
    np.add.at(seen, inputs[firsts[k] : end], amounts[firsts[k] : end])
    (w0, b0), (w1, b1) = critic.value
    return float((np.maximum(seen @ w0 + b0, 0) @ w1.T + b1)[0])


def chain(n: int, seed: int = 0) -> NDArray[Any]:
    """Decisions of two seats in turns in games of different lengths, with made-up values, results and ends."""
    rng, made = np.random.default_rng(seed), np.zeros(n, DECISION)
    made["value"], made["potential"] = rng.uniform(-1, 1, n), rng.uniform(-1, 1, n)
    last = {0: -1, 1: -1}
    made["next"] = WAITING
    for k in range(n):
        seat = int(rng.integers(2))
        made["seat"][k] = seat
        if last[seat] >= 0:
            made["next"][last[seat]] = k
        last[seat] = k
        if rng.random() < 0.1 and k < n - 5:
            for one in last.values():
                if one >= 0:
                    made["next"][one] = TRUNCATED if rng.random() < 0.4 else ENDED
                    made["result"][one] = rng.uniform(-1, 1)
            last = {0: -1, 1: -1}
    return made


@pytest.mark.parametrize(("gamma", "lam", "mix"), [(1.0, 1.0, 0.0), (0.99, 0.9, 0.0), (0.9, 0.5, 0.3), (1.0, 0.0, 1.0)])
def test_advantages__by_lambda_returns(gamma: float, lam: float, mix: float) -> None:
    """The target is (1 - lambda) times the sum of lambda^(k-1) times the returns of k steps, the last one getting what is left, measured
    by the value and a part `mix` of the potential."""
    made = chain(120)
    ppo.write_advantages(made, len(made), gamma, lam, mix)
    value = [(1 - mix) * float(one["value"]) + mix * float(one["potential"]) for one in made]
    checked = 0
    for k, one in enumerate(made):
        if one["next"] == WAITING:
            assert one["advantage"] == 0
            continue
        steps, at = [], k
        while True:
            following = int(made[at]["next"])
            if following >= 0 and made[following]["next"] != WAITING:
                steps.append(gamma ** (len(steps) + 1) * value[following])
                at = following
                continue
            n = len(steps)
            if following >= 0:
                steps.append(gamma ** (n + 1) * value[following])
            else:
                steps.append(gamma ** (n + (following == TRUNCATED)) * float(made[at]["result"]))
            break
        weights = [(1 - lam) * lam**j for j in range(len(steps) - 1)] + [lam ** (len(steps) - 1)]
        wanted = float(np.dot(weights, steps))
        assert one["target"] == pytest.approx(wanted, abs=1e-5)
        assert one["advantage"] == pytest.approx(wanted - value[k], abs=1e-5)
        checked += 1
    assert checked > 100 and {TRUNCATED, ENDED, WAITING} <= set(made["next"].tolist())


def test_critic__is_in_no_file(tmp_path: Path) -> None:
    """A network that was trained with a critic has the same arrays and reads the same inputs as another."""
    for name in ("own", "centralized"):
        train(tmp_path / name, settings(critic=name))
    one, other = (np.load(tmp_path / name / "last.npz") for name in ("own", "centralized"))
    assert one.files == other.files and all(one[name].shape == other[name].shape for name in one.files)
    assert not all(np.array_equal(one[name], other[name]) for name in one.files if name != "about"), (
        "it changes nothing"
    )


def test_step__goes_down_the_loss(tmp_path: Path) -> None:
    """After a step the same decisions have a lower loss; its gradient is no longer than it may be."""
    made = learner(tmp_path)
    mini = decisions(made)
    first, second = (made.step(mini, (0.0, 1.0), False) for _ in range(2))
    assert second["loss"] < first["loss"] and first["kl"] == pytest.approx(0, abs=1e-6) and second["kl"] > 0
    short = learner(tmp_path / "short", clip_gradient=1e-3)
    short.step(decisions(short), (0.0, 1.0), False)
    norms = [float(sum(one.grad.square().sum() for one in net.parameters())) ** 0.5 for net in (made.net, short.net)]
    assert norms[0] > 0.01 and norms[1] == pytest.approx(1e-3, rel=1e-3)


@pytest.mark.parametrize(("prior_policy", "recurrent_size"), [("", 0), ("heuristic", 0), ("", 4)])
def test_round__collects_with_the_recorded_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prior_policy: str, recurrent_size: int
) -> None:
    """On-policy, a batch begins with ratios of 1; else the second batch of a round is of the weights before the first update."""
    changes: dict[str, Any] = {
        "batch_size": 1000,
        "prior_policy": prior_policy,
        "recurrent_size": recurrent_size,
        "unroll_length": 3,
    }
    waits = batches(learner(tmp_path / "a", on_policy=1, **changes), monkeypatch)
    ahead = batches(learner(tmp_path / "b", on_policy=0, **changes), monkeypatch)
    assert len(waits) == len(ahead) == 2
    assert np.array_equal(waits[0][0].log_probs, ahead[0][0].log_probs)
    # the decisions that waited for their next one over the border are those of the batch before in both
    assert ahead[0][1]["kl"] == waits[0][1]["kl"] == pytest.approx(0, abs=1e-6)
    assert ahead[1][1]["kl"] > 1.5 * waits[1][1]["kl"] > 0  # 1 with the same weights in both; 2 to 16 found


def test_critic_updates__leave_the_policy(tmp_path: Path) -> None:
    made = learner(tmp_path, critic_updates=2)
    policy, value = ([one.clone() for one in tower.parameters()] for tower in (made.net.policy, made.net.value))
    made.round()
    assert all(torch.equal(*pair) for pair in zip(policy, made.net.policy.parameters()))
    assert not any(torch.equal(*pair) for pair in zip(value, made.net.value.parameters()))
    made.round()
    assert not all(torch.equal(*pair) for pair in zip(policy, made.net.policy.parameters()))


def without_time(line: dict[str, Any]) -> dict[str, Any]:
    """A line of the curve without what depends on the clock."""
    return {name: value for name, value in line.items() if "seconds" not in name and name != "decisions_per_s"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prior_policy", "critic", "recurrent_size"), [("", "own", 0), ("heuristic", "centralized", 0), ("", "own", 5)]
)
def test_resume__continues_with_the_same_games(
    tmp_path: Path, prior_policy: str, critic: str, recurrent_size: int
) -> None:
    """A run that was stopped after a round gives the curve and the weights of one that was not, past opponents included."""
    given = settings(
        decisions=400, prior_policy=prior_policy, critic=critic, recurrent_size=recurrent_size, unroll_length=4
    )
    whole = train(tmp_path / "whole", given)
    assert whole.rounds >= 3
    stopped = Run.open(tmp_path / "stopped", "ppo", Settings, given, False)
    Learner(stopped).round()
    resumed = train(tmp_path / "stopped", None, resume=True)
    assert [without_time(line) for line in resumed.curve] == [without_time(line) for line in whole.curve]
    one, other = (np.load(tmp_path / name / "last.npz") for name in ("whole", "stopped"))
    assert all(np.array_equal(one[name], other[name]) for name in one.files if name != "about")
    assert any(line.get("training_past") is not None for line in whole.curve)


def test_prior_policy__is_learned_with_and_kept(tmp_path: Path) -> None:
    """The logits of prior actions change; a later run from the network has the same prior policy; others refuse it."""
    first = train(tmp_path / "first", settings(prior_policy="heuristic", prior_logit=1.5))
    net = SparseNetwork.load(tmp_path / "first" / "last.npz", first.game)
    assert net.prior_policy == "heuristic" and 0.1 < (net.prior_logits != 1.5).mean() < 1
    init = str(tmp_path / "first" / "last.npz")
    again = learner(tmp_path / "again", init=init, prior_logit=9.0)
    assert again.net.prior_policy == "heuristic" and (again.net.network().prior_logits == net.prior_logits).all()
    with pytest.raises(
        ValueError, match=r"its prior policy is 'heuristic', and prior_policy='heuristic@1': choose another"
    ):
        learner(tmp_path / "other", init=init, prior_policy="heuristic@1")
    with pytest.raises(ValueError, match=r"its prior policy is 'heuristic', and clone trains networks without one"):
        training.train("clone", tmp_path / "clone", clone.Settings(game="castles_of_caleira", init=init, threads=1))
    with pytest.raises(ValueError, match="prior policy 'nobody'"):
        learner(tmp_path / "nobody", prior_policy="nobody")


@pytest.mark.parametrize("prior_policy", ["", "heuristic"])
def test_arrays__are_all_weights(tmp_path: Path, prior_policy: str) -> None:
    """Arrays of past opponents in a checkpoint: every one that play depends on, each under its own name."""
    network = learner(tmp_path, prior_policy=prior_policy, recurrent_size=3).net.network()
    kept = dict(ppo.arrays_of(network))
    wanted = [array for tower in (network.policy, network.value) for layer in tower for array in layer]
    wanted += [network.prior_logits] if prior_policy else []
    wanted += [getattr(network.recurrence, name) for name in ("read", "write", "write_bias", "chosen")]
    assert len(kept) == len(list(ppo.arrays_of(network))) == len(wanted)
    assert {id(array) for array in kept.values()} == {id(array) for array in wanted}


def test_recurrent_state__is_learned_and_kept(tmp_path: Path) -> None:
    """All its weights change; a later run from the network has the same recurrent state, or gives one to a network without; others
    refuse it."""
    done = train(tmp_path / "first", settings(recurrent_size=4, unroll_length=5, decisions=500))
    net = SparseNetwork.load(tmp_path / "first" / "last.npz", done.game)
    assert net.recurrence is not None and net.recurrence.size == 4 and net.recurrence.read.any(0).mean() > 0.3
    assert net.recurrence.write_bias[:4].tolist() != [-1] * 4 and net.recurrence.chosen.any(1).mean() > 0.05
    init = str(tmp_path / "first" / "last.npz")
    again = learner(tmp_path / "again", init=init)
    assert all(
        (again.net.network().recurrence_arrays[name] == one).all() for name, one in net.recurrence_arrays.items()
    )
    train(tmp_path / "plain", settings())
    grown = learner(tmp_path / "grown", init=str(tmp_path / "plain" / "last.npz"), recurrent_size=6)
    assert grown.net.recurrence is not None and not grown.net.recurrence.read.any()
    with pytest.raises(ValueError, match="its recurrent state has 4 numbers, and recurrent_size=6: choose another"):
        learner(tmp_path / "other", init=init, recurrent_size=6)
    with pytest.raises(ValueError, match="its recurrent state has 4 numbers, and clone trains networks without one"):
        training.train("clone", tmp_path / "clone", clone.Settings(game="castles_of_caleira", init=init, threads=1))


@pytest.mark.parametrize("recurrent_size", [0, 4])
def test_bf16__is_near(tmp_path: Path, recurrent_size: int) -> None:
    """A step in bfloat16 has nearly the loss of one in float32."""
    losses = []
    for bf16 in (0, 1):
        made = learner(tmp_path / str(bf16), bf16=bf16, recurrent_size=recurrent_size)
        mini = decisions(made)
        made.step(mini, (0.0, 1.0), False)
        losses.append(made.step(mini, (0.0, 1.0), False)["loss"])
    assert losses[0] == pytest.approx(losses[1], rel=0.02) and losses[0] != losses[1]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"gae_lambda": 1.5}, "gae_lambda=1.5 is out of range: expected 0 to 1"),
        ({"shaping": 2.0}, "shaping=2.0"),
        ({"opponents": {"random": 0.0}}, "expected weights from 0 up, not all 0"),
        ({"num_envs": 0}, "num_envs=0"),
        ({"recurrent_size": 257}, "recurrent_size=257 is out of range: expected 0 to 256"),
        ({"unroll_length": 0}, "unroll_length=0"),
    ],
)
def test_settings__refused(changes: dict[str, Any], words: str) -> None:
    """Values out of range."""
    with pytest.raises(ValueError, match=words):
        settings(**changes)


def test_shaping__needs_a_potential(tmp_path: Path) -> None:
    """Castles of Caleira has none."""
    with pytest.raises(ValueError, match="castles_of_caleira has no potential"):
        learner(tmp_path, shaping=0.5)


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is one")
def test_device__without_one(tmp_path: Path) -> None:
    """cuda where torch finds none, before anything is played."""
    with pytest.raises(ValueError, match="device='cuda': torch finds no such device"):
        learner(tmp_path, device="cuda")


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="a minute compiled")
def test_train__learns_castles(tmp_path: Path) -> None:
    """From random weights to clearly better than random play, on deals that it has not seen."""
    done = train(
        tmp_path,
        settings(
            decisions=300_000,
            num_envs=128,
            n_steps=64,
            round_updates=40,
            batch_size=2048,
            hidden=[64],
            value_hidden=[32],
            learning_rate=2e-3,
            evaluation_games=400,
            opponents={"self": 1.0, "random": 1.0},
            threads=2,
        ),
    )
    assert done.scores["random"].low > 0.75
    assert TorchNetwork.of(ppo.SparseNetwork.load(tmp_path / "last.npz")).policy is not None
