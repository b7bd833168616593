"""Networks in compiled code: what they read, what they answer, where they play, their files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.networks import shipped_files
from fs_env.agents.networks.agent import NetworkAgent
from fs_env.agents.networks.header import Entry
from fs_env.agents.networks.inputs import find_inputs
from fs_env.agents.networks.network import SparseNetwork, chosen_options
from fs_env.agents.networks.policy import NetworkPolicy, NetworkValue
from fs_env.agents.values.files import find_value
from fs_env.arena import Limits, Plan, Tournament, load_agent
from fs_env.arena.isolation import IsolatedAgent
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.envs import GameVectorEnv
from fs_env.registry.games import load_game
from fs_env.training.collector.opponents import Opponents
from tests.agents.networks import (
    K,
    by_numpy,
    castles,
    dense,
    masks_of_actions,
    network,
    observations,
    positions,
    with_prior,
)
from tests.arena.test_compiled import both, games
from tests.core.machine.nim import GAME as NIM

GAMES = {"castles_of_caleira": CASTLES, "nim": NIM}


def ids(mask: Any) -> Any:
    return mask.nonzero()[0].astype(np.int16)


def answers(policy: NetworkPolicy, shown: Any = None, masks: Any = None, seed: int = 0) -> list[int]:
    """Answers of a policy at each position, asked alone."""
    pairs = zip(*(castles() if shown is None else (shown, masks)), strict=True)
    return [policy.act(one, ids(mask), policy.new_memory(seed)) for one, mask in pairs]


def test_inputs__codes_and_sizes_by_hand() -> None:
    """Of Nim's stones, a number: its size and its frequent values; of the seat asked, a code: its values; the commonest value
    makes no input, nor does what never changes, nor a value that was not seen."""
    from fs_env.core.machine.declare.observation import ObservationSchema, Section

    schema = ObservationSchema(
        [
            Section("stones", (), "stones left", 0, 100),
            Section("who", (), "seat", -1, 3, names="seat"),
            Section("x", (), "", 0, 9),
        ]
    )
    shown = np.array([[20, 0, 5]] * 6 + [[7, 1, 5]] * 4 + [[-3, 2, 5]] * 1, np.int16)
    found = find_inputs(schema, shown, seen=3)
    assert found.size == 3 and len(found.entries) == 2, "a size, a value of stones, a value of the seat"
    amounts = dense(found, np.array([[20, 0, 5], [7, 1, 5], [-3, 2, 9], [300, 3, 0]], np.int16))
    base = np.log(21)
    expected = [[0, 0, 0], [np.log(8) - base, 1, 1], [-np.log(4) - base, 0, 0], [np.log(301) - base, 0, 0]]
    np.testing.assert_allclose(amounts, expected, atol=1e-6)
    codes = found.entries[:, Entry.NUMBER] < 0
    assert codes.tolist() == [False, True]


def test_inputs__pairs_are_one_number() -> None:
    """Two columns that are read together have a value for each pair that occurs often."""
    from fs_env.core.machine.declare.columns import Number
    from fs_env.core.machine.declare.observation import ObservationSchema, rows

    schema = ObservationSchema(
        [rows("cards", 1, "card", [Number("zone", "where", 0, 3), Number("owner", "whose", -1, 1)], "")]
    )
    shown = np.array([[0, -1]] * 5 + [[1, 0]] * 4 + [[1, 1]] * 4 + [[2, 1]] * 4, np.int16)
    found = find_inputs(schema, shown, left_out=["cards"], together=[("cards.zone", "cards.owner")], seen=3)
    assert found.size == 3 and found.single == 0
    amounts = dense(found, np.array([[0, -1], [1, 0], [1, 1], [2, 1], [2, 0]], np.int16))
    assert amounts.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("hidden", [(16,), (24, 8), (8, 24, 5), (9, 8, 7, 6)])
def test_answers__equal_numpy(game: str, hidden: tuple[int, ...]) -> None:
    """Logits and scores are those of the same layers in numpy; the action is the legal one with the highest logit."""
    shown, masks = castles() if game == CASTLES.name else positions(NIM, K)
    net = network(GAMES[game], shown, policy=hidden, value=hidden[::-1])
    amounts = dense(net.inputs, shown)
    logits, scores = by_numpy(net.policy, amounts), by_numpy(net.value, amounts)[:, 0]
    policy = NetworkPolicy(net)
    listed, counts = legal_ids(masks)
    found, valued = policy.evaluate(shown, listed, counts)
    for row in range(len(shown)):
        legal = ids(masks[row])
        np.testing.assert_allclose(found[row, : len(legal)], logits[row, legal], rtol=1e-4, atol=1e-4)
        assert (found[row, len(legal) :] == -np.inf).all()
    np.testing.assert_allclose(valued, scores, rtol=1e-4, atol=1e-4)
    best = np.where(masks == 1, logits, -np.inf)
    clear = np.sort(best, axis=1)[:, -1] - np.sort(best, axis=1)[:, -2] > 1e-3
    chosen = np.array(answers(policy, shown, masks))
    assert clear.mean() > 0.8 and (chosen == best.argmax(1))[clear].all()
    value = NetworkValue(net)
    assert [value.score(one) for one in shown[:20]] == pytest.approx(scores[:20].tolist(), rel=1e-4, abs=1e-4)


def test_answers__whatever_the_order_of_the_actions() -> None:
    """The same action is taken in whatever order the legal ones are listed, by draw or not; equal logits: the lowest id."""
    net = network(CASTLES, observations())
    for temperature in (0.0, 1.0):
        policy = NetworkPolicy(net, temperature=temperature)
        for one, mask in zip(observations()[:30], masks_of_actions()[:30], strict=True):
            legal = ids(mask)
            there, back = (policy.act(one, order, policy.new_memory(3)) for order in (legal, legal[::-1].copy()))
            assert there == back
    flat = SparseNetwork(net.inputs, [(w * 0, b * 0) for w, b in net.policy], [], net.about)
    assert answers(NetworkPolicy(flat)) == [int(ids(mask)[0]) for mask in masks_of_actions()]


@pytest.mark.parametrize("prior_logit", [0.0, 1.5])
def test_draws__have_the_probabilities_of_the_softmax(prior_logit: float) -> None:
    """Draws are as frequent as the softmax of the logits, with that of a prior policy, over the temperature says, and follow from the
    seed and their number."""
    net = network(CASTLES, observations())
    row = int(masks_of_actions().sum(1).argmax())
    legal, n = ids(masks_of_actions()[row]), 20_000 if compiled() else 600
    logits = by_numpy(net.policy, dense(net.inputs, observations()[row : row + 1]))[0, legal]
    if prior_logit:
        net, bot = with_prior(prior_logits=prior_logit), load_agent("heuristic", CASTLES).policy
        logits[legal == bot.act(observations()[row], legal, bot.new_memory(11))] += prior_logit
    for temperature in (1.0, 2.5):
        policy = NetworkPolicy(net, temperature=temperature)
        memory = policy.new_memory(11)
        drawn = [policy.act(observations()[row], legal, memory) for _ in range(n)]
        expected = np.exp(logits / temperature - (logits / temperature).max())
        found = np.array([drawn.count(int(action)) for action in legal]) / n
        np.testing.assert_allclose(found, expected / expected.sum(), atol=2.5 / np.sqrt(n))
        again = policy.new_memory(11)
        assert [policy.act(observations()[row], legal, again) for _ in range(100)] == drawn[:100]
        other = policy.new_memory(12)
        assert [policy.act(observations()[row], legal, other) for _ in range(100)] != drawn[:100]


def test_weights__change_in_place() -> None:
    """Who plays by a network plays by its new weights after `take`; another table of inputs is refused."""
    net, other = network(CASTLES, observations(), seed=1), network(CASTLES, observations(), seed=2)
    policy = NetworkPolicy(net)
    before, wanted = answers(policy), answers(NetworkPolicy(other))
    assert before != wanted
    net.take(other)
    assert answers(policy) == wanted
    with pytest.raises(ValueError, match="cannot replace"):
        net.take(network(CASTLES, observations()[:30]))
    with pytest.raises(ValueError, match="cannot replace"):
        net.take(network(CASTLES, observations(), policy=(16, 9)))


def saved(path: Path, **arrays: Any) -> str:
    network(CASTLES, observations(), **arrays).save(path)
    return f"policy:{path}"


@pytest.mark.parametrize("players", [2, 3])
def test_rows__play_the_same_games_as_one_by_one(players: int, tmp_path: Path) -> None:
    """Tournaments of networks, greedy and drawing, two different ones at a table: compiled games are those played one by one."""
    one, other = (saved(tmp_path / f"{seed}.npz", players=players, seed=seed) for seed in (1, 2))
    plan = Plan((one, f"{other},sample=1", "random"), players=players, games=24, seed=3, game=CASTLES.name)
    rows, single = both(plan)
    assert games(rows) == games(single) and len(games(rows)) == plan.total
    assert rows.standings().forfeited == 0 and rows.names[1] == f"{other},sample=1"
    greedy = Tournament(Plan((one, other, "random"), players=players, games=24, seed=3, game=CASTLES.name))
    greedy.run()
    assert games(greedy) != games(rows), "drawing is another play"


def test_isolated__answers_the_same(tmp_path: Path) -> None:
    """In its own process a network gives the same answers."""
    spec = saved(tmp_path / "net.npz")
    apart, here = (
        IsolatedAgent(f"{spec},sample=1", CASTLES.name, Limits(isolate=True)),
        load_agent(f"{spec},sample=1", CASTLES),
    )
    try:
        for one in (apart, here):
            one.reset(0, 8)
        for one, mask in zip(observations()[:12], masks_of_actions()[:12], strict=True):
            assert apart.act(SeatView(CASTLES, 0, 2, one, mask)) == here.act(SeatView(CASTLES, 0, 2, one, mask))
    finally:
        apart.close()


def test_pickled__with_its_weights() -> None:
    """A policy is pickled with its weights: another process needs no file."""
    policy = NetworkPolicy(network(CASTLES, observations()), temperature=1.0)
    again = pickle.loads(pickle.dumps(policy))  # noqa: S301
    assert again.address != policy.address and answers(again, seed=4) == answers(policy, seed=4)
    env = GameVectorEnv(CASTLES, 2, opponents=policy)
    env.reset(seed=3)
    other = pickle.loads(pickle.dumps(env))  # noqa: S301
    actions = env.action_masks().argmax(1)
    for one, two in zip(env.step(actions)[0].values(), other.step(actions)[0].values(), strict=True):
        np.testing.assert_array_equal(one, two)


def test_search__by_a_network_and_its_value(tmp_path: Path) -> None:
    """Search and tree take a network as policy, as opponents with parameters of their own, and as value."""
    spec = saved(tmp_path / "net.npz")
    state = CASTLES.new(1)
    CASTLES.setup(state, seed=3)
    seat = CASTLES.to_act(state)
    view = SeatView(CASTLES, seat, 2, CASTLES.observe(state, seat), CASTLES.mask(state))
    for kind in ("search", "tree"):
        bot = load_agent(f"{kind}:rollouts=64,policy={spec},opponents={spec};sample=1,value={spec},horizon=1", CASTLES)
        complete_view(view, bot, CASTLES, state, 0, 3)
        bot.reset(view.seat, 1)
        result = bot.search(view)
        assert result.chosen in view.legal and result.rollouts.sum() > 30
        assert result.policy_action == load_agent(spec, CASTLES).act(view)
        assert np.nanmax(result.values) <= 1 and np.nanmin(result.values) >= 0


def test_value__ends_rollouts_with_its_shares() -> None:
    """A rollout that is cut has the softmax of the scores that the network gives the observations of the seats: in Nim, whose
    states differ in one secret number, those of one of its ten values."""
    shown, _ = positions(NIM, K)
    value = NetworkValue(network(NIM, shown))
    state = NIM.new(1)
    NIM.setup(state, seed=5, stones=12)
    rollouts = Rollouts(NIM, 12)
    rollouts.use(value)
    rollouts.actions[:], rollouts.stop_turns[:], rollouts.seeds[:] = 1, 1, range(12)
    rollouts.policies[:] = RANDOM.address
    shares = rollouts.play(state, 0, 0)
    expected = []
    for secret in range(10):
        sampled = NIM.clone(state)
        sampled["secret"][0, 1] = secret
        NIM.step(sampled, 1)
        scores = np.array([value.score(NIM.observe(sampled, seat)) for seat in range(2)])
        expected.append(np.exp(scores[0]) / np.exp(scores).sum())
    nearest = np.abs(shares[:, :1] - np.array(expected)).argmin(1)
    np.testing.assert_allclose(shares[:, 0], np.array(expected)[nearest], rtol=1e-5)
    np.testing.assert_allclose(shares.sum(1), 1, rtol=1e-6)
    assert len(set(nearest.tolist())) > 3


def test_file__keeps_everything(tmp_path: Path) -> None:
    """A file is read back bit by bit, in half precision to a thousandth; nothing else is left in the folder."""
    net, path = network(CASTLES, observations()), tmp_path / "net.npz"
    net.about["training"] = {"labels": 7}
    net.save(path)
    again = SparseNetwork.load(path, CASTLES, 2)
    assert again.about["training"] == {"labels": 7} and again.about["hidden"] == {"policy": [16, 8], "value": [8]}
    assert [file.name for file in tmp_path.iterdir()] == ["net.npz"]
    for one, other in ((net.policy, again.policy), (net.value, again.value)):
        assert all((a == b).all() for pair in zip(one, other, strict=True) for a, b in zip(*pair, strict=True))
    assert answers(NetworkPolicy(again)) == answers(NetworkPolicy(net))
    net.save(tmp_path / "half.npz", half=True)
    half = SparseNetwork.load(tmp_path / "half.npz")
    np.testing.assert_allclose(half.policy[0][0], net.policy[0][0], rtol=1e-3, atol=1e-4)
    assert (tmp_path / "half.npz").stat().st_size < 0.8 * path.stat().st_size


def test_file__is_read_again_when_it_changes(tmp_path: Path) -> None:
    """A spec names what is in the file now."""
    spec = saved(tmp_path / "net.npz", seed=1)
    first = load_agent(spec, CASTLES)
    saved(tmp_path / "net.npz", seed=2)
    second = load_agent(spec, CASTLES)
    assert answers(first.policy) != answers(second.policy)


def changed(path: Path, about: dict[str, Any] | None = None, **arrays: Any) -> str:
    """The file of a network for Castles with some of its arrays, or of its description, replaced."""
    saved(path)
    with np.load(path) as file:
        held = {name: file[name] for name in file.files} | arrays
    held["about"] = np.array(json.dumps(json.loads(str(held["about"])) | (about or {})))
    np.savez(path, **{name: array for name, array in held.items() if array is not None})
    return f"policy:{path}"


@pytest.mark.parametrize(
    ("about", "arrays", "words"),
    [
        ({"game": "nim"}, {}, "was trained for 'nim', this is 'castles_of_caleira': choose"),
        ({"schema": "0" * 16}, {}, "another version of the observation of castles_of_caleira .*train it again"),
        ({"actions": "0" * 16}, {}, "another version of the actions of castles_of_caleira .*train it again"),
        ({"num_players": 9}, {}, "was trained for 9 players: expected 2 to 4"),
        ({"num_players": "2"}, {}, "was trained for '2' players: expected 2 to 4"),
        ({"activation": "tanh"}, {}, "written by another version"),
        ({"numbers": 3}, {}, "wrong places of numbers"),
        ({"inputs": 3}, {}, "wrong inputs"),
        ({}, {"policy_0": np.zeros((3, 16), np.float32)}, r"layer 0 of its policy has weights float32 \(3, 16\)"),
        ({}, {"policy_0": np.full((266, 16), 99, np.float32)}, "weights up to 99: expected at most 64"),
        (
            {},
            {"policy_1": np.full((16, 8), np.nan, np.float32)},
            "layer 1 of its policy has numbers that are not finite",
        ),
        ({}, {"value_bias_1": np.zeros(2, np.float32)}, "layer 1 of its value"),
        ({}, {"policy_2": None}, "policy_2"),
        ({}, {"entries": np.zeros((4, 3), np.int32)}, "a table of entries of shape"),
        ({}, {"entries": np.full((4, 9), 10**6, np.int32)}, "its table of inputs has wrong"),
        ({}, {"rows": np.full(3, 10**6, np.int32)}, "its table of inputs has wrong"),
        ({}, {"bases": None}, "bases"),
    ],
)
def test_file__that_cannot_be_played(about: dict[str, Any], arrays: dict[str, Any], words: str, tmp_path: Path) -> None:
    """A network of another game, version or number of players, and missing, misshapen and unusable arrays, beyond which compiled code
    would read, are refused in one sentence with what to do."""
    with pytest.raises(ValueError, match=rf"net\.npz.*{words}") as refused:
        load_agent(changed(tmp_path / "net.npz", about, **arrays), CASTLES)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("game", ["evil.py:GAME", "os:system", "tests.core.machine.nim:GAME", 7, None, "chess"])
def test_file__of_an_unregistered_game_runs_no_code(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file names its game by a registered id or is refused: nothing that it names is imported."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "evil.py").write_text("raise SystemExit('evil code was run')")
    spec = changed(tmp_path / "net.npz", {"game": game})
    with pytest.raises(ValueError, match=r"net\.npz.*not registered: expected one of four_souls"):
        load_agent(spec)
    with pytest.raises(ValueError, match=r"net\.npz.*this is 'castles_of_caleira'"):
        load_agent(spec, CASTLES)


def test_file__for_another_number_of_players(tmp_path: Path) -> None:
    """At a table of another size a network is refused where the table is set: environment, tournament, search, single answers."""
    spec = saved(tmp_path / "net.npz", players=3)
    words = r"net\.npz plays castles_of_caleira with 3 players, this is castles_of_caleira with 2 players"
    with pytest.raises(ValueError, match=words):
        GameVectorEnv(CASTLES, 2, opponents=spec)
    with pytest.raises(ValueError, match=words):
        Tournament(Plan((spec, "random"), games=2, game=CASTLES.name)).run()
    with pytest.raises(ValueError, match=words):
        load_agent(spec, CASTLES).act(SeatView(CASTLES, 0, 2, observations()[0], masks_of_actions()[0]))
    with pytest.raises(ValueError, match=r"was trained for 3 players, this table has 2: choose"):
        find_value(spec, CASTLES, 2)
    assert GameVectorEnv(CASTLES, 2, num_players=3, opponents=spec).opponents == (spec,)
    assert load_agent(f"search:rollouts=9,policy={spec}", CASTLES).name.startswith("search")


def test_spec__parameters(tmp_path: Path) -> None:
    """`sample` is the temperature; a comma in the name of a file is no parameter; other words are refused."""
    spec = saved(tmp_path / "a,b.npz")
    warm = load_agent(f"{spec},sample=0.5", CASTLES)
    assert isinstance(warm, NetworkAgent) and warm.policy.temperature == 0.5
    assert load_agent(spec, CASTLES).policy.temperature == 0
    for wrong, words in (
        ("sample=warm", "expected 0 for the best"),
        ("simple=1", "did you mean 'sample'"),
        ("sample=-1", "sample=-1"),
        ("unseen=2", "unseen='2': expected 1 to play with card sets"),
    ):
        with pytest.raises(ValueError, match=words):
            load_agent(f"{spec},{wrong}", CASTLES)
    with pytest.raises(ValueError, match="there is no file"):
        load_agent(f"policy:{tmp_path / 'none.npz'}", CASTLES)


def copied(spec: str) -> Any:
    return pickle.loads(pickle.dumps(load_agent(spec).policy))  # noqa: S301


def test_unseen__card_sets_are_played_only_when_requested(tmp_path: Path) -> None:
    """A network of the base set plays games with all sets by `unseen=1`, pickled too, and is refused without; cards that training left out
    of its own sets need nothing."""
    rules = load_game("four_souls")
    sets = rules.options["sets"]
    shown, _ = positions(rules, K)
    net = network(rules, shown)
    net.about["options"] = chosen_options(rules, 2, {"held_out": 1})
    net.save(tmp_path / "base.npz")
    spec, every = f"policy:{tmp_path / 'base.npz'}", {"sets": sets.of_names(sets.bits), "max_decisions": 300}
    for given in (spec, f"{spec},sample=1", f"{spec},unseen=0", copied(spec)):
        agents = (given if isinstance(given, str) else NetworkAgent(given), "random")
        with pytest.raises(ValueError, match=r"was trained with sets base, this is sets base,.*unseen=1 plays"):
            Tournament(Plan(agents, games=2, options=every))
    refused = pytest.raises(ValueError, match="was trained with sets base, this is sets base,")
    for part in ("policy", "opponents", "rollout_policy"):
        with refused:
            Tournament(Plan((f"search:rollouts=4,{part}={spec}", "random"), games=2, options=every))
    with refused:
        GameVectorEnv(rules, 2, opponents=spec, game_options=every)
    with refused:
        Opponents(rules, {**every, "num_players": 2}, {spec: 1.0})
    GameVectorEnv(rules, 2, opponents=f"{spec},unseen=1", game_options=every).close()
    told = f"{spec},sample=1,unseen=1"
    for agents, options in (
        ((told, "random"), every),
        ((NetworkAgent(copied(told)), "random"), every),
        ((spec, "random"), {"max_decisions": 300}),
    ):
        tournament = Tournament(Plan(agents, games=4, options=options))
        tournament.run()
        assert len(tournament.standings().agents) == 2 and tournament.standings().forfeited == 0


def test_shipped__are_found_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network of the package is named without its folder, as a player and as a value."""
    saved(tmp_path / "castles_2.npz")
    monkeypatch.setattr(shipped_files, "FOLDER", tmp_path)
    assert shipped_files.shipped() == ["castles_2"]
    named = load_agent("policy:castles_2,sample=1", CASTLES)
    assert named.name == "policy:castles_2,sample=1" and named.policy.temperature == 1
    value = find_value("policy:castles_2", CASTLES, 2)
    assert value is not None and value.score(observations()[0]) != 0
    assert load_agent("search:rollouts=9,policy=policy:castles_2,value=policy:castles_2", CASTLES).name.startswith(
        "search"
    )


