"""Rows of games with compiled players: equality with single play, threads, codes instead of actions, faults."""

import copy
import pickle

import numpy as np
import pytest

from fs_env.core.machine.run.codes import HOLD, NO_ACTION, RESTART, Command, Status
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.seat_seeds import key_words, seat_seed_int
from tests.core.machine.nim import GAME, SHOW, TAKE_1, TAKE_3
from tests.core.machine.players import BY_SEED, TAKE_MOST, WRONG
from tests.generic.suite import state_bytes


def dealt(n, policies=(), *, reward_seat=-1, skip_forced=False, threads=1, words=3, seed=40, **options):
    rows = Rows(GAME, n, options, skip_forced=skip_forced, threads=threads, words=words)
    for seat, policy in dict(policies).items():
        rows.policies[:, seat] = policy.address
    rows.reward_seats[:] = reward_seat
    rows.seeds[:] = np.arange(seed, seed + n)
    rows.actions[:] = RESTART
    rows.play()
    return rows


def lowest(rows):
    return np.where(rows.seats < 0, HOLD, rows.mask.argmax(1))


def by_hand(seed, policies, **options):
    """The same game through the single calls: final state, memories, choices of each seat."""
    S = GAME.new()
    GAME.setup(S, seed=seed, **options)
    memory = {seat: p.new_memory(seat_seed_int(*key_words(), seed, seat)) for seat, p in policies.items()}
    choices = [0] * GAME.max_players
    while (seat := GAME.to_act(S)) >= 0:
        legal = GAME.legal(S)
        action = legal.min()
        if seat in policies:
            action = policies[seat].act(GAME.observe(S, seat), legal, memory[seat])
        GAME.step(S, action)
        choices[seat] += len(legal) > 1
    return S, memory, choices


@pytest.mark.parametrize("policies", [{1: RANDOM}, {0: TAKE_MOST, 2: BY_SEED}, {1: BY_SEED, 2: RANDOM}])
def test_play__equals_single_play(policies):
    """Rows play what single calls play with the same players: states, returns, memories and choices."""
    rows = dealt(20, policies, num_players=3)
    while (rows.seats >= 0).any():
        assert not {*rows.seats.tolist()} & {*policies}, "the caller was asked for a seat with a policy"
        ended = rows.seats < 0
        rows.actions[:] = lowest(rows)
        rows.play()
        for row in np.flatnonzero(~ended & (rows.seats < 0)).tolist():
            S, memory, choices = by_hand(40 + row, policies, num_players=3)
            assert state_bytes(rows.S, row) == state_bytes(S)
            assert rows.returns[row].tolist() == GAME.returns(S).tolist()
            assert rows.outcomes[row] == GAME.outcome(S) and rows.decisions[row] == GAME.decisions(S)
            assert rows.choices[row].tolist() == choices
            for seat, words in memory.items():
                assert rows.memory[row, seat, : len(words)].tolist() == words.tolist()


@pytest.mark.parametrize("threads", [2, 3, 16])
def test_play__does_not_depend_on_threads(threads):
    """Every number of threads writes the same buffers and states."""
    one, many = (dealt(13, {1: RANDOM, 2: BY_SEED}, reward_seat=0, num_players=4, threads=t) for t in (1, threads))
    for _ in range(8):
        for name in ("obs", "mask", "memory"):
            np.testing.assert_array_equal(getattr(one, name), getattr(many, name), err_msg=name)
        assert one.S.tobytes() == many.S.tobytes()
        for name in set(one.rows.dtype.names) - {"action"}:
            np.testing.assert_array_equal(one.rows[name], many.rows[name], err_msg=name)
        one.actions[:] = many.actions[:] = lowest(one)
        assert one.play() == many.play()
    many.close()


def test_play__writes_what_single_calls_answer():
    """At rest each row shows observation, mask and numbers of the seat that is asked."""
    rows = dealt(6, {0: RANDOM}, num_players=2)
    for row in range(6):
        seat = GAME.to_act(rows.S, row)
        assert rows.seats[row] == seat == 1
        np.testing.assert_array_equal(rows.obs[row], GAME.observe(rows.S, seat, row))
        np.testing.assert_array_equal(rows.mask[row], GAME.mask(rows.S, row))
        assert rows.decisions[row] == 1


