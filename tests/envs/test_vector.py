"""The vector environment: against Gymnasium's own vector of single environments, PettingZoo's environment, and itself."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from fs_env.agents.random_agent import RandomAgent
from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.policy import RANDOM
from fs_env.core.machine.table.rng import GOLDEN, mix_array
from fs_env.envs import GameAEC, GameSeatEnv, GameVectorEnv
from tests.core.machine.nim import GAME, SHOW, TAKE_1
from tests.core.machine.players import BY_SEED, TAKE_MOST
from tests.envs.players import KINDS, BatchedRandom, PlainRandom, Wrong

SETTINGS: list[dict[str, Any]] = [
    {"opponents": "random", "num_players": 3},
    {"opponents": PlainRandom, "num_players": 3, "seat": "rotate"},
    {"opponents": [BY_SEED, PlainRandom, TAKE_MOST], "num_players": 4, "skip_forced": True},
    {"opponents": {"random": 1, TAKE_MOST: 2, PlainRandom: 1}, "num_players": 3, "seat": 1},
    {"opponents": [RandomAgent], "game_options": {"max_decisions": 5, "stones": 30}},
]


def seed_of(first, game):
    """The seed of the game after so many others in a row, from that of its first one."""
    return int(mix_array(np.array([(first + GOLDEN * game) % 2**64], np.uint64))[0]) >> 1


def legal_actions(masks, draw):
    return np.array([draw.choice(m.nonzero()[0]) for m in masks])


def assert_same(one, other):
    """Two observations, rewards or infos are equal, entry by entry."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for mine, theirs in zip(one, other, strict=True):
            assert (mine is None) == (theirs is None)
            if mine is not None:
                assert_same(mine, theirs)
    else:
        np.testing.assert_array_equal(one, other)


def play(env, steps, note=lambda obs: None):
    """Random play: everything that was told, step by step; each observation is noted at once."""
    draw = np.random.default_rng(0)
    obs, infos = env.reset(seed=7)
    note(obs)
    told: list[Any] = [(obs, infos)]
    for _ in range(steps):
        actions = legal_actions(obs["action_mask"], draw)
        obs, *rest = env.step(actions)
        note(obs)
        told.append((obs, *rest))
    return told


# Against independent environments.


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: str(s["opponents"])[:40])
def test_seat__equals_gymnasiums_vector_of_single_environments(setting, mode):
    """Observations, rewards, ends, final observations and infos are those of single environments side by side."""
    n, draw = 5, np.random.default_rng(1)
    ours = GameVectorEnv(GAME, n, autoreset_mode=mode, illegal="lose", **setting)
    theirs = SyncVectorEnv([lambda: GameSeatEnv(GAME, **setting)] * n, autoreset_mode=mode)
    (obs, infos), (expected, others) = ours.reset(seed=7), theirs.reset(seed=7)
    assert_same(obs, expected)
    assert_same(infos, others | {"_returns": np.zeros(n, bool)})
    ends = 0
    for _ in range(60):
        actions = legal_actions(obs["action_mask"], draw)
        obs, *told, infos = ours.step(actions)
        expected, *others_told, others = theirs.step(actions)
        assert_same(obs, expected)
        for mine, other in zip(told, others_told, strict=True):
            np.testing.assert_array_equal(mine, other)
            assert mine.dtype == other.dtype
        ends += int((told[1] | told[2]).sum())
        final = others.get("final_info", others)
        np.testing.assert_array_equal(infos["returns"], final["returns"])
        np.testing.assert_array_equal(infos["_returns"], told[1] | told[2])
        for key in ("seat", "decisions", "final_obs", "_final_obs"):
            assert (key in infos) == (key in others)
            if key in others:
                assert_same(infos[key], others[key])
        if mode is AutoresetMode.SAME_STEP and "final_info" in others:
            at = others["_final_info"]
            assert infos["final_info"].keys() == others["final_info"].keys()
            for key, values in others["final_info"].items():
                assert_same(infos["final_info"][key][at], values[at])
    assert ends > 10


