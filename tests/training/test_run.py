"""A run's folder: what it holds, that a stopped run continues as if it had not been, and what it refuses."""

from __future__ import annotations

import csv
import dataclasses
import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("tensorboard", reason="needs the extra 'train'")

from fs_env import training  # noqa: E402
from fs_env.agent_api.specs import load_agent  # noqa: E402
from fs_env.agents.networks.agent import NetworkAgent  # noqa: E402
from fs_env.agents.networks.network import SparseNetwork  # noqa: E402
from fs_env.agents.networks.policy import NetworkPolicy  # noqa: E402
from fs_env.arena.match import play_match  # noqa: E402
from fs_env.arena.plan import GAUNTLET, Plan  # noqa: E402
from fs_env.envs import load_game  # noqa: E402
from fs_env.training import run as runs  # noqa: E402
from fs_env.training.evaluation import measure  # noqa: E402
from fs_env.training.networks.positions import play_positions  # noqa: E402
from fs_env.training.run import Diverged, Run  # noqa: E402
from fs_env.training.settings.fields import setting  # noqa: E402
from fs_env.training.settings.run_settings import RunSettings  # noqa: E402
from tests.core.machine.nim import GAME  # noqa: E402
from tests.kills import FORKING, killed  # noqa: E402

NIM = "tests.core.machine.nim:GAME"
SMALL: dict[str, Any] = {
    "game": NIM,
    "options": {"stones": 9},
    "hidden": [16],
    "value_hidden": [8],
    "bots": ["random"],
    "evaluation_games": 20,
    "threads": 1,
    "decisions": 3 * 200,
    "clip_gradient": 0.0,
}


@dataclass(frozen=True)
class Settings(RunSettings):
    """Those of the algorithm below."""

    nan_at: int = setting(0, "round in which the loss is NaN")


def train(folder: Path, settings: Settings | None, say: Any = str, resume: bool = False) -> Run[Settings]:
    """Learns to take one stone, in positions drawn anew each round."""
    with Run.open(folder, "take_one", Settings, settings, resume, say) as run:
        net = run.network()
        optimizer = run.optimizer(net)
        while not run.over():
            rng = run.begin_round()
            shown, masks = play_positions(GAME, "random", 200, seed=int(rng.integers(10**6)))
            run.update_learning_rate(optimizer, 200)
            logits, _ = net(net.read(shown, masks))
            loss = torch.nn.functional.cross_entropy(logits, torch.zeros(200, dtype=torch.long))
            loss = loss + 0.001 * torch.rand(()) * net.policy.bias.sum()
            value = run.step(net, optimizer, loss * (math.nan if run.rounds + 1 == run.settings.nan_at else 1.0))
            run.extra["drawn"] = run.extra.get("drawn", 0) + int(rng.integers(100))
            run.extra["seen"] = torch.from_numpy(shown[:3].astype(np.int32))
            run.end_round(net, optimizer, 200, {"loss": value})
    return run