def test_play__end_pays_and_shows_the_reward_seat():
    """At the end the reward is the reward seat's return, the observation is its own, and the mask is empty."""
    for reward_seat, reward in ((0, 1.0), (1, -1.0), (-1, 1.0)):
        rows = dealt(2, num_players=2, stones=3, reward_seat=reward_seat)
        rows.actions[:] = [2, NO_ACTION]
        assert rows.play() == (2 if reward_seat == 1 else 1), (
            "a row where another seat than the reward seat is asked counts too"
        )
        assert rows.seats.tolist() == [-1, 0] and rows.outcomes.tolist() == [1, 0]
        assert rows.rewards.tolist() == [reward, 0.0]
        assert rows.returns.tolist() == [[1.0, -1.0], [0.0, 0.0]]
        assert not rows.mask[0].any() and rows.mask[1].any()
        np.testing.assert_array_equal(rows.obs[0], GAME.observe(rows.S, max(reward_seat, 0), 0))


def test_play__codes_in_place_of_actions():
    """HOLD touches nothing of its row, NO_ACTION only writes the buffers, RESTART deals from `seeds`."""
    rows = dealt(3, num_players=2)
    rows.obs[:] = 7
    before = [state_bytes(rows.S, row) for row in range(3)]
    rows.seeds[2] = 99
    rows.actions[:] = [HOLD, NO_ACTION, RESTART]
    assert rows.play() == 0
    assert (rows.obs[0] == 7).all() and rows.statuses.tolist() == [0, 0, 0]
    np.testing.assert_array_equal(rows.obs[1], GAME.observe(rows.S, 0, 1))
    fresh = GAME.new()
    GAME.setup(fresh, seed=99, num_players=2)
    assert [state_bytes(rows.S, row) for row in range(3)] == [*before[:2], state_bytes(fresh)]


def test_play__illegal_action_is_a_status():
    """An action that is not legal leaves its row where it was, with status 1; one after the end has status 2."""
    rows = dealt(2, {1: RANDOM}, reward_seat=0, num_players=2, stones=2)
    before = state_bytes(rows.S, 0)
    rows.actions[:] = [TAKE_3, 1]
    assert rows.play() == 2
    assert rows.statuses.tolist() == [1, 0] and rows.seats.tolist() == [0, -1]
    assert state_bytes(rows.S, 0) == before
    rows.actions[:] = [HOLD, TAKE_1]
    assert rows.play() == 1 and rows.statuses.tolist() == [0, 2]


@pytest.mark.parametrize("wrong", [-1, HOLD, TAKE_3, 4, 2**62, -(2**62)])
def test_take__all_or_nothing(wrong):
    """Actions are handed over when the masks allow all of them; else none is, and the answer is how many are wrong, without games that are
    over."""
    rows, over = dealt(3, num_players=2, stones=2), np.zeros(3, np.bool_)
    kept = rows.actions.tolist()
    assert rows.take(np.array([TAKE_1, wrong, wrong]), rows.mask, over) == 2
    assert rows.take(np.array([TAKE_1, wrong, wrong]), rows.mask, np.array([False, False, True])) == 1
    assert rows.actions.tolist() == kept
    chosen = np.array([TAKE_1, SHOW, TAKE_1])
    assert rows.take(chosen, rows.mask, over) == 0
    assert rows.actions.tolist() == chosen.tolist() and rows.play() == 0


def test_play__forced_decisions():
    """A policy is never asked a forced decision; the reward seat only without `skip_forced`."""
    rows = dealt(1, {1: TAKE_MOST}, reward_seat=0, num_players=2, stones=4)
    rows.actions[:] = SHOW
    assert rows.play() == 0
    assert rows.seats.tolist() == [0] and rows.mask[0].tolist() == [1, 0, 0, 0], "one stone is left to seat 0"
    rows = dealt(1, {1: TAKE_MOST}, reward_seat=0, num_players=2, stones=4, skip_forced=True)
    rows.actions[:] = SHOW
    assert rows.play() == 1 and rows.rewards.tolist() == [1.0] and rows.decisions.tolist() == [3]
    assert rows.memory[0, 1, 1] == 1, "the policy was asked once"


def test_play__wrong_answer_of_a_policy_is_an_error():
    with pytest.raises(RuntimeError, match=r"the policy in seat 0 answered 99, which is not legal \(row 0, .*seed 40"):
        dealt(3, {0: WRONG}, num_players=2)


@pytest.mark.parametrize("seat", [0, 1])
def test_play__policy_with_too_little_memory_is_refused(seat):
    """A policy that needs more words than its memory has is not asked: nothing is written beyond its memory."""
    rows = Rows(GAME, 2, {"num_players": 2}, skip_forced=False, words=2)
    rows.policies[:, seat] = TAKE_MOST.address  # it counts in its second word and keeps stones in a third one
    rows.actions[:] = RESTART
    if seat == 1:
        rows.play()
        rows.actions[:] = TAKE_1
    with pytest.raises(ValueError, match=rf"policy in seat {seat} needs more than 2 words of memory \(row 0"):
        rows.play()
    assert rows.memory[0].tolist() == [[seat_seed_int(*key_words(), 0, p), 0] for p in range(GAME.max_players)]
    rows.want_words(TAKE_MOST.words)
    rows.actions[:] = RESTART
    rows.play()


