"""Bots that fail lose the game they fail in, by the rule of `arena.referee`; the tournament continues."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from fs_env.agent_api.agent import as_agent
from fs_env.arena import Limits, Plan, RulesFailed, Tournament, play_match
from fs_env.arena.referee import NOBODY, forfeit, printable
from fs_env.cli import main
from fs_env.pool import local
from tests.arena.bots import GUARDED, NIM, first

FORFEITED, VOID = 5, 4
BOTS = "tests.arena.bots"
LONG = 60  # seconds after which a test gives up waiting
pytestmark = pytest.mark.usefixtures("plain_workers")


def played(bot: str, players: int = 2, **limits):
    plan = Plan((f"{BOTS}:first", f"{BOTS}:{bot}"), games=4, players=players, seed=1, game=NIM)
    tournament = Tournament(plan, limits=Limits(**limits))
    tournament.run()
    return tournament


def lost_all(tournament: Tournament, words: str) -> None:
    """Checks that the second bot forfeited every game, that the first won them, and what is told of it."""
    rows, table = tournament.results.rows(), tournament.standings()
    assert len(rows) == tournament.plan.total == table.forfeited and table.won == table.void == 0
    for row in rows:
        bad = row.seats.index(1)
        assert row.outcome == FORFEITED and row.forfeits == (bad,) and words in row.fault and f"seat {bad}" in row.fault
        assert row.winners == (1 - bad,) and row.returns[bad] == -1 and row.returns[1 - bad] == 1
    winner, loser = table.agents
    assert (winner.wins, winner.forfeits, winner.fault) == (table.games, 0, "")
    assert (loser.wins, loser.forfeits, loser.fault) == (0, table.games, rows[0].fault)
    assert [fault["agent"] for fault in tournament.faults()] == [loser.name] * table.games


@pytest.mark.parametrize(
    ("sides", "seat", "winners", "returns"),
    [
        ((0, 1), 0, (1,), (-1, 1)),
        ((0, 1, 2), 1, (0, 2), (0.5, -1, 0.5)),
        ((0, 1, 2, 3), 3, (0, 1, 2), (1 / 3, 1 / 3, 1 / 3, -1)),
        ((0, 1, 0, 1), 2, (1, 3), (-0.5, 0.5, -0.5, 0.5)),
        ((4, 4), 1, (0,), (1, -1)),
    ],
)
def test_forfeit__all_its_seats_lose_and_the_others_share(sides, seat, winners, returns):
    """Every seat of the bot that failed loses, the others share the win equally; alone at the table only its failing seat."""
    assert forfeit(sides, seat) == (winners, returns)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("sides", [(0, 1), (3, 3)])
def test_forfeit__of_cooperative_games_nobody_wins(sides, seat):
    """Where all win or lose together every player loses, whoever failed; no part of a win goes to the partner."""
    assert forfeit(sides, seat, ("together",) * 2) == ((), (-1.0, -1.0))


def test_forfeit__of_a_side():
    """A hero's failure is the heroes' loss, other bots among them included; the bot's own seat on the other side loses too."""
    sides = ("heroes", "heroes", "traitor", "heroes")
    assert forfeit((0, 1, 1, 2), 0, sides) == ((2,), (-1 / 3, -1 / 3, 1, -1 / 3))
    assert forfeit((0, 1, 2, 0), 2, sides) == ((0, 1, 3), (1 / 3, 1 / 3, -1, 1 / 3))
    assert forfeit((0, 1, 0, 1), 2, sides) == ((1, 3), (-0.5, 0.5, -0.5, 0.5))
    assert forfeit((5, 5, 5, 5), 0, sides) == ((2,), (-1 / 3, -1 / 3, 1, -1 / 3)), "one bot in all seats"


def test_forfeit__of_four_seats_in_a_tournament():
    """Of four seats of two bots those of the failing one lose, though it failed in one of them; the others win half each."""
    tournament = played("Broken", players=4)
    assert all(
        len(row.winners) == 2 and all(row.seats[seat] == 0 for seat in row.winners) for row in tournament.results.rows()
    )
    assert [(agent.name, agent.wins, agent.games) for agent in tournament.standings().agents] == [
        ("first", 4, 8),
        ("broken", 0, 8),
    ]
    assert tournament.standings().agents[0].elo > 0 > tournament.standings().agents[1].elo


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("Broken", "'broken' in seat"),
        ("Broken", "failed: KeyError: 'no idea'"),
        ("illegal", "answered 99, which is not legal now"),
        ("huge", "answered an integer of 19 or more digits, which is not legal now"),
        ("leave", "failed: SystemExit: enough"),
        ("Unmade", "could not be created: bot 'tests.arena.bots:Unmade' failed when it was made: OSError: no licence"),
        ("Rude", "failed in reset: RudeError: its message cannot be read"),
    ],
)
def test_failure__forfeits_the_game(bot, words, monkeypatch):
    monkeypatch.setattr(f"{BOTS}.Unmade.made", 0)
    tournament = played(bot)
    lost_all(tournament, words)
    assert [agent.forfeits for agent in tournament.standings().agents] == [0, tournament.plan.total]


def test_failure__too_slow():
    lost_all(played("slow", move_seconds=0.01), "took 0.0")
    assert played("slow", move_seconds=LONG).standings().forfeited == 0


