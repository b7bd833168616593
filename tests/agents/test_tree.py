"""The tree search: on Nim, whose theory is known, and on Castles of Caleira, where much is hidden."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.search import TreeAgent
from fs_env.agents.search import tree as module
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.search_tree import SearchTree
from tests.core.machine.nim import GAME as NIM
from tests.core.machine.nim import SHOW
from tests.core.machine.players import WRONG


def nim(stones, players=2, turns=0, secrets=None):
    """A game of Nim after `turns` single stones; all numbers are shown unless `secrets` are given."""
    S = NIM.new()
    NIM.setup(S, seed=1, stones=stones + turns, num_players=players)
    fields = S.view(np.ndarray)
    fields["shown"][0] = secrets is None
    fields["secret"][0, :players] = secrets or [1] * players
    for _ in range(turns):
        NIM.step(S, 0)
    return S


def castles(players=2, seed=5, decisions=6):
    """A game of Castles in which every player has made some choices."""
    S = CASTLES.new()
    CASTLES.setup(S, seed=seed, num_players=players)
    while decisions > 0 or len(CASTLES.legal(S)) < 2:
        CASTLES.step(S, int(np.sort(CASTLES.legal(S))[-1]))
        decisions -= 1
    return S


def ask(spec, game, S, *, seed=3, host=1):
    """Result of a search by a new agent in a position; `host` seeds the determinization that it is handed."""
    agent = load_agent(f"tree:{spec}", game)
    seat = game.to_act(S)
    agent.reset(seat, seed)
    view = SeatView(game, seat, game.num_players(S), game.observe(S, seat), game.mask(S))
    complete_view(view, agent, game, S, 0, host)
    return agent.search(view)


PLAIN = "policy=random,prior=0,rollouts="


@pytest.mark.parametrize("nodes", ["own", "all"])
@pytest.mark.parametrize("stones", [5, 6, 7, 9, 10, 11])
def test_nim__leaves_a_multiple_of_four(stones, nodes):
    """Who leaves a multiple of four wins: the only winning move of each of these positions."""
    result = ask(f"{PLAIN}3000,nodes={nodes}", NIM, nim(stones))
    assert result.chosen == stones % 4 - 1
    assert result.values[result.chosen] == np.nanmax(result.values) and result.seat == 0
    line = [action for _, action in result.line]
    assert line[0] == result.chosen and sum(action + 1 for action in line) <= stones
    assert [seat for seat, _ in result.line] == [k % 2 for k in range(len(line))]


def test_nim__a_lost_position_is_known_as_lost():
    """With four stones every move loses against a good player, whatever random play thinks of it."""
    assert ask(f"{PLAIN}4000", NIM, nim(4)).values.max() < 0.1
    assert ask(f"{PLAIN}4000", NIM, nim(3)).values.max() > 0.95


def test_nim__shows_the_number_that_wins():
    """A 7 that is shown takes the last stone at once; another number only passes the turn."""
    lucky = ask(f"{PLAIN}600", NIM, nim(9, secrets=[7, 2]))
    assert lucky.chosen == SHOW and lucky.values[SHOW] == 1.0 and lucky.errors[SHOW] == 0.0
    assert ask(f"{PLAIN}3000", NIM, nim(9, secrets=[2, 7])).values[SHOW] < 1.0


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_nim__each_of_three_seats_plays_for_itself(turns):
    """With four stones the next seat takes all that is left, whatever is taken now: it wins, not the one after it."""
    S = nim(4, players=3, turns=turns)
    tree = SearchTree(NIM, RANDOM, RANDOM, None, exploration=0.3, prior=0.0, everybody=True)
    tree.plant(S, turns, RANDOM.new_memory(1), seed=8, stop_turn=0, cooperative=False)
    tree.grow(4000)
    edges = tree.edges_at(NIM.observe(S, turns), turns)
    assert sorted(edges) == [0, 1, 2]
    for edge in edges.values():
        assert edge.shares[(turns + 1) % 3] > 0.9 and edge.shares.sum() == pytest.approx(1.0)


def test_nim__four_seats_of_which_none_is_favoured():
    """Values are shares of the win of the searching seat: all four of them together are 1."""
    S = nim(3, players=4)
    result = ask(f"{PLAIN}500", NIM, S)
    assert result.chosen == 2 and result.values[2] == 1.0


def test_limit__of_rollouts():
    """As many as allowed, one of which finds the root; fewer only where none can change the choice any more."""
    equal = ask(f"{PLAIN}500,exploration=5", NIM, nim(8))
    assert 490 <= equal.rollouts.sum() <= 499
    clear = ask(f"{PLAIN}5000", NIM, nim(3))
    assert 2500 <= clear.rollouts[2] and clear.rollouts.sum() < 3500


def test_limit__of_time(monkeypatch):
    """Rounds end with the time: a clock by which every rollout takes a tenth of a millisecond allows 200 in 20 ms."""
    agent = TreeAgent({"policy": "random", "prior": "0", "milliseconds": "20", "exploration": "5"}, NIM)
    monkeypatch.setattr(module, "perf_counter", lambda: agent.searcher.tree.rollouts * 1e-4)
    S = nim(8)
    agent.reset(0, 3)
    view = SeatView(NIM, 0, 2, NIM.observe(S, 0), NIM.mask(S))
    complete_view(view, agent, NIM, S, 0, 1)
    assert 190 <= agent.search(view).rollouts.sum() <= 200


def as_numbers(result):
    return [result.chosen, result.rollouts.tolist(), [v for v in result.values.tolist() if v == v], result.line]


@pytest.mark.parametrize("nodes", ["own", "all"])
def test_seed__decides_everything(nodes):
    S, spec = castles(), f"rollouts=300,value=none,nodes={nodes}"
    assert as_numbers(ask(spec, CASTLES, S)) == as_numbers(ask(spec, CASTLES, S))
    assert as_numbers(ask(spec, CASTLES, S)) != as_numbers(ask(spec, CASTLES, S, seed=4))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_secrets__equal_results_in_states_that_look_the_same(players):
    """Other cards in other hands and in the deck, and another determinization from the host, change nothing."""
    S = castles(players)
    seat = CASTLES.to_act(S)
    results = [as_numbers(ask("rollouts=200", CASTLES, S))]
    for guess in range(4):
        other = CASTLES.clone(S)
        CASTLES.resample(other, seat, 0, guess)
        assert other.tobytes() != S.tobytes()
        results.append(as_numbers(ask("rollouts=200", CASTLES, other, host=guess + 10)))
    assert results == [results[0]] * 5


def test_nodes__own_nodes_hide_what_others_hide():
    """Nim with a secret: the seat that searches cannot tell which number the other one has, so its nodes are fewer."""
    S = nim(6, secrets=[1, 2])
    counts = {}
    for everybody in (False, True):
        tree = SearchTree(NIM, RANDOM, RANDOM, None, exploration=0.3, prior=0.0, everybody=everybody)
        tree.plant(S, 0, RANDOM.new_memory(1), seed=8, stop_turn=0, cooperative=False)
        tree.grow(3000)
        counts[everybody] = int(tree.header["n_nodes"][0])
    assert counts[False] * 2 < counts[True]


def test_leaves__whole_games_without_a_tree():
    """A tree of one node is plain rollouts: its shares are those of random games from the position, within four errors."""
    S = castles(3)
    seat = CASTLES.to_act(S)
    tree = SearchTree(CASTLES, RANDOM, RANDOM, None, exploration=1e6, prior=0.0, everybody=True, max_nodes=1)
    tree.plant(S, seat, RANDOM.new_memory(1), seed=8, stop_turn=0, cooperative=False)
    tree.grow(6001)
    for action, edge in tree.edges_at(CASTLES.observe(S, seat), seat).items():
        won = []
        for k in range(800):
            sampled = CASTLES.clone(S)
            CASTLES.resample(sampled, seat, 0, 10_000 + k)
            CASTLES.step(sampled, action)
            CASTLES.playout(sampled, 0, k, 1000)
            won.append(max(0.0, CASTLES.returns(sampled)[seat]))
        error = np.hypot(edge.error, np.std(won) / 800**0.5)
        assert abs(edge.shares[seat] - np.mean(won)) < 4 * error, action


@pytest.mark.slow
def test_compiled__as_plain_python():
    words = "as_numbers(ask('policy=random,prior=0,rollouts=150', NIM, nim(9, 3, secrets=[1, 2, 3])))"
    run = subprocess.run(
        [sys.executable, "-c", f"import json; from tests.agents.test_tree import *; print(json.dumps({words}))"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = as_numbers(ask("policy=random,prior=0,rollouts=150", NIM, nim(9, 3, secrets=[1, 2, 3])))
    assert json.loads(run.stdout) == json.loads(json.dumps(found)) and sum(found[1]) > 100


def test_policy__its_fault_is_reported():
    """A policy that answers what is not legal, as the preferred action within the tree and after a leaf."""
    S = nim(9)
    for prior in (0.0, 0.5):
        tree = SearchTree(NIM, WRONG, WRONG, None, exploration=0.3, prior=prior, everybody=True)
        tree.plant(S, 0, WRONG.new_memory(1), seed=8, stop_turn=0, cooperative=False)
        with pytest.raises(RuntimeError, match="99"):
            tree.grow(100)


def test_edges__count_how_often_they_could_be_taken():
    """At the root all is legal in every determinization; at nodes of the opponent it depends on the cards that one deals it."""
    S = castles()
    seat = CASTLES.to_act(S)
    tree = SearchTree(CASTLES, RANDOM, RANDOM, None, exploration=0.3, prior=0.0, everybody=False)
    tree.plant(S, seat, RANDOM.new_memory(1), seed=8, stop_turn=0, cooperative=False)
    tree.grow(2000)
    counts = []
    for first in tree.nodes["first"][: int(tree.header["n_nodes"][0])].tolist():
        counts.append([])
        while first >= 0:
            edge = tree.edges[first]
            assert edge["visits"] <= edge["available"]
            counts[-1].append(int(edge["available"]))
            first = int(edge["next"])
    assert counts[0] == [1999] * len(CASTLES.legal(S))
    assert any(len(set(node)) > 1 and max(node) > 20 for node in counts)
