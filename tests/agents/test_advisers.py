"""Networks that see what a bot would do: whose advice counts and by how much, over whole games, in files, in searches."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agents.networks.adviser import advisers
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena import Plan, Tournament, load_agent
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.game import Game
from fs_env.envs import load_game
from tests.agents.networks import by_numpy, dense, network, positions
from tests.arena.test_compiled import both, games

SHOWN, MASKS = positions(CASTLES, 300 if compiled() else 40)
MOST = np.float32(1e4)  # more than any logit here


def advised(
    game: Game = CASTLES, advice: Any = MOST, adviser: str = "heuristic", shown: Any = SHOWN, seed: int = 0
) -> SparseNetwork:
    """A random network with an adviser; `advice` for every action or one number for all."""
    net = network(game, shown, seed=seed)
    wanted = np.broadcast_to(np.asarray(advice, np.float32), game.num_actions)
    return SparseNetwork(net.inputs, net.policy, net.value, {**net.about, "adviser": adviser}, wanted)


def spec(path: Path, net: SparseNetwork) -> str:
    """The spec of a network in a file."""
    net.save(path)
    return f"policy:{path}"


def test_advice__is_added_to_the_logit_of_what_the_adviser_would_do() -> None:
    """With a number for each action: the choice is that of numpy's logits with the number added where the heuristic goes."""
    advice = np.random.default_rng(2).normal(0, 2, CASTLES.num_actions)
    net = advised(advice=advice)
    policy, bot = NetworkPolicy(net), load_agent("heuristic", CASTLES).policy
    logits = by_numpy(net.policy, dense(net.inputs, SHOWN))
    listed, counts = legal_ids(MASKS)
    wanted = np.full(len(SHOWN), -1)
    changed = 0
    for row, mask in enumerate(MASKS):
        legal = np.flatnonzero(mask).astype(np.int16)
        if len(legal) == 1:
            continue
        wanted[row] = bot.act(SHOWN[row], legal, bot.new_memory(5))
        alone = legal[logits[row, legal].argmax()]
        logits[row, wanted[row]] += advice[wanted[row]]
        assert policy.act(SHOWN[row], legal, policy.new_memory(5)) == legal[logits[row, legal].argmax()]
        changed += alone != legal[logits[row, legal].argmax()]
    assert changed > len(SHOWN) / 40, "the advice decides nothing"
    found, _ = policy.evaluate(SHOWN, listed, counts, wanted)
    for row in range(len(SHOWN)):
        legal = listed[row, : counts[row]]
        np.testing.assert_allclose(found[row, : counts[row]], logits[row, legal], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("game", ["castles_of_caleira", pytest.param("four_souls", marks=pytest.mark.slow)])
def test_advice__that_outweighs_everything_plays_as_the_adviser(game: str, tmp_path: Path) -> None:
    """Games of such a network are the heuristic's own, seed by seed, memory and all, in rows and one by one."""
    if not compiled() and game == "four_souls":
        pytest.skip("whole games of Four Souls")
    rules = load_game(game)
    shown = SHOWN if game == CASTLES.name else positions(rules, 60)[0]
    name = spec(tmp_path / "net.npz", advised(rules, shown=shown))
    plans = [Plan((one, "random"), players=2, games=12, seed=8, game=game) for one in (name, "heuristic", "random")]
    rows, single = both(plans[0])
    bot, other = (Tournament(plan) for plan in plans[1:])
    bot.run()
    other.run()
    assert games(rows) == games(single) == games(bot) != games(other)


@pytest.mark.skipif(not compiled(), reason="a whole game of Four Souls")
def test_memory__of_the_adviser_is_its_own() -> None:
    """Through a game of Four Souls in which the network draws: behind its seed and the number of its draws lies what the heuristic would
    remember that was asked alone, from the same seed."""
    rules = load_game("four_souls")
    policy = NetworkPolicy(advised(rules, advice=3.0, shown=positions(rules, 60)[0]), temperature=1.0)
    bot, state = load_agent("heuristic", rules).policy, rules.new()
    rules.setup(state, seed=4)
    memory, alone = policy.new_memory(77), bot.new_memory(77)
    choices = 0
    while (seat := rules.to_act(state)) >= 0:
        legal = np.sort(rules.legal(state))
        chosen = int(legal[0])
        if seat == 0 and len(legal) > 1:
            shown = rules.observe(state, seat)
            bot.act(shown, legal, alone)
            chosen, choices = policy.act(shown, legal, memory), choices + 1
            assert memory[:2].tolist() == [77, choices] and (memory[2:] == alone).all()
        rules.step(state, chosen)
    assert choices > 30 and (alone[1:] != 0).any(), "the heuristic remembers nothing"


def test_draws__add_the_advice_before_the_temperature() -> None:
    """A draw is as frequent as the softmax of the advised logits over the temperature says."""
    net = advised(advice=1.5)
    row = int(MASKS.sum(1).argmax())
    legal, n = np.flatnonzero(MASKS[row]).astype(np.int16), 20_000 if compiled() else 600
    policy, bot = NetworkPolicy(net, temperature=2.0), load_agent("heuristic", CASTLES).policy
    memory = policy.new_memory(11)
    logits = by_numpy(net.policy, dense(net.inputs, SHOWN[row : row + 1]))[0, legal]
    logits[legal == bot.act(SHOWN[row], legal, bot.new_memory(11))] += 1.5
    drawn = [policy.act(SHOWN[row], legal, memory) for _ in range(n)]
    expected = np.exp(logits / 2 - (logits / 2).max())
    found = np.array([drawn.count(int(action)) for action in legal]) / n
    np.testing.assert_allclose(found, expected / expected.sum(), atol=2.5 / np.sqrt(n))


def test_file__keeps_adviser_and_advice(tmp_path: Path) -> None:
    """Saved, loaded and pickled, a network has the same adviser and advice; weights replace only those with the same adviser."""
    advice = np.arange(CASTLES.num_actions) / 7
    net = advised(advice=advice)
    net.save(tmp_path / "net.npz", half=True)
    again = SparseNetwork.load(tmp_path / "net.npz", CASTLES)
    assert again.adviser == "heuristic" and (again.advice == advice.astype(np.float32)).all()
    other = pickle.loads(pickle.dumps(NetworkPolicy(again)))  # noqa: S301
    assert other.network.adviser == "heuristic" and (other.network.advice == again.advice).all()
    copied = again.copy()
    copied.take(advised(advice=3.0))
    assert (copied.advice == 3).all() and again.advice[7] == 1, "a copy has weights of its own"
    with pytest.raises(ValueError, match="cannot replace .*adviser"):
        copied.take(network(CASTLES, SHOWN))


@pytest.mark.parametrize(
    "name", ["random", "search", "policy:net.npz", "tests/agents/evil.py:Bot", "heuristics", "os:system"]
)
def test_file__names_a_bot_of_the_package(name: str, tmp_path: Path) -> None:
    """An adviser that is no bot of the package is refused in one sentence with those there are: a file runs no code from elsewhere."""
    path = tmp_path / "net.npz"
    advised(adviser=name).save(path)
    with pytest.raises(ValueError, match=rf"net\.npz.*adviser '{name}'.*heuristic") as refused:
        SparseNetwork.load(path, CASTLES)
    assert "\n" not in str(refused.value)


def test_advisers__are_the_bots_of_a_game() -> None:
    """Those with a policy that thinks."""
    assert advisers("four_souls") == ["heuristic", "heuristic@1", "heuristic@2", "heuristic@3"]
    assert advisers("betrayal") == ["heuristic"]


@pytest.mark.parametrize(("adviser", "advice"), [("heuristic", None), ("", 1.0), ("heuristic", np.nan)])
def test_network__with_half_an_adviser_is_refused(adviser: str, advice: Any) -> None:
    """A name without numbers, numbers without a name, numbers that are none."""
    net = network(CASTLES, SHOWN)
    given = None if advice is None else np.full(CASTLES.num_actions, advice, np.float32)
    with pytest.raises(ValueError, match="its adviser is .*expected a finite number for each"):
        SparseNetwork(net.inputs, net.policy, net.value, {**net.about, "adviser": adviser}, given)


def test_evaluate__wants_the_advice_where_there_is_an_adviser() -> None:
    """Logits without it would be those of another player."""
    listed, counts = legal_ids(MASKS)
    with pytest.raises(ValueError, match="its adviser is 'heuristic', advised is not given"):
        NetworkPolicy(advised()).evaluate(SHOWN, listed, counts)
    with pytest.raises(ValueError, match="its adviser is ''"):
        NetworkPolicy(network(CASTLES, SHOWN)).evaluate(SHOWN, listed, counts, np.zeros(len(SHOWN), np.int64))


def test_search__by_an_advised_network(tmp_path: Path) -> None:
    """Its games with such a network in the seats of its rollouts are those with the adviser itself, where the advice decides."""
    name = spec(tmp_path / "net.npz", advised())
    told = []
    for policy in (name, "heuristic"):
        plan = Plan(
            (f"search:rollouts=40,policy={policy},value=none", "heuristic"),
            players=2,
            games=2,
            seed=3,
            game=CASTLES.name,
        )
        tournament = Tournament(plan)
        tournament.run()
        told.append(games(tournament))
    assert told[0] == told[1]
