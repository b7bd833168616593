"""Trained networks as agents: what they are shown, what they answer, their files."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest

from fs_env.agents.policy import Features, Network, PolicyAgent
from fs_env.arena import Plan, Tournament, load_agent
from fs_env.arena.agent import SeatView
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.envs import GameVectorEnv, load_game
from tests.core.machine.nim import GAME

HOME = "tests.core.machine.nim:GAME"
RNG = np.random.default_rng


def network(seed: int = 0, players: int = 2) -> Network:
    """A small random network for Nim."""
    rng, sizes = RNG(seed), [GAME.schema.size, 8, GAME.num_actions]
    layers = [
        (rng.normal(size=(after, before)).astype(np.float32), rng.normal(size=after).astype(np.float32))
        for before, after in pairwise(sizes)
    ]
    return Network(layers, {"game": "nim", "num_players": players, "features": "flat"})


def decisions(k: int = 400, seed: int = 0):
    """Observations and masks of Nim games after two decisions."""
    env = GameVectorEnv(GAME, k, view="self_play")
    env.reset(seed=seed)
    rng = RNG(seed)
    for _ in range(2):
        told, *_ = env.step(rng.integers(0, 3, k))
    return told["observation"], told["action_mask"]


def test_features__flat_is_the_signed_logarithm_of_every_number():
    """Every int16 becomes sign(x) log(1 + |x|), the extremes included, in the order of the observation."""
    features = Features(GAME, 2, "flat")
    shown = RNG(1).integers(-(2**15), 2**15, (50, GAME.schema.size)).astype(np.int16)
    shown[0, :3] = -(2**15), 2**15 - 1, 0
    wide = shown.astype(np.float64)
    np.testing.assert_allclose(features(shown), np.sign(wide) * np.log1p(np.abs(wide)), rtol=1e-6)
    assert features.size == GAME.schema.size and features(shown).dtype == np.float32


def test_features__compact_shows_codes_and_numbers_of_four_souls():
    """The compact form of Four Souls has a one-hot code of the question asked and the players' coins; nobody's hand but
    the own one changes it."""
    game = load_game("four_souls")
    features = Features(game, 2, "compact")
    blank = np.zeros((1, SCHEMA.size), np.int16)
    base = features(blank)
    assert base.shape == (1, features.size) and features.size < SCHEMA.size / 5
    for ask in (1, 5, 26):
        asked = blank.copy()
        asked[0, SCHEMA["decision"].at("question")] = ask
        changed = np.flatnonzero(features(asked)[0] - base[0])
        assert len(changed) == 2 and changed[1] - changed[0] == ask and features(asked)[0, changed[1]] == 1
    rich = blank.copy()
    rich[0, SCHEMA["players"].at(1, "coins")] = 9
    changed = np.flatnonzero(features(rich)[0] - base[0])
    assert features(rich)[0, changed] == pytest.approx(np.log(10))
    own, known = blank.copy(), blank.copy()
    own[0, SCHEMA["hand"].offset], known[0, SCHEMA["known"].offset] = 1, 1
    assert (features(own) != base).sum() == 1 and (features(known) != base).sum() == 0


def test_features__wrong_length_is_refused():
    """An observation of another length, such as tokens, is an error that says what was expected."""
    with pytest.raises(ValueError, match="expected"):
        Features(GAME, 2)(np.zeros((1, 3), np.int16))
    with pytest.raises(ValueError, match="did you mean 'compact'"):
        Features(GAME, 2, "compakt")


def test_agent__draws_with_the_probabilities_of_its_network():
    """Actions are legal, and as frequent as the softmax of the logits among the legal ones says."""
    net = network()
    agent = PolicyAgent(net, game=GAME)
    shown, masks = decisions(1)
    rows = np.arange(20_000)
    agent.reset_batch(rows, np.zeros(len(rows), np.int64), rows)
    drawn = agent.act_batch(shown.repeat(len(rows), 0), masks.repeat(len(rows), 0), rows)
    logits = np.where(masks[0], net.logits(Features(GAME, 2, "flat")(shown))[0], -np.inf).astype(np.float64)
    expected = np.exp(logits - logits.max())
    found = np.bincount(drawn, minlength=len(expected)) / len(rows)
    np.testing.assert_allclose(found, expected / expected.sum(), atol=4 / np.sqrt(len(rows)))
    greedy = PolicyAgent(net, greedy=True, game=GAME).act_batch(shown, masks, np.zeros(1, np.int64))
    assert greedy[0] == np.argmax(logits)


def test_agent__one_by_one_answers_as_in_batches():
    """The n-th answer to a position follows from the seed of its game: alone, in a batch and in another order alike."""
    net = network(3)
    shown, masks = decisions()
    rows = np.arange(len(shown))
    batch = PolicyAgent(net, game=GAME)
    batch.reset_batch(rows, rows * 0, rows + 7)
    first, second = (batch.act_batch(shown, masks, rows) for _ in range(2))
    turned = PolicyAgent(net, game=GAME)
    turned.reset_batch(rows, rows * 0, rows + 7)
    np.testing.assert_array_equal(turned.act_batch(shown[::-1], masks[::-1], rows[::-1])[::-1], first)
    assert (masks[rows, first] == 1).all() and (first != second).any()
    alone = PolicyAgent(net, game=GAME)
    for row in rows[:50].tolist():
        alone.reset(0, row + 7)
        view = SeatView(GAME, 0, 2, shown[row], masks[row])
        assert [alone.act(view), alone.act(view)] == [first[row], second[row]]


def test_file__keeps_the_network_and_plays_in_a_tournament(tmp_path):
    """A saved network is read back bit by bit, is an agent by "policy:FILE", and an opponent by the same name."""
    net, path = network(5), tmp_path / "best.npz"
    net.save(path)
    again = Network.load(path)
    assert again.about == net.about and [p.name for p in tmp_path.iterdir()] == ["best.npz"]
    for (weight, bias), (other, same) in zip(net.layers, again.layers, strict=True):
        np.testing.assert_array_equal(weight, other)
        np.testing.assert_array_equal(bias, same)
    spec = f"policy:{path}"
    assert load_agent(spec, GAME).name == spec
    standings = Tournament(Plan(agents=["random", spec], games=20, game=HOME)).run()
    assert standings.games == 20 and {line.name for line in standings.agents} == {"random", spec}
    env = GameVectorEnv(GAME, 3, opponents=spec)
    told, _ = env.reset(seed=1)
    for _ in range(9):
        told, *_ = env.step(told["action_mask"].argmax(axis=1))
    assert told["action_mask"].any()


def test_file__what_is_none_is_refused(tmp_path):
    """A missing file, another file, and a network of another size are errors that say what to do."""
    with pytest.raises(ValueError, match="no file"):
        load_agent(f"policy:{tmp_path / 'none.npz'}")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(ValueError, match="fs-env train"):
        load_agent(f"policy:{tmp_path / 'text.npz'}")
    np.savez(tmp_path / "other.npz", numbers=np.zeros(3))
    with pytest.raises(ValueError, match="is not a network"):
        load_agent(f"policy:{tmp_path / 'other.npz'}")
    net = network()
    with pytest.raises(ValueError, match="trained on another version"):
        PolicyAgent(Network(net.layers[:1], net.about), game=GAME)
    shown, masks = decisions(1)
    of_three, view = PolicyAgent(network(players=3), game=GAME), SeatView(GAME, 0, 2, shown[0], masks[0])
    with pytest.raises(ValueError, match="trained for nim with 3"):
        of_three.act(view)


def saved(path, change=None, **arrays):
    """The file of a network of Nim, with some of its arrays replaced, or with its "about" changed."""
    net = network()
    net.save(path)
    with np.load(path) as file:
        held = {name: file[name] for name in file.files} | arrays
    if change is not None:
        held["about"] = np.array(json.dumps({**json.loads(str(held["about"])), **change}))
    np.savez(path, **{name: array for name, array in held.items() if array is not None})
    return f"policy:{path}"


@pytest.mark.parametrize("game", [HOME, "evil.py:GAME", "os:system", 7, None, "chess"])
def test_file__of_an_unregistered_game_runs_no_code(game, tmp_path, monkeypatch):
    """A file names its game by a registered id or is refused: nothing it names is imported."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("raise SystemExit('evil code was run')")
    spec = saved(tmp_path / "best.npz", {"game": game})
    for given in (None, "four_souls", GAME):
        with pytest.raises(
            ValueError, match=r"best\.npz: made for the game .*not registered: expected one of four_souls"
        ):
            load_agent(spec, given)


