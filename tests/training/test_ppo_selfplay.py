"""Training runs on Nim: they learn, write their files, and go on as if they had not been stopped."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import re
import time

import numpy as np
import pytest
from rich.console import Console

pytest.importorskip("sb3_contrib", reason="needs the extra 'train'")

from fs_env.agents.networks.agent import NetworkAgent
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.cli import main
from fs_env.cli import progress as cli_progress
from fs_env.core.machine.run.answers import legal_ids
from fs_env.training import ppo_selfplay
from fs_env.training.config import Config
from fs_env.training.evaluation import measure
from fs_env.training.ppo_selfplay import Training, make_env, make_model, snapshot, train
from fs_env.training.records import RunFolder, thinned
from tests.core.machine.nim import GAME

HOME = "tests.core.machine.nim:GAME"
SMALL = {
    "game": HOME,
    "options": {"stones": 12},
    "num_envs": 8,
    "n_steps": 16,
    "round_updates": 2,
    "batch_size": 64,
    "hidden": [16, 16],
    "opponents": {"random": 1.0, "past": 1.0},
    "bots": ["random"],
    "evaluation_games": 20,
    "threads": 1,
    "timesteps": 3 * 256,
    "pool_size": 2,
}


def weights(path):
    return [array for pair in SparseNetwork.load(path, GAME).policy for array in pair]


def curve(path):
    with (path / "curve.csv").open() as file:
        return [
            {k: v for k, v in line.items() if "second" not in k and k != "steps_per_s"} for line in csv.DictReader(file)
        ]


def test_run__a_stopped_one_goes_on_as_if_it_had_not_been(tmp_path):
    """Three rounds, and one round resumed for two more: the same networks, pools and curves, bit by bit."""
    whole = train(tmp_path / "whole", Config(**SMALL))
    train(tmp_path / "parts", Config(**SMALL | {"timesteps": 256}))
    with pytest.raises(ValueError, match=r"with gamma=0.999, not 0.5: .* only minutes and timesteps may change"):
        train(tmp_path / "parts", Config(**SMALL | {"gamma": 0.5}), resume=True)
    parts = train(tmp_path / "parts", Config(**SMALL), resume=True)
    assert whole.rounds == parts.rounds == 3 and whole.pool == parts.pool and len(whole.pool) == 2
    for name in ("last.npz", "best.npz"):
        for one, other in zip(weights(tmp_path / "whole" / name), weights(tmp_path / "parts" / name), strict=True):
            np.testing.assert_array_equal(one, other)
    assert curve(tmp_path / "whole") == curve(tmp_path / "parts") and len(curve(tmp_path / "whole")) == 3


def test_run__writes_what_its_records_say(tmp_path):
    """One checkpoint, the snapshots of the pool, the curve and event files; nothing half written is left."""
    folder = train(tmp_path / "run", Config(**SMALL))
    names = {str(path.relative_to(tmp_path / "run")) for path in (tmp_path / "run").rglob("*") if path.is_file()}
    events = {name for name in names if name.startswith("tensorboard/")}
    pool = {f"pool/round_{number:05}.npz" for number in folder.pool}
    assert names - events == {
        "settings.json", "state.json", "curve.csv", "last.npz", "best.npz", "model_00003.zip", *pool,
    }  # fmt: skip
    assert events
    with pytest.raises(ValueError, match="--resume"):
        train(tmp_path / "run", Config(**SMALL))
    with pytest.raises(ValueError, match="no run to resume"):
        train(tmp_path / "nothing", None, resume=True)


def test_minutes__cut_the_round_short(tmp_path):
    """A round that would take an hour ends within seconds after the time is over: with the updates that it has made, and
    a policy to play with."""
    begun = time.perf_counter()
    folder = train(tmp_path / "run", Config(**SMALL | {"timesteps": 0, "minutes": 0.01, "round_updates": 10**5}))
    assert time.perf_counter() - begun < 20
    assert folder.rounds == 1 and folder.timesteps > 0 and folder.timesteps % (8 * 16) == 0
    assert len(folder.curve) == 1 and folder.seconds >= 0.6 and folder.curve[0]["timesteps"] == folder.timesteps
    assert weights(tmp_path / "run" / "best.npz")


def test_minutes__a_round_without_an_update_is_left_out(tmp_path):
    """Where the time is over before the first update, the first round keeps the untrained policy, so that there is one;
    later rounds are left out, and the run can go on from where it was."""
    config = Config(**SMALL | {"timesteps": 0, "minutes": 0.005, "n_steps": 20_000, "batch_size": 2048})
    folder = train(tmp_path / "run", config)
    assert (folder.rounds, folder.timesteps) == (1, 0) and weights(tmp_path / "run" / "best.npz")
    minutes = folder.seconds / 60 + 0.005
    later = train(tmp_path / "run", dataclasses.replace(config, minutes=minutes), resume=True)
    assert (later.rounds, later.timesteps) == (1, 0) and later.seconds >= 60 * minutes - 0.2
    assert RunFolder.open(tmp_path / "run")[0].seconds == later.seconds


def test_minutes__an_update_that_would_come_too_late_is_not_begun(tmp_path, monkeypatch):
    """Updates that take long are reckoned with: two seconds have room for one of one second, not for two."""
    learn = ppo_selfplay.MaskablePPO.train

    def slow(self):
        time.sleep(1.0)
        learn(self)

    monkeypatch.setattr(ppo_selfplay.MaskablePPO, "train", slow)
    changes = {"timesteps": 0, "minutes": 2 / 60, "round_updates": 100, "evaluation_games": 2}
    folder = train(tmp_path / "run", Config(**SMALL | changes))
    assert folder.timesteps == 128 and folder.rounds == 1


def test_progress__is_told_inside_a_round(tmp_path, monkeypatch):
    """How far a round is, and whom it is measured against, is told while it goes on; the numbers grow up to its own."""
    monkeypatch.setattr(ppo_selfplay, "PAUSE", 0.0)
    told, said = [], []
    train(tmp_path / "run", Config(**SMALL | {"timesteps": 256}), said.append, progress=told.append)
    assert len(said) == 1 and told[-1] == "round 1: 20 games against random"
    counts = [
        int(re.match(r"round 1: (\d+) of 256 decisions, \d+ per second, 1\d\d\d s left$", text)[1])
        for text in told[:-1]
    ]
    assert counts == list(range(0, 257, 8))


def test_run__a_damaged_checkpoint_is_named(tmp_path):
    """A checkpoint that cannot be read ends the resumed run with its name and what to do."""
    folder = train(tmp_path / "run", Config(**SMALL | {"timesteps": 256}))
    whole = folder.checkpoint.read_bytes()
    for damaged in (b"", whole[:-200]):
        folder.checkpoint.write_bytes(damaged)
        with pytest.raises(ValueError, match=r"model_00001.zip: expected a checkpoint of a run, but"):
            train(tmp_path / "run", None, resume=True)


def test_snapshot__answers_as_the_learner():
    """In compiled code it has the logits of the learner's own policy for all legal actions, with one layer and with three."""
    import torch

    for hidden in ([16], [16, 16], [12, 8, 4]):
        config = Config(**SMALL | {"hidden": hidden})
        env, seen = make_env(config)
        model = make_model(config, seen)
        seen.seed(4)
        inputs, masks = seen.reset(), env.action_masks()
        with torch.no_grad():
            for weights in model.policy.parameters():
                weights.add_(0.1 * torch.randn_like(weights))
            theirs = model.policy.get_distribution(torch.as_tensor(inputs))._logits.numpy()
        ids, counts = legal_ids(np.ascontiguousarray(masks))
        pending = env.env.pending()
        found, _ = NetworkPolicy(snapshot(model, config)).evaluate(pending.obs, ids, counts)
        for row, n in enumerate(counts):
            np.testing.assert_allclose(found[row, :n], theirs[row, ids[row, :n]], rtol=1e-4, atol=1e-5)
        env.close()


