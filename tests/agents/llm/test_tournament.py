"""Tournaments, puzzles and the command line with language models."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest

from fs_env.arena import Limits, Plan, Tournament, read_results
from fs_env.arena.referee import OutOfReach
from fs_env.arena.report import Report
from fs_env.arena.report.page import page
from fs_env.arena.usage import Usage, total
from fs_env.cli import main
from tests.agents.llm.stub import KEY, fail, say

CASTLES = "castles_of_caleira"


def plan(server, *others, games=6, **parameters):
    return Plan([server.spec(**parameters), *(others or ("random",))], 2, games, 3, CASTLES)


def comparable(rows):
    """Games without the time that they took and the requests that were repeated."""
    return [
        replace(row, seat_seconds=(), usage=tuple(one and replace(one, retries=0) for one in row.usage)) for row in rows
    ]


def test_games__are_played_at_once_in_threads(server):
    """Waiting for replies overlaps, and the results are those of one game after the other."""
    one = Tournament(plan(server))
    one.run()
    assert server.most == 1
    together = threading.Barrier(4)  # the first four replies come when four are waited for
    early = iter(range(4))

    def usual(asked):
        if next(early, None) is not None:
            together.wait(60)
        return say("[1]")

    server.usual = usual
    several = Tournament(plan(server))
    several.run(4)
    assert server.most == 4
    assert comparable(several.results.rows()) == comparable(one.results.rows())


def test_cluster__is_refused_with_notes(server, tmp_path, monkeypatch):
    """Each machine of a cluster would write a separate file of notes; without notes the games are played on the cluster."""
    monkeypatch.setattr("fs_env.arena.tournament.Executor", lambda *parts: 1 / 0)
    with pytest.raises(ValueError, match="ray='auto': memory= is a file of one machine; leave it out"):
        Tournament(plan(server, memory=tmp_path / "notes.json")).run(ray="auto")
    with pytest.raises(ZeroDivisionError):
        Tournament(plan(server)).run(ray="auto")


def test_endpoint__that_goes_away_stops_the_tournament_and_costs_no_game(server, tmp_path):
    """Games that were finished are kept, none is forfeited; when it is back the same plan continues, and the counts add up."""
    server.usual = lambda asked: say("[1]") if len(server.requests) < 40 else fail(503)
    spec = {"retries": 1}
    with pytest.raises(OutOfReach, match="gave no reply 2 times"):
        Tournament(plan(server, **spec), tmp_path / "r.db").run(2)
    kept = read_results(tmp_path / "r.db").rows
    assert 0 < len(kept) < 6 and not any(row.forfeits for row in kept)
    server.usual = lambda asked: say("[1]")
    server.script = [say("none of them")]
    going_on = Tournament(plan(server, **spec), tmp_path / "r.db")
    standings = going_on.run()
    whole = Tournament(plan(server, **spec))
    whole.run()
    (model,) = standings.models
    assert model.usage == total(row.usage[row.seats.index(0)] for row in going_on.results.rows())
    (alone,) = whole.standings().models
    extra = Usage(invalid=1, tokens_in=100, tokens_out=5)
    assert replace(model.usage, retries=0) == alone.usage + extra and model.usage_games == 6


def moody(asked):
    """The first action, now and then after words that name none; the same for the same request. What it counts differs by request."""
    last = asked["messages"][-1]["content"]
    text = "none of them" if is_question(asked) and len(last) % 5 == 0 else "[1]"
    return say(text, tokens=(len(asked["messages"]), len(last) % 7))


def is_question(asked):
    return not asked["messages"][-1]["content"].startswith("That is not a valid answer")


def games_in(requests):
    """The first questions of the games that requests are about: with all of its talk in each request, a game is known by it."""
    return {asked["messages"][1]["content"] for asked in requests}


@pytest.mark.slow
def test_tournament__killed_and_resumed_counts_each_game_once(server, tmp_path):
    """After kill -9 while three games wait for replies, the same command asks for these and the others anew and not for those that
    were kept. The counts are of what the model was asked in games that count; no talk of a game that was cut is left."""
    file, talks, games, released, waiting = tmp_path / "r.db", tmp_path / "talks", 10, threading.Event(), []

    def stuck(asked):
        if len(server.requests) > 60:
            waiting.append(asked)
            released.wait(60)
        return moody(asked)

    server.usual = stuck
    spec = server.spec(history="all", transcripts=talks)
    options = f"--game {CASTLES} --games {games} --seed 3 --workers 3 --db {file}".split()
    command = ["tournament", spec, "heuristic", *options]
    process = subprocess.Popen(
        [sys.executable, "-m", "fs_env.cli", *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 300
    try:
        while len(waiting) < 3 or len(read_results(file).rows) < len(games_in(server.requests)) - 3:
            assert process.poll() is None and time.monotonic() < until, "it did not come to its middle"
            time.sleep(0.02)
        kept = read_results(file).rows
    finally:
        process.kill()
        process.wait()
        released.set()
    assert 0 < len(kept) < games - 3 and len([*talks.iterdir()]) == len(kept)
    assert read_results(file).rows == kept
    before, cut = list(server.requests), games_in(waiting)
    server.usual = moody
    assert main(command) == 0
    after = server.requests[len(before) :]
    assert games_in(before) & games_in(after) == cut and len(cut) == 3
    assert len(games_in(before) | games_in(after)) == games and len(games_in(after)) == games - len(kept)
    rows = read_results(file).rows
    assert [row.number for row in rows] == list(range(games)) and [row for row in rows if row in kept] == kept
    once = {json.dumps(asked): asked for asked in (*before, *after)}.values()
    replies = [json.loads(moody(asked).body)["usage"] for asked in once]
    questions = sum(map(is_question, once))
    assert len(before) + len(after) > len(once) > questions, "some were asked twice, some answered wrongly"
    expected = Usage(
        asked=questions,
        invalid=len(once) - questions,
        tokens_in=sum(one["prompt_tokens"] for one in replies),
        tokens_out=sum(one["completion_tokens"] for one in replies),
    )
    assert total(row.usage[row.seats.index(0)] for row in rows) == expected
    heads = [json.loads(talk.read_text().splitlines()[0]) for talk in talks.iterdir()]
    assert len(heads) == games and sum(head["asked"] for head in heads) == questions


def test_results__of_earlier_versions_are_read(server, tmp_path):
    """A file without a table of usage is one in which no model played; a damaged count is refused with its game."""
    Tournament(Plan(["random", "heuristic"], 2, 2, 3, CASTLES), tmp_path / "old.db").run()
    with closing(sqlite3.connect(tmp_path / "old.db")) as db:
        db.execute("DROP TABLE usage")
        db.commit()
    assert [row.usage for row in read_results(tmp_path / "old.db").rows] == [(), ()]
    Tournament(plan(server, games=2), tmp_path / "r.db").run()
    with closing(sqlite3.connect(tmp_path / "r.db")) as db:
        db.execute("UPDATE usage SET tokens_in = -1 WHERE game = 1")
        db.commit()
    with pytest.raises(ValueError, match="game 1 in it is damaged"):
        read_results(tmp_path / "r.db")


def test_commands__tell_answers_apart_from_strength_and_never_the_key(server, tmp_path, capfd):
    """The tables of tournament and standings, the page and the JSON have the model's counts; the key is in no file and no output."""
    server.script = [say(f"key {KEY}"), fail(429, KEY, retry_after="0"), say("[1]")]
    spec = server.spec(transcripts=tmp_path / "talks")
    options = f"--games 2 --db {tmp_path}/r.db --json {tmp_path}/r.json --replays {tmp_path}/replays --workers 2"
    assert main(["tournament", spec, "random", "--game", CASTLES, *options.split()]) == 0
    assert "answers of language models" in capfd.readouterr().out
    used = json.loads((tmp_path / "r.json").read_text())["standings"]["agents"]
    assert {one["name"]: one["usage"] and (one["usage"]["invalid"], one["usage"]["retries"]) for one in used} == {
        "llm m": (1, 1), "random": None,
    }  # fmt: skip
    assert main(["standings", f"{tmp_path}/r.db", "--html", f"{tmp_path}/page.html"]) == 0
    assert "answers of language models" in capfd.readouterr().out
    assert "Language models" in (tmp_path / "page.html").read_text()
    assert len([*(tmp_path / "talks").iterdir()]) == 2
    server.usual = lambda asked: fail(401, f"{KEY} is wrong")
    assert main(["tournament", server.spec(), "random", "--game", CASTLES, "--games", "2"]) == 2
    told = capfd.readouterr()
    assert "check the parameters and the key in OPENAI_API_KEY" in told.err
    files = [file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 6 and KEY not in told.err + told.out and not any(KEY.encode() in file for file in files)


def test_report__without_models_has_no_part_about_them(tmp_path):
    """Tables and pages of other tournaments stay as they were."""
    Tournament(Plan(["random", "heuristic"], 2, 2, 3, CASTLES), tmp_path / "r.db").run()
    assert "Language models" not in page(Report.of(read_results(tmp_path / "r.db")))


def test_isolated_bots__do_not_get_the_key(server, tmp_path):
    """The environment of a process with code from elsewhere has no keys; the model beside it, which is asked here, has."""
    (tmp_path / "spy.py").write_text(
        "import os\n"
        "def look(view):\n"
        "    assert not [name for name in os.environ if 'KEY' in name], 'saw a key'\n"
        "    return int(view.legal[0])\n"
    )
    tournament = Tournament(plan(server, f"{tmp_path}/spy.py:look", games=1), limits=Limits(isolate=True))
    assert os.environ["OPENAI_API_KEY"] == KEY
    standings = tournament.run()
    assert standings.forfeited == 0 and server.headers["authorization"] == f"Bearer {KEY}"


def test_puzzles__are_asked_in_messages(server, tmp_path, capfd):
    """A model solves a puzzle by its answers, and what it was asked is counted over all games."""
    server.script = [say("none of them")]
    assert main(["puzzles", server.spec(), *f"--only bait --games 2 --json {tmp_path}/r.json".split()]) == 0
    found, requests = json.loads((tmp_path / "r.json").read_text()), len(server.requests)
    used = Usage(asked=requests - 1, invalid=1, tokens_in=100 * requests, tokens_out=5 * requests)
    assert Usage(**found["usage"]) == used and requests > 2
    told = " ".join(capfd.readouterr().out.split())
    assert "bait" in told and f"1 first answers of {requests - 1} invalid" in told and f"{5 * requests:,} out" in told


def test_game_that_was_left__sends_no_key_to_an_address_in_the_file(server, tmp_path, capfd, monkeypatch):
    """A file may come from elsewhere: a model in it must be named again by who continues with the game."""
    answers = iter(["1", "q"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    file, spec = f"{tmp_path}/game.json", server.spec()
    assert main(["play", spec, "--game", CASTLES, "--seed", "4", "--save", file]) == 130
    before = len(server.requests)
    assert main(["play", "--resume", file]) == 2
    assert "would send a key of yours to its address" in capfd.readouterr().err
    assert len(server.requests) == before
    answers = iter(["1", "1", "q"])
    assert main(["play", spec, "--resume", file]) == 130
    assert len(server.requests) > before