@pytest.mark.parametrize("skip_forced", [False, True])
@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_self_play__equals_pettingzoos_environment(num_players, skip_forced):
    """Each row is a PettingZoo game: who is asked, what they see and may do, who is paid at the end."""
    n, draw = 4, np.random.default_rng(2)
    env = GameVectorEnv(GAME, n, view="self_play", num_players=num_players, skip_forced=skip_forced)
    alone = [GameAEC(GAME, num_players=num_players, skip_forced=skip_forced) for _ in range(n)]
    games = [0] * n
    obs, infos = env.reset(seed=3)
    for row, aec in enumerate(alone):
        aec.reset(seed=3 + row)
    for _ in range(50):
        actions = legal_actions(obs["action_mask"], draw)
        acted = infos["seat"]
        obs, rewards, terminations, truncations, infos = env.step(actions)
        for row, aec in enumerate(alone):
            if acted[row] < 0:
                games[row] += 1
                aec.reset(seed=seed_of(3 + row, games[row]))
            else:
                assert aec.agent_selection == f"player_{acted[row]}"
                aec.step(int(actions[row]))
            over = all(aec.terminations.values())
            assert terminations[row] == over and not truncations[row]
            if over:
                agent = f"player_{acted[row]}"
                assert rewards[row] == aec.rewards[agent]
                assert infos["returns"][row].tolist() == list(aec.rewards.values()) and infos["_returns"][row]
                assert infos["seat"][row] == -1 and obs["action_mask"][row].nonzero()[0].tolist() == [0]
                np.testing.assert_array_equal(obs["observation"][row], aec.observe(agent)["observation"])
            else:
                assert rewards[row] == 0 and infos["seat"][row] == int(aec.agent_selection[-1])
                assert_same({key: values[row] for key, values in obs.items()}, aec.observe(aec.agent_selection))
    assert min(games) >= 1


def test_opponents__of_every_kind_play_alike():
    """The same play compiled, as an agent in Python and as a batched function gives the same games."""
    told = {kind: play(GameVectorEnv(GAME, 6, opponents=make()), 40) for kind, make in KINDS.items()}
    for step, expected in enumerate(told["compiled"]):
        for kind in ("agent", "batched"):
            for mine, other in zip(told[kind][step], expected, strict=True):
                assert_same(mine, other)


def test_batched__sees_what_its_seat_may_know():
    """A batched opponent gets observations and masks of its own seats, only where it is asked a choice."""
    foe = BatchedRandom()
    env = GameVectorEnv(GAME, 3, opponents=foe, seat=1)
    env.reset(seed=7)
    (observations, masks, rows), S = foe.asked[0], GAME.new()
    assert rows.tolist() == [0, 1, 2] and masks.shape == (3, GAME.num_actions)
    for row in range(3):
        GAME.setup(S, seed=7 + row)
        np.testing.assert_array_equal(observations[row], GAME.observe(S, 0))
        np.testing.assert_array_equal(masks[row], GAME.mask(S))
    assert (np.concatenate([m.sum(axis=1) for _, m, _ in foe.asked]) > 1).all()


# Rewards.


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_reward__goes_to_the_learners_seat(seat):
    """In a scripted game of three the learner gets its own return, whoever ended the game."""
    for stones in range(7, 20):
        env = GameVectorEnv(GAME, 1, num_players=3, seat=seat, opponents=TAKE_MOST, game_options={"stones": stones})
        env.reset(seed=1)
        reward = 0.0
        while True:
            _, rewards, terminations, _, infos = env.step(np.array([TAKE_1]))
            reward += rewards[0]
            if terminations[0]:
                break
        left, turn = stones, 0
        while True:
            left -= 1 if turn == seat else min(3, left)
            if left == 0:
                break
            turn = (turn + 1) % 3
        assert infos["returns"][0].tolist() == [1.0 if p == turn else -0.5 for p in range(3)]
        assert reward == infos["returns"][0, seat] == (1.0 if turn == seat else -0.5)


