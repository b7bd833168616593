"""A seat in words as a Gymnasium environment: whole games, answers that mean nothing, deals, errors."""

from __future__ import annotations

import copy
import pickle
import random

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.spaces.utils import flatten, unflatten
from gymnasium.utils.env_checker import check_env

import fs_env  # noqa: F401
from fs_env import castles_of_caleira_v1, solo_v0
from fs_env.arena.match import AgentFailed
from fs_env.arena.referee import OutOfReach
from fs_env.envs.sb3 import GameVecEnv
from fs_env.envs.text import GameTextEnv
from fs_env.envs.text_table import TextTable
from fs_env.interop.parallel import parallel_env

ID = "CastlesOfCaleira/Text-v0"


@pytest.fixture
def env():
    return gymnasium.make(ID, seat=0).unwrapped


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("FourSouls", {"sets": ("base", "gold")}),
        ("CastlesOfCaleira", {"num_players": 3}),
        ("Betrayal", {"num_players": 3}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_text_env__plays_until_the_end(name, options):
    """Whoever answers with a number that is on offer is never told off, and has a result when the game is over."""
    env, dice = gymnasium.make(f"{name}/Text-v0", **options, max_decisions=150).unwrapped, random.Random(1)
    text, info = env.reset(seed=4)
    assert text.startswith(info["rules"])
    over = False
    while not over:
        assert all(f"[{n}] {words}" in text for n, words in enumerate(info["actions"], 1))
        text, reward, terminated, truncated, info = env.step(f"well, [{dice.randrange(len(info['actions'])) + 1}]")
        over = terminated or truncated
        assert over or reward == 0
    assert info["invalid"] == 0
    assert reward == info["returns"][info["seat"]]


def test_text_env__is_one_of_gymnasium():
    """Gymnasium's own checker finds nothing, and equal seeds give equal games."""
    check_env(gymnasium.make(ID).unwrapped, skip_render_check=True)
    first, second = (gymnasium.make(ID).unwrapped for _ in range(2))
    assert [first.reset(seed=8)[0], first.reset()[0]] == [second.reset(seed=8)[0], second.reset()[0]]


def test_text_env__asks_again_and_then_the_game_is_lost(env):
    """An answer that means nothing changes nothing; the second in a row loses the game, a good one between them forgives."""
    asked, info = env.reset(seed=5)
    question = asked.removeprefix(info["rules"]).strip()
    text, reward, terminated, _, info = env.step("I would rather not say")
    assert (reward, terminated, info["invalid"], info["action"]) == (0, False, 1, -1)
    assert "Answer again" in text
    assert text.endswith(question)
    _, _, terminated, _, info = env.step('{"action": 1}')
    assert not terminated
    assert info["action"] >= 0
    env.step("[77]")
    text, reward, terminated, _, info = env.step("[0]")
    assert (reward, terminated, info["invalid"]) == (-1, True, 3)
    assert "expected a number from 1" in text
    with pytest.raises(ResetNeeded):
        env.step("[1]")


def test_text_env__words_mean_what_numbers_mean():
    """The words of an action, its number and JSON with either give the same game."""
    texts = []
    for form in ("[2]", "{words}", '{{"action": 2}}', '{{"action": "{words}"}}'):
        env = GameTextEnv("castles_of_caleira", seat=0)
        _, info = env.reset(seed=5)
        texts.append(env.step(form.format(words=info["actions"][1]))[0])
    assert len(set(texts)) == 1


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"seat": 2}, ValueError, "seat"),
        ({"retries": -1}, ValueError, "retries"),
        ({"rules": "never"}, ValueError, "rules"),
        ({"opponents": []}, ValueError, "at least one"),
        ({"opponents": "heuristik"}, ValueError, "heuristic"),
        ({"colour": 1}, TypeError, "colour"),
        ({"num_players": 9}, ValueError, "num_players"),
        ({"passes": "always"}, ValueError, "passes"),
        ({"cards": "twice"}, ValueError, "cards"),
    ],
)
def test_text_env__names_the_fault(arguments, error, words):
    """Arguments that cannot be meant are refused when the environment is made or dealt, by name."""
    with pytest.raises(error, match=words):
        GameTextEnv("castles_of_caleira", **arguments).reset(seed=1)


def test_text_env__takes_no_numbers(env):
    """An id is no answer: numbers of actions are those of the text."""
    env.reset(seed=5)
    with pytest.raises(TypeError, match="expected a text"):
        env.step(3)


def text_step(env, k):
    """A step in words; the third answer means nothing."""
    return env.step("no idea" if k == 2 else f"[{k % 2 + 1}]")


def table_step(table, k):
    table.answer(f"[{k % len(table.message().actions) + 1}]")
    return table.over or table.message(), table.rewards, table.choices


def first_legal(mask):
    return np.asarray(mask).argmax(-1)


def parallel_step(env, k):
    """All agents answer with the first legal action of the one that is asked."""
    inner = env.aec_env.unwrapped
    return env.step(dict.fromkeys(env.agents, int(inner.infos[inner.agent_selection]["action_mask"].argmax())))


