"""Folders of self-play: equal plans give equal bytes, whatever the workers, and whatever stops them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from fs_env.arena.match import AgentFailed
from fs_env.training.selfplay import Selfplay, SelfplayData, SelfplayPlan
from fs_env.training.selfplay.run import locked
from tests.arena.bots import NIM
from tests.training.selfplay.bots import FAILING, KNOWN, MORTAL, SLOW

pytestmark = pytest.mark.usefixtures("plain_workers")
SEARCH = "search:rollouts=64,policy=random,value=none"
PLAN = SelfplayPlan((SLOW, "random"), games=11, seed=5, game=NIM, games_per_file=2, options={"stones": 9})
FILES = [f"games_{first:08}.npz" for first in (0, 2, 4, 6, 8, 10)]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if not path.name.startswith(".")}


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.glob(".*.part")]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    Selfplay(PLAN, folder).run()
    return contents(folder)


def test_run__files(tmp_path, whole):
    """Games in their order, two in a file, with deals of their own and seats that rotate."""
    assert list(whole) == [*FILES, "plan.json"]
    told = []
    selfplay = Selfplay(replace(PLAN, games=4), tmp_path)
    selfplay.run(progress=told.append)
    assert [played.number for played in told] == [0, 1, 2, 3] and selfplay.left() == 0 and selfplay.seconds > 0
    first, second = SelfplayData(tmp_path).shards()
    assert first.agents.tolist() == [[0, 1], [1, 0]] == second.agents.tolist()
    deals = [*first.seeds.tolist(), *second.seeds.tolist()]
    assert deals == [PLAN.deal(number) for number in range(4)] and len(set(deals)) == 4
    assert sum(played.choices for played in told) == len(first) + len(second)
    searched = sum((shard.policy_actions >= 0).sum() for shard in (first, second))
    assert sum(played.searched for played in told) == searched < len(first) + len(second)


@pytest.mark.slow
def test_run__workers_make_the_same_bytes(tmp_path, whole):
    told = []
    Selfplay(PLAN, tmp_path).run(2, told.append)
    assert contents(tmp_path) == whole and sorted(played.number for played in told) == list(range(11))


@pytest.mark.slow
def test_run__search_makes_the_same_bytes(tmp_path):
    """The search bot with a limit of rollouts: two processes write what one writes, and its values favour leaving four stones."""
    plan = SelfplayPlan((SEARCH,), games=4, seed=1, game=NIM, games_per_file=1, options={"stones": 5})
    for workers in (None, 2):
        Selfplay(plan, tmp_path / str(workers)).run(workers)
    assert contents(tmp_path / "None") == contents(tmp_path / "2")
    for shard in SelfplayData(tmp_path / "2").shards():
        assert shard.rollouts.sum() > 0 and ((shard.values >= 0) & (shard.values <= 1)).all()


def test_run__killed_and_resumed(tmp_path, whole):
    """After kill -9 the folder has whole files only; the next run makes the others, and the bytes are those of one run."""
    command = [sys.executable, "-m", "fs_env.cli", "selfplay", "--bot", SLOW, "--bot", "random", "--game", NIM]
    command += ["--games", "11", "--seed", "5", "--games-per-file", "2", "--option", "stones=9"]
    command += ["--workers", "2", "--out", str(tmp_path)]
    environment = {**os.environ, "PAUSE": "0.1", "NUMBA_DISABLE_JIT": "1"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    until = time.monotonic() + 300
    while len(list(tmp_path.glob("games_*.npz"))) < 2 and time.monotonic() < until and process.poll() is None:
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    found = contents(tmp_path)
    assert 2 <= len(found) - 1 < len(FILES)
    assert all(whole[name] == found[name] for name in found)
    (tmp_path / f".{FILES[5]}.1.part").write_bytes(b"half")
    again, told = Selfplay(PLAN, tmp_path), []
    missing = again.left()
    again.run(progress=told.append)
    assert contents(tmp_path) == whole and not left_over(tmp_path)
    assert len(told) == missing == sum(len(PLAN.numbers(k)) for k, name in enumerate(FILES) if name not in found)


def stopping():
    rename, done = os.replace, []

    def stop(source, target):
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(target)
        rename(source, target)

    return stop


def test_run__stopped_while_writing(tmp_path, whole, monkeypatch):
    """A stop between writing and renaming leaves no half file under a name that counts."""
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", stopping())
        with pytest.raises(KeyboardInterrupt):
            Selfplay(PLAN, tmp_path).run()
    assert set(contents(tmp_path)) == {"plan.json", *FILES[:2]} and not left_over(tmp_path)
    Selfplay(PLAN, tmp_path).run()
    assert contents(tmp_path) == whole


def test_run__more_games(tmp_path, whole):
    """A longer plan continues: whole files are kept, a last file with fewer games is made anew."""
    Selfplay(replace(PLAN, games=7), tmp_path).run()
    short = contents(tmp_path)
    assert list(short) == [*FILES[:4], "plan.json"] and short[FILES[3]] != whole[FILES[3]]
    longer = Selfplay(PLAN, tmp_path)
    assert longer.missing() == [3, 4, 5] and longer.left() == 5
    longer.run()
    assert contents(tmp_path) == whole
    assert Selfplay(replace(PLAN, games=3), tmp_path).left() == 0


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 6}, "its seed is 5, not 6"),
        ({"agents": (SLOW,)}, "its agents is"),
        ({"players": 3}, "its players is 2, not 3"),
        ({"games_per_file": 3}, "its games_per_file is 2, not 3"),
        ({"options": {}}, r"its options is {'stones': 9}, not {}"),
    ],
)
def test_selfplay__another_plan(tmp_path, changes, words):
    """A folder of another plan is refused with what differs, and stays as it is."""
    Selfplay(replace(PLAN, games=2), tmp_path).run()
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=rf"plan\.json is another plan: {words}.*choose another folder"):
        Selfplay(replace(PLAN, **changes), tmp_path)
    assert contents(tmp_path) == before


def test_selfplay__folders_that_cannot_be_used(tmp_path):
    """A file instead of a folder, a damaged plan, games without a plan, and a file of another plan are named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ValueError, match="file: is a file; expected a folder"):
        Selfplay(PLAN, tmp_path / "file")
    Selfplay(replace(PLAN, games=4), tmp_path / "a").run()
    Selfplay(replace(PLAN, games=4, seed=6), tmp_path / "b").run()
    (tmp_path / "a" / FILES[1]).write_bytes((tmp_path / "b" / FILES[1]).read_bytes())
    with pytest.raises(ValueError, match=rf"{FILES[1]}: contains games of another plan"):
        Selfplay(PLAN, tmp_path / "a").run()
    (tmp_path / "a" / FILES[1]).write_bytes(b"")
    with pytest.raises(
        ValueError, match=rf"{FILES[1]}: expected a file of fs-env selfplay, but .*; copy it again, or delete it"
    ):
        Selfplay(PLAN, tmp_path / "a").run()
    (tmp_path / "b" / "plan.json").write_text("{")
    with pytest.raises(ValueError, match=r"plan\.json: expected the plan of fs-env selfplay, but it is not JSON"):
        Selfplay(PLAN, tmp_path / "b")
    (tmp_path / "b" / "plan.json").write_text('{"format": 2}')
    with pytest.raises(ValueError, match=r"plan\.json: .*it has format 2, not 1"):
        Selfplay(PLAN, tmp_path / "b")
    (tmp_path / "b" / "plan.json").unlink()
    with pytest.raises(ValueError, match=r"has files of games, but no plan\.json"):
        Selfplay(PLAN, tmp_path / "b")