def test_opponents__the_past_joins_the_bots(tmp_path):
    """After a round its snapshot plays as an opponent with the weight of "past", next to the named bots."""
    config = Config(**SMALL | {"timesteps": 256, "opponents": {"random": 1.0, "past": 3.0}})
    folder = train(tmp_path / "run", config)
    training = Training(config, folder)
    drawn = training._opponents()
    agents = [one for one in drawn if isinstance(one, NetworkAgent)]
    assert [one.name for one in agents] == ["round 1"] and drawn[agents[0]] == 3.0 and drawn["random"] == 1.0
    shown = weights(folder.snapshot(1))
    assert all(
        np.array_equal(a, b) for a, b in zip(shown, (x for pair in agents[0].policy.network.policy for x in pair))
    )


@pytest.mark.slow
def test_run__learns_nim(tmp_path):
    """Trained for half a minute against random play and its past, it wins far more than an untrained network."""
    settings = {"timesteps": 60_000, "num_envs": 32, "n_steps": 32, "round_updates": 10, "batch_size": 256}
    settings |= {"learning_rate": 3e-3, "n_epochs": 6, "target_kl": 0.0, "evaluation_games": 100}
    config = Config(**SMALL | settings)
    train(tmp_path / "run", config)
    trained = SparseNetwork.load(tmp_path / "run" / "last.npz", GAME)
    after = measure(trained, HOME, "random", games=400, seed=1, num_players=2)
    before = measure(untrained(config), HOME, "random", games=400, seed=1, num_players=2, temperature=1.0)
    assert after.low > before.high + 0.1