def test_file__damaged_anywhere(tmp_path: Path) -> None:
    """Whichever byte is changed and wherever the file is cut, it plays as before or is refused in one sentence."""
    path, rng = tmp_path / "net.npz", np.random.default_rng(3)
    spec = saved(path)
    whole, before, refused = path.read_bytes(), answers(load_agent(spec, CASTLES).policy)[:8], []
    for trial in range(120):
        data = bytearray(whole)
        if trial % 6 == 0:
            del data[int(rng.integers(len(whole))) :]
        else:
            data[int(rng.integers(len(whole)))] ^= int(rng.integers(1, 256))
        path.write_bytes(bytes(data))
        try:
            found = NetworkPolicy(SparseNetwork.load(path, CASTLES))
        except ValueError as error:
            refused.append(str(error))
        else:
            assert answers(found, observations()[:8], masks_of_actions()[:8]) == before
    assert 60 < len(refused) < 120 and all(words.startswith("policy:") and "\n" not in words for words in refused)


def test_towers__may_be_missing(tmp_path: Path) -> None:
    """A network without a value plays and values nothing; one without a policy does not play."""
    plays, values = network(CASTLES, observations(), value=()), network(CASTLES, observations(), policy=())
    assert NetworkPolicy(plays).evaluate(observations(), *legal_ids(masks_of_actions()))[1].tolist() == [0] * K
    with pytest.raises(ValueError, match="a policy only"):
        NetworkValue(plays)
    with pytest.raises(ValueError, match="a value only"):
        NetworkPolicy(values)
    assert len({NetworkValue(values).score(one) for one in observations()}) > 5


def test_observations__of_another_game_are_no_reads_beyond() -> None:
    """An observation of another length makes an answer that the rules refuse, and a score of 0."""
    net = network(CASTLES, observations())
    policy = NetworkPolicy(net)
    assert policy.act(observations()[0][:9].copy(), ids(masks_of_actions()[0]), policy.new_memory(0)) == -2
    assert NetworkValue(net).score(observations()[0][:9].copy()) == 0
    with pytest.raises(ValueError, match="expected"):
        NetworkPolicy(net).evaluate(observations()[:, :9], *legal_ids(masks_of_actions()))