def test_run__two_at_once(tmp_path):
    selfplay = Selfplay(replace(PLAN, games=2), tmp_path)
    with locked(tmp_path), pytest.raises(ValueError, match="another process writes into it"):
        selfplay.run()
    selfplay.run()
    assert selfplay.left() == 0


@pytest.mark.parametrize("workers", [None, 1])
def test_run__an_agent_that_fails(tmp_path, monkeypatch, workers):
    """An agent's error ends the run with the agent, its seat and its game; complete files before it are kept."""
    plan = replace(PLAN, agents=(FAILING,), games=40, games_per_file=1)
    secrets = [[int(x) for x in first_secrets(plan, number)] for number in range(40)]
    wanted = next(s for s in range(10) if s not in secrets[0] and s not in secrets[1] and any(s in x for x in secrets))
    monkeypatch.setenv("FAILING", str(wanted))
    with pytest.raises(
        AgentFailed, match="bot 'failing' in seat . of the game with seed .* failed: KeyError: 'no idea'"
    ):
        Selfplay(plan, tmp_path).run(workers)
    if workers is None:
        failed = next(n for n in range(40) if wanted in secrets[n])
        assert len(list(tmp_path.glob("games_*.npz"))) == failed and not left_over(tmp_path)


def first_secrets(plan: SelfplayPlan, number: int) -> list[int]:
    from tests.core.machine.nim import GAME

    S = GAME.new()
    GAME.setup(S, seed=plan.deal(number), num_players=plan.players, **plan.options)
    return S["secret"][0, : plan.players].tolist()


