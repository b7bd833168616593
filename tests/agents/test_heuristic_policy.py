"""The compiled heuristic: it decides from what it is handed alone, and as its plain Python does."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.agents.heuristic import card_facts as F
from fs_env.agents.heuristic.board import owner_of, zone_of
from fs_env.agents.heuristic.scratch import DEEPEST, FRAMES, MEMORY, NESTED, USES_KEPT
from fs_env.arena.match import play_match
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.actions import KIND_OF_ACTION, ActionKind
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.language.codes import NONE
from fs_env.core.four_souls.language.verbs import Op
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.state import Zone
from fs_env.core.machine.compile.jit import compiled
from fs_env.core.machine.declare.fields import as_records
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.rows import Rows
from tests.agents.plain import answers
from tests.agents.table import position, seen

POLICY = HeuristicAgent.policy
SHARE_AT_RANDOM = 0.3


def decisions(sets: int, players: int, seed: int):
    """Choices of one game, by seat: (state, observation, mask) of each. Some answers are random, for odd positions."""
    draw = np.random.default_rng(seed)
    state = GAME.new(1)
    GAME.setup(state, seed=seed, num_players=players, sets=sets, max_decisions=3000)
    memories = [POLICY.new_memory(seat) for seat in range(players)]
    found: list[list] = [[] for _ in range(players)]
    obs, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    row = GAME.new_rows(1)
    GAME.advance(state, 0, -1, obs, mask, row)
    while row["outcome"][0] == 0:
        seat = int(row["seat"][0])
        legal = mask.nonzero()[0].astype(np.int16)
        action = int(legal[0])
        if len(legal) > 1:
            found[seat].append((GAME.clone(state), obs.copy(), mask.copy()))
            action = POLICY.act(obs, legal, memories[seat])
            if draw.random() < SHARE_AT_RANDOM:
                action = int(draw.choice(legal))
        GAME.advance(state, 0, action, obs, mask, row)
    return found


@pytest.fixture(scope="module")
def games():
    """Choices of the seats of three games, one for each number of players, with all card sets."""
    return [seat for players in (2, 3, 4) for seat in decisions(7, players, 40 + players)]


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="compares compiled code with plain Python")
def test_policy__as_plain_python(games, tmp_path):
    """Compiled and as plain Python it gives the same answers to choices from three games."""
    every = [choice for seat in games for choice in seat]
    some = every[:: len(every) // 50]
    path = tmp_path / "told.npz"
    observations, masks = np.stack([s[1] for s in some]), np.stack([s[2] for s in some])
    np.savez(path, observations=observations, masks=masks, seed=5)
    run = subprocess.run(
        [sys.executable, "-m", "tests.agents.plain", path],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    is_compiled, *plain = run.stdout.split()
    assert is_compiled == "False" and len(plain) == len(some)
    assert [int(word) for word in plain] == answers(observations, masks, 5)


def test_policy__order_of_actions_does_not_count(games):
    """The legal actions in any order lead to the same answers and the same memory; nothing else is written."""
    draw = np.random.default_rng(0)
    for seat in games:
        one, other = POLICY.new_memory(3), POLICY.new_memory(3)
        for _, obs, mask in seat:
            acts = mask.nonzero()[0].astype(np.int16)
            mixed, before = draw.permutation(acts), obs.copy()
            kept = mixed.copy()
            assert POLICY.act(obs, acts, one) == POLICY.act(obs, mixed, other)
            assert (one == other).all() and one.view(MEMORY)["seed"] == 3
            assert (obs == before).all() and (mixed == kept).all()


def test_policy__answers_are_legal(games):
    """Whatever a memory of another game says, the answer is one of the legal actions."""
    memory = POLICY.new_memory(8)
    for seat in reversed(games):
        for _, obs, mask in seat:
            assert mask[POLICY.act(obs, mask.nonzero()[0].astype(np.int16), memory)] == 1


def test_policy__same_answer_in_every_state_it_cannot_tell_apart(games):
    """The answer stays when everything hidden from the player is determinized anew (`resample`)."""
    for seat, choices in zip((0, 1), games, strict=False):
        for state, obs, mask in choices[::7]:
            acts = mask.nonzero()[0].astype(np.int16)
            expected = POLICY.act(obs, acts, POLICY.new_memory(2))
            GAME.resample(state, seat, 0, 1)
            assert POLICY.act(GAME.observe(state, seat), acts, POLICY.new_memory(2)) == expected


def test_policy__ties_go_by_the_seed():
    """Pooter and Squirt have the same numbers and rewards: some seeds attack the one and some the other, nothing else."""
    view = seen(position(monsters=["pooter", "squirt"]))
    acts = view.legal.astype(np.int16)
    found = {view.text(POLICY.act(view.observation, acts, POLICY.new_memory(seed))) for seed in range(20)}
    assert found == {"attack Pooter", "attack Squirt"}


def test_policy__counts_as_many_uses_of_a_turn_as_there_is_room_for():
    """A search that lets it take any action can use more different cards in a turn than its memory counts: the rest is not counted, and
    nothing behind the memory is written."""
    view = seen(position())
    uses = [a for a in range(GAME.num_actions) if KIND_OF_ACTION[a] == ActionKind.ACTIVATE][: USES_KEPT + 8]
    words = MEMORY.itemsize // 8
    room = np.zeros(words + 64, np.int64)
    for action in uses:
        assert POLICY.act(view.observation, np.array([action, action], np.int16), room[:words]) == action
    counted = room[:words].view(MEMORY)[0]
    assert counted["n_used"] == USES_KEPT and counted["used"]["action"].tolist() == uses[:USES_KEPT]
    assert not room[words:].any()


def test_board__no_card_is_nowhere():
    """A question about no card, such as a target whose card is no longer what it was, reads no table: the observation
    is full of items here."""
    full = np.full(GAME.schema.size, int(Zone.ITEM), np.int16).view(SCHEMA.dtype)
    obs = full[0] if compiled() else as_records(full)[0]
    assert zone_of(obs, NONE) == Zone.OUT and owner_of(obs, NONE) == NONE


def nested(ability: int) -> int:
    """How many choices whether to do something lie inside each other in the program of an ability, at most."""
    ends: list[int] = []
    most, pc = 0, int(T.AB_PC[ability])
    while T.PROG[pc].op != Op.END:
        ends = [end for end in ends if end > pc]
        if T.PROG[pc].op == Op.MAY:
            ends.append(int(T.PROG[pc].jump))
        most, pc = max(most, len(ends)), pc + 1
    return most


def test_scratch__is_large_enough():
    """No program nests more choices than a frame has room for, and no effect inside effects needs more frames than there are:
    one for itself, one for its modes, one for a target, one for each pick."""
    picks = [0] * T.N_ABILITIES
    for ability in range(T.N_ABILITIES):
        pc = int(T.AB_PC[ability])
        while T.PROG[pc].op != Op.END:
            picks[ability] += int(T.PROG[pc].op == Op.PICK)
            pc += 1
    assert 0 < max(nested(ability) for ability in range(T.N_ABILITIES)) <= NESTED
    assert 2 + DEEPEST * (3 + max(picks)) <= FRAMES
    assert int(F.N_TARGETS.max()) <= F.TARGETS.shape[1]


@pytest.mark.slow
def test_policy__hundreds_of_games_as_through_its_python_face():
    """In 400 games inside compiled code both seats decide as they do when Python asks them: equal courses and ends."""
    games = 400
    rows = Rows(GAME, games, {"num_players": 2}, skip_forced=True, words=POLICY.words)
    rows.policies[:, :2] = POLICY.address
    rows.seeds[:], rows.actions[:] = np.arange(games), RESTART
    rows.play()
    for seed in range(games):
        asked = play_match(GAME, [HeuristicAgent(), HeuristicAgent()], seed=seed)
        played = (int(rows.decisions[seed]), tuple(rows.choices[seed, :2].tolist()), tuple(rows.returns[seed].tolist()))
        assert (asked.decisions, asked.seat_choices, asked.returns) == played, f"game of seed {seed}"
    assert (np.abs(rows.returns).sum(axis=1) > 0).mean() > 0.9 and rows.choices[:, :2].mean() > 50
