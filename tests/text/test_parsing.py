"""Answers in words: a number in brackets, JSON, or the words of an action; anything else says what was expected."""

from __future__ import annotations

import pytest

from fs_env.text.parsing import InvalidAnswer, parse

ACTIONS = ("pass", "play Bomb! on Fat Bat", "buy XVII. The Stars", "yes")


@pytest.mark.parametrize(
    ("reply", "place"),
    [
        ("[1]", 0),
        ("Between [1] and [3], the last one is better: [ 3 ].", 2),
        ("Five cents [5] are too few.\n\n[2]", 1),
        ('{"action": 4}', 3),
        ('Not [1]. ```json\n{"thought": {"best": [1]}, "action": 2}\n```', 1),
        ('{"action": 1} or rather {"action": "buy XVII. The Stars"}', 2),
        ('{"action": 1}, no: [2]', 1),
        ("pass", 0),
        ("  PLAY bomb!   on Fat bat.\n", 1),
        ('"buy XVII. The Stars"', 2),
        ("{not JSON} [4]", 3),
    ],
)
def test_parse(reply, place):
    """The last number in brackets or JSON object, or all words of one action."""
    assert parse(reply, ACTIONS) == place


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        ("", "the answer is empty: expected the number of one action in brackets"),
        (" .\n", "empty"),
        ("[0]", "there is no action 0: expected a number from 1 to 4"),
        ("[-1]", "no action -1"),
        ("[5], though [1] would do", None),
        ("[1], though [5] would do", "no action 5"),
        ("2", "'2' are not the words of one action"),
        ("I pass.", "'I pass.' are not the words of one action: expected the number"),
        ("Action 2", "expected the number of one action in brackets, such as"),
        ("no", "from 1 to 4"),
        ('{"move": 2}', "the last JSON object has 'move': expected the key \"action\""),
        ('[2] {"note": "done"}', "expected the key"),
        ('{"action": 9}', "there is no action 9"),
        ('{"action": true}', "'True'"),
        ('{"action": [2]}', "expected the number or the words"),
        ('{"action": "I pass"}', "'I pass' are not the words"),
        ("x" * 500, "... xxx"),
    ],
)
def test_parse__invalid(reply, told):
    """Nothing is guessed; the error says what was expected. A number that does not count does no harm."""
    if told is None:
        assert parse(reply, ACTIONS) == 0
        return
    with pytest.raises(InvalidAnswer) as error:
        parse(reply, ACTIONS)
    assert told in str(error.value) and "expected" in str(error.value) and len(str(error.value)) < 250


def test_parse__hostile():
    """Deep nesting and long numbers are refused like any other text."""
    for reply in ('{"a":' * 20_000, "[" + "9" * 9000 + "]", "[" * 5000):
        with pytest.raises(InvalidAnswer):
            parse(reply, ACTIONS)
