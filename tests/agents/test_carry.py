"""Networks with a memory over their decisions: by numpy from choice to choice, in files, in searches, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena import Plan
from fs_env.arena.agent import SeatView, complete_view, load_agent
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.commands.codes import NO_ROOM
from tests.agents.networks import by_numpy_with_carry, dense, network, next_carry, positions, with_carry
from tests.arena.test_compiled import both, games

SHOWN, MASKS = positions(CASTLES, 300 if compiled() else 40)
CARRIED = 5  # an odd number: half of the last word is not used
SEED_AND_COUNTER = 2


def carrying(prior_policy: str = "", carried: int = CARRIED) -> SparseNetwork:
    """A random network with a carry, and a prior policy if one is named."""
    net = network(CASTLES, SHOWN)
    if prior_policy:
        prior_logits = np.full(CASTLES.num_actions, 0.3, np.float32)
        net = SparseNetwork(
            net.inputs, net.policy, net.value, {**net.about, "prior_policy": prior_policy}, prior_logits
        )
    return with_carry(net, carried)


def carry_of(memory: Any, carried: int = CARRIED) -> Any:
    """The carry in the last words of a policy's memory."""
    return memory[len(memory) - (carried + 1) // 2 :].view(np.float32)[:carried]


@pytest.mark.parametrize("prior_policy", ["", "heuristic"])
def test_choices__by_numpy_from_one_to_the_next(prior_policy: str) -> None:
    """Through a row of positions: the choice is that of numpy's logits with the carry, which changes by gate and candidate;
    a prior policy keeps its own words before it."""
    net = carrying(prior_policy)
    policy, bot = NetworkPolicy(net), load_agent("heuristic", CASTLES).policy
    words = bot.words if prior_policy else 0
    assert policy.words == SEED_AND_COUNTER + words + 3
    memory, alone, carry = policy.new_memory(4), bot.new_memory(4), np.zeros(CARRIED)
    differs = 0
    for shown, mask in zip(SHOWN, MASKS):
        legal = np.flatnonzero(mask).astype(np.int16)
        if len(legal) == 1:
            continue
        amounts = dense(net.inputs, shown[None])[0]
        logits, units = by_numpy_with_carry(net, amounts, carry)
        plain, _ = by_numpy_with_carry(net, amounts, np.zeros(CARRIED))
        if prior_policy:
            logits[bot.act(shown, legal, alone)] += np.float32(0.3)
        chosen = int(legal[logits[legal].argmax()])
        differs += chosen != legal[plain[legal].argmax()]
        assert policy.act(shown, legal, memory) == chosen
        carry = next_carry(net, carry, units, chosen)
        np.testing.assert_allclose(carry_of(memory), carry, rtol=1e-4, atol=1e-5)
        assert (memory[SEED_AND_COUNTER : SEED_AND_COUNTER + words] == alone[:words]).all()
    assert differs > len(SHOWN) / 40, "the carry decides nothing"


def test_forced_choices__leave_the_carry() -> None:
    """Where there is one legal action the network is not asked."""
    policy = NetworkPolicy(carrying())
    memory = policy.new_memory(1)
    policy.act(SHOWN[0], np.array([3], np.int16), memory)
    assert not carry_of(memory).any()


def test_games__in_rows_as_one_by_one(tmp_path: Path) -> None:
    """Every seat of every game has a carry of its own, which begins as zeros: rows of one call give the games that are played alone."""
    carrying().save(tmp_path / "net.npz")
    network(CASTLES, SHOWN).save(tmp_path / "plain.npz")
    plan, plain = (
        Plan((f"policy:{tmp_path / name}", "random"), players=2, games=8, seed=8, game=CASTLES.name)
        for name in ("net.npz", "plain.npz")
    )
    rows, single = both(plan)
    assert games(rows) == games(single) != games(both(plain)[0])


def test_evaluate__with_the_carries_of_its_rows() -> None:
    """Logits of many positions by numpy, each with its own carry; none given, or of another width, is an error."""
    net = carrying()
    policy, (listed, counts) = NetworkPolicy(net), legal_ids(MASKS)
    carries = np.random.default_rng(1).normal(0, 1, (len(SHOWN), CARRIED)).astype(np.float32)
    found, _ = policy.evaluate(SHOWN, listed, counts, carries=carries)
    amounts = dense(net.inputs, SHOWN)
    for row in range(len(SHOWN)):
        logits, _ = by_numpy_with_carry(net, amounts[row], carries[row].astype(float))
        legal = listed[row, : counts[row]]
        np.testing.assert_allclose(found[row, : counts[row]], logits[legal], rtol=1e-4, atol=1e-4)
    with pytest.raises(ValueError, match=r"carries is not given: expected \(\d+, 5\)"):
        policy.evaluate(SHOWN, listed, counts)
    with pytest.raises(ValueError, match=r"carries is \(\d+, 5\): expected \(\d+, 0\)"):
        NetworkPolicy(network(CASTLES, SHOWN)).evaluate(SHOWN, listed, counts, carries=carries)


def test_file__keeps_the_carry(tmp_path: Path) -> None:
    """Saved, loaded, pickled and copied; weights replace only those of the same widths, in place."""
    net = carrying()
    net.save(tmp_path / "net.npz")
    again = SparseNetwork.load(tmp_path / "net.npz", CASTLES)
    assert [name for name, one in again.carry_arrays.items() if (one == net.carry_arrays[name]).all()] == [
        "read",
        "write",
        "write_bias",
        "chosen",
    ]
    net.save(tmp_path / "half.npz", half=True)
    half = SparseNetwork.load(tmp_path / "half.npz", CASTLES)
    np.testing.assert_allclose(half.carry_arrays["write"], net.carry_arrays["write"], rtol=2e-3, atol=1e-3)
    played = pickle.loads(pickle.dumps(NetworkPolicy(again)))  # noqa: S301
    memories = played.new_memory(0), NetworkPolicy(net).new_memory(0)
    legal = [np.flatnonzero(mask).astype(np.int16) for mask in MASKS]
    mine, theirs = (
        [bot.act(shown, one, memory) for shown, one in zip(SHOWN, legal)]
        for bot, memory in ((played, memories[0]), (NetworkPolicy(net), memories[1]))
    )
    assert mine == theirs and carry_of(memories[0]).tolist() == carry_of(memories[1]).tolist() != [0] * CARRIED
    copied = again.copy()
    copied.take(with_carry(network(CASTLES, SHOWN), CARRIED, seed=7))
    assert (copied.carry_arrays["chosen"] != net.carry_arrays["chosen"]).mean() > 0.9
    assert (again.carry_arrays["chosen"] == net.carry_arrays["chosen"]).all(), "a copy has weights of its own"
    for other in (network(CASTLES, SHOWN), carrying(carried=4)):
        with pytest.raises(ValueError, match="cannot replace .*carry"):
            copied.take(other)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (
            "read",
            lambda a: a[:, 1:],
            r"read of its carry is float32 \(5, 15\): expected finite numbers of shape \(5, 16\)",
        ),
        ("write", lambda a: a[1:], r"write of its carry .*expected finite numbers of shape \(10, 8\)"),
        ("write_bias", lambda a: a * np.nan, "write_bias of its carry"),
        ("chosen", lambda a: a.astype(int), "chosen of its carry is int64"),
        ("read", lambda a: a[:0], "a carry of 0 numbers: expected 1 to 256"),
    ],
)
def test_network__with_a_carry_that_does_not_fit(name: str, change: Any, words: str) -> None:
    """Other widths, no numbers, whole numbers, none at all."""
    net = carrying()
    with pytest.raises(ValueError, match=words):
        SparseNetwork(
            net.inputs,
            net.policy,
            net.value,
            net.about,
            None,
            {**net.carry_arrays, name: change(net.carry_arrays[name])},
        )
    with pytest.raises(ValueError, match="it has a carry and no policy"):
        SparseNetwork(net.inputs, [], net.value, net.about, None, net.carry_arrays)