@pytest.mark.slow
def test_run__a_worker_that_dies(tmp_path, monkeypatch):
    """A process that dies is replaced and its games are played again: nothing is lost or there twice."""
    plan = replace(PLAN, agents=(MORTAL, "random"))
    monkeypatch.setenv("SPARED", str(os.getpid()))
    monkeypatch.setenv("MORTAL", str(tmp_path / "nothing"))
    Selfplay(plan, tmp_path / "a").run()
    (tmp_path / "once").write_text("")
    monkeypatch.setenv("MORTAL", str(tmp_path / "once"))
    selfplay = Selfplay(plan, tmp_path / "b")
    selfplay.run(workers=1)
    assert not (tmp_path / "once").exists() and contents(tmp_path / "a") == contents(tmp_path / "b")
    assert sorted(selfplay.played) == list(range(11))


@pytest.mark.slow
def test_run__workers_that_keep_dying(tmp_path, monkeypatch):
    """A process that dies twice with the same games ends the run with their numbers and the exit code."""
    monkeypatch.setenv("SPARED", str(os.getpid()))
    monkeypatch.setenv("MORTAL", str(tmp_path))
    selfplay = Selfplay(replace(PLAN, agents=(MORTAL,), games=2), tmp_path / "a")
    with pytest.raises(RuntimeError, match=r"games 0 to 1: 2 worker processes died .*\(exit code 9\)"):
        selfplay.run(workers=1)


@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"agents": ()}, ValueError, "at least one spec"),
        ({"agents": "random"}, ValueError, "at least one spec"),
        ({"agents": (print,)}, TypeError, "expected its spec, a text"),
        ({"games": 0}, ValueError, "games=0 is out of range"),
        ({"games_per_file": 0}, ValueError, "games_per_file=0 is out of range"),
        ({"seed": -1}, ValueError, "seed=-1 is out of range"),
        ({"players": 9}, ValueError, "num_players=9"),
        ({"game": "chess"}, ValueError, "unknown game 'chess'"),
    ],
)
def test_plan__out_of_range(changes, error, words):
    with pytest.raises(error, match=words):
        replace(PLAN, **changes)


def test_run__no_workers(tmp_path):
    """Zero workers are refused; an agent that does not exist is, before anything is written."""
    with pytest.raises(ValueError, match="workers=0: expected at least 1"):
        Selfplay(PLAN, tmp_path / "a").run(0)
    with pytest.raises(ValueError, match="unknown bot 'serch'"):
        Selfplay(replace(PLAN, agents=("serch",)), tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_command__makes_and_continues(tmp_path, capsys):
    """`fs-env selfplay` says what it made; given again it has nothing to do; with more games it continues."""
    from fs_env.cli import main

    command = ["selfplay", "--bot", KNOWN, "--game", NIM, "--option", "stones=4", "--games-per-file", "2"]
    command += ["--out", str(tmp_path), "--games"]
    assert main([*command, "2"]) == 0
    assert "2 games in 1 files of" in (told := capsys.readouterr().out)
    assert "2 games played in" in told and "8 choices, 8 of them searched" in told
    assert main([*command, "2"]) == 0
    assert "nothing was left to play" in capsys.readouterr().out
    assert main([*command, "3", "--workers", "2"]) == 0
    captured = capsys.readouterr()
    assert "2 of 3 games are already in" in captured.err and "4 choices, 4 of them searched" in captured.out
    assert json.loads((tmp_path / "plan.json").read_text())["games"] == 3
    assert main([*command, "3", "--seed", "1"]) == 2
    assert "its seed is 0, not 1" in capsys.readouterr().err


def test_command__stopped(tmp_path, capsys, monkeypatch):
    """Ctrl-C ends with code 130, and says how many games there are and how to continue."""
    from fs_env.cli import main

    monkeypatch.setattr(os, "replace", stopping())
    command = [
        "selfplay",
        "--bot",
        KNOWN,
        "--game",
        NIM,
        "--games",
        "9",
        "--games-per-file",
        "2",
        "--out",
        str(tmp_path),
    ]
    assert main(command) == 130
    assert f"4 of 9 games are in {tmp_path}, the same command continues" in capsys.readouterr().err