def test_file__of_an_unregistered_game_plays_where_that_game_is_given(tmp_path):
    """A network of a game of one's own plays for whoever holds that game."""
    spec = saved(tmp_path / "best.npz")
    assert load_agent(spec, GAME).game_name == "nim"
    with pytest.raises(ValueError, match="'nim', which is not registered"):
        load_agent(spec, "nim")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"num_players": "2"}, "made for '2' players"),
        ({"num_players": 9}, "made for 9 players and .*expected 2 to 4 players"),
        ({"num_players": True}, "made for True players"),
        ({"features": "odd"}, "features 'odd'"),
        ({"format": 99}, "written by another version"),
    ],
)
def test_file__that_says_nonsense(change, words, tmp_path):
    """What a file says it was made for is checked before it plays."""
    with pytest.raises(ValueError, match=words):
        load_agent(saved(tmp_path / "best.npz", change), GAME)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({f"{part}_{k}": None for part in ("weight", "bias") for k in (0, 1)}, "has no layers"),
        ({"weight_0": np.full((8, GAME.schema.size), np.nan, np.float32)}, "layer 0 has numbers that are not finite"),
        ({"bias_1": np.full(GAME.num_actions, np.inf, np.float32)}, "layer 1 has numbers that are not finite"),
        ({"weight_0": np.zeros(8, np.float32)}, r"layer 0 has weights float32 \(8,\)"),
        ({"bias_0": np.zeros((8, 1), np.float32)}, r"biases float32 \(8, 1\)"),
        ({"weight_1": np.zeros((GAME.num_actions, 9), np.float32)}, "8 outputs is followed by one with 9 inputs"),
        ({"weight_0": np.zeros((8, GAME.schema.size), np.int64)}, "weights int64"),
        ({"weight_0": np.array(["x"] * 8)}, "weights <U1"),
        ({"bias_0": None}, "bias_0"),
        ({"about": np.array("[1]")}, "does not contain what it was made for"),
        ({"about": np.array("{")}, "is not a network"),
    ],
)
def test_file__with_odd_arrays(arrays, words, tmp_path):
    """Missing, misshapen and unusable arrays are one sentence that names the file."""
    with pytest.raises(ValueError, match=rf"best\.npz.*{words}") as refused:
        load_agent(saved(tmp_path / "best.npz", **arrays), GAME)
    assert "\n" not in str(refused.value)