@pytest.fixture(autouse=True)
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nim has few: no need to look for inputs in many."""
    monkeypatch.setattr(runs, "POSITIONS", 500)


def curve(path: Path) -> list[dict[str, str]]:
    """The curve without what the clock tells."""
    with (path / "curve.csv").open() as file:
        lines = list(csv.DictReader(file))
    return [{k: v for k, v in line.items() if "seconds" not in k and k != "decisions_per_s"} for line in lines]


def weights(path: Path) -> list[Any]:
    net = SparseNetwork.load(path, GAME)
    return [array for tower in (net.policy, net.value) for pair in tower for array in pair]


def test_resume__gives_the_same_as_an_uninterrupted_run(tmp_path: Path) -> None:
    """Three rounds, and one round with two more after it: the same curve, networks, optimizer and extras, bit by bit."""
    whole = train(tmp_path / "whole", Settings(**SMALL))
    slow = dataclasses.replace(Settings(**SMALL), anneal=0)
    one = train(tmp_path / "one", dataclasses.replace(slow, decisions=200))
    assert one.rounds == 1
    parts = train(tmp_path / "one", slow, resume=True)
    steady = train(tmp_path / "steady", slow)
    assert whole.rounds == parts.rounds == steady.rounds == 3 and parts.decisions == 600
    assert curve(tmp_path / "one") == curve(tmp_path / "steady") != curve(tmp_path / "whole")
    for name in ("last.npz", "best.npz"):
        for mine, other in zip(weights(tmp_path / "one" / name), weights(tmp_path / "steady" / name), strict=True):
            np.testing.assert_array_equal(mine, other)
    stored, same = (torch.load(tmp_path / name / "checkpoint.pt", weights_only=True) for name in ("one", "steady"))
    for key, state in stored["optimizer"]["state"].items():
        assert all(torch.equal(value, same["optimizer"]["state"][key][name]) for name, value in state.items())
    assert parts.extra["drawn"] == steady.extra["drawn"] and torch.equal(parts.extra["seen"], steady.extra["seen"])


def go_on(folder: Path, settings: Settings) -> None:
    runs.POSITIONS = 500
    new = not (folder / "config.toml").exists()
    train(folder, settings if new else None, resume=not new)


@pytest.mark.slow
def test_resume__after_kill(tmp_path: Path) -> None:
    """`kill -9` after each kind of file that a run writes (settings, network, checkpoint, curve), and before one: in the end all files are
    those of a run that no player killed, and at no time is one of them half written."""
    settings = dataclasses.replace(Settings(**SMALL), anneal=0)
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    FORKING.set_forkserver_preload([__name__, "torch._dynamo"])  # the latter is imported by the first optimizer
    train(whole, settings)
    at, ends = 2, False
    while not ends and at < 12:
        at += 1
        ends = not killed(parts, at, at == 3, go_on, parts, settings)
        assert SparseNetwork.load(parts / "last.npz", GAME) if (parts / "last.npz").exists() else at == 3
        if (parts / "checkpoint.pt").exists():
            told = json.loads(torch.load(parts / "checkpoint.pt", weights_only=True)["progress"])
            assert [line["round"] for line in told["curve"]] == list(range(1, told["rounds"] + 1))
    assert ends and at > 5
    assert curve(parts) == curve(whole)
    for name in ("last.npz", "best.npz"):
        for mine, other in zip(weights(parts / name), weights(whole / name), strict=True):
            np.testing.assert_array_equal(mine, other)


def test_resume__where_the_last_line_of_the_curve_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is stopped between any two of its files in its last round has all of them after it was resumed."""
    whole = train(tmp_path / "whole", Settings(**SMALL)).path
    rename, left = runs.write_whole, 3

    def stops(path: Path, contents: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt
        rename(path, contents)

    monkeypatch.setattr(runs, "write_whole", stops)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "run", Settings(**SMALL))
    monkeypatch.setattr(runs, "write_whole", rename)
    train(tmp_path / "run", None, resume=True)
    assert curve(tmp_path / "run") == curve(whole)


def test_run__writes_what_its_page_shows(tmp_path: Path) -> None:
    """The files of a run, nothing half written; the network plays by its spec and says how it came about; lines are told."""
    told: list[str] = []
    run = train(tmp_path / "run", Settings(**SMALL), told.append)
    names = {path.name for path in (tmp_path / "run").iterdir()}
    assert names == {"config.toml", "checkpoint.pt", "curve.csv", "last.npz", "best.npz", "tensorboard"}
    assert list((tmp_path / "run" / "tensorboard").iterdir()) and len(told) == 3 and "random" in told[0]
    agent = load_agent(f"policy:{tmp_path / 'run' / 'last.npz'}", GAME)
    assert agent.policy.network.about["training"] == {"algorithm": "take_one", "decisions": 600}
    assert agent.policy.network.about["options"]["stones"] == 9
    assert float(curve(tmp_path / "run")[-1]["random"]) == pytest.approx(run.scores["random"].rate, abs=1e-4)
    with pytest.raises(ValueError, match="--resume"):
        train(tmp_path / "run", Settings(**SMALL))
    with pytest.raises(ValueError, match="no run to resume"):
        train(tmp_path / "nothing", None, resume=True)


