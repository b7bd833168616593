"""One seat as a Gymnasium environment: the checker, its place in Gymnasium's registry, illegal actions, words."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.policy import Policy
from fs_env.envs import GameAEC, GameSeatEnv, GameVectorEnv
from tests.core.machine.nim import GAME, TAKE_1
from tests.core.machine.players import TAKE_MOST
from tests.envs.pictures import MISSING
from tests.envs.players import BatchedRandom, PlainRandom

NIM_ID = "Tests/Nim-v0"


def stones_in(seen):
    return (seen["observation"] if isinstance(seen, dict) else seen)[0]


@pytest.fixture(params=["observation", "info", "both"])
def registered(request):
    """Nim in Gymnasium's registry with the mask in each place, for as long as a test lasts."""
    mask = {"mask_in": request.param}
    gymnasium.register(
        NIM_ID,
        entry_point=lambda **options: GameSeatEnv(GAME, **mask, **options),
        vector_entry_point=lambda num_envs, **options: GameVectorEnv(GAME, num_envs, **mask, **options),
    )
    yield NIM_ID
    del gymnasium.registry[NIM_ID]


@pytest.mark.parametrize(
    "options",
    [{}, {"num_players": 4, "opponents": PlainRandom, "skip_forced": True, "seat": "rotate"}],
    ids=["plain", "four seats"],
)
def test_check_env__passes_without_a_warning(registered, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(registered, **options)
        check_env(env.unwrapped, skip_render_check=bool(MISSING))
    assert env.spec.id == NIM_ID


def test_make_vec__of_both_kinds_agrees(registered):
    """`make_vec` gives the native vector environment, and the same games and masks as Gymnasium's own over single ones."""
    native, single = made = [
        gymnasium.make_vec(registered, num_envs=3, vectorization_mode=mode, num_players=3)
        for mode in ("vector_entry_point", "sync")
    ]
    assert isinstance(native, GameVectorEnv)
    assert native.single_observation_space == single.single_observation_space
    (one, infos), (other, others) = (env.reset(seed=4) for env in made)
    for _ in range(10):
        np.testing.assert_equal(one, other)
        assert ("action_mask" in infos) == ("action_mask" in others)
        np.testing.assert_array_equal(infos.get("action_mask"), others.get("action_mask"))
        actions = (infos if "action_mask" in infos else one)["action_mask"].argmax(axis=1)
        (one, *_, infos), (other, *_, others) = (env.step(actions) for env in made)


def test_make__takes_a_policy(registered):
    """A compiled opponent goes through Gymnasium's specification, which copies its arguments."""
    env = gymnasium.make(registered, opponents=TAKE_MOST, seat=0)
    for made in (env, gymnasium.make(env.spec)):
        stones = [stones_in(made.reset(seed=1)[0]), stones_in(made.step(TAKE_1)[0])]
        assert stones[1] == stones[0] - 4


def test_step__plays_to_the_end_and_pays():
    """A game ends with the learner's return as reward and every player's in info."""
    env = GameSeatEnv(GAME, num_players=3, opponents=TAKE_MOST, seat=1)
    obs, info = env.reset(seed=1)
    assert {**info, "returns": info["returns"].tolist()} == {
        "seat": 1,
        "decisions": 1,
        "returns": [0, 0, 0],
        "illegal_action": False,
    }
    assert obs["observation"].shape == (GAME.schema.size,)
    while True:
        assert env.action_masks().tolist() == obs["action_mask"].tolist()
        obs, reward, terminated, truncated, info = env.step(TAKE_1)
        if terminated or truncated:
            break
        assert reward == 0.0
    assert info["returns"].shape == (3,) and reward == info["returns"][1] != 0 and terminated is True
    with pytest.raises(ResetNeeded, match=r"after the end of the game: call reset\(\)"):
        env.step(TAKE_1)


def test_illegal__loses_or_raises():
    """By default an action that is not legal loses the game; with illegal="error" it raises and nothing moves."""
    env = GameSeatEnv(GAME)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(99)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1.0, True, False, True)
    strict = GameSeatEnv(GAME, illegal="error")
    before, info = strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 99 .* is not legal now"):
        strict.step(99)
    obs, _, terminated, _, _ = strict.step(TAKE_1)
    assert not terminated and obs["observation"][0] < before["observation"][0]


def test_reset__seeds_and_sequence():
    """A seed gives the deal of `Game.setup`; `reset()` continues in the same sequence."""
    env, S = GameSeatEnv(GAME, seat=0), GAME.new()
    first = [env.reset(seed=9)[0]["observation"], env.reset()[0]["observation"]]
    second = [env.reset(seed=9)[0]["observation"], env.reset()[0]["observation"]]
    GAME.setup(S, seed=9)
    np.testing.assert_array_equal(first[0], GAME.observe(S, 0))
    np.testing.assert_array_equal(first, second)


def test_set_opponents__from_the_next_game():
    env = GameSeatEnv(GAME, seat=0)
    env.reset(seed=1)
    env.set_opponents(TAKE_MOST)
    obs, _ = env.reset(seed=1)
    assert env.step(TAKE_1)[0]["observation"][0] == obs["observation"][0] - 4


