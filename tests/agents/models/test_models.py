"""Models of other libraries as bots: what they are asked, in batches and one by one, what is refused, and what their files may do."""

from __future__ import annotations

import builtins
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from fs_env import castles_of_caleira_v1
from fs_env.agent_api.specs import is_untrusted, load_agent
from fs_env.agent_api.view import SeatView
from fs_env.agents.models.agent import ModelAgent
from fs_env.agents.spec_check import check_spec
from fs_env.arena import Limits, Plan, Tournament, executor
from fs_env.arena.spec_paths import absolute
from fs_env.cli import main
from fs_env.core.castles_of_caleira.game import GAME
from tests.cli.conftest import Here

torch = pytest.importorskip("torch")
CASTLES = "castles_of_caleira"
TRAINED_WITH = rf"trained with {CASTLES}_v\d\.env\(observation=\"flat\"\): use --game {CASTLES}"
NET = """
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear({size}, {actions})

    def forward(self, x):
        return self.layer(x)


class Masked(Net):
    def forward(self, x, mask):
        assert mask.dtype == torch.bool and mask.any(dim=1).all()
        return super().forward(x), "a value"


class Sparse(Net):
    def forward(self, x):
        return super().forward(torch.zeros(len(x["indptr"]) - 1, {size}))


class Nan(Net):
    def forward(self, x):
        return super().forward(x) * float("nan")
"""


@pytest.fixture
def net(tmp_path):
    """The location of a linear model, its weights as numbers, and the file of the weights."""
    (tmp_path / "net.py").write_text(NET.format(size=GAME.schema.size, actions=GAME.num_actions))
    weights = np.random.default_rng(3).normal(size=(GAME.num_actions, GAME.schema.size)).astype(np.float32)
    state = {"layer.weight": torch.from_numpy(weights), "layer.bias": torch.zeros(GAME.num_actions)}
    torch.save(state, tmp_path / "w.pt")
    return f"torch:{tmp_path}/net.py", weights, tmp_path / "w.pt"


def views(count: int = 20) -> list[SeatView]:
    S, found = GAME.new(1), []
    for seed in range(count):
        GAME.setup(S, seed=seed, num_players=2)
        seat = GAME.to_act(S)
        found.append(SeatView(GAME, seat, 2, GAME.observe(S, seat), GAME.mask(S)))
    return found


@pytest.mark.parametrize("name", ["Net", "Masked"])
def test_torch__plays_the_legal_action_with_the_highest_logit(net, name):
    """One by one and in a batch, the answers are those of the matrix product in numpy, restricted to legal actions."""
    place, weights, file = net
    agent = load_agent(f"{place}:{name},weights={file}", CASTLES)
    wanted = [max(view.legal.tolist(), key=lambda a: weights[a] @ view.observation) for view in views()]
    assert len(set(wanted)) > 3
    assert [agent.act(view) for view in views()] == wanted == agent.act_batch(views())


def test_torch__form_of_observations_is_found_by_trying(net):
    """A module that reads sparse observations alone gets them, as often as it is asked for many games."""
    place, _, file = net
    agent = load_agent(f"{place}:Sparse,weights={file}", CASTLES)
    assert agent.act_batch(views()) == [int(view.legal[0]) for view in views()]


