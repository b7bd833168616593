"""Walks over several tiles of Betrayal, by text."""

from __future__ import annotations

import pytest

from fs_env.envs.text_table import TextTable


@pytest.fixture
def table():
    """The first turn of a game: the Kitchen is two tiles to the west of the start, past the Inner Chamber."""
    found = TextTable("betrayal", num_players=3, seed=3)
    for answer in ("[4]", "[1]", "[1]"):  # Avrixis Mizzrym has Speed 6
        found.answer(answer)
    return found


def test_walk__takes_its_steps_and_no_more(table):
    """A walk is several ordinary actions, each of which is reported, and then the seat is asked again where it has arrived."""
    seat, before = table.seat, len(table.choices)
    table.answer("walk to Kitchen (2 steps)")
    message = table.message()
    assert table.seat == seat and len(table.choices) == before + 2
    assert message.news == ("you come to Inner Chamber", "you come to Kitchen")
    assert "moved 2 of 6" in message.question


def test_walk__stops_when_something_else_happens(table):
    """When a step has other news than its own line, the walk ends and the seat is asked again after that step."""
    conversation = table._match.conversations[table.seat]
    number = [action.words for action in table.message().actions].index("walk to Kitchen (2 steps)")
    first = conversation.choose(number)
    (go, _), *rest = conversation.narrator.steps
    conversation.narrator.steps = ((go, "nothing happens"), *rest)
    before = len(table.choices)
    table._take(first)
    table._play()
    assert len(table.choices) == before + 1 and table.message().news == ("you come to Inner Chamber",)