@pytest.mark.parametrize("words", [-1, 0, 1])
def test_rows__have_memory_for_any_policy(words):
    """Fewer words than the smallest policy needs are refused at once."""
    with pytest.raises(ValueError, match=f"words={words}: a policy has at least 2 words"):
        Rows(GAME, 2, {}, skip_forced=False, words=words)


@pytest.mark.parametrize("short", ["numbers", "memory", "options", "obs", "mask"])
def test_play_rows__short_buffers_are_refused_before_play(short):
    rows = dealt(3, num_players=2)
    rows.seeds[:], rows.actions[:] = 7, RESTART
    given = {
        "numbers": rows.rows.view(np.int64),
        "memory": rows.memory.reshape(-1),
        "options": GAME.option_values(),
        "obs": rows.obs.reshape(-1),
        "mask": rows.mask.reshape(-1),
    }
    before, S = [array.tobytes() for array in given.values()], rows.S.tobytes()
    numbers, memory, options, obs, mask = (given | {short: given[short][:-1]}).values()
    words, n = rows.memory.shape[2], 3
    answer = GAME.entry(int(Command.PLAY_ROWS), rows.S, 0, numbers, memory, options, n, words, obs, mask)
    assert answer == Status.BAD_BUFFER
    assert [array.tobytes() for array in given.values()] == before and rows.S.tobytes() == S


def test_play__reward_seat_beyond_the_table_is_refused():
    rows = dealt(2, num_players=2)
    before = rows.S.tobytes()
    rows.reward_seats[1], rows.actions[:] = GAME.max_players, TAKE_1
    with pytest.raises(ValueError, match="no seat of that number"):
        rows.play()
    assert rows.S.tobytes() == before


def test_want_words__keeps_the_memory_of_games():
    rows, same = (dealt(5, {1: RANDOM, 2: BY_SEED}, num_players=3, words=2) for _ in range(2))
    rows.want_words(9)
    assert rows.memory.shape == (5, GAME.max_players, 9)
    for _ in range(6):
        rows.actions[:] = same.actions[:] = lowest(same)
        assert rows.play() == same.play()
    np.testing.assert_array_equal(rows.memory[:, :, :2], same.memory)
    assert rows.S.tobytes() == same.S.tobytes()


def test_leave_buffers__what_is_held_is_not_written():
    """Arrays that a player holds stay as they were; rows that are held are carried over."""
    rows = dealt(3, num_players=2)
    kept, shown = rows.obs, rows.obs.copy()
    rows.actions[:] = [HOLD, TAKE_1, TAKE_1]
    rows.leave_buffers()
    rows.play()
    assert rows.obs is not kept
    np.testing.assert_array_equal(kept, shown)
    np.testing.assert_array_equal(rows.obs[0], shown[0])
    view = rows.mask[1:]
    was = view.copy()
    for some_hold in (True, False) * 3:
        rows.actions[:] = lowest(rows)
        rows.leave_buffers(some_hold=some_hold)
        rows.play()
    np.testing.assert_array_equal(view, was)
    np.testing.assert_array_equal(kept, shown)


def test_rows__are_not_copied():
    """A copy would share nothing and hold addresses of another process: it is refused, pickling too."""
    rows = dealt(2, num_players=2)
    for copying in (copy.deepcopy, copy.copy, pickle.dumps):
        with pytest.raises(TypeError, match="2 rows of nim cannot be copied or pickled"):
            copying(rows)


def test_play__error_of_a_thread_reaches_the_caller():
    """An error in any slice is raised when all of them are done, and the rows can be dealt again."""
    rows = dealt(6, {1: RANDOM}, num_players=2, threads=3)
    rows.policies[5, 0] = WRONG.address
    rows.actions[:] = RESTART
    with pytest.raises(RuntimeError, match=r"the policy in seat 0 answered 99.*row 5"):
        rows.play()
    rows.policies[5, 0] = 0
    rows.actions[:] = RESTART
    assert rows.play() == 0
    rows.close()


def test_options__are_checked():
    with pytest.raises(ValueError, match="option stones=0 is outside"):
        Rows(GAME, 2, {"stones": 0}, skip_forced=False)
