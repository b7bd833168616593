"""What an isolated bot cannot reach: files, results, other processes, the network and its twins. Where the system lacks a protection,
`missing_protections` reports it and the test of it is skipped."""

from __future__ import annotations

import argparse
import builtins
import ctypes
import glob
import json
import os
import subprocess
import sys
import tempfile

import pytest
from rich.console import Console

import fs_env.arena.game_runner as judge
from fs_env.arena import Limits, Plan, Tournament
from fs_env.arena.isolation import IsolatedAgent, played_as
from fs_env.cli import main
from fs_env.cli.isolation import limits_for
from fs_env.pool import guarded
from fs_env.pool.guard import GRAPHICS, NEW_IPC, NEW_MOUNTS, NEW_NET, SEEN, descendants, succeeds, take_own_numbers
from fs_env.pool.guarded import NETWORK, Guarded, missing_protections
from tests.arena.attackers import SEED
from tests.arena.bots import NIM
from tests.arena.test_isolation import start
from tests.core.machine.nim import GAME
from tests.pool import hostile

BOTS = "tests.arena.attackers"
WAITS = 60  # seconds for an answer of a process


@pytest.fixture(scope="module")
def missing():
    return missing_protections()


@pytest.fixture
def needs(missing):
    def check(*protections: str) -> None:
        if lacking := [one for one in protections if one in missing]:
            pytest.skip(f"on this system a process can {', '.join(lacking)}")

    return check


REPLACES = """
import sys
import fs_env.arena.game_runner as judge

judge.row_of = None
sys.modules["left_a_mark"] = judge


def choose(view):
    return int(view.legal[0])
"""


@pytest.mark.parametrize(
    "commands",
    [
        (f"tournament random BOT --game {NIM} --games 2 --json -",),
        (f"play BOT --game {NIM}",),
        pytest.param(
            ("solo BOT --games 1 --max-decisions 9", "puzzles BOT --games 1 --only bait"), marks=pytest.mark.slow
        ),
    ],
)
def test_judge__imports_no_code_of_a_bot(commands, tmp_path, monkeypatch, capsys):
    """The real commands: a bot that replaces a function of the judge when it is imported changes nothing in its process."""
    (tmp_path / "replaces.py").write_text(REPLACES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "input", lambda question: "1")
    before = judge.row_of
    assert [main(command.replace("BOT", "replaces.py:choose").split()) for command in commands] == [0] * len(commands)
    if commands[0].startswith("tournament"):
        result = json.loads(capsys.readouterr().out)
        assert (result["bots"], result["standings"]["forfeited"]) == ("isolated", 0)
    assert judge.row_of is before and "left_a_mark" not in sys.modules
    assert not [name for name in sys.modules if name.endswith("_replaces")]


@pytest.mark.slow
def test_results__are_out_of_reach(tmp_path, needs):
    """The real command, with results files and replays in the working folder of bots that try to change and to read them."""
    needs("change your files", "read the results file", "see other processes")
    command = ["tournament", f"{BOTS}:writer", f"{BOTS}:reader", "--seed", SEED, "--game", NIM, "--games", "6"]
    files = ["--db", "r.db", "--json", "r.json", "--replays", "replays", "--workers", "2"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "JUDGE_SEED": SEED}
    subprocess.run(
        [sys.executable, "-m", "fs_env.cli", *command, *files], cwd=tmp_path, env=environment, check=True, timeout=300
    )
    result = json.loads((tmp_path / "r.json").read_text())
    assert result["faults"] == [] and result["standings"]["games"] == 6 and result["plan"]["seed"] == int(SEED)
    assert len(list((tmp_path / "replays").iterdir())) == 6


