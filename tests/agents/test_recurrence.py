"""Networks with a memory over their decisions: by numpy from choice to choice, in files, in searches, and what is refused."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView, complete_view
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena import Plan
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.codes import NO_ROOM
from tests.agents.networks import (
    by_numpy_recurrent,
    dense,
    masks_of_actions,
    network,
    next_state,
    observations,
    with_prior,
    with_recurrence,
)
from tests.arena.test_compiled import both, games

RECURRENT_SIZE = 5  # an odd number: half of the last word is not used
SEED_AND_COUNTER = 2


def recurrent(prior_policy: str = "", recurrent_size: int = RECURRENT_SIZE) -> SparseNetwork:
    net = with_prior(prior_logits=0.3) if prior_policy else network(CASTLES, observations())
    return with_recurrence(net, recurrent_size)


def state_of(memory: Any, prior_words: int = 0) -> Any:
    """The recurrent state in a policy's memory, behind the words of its prior policy."""
    return memory[SEED_AND_COUNTER + prior_words :].view(np.float32)[:RECURRENT_SIZE]


@pytest.mark.parametrize("prior_policy", ["", "heuristic"])
def test_choices__by_numpy_from_one_to_the_next(prior_policy: str) -> None:
    """Through a row of positions: the choice is that of numpy's logits with the recurrent state, which changes by gate and candidate;
    a prior policy keeps its own words before it."""
    net = recurrent(prior_policy)
    policy, bot = NetworkPolicy(net), load_agent("heuristic", CASTLES).policy
    words = bot.words if prior_policy else 0
    memory, alone, state = policy.new_memory(4), bot.new_memory(4), np.zeros(RECURRENT_SIZE)
    differs = 0
    for shown, mask in zip(observations(), masks_of_actions()):
        legal = np.flatnonzero(mask).astype(np.int16)
        if len(legal) == 1:
            continue
        amounts = dense(net.inputs, shown[None])[0]
        logits, units = by_numpy_recurrent(net, amounts, state)
        plain, _ = by_numpy_recurrent(net, amounts, np.zeros(RECURRENT_SIZE))
        if prior_policy:
            logits[bot.act(shown, legal, alone)] += np.float32(0.3)
        chosen = int(legal[logits[legal].argmax()])
        differs += chosen != legal[plain[legal].argmax()]
        assert policy.act(shown, legal, memory) == chosen
        state = next_state(net, state, units, chosen)
        np.testing.assert_allclose(state_of(memory, words), state, rtol=1e-4, atol=1e-5)
        assert (memory[SEED_AND_COUNTER : SEED_AND_COUNTER + words] == alone[:words]).all()
    assert differs > len(observations()) / 40, "the recurrent state decides nothing"


def test_forced_choices__leave_the_recurrent_state() -> None:
    policy = NetworkPolicy(recurrent())
    memory = policy.new_memory(1)
    policy.act(observations()[0], np.array([3], np.int16), memory)
    assert not state_of(memory).any()


def test_games__in_rows_as_one_by_one(tmp_path: Path) -> None:
    """Every seat of every game has a recurrent state of its own, which begins as zeros: rows of one call give the games that
    are played alone."""
    recurrent().save(tmp_path / "net.npz")
    network(CASTLES, observations()).save(tmp_path / "plain.npz")
    plan, plain = (
        Plan((f"policy:{tmp_path / name}", "random"), players=2, games=8, seed=8, game=CASTLES.name)
        for name in ("net.npz", "plain.npz")
    )
    rows, single = both(plan)
    assert games(rows) == games(single) != games(both(plain)[0])


def test_evaluate__with_the_recurrent_states_of_its_rows() -> None:
    """Logits of many positions by numpy, each with its own recurrent state; none given, or of another width, is an error."""
    net = recurrent()
    policy, (listed, counts) = NetworkPolicy(net), legal_ids(masks_of_actions())
    recurrent_states = np.random.default_rng(1).normal(0, 1, (len(observations()), RECURRENT_SIZE)).astype(np.float32)
    found, _ = policy.evaluate(observations(), listed, counts, recurrent_states=recurrent_states)
    amounts = dense(net.inputs, observations())
    for row in range(len(observations())):
        logits, _ = by_numpy_recurrent(net, amounts[row], recurrent_states[row].astype(float))
        legal = listed[row, : counts[row]]
        np.testing.assert_allclose(found[row, : counts[row]], logits[legal], rtol=1e-4, atol=1e-4)
    with pytest.raises(ValueError, match=r"recurrent_states is not given: expected \(\d+, 5\)"):
        policy.evaluate(observations(), listed, counts)
    with pytest.raises(ValueError, match=r"recurrent_states is \(\d+, 5\): expected \(\d+, 0\)"):
        NetworkPolicy(network(CASTLES, observations())).evaluate(
            observations(), listed, counts, recurrent_states=recurrent_states
        )