def test_end__of_a_truncated_game():
    """A game at its limit of decisions is truncated, not terminated, and no player is paid."""
    env = GameVectorEnv(GAME, 3, view="self_play", game_options={"max_decisions": 3, "stones": 50})
    env.reset(seed=1)
    for last in (False, False, True):
        _, rewards, terminations, truncations, _ = env.step(np.full(3, TAKE_1))
        assert truncations.tolist() == [last] * 3 and not terminations.any() and not rewards.any()


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("view", ["seat", "self_play"])
@pytest.mark.parametrize("illegal", ["error", "lose"])
def test_mask__is_never_all_zeros(mode, view, illegal):
    """Every row, the final observations too, has a mask over which a softmax is defined; where a game is over it allows
    action 0 alone, whose log probability is 0: nothing is learned from it."""
    env = GameVectorEnv(GAME, 5, view=view, autoreset_mode=mode, illegal=illegal, game_options={"max_decisions": 7})
    draw, ends = np.random.default_rng(3), 0
    obs, infos = env.reset(seed=2)
    for step in range(60):
        masks = obs["action_mask"]
        assert masks.any(axis=1).all()
        actions = legal_actions(masks, draw)
        if illegal == "lose" and step % 5 == 0:
            actions[step % 3] = 99
        obs, _, terminations, truncations, infos = env.step(actions)
        over = terminations | truncations
        last = obs["action_mask"]
        if mode == "SameStep" and over.any():
            last = np.array([final["action_mask"] if final else np.zeros(4, int) for final in infos["final_obs"]])
        assert all(last[row].nonzero()[0].tolist() == [0] for row in over.nonzero()[0])
        ends += int(over.sum())
        if mode == "Disabled" and over.any():
            obs, _ = env.reset(options={"reset_mask": over})
    assert ends > 15


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("limit", [1, 3])
def test_max_episode_steps__is_gymnasiums_time_limit(limit, mode):
    """Rows are truncated where Gymnasium's TimeLimit truncates single environments, with the same observations, masks
    and rewards; a game that ends in its last step is both, as there."""
    n, draw, options = 4, np.random.default_rng(1), {"num_players": 3, "opponents": "random", "illegal": "lose"}
    ours = GameVectorEnv(GAME, n, autoreset_mode=mode, max_episode_steps=limit, **options)
    limited = gymnasium.wrappers.TimeLimit
    theirs = SyncVectorEnv([lambda: limited(GameSeatEnv(GAME, **options), limit)] * n, autoreset_mode=mode)
    (obs, _), (expected, _) = ours.reset(seed=7), theirs.reset(seed=7)
    ends = Counter()
    for step in range(80):
        assert_same(obs, expected)
        actions = legal_actions(obs["action_mask"], draw)
        if step % 9 == 0:
            actions[1] = 99
        obs, *told, infos = ours.step(actions)
        expected, *others, also = theirs.step(actions)
        for mine, other in zip(told, others, strict=True):
            np.testing.assert_array_equal(mine, other)
        if "final_obs" in also:
            assert_same(infos["final_obs"], also["final_obs"])
        ends.update(zip(told[1].tolist(), told[2].tolist()))
    assert ends[False, True] > 10 and ends[True, True] > 0 and (limit == 1 or ends[True, False] > 0)


def test_max_episode_steps__through_make_vec_and_alone():
    """make_vec hands the limit on; a single environment takes it as well; in self-play no player is asked after it."""
    env = GameVectorEnv(GAME, 2, view="self_play", max_episode_steps=2, game_options={"stones": 50})
    env.reset(seed=1)
    env.step(np.full(2, TAKE_1))
    _, rewards, terminations, truncations, infos = env.step(np.full(2, TAKE_1))
    assert truncations.all() and not terminations.any() and not rewards.any()
    assert infos["seat"].tolist() == [-1, -1] and not infos["returns"].any()
    alone = GameSeatEnv(GAME, max_episode_steps=1, game_options={"stones": 50})
    for _ in range(2):
        alone.reset(seed=1)
        assert alone.step(TAKE_1)[2:4] == (False, True)
    for none in (None, -1):
        assert GameVectorEnv(GAME, 2, max_episode_steps=none).max_episode_steps is None


# Modes.


def test_disabled__resets_are_the_callers():
    """A step after an end is refused; `reset_mask` starts these rows anew and leaves the others."""
    env = GameVectorEnv(GAME, 3, view="self_play", autoreset_mode="Disabled", game_options={"stones": 2})
    env.reset(seed=1)
    obs, _, terminations, _, _ = env.step(np.array([1, TAKE_1, 1]))
    assert terminations.tolist() == [True, False, True]
    with pytest.raises(ResetNeeded, match=r"games in rows \[0, 2\]: with autoreset_mode Disabled"):
        env.step(np.zeros(3, np.int64))
    going_on = obs["observation"][1].copy()
    obs, infos = env.reset(options={"reset_mask": terminations})
    assert infos["decisions"].tolist() == [0, 1, 0] and infos["seat"].tolist() == [0, 1, 0]
    np.testing.assert_array_equal(obs["observation"][1], going_on)
    _, _, terminations, _, _ = env.step(np.array([1, TAKE_1, TAKE_1]))
    assert terminations.tolist() == [True, True, False]