def test_file__that_claims_to_be_huge(tmp_path, monkeypatch):
    """Arrays beyond the limit are refused before they are read."""
    monkeypatch.setattr("fs_env.agents.policy.archive.LARGEST", 1000)
    with pytest.raises(ValueError, match=r"best\.npz.*more than 1000"):
        load_agent(saved(tmp_path / "best.npz"), GAME)


def test_file__damaged_anywhere(tmp_path):
    """Whichever byte is changed and wherever the file is cut, it plays as before or is refused in one sentence."""
    path = tmp_path / "best.npz"
    spec, rng = saved(path), RNG(3)
    whole, layers = path.read_bytes(), network().layers
    refused = []
    for trial in range(600):
        data = bytearray(whole)
        if trial % 6 == 0:
            del data[int(rng.integers(len(whole))) :]
        else:
            data[int(rng.integers(len(whole)))] ^= int(rng.integers(1, 256))
        path.write_bytes(bytes(data))
        try:
            found = load_agent(spec, GAME).network.layers
        except ValueError as error:
            refused.append(str(error))
        else:
            pairs = [pair for one, other in zip(found, layers, strict=True) for pair in zip(one, other, strict=True)]
            assert all((before == after).all() for before, after in pairs)
    assert all(words.startswith("policy:") and "\n" not in words for words in refused)
    assert 300 < len(refused) < 600