def test_file__keeps_the_recurrent_state(tmp_path: Path) -> None:
    """Saved, loaded, pickled and copied; weights replace only those of the same widths, in place."""
    net = recurrent()
    net.save(tmp_path / "net.npz")
    again = SparseNetwork.load(tmp_path / "net.npz", CASTLES)
    same = [name for name, one in again.recurrence_arrays.items() if (one == net.recurrence_arrays[name]).all()]
    assert same == ["read", "write", "write_bias", "chosen"]
    net.save(tmp_path / "half.npz", half=True)
    half = SparseNetwork.load(tmp_path / "half.npz", CASTLES)
    np.testing.assert_allclose(half.recurrence_arrays["write"], net.recurrence_arrays["write"], rtol=2e-3, atol=1e-3)
    played = pickle.loads(pickle.dumps(NetworkPolicy(again)))  # noqa: S301
    memories = played.new_memory(0), NetworkPolicy(net).new_memory(0)
    legal = [np.flatnonzero(mask).astype(np.int16) for mask in masks_of_actions()]
    mine, theirs = (
        [bot.act(shown, one, memory) for shown, one in zip(observations(), legal)]
        for bot, memory in ((played, memories[0]), (NetworkPolicy(net), memories[1]))
    )
    assert mine == theirs and state_of(memories[0]).tolist() == state_of(memories[1]).tolist() != [0] * RECURRENT_SIZE
    copied = again.copy()
    copied.take(with_recurrence(network(CASTLES, observations()), RECURRENT_SIZE, seed=7))
    assert (copied.recurrence_arrays["chosen"] != net.recurrence_arrays["chosen"]).mean() > 0.9
    assert (again.recurrence_arrays["chosen"] == net.recurrence_arrays["chosen"]).all(), "a copy has weights of its own"
    for other in (network(CASTLES, observations()), recurrent(recurrent_size=4)):
        with pytest.raises(ValueError, match="cannot replace .*recurrent state"):
            copied.take(other)


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (
            "read",
            lambda a: a[:, 1:],
            r"read of its recurrent state is float32 \(5, 15\): expected finite numbers of shape \(5, 16\)",
        ),
        ("write", lambda a: a[1:], r"write of its recurrent state .*expected finite numbers of shape \(10, 8\)"),
        ("write_bias", lambda a: a * np.nan, "write_bias of its recurrent state"),
        ("chosen", lambda a: a.astype(int), "chosen of its recurrent state is int64"),
        ("read", lambda a: a[:0], "a recurrent state of 0 numbers: expected 1 to 256"),
    ],
)
def test_network__with_a_recurrent_state_that_does_not_fit(name: str, change: Any, words: str) -> None:
    """Other widths, no numbers, whole numbers, none at all."""
    net = recurrent()
    arrays = {**net.recurrence_arrays, name: change(net.recurrence_arrays[name])}
    with pytest.raises(ValueError, match=words):
        SparseNetwork(net.inputs, net.policy, net.value, net.about, None, arrays)
    with pytest.raises(ValueError, match="it has a recurrent state and no policy"):
        SparseNetwork(net.inputs, [], net.value, net.about, None, net.recurrence_arrays)


def test_memory__that_is_too_small_is_refused() -> None:
    """Words that end before the recurrent state does are not written beyond: the answer is an error code."""
    policy = NetworkPolicy(recurrent())
    memory = np.zeros(policy.words, np.int64)
    with pytest.raises(ValueError, match=f"needs at least one id and {policy.words} words"):
        policy.act(observations()[0], np.flatnonzero(masks_of_actions()[0]).astype(np.int16), memory[:-1])
    row = int((masks_of_actions().sum(1) > 1).argmax())
    legal = np.flatnonzero(masks_of_actions()[row]).astype(np.int16)
    assert policy._answer(observations()[row], legal, memory[:-1]) == NO_ROOM and not memory.any()


def test_search__remembers_what_it_plays(tmp_path: Path) -> None:
    """After a choice of the search the recurrent state is that of the policy that has taken the search's action, by numpy, not its own
    one; what it tried in rollouts leaves nothing."""
    net = recurrent()
    net.save(tmp_path / "net.npz")
    agent: Any = load_agent(f"search:rollouts=60,policy=policy:{tmp_path / 'net.npz'}", CASTLES)
    agent.reset(0, 6)
    S, state, differed = CASTLES.new(), np.zeros(RECURRENT_SIZE), 0
    CASTLES.setup(S, seed=2)
    for _ in range(60):
        seat, legal = CASTLES.to_act(S), np.sort(CASTLES.legal(S))
        action = int(legal[0])
        if seat == 0 and len(legal) > 1:
            shown, mask = CASTLES.observe(S, 0), CASTLES.mask(S)
            seen = SeatView(CASTLES, 0, 2, shown, mask)
            complete_view(seen, agent, CASTLES, S, 0, seed=2)
            action = agent.act(seen)
            logits, units = by_numpy_recurrent(net, dense(net.inputs, shown[None])[0], state)
            differed += action != legal[logits[legal].argmax()]
            state = next_state(net, state, units, action)
            np.testing.assert_allclose(state_of(agent._memory), state, rtol=1e-4, atol=1e-5)
        CASTLES.step(S, action)
        if CASTLES.to_act(S) < 0:
            break
    assert differed > 2, "the search plays what its policy would"
