"""Networks that see what a bot would do: whose action counts and by how much, over whole games, in files, in searches."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena import Plan, Tournament, load_agent
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.answers import legal_ids
from fs_env.envs import load_game
from tests.agents.networks import by_numpy, dense, masks_of_actions, network, observations, positions, with_prior
from tests.arena.test_compiled import both, games


def spec(path: Path, net: SparseNetwork) -> str:
    net.save(path)
    return f"policy:{path}"


def test_prior_logit__is_added_to_that_of_the_prior_action() -> None:
    """With a number for each action: the choice is that of numpy's logits with the number added where the heuristic goes."""
    prior_logits = np.random.default_rng(2).normal(0, 2, CASTLES.num_actions)
    net = with_prior(prior_logits=prior_logits)
    policy, bot = NetworkPolicy(net), load_agent("heuristic", CASTLES).policy
    logits = by_numpy(net.policy, dense(net.inputs, observations()))
    listed, counts = legal_ids(masks_of_actions())
    wanted = np.full(len(observations()), -1)
    changed = 0
    for row, mask in enumerate(masks_of_actions()):
        legal = np.flatnonzero(mask).astype(np.int16)
        if len(legal) == 1:
            continue
        wanted[row] = bot.act(observations()[row], legal, bot.new_memory(5))
        alone = legal[logits[row, legal].argmax()]
        logits[row, wanted[row]] += prior_logits[wanted[row]]
        assert policy.act(observations()[row], legal, policy.new_memory(5)) == legal[logits[row, legal].argmax()]
        changed += alone != legal[logits[row, legal].argmax()]
    assert changed > len(observations()) / 40, "the prior policy decides nothing"
    found, _ = policy.evaluate(observations(), listed, counts, wanted)
    for row in range(len(observations())):
        legal = listed[row, : counts[row]]
        np.testing.assert_allclose(found[row, : counts[row]], logits[row, legal], rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("game", ["castles_of_caleira", pytest.param("four_souls", marks=pytest.mark.slow)])
def test_prior_logit__that_outweighs_everything_plays_as_the_prior_policy(game: str, tmp_path: Path) -> None:
    """Games of such a network are the heuristic's own, seed by seed, memory and all, in rows and one by one."""
    if not compiled() and game == "four_souls":
        pytest.skip("whole games of Four Souls")
    rules = load_game(game)
    shown = observations() if game == CASTLES.name else positions(rules, 60)[0]
    name = spec(tmp_path / "net.npz", with_prior(rules, shown=shown))
    plans = [Plan((one, "random"), players=2, games=12, seed=8, game=game) for one in (name, "heuristic", "random")]
    rows, single = both(plans[0])
    bot, other = (Tournament(plan) for plan in plans[1:])
    bot.run()
    other.run()
    assert games(rows) == games(single) == games(bot) != games(other)


@pytest.mark.skipif(not compiled(), reason="a whole game of Four Souls")
def test_memory__of_the_prior_policy_is_its_own() -> None:
    """Through a game of Four Souls in which the network draws: behind its seed and the number of its draws lies what the heuristic would
    remember that was asked alone, from the same seed."""
    rules = load_game("four_souls")
    policy = NetworkPolicy(with_prior(rules, prior_logits=3.0, shown=positions(rules, 60)[0]), temperature=1.0)
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
            assert memory[:2].tolist() == [77, choices] and (memory[2 : 2 + bot.words] == alone).all()
        rules.step(state, chosen)
    assert choices > 30 and (alone[1:] != 0).any(), "the heuristic remembers nothing"


def test_file__keeps_prior_policy_and_logits(tmp_path: Path) -> None:
    """Saved, loaded and pickled, a network has the same prior policy and logits; weights replace only those with the same
    prior policy."""
    prior_logits = np.arange(CASTLES.num_actions) / 7
    net = with_prior(prior_logits=prior_logits)
    net.save(tmp_path / "net.npz", half=True)
    again = SparseNetwork.load(tmp_path / "net.npz", CASTLES)
    assert again.prior_policy == "heuristic" and (again.prior_logits == prior_logits.astype(np.float32)).all()
    other = pickle.loads(pickle.dumps(NetworkPolicy(again)))  # noqa: S301
    assert other.network.prior_policy == "heuristic" and (other.network.prior_logits == again.prior_logits).all()
    copied = again.copy()
    copied.take(with_prior(prior_logits=3.0))
    assert (copied.prior_logits == 3).all() and again.prior_logits[7] == 1, "a copy has weights of its own"
    with pytest.raises(ValueError, match="cannot replace .*prior policy"):
        copied.take(network(CASTLES, observations()))


@pytest.mark.parametrize(
    "name", ["random", "search", "policy:net.npz", "tests/agents/evil.py:Bot", "heuristics", "os:system"]
)
def test_file__names_a_bot_of_the_package(name: str, tmp_path: Path) -> None:
    """A prior policy that is no bot of the package is refused in one sentence with those there are: a file runs no code from
    elsewhere."""
    path = tmp_path / "net.npz"
    with_prior(prior_policy=name).save(path)
    with pytest.raises(ValueError, match=rf"net\.npz.*prior policy '{name}'.*heuristic") as refused:
        SparseNetwork.load(path, CASTLES)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("prior_policy", "prior_logits"), [("heuristic", None), ("", 1.0), ("heuristic", np.nan)])
def test_network__with_half_a_prior_is_refused(prior_policy: str, prior_logits: Any) -> None:
    """A name without numbers, numbers without a name, numbers that are none."""
    net = network(CASTLES, observations())
    given = None if prior_logits is None else np.full(CASTLES.num_actions, prior_logits, np.float32)
    with pytest.raises(ValueError, match="its prior policy is .*expected a finite number for each"):
        SparseNetwork(net.inputs, net.policy, net.value, {**net.about, "prior_policy": prior_policy}, given)


def test_evaluate__wants_the_prior_actions_where_there_is_a_prior_policy() -> None:
    """Logits without it would be those of another player."""
    listed, counts = legal_ids(masks_of_actions())
    with pytest.raises(ValueError, match="its prior policy is 'heuristic', prior_actions is not given"):
        NetworkPolicy(with_prior()).evaluate(observations(), listed, counts)
    with pytest.raises(ValueError, match="its prior policy is ''"):
        NetworkPolicy(network(CASTLES, observations())).evaluate(
            observations(), listed, counts, np.zeros(len(observations()), np.int64)
        )


def test_search__by_a_network_with_a_prior_policy(tmp_path: Path) -> None:
    """Its games with such a network in the seats of its rollouts are those with the prior policy itself, where its logit decides."""
    name = spec(tmp_path / "net.npz", with_prior())
    told = []
    for policy in (name, "heuristic"):
        agents = f"search:rollouts=40,policy={policy},value=none", "heuristic"
        tournament = Tournament(Plan(agents, players=2, games=2, seed=3, game=CASTLES.name))
        tournament.run()
        told.append(games(tournament))
    assert told[0] == told[1]
