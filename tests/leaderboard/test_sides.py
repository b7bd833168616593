"""Scenarios by sides: equal deals, the rows of haunts, ratings of holders of a side, what is verified."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena.referee import Limits
from fs_env.cli import main
from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard import field
from fs_env.leaderboard.board import board_of
from fs_env.leaderboard.cells import Cell, Key, Part, play_cell
from fs_env.leaderboard.checks import cell_of
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import scenario_of
from fs_env.leaderboard.field_games import play_field
from fs_env.leaderboard.page import page
from tests.leaderboard.conftest import field_of

FIELD = """
version = 3
seeds = [11, 12]
[members.betrayal]
random = { kind = "random", spec = "random", digest = "a" }
heuristic = { kind = "heuristic", spec = "heuristic", digest = "b" }
"""
SCENARIO = """
[[scenarios]]
name = "{side}"
title = "As {side}"
game = "betrayal"
players = 3
opponents = {opponents}
deals = {deals}
until = "heuristic"
side = "{side}"
"""
DEALS = 5
OPPONENTS = '["random", "heuristic"]'


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = FIELD + "".join(
        SCENARIO.format(side=side, opponents=OPPONENTS, deals=DEALS) for side in ("heroes", "traitor")
    )
    text += SCENARIO.format(side="together", opponents="[]", deals=2)
    with field_of(text, tmp_path, monkeypatch):
        yield


NEVER = """
class Never:
    name = "never"

    def reset(self, seat, seed):
        raise ValueError("not now")

    def act(self, view):
        return int(view.legal[0])
"""


def test_forfeit__before_the_sides_are_assigned(sides: None) -> None:
    """A bot that fails in each `reset` wins no game of any side, nor where it has all seats, and its cells can be read."""
    Path("never.py").write_text(NEVER)
    for key in (Key("heroes", "random", 11), Key("traitor", "random", 11), Key("together", "", 11)):
        cell = play_cell(Part("never.py:Never", key, limits=Limits()))
        assert set(cell.results) == {0.0} and cell.forfeits == len(cell.results) > 0
        assert cell_of(json.loads(json.dumps(evaluations.cell_to_json(cell))), "cell") == cell


def test_entry__played_verified_and_on_the_page(sides: None, capsys: pytest.CaptureFixture[str]) -> None:
    """An entry plays the same deals with each side, against every member; an unknown haunt is refused; the page has all rows."""
    assert main(["evaluate", "my_bot.py:choose", "--out", "my.json", "--trusted"]) == 0
    cells = json.loads(Path("my.json").read_text())["cells"]
    assert [(cell["scenario"], cell["opponent"]) for cell in cells if cell["seed"] == 11] == [
        ("heroes", "heuristic"), ("heroes", "random"), ("traitor", "heuristic"), ("traitor", "random"), ("together", ""),
    ]  # fmt: skip
    played = {(cell["scenario"], cell["opponent"]): cell for cell in cells if cell["seed"] == 11}
    assert len({tuple(cell["stories"]) for key, cell in played.items() if key[0] != "together"}) == 1, "the same deals"
    assert [len(cell["results"]) for cell in played.values()] == [DEALS] * 4 + [2]
    assert set(played["together", ""]["stories"]) <= {"104", "110", "111"}
    verify = ["leaderboard", "my_bot.py:choose", "--games", "10", "--salt", "s", "--trusted", "--verify"]
    assert main([*verify, "my.json"]) == 0
    shown = capsys.readouterr().out
    assert "heroes: claimed " in shown and "together: claimed " in shown and "choose: verified, salt s" in shown
    whole = evaluations.read("my.json")
    text = page([], [whole])
    assert (
        "10 deals, played by `heuristic` until the seats are assigned to sides; then the bot plays all seats of the side traitor"
        in text
    )
    for story in {story for cell in whole.cells for story in cell.stories}:
        assert f"| {story} " in text
    first = whole.cells[0]
    evaluations.write(
        "forged.json", replace(whole, cells=(replace(first, stories=("999", *first.stories[1:])),), summary={})
    )
    with pytest.raises(ValueError, match="stories: expected the story of each game"):
        evaluations.read("forged.json")
    evaluations.write("short.json", replace(whole, cells=(replace(first, stories=()),), summary={}))
    with pytest.raises(ValueError, match="stories: expected the story of each game"):
        evaluations.read("short.json")


def test_field__each_member_holds_each_side_against_all(sides: None) -> None:
    """A member meets itself too: a side against the other one. Results with both sides of one pair of members are of the same games."""
    play_field(Path("entries"), [scenario_of("heroes"), scenario_of("traitor")], 1)
    found = {one.agent: one for one in (evaluations.read(file) for file in Path("entries").iterdir())}
    assert all(len(one.cells) == 2 * 2 * 2 for one in found.values())
    known = {(name, cell.scenario, cell.opponent, cell.seed): cell for name, one in found.items() for cell in one.cells}
    for seed in (11, 12):
        heroes, traitor = known["heuristic", "heroes", "random", seed], known["random", "traitor", "heuristic", seed]
        assert heroes.stories == traitor.stories and heroes.results == tuple(1 - won for won in traitor.results)
        assert all(one + other == 1 for one, other in zip(heroes.results, traitor.results)) and sum(heroes.results) > 0


def test_house__a_loss_is_none() -> None:
    """Alone against the house a lost game counts 0 and a game that was won 1, whoever would else share it."""
    name = "betrayal_4_house"
    field.the_field().scenarios[name] = replace(shipped := field.the_field().scenarios[name], waits="", deals=4)
    try:
        cell = play_cell(Part("random", Key(name, "", 7340033)))
    finally:
        field.the_field().scenarios[name] = shipped
    assert cell.results == (0.0,) * 4 and set(cell.stories) <= set(shipped.stories)


def made_up(
    agent: str, heroes: float, traitors: dict[str, float], ease: dict[str, float], draw: random.Random
) -> Evaluation:
    """An entry of known strength as heroes, against traitors of known strength, in haunts of known ease."""
    begun = evaluations.begin([agent], [scenario_of("heroes")], (11, 12), None, "")
    cells = []
    for seed in (11, 12):
        stories = tuple(draw.choice(list(ease)) for _ in range(DEALS))
        for opponent, strength in traitors.items():
            chances = [1 / (1 + math.exp(strength - heroes - ease[story])) for story in stories]
            results = tuple(float(draw.random() < chance) for chance in chances)
            cells.append(Cell("heroes", opponent, seed, results, "0" * 8 * DEALS, DEALS, stories=stories))
    return replace(begun, cells=tuple(cells))


def test_board__strengths_of_a_side_are_found(sides: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bots 1.5 apart as heroes, against traitors of unlike strength, in haunts of unlike ease: intervals hold the difference."""
    monkeypatch.setattr("tests.leaderboard.test_sides.DEALS", 40)
    draw, held = random.Random(8), 0
    for _ in range(40):
        both = [
            made_up(agent, strength, {"random": -0.5, "heuristic": 0.8}, {"7": 1.0, "101": -1.0}, draw)
            for agent, strength in (("random", -0.6), ("heuristic", 0.9))
        ]
        board = board_of(scenario_of("heroes"), both)
        assert board.strengths is not None and [line.agent for line in board.lines][:2].count("heuristic") == 1
        at = [line.agent for line in board.lines].index("heuristic")
        held += abs(board.strengths.values[at] - 0.75) < 1.96 * board.strengths.errors[at]
    assert held >= 35