def untrained(config: Config) -> SparseNetwork:
    env, seen = make_env(config)
    net = snapshot(make_model(config, seen), config)
    env.close()
    return net


def test_pool__keeps_snapshots_of_the_whole_run():
    """A thinned pool has the size asked for, the newest snapshot, and gaps that differ little."""
    kept: list[int] = []
    for number in range(1, 101):
        kept = thinned([*kept, number], 8)
        assert kept[-1] == number and len(kept) <= 8
    gaps = np.diff([0, *kept])
    assert len(kept) == 8 and gaps.max() <= 4 * np.median(gaps)


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"learning_rat": 1}, ValueError, "did you mean 'learning_rate'"),
        ({"seed": "one"}, TypeError, "whole number"),
        ({"gamma": 1.5}, ValueError, "gamma"),
        ({"opponents": {"past": 1}}, ValueError, "add a bot"),
        ({"opponents": {"random": -1}}, ValueError, "weights"),
        ({"hidden": []}, ValueError, "units"),
        ({"num_players": 9}, ValueError, "num_players"),
        ({"features": "all"}, ValueError, "compact"),
        ({"num_envs": 0}, ValueError, "at least 1"),
    ],
)
def test_config__wrong_values_are_named(changes, error, words):
    """Each wrong setting is refused with its name and what was expected."""
    with pytest.raises(error, match=words):
        Config.of({"game": HOME, **changes})


def test_config__file_and_changes(tmp_path):
    """Settings come from a TOML file, flags go before it, and they survive a round through JSON."""
    path = tmp_path / "settings.toml"
    path.write_text(f'game = "{HOME}"\ngamma = 1\nhidden = [32]\n[opponents]\nrandom = 2\n')
    config = Config.read(path, {"seed": 9})
    assert (config.gamma, config.hidden, config.opponents, config.seed) == (1.0, [32], {"random": 2}, 9)
    assert Config.of(json.loads(json.dumps(config.to_json()))) == config
    path.write_text("gamma =")
    with pytest.raises(ValueError, match="settings.toml: expected settings in TOML, but it is not TOML"):
        Config.read(path, {})


def test_command__trains_resumes_and_complains(tmp_path, capsys, monkeypatch):
    """`fs-env train` runs from flags and a file, resumes, and answers mistakes and missing packages in one line."""
    run, path = str(tmp_path / "run"), tmp_path / "small.toml"
    numbers = {key: value for key, value in SMALL.items() if isinstance(value, int)}
    path.write_text("\n".join(f"{key} = {value}" for key, value in numbers.items()))
    flags = ["--game", HOME, "--option", "stones=12", "--hidden", "16,16", "--bots", "random", "--timesteps", "256"]
    assert main(["train", "ppo_selfplay", run, "--config", str(path), *flags, "--opponents", "random=1,past=2"]) == 0
    folder, config = RunFolder.open(tmp_path / "run")
    assert folder.rounds == 1 and config.options == {"stones": 12} and config.opponents == {"random": 1.0, "past": 2.0}
    assert "policy:" in capsys.readouterr().out
    three = ["--game", HOME, "--timesteps", "1", "--players", "3", "--bots", "random", "--opponents", "random=1"]
    assert main(["train", "ppo_selfplay", str(tmp_path / "three"), "--config", str(path), *three]) == 0
    assert RunFolder.open(tmp_path / "three")[1].num_players == 3
    assert main(["train", "ppo_selfplay", run, "--resume"]) == 0 and RunFolder.open(tmp_path / "run")[0].rounds == 1
    for arguments, words in (
        (["--resume", "--seed", "3"], "settings of the run"),
        (["--seed", "x"], "--seed 'x'"),
        (["--players", "x"], "--players 'x'"),
        ([*flags], "holds a run"),
    ):
        assert main(["train", "ppo_selfplay", run, *arguments]) == 2
        assert words in capsys.readouterr().err
    monkeypatch.setitem(__import__("fs_env.cli.train").cli.train.NEEDED, "no_such_module_at_all", "sb3-contrib")
    assert main(["train", "ppo_selfplay", run, "--resume"]) == 2
    assert "pip install '.[train]'" in capsys.readouterr().err


def test_shown__a_line_from_time_to_time(monkeypatch):
    """Where there is no terminal, lines about the progress come with a pause between them; on one they replace each other."""
    for terminal in (False, True):
        console = Console(file=io.StringIO(), width=100, force_terminal=terminal)
        monkeypatch.setattr(cli_progress, "LINE_PAUSE", 0.05)
        with cli_progress.shown(console) as progress:
            for number in range(2):
                time.sleep(0.06)
                progress(f"round {number}")
                progress("too soon")
        said = console.file.getvalue()
        assert terminal or said == "round 0\nround 1\n"
        assert not terminal or "too soon" in said
