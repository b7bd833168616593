"""Tournaments: same results whatever the workers, resumed after a stop."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from fs_env.arena import Database, Plan, Standings, Tournament
from fs_env.arena.agent_files import digests_of
from fs_env.arena.counts import Counts
from fs_env.arena.database import read_results
from fs_env.arena.referee import Limits
from tests.arena.bots import NIM, Clever, first

AGENTS = ("random", "tests.arena.bots:Clever")


def comparable(tournament):
    return [replace(row, seat_seconds=()) for row in tournament.results.rows()]


def test_run__table():
    """The better bot leads; seats, wins and decisions add up."""
    tournament = Tournament(Plan(AGENTS, players=2, games=40, seed=1, game=NIM))
    table = tournament.run()
    best, worst = table.agents
    assert (best.name, worst.name) == ("clever", "random")
    assert table.games == table.won == 40 and best.games == worst.games == 40
    assert best.wins + worst.wins == 40 and best.win_low < best.win_rate < best.win_high
    assert replace(best, elo=-0.3).rating.startswith("+0 ± ") and replace(best, games=0).rating == "-"
    assert best.elo > 0 > worst.elo and best.decisions + worst.decisions == table.choices <= table.decisions
    assert best.decisions_per_s > 0 and table.even_rate == 0.5


def test_run__four_seats_count_four_times():
    table = Tournament(Plan(AGENTS, players=4, games=10, game=NIM)).run()
    assert table.games == 10 and [agent.games for agent in table.agents] == [20, 20]
    assert sum(agent.wins for agent in table.agents) == 10 and table.even_rate == 0.25


def test_run__objects_and_functions():
    plan = Plan((Clever, first), games=4, game=NIM)
    assert Tournament(plan).run().agents[0].name == "clever"
    with pytest.raises(ValueError, match="give names or workers=None"):
        Tournament(plan).run(workers=2)
    with pytest.raises(ValueError, match="workers=0"):
        Tournament(plan).run(workers=0)


def test_run__a_file_of_other_seats(tmp_path):
    plan = Plan(AGENTS, games=4, seed=2, game=NIM)
    Tournament(plan, tmp_path / "r.db").run()
    with closing(sqlite3.connect(tmp_path / "r.db")) as db, db:
        db.execute("UPDATE seats SET agent = 1 - agent WHERE game = 2")
    with pytest.raises(ValueError, match=r"r\.db.*game 2 has other seats"):
        Tournament(plan, tmp_path / "r.db")


def test_run__reports_games_that_cannot_be_written(tmp_path, monkeypatch):
    write, written = Database.add, []

    def add(self, rows, lists):
        if len(written) == 3:
            raise ValueError("no room")
        written.append(rows)
        write(self, rows, lists)

    monkeypatch.setattr(Database, "add", add)
    tournament = Tournament(Plan(AGENTS, games=8, game=NIM), tmp_path / "r.db")
    with pytest.raises(ValueError, match="no room"):
        tournament.run()
    assert tournament.standings().games == 4 and len(tournament.results.rows()) == 3


def test_standings__of_a_running_tournament_read_no_games(tmp_path, monkeypatch):
    """Each game is counted once, by the message that brings it; the tables are those of the games so far."""
    tournament, tables, counted = Tournament(Plan(AGENTS, games=40, game=NIM), tmp_path / "r.db"), [], []
    count = Counts.of_part

    def of_part(num_agents, games):
        counted.extend(games.number.tolist())
        return count(num_agents, games)

    monkeypatch.setattr(Counts, "of_part", of_part)
    with monkeypatch.context() as running:
        running.setattr(Database, "games", None)
        tournament.run(on_games=lambda rows: tables.append(tournament.standings()))
    assert [table.games for table in tables] == list(range(1, 41)) and counted == list(range(40))
    rows = tournament.rows()
    for games in (1, 17, 40):
        assert tables[games - 1] == Standings.of(tournament.names, rows[:games], 2)


def test_run__longer_and_shorter(tmp_path):
    Tournament(Plan(AGENTS, games=4, game=NIM), tmp_path / "r.db").run()
    longer = Tournament(Plan(AGENTS, games=8, game=NIM), tmp_path / "r.db")
    played = []
    assert longer.run(on_games=played.extend).games == 8 and len(played) == 4
    assert Tournament(Plan(AGENTS, games=2, game=NIM), tmp_path / "r.db").run().games == 2


FIRST = "def choose(observation, legal):\n    return legal[0]\n"


def test_file__a_bot_that_changed_is_not_continued(tmp_path, monkeypatch):
    """Games of two versions of a bot are not mixed; a file with the code as it was is no change. Nor are trusted and isolated games."""
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST)
    plan = Plan(("bot.py:choose", "random"), games=4, game=NIM)
    Tournament(plan, "r.db").run()
    bot.write_text(FIRST.replace("legal[0]", "legal[-1]"))
    with pytest.raises(ValueError, match=r"'r\.db': bot\.py changed since its games were played: choose another file"):
        Tournament(replace(plan, games=8), "r.db")
    bot.write_text(FIRST)
    assert Tournament(replace(plan, games=8), "r.db").run().games == 8
    with pytest.raises(ValueError, match="its bots is 'trusted', this one's is 'isolated'"):
        Tournament(plan, "r.db", Limits(isolate=True))
    with pytest.raises(ValueError, match=r"its move_seconds is None, this one's is 2\.0"):
        Tournament(plan, "r.db", Limits(2.0))


def test_run__a_bot_that_changes_meanwhile_ends_it(tmp_path, monkeypatch):
    """What was played after the change is not stored: a new process may have loaded the new version."""
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "bot.py"
    bot.write_text(FIRST)
    tournament = Tournament(Plan(("bot.py:choose", "random"), games=4, game=NIM), "r.db")
    with pytest.raises(ValueError, match=r"bot\.py changed since"):
        tournament.run(on_games=lambda _: bot.write_text(FIRST + "# new"))
    assert 0 < len(read_results("r.db").rows) < 4


def test_digests__of_the_files_that_bots_are_made_of(tmp_path, monkeypatch):
    """Code, models and programs, with any name; not what a bot writes, data of a program, or a file named like a bot of the package."""
    monkeypatch.chdir(tmp_path)
    for name in ("a b.py", "bot.py", "notes.json", "model.zip", "state.txt", "random", "token.txt"):
        (tmp_path / name).write_text(name)
    files = {
        "a b.py:choose": ["a b.py"],
        "bot:choose": ["./bot.py"],
        "exec:python 'a b.py' state.txt": ["a b.py"],
        "sb3:model.zip": ["model.zip"],
        "search:policy=bot.py;choose": ["bot.py"],
        "llm:model,memory=notes.json": [],
        "tcp:localhost:1,token_file=token.txt": [],
        "random": [],
    }
    assert {spec: [*digests_of([spec])] for spec in files} == files


@pytest.mark.usefixtures("plain_workers")
@pytest.mark.parametrize("schedule", ["round-robin", "gauntlet", "ladder"])
def test_run__every_schedule_resumes(tmp_path, schedule):
    """Stopped after 37 games and extended, a tournament of each schedule has played what it plays in one go; so with two workers."""
    agents = ("random", "random", "tests.arena.bots:first")
    plan, seen = Plan(agents, games=60, seed=2, game=NIM, schedule=schedule, error=1.0), []

    def stop(rows):
        seen.extend(rows)
        if len(seen) >= 37:
            raise KeyboardInterrupt

    stopped, again = Tournament(plan, tmp_path / "r.db"), []
    with pytest.raises(KeyboardInterrupt):
        stopped.run(on_games=stop)
    assert stopped.standings().games == len(seen)
    resumed = Tournament(replace(plan, games=100), tmp_path / "r.db")
    assert resumed.left() == 100 - len(seen) > 0
    resumed.run(workers=2 if schedule == "ladder" else None, on_games=again.extend)
    whole = Tournament(replace(plan, games=100))
    whole.run()
    assert comparable(resumed) == comparable(whole) and len(comparable(whole)) == 100 == len(seen) + len(again)
    assert whole.left() == 0


def test_run__a_ladder_that_is_settled(tmp_path):
    """When all is settled nothing is left to play, also for the same command again; another error is another ladder."""
    plan = Plan(AGENTS, games=10_000, game=NIM, schedule="ladder")
    ladder = Tournament(plan, tmp_path / "r.db")
    games = ladder.run().games
    assert games < 1000 and ladder.left() == 0
    again = Tournament(plan, tmp_path / "r.db")
    assert again.left() == 0 and again.run().games == games
    with pytest.raises(ValueError, match=r"its error is 40\.0, this one's is 10\.0"):
        Tournament(replace(plan, error=10.0), tmp_path / "r.db")
    with closing(sqlite3.connect(tmp_path / "r.db")) as db, db:
        db.execute("UPDATE seats SET agent = 1 - agent WHERE game = 2")
    with pytest.raises(ValueError, match=r"r\.db.*game 2 has other seats"):
        Tournament(plan, tmp_path / "r.db")


def test_run__on_a_cluster_without_ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ImportError, match=r"pip install '\.\[ray\]'"):
        Tournament(Plan(("random", "random"), game=NIM)).run(ray="local")