def test_train__names_the_learners_that_there_are(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"learner 'ppo_fast'.*expert_iteration, league, ppo, sb3"):
        training.train("ppo_fast", tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_nan__stops_the_run_and_keeps_the_last_good_checkpoint(tmp_path: Path) -> None:
    """The second round's loss is NaN: one sentence, and everything of round 1 is as it was and continues."""
    bad = Settings(**SMALL, nan_at=2)
    with pytest.raises(Diverged, match=r"take_one: the loss is nan in round 2; .* contains the checkpoint of round 1"):
        train(tmp_path / "run", bad)
    assert len(curve(tmp_path / "run")) == 1 and np.isfinite(weights(tmp_path / "run" / "last.npz")[0]).all()
    config = tmp_path / "run" / "config.toml"
    config.write_text(config.read_text().replace("nan_at = 2", "nan_at = 0"))
    assert train(tmp_path / "run", None, resume=True).rounds == 3


def test_weights__that_are_not_finite_stop_the_run_too(tmp_path: Path) -> None:
    """A finite loss whose step ruins a weight is found at the end of the round."""
    with Run.open(tmp_path / "run", "take_one", Settings, Settings(**SMALL), False) as run:
        net = run.network()
        run.begin_round()
        with torch.no_grad():
            net.policy.out.bias[1] = math.inf
        with pytest.raises(Diverged, match="round 1"):
            run.end_round(net, run.optimizer(net), 1, {})
    assert not (tmp_path / "run" / "checkpoint.pt").exists()


def test_disk__full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the checkpoint of round 2 cannot be written, that of round 1 is as it was, no half file is left, and the run continues with
    the end that it would have had."""
    whole = train(tmp_path / "whole", Settings(**SMALL))
    save = torch.save

    def full(values: Any, file: Any) -> None:
        if json.loads(values["progress"])["rounds"] == 2:
            file.write(b"half")
            raise OSError(28, "No space left on device")
        save(values, file)

    monkeypatch.setattr(torch, "save", full)
    with pytest.raises(OSError, match="No space left"):
        train(tmp_path / "run", Settings(**SMALL))
    assert not list((tmp_path / "run").glob(".*"))
    assert json.loads(torch.load(tmp_path / "run" / "checkpoint.pt")["progress"])["rounds"] == 1
    monkeypatch.setattr(torch, "save", save)
    assert train(tmp_path / "run", None, resume=True).best == whole.best
    assert curve(tmp_path / "run") == curve(tmp_path / "whole")


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04 nothing", None])
def test_checkpoint__damaged_is_named(tmp_path: Path, damage: bytes | None) -> None:
    """A checkpoint that cannot be read ends a resumed run in one sentence with its name and what to do."""
    train(tmp_path / "run", Settings(**SMALL | {"decisions": 200}))
    file = tmp_path / "run" / "checkpoint.pt"
    file.write_bytes(file.read_bytes()[:-300] if damage is None else damage)
    with pytest.raises(
        ValueError, match=r"checkpoint\.pt: expected a checkpoint of a run, but .* best\.npz and last\.npz"
    ):
        train(tmp_path / "run", None, resume=True)


@pytest.mark.parametrize(
    "changes",
    [{"rounds": -1}, {"decisions": "2"}, {"seconds": math.nan}, {"best": None}, {"curve": [3]}, {"curve": [{"a": []}]}],
)
def test_checkpoint__progress_that_no_run_had(tmp_path: Path, changes: dict[str, Any]) -> None:
    train(tmp_path / "run", Settings(**SMALL | {"decisions": 200}))
    file = tmp_path / "run" / "checkpoint.pt"
    stored = torch.load(file, weights_only=True)
    torch.save(stored | {"progress": json.dumps(json.loads(stored["progress"]) | changes)}, file)
    [(name, value)] = changes.items()
    with pytest.raises(ValueError, match=rf"checkpoint\.pt: .* its {name} is {re.escape(repr(value))}; restore a copy"):
        train(tmp_path / "run", None, resume=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "castles_of_caleira"}, "was trained for 'castles_of_caleira', this is 'nim'"),
        ({"schema": "0" * 16}, "another version of the observation of nim"),
        ({"actions": "0" * 16}, "another version of the actions of nim"),
        ({"num_players": 3}, "was trained for 3 players, this table has 2"),
    ],
)
def test_checkpoint__of_something_else_is_refused(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    """Another game, version or number of players: one sentence, from the checkpoint and from the file of --init."""
    train(tmp_path / "run", Settings(**SMALL | {"decisions": 200}))
    file = tmp_path / "run" / "checkpoint.pt"
    stored = torch.load(file, weights_only=True)
    torch.save(stored | {"about": json.dumps(json.loads(stored["about"]) | changes)}, file)
    with pytest.raises(ValueError, match=words):
        train(tmp_path / "run", None, resume=True)
    other = SparseNetwork.load(tmp_path / "run" / "last.npz", GAME)
    other.about |= changes
    other.save(tmp_path / "other.npz")
    with pytest.raises(ValueError, match=words):
        train(tmp_path / "next", Settings(**SMALL, init=str(tmp_path / "other.npz")))


def test_init__of_other_card_sets_is_refused(tmp_path: Path) -> None:
    """A network says which card sets it learned with: others are refused in one sentence, other options are not."""
    game = load_game("four_souls")
    sets = game.options["sets"]
    path = tmp_path / "net.npz"
    plain = {"num_players": 2, "sets": sets.default, "max_decisions": 500}
    more = plain | {"sets": sets.of_names(sets.bits[:2])}
    with pytest.raises(ValueError, match=r"was trained with sets base, this is sets base,\w+: choose a network"):
        runs.check_options(path, {"options": plain}, game, more)
    with pytest.raises(ValueError, match=r"was trained with sets base,\w+, this is sets base:"):
        runs.check_options(path, {"options": more}, game, {})
    runs.check_options(path, {"options": plain}, game, {"max_decisions": 9})
    runs.check_options(path, {}, game, more)


def test_init__starts_from_a_network(tmp_path: Path) -> None:
    """A run that starts from a file has its inputs, sizes and weights; a tower that the file lacks is new."""
    train(tmp_path / "run", Settings(**SMALL))
    file = tmp_path / "run" / "last.npz"
    with Run.open(
        tmp_path / "next", "take_one", Settings, Settings(**SMALL | {"hidden": [4], "init": str(file)}), False
    ) as run:
        found = run.network().network()
    for mine, other in zip(found.policy, SparseNetwork.load(file, GAME).policy, strict=True):
        np.testing.assert_array_equal(mine[0], other[0])
    plays = SparseNetwork.load(file, GAME)
    SparseNetwork(plays.inputs, plays.policy, [], plays.about).save(tmp_path / "plays.npz")
    settings = Settings(**SMALL | {"init": str(tmp_path / "plays.npz")})
    with Run.open(tmp_path / "third", "take_one", Settings, settings, False) as run:
        assert run.network().network().widths == {"policy": [16], "value": [8]}


def test_measure__counts_every_deal_from_every_seat() -> None:
    """A network that takes one stone whenever it may, against random play: the greedy result is that of the same games played one by
    one; the number of games is rounded up to whole deals; equal seeds give equal scores."""
    shown, _ = play_positions(GAME, "random", 300, num_players=3)
    torch.manual_seed(1)
    net = runs.TorchNetwork(
        runs.inputs_for(GAME, shown), runs.made_for(GAME, 3, {"stones": 9}), policy=(8,), value=()
    ).network()
    settings = {"games": 31, "num_players": 3, "options": {"stones": 9}}
    scores = [measure(net, NIM, "random", seed=seed, **settings)[""] for seed in (5, 5, 6)]
    assert scores[0] == scores[1] != scores[2] and scores[0].games == 33
    assert all(score.low <= score.rate <= score.high and score.wins == score.rate * 33 for score in scores)
    drawn = measure(net, NIM, "random", seed=5, temperature=1.0, **settings)[""]
    assert drawn != scores[0]
    wins, plan = 0, Plan(agents=("random", "random"), players=3, games=33, seed=5, game=NIM, schedule=GAUNTLET)
    for number in range(33):
        pairing = plan.pairing(number)
        agents = [NetworkAgent(NetworkPolicy(net)) if one == 0 else load_agent("random", GAME) for one in pairing.seats]
        result = play_match(GAME, agents, seed=pairing.seed, options={"stones": 9})
        wins += pairing.seats.index(0) in result.winners
    assert wins == scores[0].wins


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"hidden": []}, ValueError, "one to four numbers"),
        ({"hidden": [2048]}, ValueError, "up to 1024"),
        ({"device": "gpu"}, ValueError, "expected cpu, cuda"),
        ({"bots": []}, ValueError, "at least one"),
        ({"inputs_sets": ["gold"]}, ValueError, "a game with card sets, and shared"),
        (
            {"game": "four_souls", "options": {}, "shared": 4, "inputs_sets": ["silver"]},
            ValueError,
            "'silver' is unknown",
        ),
        ({"shared_actions": 1}, ValueError, "embeddings to share"),
        ({"batch_size": 1}, ValueError, "at least 2"),
        ({"minutes": -1}, ValueError, "at least 0"),
        ({"learning_rate": "fast"}, TypeError, "a number"),
        ({"decision": 4}, ValueError, "did you mean 'decisions'"),
    ],
)
def test_settings__wrong_values_are_named(changes: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Settings.of(SMALL | changes)
    if not torch.cuda.is_available():
        with pytest.raises(ValueError, match="finds no such device"):
            Run(Path("x"), "take_one", Settings(**SMALL | {"device": "cuda"}))._prepare()


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"shared": 4}, {"sets": 3}),
        ({"shared": 4, "inputs_sets": ["base", "gold", "plus"]}, {"sets": 7}),
        ({"shared": 4, "printed": 0}, {"sets": 3, "held_out": 2}),
        ({}, {"sets": 3, "held_out": 2}),
    ],
)
def test_inputs__of_cards_that_training_leaves_out(
    given: dict[str, Any], wanted: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new network is told of cards that its training leaves out where their print gives them a meaning, and of no others."""
    asked: list[dict[str, int]] = []

    def positions(*_: Any, options: dict[str, int], **given: Any) -> Any:
        asked.append(options)
        raise StopIteration

    monkeypatch.setattr(runs, "play_positions", positions)
    settings = Settings(**SMALL | {"game": "four_souls", "options": {"sets": 3, "held_out": 2}} | given)
    with pytest.raises(StopIteration), Run.open(tmp_path / "run", "take_one", Settings, settings, False) as run:
        run.network()
    assert asked == [wanted]