def test_board__rows_of_haunts_by_hand(sides: None) -> None:
    """Three of four games in haunt 7 and one of six in 101, against both opponents together."""
    begun = evaluations.begin(["random"], [scenario_of("heroes")], (11, 12), None, "")
    told = ("7", "7", "101", "101", "101")
    won = {"random": (1.0, 1.0, 1.0, 0.0, 0.0), "heuristic": (0.0, 1.0, 0.0, 0.0, 0.0)}
    cells = tuple(Cell("heroes", name, 11, results, "0" * 40, 5, stories=told) for name, results in won.items())
    (line,) = board_of(scenario_of("heroes"), [replace(begun, cells=cells)]).lines
    assert {story: (one.mean, one.games) for story, one in line.stories.items()} == {
        "7": (pytest.approx(3 / 4), 4),
        "101": (pytest.approx(1 / 6), 6),
    }
    assert (line.mean.mean, line.worst) == (pytest.approx((3 / 5 + 1 / 5) / 2), "heuristic")


def test_board__partners_against_the_house() -> None:
    """Two of one bot win a third of their cooperative games, two of another two thirds: odds of 4 to 1 between them."""
    scenario, seed = scenario_of("four_souls_cooperative"), 7340033
    both = []
    for agent, won in (("random", 10), ("heuristic", 20)):
        cell = Cell(scenario.name, agent, seed, (1.0,) * won + (0.0,) * (30 - won), "0" * 8 * 15, 30)
        both.append(replace(evaluations.begin([agent], [scenario], (seed,), None, ""), cells=(cell,)))
    board = board_of(scenario, both)
    assert [line.agent for line in board.lines] == ["heuristic", "random"] and board.strengths is not None
    assert board.strengths.values[0] - board.strengths.values[1] == pytest.approx(2 * math.log(2))