def test_results__are_found_by_a_trusted_bot(tmp_path, monkeypatch):
    """The same bots do reach all of it in the process of the tournament: the check above can fail."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["fs-env", SEED])
    monkeypatch.setattr("fs_env.__file__", str(tmp_path / "fs_env" / "__init__.py"))
    (tmp_path / "fs_env" / "core" / "__pycache__").mkdir(parents=True)
    plan = Plan((f"{BOTS}:writer", f"{BOTS}:reader"), games=2, seed=int(SEED), game=NIM)
    tournament = Tournament(plan, tmp_path / "r.db", replays=tmp_path / "replays")
    tournament.run()
    writer, reader = (
        next(one["fault"] for one in tournament.faults() if one["agent"] == name) for name in ("writer", "reader")
    )
    assert "compiled code, the results file, its rights, a new file" in writer and "the replays" in writer
    assert "its own arguments" in reader and "r.db" in reader


def test_compiled_code__is_loaded_where_it_cannot_be_written():
    GAME.setup(GAME.new(1), seed=1, num_players=2)
    agent = IsolatedAgent(f"{BOTS}:loader", NIM, Limits(isolate=True))
    try:
        agent.reset(0, 1)
        assert agent.act(start()) == 0
    finally:
        agent.close()


def test_twins__do_not_meet(needs):
    """Two processes of one bot at the same time find no file, memory, socket, port or semaphore in common."""
    needs("change your files", NETWORK)
    twins = [IsolatedAgent(f"{BOTS}:Twin", NIM, Limits(isolate=True)) for _ in range(2)]
    try:
        for twin in twins:
            twin.reset(0, 1)
            assert twin.act(start()) == 0
    finally:
        for twin in twins:
            twin.close()


def test_counters__of_the_system_are_hidden(needs):
    """A bot could raise one by mlock, and its next process read in it which cards another seat held (/proc/vmstat)."""
    needs("read counters of the system")
    if any(glob.glob(f"/dev/{name}") for name in GRAPHICS):
        pytest.skip("libraries of graphics cards read /sys")
    process = Guarded(hostile.answers, "counters")
    try:
        assert process.ask(b"", WAITS) == b"ready"
        seen, *rest = process.ask(b"go\n", WAITS).decode().split("; ")
        assert set(seen.split()) <= {*SEEN, "meminfo", "stat", "uptime"} and "cpuinfo" in seen
        assert rest == ["devices 0", "-1", "EAFNOSUPPORT"]
    finally:
        process.end()


def test_processes__outside_are_out_of_reach(needs):
    needs("see other processes")
    agent = IsolatedAgent(f"{BOTS}:killer_of_all", NIM, Limits(isolate=True))
    try:
        agent.reset(0, 1)
        assert agent.act(start()) == 0
    finally:
        agent.close()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are counted in /proc")
@pytest.mark.parametrize("place", [None, "/dev/shm", "/run"])
def test_daemons__end_with_their_process(place, monkeypatch):
    """Two children, one in its own session whose parent has ended, are gone when the process is; so is its temporary folder,
    wherever the user has those."""
    if place is not None and not os.access(place, os.W_OK):
        pytest.skip(f"{place} cannot be written")
    monkeypatch.setattr(tempfile, "tempdir", place)
    process = Guarded(hostile.answers, "daemons")
    try:
        assert process.ask(b"", WAITS) == b"ready"
        process.ask(b"go\n", WAITS)
        begun, folder = descendants(process.pid), process.temporary
        assert len(begun) == 3 and os.path.isdir(folder)
    finally:
        process.end()
    assert not [pid for pid in begun if os.path.exists(f"/proc/{pid}")] and not os.path.exists(folder)


@pytest.mark.skipif(
    not succeeds(lambda: take_own_numbers() and ctypes.CDLL(None).unshare(NEW_MOUNTS | NEW_NET | NEW_IPC) == 0),
    reason="the system gives processes no namespaces",
)
def test_protections__are_there_where_the_system_has_namespaces(missing):
    """A container may refuse a new /proc all the same."""
    assert set(missing) <= {"see other processes", "read counters of the system"}


def test_protections__are_missing_where_they_are_not_asked_for(monkeypatch, missing):
    """The probe itself can fail; a process that may use the network has the other protections."""
    assert missing_protections(network=True) == [one for one in missing if one != NETWORK]
    monkeypatch.setattr(guarded, "CONFINED", False)
    assert {"change your files", "read the results file", NETWORK} <= set(missing_protections())


def test_isolated__means_that_no_deal_reaches_another():
    """A bot with a network could ask a server what it has seen; one that is asked by TCP runs elsewhere."""
    isolated, connected = Limits(isolate=True), Limits(isolate=True, network=True)
    for agents, limits, expected in (
        (["random", "my_bot.py:choose"], isolated, "isolated"),
        (["random", "my_bot.py:choose"], connected, "isolated but for the network"),
        (["random", "tcp:localhost:4711"], isolated, "isolated but for the network"),
        (["random", "my_bot.py:choose"], Limits(), "trusted"),
        (["random", "heuristic"], connected, ""),
    ):
        assert played_as(Plan(agents, 2, 4, int(SEED), "castles_of_caleira"), limits) == expected


def test_results__directly_below_the_root_are_refused():
    """There nothing can be mounted over them."""
    with pytest.raises(ValueError, match="expected one in a folder"):
        limits_for(argparse.Namespace(network=False, memory_mb=4096), Console(), True, "/results.json")
    with pytest.raises(ValueError, match=r"/r\.db: a file directly in /"):
        Tournament(Plan(["random", "my_bot.py:choose"], game="castles_of_caleira"), "/r.db", Limits(isolate=True))