def test_next_step__ignores_the_action_of_a_row_that_begins():
    env = GameVectorEnv(GAME, 2, view="self_play", game_options={"stones": 2})
    env.reset(seed=1)
    env.step(np.array([1, TAKE_1]))
    _, rewards, terminations, _, infos = env.step(np.array([-5, SHOW]))
    assert infos["decisions"].tolist() == [0, 2] and infos["seat"].tolist() == [0, 0]
    assert not rewards.any() and not terminations.any()


def test_reset__partial_with_seeds():
    env = GameVectorEnv(GAME, 3, autoreset_mode="Disabled")
    first, _ = env.reset(seed=[5, 6, 7])
    again, _ = env.reset(seed=[9, 9, 5], options={"reset_mask": np.array([False, False, True])})
    np.testing.assert_array_equal(again["observation"][2], first["observation"][0])
    np.testing.assert_array_equal(again["observation"][:2], first["observation"][:2])


def test_early_end__is_not_reported():
    """Games that end before the learner was asked are dealt again; where that never ends there is an error."""
    options = {"stones": 1}
    env = GameVectorEnv(GAME, 8, seat=1, opponents="random", game_options=options)
    _, infos = env.reset(seed=3)
    assert (infos["decisions"] == 1).all() and infos["seat"].tolist() == [1] * 8
    assert Counter(env._dealer.games.tolist()).keys() > {0}, "some rows went past games that ended at once"
    with pytest.raises(RuntimeError, match="row 0: 1000 games in a row ended before seat 1 was asked"):
        GameVectorEnv(GAME, 2, seat=1, opponents=TAKE_MOST, game_options=options).reset(seed=3)


# Determinism.


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: str(s["opponents"])[:40])
def test_same_seed__same_everything_in_any_number_of_threads(setting):
    runs = [play(GameVectorEnv(GAME, 9, threads=threads, **setting), 30) for threads in (1, 1, 2, 5)]
    for run in runs[1:]:
        for one, other in zip(runs[0], run, strict=True):
            for mine, theirs in zip(one, other, strict=True):
                assert_same(mine, theirs)


def test_reset__without_seed_continues_the_sequence_or_draws():
    """`reset()` gives each row its next game; environments without any seed differ from each other."""
    env, same = GameVectorEnv(GAME, 4, num_players=4), GameVectorEnv(GAME, 4, num_players=4)
    first, second = env.reset(seed=3)[0], env.reset()[0]
    assert_same(first, same.reset(seed=3)[0])
    assert_same(second, same.reset()[0])
    assert first["observation"].tobytes() != second["observation"].tobytes()
    fresh = {GameVectorEnv(GAME, 16, num_players=4).reset()[0]["observation"].tobytes() for _ in range(4)}
    assert len(fresh) == 4


