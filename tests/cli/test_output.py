"""Files, and what is said while the rules are compiled."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time

import pytest
from rich.console import Console

from fs_env.cli import main, warming
from fs_env.cli.output import check_target, names_beside, write_json
from fs_env.core.machine.compile import disk_cache
from fs_env.core.machine.run.game import WarmUp
from fs_env.core.machine.run.policy import Policy
from tests.arena.bots import NIM
from tests.cli.test_cli import PRINT


class Slow:
    """A game that takes a moment to compile."""

    name = "slow game"

    def __init__(self, seconds):
        self.seconds = seconds

    def warm(self):
        time.sleep(self.seconds)
        return WarmUp(self.seconds, False)


@pytest.mark.parametrize("terminal", [False, True])
def test_warm_up__reports_what_takes_so_long(monkeypatch, terminal):
    """Compiling that takes long is announced, on a terminal and in a log, and its time is told."""
    monkeypatch.setattr(warming, "PATIENCE", 0.02)
    monkeypatch.setattr(warming, "PAUSE" if not terminal else "TICK", 0.02)
    console = Console(file=io.StringIO(), force_terminal=terminal, width=100)
    assert warming.warm_up(Slow(0.6), console) >= 0.6
    said = console.file.getvalue()
    assert said.count("compiling the rules of slow game (once, then cached)") > 2  # again and again, with the time
    assert "rules of slow game compiled in 0.6 s" in said


def test_warm_up__promises_no_cache_that_cannot_be_written(monkeypatch):
    """Where compiled code cannot be cached, no player is told that it is compiled once."""
    monkeypatch.setattr(warming, "PATIENCE", 0.02)
    monkeypatch.setattr(disk_cache, "can_keep", lambda: False)
    console = Console(file=io.StringIO(), width=100)
    warming.warm_up(Slow(0.1), console, [SlowBot()])
    said = console.file.getvalue()
    assert said.count("(in every process: no cache is writable)") == 2 and "once" not in said


class SlowPolicy(Policy):
    """A compiled player that takes a moment to compile."""

    def __init__(self):
        super().__init__("slow", "", None, 2)

    @property
    def address(self):
        time.sleep(0.3)
        return 1


class SlowBot:
    """An agent that is compiled."""

    name, policy = "slow bot", SlowPolicy()


def test_warm_up__compiles_the_bots_once_each(monkeypatch):
    """Bots that are compiled are made before they play, one after the other, each once; others need nothing."""
    monkeypatch.setattr(warming, "PATIENCE", 0.1)
    console = Console(file=io.StringIO(), width=100)
    assert warming.warm_up(Slow(0.0), console, [SlowBot(), object(), SlowBot()]) >= 0.3
    assert console.file.getvalue() == "compiling the bot slow bot (once, then cached) ...\n"


def test_warm_up__is_announced_once(monkeypatch, caplog):
    """While the command line tells it, the logger of the library does not."""
    console = Console(file=io.StringIO())
    warming.with_message("compiling ...", lambda: warming.LOGGER.warning("compiling the rules of chess"), console)
    assert not caplog.records
    warming.LOGGER.warning("compiling the rules of go")
    assert len(caplog.records) == 1


def test_warm_up__is_silent_when_it_is_quick():
    """Rules that load at once need no words."""
    console = Console(file=io.StringIO())
    warming.warm_up(Slow(0.0), console)
    assert console.file.getvalue() == ""


def test_write_json__complete_or_untouched(tmp_path):
    """A value that cannot be written leaves the old file as it was, and nothing else behind."""
    file = tmp_path / "result.json"
    write_json(str(file), {"old": 1})
    with pytest.raises(TypeError, match="JSON"):
        write_json(str(file), {"new": object()})
    assert json.loads(file.read_text()) == {"old": 1} and list(tmp_path.iterdir()) == [file]


@pytest.fixture
def unread():
    """The end of a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as pipe:
        yield pipe


def test_output__ends_silently_when_the_pipe_closes(unread):
    """A pipe such as `| head` ends a command in silence."""
    done = subprocess.run([sys.executable, "-c", PRINT], stdout=unread, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 1 and done.stderr == ""


@pytest.mark.parametrize(
    "command",
    [
        f"tournament random random --game {NIM} --games 4 --json FILE",
        "standings DB --html FILE",
        "solo random --games 1 --json FILE",
        "puzzles random --games 1 --json FILE",
    ],
)
def test_files__are_written_without_readers_of_the_table(tmp_path, results_file, unread, command, monkeypatch, capsys):
    """Such a pipe cuts off the table only; the file that was asked for is there, whole."""
    file = tmp_path / "out"
    words = [{"FILE": str(file), "DB": results_file}.get(word, word) for word in command.split()]
    monkeypatch.setattr(sys, "stdout", unread)
    with pytest.raises(SystemExit, match="1"):  # of rich
        main(words)
    assert "Traceback" not in capsys.readouterr().err
    text = file.read_text()
    assert text.endswith("</html>\n") if "--html" in words else json.loads(text)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to write to")
def test_files__on_a_full_disk(capsys):
    """The games that were played still make a table; the error names the file and what to do."""
    assert main(f"tournament random random --game {NIM} --games 4 --json /dev/full".split()) == 2
    told = capsys.readouterr()
    assert "4 games of 2 seats" in told.out and "/dev/full: No space left on device: free space on the disk" in told.err


def test_check_target__before_the_work(tmp_path):
    """A file that could not be written is refused, and the results themselves; a pipe and no file are fine."""
    for wrong in (str(tmp_path), str(tmp_path / "none" / "r.json")):
        with pytest.raises(ValueError, match="folder"):
            check_target(wrong)
    (tmp_path / "link.db").symlink_to(tmp_path / "r.db")
    with pytest.raises(ValueError, match=r"link\.db: has the results themselves"):
        check_target(str(tmp_path / "link.db"), None, str(tmp_path / "r.db"))
    assert check_target("-") is check_target(None) is check_target(str(tmp_path / "r.json")) is None


def test_names__have_two_lines_or_numbers():
    """Names that two lines contain stay beside their cells; otherwise all have numbers, and lines say whose they are."""
    cells = [("games", "rating"), ("12", "+218 ± 267"), ("12", "-18 ± 127")]  # 5 and 10 letters, and 2 before each
    assert names_beside(["random", "x" * 21], cells, 30) == (["random", "x" * 21], "")
    assert names_beside(["random", "x" * 22], cells, 30) == (["1", "2"], f"1  random\n2  {'x' * 22}")
