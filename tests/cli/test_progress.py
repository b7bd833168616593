"""Progress of long commands from their beginning."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import time

import pytest
from rich.console import Console

from fs_env.cli import main, progress
from fs_env.cli.progress import begin, counted
from tests.arena.bots import NIM

FIRST = {
    "tournament": (["tournament", "random", "", "--game", NIM], None),
    "selfplay": (["selfplay", "--bot", "fs_env:nobody", "--out", "x", "--game", NIM], "selfplay: fs_env:nobody play"),
    "solo": (["solo", "fs_env:nobody"], "solo: 100 games of fs_env:nobody"),
    "puzzles": (["puzzles", "fs_env:nobody"], "puzzles: fs_env:nobody plays"),
    "leaderboard": (["leaderboard", "fs_env:nobody"], "leaderboard: fs_env:nobody"),
    "exploit": (
        ["exploit", "fs_env:nobody", "--game", "fs_env:nothing"],
        "exploit: a search with 400 rollouts against fs_env:nobody",
    ),
    "nash-conv": (
        ["nash-conv", "fs_env:nobody", "--cards", "moat"],
        "nash-conv: enumerating Castles of Caleira with the cards moat",
    ),
    "fit-value": (["fit-value", "x", "--game", "fs_env:nothing"], "fit-value: heuristic plays fs_env:nothing"),
    "bench": (["bench", "fs_env:nothing"], "bench: measuring fs_env:nothing"),
    "warm": (["warm", "--game", "fs_env:nothing"], "warm: loading or compiling fs_env:nothing"),
    "soak": (["soak", "x", "--game", "fs_env:nothing"], "soak: 60 minutes of fs_env:nothing"),
}


@pytest.mark.parametrize("name", [name for name, (_, words) in FIRST.items() if words])
def test_begin__before_anything_is_loaded(name, capsys, tmp_path, monkeypatch):
    """The first line of a long command says on standard error what it does, before what it needs is looked for."""
    monkeypatch.chdir(tmp_path)
    arguments, words = FIRST[name]
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert told.err.startswith(words) and told.out == ""


def test_begin__before_torch_is_loaded(tmp_path):
    """`train` says that it loads torch before it does, in a process that has loaded nothing large: here both such packages fail."""
    for name in ("torch", "numba"):
        (tmp_path / f"{name}.py").write_text("raise ImportError('it was asked for')")
    command = [sys.executable, "-m", "fs_env.cli", "train", "clone", "x"]
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    done = subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, check=False, timeout=60
    )
    first, *rest = done.stderr.splitlines()
    assert first == "train clone: loading torch ..." and rest[-1].endswith("it was asked for")


def test_begin__printable(capsys):
    """Names reach no terminal raw."""
    begin("a \x1b[31m name")
    assert capsys.readouterr().err == "a \\x1b[31m name\n"


def test_counted__plain_lines(monkeypatch):
    """Without a terminal the first line comes at once, the others with a pause, and tell how many are left and how long that takes."""
    console = Console(file=io.StringIO(), width=100)
    monkeypatch.setattr("fs_env.cli.progress.LINE_PAUSE", 0.05)
    with counted(console, "games", 10, 2) as told:
        assert console.file.getvalue() == "games: 2 of 10\n"
        told(3)
        time.sleep(0.06)
        told(4)
        told(5)
    assert re.fullmatch(r"games: 2 of 10\ngames: 4 of 10, some \d+ s left\n", console.file.getvalue())


def test_counted__on_a_terminal():
    """On a terminal a bar shows the same and is gone at the end."""
    console = Console(file=io.StringIO(), width=100, force_terminal=True)
    with counted(console, "games of [red]x", 10) as told:
        told(10)
    assert "games of [red]x" in console.file.getvalue() and "10/10" in console.file.getvalue()


@pytest.mark.parametrize("terminal", [False, True])
def test_shown__a_line_from_time_to_time(monkeypatch, terminal):
    """Without a terminal lines come with a pause between them; on one they replace each other."""
    console = Console(file=io.StringIO(), width=100, force_terminal=terminal)
    monkeypatch.setattr(progress, "LINE_PAUSE", 0.05)
    with progress.shown(console) as show:
        for number in range(2):
            time.sleep(0.06)
            show(f"round {number}")
            show("too soon")
    said = console.file.getvalue()
    assert "too soon" in said if terminal else said == "round 0\nround 1\n"
