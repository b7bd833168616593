"""Batches: automatic new games, random rounds, errors. Equality with single play is in the generic checks."""

import numpy as np
import pytest

from fs_env.core.machine.batch import Batch, batch_step
from fs_env.core.machine.jit import compiled
from tests.core.machine.nim import GAME, TAKE_1, TAKE_3
from tests.generic.suite import state_bytes


def test_step__ended_game_is_paid_and_dealt_anew():
    """The step that ends a game reports outcome and returns and leaves a new game's first decision."""
    batch = Batch(GAME, 2, seed=1, num_players=2, stones=2)
    batch.step(np.array([1, TAKE_1]))  # the first game ends: both stones taken
    assert batch.info[:, 2].tolist() == [1, 0]
    assert batch.info[:, 7].tolist() == [1, 0]
    assert batch.info[:, 6].tolist() == [0, 1]
    assert batch.returns.tolist() == [[1, -1, 0, 0], [0, 0, 0, 0]]
    fresh = GAME.new()
    GAME.setup(fresh, seed=1 + 0 + 2 * 1, num_players=2, stones=2)
    assert state_bytes(batch.S, 0) == state_bytes(fresh)
    batch.step(np.array([TAKE_1, TAKE_1]))
    assert batch.returns[0].tolist() == [0, 0, 0, 0], "a payment is shown once"


def test_step__illegal_action_is_a_status_of_its_game_only():
    """An illegal action leaves its state unchanged and says so; the others step."""
    batch = Batch(GAME, 2, seed=1, stones=2)
    before = state_bytes(batch.S, 0)
    batch.step(np.array([TAKE_3, TAKE_1]))
    assert batch.info[:, 0].tolist() == [1, 0]
    assert state_bytes(batch.S, 0) == before and GAME.decisions(batch.S, 1) == 1


def test_reset__deals_the_seeds_in_order():
    """Place i is dealt from seed + i, and reset deals the same again."""
    batch = Batch(GAME, 3, seed=10, num_players=4)
    dealt = [state_bytes(batch.S, e) for e in range(3)]
    single = GAME.new()
    for e in range(3):
        GAME.setup(single, seed=10 + e, num_players=4)
        assert state_bytes(single) == dealt[e]
    batch.step(np.array([TAKE_1] * 3))
    batch.reset()
    assert [state_bytes(batch.S, e) for e in range(3)] == dealt


def test_step__refuses_wrong_buffers():
    """Buffers of another length, or not contiguous, are refused with the reason."""
    batch = Batch(GAME, 2, seed=1)
    with pytest.raises(ValueError, match="3 actions for 2 states"):
        batch.step(np.zeros(3, np.int64))
    with pytest.raises(ValueError, match="a buffer is too short"):
        batch_step(GAME, batch.S, np.zeros(2, np.int64), batch.obs[:1], batch.mask, batch.info)
    with pytest.raises(ValueError, match="obs is not C-contiguous"):
        batch_step(GAME, batch.S, np.zeros(2, np.int64), batch.obs[:, ::2], batch.mask, batch.info)


def test_random__watching_does_not_change_the_games():
    """Random rounds play the same with and without observations; totals count every step."""
    blind, seeing = Batch(GAME, 4, seed=2, num_players=3), Batch(GAME, 4, seed=2, num_players=3)
    options = seeing.options
    count = GAME.batch_random(blind.S, 50, 9, options=options)
    assert GAME.batch_random(seeing.S, 50, 9, obs=seeing.obs, mask=seeing.mask, options=options) == count
    assert count.decisions == 200 and count.games > 0 and count.choices <= 200
    for e in range(4):
        assert state_bytes(blind.S, e) == state_bytes(seeing.S, e)
        assert seeing.mask[e].tolist() == GAME.mask(seeing.S, e).tolist()
        np.testing.assert_array_equal(seeing.obs[e], GAME.observe(seeing.S, GAME.to_act(seeing.S, e), e))


def test_batch__refuses_bad_options():
    """Options are checked before anything is dealt."""
    with pytest.raises(ValueError, match="option stones=0 is outside"):
        Batch(GAME, 2, seed=0, stones=0)


@pytest.mark.skipif(not compiled(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_warm__nothing_compiles_afterwards():
    """After `warm` every kind of call finds its code: the entry keeps its one signature."""
    assert GAME.warm().seconds >= 0
    made = list(GAME.entry.signatures)
    Batch(GAME, 2, seed=0).step(np.zeros(2, np.int8))
    GAME.run_random(2, 2, 0)
    assert GAME.entry.signatures == made and len(made) == 1
