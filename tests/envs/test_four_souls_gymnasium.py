"""Four Souls in Gymnasium: registration, options, and the vector environment on a large game."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from fs_env import four_souls_v1
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.policy import RANDOM, Policy
from fs_env.envs import GameVectorEnv
from tests.envs.pictures import MISSING
from tests.envs.players import KINDS

ID = "FourSouls/FourSouls-v1"
ALL_SETS = ("base", "gold", "plus")
policy_kernel = Kernel(None, obs="int16[::1]", acts="int16[::1]", memory="int64[::1]")


@policy_kernel
def lowest_id(obs, acts, n, memory):
    """The lowest legal id but 0, which is to pass."""
    best = 0
    for j in range(n):
        if acts[j] > 0 and (best == 0 or acts[j] < best):
            best = int(acts[j])
    return best


LOWEST = Policy("lowest_id", GAME.name, lowest_id, 2)


class Lowest:
    name = "lowest"

    def reset(self, seat, seed):
        self.seat = seat

    def act(self, view):
        return next(a for a in view.legal if a > 0)


def random_actions(masks, draw):
    return np.array([draw.choice(m.nonzero()[0]) if m.any() else 0 for m in masks])


def test_check_env__passes_without_a_warning():
    """Gymnasium's checker passes on registered environments, flat, as tokens and solo, and warns about nothing."""
    tokens = {"num_players": 4, "sets": ALL_SETS, "observation": "tokens"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for name, options in ((ID, {}), (ID, tokens), ("FourSouls/Solo-v0", {"max_decisions": 60})):
            env = gymnasium.make(name, **options)
            check_env(env.unwrapped, skip_render_check=bool(MISSING))
            assert env.unwrapped.num_players == options.get("num_players", 2)


def test_make__finds_the_package_by_itself():
    """With the package, or the module, in front of the id nothing has to be imported before; both kinds are registered."""
    code = (
        "import gymnasium as gym, sys\n"
        f"env = gym.make_vec('fs_env:{ID}', num_envs=2)\n"
        f"print(type(env).__name__, type(gym.make('{ID}').unwrapped).__name__)"
    )
    made = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert made.stdout.split() == ["GameVectorEnv", "GameSeatEnv"]
    assert gymnasium.make(f"fs_env.four_souls_v1:{ID}").unwrapped.num_players == 2


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_make__names_the_unknown_keyword(make):
    """The error has Python's own words, by which tools that offer keywords learn that an environment takes none of them."""
    with pytest.raises(TypeError, match="got an unexpected keyword argument 'frameskip'"):
        make(ID, frameskip=4)


def test_opponents__compiled_and_python_play_alike():
    """A policy and the same play in Python give the same games, and so do the kinds of random opponents."""
    options = {"sets": ALL_SETS, "max_decisions": 150}
    for num_players, kinds in ((4, [LOWEST, Lowest]), (2, [make() for make in KINDS.values()])):
        told = []
        for opponents in kinds:
            env = four_souls_v1.vector_env(4, num_players=num_players, opponents=opponents, **options)
            draw, books = np.random.default_rng(0), []
            obs, infos = env.reset(seed=5)
            for _ in range(120):
                obs, rewards, terminations, truncations, infos = env.step(random_actions(obs["action_mask"], draw))
                books.append(
                    (obs["observation"].tobytes(), rewards.tolist(), truncations.tolist(), *infos["decisions"])
                )
            told.append(books)
            assert any(any(book[2]) for book in books), "some games ended"
        assert all(books == told[0] for books in told[1:])


@pytest.mark.parametrize("view", ["seat", "self_play"])
def test_vector__threads_change_nothing(view):
    options = {"view": view, "num_players": 4, "sets": ALL_SETS, "max_decisions": 400}
    if view == "seat":
        options["opponents"] = {"random": 2, "heuristic": 1}
    envs = [four_souls_v1.vector_env(8, threads=threads, autoreset_mode="SameStep", **options) for threads in (1, 3)]
    draw, ends = np.random.default_rng(0), 0
    told = [env.reset(seed=5) for env in envs]
    for _ in range(450 if view == "self_play" else 120):
        actions = random_actions(told[0][0]["action_mask"], draw)
        told = [env.step(actions) for env in envs]
        for key in ("observation", "action_mask"):
            np.testing.assert_array_equal(told[0][0][key], told[1][0][key])
        for one, other in zip(told[0][1:4], told[1][1:4], strict=True):
            np.testing.assert_array_equal(one, other)
        ends += int((told[0][2] | told[0][3]).sum())
    assert ends >= 8
    for env in envs:
        env.close()


def test_tokens__are_made_from_the_flat_observation():
    options = {"num_players": 2, "max_decisions": 40, "view": "self_play", "autoreset_mode": AutoresetMode.SAME_STEP}
    flat, tokens = (four_souls_v1.vector_env(3, observation=form, **options) for form in ("flat", "tokens"))
    draw, form = np.random.default_rng(0), GAME.schemas["tokens"]
    obs, _ = flat.reset(seed=2)
    seen, _ = tokens.reset(seed=2)
    finals = 0
    for _ in range(60):
        np.testing.assert_array_equal(seen["observation"], form.from_flat(obs["observation"]))
        actions = random_actions(obs["action_mask"], draw)
        obs, _, _, _, infos = flat.step(actions)
        seen, _, _, _, others = tokens.step(actions)
        assert seen in tokens.observation_space
        for one, other in zip(infos.get("final_obs", ()), others.get("final_obs", ()), strict=True):
            if one is not None:
                finals += 1
                assert one in flat.single_observation_space and other in tokens.single_observation_space
                np.testing.assert_array_equal(other["observation"], form.from_flat(one["observation"]))
    assert finals == 3


def test_returns__sum_to_the_games_own():
    """Won games of random play against random opponents pay the learner what `Game.returns` gives its seat."""
    env = GameVectorEnv(GAME, 16, num_players=2, opponents=RANDOM, skip_forced=True)
    obs, infos = env.reset(seed=1)
    draw, paid = np.random.default_rng(0), []
    for _ in range(1500):
        seats = infos["seat"]
        obs, rewards, terminations, _, infos = env.step(random_actions(obs["action_mask"], draw))
        for row in np.flatnonzero(terminations):
            assert rewards[row] == infos["returns"][row, seats[row]]
            paid.append(rewards[row])
    assert {-1.0, 1.0} <= set(paid)