def test_memory__that_is_too_small_is_refused() -> None:
    """Words that end before the carry does are not written beyond: the answer is an error code."""
    policy = NetworkPolicy(carrying())
    memory = np.zeros(policy.words, np.int64)
    with pytest.raises(ValueError, match=f"needs at least one id and {policy.words} words"):
        policy.act(SHOWN[0], np.flatnonzero(MASKS[0]).astype(np.int16), memory[:-1])
    row = int((MASKS.sum(1) > 1).argmax())
    legal = np.flatnonzero(MASKS[row]).astype(np.int16)
    assert policy._answer(SHOWN[row], legal, memory[:-1]) == NO_ROOM and not memory.any()


def test_search__remembers_what_it_plays(tmp_path: Path) -> None:
    """After a choice of the search the carry is that of the policy that has taken the search's action, by numpy, not its own one; what
    it tried in rollouts leaves nothing."""
    net = carrying()
    net.save(tmp_path / "net.npz")
    agent: Any = load_agent(f"search:rollouts=60,policy=policy:{tmp_path / 'net.npz'}", CASTLES)
    agent.reset(0, 6)
    S, carry, differed = CASTLES.new(), np.zeros(CARRIED), 0
    CASTLES.setup(S, seed=2)
    for _ in range(60):
        seat, legal = CASTLES.to_act(S), np.sort(CASTLES.legal(S))
        action = int(legal[0])
        if seat == 0 and len(legal) > 1:
            shown, mask = CASTLES.observe(S, 0), CASTLES.mask(S)
            seen = SeatView(CASTLES, 0, 2, shown, mask)
            complete_view(seen, agent, CASTLES, S, 0, seed=2)
            action = agent.act(seen)
            logits, units = by_numpy_with_carry(net, dense(net.inputs, shown[None])[0], carry)
            differed += action != legal[logits[legal].argmax()]
            carry = next_carry(net, carry, units, action)
            np.testing.assert_allclose(carry_of(agent._memory), carry, rtol=1e-4, atol=1e-5)
        CASTLES.step(S, action)
        if CASTLES.to_act(S) < 0:
            break
    assert differed > 2, "the search plays what its policy would"
