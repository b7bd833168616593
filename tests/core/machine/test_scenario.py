"""The base of a game's test language, spoken over Nim, which adds nothing to it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from fs_env.core.machine.run import scenario
from fs_env.core.machine.run.game import IllegalAction
from fs_env.core.machine.run.scenario import ScenarioError, ScenarioGame
from tests.core.machine import nim


class NimGame(ScenarioGame):
    """Nim in the words of its actions."""

    game = nim.GAME


def start(stones: int = 5, num_players: int = 2) -> NimGame:
    S = nim.GAME.new()
    nim.GAME.setup(S, seed=0, stones=stones, num_players=num_players)
    return NimGame(S)


def test_choose__whole_words_their_end_or_a_number() -> None:
    """Five stones: each of these takes one, in turn."""
    game = start().choose("take 1", by=0).choose("Take 1").choose("1", 1)
    game.expect(stones=1, turn=0, legal=["take 1"], illegal=["take 2", "take 3"])
    assert game.log == ["player 0: take 1", "player 1: take 1", "player 0: take 1", "player 1: take 1"]


def test_choose__what_is_not_offered() -> None:
    """The error names the word and what is legal; nothing has changed."""
    game = start(2)
    with pytest.raises(IllegalAction, match=r"choice 'take 3' is not legal .*Legal: take 1, take 2, show your number"):
        game.choose("take 3")
    game.expect(stones=2, decisions=0)


def test_choose__another_seat_or_nobody() -> None:
    """By whom the choice is meant to be made is looked at, and whether the game is over."""
    game = start(1)
    with pytest.raises(ScenarioError, match="player 0 is asked"):
        game.choose(1, by=1)
    assert not game.over and game.asked == 0
    game.choose(1)
    assert game.over and game.asked is None and game.legal() == []
    with pytest.raises(ScenarioError, match="nobody is asked"):
        game.choose(1)


def test_copy__parts_ways() -> None:
    game = start()
    game.copy().choose(3).expect(stones=2)
    game.expect(stones=5)
    assert game.log == []


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ({"stones": 4}, "stones is 5, expected 4"),
        ({"legal": "take 3", "illegal": "take 2"}, "'take 2' is legal; legal: take 1, take 2, take 3"),
        ({"shown": 3}, r"shown is \[0, 0, 0, 0\], expected 3"),
    ],
)
def test_expect__what_is_not_so(wanted: dict[str, object], told: str) -> None:
    """The failure tells what is there, what happened last and what is asked now."""
    with pytest.raises(AssertionError, match=told) as caught:
        start().choose(1).copy().expect() and start().expect(**wanted)
    assert "last actions:" in str(caught.value) and "now: player 0 takes" in str(caught.value)


def test_expect__a_list_by_its_length() -> None:
    start().expect(shown=4)


@pytest.mark.parametrize("key", ["legal", "illegal"])
def test_expect__words_that_name_no_action(key: str) -> None:
    with pytest.raises(ScenarioError, match="'take 4' names no action: did you mean 'take [123]'"):
        start().expect(**{key: ["take 1", "take 4"] if key == "legal" else "take 4"})


def test_expect__a_fact_that_there_is_not() -> None:
    """It is refused with the nearest name."""
    with pytest.raises(ScenarioError, match="nothing is known of 'stone' for the game: did you mean 'stones'"):
        start().expect(stone=5)


def test_talk__needs_no_test_library() -> None:
    """The module ships with the package: it imports the standard library and the machine only."""
    tree = ast.parse(Path(scenario.__file__).read_text(encoding="utf-8"))
    roots = {
        (node.module or "").split(".")[0] if isinstance(node, ast.ImportFrom) else alias.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
        if not getattr(node, "level", 0)
    }
    assert roots <= set(sys.stdlib_module_names)
    code = "import sys, fs_env.core.machine.run.scenario; sys.exit('pytest' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