def test_render__returns_or_prints(capsys):
    """ "ansi" returns the words, "human" prints them after each call, None does nothing."""
    env = GameSeatEnv(GAME, render_mode="ansi", seat=0)
    with pytest.raises(ResetNeeded, match=r"render\(\) before reset\(\)"):
        env.render()
    env.reset(seed=1)
    assert "stones: 21" in env.render()
    human = GameSeatEnv(GAME, render_mode="human")
    human.reset(seed=1)
    human.step(TAKE_1)
    assert capsys.readouterr().out.count("stones: ") == 2
    plain = GameSeatEnv(GAME)
    plain.reset(seed=1)
    assert plain.render() is None


def test_make__takes_max_episode_steps(registered):
    """Both makers of Gymnasium hand the limit on: the wrapper for one game, a keyword for many."""
    one = gymnasium.make(registered, max_episode_steps=1, game_options={"stones": 50})
    many = gymnasium.make_vec(registered, num_envs=2, max_episode_steps=1, game_options={"stones": 50})
    one.reset(seed=1)
    many.reset(seed=1)
    assert one.step(TAKE_1)[2:4] == (False, True)
    assert many.step(np.full(2, TAKE_1))[3].tolist() == [True, True]


def test_init__render_mode_is_checked():
    with pytest.raises(ValueError, match="unknown render_mode 'rgb': expected ansi, human, rgb_array"):
        GameSeatEnv(GAME, render_mode="rgb")


def test_reset__unknown_options_are_ignored_with_a_warning():
    env = GameSeatEnv(GAME)
    with pytest.warns(UserWarning, match="unknown reset option 'state': .*; it is ignored") as told:
        obs, _ = env.reset(seed=1, options={"state": b""})
    assert told[0].filename == __file__
    np.testing.assert_array_equal(obs["observation"], GameSeatEnv(GAME).reset(seed=1)[0]["observation"])


def play_on(env, seed, most=60):
    """Random play over the ends of games: everything that is told."""
    draw, told = np.random.default_rng(seed), []
    for _ in range(most):
        if not env._live:
            obs, info = env.reset()
            told.append((obs["observation"].tolist(), info["seat"]))
        legal = env.action_masks().nonzero()[0]
        obs, reward, *over, info = env.step(int(draw.choice(legal)))
        told.append((obs["observation"].tolist(), obs["action_mask"].tolist(), reward, *over, info["decisions"]))
    return told


OPPONENTS = {
    "by name": "random",
    "policy": TAKE_MOST,
    "class": PlainRandom,
    "object": PlainRandom(),
    "batched": BatchedRandom(),
    "weights": {"random": 1, TAKE_MOST: 2, PlainRandom: 1},
}


@pytest.mark.parametrize("opponents", OPPONENTS.values(), ids=OPPONENTS)
@pytest.mark.parametrize("steps", [None, 0, 3])
def test_copies__pickle_and_deepcopy_play_on_alike(opponents, steps):
    """Copies, made before `reset` or in the middle of a game, play the same games from there, opponents with what they
    remember and all further deals included, and touch the original no more."""
    env = GameSeatEnv(GAME, num_players=3, opponents=opponents, skip_forced=True, max_episode_steps=9)
    if steps is None:
        made = [env, pickle.loads(pickle.dumps(env)), copy.deepcopy(env)]  # noqa: S301
        for one in made:
            one.reset(seed=5)
    else:
        env.reset(seed=5)
        if steps:
            play_on(env, 1, steps)
        made = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), env]  # noqa: S301
    tales = [play_on(one, 2) for one in made]
    assert tales[0] == tales[1] == tales[2] and any(len(line) == 2 for line in tales[0])


def test_copies__of_four_souls_against_its_bot():
    """The same for a registered environment with a compiled bot that has a memory, made by `gymnasium.make`."""
    env = gymnasium.make("FourSouls/FourSouls-v1", opponents="heuristic", max_decisions=150).unwrapped
    env.reset(seed=3)
    play_on(env, 1, 15)
    made = [pickle.loads(pickle.dumps(env)), copy.deepcopy(env), env]  # noqa: S301
    tales = [play_on(one, 2, 40) for one in made]
    assert tales[0] == tales[1] == tales[2] and made[0].spec == env.spec


def test_copies__a_policy_without_a_name_is_refused():
    """A policy that no module knows by name cannot be pickled; the error says what to do. It can be deep-copied."""
    nameless = Policy("nameless", GAME.name, TAKE_MOST.kernel, 3)
    env = GameSeatEnv(GAME, opponents=nameless)
    with pytest.raises(
        TypeError, match="policy 'nameless' cannot be pickled: it is not a global of tests.core.machine"
    ):
        pickle.dumps(env)
    assert copy.deepcopy(env)._row._dealer.known[0].policy is nameless


@pytest.mark.parametrize("action", [2**63, -(2**63) - 1, 2**70])
def test_step__a_number_that_fits_no_array(action):
    """An id beyond 64 bits is an illegal action like any other: refused by its number, or the game is lost."""
    env = GameSeatEnv(GAME, illegal="error")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"action {action} .*no id in 0..3"):
        env.step(action)
    env = GameSeatEnv(GAME, illegal="lose")
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(action)
    assert reward == -1 and terminated


@pytest.mark.parametrize("options", [[], (), "state", 0, [("state", b"")]])
@pytest.mark.parametrize("made", [GameSeatEnv, lambda game: GameVectorEnv(game, 2), GameAEC])
def test_reset__options_are_a_mapping(made, options):
    with pytest.raises(TypeError, match=r"reset\(options=.*\): expected a dictionary of options by name, or None"):
        made(GAME).reset(seed=1, options=options)
