"""Rollouts in compiled code: against the same games played by single calls, and against values known by hand."""

import math

import numpy as np
import pytest

from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.rollouts import Rollouts
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.run.value import Value
from tests.core.machine import broken
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_2, TAKE_3, spec
from tests.core.machine.players import BY_SEED, TAKE_MOST, WRONG

value_kernel = Kernel(None, obs="int16[::1]", weights="float32[::1]")


@value_kernel
def stones_left(obs, weights):
    return weights[0] * obs[0] + (weights[1] if obs[2] == 0 else 0.0)


STONES = Value("stones_left", stones_left, [0.1, 1.0])


def position(seed=4, **options):
    S = GAME.new()
    GAME.setup(S, seed=seed, **options)
    return S


def rollouts(n, policy=TAKE_MOST, words=3, **settings):
    made = Rollouts(GAME, n, words=words, **settings)
    made.policies[:] = policy.address
    made.actions[:] = TAKE_1
    made.seeds[:] = np.arange(n)
    return made


def by_hand(S, seat, action, seed, policy, memory):
    sampled = GAME.clone(S)
    GAME.resample(sampled, seat, 0, seed)
    GAME.step(sampled, action)
    while (player := GAME.to_act(sampled)) >= 0:
        GAME.step(sampled, policy.act(GAME.observe(sampled, player), GAME.legal(sampled), memory[player]))
    return int(GAME.returns(sampled).argmax())


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("policy", [TAKE_MOST, BY_SEED, RANDOM])
def test_play__equals_single_calls(policy, threads):
    """Whole games from a position: every row ends like the same game played call by call, however many threads there are."""
    S = position(num_players=3, stones=9)
    GAME.step(S, TAKE_2)
    made = rollouts(40, policy, threads=threads)
    made.actions[:] = np.tile([TAKE_1, TAKE_2, TAKE_3, SHOW], 10)
    made.seeds[:] = np.repeat(np.arange(10), 4)
    made.memory[:, :, 0] = 11
    before = S.tobytes()
    shares = made.play(S, 0, 1)
    assert shares.shape == (40, 3) and S.tobytes() == before
    for row in range(40):
        memory = {seat: policy.new_memory(11) for seat in range(3)}
        winner = by_hand(S, 1, int(made.actions[row]), int(made.seeds[row]), policy, memory)
        assert shares[row].tolist() == [float(seat == winner) for seat in range(3)], row
    assert (made.outcomes == 1).all() and len({tuple(row) for row in shares.tolist()}) > 1
    made.close()


def test_play__the_world_is_drawn_for_the_seat():
    """Showing a 7 wins at once; a seat that has one knows it, and whether others have one differs between determinizations."""
    S = position(stones=2)
    S.view(np.ndarray)["secret"][0, :2] = (7, 3)
    made = rollouts(200, RANDOM, words=2)
    made.actions[:], made.memory[:, :, 0] = SHOW, np.arange(800).reshape(200, 4)
    assert (made.play(S, 0, 0)[:, 0] == 1.0).all()
    made.actions[:] = TAKE_1  # one stone is left: the other seat takes it, or shows its number, which may be 7
    S.view(np.ndarray)["secret"][0, 0] = 1
    made.play(S, 0, 0)
    wins = made.shares[:, 0].mean()
    # the other seat takes the stone one time in two; the rest of the time it shows its number (one in ten is a 7) and the
    # seat takes the stone or shows its own, after which the other one must take the stone
    assert 0.13 < wins < 0.33, "1/2 * 9/10 * 1/2 = 0.225"


def test_play__in_redeals_what_any_seat_knows_stays():
    """The other seat has a 7, shows it, and wins in every redeal; in worlds drawn for the seat it seldom has one."""
    S = position(stones=3)
    S.view(np.ndarray)["secret"][0, :2] = (1, 7)
    GAME.step(S, SHOW)
    GAME.step(S, TAKE_1)
    wins = []
    for redeal in (True, False):
        made = rollouts(40, BY_SEED, redeal=redeal)
        made.memory[:, :, 0] = -1  # always the highest id: SHOW where it is legal
        wins.append(made.play(S, 0, 0)[:, 1].mean())
    assert wins[0] == 1.0 and wins[1] < 0.5


@pytest.mark.parametrize("threads", [1, 3])
def test_play__redeals_equal_single_calls(threads):
    """Neighbours with equal seeds share a redeal, rows with other seeds have others; each is played on as call by call."""
    S = CASTLES.new()
    CASTLES.setup(S, seed=3, num_players=3)
    seat, seeds = CASTLES.to_act(S), [5, 5, 5, 6, 6, 7, 5, 9] * 3
    made = Rollouts(CASTLES, len(seeds), threads=threads, redeal=True)
    made.policies[:], made.seeds[:] = RANDOM.address, seeds
    made.actions[:] = np.resize(CASTLES.legal(S), len(seeds))
    made.memory[:, :, 0] = 11
    before = S.tobytes()
    shares = made.play(S, 0, seat)
    assert S.tobytes() == before and len({tuple(row) for row in shares.tolist()}) > 2
    world = CASTLES.new(2)
    for row, seed in enumerate(seeds):
        CASTLES.copy(S, 0, world)
        CASTLES.redeals(world, 0, 1, np.array([seed]))
        CASTLES.step(world, int(made.actions[row]), 1)
        memory = [RANDOM.new_memory(11) for _ in range(3)]
        while (player := CASTLES.to_act(world, 1)) >= 0:
            observed, legal = CASTLES.observe(world, player, 1), CASTLES.legal(world, 1)
            CASTLES.step(world, RANDOM.act(observed, legal, memory[player]), 1)
        won = CASTLES.returns(world, 1) > 0
        assert shares[row].tolist() == (won / won.sum()).tolist(), row
    made.close()


