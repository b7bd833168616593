"""Ranges of action ids, declared one after the other."""

from __future__ import annotations

from enum import IntEnum

import pytest

from fs_env.core.machine.declare.action_ranges import ActionTable


class Question(IntEnum):
    """Questions to the players of these tests."""

    MOVE = 0
    STOP = 1


def test_add__ids_follow_on_each_other() -> None:
    """A range begins where the one before it ends; its first id is handed back."""
    table = ActionTable()
    assert table.num_actions == 0
    assert table.add("step", 4, "a step", {Question.MOVE: "the square is free"}) == 0
    assert table.add("rest", 1, "no step", {Question.MOVE: "always", Question.STOP: "always"}, Question.STOP) == 4
    assert table.ids == {"step": range(4), "rest": range(4, 5)} and table.num_actions == 5
    assert table.ranges["rest"].shape == Question.STOP and table.ranges["step"].shape is None
    assert table.ranges["step"].legal == {Question.MOVE: "the square is free"}


@pytest.mark.parametrize(
    ("name", "size", "legal", "said"),
    [
        ("step", 1, {Question.MOVE: "always"}, "'step' is declared twice"),
        ("rest", 0, {Question.MOVE: "always"}, "'rest'.*got 0 and 1"),
        ("rest", 1, {}, "'rest'.*got 1 and 0"),
    ],
)
def test_add__what_is_no_range_is_refused(name, size, legal, said) -> None:
    """A second range of a name, one without ids and one that answers nothing are errors; nothing is declared."""
    table = ActionTable()
    table.add("step", 4, "a step", {Question.MOVE: "always"})
    with pytest.raises(ValueError, match=said):
        table.add(name, size, "something", legal)
    assert list(table.ids) == ["step"] and table.num_actions == 4
