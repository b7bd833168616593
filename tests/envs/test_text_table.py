"""A game by conversation: whole games, invalid answers, forfeits, and going on from a snapshot."""

from __future__ import annotations

import json

import pytest

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agent_api.specs import load_agent
from fs_env.agent_api.view import SeatView
from fs_env.arena.match import play_match
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.envs.text_table import TextTable
from fs_env.narration.conversation.parsing import InvalidAnswer
from fs_env.registry.games import load_game

GAMES = (
    ("castles_of_caleira", 2, {}),
    (
        "four_souls",
        2,
        {"passes": "concerned", "budget": 1500, "agents": {1: "heuristic"}, "options": {"max_decisions": 300}},
    ),
    ("betrayal", 3, {"agents": {2: "random"}, "options": {"max_decisions": 80}}),
)


@pytest.mark.parametrize(("name", "players", "how"), GAMES)
def test_table__whole_game(name, players, how):
    """Answers by number bring each game to its end; a snapshot taken on the way tells the same from there on."""
    table, other, told = TextTable(name, num_players=players, seed=3, **how), None, 0
    while not table.over:
        text, actions = table.message().text, table.message().actions
        reply = f"That seems best.\n[{len(actions) - told % len(actions)}]"
        if other is not None:
            assert other.message().text == text
            other.answer(reply)
        table.answer(reply)
        told += 1
        if told == 9:
            table.message()
            other = TextTable.restored(json.loads(json.dumps(table.snapshot())))
    assert told > 10 and other is not None and other.over
    assert table.seat == -1 and other.rewards == table.rewards and other.choices == table.choices


def test_table__invalid_answer():
    table = TextTable("castles_of_caleira", num_players=2, seed=3)
    before = table.message()
    with pytest.raises(InvalidAnswer, match="expected a number from 1 to 4"):
        table.answer("[5]")
    for reply in (None, 1, 1.0, True, b"[1]", ["[1]"], {"action": 1}, object(), "x" * 1_000_001 + "[1]"):
        with pytest.raises(InvalidAnswer, match="no text but of type|has 1000004 characters"):
            table.answer(reply)
    assert table.message() == before and table.choices == []


@pytest.mark.parametrize("seat", range(3))
def test_table__forfeit(seat):
    table = TextTable("castles_of_caleira", num_players=3, seed=3)
    table.forfeit(seat)
    assert table.over and table.seat == -1 and table.outcome == Outcome.FORFEITED
    assert table.rewards == tuple(-1.0 if one == seat else 0.5 for one in range(3))
    with pytest.raises(RuntimeError, match="over"):
        table.message()


class Reader(AgentHooks):
    """Answers every message with its last action, by number."""

    name, reads_messages, message_options = "reader", True, {"cards": "never", "names": ["Ann", "Bob"]}

    def __init__(self) -> None:
        self.read: list[str] = []

    def reset(self, seat: int, seed: int) -> None:
        self.read = []

    def act(self, view) -> int:
        assert "in brackets" in view.rules and view.table == ""
        self.read.append(view.message.text)
        return view.message.actions[-1].action


def test_match__agents_that_read_messages():
    """A match gives them the rules and messages with all that has happened, and others none."""
    game, reader = load_game("castles_of_caleira"), Reader()
    result = play_match(game, [reader, load_agent("random", game)], seed=3)
    assert len(reader.read) == result.seat_choices[0] > 5
    assert any("- Bob plays piece" in text for text in reader.read)
    assert SeatView(game, 0, 2, None, None).message is None


def test_table__agents_as_objects():
    """They answer inside, with messages of their own; a restored table needs new ones."""
    table = TextTable("castles_of_caleira", num_players=2, seed=3, agents={0: Reader()})
    while len(table.choices) < 8:
        table.answer("[1]")
    kept = table.snapshot()
    with pytest.raises(ValueError, match=r"seats \[0\] were given as objects"):
        TextTable.restored(kept)
    other = TextTable.restored(kept, agents={0: Reader()})
    while not table.over:
        assert other.message() == table.message()
        for one in (table, other):
            one.answer("[1]")
    assert other.choices == table.choices and other.over


def test_table__mistakes():
    """Seats, players and rules that the game does not have; answers after the end."""
    for wrong in ({"agents": {2: "random"}}, {"passes": "all"}, {"options": {"sets": 1}}):
        with pytest.raises(ValueError):
            TextTable("castles_of_caleira", num_players=2, seed=3, **wrong)
    table = TextTable("castles_of_caleira", num_players=2, seed=3)
    kept = table.snapshot()
    kept["choices"] = [0, 0, 0]
    with pytest.raises(ValueError, match="other rules"):
        TextTable.restored(kept)