def test_redeal__of_a_game_that_does_not_say_how():
    game = Game(spec(name="nim_dealt_once", redeal=None, home=""))
    S, into = position(), game.new()
    with pytest.raises(ValueError, match="nim_dealt_once has no kernel to deal again: its GameSpec has no `redeal`"):
        game.redeal(S, into, 1, 0)
    with pytest.raises(ValueError, match="has no `redeal`"):
        Rollouts(game, 4, redeal=True)
    with pytest.raises(ValueError, match="room for 1 to 1 redeals"):
        GAME.redeal(S, into, 2, 0)
    assert not into.view(np.ndarray).view(np.uint8).any()


def test_play__cut_at_a_turn():
    """Every decision of Nim is a turn: a rollout that stops at turn 3 has made two; there the value decides."""
    S = position(stones=21)
    made = rollouts(5)
    made.use(STONES)
    made.stop_turns[:] = 3
    shares = made.play(S, 0, 0)
    left = 21 - 1 - 3  # the first action takes one, the policy three; the searching seat has the turn
    first, second = math.exp(0.1 * left + 1.0), math.exp(0.1 * left)
    assert np.allclose(shares, [first / (first + second), second / (first + second)])
    assert (made.outcomes == 0).all() and (made.rows["decisions"] == 2).all()
    made.use(STONES, cooperative=True)
    mean = 0.1 * left + 0.5
    assert np.allclose(made.play(S, 0, 0), 1 / (1 + math.exp(-mean)))
    made.use(None)
    assert np.allclose(made.play(S, 0, 0), 0.5)


def test_play__nobody_won():
    """A game cut by its limit of decisions is worth the same to all; what is shared by all is lost by all."""
    S = position(stones=100, max_decisions=3, num_players=4)
    made = rollouts(2)
    assert (made.play(S, 0, 0) == 0.25).all() and (made.outcomes == 3).all()
    made.use(None, cooperative=True)
    assert (made.play(S, 0, 0) == 0.0).all()


@pytest.mark.slow
def test_play__lost_or_won_by_all():
    """Where all seats have a return of -1 the game is lost by all and worth nothing to any player; a return of 1 each is a whole win."""
    S, made = broken.GAME.new(), Rollouts(broken.GAME, 3, words=3)
    made.policies[:], made.actions[:], made.seeds[:] = TAKE_MOST.address, TAKE_1, np.arange(3)
    for max_decisions, share in ((broken.ALL_LOSE, 0.0), (broken.ALL_WIN, 1.0)):
        broken.GAME.setup(S, seed=1, stones=5, max_decisions=max_decisions)
        assert (made.play(S, 0, 0) == share).all()


def test_value__score_of_one_observation():
    """0.1 for each of 21 stones and 1 for the turn, by hand; another dtype is refused."""
    S = position(stones=21)
    assert STONES.score(GAME.observe(S, 0)) == pytest.approx(3.1) and STONES.score(GAME.observe(S, 1)) == pytest.approx(
        2.1
    )
    with pytest.raises(ValueError, match="expected a contiguous array of int16"):
        STONES.score(np.zeros(4, np.int32))
    with pytest.raises(ValueError, match="finite"):
        Value("bad", stones_left, [float("nan")])


def test_play__what_goes_wrong():
    """Actions that are not legal, bots that answer nonsense, and too little memory are told with their row and seat."""
    S = position(stones=2)
    made = rollouts(3)
    made.actions[1] = TAKE_3
    with pytest.raises(ValueError, match="action 2 of rollout 1 is not legal for seat 0"):
        made.play(S, 0, 0)
    with pytest.raises(RuntimeError, match="the policy in seat 1 answered 99"):
        rollouts(3, WRONG).play(position(), 0, 0)
    with pytest.raises(RuntimeError, match="needs more than 2 words"):
        rollouts(3, TAKE_MOST, words=2).play(position(), 0, 0)
    with pytest.raises(ValueError, match="n=4: there is room for 1 to 3"):
        rollouts(3).play(S, 0, 0, 4)
    unset = rollouts(3)
    unset.policies[2, 1] = 0
    with pytest.raises(ValueError, match="seat"):
        unset.play(S, 0, 0)


def test_rows__stop_at_a_turn():
    """Rows whose seats all have policies stop at the turn they are given, and continue from there."""
    rows = Rows(GAME, 4, {"stones": 21}, skip_forced=False, words=3)
    rows.policies[:] = TAKE_MOST.address
    rows.seeds[:], rows.actions[:] = np.arange(4), -3
    rows.rows["stop_turn"] = [1, 2, 5, 0]
    rows.play()
    assert rows.decisions.tolist() == [0, 1, 4, 7] and rows.seats.tolist() == [0, 1, 0, -1]
    rows.rows["stop_turn"], rows.actions[:] = 6, -1
    rows.play()
    assert rows.decisions.tolist() == [5, 5, 5, 7]