@pytest.mark.parametrize("isolated", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_tournament__batches_change_no_game(net, isolated):
    """Many games at once, asked in batches, are those of a bot that is asked one decision after the other."""
    place, _, file = net
    spec = f"{place}:Net,weights={file}"
    single = load_agent(spec, GAME)
    single.answers_batches = False
    rows = []
    for bot in (spec, single):
        limits = Limits(isolate=isolated and bot is spec)
        tournament = Tournament(Plan((bot, "random"), games=12, seed=4, game=CASTLES), limits=limits)
        tournament.run()
        rows.append([(row.number, row.outcome, row.returns, row.decisions) for row in tournament.rows()])
    assert sorted(rows[0]) == sorted(rows[1])


class Fragile:
    """Answers batches, and fails at some decisions."""

    name, answers_batches = "fragile", True

    def reset(self, seat, seed):
        pass

    def act_batch(self, views):
        if any(int(view.observation.sum()) % 97 == 0 for view in views):
            raise RuntimeError("97")
        return [int(view.legal[0]) for view in views]

    def act(self, view):
        return self.act_batch([view])[0]


class OneByOne(Fragile):
    answers_batches = False


def test_batches__only_games_with_a_failure_are_forfeited():
    """An error in a batch forfeits the games that it concerns, as one by one, and no other. Catches a batch that fails as a whole."""
    found = []
    for bot in (Fragile, OneByOne):
        tournament = Tournament(Plan((bot, "random"), games=40, game=GAME.name, seed=4))
        tournament.run()
        found.append([(row.number, row.winners, row.decisions, row.forfeits) for row in tournament.rows()])
    assert found[0] == found[1]
    assert 0 < sum(bool(row[3]) for row in found[0]) < 40


def test_answers_batches__needs_the_method():
    class Without:
        name, answers_batches = "without", True

        def reset(self, seat, seed):
            pass

        def act(self, view):
            return 0

    with pytest.raises(TypeError, match="has no act_batch"):
        Tournament(Plan((Without, "random"), game=GAME.name))


def test_environments__ask_models_for_many_games_at_once(net, monkeypatch):
    """All rows share one model, and play as with one object for each. Catches answers in the wrong row."""
    place, _, file = net
    sizes, found, answer = [], [], ModelAgent.act_batch
    monkeypatch.setattr(ModelAgent, "act_batch", lambda self, views: sizes.append(len(views)) or answer(self, views))
    for batches in (True, False):
        monkeypatch.setattr(ModelAgent, "answers_batches", batches)
        env = castles_of_caleira_v1.vector_env(8, opponents=f"{place}:Net,weights={file}", skip_forced=True)
        observation, _ = env.reset(seed=1)
        for _ in range(20):
            observation, *_ = env.step(observation["action_mask"].argmax(1))
        found.append(observation["observation"])
        assert (max(sizes) > 2) == batches
        sizes.clear()
    assert np.array_equal(*found)


def test_specs__what_is_refused(net, tmp_path):
    """Missing files and parameters, other games, answers that are no numbers: each is named."""
    place, _, file = net
    for name in ("a.zip", "bot.js"):
        (tmp_path / name).touch()
    for spec, words in (
        (f"{tmp_path}/a.zip", f"; did you mean sb3:{tmp_path}/a.zip\\?$"),
        (f"{tmp_path}/bot.js", f'; did you mean "exec:node {tmp_path}/bot.js"\\?$'),
        (f"sb3:{tmp_path}/a", f"no file '{tmp_path}/a'; did you mean sb3:{tmp_path}/a.zip\\?$"),
        (f"{place}:Net", "expected torch:FILE.py:NAME,weights=FILE.pt"),
        (f"{place}:Net,weights={tmp_path}/none.pt", "there is no file"),
        (f"{place}:Net,weights={file},treads=2", "unknown parameter of torch 'treads'.*did you mean 'threads'"),
        (f"sb3:{tmp_path}/none.zip", "there is no file"),
        (f"onnx:{file},threads=0", "expected 1 to 64"),
    ):
        with pytest.raises(ValueError, match=words):
            check_spec(spec, CASTLES)
    with pytest.raises(ValueError, match=TRAINED_WITH):
        load_agent(f"{place}:Net,weights={file}", "four_souls")
    with pytest.raises(ValueError, match="NaN for a legal action"):
        load_agent(f"{place}:Nan,weights={file}", CASTLES).act(views(1)[0])
    assert is_untrusted(f"{place}:Net,weights={file}", CASTLES) and is_untrusted("sb3:a.zip", CASTLES)
    assert (
        absolute("torch:a.py:Net,weights=b.pt")
        == f"torch:{Path('a.py').absolute()}:Net,weights={Path('b.pt').absolute()}"
    )


def test_weights__run_no_code(net, tmp_path, capsys):
    """A pickle that would write a file is refused as weights, and writes none."""
    place, _, _ = net
    marker, evil = tmp_path / "ran", tmp_path / "evil.pt"
    program = (
        "import pickle, sys\nclass Evil:\n    def __reduce__(self):\n        return (open, (sys.argv[1], 'w'))\n"
        "pickle.dump(Evil(), open(sys.argv[2], 'wb'))\n"
    )
    subprocess.run([sys.executable, "-c", program, str(marker), str(evil)], check=True)
    assert (
        main(["tournament", f"{place}:Net,weights={evil}", "random", "--game", CASTLES, "--games", "2", "--trusted"])
        == 2
    )
    assert "is not a file of only weights" in capsys.readouterr().err and not marker.exists()


def exported(weights, file):
    """The spec of an ONNX file with a linear model."""
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    helper, kind = onnx.helper, onnx.TensorProto.FLOAT
    seen = helper.make_tensor_value_info("observations", kind, ["batch", GAME.schema.size])
    out = helper.make_tensor_value_info("logits", kind, ["batch", GAME.num_actions])
    matrix = onnx.numpy_helper.from_array(weights.T.copy(), "w")
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["observations", "w"], ["logits"])], "net", [seen], [out], [matrix]
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 9
    onnx.save(model, file)
    return f"onnx:{file}"