def test_failure__next_game_begins_with_a_new_object():
    class Once:
        name, fails = "once", True

        def reset(self, seat, seed):
            self.used = getattr(self, "used", 0) + 1

        def act(self, view):
            assert self.used == 1 or not Once.fails, "used again after a failure"
            raise ValueError(f"use {self.used}")

    tournament = Tournament(Plan((first, Once), games=4, game=NIM))
    tournament.run()
    assert [row.fault.rpartition(" ")[2] for row in tournament.results.rows()] == ["1"] * 4


def test_names__are_printable():
    tournament = played("Rude")
    assert tournament.names == ("first", "rude\\x1b[31m")
    assert printable("a\nb\x07" + "c" * 500, 10) == "a b\\x07..."


def test_rules__a_guard_makes_the_game_void():
    with pytest.raises(RulesFailed, match="capacity limit at decision 0 of the game with seed 3"):
        play_match(GUARDED, [as_agent(first)] * 2, seed=3)
    tournament = Tournament(Plan((f"{BOTS}:first", "random"), games=2, game=f"{BOTS}:GUARDED"))
    table = tournament.run()
    assert (table.games, table.void, table.won) == (2, 2, 0)
    assert all(
        row.outcome == VOID and row.winners == () and "capacity limit" in row.fault for row in tournament.results.rows()
    )


def test_workers__a_process_that_dies_of_itself_makes_the_game_void():
    """Where no agent was asked when a process died, the game is tried again, then counts as void."""
    tournament = Tournament(Plan((f"{BOTS}:first",), games=1, game=f"{BOTS}:DEADLY", schedule="alone"))
    table = tournament.run(workers=1)
    assert (table.games, table.void) == (1, 1)
    assert "died 2 times" in tournament.faults()[0]["fault"] and tournament.faults()[0]["agent"] is None


@pytest.mark.slow
def test_workers__outlive_their_bots(tmp_path):
    """A bot that never answers and one that ends its process lose their games and spoil no others; the same file continues."""
    bots = [f"{BOTS}:{name}" for name in ("Clever", "hang", "crash", "first")]
    plan, db, limits = Plan(bots, games=2, game=NIM, schedule="gauntlet"), tmp_path / "r.db", Limits(move_seconds=0.5)
    assert Tournament(plan, db, limits).run(workers=1).forfeited == 2
    tournament = Tournament(replace(plan, games=6), db, limits)
    table = tournament.run(workers=1)
    assert (table.games, table.won, table.forfeited, tournament.left()) == (6, 2, 4, 0)
    assert {agent.name: agent.forfeits for agent in table.agents} == {"clever": 0, "hang": 2, "crash": 2, "first": 0}
    words = {1: "gave no answer in 0.5 s", 2: "ended its process (exit code 3)", 3: ""}
    for row in tournament.results.rows():
        bad = 1 - row.seats.index(0)
        assert words[row.seats[bad]] in row.fault and (
            row.seats[bad] == 3 or (row.forfeits, row.winners) == ((bad,), (1 - bad,))
        )


def test_workers__stopped(monkeypatch, tmp_path):
    waited, calls = local.LocalPool.wait, []

    def wait(self):
        calls.append(self)
        if len(calls) == 4:
            while self.workers[0].shared[local.MARK] == NOBODY:  # between two games nothing would be under way
                time.sleep(0.001)
            raise KeyboardInterrupt
        waited(self)

    monkeypatch.setattr(local.LocalPool, "wait", wait)
    plan = Plan((f"{BOTS}:slow", "random"), games=100, seed=1, game=NIM)
    tournament, before = Tournament(plan, tmp_path / "r.db"), []
    with pytest.raises(KeyboardInterrupt):
        tournament.run(workers=1, on_games=lambda rows: before.append(len(calls) < 4))
    rows = tournament.results.rows()
    assert [row.number for row in rows] == list(range(len(rows))) and len(rows) == sum(before) + 1
    assert tournament.standings().won == len(rows) == 100 - tournament.left()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(("more", "heard"), [(["--trusted"], True), ([], False)])
def test_workers__what_bots_print_stays_off_the_results(more, heard, capfd):
    """A bot that prints does not spoil the JSON on standard output; of an isolated one nothing comes out."""
    command = ["tournament", "random", f"{BOTS}:prints", "--game", NIM, "--games", "2", "--json", "-", *more]
    assert main(command) == 0
    told = capfd.readouterr()
    assert json.loads(told.out)["standings"]["won"] == 2 and ("I think" in told.err) == heard


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
def test_workers__end_with_their_parent(tmp_path):
    """`kill -9` of the tournament leaves no process behind, though its bot is thinking; of isolated bots `test_hostile` tells."""
    file = tmp_path / "pid"
    command = ["tournament", "random", f"{BOTS}:Thinker", "--game", NIM, "--games", "4", "--workers", "1", "--trusted"]
    parent = subprocess.Popen(
        [sys.executable, "-m", "fs_env.cli", *command],
        env=os.environ | {"THINKER": str(file), "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    bot = 0
    try:
        wait_until(file.exists)
        bot = int(file.read_text())
        assert bot != parent.pid and is_running(bot)
        parent.kill()
        parent.wait()
        wait_until(lambda: not is_running(bot))
    finally:
        parent.kill()
        if bot and is_running(bot):
            os.kill(bot, signal.SIGKILL)


def wait_until(true) -> None:
    until = time.monotonic() + LONG
    while not true():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):  # it ends while its file is read
        return not os.path.isdir("/proc/self")  # where there is no such folder, the signal has told
