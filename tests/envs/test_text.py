"""A seat in words as a Gymnasium environment: whole games, answers that mean nothing, deals, errors."""

from __future__ import annotations

import random

import gymnasium
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import fs_env  # noqa: F401
from fs_env.envs.text import GameTextEnv

ID = "CastlesOfCaleira/Text-v0"


@pytest.fixture
def env():
    """A seat of Castles of Caleira in words."""
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
def test_text_env__says_what_is_wrong(arguments, error, words):
    """Arguments that cannot be meant are refused when the environment is made or dealt, by name."""
    with pytest.raises(error, match=words):
        GameTextEnv("castles_of_caleira", **arguments).reset(seed=1)


def test_text_env__takes_no_numbers(env):
    """An id is no answer: numbers of actions are those of the text."""
    env.reset(seed=5)
    with pytest.raises(TypeError, match="expected a text"):
        env.step(3)