def test_seats__rotate_and_are_drawn():
    """ "rotate" goes round by game and row; "random" comes to every seat about equally often."""
    env = GameVectorEnv(GAME, 4, num_players=3, seat="rotate", opponents=TAKE_MOST)
    seats = [env.reset(seed=0)[1]["seat"].tolist(), env.reset()[1]["seat"].tolist(), env.reset()[1]["seat"].tolist()]
    assert seats == [[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]
    drawn = Counter(GameVectorEnv(GAME, 3000, num_players=3).reset(seed=0)[1]["seat"].tolist())
    assert set(drawn) == {0, 1, 2} and sum((c - 1000) ** 2 / 1000 for c in drawn.values()) < 13.8  # p > 0.001


def test_mix__is_the_machines():
    """The vectorised finaliser equals the kernels' one."""
    from fs_env.core.machine.table.rng import mix as scalar

    numbers = np.array([0, 1, 12345, 2**62, 2**63 - 1], np.int64)
    assert mix_array(numbers.astype(np.uint64)).tolist() == [int(scalar(int(x))) for x in numbers]


# Opponents.


def test_lineup__one_each_sits_in_turn_order():
    """With one opponent for each other seat they sit behind the learner in the order given."""
    env = GameVectorEnv(GAME, 4, num_players=4, seat="rotate", opponents=[TAKE_MOST, BY_SEED, RANDOM])
    env.reset(seed=4)
    for row, learner in enumerate(range(4)):
        sitting = [env._rows.policies[row, (learner + k) % 4] for k in range(4)]
        assert sitting == [0, TAKE_MOST.address, BY_SEED.address, RANDOM.address]


def test_lineup__weights_are_kept():
    """A mapping draws each seat of each game by weight; a sequence of many draws evenly."""
    n = 2000
    for opponents, shares in (
        ({RANDOM: 3, BY_SEED: 1}, (0.75, 0.25, 0)),
        ((RANDOM, BY_SEED, TAKE_MOST, RANDOM), (0.5, 0.25, 0.25)),
    ):
        env = GameVectorEnv(GAME, n, num_players=3, seat=0, opponents=opponents)
        env.reset(seed=1)
        drawn = env._rows.policies[:, 1:3]
        for policy, share in zip((RANDOM, BY_SEED, TAKE_MOST), shares, strict=True):
            for seat in range(2):
                assert abs((drawn[:, seat] == policy.address).mean() - share) < 0.05
        assert 0.1 < (drawn[:, 0] != drawn[:, 1]).mean() < 0.9, "seats draw by themselves"


def test_set_opponents__counts_from_the_next_game():
    """Games that are going on keep their opponents; the next ones have the new."""
    env = GameVectorEnv(GAME, 3, seat=0, opponents=PlainRandom)
    obs, _ = env.reset(seed=5)
    env.set_opponents(TAKE_MOST)
    changed = GameVectorEnv(GAME, 3, seat=0, opponents=PlainRandom)
    changed.reset(seed=5)
    draw, over = np.random.default_rng(0), np.zeros(3, bool)
    while not over.all():
        actions = legal_actions(obs["action_mask"], draw)
        obs, rewards, terminations, _, infos = env.step(actions)
        expected, *_ = changed.step(actions)
        still = ~over
        np.testing.assert_array_equal(obs["observation"][still], expected["observation"][still])
        assert (env._rows.policies[infos["decisions"] <= 0, 1] == TAKE_MOST.address).all()
        over |= terminations
    env.reset()
    assert (env._rows.policies[:, 1] == TAKE_MOST.address).all()
    env.set_opponents("random")
    assert [foe.name for foe in env._dealer.known] == ["take_most", "random"], "who plays nowhere any more is forgotten"


def test_set_opponents__in_self_play_is_refused():
    with pytest.raises(ValueError, match='opponents play in view="seat" only'):
        GameVectorEnv(GAME, 2, view="self_play").set_opponents("random")


def test_wrong_opponent__is_named():
    """An opponent's illegal answer, or its own error, names opponent, seat and seed."""
    with pytest.raises(RuntimeError, match=r"opponent 'wrong' in seat 0 of row 0 \(game with seed 5\) answered"):
        GameVectorEnv(GAME, 2, seat=1, opponents=Wrong).reset(seed=5)

    def broken(view):
        raise KeyError("no such card")

    with pytest.raises(RuntimeError, match=r"bot 'broken' in seat 0 .*seed 5 failed: KeyError: 'no such card'"):
        GameVectorEnv(GAME, 2, seat=1, opponents=broken).reset(seed=5)


# Buffers.


@pytest.mark.parametrize("view", ["seat", "self_play"])
def test_copy__false_writes_in_place(view):
    """With copy=False the same arrays are handed out each time; `action_masks` is the array of masks."""
    env = GameVectorEnv(GAME, 3, view=view, copy=False)
    obs, _ = env.reset(seed=1)
    shown = obs["observation"].copy()
    again, *_ = env.step(legal_actions(obs["action_mask"], np.random.default_rng(0)))
    assert again["observation"] is obs["observation"] and again["action_mask"] is obs["action_mask"]
    assert env.action_masks() is obs["action_mask"]
    assert obs["observation"].tobytes() != shown.tobytes()


def test_copy__true_leaves_what_was_handed_out():
    env = GameVectorEnv(GAME, 3)
    told = play(env, 20)
    shown = []
    play(GameVectorEnv(GAME, 3, copy=False), 20, note=lambda obs: shown.append(deepcopy(obs)))
    for step, copies in zip(told, shown, strict=True):
        assert_same(step[0], copies)
    assert len({id(step[0]["observation"]) for step in told}) == len(told)
    assert env.action_masks() is told[-1][0]["action_mask"]


@pytest.mark.parametrize("view", ["seat", "self_play"])
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_copy__true_writing_into_what_was_handed_out_changes_nothing(view, mode):
    """A caller who scribbles over masks and observations gets the same games, and is held to the real masks."""
    make = [GameVectorEnv(GAME, 4, view=view, autoreset_mode=mode, game_options={"max_decisions": 9}) for _ in range(2)]
    told = [env.reset(seed=7)[0] for env in make]
    draw = np.random.default_rng(0)
    for step in range(40):
        actions = legal_actions(told[0]["action_mask"], draw)
        told[1]["action_mask"][:] = step % 2
        told[1]["observation"][:] = -9
        (mine, *others), (theirs, *same) = [env.step(actions) for env in make]
        assert_same(mine, theirs)
        for one, other in zip(others[:3], same[:3], strict=True):
            np.testing.assert_array_equal(one, other)
        told = [mine, theirs]
    env = GameVectorEnv(GAME, 2, view=view, autoreset_mode=mode, seat=0, game_options={"stones": 2})
    env.reset(seed=1)[0]["action_mask"][:] = 1
    with pytest.raises(IllegalAction, match="row 1: action 2 .*is not legal now"):
        env.step(np.array([TAKE_1, 2]))


def test_copy__true_rows_without_a_reset_are_sent_again():
    """A partial reset tells of the other rows what is true, not what a caller wrote into earlier arrays."""
    env = GameVectorEnv(GAME, 3, view="self_play", autoreset_mode="Disabled", game_options={"stones": 2})
    env.reset(seed=1)
    obs, _, terminations, _, _ = env.step(np.array([1, TAKE_1, TAKE_1]))
    assert terminations.tolist() == [True, False, False]
    before = {key: values.copy() for key, values in obs.items()}
    obs["action_mask"][:], obs["observation"][:] = 0, -9
    obs, infos = env.reset(options={"reset_mask": np.array([False, True, False])})
    np.testing.assert_array_equal(obs["action_mask"][[0, 2]], before["action_mask"][[0, 2]])
    np.testing.assert_array_equal(obs["observation"][2], before["observation"][2])
    assert infos["decisions"].tolist() == [1, 0, 1] and infos["seat"].tolist() == [-1, 0, 1]


def test_observations__are_in_their_space():
    env = GameVectorEnv(GAME, 3, num_players=4)
    for step in play(env, 25):
        assert step[0] in env.observation_space
        assert {key: values[1] for key, values in step[0].items()} in env.single_observation_space
    assert env.action_space.sample().shape == (3,)


# Gymnasium's own tools.


def test_wrappers__of_gymnasium_take_it():
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(GameVectorEnv(GAME, 3))
    draw, finished = np.random.default_rng(0), []
    obs, infos = env.reset(seed=1)
    for _ in range(40):
        obs, rewards, terminations, truncations, infos = env.step(legal_actions(obs["action_mask"], draw))
        for row in np.flatnonzero(terminations):
            finished.append((infos["episode"]["r"][row], rewards[row]))
    assert len(finished) > 5 and all(total == last for total, last in finished)
    listed = gymnasium.wrappers.vector.DictInfoToList(GameVectorEnv(GAME, 3, opponents=TAKE_MOST))
    assert [sorted(info) for info in listed.reset(seed=1)[1]] == [["decisions", "seat"]] * 3
    listed.close()
    env.close()


def test_render__shows_only_what_the_seat_may_know():
    """render_mode "ansi" gives a text for each row, which hides the other seat's number."""
    env = GameVectorEnv(GAME, 2, seat=1, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == tuple(GAME.text(env._rows.S, row, player=1) for row in range(2))
    assert GameVectorEnv(GAME, 2).render() is None
