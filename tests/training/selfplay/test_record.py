"""Recorded games: every choice with what was thought about it, as it stands in the files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from fs_env.agents.random_agent import RandomAgent
from fs_env.arena.match import AgentFailed, play_match
from fs_env.core.files import write_whole
from fs_env.training.selfplay.record import play_recorded
from fs_env.training.selfplay.shard import ARRAYS, Shard
from tests.arena.bots import Clever
from tests.core.machine.nim import GAME
from tests.training.selfplay.bots import Known, Lying

ABOUT = {"plan": {"game": "nim"}, "first": 6, "observation_size": GAME.schema.size, "num_actions": 4}
NAN = float("nan")


@pytest.fixture
def shard():
    """A game of four stones that a thinker plays with itself, and one of three stones against a bot that does not think.

    The thinker takes one stone. Clever takes what leaves a multiple of four, here three stones or all.
    """
    first = play_recorded(GAME, [Known(), Known()], 11, {"stones": 4}, [0, 0])
    second = play_recorded(GAME, [Known(), Clever()], 12, {"stones": 3}, [1, 0])
    return Shard.of([first, second], ABOUT)


def test_shard__holds_what_was_thought(tmp_path, shard):
    """A file read again has every number of the games: stones, legal actions, thoughts, what was played, and results."""
    write_whole(tmp_path / "games_00000006.npz", shard.to_bytes())
    found = Shard.read(tmp_path / "games_00000006.npz")
    assert (found.games, len(found)) == (2, 6)
    assert found.about["first"] == 6 and found.about["players"] == 2 and found.about["plan"] == {"game": "nim"}
    expected = {
        "seeds": [11, 12],
        "agents": [[0, 0], [1, 0]],
        "returns": [[-1.0, 1.0], [-1.0, 1.0]],
        "outcomes": [1, 1],
        "lengths": [4, 2],
        "game_starts": [0, 4, 6],
        "seats": [0, 1, 0, 1, 0, 1],
        "turns": [1, 2, 3, 4, 1, 2],
        "decisions": [0, 1, 2, 3, 0, 1],
        "chosen": [0, 0, 0, 0, 0, 1],
        "policy_actions": [1, 1, 1, 3, 1, -1],
        "action_starts": [0, 4, 8, 11, 13, 17, 20],
        "actions": [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 3, 0, 3, 0, 1, 2, 3, 0, 1, 3],
        "rollouts": [0, 5, 10, 0, 0, 5, 10, 0, 0, 5, 0, 0, 0, 0, 5, 10, 0, 0, 0, 0],
    }
    for name, numbers in expected.items():
        assert getattr(found, name).tolist() == numbers, name
    values = [0.1, 0.2, 0.3, NAN, 0.1, 0.2, 0.3, NAN, 0.1, 0.2, NAN, 0.1, NAN, 0.1, 0.2, 0.3, NAN, NAN, NAN, NAN]
    errors = [0, 0.01, 0.02, NAN, 0, 0.01, 0.02, NAN, 0, 0.01, NAN, 0, NAN, 0, 0.01, 0.02, NAN, NAN, NAN, NAN]
    np.testing.assert_allclose(found.values, np.array(values, np.float32))
    np.testing.assert_allclose(found.errors, np.array(errors, np.float32))
    stones = GAME.schema["stones"].offset
    assert found.observations[:, stones].tolist() == [4, 3, 2, 1, 3, 2]
    assert set(expected) | {"values", "errors", "observations"} == set(ARRAYS)
    assert {name: getattr(found, name).dtype.str for name in ARRAYS} == {
        name: column.dtype.replace("<i1", "|i1") for name, column in ARRAYS.items()
    }


def test_shard__equal_games_equal_bytes(shard):
    """The bytes do not depend on when a file is written, nor on how long the bot thought."""
    first = play_recorded(GAME, [Known(), Known()], 11, {"stones": 4}, [0, 0])
    second = play_recorded(GAME, [Known(), Clever()], 12, {"stones": 3}, [1, 0])
    assert Shard.of([first, second], ABOUT).to_bytes() == shard.to_bytes()


def test_play_recorded__is_the_game_of_a_match():
    """Recording changes nothing: random bots, whose seeds depend on how they are recognized, play the same game."""
    for seed in range(5):
        record = play_recorded(GAME, [RandomAgent(), RandomAgent(), Clever()], seed)
        match = play_match(GAME, [RandomAgent(), RandomAgent(), Clever()], seed=seed)
        assert (record.outcome, record.returns, record.decisions) == (match.outcome, match.returns, match.decisions)
        assert len(record.choices) == match.choices and record.searched == 0


def test_play_recorded__a_thought_about_other_actions():
    """A thought that is not about the legal actions ends the run with the agent, its game and the ids."""
    with pytest.raises(AgentFailed, match=r"'lying' in seat 0 of the game with seed 3.*\[1, 2, 3, 4\].*\[0, 1, 2, 3\]"):
        play_recorded(GAME, [Lying(), Known()], 3)


def changed(shard, name, place, value):
    arrays = {**shard.arrays, name: shard.arrays[name].copy()}
    arrays[name][place] = value
    return Shard(shard.about, arrays)


@pytest.mark.parametrize(
    ("name", "place", "value", "words"),
    [
        ("game_starts", 1, 7, "game_starts does not ascend from 0 to 6"),
        ("game_starts", -1, 5, "game_starts does not ascend from 0 to 6"),
        ("action_starts", 2, 4, "action_starts does not ascend from 0 to 20"),
        ("action_starts", 0, 1, "action_starts does not ascend from 0 to 20"),
        ("actions", 3, 4, "actions has a value outside of 0..3"),
        ("actions", 3, -1, "actions has a value outside of 0..3"),
        ("seats", 0, 2, "seats has a value outside of 0..1"),
        ("policy_actions", 0, 9, "policy_actions has a value outside of -1..3"),
        ("rollouts", 0, -1, "rollouts has a value outside of 0"),
        ("returns", (0, 0), NAN, "returns has a value that is not finite"),
        ("chosen", 3, 2, "an action that was chosen is not among the legal ones"),
    ],
)
def test_read__an_impossible_number(tmp_path, shard, name, place, value, words):
    write_whole(tmp_path / "x.npz", changed(shard, name, place, value).to_bytes())
    with pytest.raises(ValueError, match=rf"x\.npz: expected a file of fs-env selfplay, but .*{words}.*delete it"):
        Shard.read(tmp_path / "x.npz")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda a: {**a, "seats": a["seats"][:-1]}, r"turns is int32 of shape \(6,\), expected int32 of shape \(5,\)"),
        (lambda a: {**a, "turns": a["turns"][:-1]}, r"turns is int32 of shape \(5,\), expected int32 of shape \(6,\)"),
        (lambda a: {**a, "values": a["values"].astype(float)}, "values is float64 of shape"),
        (lambda a: {**a, "seeds": a["seeds"][:1]}, "it has 1 games, expected 2"),
        (lambda a: {k: v for k, v in a.items() if k != "errors"}, "it has no errors"),
        (lambda a: {**a, "values": np.array([None] * 20)}, "Python objects, which are refused"),
        (lambda a: {**a, "about": np.array("{}")}, "it has another format than 1"),
        (lambda a: {**a, "about": np.array("{")}, "Expecting property name"),
        (
            lambda a: {**a, "about": np.array(json.dumps({"format": 1, "first": "6"}))},
            "its description has no number first",
        ),
    ],
)
def test_read__other_arrays(tmp_path, shard, change, words):
    """A file with arrays missing, of other lengths, types or with objects in it is refused, and nothing is unpickled."""
    arrays = {"about": np.array(json.dumps(shard.about)), **shard.arrays}
    np.savez(tmp_path / "x.npz", **change(arrays))
    with pytest.raises(ValueError, match=rf"x\.npz: expected a file of fs-env selfplay, but .*{words}"):
        Shard.read(tmp_path / "x.npz")


@pytest.mark.parametrize("cut", ["half", "a byte changed", "text", "nothing"])
def test_read__damaged_bytes(tmp_path, shard, cut):
    contents = bytearray(shard.to_bytes())
    if cut == "a byte changed":
        contents[len(contents) // 3] ^= 0x55
    made = {"half": contents[: len(contents) // 2], "text": b"hello", "nothing": b""}.get(cut, contents)
    (tmp_path / "x.npz").write_bytes(made)
    with pytest.raises(
        ValueError, match=r"x\.npz: expected a file of fs-env selfplay, but .*; copy it again, or delete it"
    ):
        Shard.read(tmp_path / "x.npz")
    with pytest.raises(ValueError, match=r"y\.npz: there is no such file"):
        Shard.read(tmp_path / "y.npz")


def test_document__describes_every_array():
    """docs/do/selfplay.md has a line for each array with its type, what it has one entry for, and its meaning."""
    page = Path(__file__).parents[3] / "docs" / "do" / "selfplay.md"
    found = re.findall(r"^\| `(\w+)` \| (\w+)[^|]*\| (\w+) \| (.*) \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    told = {name: (kind, f"{each}s", re.sub(r" \(\[.*", "", meaning)) for name, kind, each, meaning in found}
    assert told.pop("about")[0] == "text"
    assert told == {name: (np.dtype(one.dtype).name, one.each, one.meaning) for name, one in ARRAYS.items()}
