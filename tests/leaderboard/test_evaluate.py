"""`fs-env evaluate`, and what a stranger's entry goes through: played, verified, on the page."""

from __future__ import annotations

import argparse
import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena.game_runner import GameRunner
from fs_env.arena.referee import Limits
from fs_env.cli import main
from fs_env.cli.evaluate import describe, repeated, run
from fs_env.leaderboard import evaluation as evaluations
from fs_env.leaderboard.cells import Key, Part, play_cell
from fs_env.leaderboard.field import digest_of_member, member_of, scenario_of, the_field
from fs_env.leaderboard.field_games import play_field
from fs_env.leaderboard.page import page
from fs_env.leaderboard.summary import summarize
from fs_env.leaderboard.verify import verify

DOCS = Path(__file__).parents[2] / "docs"
ENTRIES = DOCS / "look_up" / "leaderboard" / "entries"
FAILS = """
from random import Random


class Some:
    name = "some"

    def reset(self, seat, seed):
        self.rng = Random(seed)

    def act(self, view):
        if self.rng.random() < 0.05:
            raise ValueError
        return int(view.legal[0])
"""


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    describe(parser)
    return parser.parse_args(words)


def test_entry__as_the_page_says(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bot of three lines goes through the commands at the head of docs/do/benchmark.md: all scenarios, verified, on the page."""
    block = (DOCS / "do" / "benchmark.md").read_text(encoding="utf-8").partition("```sh\n")[2].partition("```")[0]
    evaluate, verify = block.splitlines()
    assert main([*shlex.split(evaluate, comments=True)[1:], "--workers", "1", "--trusted"]) == 0
    assert "castles_3: " in capsys.readouterr().out
    found = json.loads(Path("my_bot.json").read_text())
    assert (found["agent"], found["field"], found["seeds"]) == ("choose", 7, [11, 12])
    assert list(found["digests"].values()) == ["a", "b", "c"] and len(found["cells"]) == 2 * (3 + 2)
    games = [len(cell["results"]) for cell in found["cells"] if cell["scenario"] == "castles_3"]
    assert games == [6] * 4, "two deals, each from all three seats"
    assert main([*shlex.split(verify, comments=True)[1:], "--workers", "1", "--games", "60", "--trusted"]) == 0
    Path("entries").mkdir()
    Path("my_bot.json").rename("entries/my_bot.json")
    assert main(["leaderboard", "--results", "none.json", "--entries", "entries", "--page", "page.md"]) == 0
    text = Path("page.md").read_text()
    assert "## Castles, 2 players" in text and "| choose | 36 |" in text and "Not yet: nobody plays it." in text
    assert "- choose: `fs-env evaluate my_bot.py:choose --trusted`" in text
    Path("entries/other.json").write_bytes(Path("entries/my_bot.json").read_bytes())
    assert main(["leaderboard", "--results", "none.json", "--entries", "entries", "--page", "page.md"]) == 2
    assert "other.json: it evaluates the same bot as entries/my_bot.json" in capsys.readouterr().err


def test_command__plays_the_same_again() -> None:
    """What chooses games is in the stored command, as a shell takes it; where results are written and how is not."""
    given = "'exec:node bot.js' --game betrayal --scenario betrayal_3 --seed 5 --seed 6 --precision 0.5"
    args = parsed([*shlex.split(given), "--out", "new.json", "--workers", "2"])
    assert repeated(args) == f"fs-env evaluate {given}"
    text = ["search", "--track", "text", "--trusted"]
    assert repeated(parsed(text)) == "fs-env evaluate search --track text --trusted"


def test_play__measures_luck_against_slow_members(small: Path) -> None:
    """The luck of the agent is that of its seat in each game, and the games are those that are played without it."""
    plan = scenario_of("castles_2").plan("my_bot.py:choose", "passive", 11)
    measured = play_cell(Part("my_bot.py:choose", Key("castles_2", "passive", 11)))
    rows = [GameRunner(plan, Limits()).play(plan.pairing(number)) for number in range(6)]
    assert measured.luck == tuple(round(row.luck[row.seats.index(0)], 6) for row in rows) and any(measured.luck)
    plain = [GameRunner(replace(plan, luck=None), Limits()).play(plan.pairing(number)) for number in range(6)]
    assert [replace(row, luck=()) for row in rows] == [
        replace(row, seat_seconds=old.seat_seconds) for row, old in zip(plain, rows)
    ]
    assert play_cell(Part("my_bot.py:choose", Key("castles_2", "random", 11))).luck == ()


def test_play__luck_of_cells_with_forfeits(small: Path) -> None:
    """A bot that fails in some games, and one that fails in all: a cell has the luck of each game, so it can be read and continued."""
    (small / "fails.py").write_text(FAILS)
    found = play_cell(Part("fails.py:Some", Key("castles_2", "passive", 11), "07" * 16, deals=6, limits=Limits()))
    assert 0 < found.forfeits < 12 and len(found.luck) == len(found.results) == 12 and any(found.luck)
    unmade = play_cell(Part("tests.arena.bots:Broken", Key("castles_2", "passive", 11), limits=Limits()))
    assert unmade.forfeits == len(unmade.luck) == 6


def test_evaluate__resumes_where_it_stopped(small: Path) -> None:
    scenarios = [scenario_of("castles_2")]
    begun = evaluations.begin(["my_bot.py:choose"], scenarios, (11, 12), None, "", limits=Limits())
    *_, whole = evaluations.play(begun, scenarios, limits=Limits())
    parts = evaluations.play(begun, scenarios, limits=Limits())
    stopped = [next(parts) for _ in range(3)][-1]
    evaluations.write("stopped.json", stopped)
    kept = evaluations.read("stopped.json")
    assert set(kept.cells) == set(stopped.cells) and replace(kept, cells=()) == replace(stopped, cells=())
    *_, resumed = evaluations.play(evaluations.going_on(stopped, begun, "stopped.json"), scenarios, limits=Limits())
    played = [{cell.key: (cell.results, cell.digests) for cell in one.cells} for one in (whole, resumed)]
    assert len(played[0]) == 6 and played[0] == played[1]
    with pytest.raises(
        ValueError, match=r"stopped.json: it was begun with specs=\('my_bot.py:choose',\), not \('random',\)"
    ):
        evaluations.going_on(stopped, evaluations.begin(["random"], scenarios, (11, 12), None, ""), "stopped.json")
    (small / "my_bot.py").write_text((small / "my_bot.py").read_text() + "# another version")
    changed = evaluations.begin(["my_bot.py:choose"], scenarios, (11, 12), None, "", limits=Limits())
    with pytest.raises(ValueError, match=r"stopped.json: my_bot.py changed since its games were played"):
        evaluations.going_on(evaluations.read("stopped.json"), changed, "stopped.json")


def test_evaluate__two_processes_on_one_file(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another one has written meanwhile is not overwritten."""
    play = evaluations.play

    def meanwhile(evaluation, *given, **how):
        for so_far in play(evaluation, *given, **how):
            evaluations.write("evaluation.json", replace(evaluation, agent="of another process"))
            yield so_far

    monkeypatch.setattr(evaluations, "play", meanwhile)
    with pytest.raises(ValueError, match=r"evaluation\.json: another process writes it"):
        run(parsed(["random", "--scenario", "castles_2"]))
    assert evaluations.read("evaluation.json").agent == "of another process"


def test_five_runs_of_a_learner__each_plays_a_seed(small: Path) -> None:
    two = evaluations.begin(["random", "heuristic"], [scenario_of("castles_2")], (11, 12), None, "")
    assert [two.spec_of(seed) for seed in (11, 12)] == ["random", "heuristic"]
    with pytest.raises(ValueError, match="2 bots: expected one, or one for each of the 3 seeds"):
        evaluations.begin(["random", "heuristic"], [scenario_of("castles_2")], (11, 12, 13), None, "")


def test_member_that_changes__its_results_are_not_counted(small: Path) -> None:
    """When a member's digest becomes another one, games against it leave the board, and are played again. Games of an earlier version
    of the field stay, but are compared over all scenarios with those of their version only."""
    begun = evaluations.begin(["my_bot.py:choose"], [scenario_of("castles_2")], (11, 12), None, "", limits=Limits())
    *_, whole = evaluations.play(begun, [scenario_of("castles_2")], limits=Limits())
    assert "| choose | 36 |" in page([], [whole])
    old = replace(whole, digests=whole.digests | {"castles_of_caleira/heuristic": "before"})
    assert "| choose (lacks 2 parts) | 24 |" in page([], [old])
    assert len(evaluations.going_on(replace(old, field=6), begun, "old.json").cells) == 4
    both = [replace(one, summary=summarize(one), field=field) for one, field in ((whole, 7), (old, 6))]
    assert page([], both).count("of the field, scenarios `castles_2`:") == 2


def test_bot_that_fails__loses_and_is_named(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its games are lost, and the command says that they were forfeited, as does the one that verifies the claim of another bot with it."""
    cell = play_cell(Part("my_bot.py:broken", Key("castles_3", "random", 11)))
    assert (set(cell.results), cell.forfeits) == ({0.0}, 6)
    assert main(["evaluate", "my_bot.py:broken", "--scenario", "castles_3", "--trusted"]) == 0
    assert capsys.readouterr().out.endswith("equal play 0.5; 24 games forfeited\n")
    found = verify(evaluations.read("evaluation.json"), ["my_bot.py:broken"], salt="a", games=60, limits=Limits())
    assert "60 of 60 fresh games were forfeited" in found.notes
    assert main(["evaluate", "my_bot.py:broken", "--scenario", "castles_3", "--track", "text"]) == 2
    assert "expected it, or --scenario" in capsys.readouterr().err


def test_field__plays_each_pair_once(small: Path) -> None:
    """Two members at a table of two are one part for each seed; with three seats who sits alone makes another game."""
    play_field(small / "entries", [scenario_of("castles_2"), scenario_of("castles_3")], 1)
    found = [evaluations.read(file) for file in sorted((small / "entries").glob("*.json"))]
    pairs = [(one.agent, cell.opponent) for one in found for cell in one.cells if cell.seed == 11]
    assert sorted(pairs) == [
        *(("heuristic", "passive"), ("heuristic", "random"), ("random", "heuristic"), ("random", "heuristic")),
        ("random", "passive"),
    ]
    text = page([], found)
    assert text.count("| *heuristic* | 24 |") == 1 and "| *passive* | 24 |" in text


QUICK = [("castles_of_caleira", name) for name in "random heuristic aggressive passive network search tree".split()]
LONG = "exploiter", "attacker"  # of Four Souls: half a minute, by the code of "search" and of the exploiter of Castles
SHELF = {name: pytest.mark.long if name in LONG else pytest.mark.slow for name in the_field().members["four_souls"]}
OTHERS = [
    pytest.param("castles_of_caleira", "exploiter", marks=pytest.mark.slow),
    *(pytest.param("four_souls", name, marks=mark) for name, mark in SHELF.items()),
]


@pytest.mark.parametrize(("game", "name"), [*QUICK, *OTHERS])
def test_frozen_members__play_as_they_were_frozen(game: str, name: str) -> None:
    member = member_of(game, name)
    assert digest_of_member(member) == member.digest


def test_stored_evaluations__are_games_of_today() -> None:
    """A deal of the field's own games of Castles, played again one by one, is the stored one that compiled code played."""
    stored = evaluations.read(ENTRIES / "aggressive.json")
    cell = next(one for one in stored.cells if (one.scenario, one.opponent) == ("castles_2", "passive"))
    last = play_cell(Part("aggressive", cell.key, first=19, deals=20))
    assert (last.results, last.digests) == (cell.results[38:], cell.digests[-8:])


@pytest.mark.slow
def test_evaluate__in_two_processes() -> None:
    stored = evaluations.read(ENTRIES / "heuristic.json")
    begun = evaluations.begin(["heuristic"], [scenario_of("castles_2")], stored.seeds[:1], None, "")
    others = (
        "search",
        "tree",
        "exploiter",
        "random",
    )  # a player at random has other random numbers than in the stored games
    *_, whole = evaluations.play(begun, [scenario_of("castles_2")], 2, lambda key: key.opponent in others)
    played = {cell.key: cell.digests for cell in whole.cells}
    known = {cell.key: cell.digests for cell in stored.cells if cell.scenario == "castles_2"}
    assert len(played) == 4 and all(known.get(key, digests) == digests for key, digests in played.items())