COPIED = {  # of each kind of environment: how one is made, and a step that says what came of it
    "Castles": (lambda: gymnasium.make("CastlesOfCaleira/Text-v0", num_players=3, opponents="random"), text_step),
    "Four Souls": (lambda: gymnasium.make("FourSouls/Text-v0", opponents="random"), text_step),
    "Betrayal": (lambda: gymnasium.make("Betrayal/Text-v0"), text_step),
    "table": (lambda: TextTable("four_souls", num_players=2, seed=1, agents={1: "heuristic"}), table_step),
    "talks": (lambda: TextTable("betrayal", num_players=3, seed=1), table_step),
    "seat": (
        lambda: gymnasium.make("CastlesOfCaleira/CastlesOfCaleira-v1"),
        lambda env, k: env.step(int(first_legal(env.unwrapped.action_masks()))),
    ),
    "rows": (lambda: castles_of_caleira_v1.vector_env(2), lambda env, k: env.step(first_legal(env.action_masks()))),
    "sb3": (
        lambda: GameVecEnv(castles_of_caleira_v1.vector_env(2, autoreset_mode="SameStep")),
        lambda env, k: env.step(first_legal(env.env_method("action_masks"))),
    ),
    "parallel": (lambda: parallel_env("castles_of_caleira_v1"), parallel_step),
    "solo": (solo_v0.env, lambda env, k: [env.step(int(env.last()[-1]["action_mask"].argmax())), env.last()][1]),
}


@pytest.mark.slow
def test_copies__of_all_environments_continue_alike():
    """Before each of eight steps a deep copy and a pickled one are made: they answer the step as the original does, and play continues
    with another one each time."""
    for name, (make, step) in COPIED.items():
        env, dice = make(), random.Random(name)
        if hasattr(env, "reset"):
            pickle.loads(pickle.dumps(copy.deepcopy(env)))  # noqa: S301
            env.seed(1) if name == "sb3" else None
            env.reset(**({} if name == "sb3" else {"seed": 1}))
        for k in range(8):
            made = [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]  # noqa: S301
            dice.shuffle(made)
            results = [pickle.dumps(copy.deepcopy(step(one, k))) for one in made]
            for other in results[1:]:
                np.testing.assert_equal(pickle.loads(other), pickle.loads(results[0]), f"{name}, step {k}")  # noqa: S301
            env = made[0]


@pytest.mark.slow
def test_vectors__of_all_ids_in_processes_and_in_one():
    """Each registered id makes a SyncVectorEnv and, with shared memory, an AsyncVectorEnv, which show the same games."""
    ids = [
        name for name, spec in gymnasium.registry.items() if "fs_env" in str(spec.entry_point) or "fs_env" in str(spec)
    ]
    assert len([name for name in ids if name.endswith("Text-v0")]) >= 3 and len(ids) >= 7
    for name in ids:
        text = name.endswith("Text-v0")
        vectors = [gymnasium.make_vec(name, num_envs=2, vectorization_mode=mode) for mode in ("sync", "async")]
        actions = ("[1]", "n\xf6 \U0001f0a1 \ud83d") if text else np.zeros(2, np.int64)
        seen = [[vector.reset(seed=5)[0], *(vector.step(actions)[:4] for _ in range(2))] for vector in vectors]
        np.testing.assert_equal(*seen, name)
        assert all(vectors[1].observation_space.contains(one) for one in (seen[1][0], seen[1][2][0])), name
        assert not text or "\U0001f0a1" in seen[1][1][0][1]
        for vector in vectors:
            vector.close()


def test_words__space_holds_all_characters(env):
    """Any text is in the space, is flattened and back, and a sample is in it too."""
    space, text = env.observation_space, "n\xf6 \U0001f0a1 \ud83d\0"
    assert text in space and 3 not in space and "x" * (space.max_length + 1) not in space and space.sample() in space
    assert unflatten(space, flatten(space, text)) == text


class Failing:
    name = "failing"

    def __init__(self, error) -> None:
        self.error = error

    def reset(self, seat, seed):
        self.asked = 0

    def act(self, view):
        """The first legal action, or the error."""
        self.asked += 1
        if self.asked > 2:
            raise self.error
        return int(view.legal[0])


def test_text_env__has_no_reward_when_an_opponent_fails():
    """A bot that crashes and an endpoint out of reach raise an error in `step`; after it only `reset` helps, also at a table."""
    for error, raised in ((KeyError("lost"), AgentFailed), (OutOfReach("no endpoint"), OutOfReach)):
        env = GameTextEnv("castles_of_caleira", seat=0, opponents=Failing(error))
        env.reset(seed=1)
        assert env.step("[1]")[1] == 0
        with pytest.raises(raised):
            env.step("[1]")
        assert env.trajectory.rewards is None
        with pytest.raises(ResetNeeded, match="an opponent failed"):
            env.step("[1]")
        assert env.reset(seed=1)[1]["returns"] == [0, 0]
        table = TextTable("castles_of_caleira", num_players=2, seed=1, agents={1: Failing(error)})
        table.answer("[1]")
        with pytest.raises(raised):
            table.answer("[1]")
        with pytest.raises(RuntimeError, match="seat 1 failed"):
            table.answer("[1]")
        assert table.rewards == (0, 0)
