"""The command `fs-env leaderboard`: tasks against one bot."""

from __future__ import annotations

import json
import shlex
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fs_env.arena import Tournament
from fs_env.cli import main
from fs_env.leaderboard.entries import read_entries
from fs_env.leaderboard.play import play
from fs_env.registry.manifest import Task
from tests.arena.bots import NIM

BOT = '''
def first(view):
    """The first legal action."""
    return int(view.legal[0])
'''


pytestmark = pytest.mark.usefixtures("plain_workers")


def test_command__resumes_where_it_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --db the games of a run that was stopped are not played again: one of 2 games, then of 6, plays 4 more."""
    play = ["leaderboard", "random", "--task", "castles_2", "--seed", "5", "--db", str(tmp_path / "games")]
    play += ["--results", str(tmp_path / "results.json")]
    assert main([*play, "--games", "2"]) == 0
    (file,) = (tmp_path / "games").iterdir()
    assert file.name == "castles_2 random.db"
    with closing(sqlite3.connect(file)) as kept:
        before = kept.execute("select game, seat, seconds from seats order by game, seat").fetchall()
    assert main([*play, "--games", "6"]) == 0
    with closing(sqlite3.connect(file)) as kept:
        after = kept.execute("select game, seat, seconds from seats order by game, seat").fetchall()
    assert len(before) == 4 and len(after) == 12 and after[:4] == before
    (one,) = read_entries(tmp_path / "results.json")
    assert one.games == 6


def test_command__a_bot_that_fails(tmp_path: Path) -> None:
    file, results = tmp_path / "broken.py", tmp_path / "results.json"
    file.write_text("def broken(view):\n    raise ValueError('no idea')\n")
    words = [f"{file}:broken", "--task", "castles_2", "--games", "2", "--results", str(results), "--name", "Broken"]
    assert main(["leaderboard", *words]) == 0
    (found,) = read_entries(results)
    assert (found.agent, found.forfeits, found.wins) == ("Broken", 2, 0)


def test_command__a_bot_with_the_name_of_another_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its results would replace those of the other bot: it is refused before a game is played; the same bot may play again."""
    file, results = tmp_path / "mine.py", ["--task", "castles_2", "--games", "2", "--results", str(tmp_path / "r.json")]
    file.write_text(BOT)
    assert main(["leaderboard", "random", *results]) == 0
    before = (tmp_path / "r.json").read_text()
    assert main(["leaderboard", f"{file}:first", *results, "--name", "random"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert "its name 'random' is that of random in the results: choose another with --name" in told
    assert (tmp_path / "r.json").read_text() == before
    assert main(["leaderboard", "random", *results]) == 0
    assert main(["leaderboard", f"{file}:first", *results, "--trusted"]) == 0
    assert [entry.command.endswith(" --trusted") for entry in read_entries(tmp_path / "r.json")].count(True) == 1


def test_play__command_of_a_bot_with_spaces(tmp_path: Path) -> None:
    """A shell reads the stored command as the bot's spec, whole."""
    file = tmp_path / "my bot.py"
    file.write_text(BOT)
    found = play(f"{file}:first", Task("nim_2", "Nim", NIM, 2, 2))
    assert shlex.split(found.command)[2:4] == [f"{file}:first", "--task"] and found.games == 2


def test_command__results_are_not_lost_by_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results.json"
    file.write_text('{"format": 1, "entries": [{"agent": "x"}]}')
    assert main(["leaderboard", "random", "--results", str(file)]) == 2
    assert "entry 1" in capsys.readouterr().err
    assert json.loads(file.read_text())["entries"] == [{"agent": "x"}]


@pytest.mark.slow
def test_command__workers_play_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes give the entry of one, its time and nothing else apart; they are asked for as many as the words say."""
    monkeypatch.chdir(tmp_path)
    Path("my_bot.py").write_text(BOT.replace("first", "Bot"))
    asked: list[int | None] = []
    original = Tournament.run

    def run(self: Tournament, workers: int | None = None, *given: Any, **options: Any) -> Any:
        asked.append(workers)
        return original(self, workers, *given, **options)

    monkeypatch.setattr(Tournament, "run", run)
    words = ["leaderboard", "my_bot.py:Bot", "--task", "castles_2", "--games", "2", "--seed", "3"]
    assert main([*words, "--results", "one.json"]) == 0
    assert main([*words, "--results", "two.json", "--workers", "2"]) == 0
    assert main([*words, "--results", "three.json", "--trusted"]) == 0
    assert asked == [None, 2, 1], "what may end its process never plays in this one"
    (one,), (two,) = read_entries("one.json"), read_entries("two.json")
    assert replace(one, seconds=0.0) == replace(two, seconds=0.0) and one.games == 2


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("leaderboard", "nothing to do: expected a bot, --add FILE, --page FILE or --verify FILE"),
        ("leaderboard random --task puzzle", "did you mean 'puzzles'"),
        ("leaderboard random --games 0", "--games 0: expected 1 or more"),
        ("leaderboard random --workers -1", "--workers -1: expected a number of processes, or 0 for one for each core"),
        ("leaderboard random heuristic --name x", "--name 'x': expected one bot with it, not 2"),
        ("leaderboard --add missing.json", "'missing.json': there is no such file"),
        ("leaderboard randm --task castles_2", "unknown bot 'randm'"),
        ("leaderboard --verify missing.json", "missing.json"),
        ("leaderboard --entries . --page page.md", "--entries .: there are no evaluations in this folder"),
        ("evaluate", "evaluate: expected a bot, or --field FOLDER"),
        ("evaluate random --scenario castle_2", "did you mean 'castles_2'"),
        ("evaluate random --scenario betrayal", "unknown scenario 'betrayal'"),
        ("evaluate random --workers -1", "--workers -1: expected a number of processes"),
    ],
)
def test_command__mistakes(
    words: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words.split()) == 2
    assert told in capsys.readouterr().err
