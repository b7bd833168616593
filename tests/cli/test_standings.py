"""`fs-env standings`: what it prints, writes and refuses."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from rich.console import Console

from fs_env.arena import Database, Standings
from fs_env.arena.usage import Usage
from fs_env.cli import main
from fs_env.cli.output import that_fit
from fs_env.cli.standings import usage_table
from fs_env.cli.tournament import cells_of
from tests.arena.bots import NIM
from tests.arena.report.games import NAMES, PLAN, ROWS, game


def test_standings__prints_all_parts(results_file, capsys):
    """Ratings, pairs, seats, characters and lengths are there with their numbers."""
    assert main(["standings", results_file]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "nim, 2 players, round-robin, 8 games" in told
    for part in (
        "ratings",
        "in games with",
        "win rate by seat",
        "win rate by character",
        "by the decisions of the game",
    ):
        assert part in told
    assert "1 ann 6 66.7 [" in told and "isaac 6 66.7 [" in told and "150" in told


def test_standings__writes_everything(results_file, tmp_path, capsys):
    """A page, a table and JSON are written whole."""
    page, table, numbers = (tmp_path / name for name in ("p.html", "t.csv", "n.json"))
    assert main(["standings", results_file, "--html", str(page), "--csv", str(table), "--json", str(numbers)]) == 0
    assert page.read_text().startswith("<!DOCTYPE html>") and page.read_text().endswith("</html>\n")
    assert len(table.read_text().splitlines()) == 17
    found = json.loads(numbers.read_text())
    assert found["seats"][0]["score"]["wins"] == 2 and found["standings"]["agents"][0]["name"] == "ann"
    assert "ratings" in capsys.readouterr().out


def test_standings__lists_groups_that_have_not_played(results_file, tmp_path, capsys):
    """Three bots are three pairs, of which the first has played: the text, the page and JSON show that, and how many games are a round."""
    file, page, numbers = (str(tmp_path / name) for name in ("few.db", "p.html", "n.json"))
    results = Database(file, PLAN | {"games": 2}, NAMES)
    results.add(ROWS[:2])
    results.close()
    assert main(["standings", file, "--html", page, "--json", numbers]) == 0
    words = "1 of 3 groups were played; use --games 6 for a whole round."
    assert words in capsys.readouterr().out and words in (tmp_path / "p.html").read_text()
    assert json.loads((tmp_path / "n.json").read_text())["uneven"] == words
    assert main(["standings", results_file]) == 0
    assert "1 of 3 groups played one deal more than the others; use --games 12" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "value"), [("options", []), ("agents", 5)])
def test_standings__names_a_file_with_a_damaged_plan(name, value, tmp_path, capsys):
    results = Database(tmp_path / "r.db", PLAN | {name: value}, NAMES)
    results.add(ROWS)
    results.close()
    assert main(["standings", str(tmp_path / "r.db"), "--html", str(tmp_path / "p.html")]) == 2
    shown = capsys.readouterr().err
    assert "r.db: expected results of a tournament, but" in shown and shown.count("\n") == 1
    assert not (tmp_path / "p.html").exists()


def test_standings__the_first_fifty_of_many_bots(tmp_path, capsys, monkeypatch):
    """A terminal shows the best 50 of 60 bots and says so; --json has all, and each won against all that follow it."""
    monkeypatch.setenv("COLUMNS", "100")
    names, pairs = [f"bot{k}" for k in range(60)], [(k, other) for k in range(60) for other in range(k + 1, 60)]
    results = Database(tmp_path / "r.db", PLAN | {"games": len(pairs)}, names)
    results.add([game(number, pair, (0,)) for number, pair in enumerate(pairs)])
    results.close()
    assert main(["standings", str(tmp_path / "r.db"), "--json", str(tmp_path / "r.json")]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "50 bot49 59 " in shown and "bot50" not in shown and "The first 50 of 60 bots" in shown
    found = json.loads((tmp_path / "r.json").read_text())
    assert [agent["name"] for agent in found["standings"]["agents"]] == names and len(found["pairs"]) == 60


def test_tournament__luck_and_forfeits_in_a_narrow_terminal():
    """Of 60 columns the forfeits have some: what is cut off is how many games one is equivalent to."""
    names = ("ann", "ben")
    rows = [replace(game(k, (0, 1), (k % 2,)), luck=(0.1, -0.1)) for k in range(40)]
    rows.append(replace(game(40, (0, 1), (1,)), outcome=5, forfeits=(0,), fault="it left", luck=(0.0, 0.0)))
    cells = cells_of(Standings.of(names, rows, 2), True)
    assert that_fit(cells, 200)[0][-2:] == ["forfeits", "equivalent"]
    assert that_fit(cells, 70)[0][-1] == "forfeits" and [row[-1] for row in that_fit(cells, 70)[1:]] == ["0", "1"]
    assert "forfeits" not in cells_of(Standings.of(names, rows[:40], 2), True)[0]


@pytest.mark.parametrize(
    ("width", "whole"), [(80, ("1,712", "103,000", "0.425", "0.0021")), (60, ("1,712", "103,000"))]
)
def test_usage_table__has_no_part_of_a_number(width, whole):
    """Where a terminal has no room, the last columns are left out, and the name is above the table."""
    used = Usage(asked=856, invalid=428, tokens_in=103_000, tokens_out=7_700)
    rows = [replace(game(k, (0, 1), (k,)), usage=(used, None)) for k in range(2)]
    table = Standings.of(("llm some model with memory", "random"), rows, 2)
    priced = [replace(one, cost=0.4251, cost_per_point=0.0021) for one in table.models]
    console = Console(width=width, file=io.StringIO())
    console.print(usage_table(replace(table, agents=tuple(priced)), width))
    cells = next(line for line in console.file.getvalue().splitlines() if line.startswith(" 1 ")).split()
    assert cells[:4] == ["1", "1,712", "50.0", "%"] and {*whole} <= {*cells} and len(cells) in (10, 8)
    assert {*cells[4:]} <= {"0", "103,000", "7,700", "0.425", "0.0021"}


def test_standings__of_nine_bots_fits_into_80_columns(tmp_path, capsys, monkeypatch):
    """Each has won all games against those that follow, in games of six lengths; none of 9 columns of rates is cut."""
    monkeypatch.setenv("COLUMNS", "80")
    pairs = [(k, other) for k in range(9) for other in range(k + 1, 9)] * 4
    results = Database(tmp_path / "r.db", PLAN | {"games": len(pairs)}, [f"bot{k}" for k in range(9)])
    results.add([game(number, pair, (0,), 10 + number) for number, pair in enumerate(pairs)])
    results.close()
    assert main(["standings", str(tmp_path / "r.db")]) == 0
    out = capsys.readouterr().out
    assert "…" not in out and ["1", *["100.0"] * 8] in [line.split() for line in out.splitlines()]


def test_standings__marks_what_is_cut(results_file, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "24")
    assert main(["standings", results_file]) == 0
    assert "…" in capsys.readouterr().out


def test_standings__csv_to_a_pipe(results_file, capsys):
    """With --csv - standard output is the table alone."""
    assert main(["standings", results_file, "--csv", "-"]) == 0
    assert len(list(csv.DictReader(io.StringIO(capsys.readouterr().out)))) == 16


@pytest.mark.slow
def test_standings__of_a_tournament(tmp_path, here, capsys):
    """A stored tournament is shown; so is a ladder, with how it ended."""
    agents = ["random", "tests.arena.bots:Clever", "tests.arena.bots:first"]
    file = str(tmp_path / "r.db")
    assert main(["tournament", *agents, "--game", NIM, "--schedule", "ladder", "--db", file]) == 0
    assert "The ladder is settled." in " ".join(capsys.readouterr().out.split())
    assert main(["standings", file]) == 0
    assert "ladder," in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.db"], "none.db': there is no such file"),
        (["pyproject.toml"], "it is not a SQLite file"),
        (["{file}", "--html", "no/such/p.html"], "does not exist"),
        (["{file}", "--parquet", "-"], "Parquet is a binary format"),
        (["{file}", "--csv", "-", "--json", "-"], "only one of them"),
    ],
)
def test_standings__refuses(arguments, words, results_file, capsys):
    """Bad input is one line that names it."""
    assert main(["standings", *(argument.format(file=results_file) for argument in arguments)]) == 2
    shown = capsys.readouterr().err
    assert words in shown and shown.count("\n") == 1


def test_tournament__error_needs_a_ladder(capsys):
    """--error without a ladder is refused, a wrong schedule too."""
    assert main(["tournament", "random", "random", "--game", NIM, "--error", "30"]) == 2
    assert "--error 30: only for a ladder" in capsys.readouterr().err
    assert main(["tournament", "random", "random", "--game", NIM, "--schedule", "swiss"]) == 2
    assert "unknown schedule 'swiss': expected alone, gauntlet, ladder, round-robin" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("games", "words"),
    [
        (6, "2 of 4 groups were played; use --games 12 for a whole round. "),
        (24, ""),
        (30, "2 of 4 groups played one deal more than the others; use --games 36 for whole rounds. "),
    ],
)
def test_tournament__lists_groups_that_have_not_played(games, words):
    """Four bots at tables of three are four groups, of which each plays a deal three times, once from each seat."""
    from fs_env.arena import Plan
    from fs_env.cli.tournament import missing_groups

    plan = Plan(("random", "heuristic", "heuristic@1", "aggressive"), players=3, games=games)
    assert missing_groups(plan, plan.total) == words
    assert missing_groups(plan, 5) == f"5 of {games} games are played. "
    assert plan.names == ("random", "heuristic", "heuristic@1", "aggressive")