def test_onnx__plays_like_the_module_it_was_exported_from(net, tmp_path):
    _, weights, _ = net
    spec = exported(weights, tmp_path / "net.onnx")
    wanted = [max(view.legal.tolist(), key=lambda a: weights[a] @ view.observation) for view in views()]
    assert load_agent(spec, CASTLES).act_batch(views()) == wanted
    with pytest.raises(ValueError, match=TRAINED_WITH):
        load_agent(spec, "four_souls")


@pytest.mark.parametrize("kind", [pytest.param("sb3", marks=pytest.mark.slow), "torch", "onnx"])
def test_commands__play_with_models(net, kind, tmp_path, monkeypatch, capsys):
    """Each kind plays in a tournament, against a bot to a verdict, against a person in the terminal and in the browser, and is checked, and
    forfeits no game."""
    place, weights, file = net
    spec = f"{place}:Net,weights={file}"
    if kind == "onnx":
        spec = exported(weights, tmp_path / "net.onnx")
    elif kind == "sb3":
        contrib = pytest.importorskip("sb3_contrib")
        env = castles_of_caleira_v1.seat_env(opponents="random", mask_in="info")
        contrib.MaskablePPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1).save(tmp_path / "m.zip")
        spec = f"sb3:{tmp_path}/m.zip"
    monkeypatch.setattr(builtins, "input", lambda question: "1")
    monkeypatch.setattr(executor, "LocalPool", Here)
    for command in (
        "tournament SPEC random --games 4 --json -",
        "compare SPEC random --games 8 --luck off --json -",
        "play SPEC --seed 1",
        "check-bot SPEC --players 2 --games 2 --json -",
    ):
        assert main([*command.replace("SPEC", spec).split(), "--game", CASTLES, "--trusted"]) == 0, command
        printed = capsys.readouterr().out
        assert "--json" not in command or json.loads(printed)["faults"] == []
    served = pytest.importorskip("tests.serve.running")
    with served.running(allowed=(spec,)) as server, server.sit(server.make(seat_1=spec)) as browser:
        assert browser.play()["over"] and not any("answers for it" in text for text in browser.texts)


@pytest.mark.parametrize("kind", ["maskable", "ppo", "dqn", "multi"])
def test_sb3__plays_as_the_library_predicts(tmp_path, kind):
    """PPO, MaskablePPO with both forms of observations, and DQN: the legal action with the highest probability or value, as
    `predict` of the library with masks gives it."""
    contrib, sb3 = pytest.importorskip("sb3_contrib"), pytest.importorskip("stable_baselines3")
    env = castles_of_caleira_v1.seat_env(opponents="random", mask_in="observation" if kind == "multi" else "info")
    if kind == "dqn":
        model = sb3.DQN("MlpPolicy", env, buffer_size=10, seed=1)
    elif kind == "ppo":
        model = sb3.PPO("MlpPolicy", env, n_steps=8, batch_size=8, seed=1)
    else:
        model = contrib.MaskablePPO(
            "MultiInputPolicy" if kind == "multi" else "MlpPolicy", env, n_steps=8, batch_size=8, seed=1
        )
    model.save(tmp_path / "m.zip")
    agent = load_agent(f"sb3:{tmp_path}/m.zip", CASTLES)
    found = agent.act_batch(views())
    for view, action in zip(views(), found, strict=True):
        assert view.mask[action]
        if kind in ("maskable", "multi"):
            seen = {"observation": view.observation, "action_mask": view.mask} if kind == "multi" else view.observation
            assert model.predict(seen, action_masks=view.mask, deterministic=True)[0] == action
        elif view.mask[best := int(model.predict(view.observation, deterministic=True)[0])]:
            assert best == action
    with pytest.raises(ValueError, match=TRAINED_WITH):
        load_agent(f"sb3:{tmp_path}/m.zip", "four_souls")
    (tmp_path / "none.zip").write_bytes(b"no zip")
    with pytest.raises(ValueError, match="is not a model that stable-baselines3 saved"):
        load_agent(f"sb3:{tmp_path}/none.zip", CASTLES)
