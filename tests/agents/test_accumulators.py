"""The first layer of a network from what changed in an observation: exactly what it is from the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from fs_env.agents.networks.layers import SCALE
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.registry.games import load_game
from tests.agents.networks import dense, network, positions
from tests.core.machine.nim import GAME as NIM

K = 200 if compiled() else 30
GAMES = {"castles_of_caleira": CASTLES, "nim": NIM}
if compiled():
    GAMES["four_souls"] = load_game("four_souls")  # with numbers that are read together


def sums_of(policy: NetworkPolicy, memory: Any) -> Any:
    width = policy.network.widths["policy"][0]
    return memory[policy.words - (width + 1) // 2 : policy.words].view(np.int32)[:width]


def ask(policy: NetworkPolicy, shown: Any, mask: Any, memory: Any) -> int:
    return policy.act(shown, mask.nonzero()[0].astype(np.int16), memory)


@pytest.fixture(params=GAMES)
def asked(request: Any) -> tuple[SparseNetwork, Any, Any]:
    """A network with an odd number of units, and positions with a choice: of one game after the other, then some at random."""
    shown, masks = positions(GAMES[request.param], K)
    some = masks.sum(axis=1) > 1
    order = np.concatenate([np.arange(some.sum()), np.random.default_rng(0).integers(some.sum(), size=40)])
    net = network(GAMES[request.param], shown, policy=(13, 5))
    return net, shown[some][order], masks[some][order]


def test_sums__whatever_was_seen_before(asked: tuple[SparseNetwork, Any, Any]) -> None:
    """One memory through all positions, and a new one at each: the same sums to the last bit, which are numpy's but for rounding, and the
    same choices."""
    net, shown, masks = asked
    policy, weights = NetworkPolicy(net), net.policy[0][0]
    memory = policy.new_memory(0)
    for one, mask in zip(shown, masks, strict=True):
        fresh = policy.new_memory(0)
        assert ask(policy, one, mask, memory) == ask(policy, one, mask, fresh)
        assert sums_of(policy, memory).tolist() == sums_of(policy, fresh).tolist()
        amounts = dense(net.inputs, one[None])[0]
        apart = np.abs(sums_of(policy, memory) - amounts @ weights * SCALE)
        assert apart.max() <= (amounts != 0).sum() * 2, "each product is rounded by less than one"


def test_sums__of_other_weights(asked: tuple[SparseNetwork, Any, Any]) -> None:
    """Where a network takes over other weights while it plays, the next choice is by those alone."""
    net, shown, masks = asked
    other = net.copy()
    other.policy[0][0][:] *= -3
    policy, memory = NetworkPolicy(net), NetworkPolicy(net).new_memory(0)
    ask(policy, shown[0], masks[0], memory)
    net.take(other)
    ask(policy, shown[1], masks[1], memory)
    fresh = NetworkPolicy(other).new_memory(0)
    ask(NetworkPolicy(other), shown[1], masks[1], fresh)
    assert sums_of(policy, memory).tolist() == sums_of(policy, fresh).tolist()
