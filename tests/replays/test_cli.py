"""fs-env replay and fs-env tournament --replays."""

from dataclasses import replace

import pytest

from fs_env.arena import Plan, Tournament
from fs_env.cli import main
from fs_env.replays import load_replay, play_back, save_replay, verify
from tests.arena.bots import NIM
from tests.replays.games import recorded


@pytest.fixture
def file(tmp_path):
    return str(save_replay(recorded(), tmp_path / "game.json.gz"))


def test_replay__tells_the_game(file, capsys):
    """Without options the whole game is told, by turns."""
    assert main(["replay", file]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("castles_of_caleira_v1, seed 5") and "turn 1" in told and told[-1].startswith("won by")


def test_replay__verify(file, tmp_path, capsys):
    """--verify says that all checksums agree, or where they differ, with code 1."""
    replay = recorded()
    assert main(["replay", file, "--verify"]) == 0
    assert f"all {len(replay.checks)} checksums agree" in capsys.readouterr().out
    other = save_replay(replace(replay, seed=9), tmp_path / "other.json")
    assert main(["replay", str(other), "--verify"]) == 1
    assert capsys.readouterr().out.startswith("differs: castles_of_caleira_v1, package")


def test_replay__turn(file, capsys):
    """--turn shows the position at its beginning, as a seat sees it, and its choices alone."""
    assert main(["replay", file, "--turn", "2", "--seat", "0"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Castles of Caleira, turn 2, as player_0 knows it")
    assert main(["replay", file, "--turn", "99"]) == 2
    assert "turns 1 to" in capsys.readouterr().err


def test_replay__html(file, tmp_path, capsys):
    """--html writes the page."""
    out = tmp_path / "game.html"
    assert main(["replay", file, "--html", str(out), "--seat", "1"]) == 0
    assert out.read_text().startswith("<!doctype html>")
    assert main(["replay", file, "--html", str(out), "--verify"]) == 2
    assert main(["replay", file, "--seat", "5"]) == 2
    assert main(["replay", str(tmp_path / "none.json")]) == 2


def test_tournament__replays(tmp_path):
    """Every game of a tournament of compiled bots leaves a replay that verifies; the results are those without replays."""
    plan = Plan(agents=["random", "random"], players=2, games=4, seed=3, game="castles_of_caleira")
    told = Tournament(plan, replays=tmp_path / "games")
    told.run()
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name[:6] for file in files] == [f"{k:06}" for k in range(4)]
    found = [load_replay(file) for file in files]
    assert all(verify(replay) for replay in found)
    quiet = Tournament(plan)
    quiet.run()
    rows = {row.number: row for row in quiet.results.rows()}
    assert {row.number: row.returns for row in told.results.rows()} == {n: row.returns for n, row in rows.items()}
    assert [replay.returns for replay in found] == [rows[k].returns for k in range(4)]


@pytest.mark.slow
def test_tournament__replays_of_workers_and_forfeits(tmp_path, capsys):
    """Worker processes write replays too; a bot that fails leaves a forfeited game."""
    bots = ["random", "tests.arena.bots:Clever"]
    folder = tmp_path / "games"
    assert main(["tournament", *bots, "--game", NIM, "--games", "4", "--workers", "2", "--replays", str(folder)]) == 0
    assert len(list(folder.iterdir())) == 4
    assert main(["tournament", *bots, "--game", NIM, "--ray", "local", "--replays", str(folder)]) == 2
    assert "--replays" in capsys.readouterr().err


def test_tournament__replays_of_forfeited_games(tmp_path):
    """A game that a bot's failure ended is stored as far as it came, with what happened."""
    plan = Plan(agents=["random", "tests.arena.bots:Broken"], players=2, games=2, seed=3, game="castles_of_caleira")
    Tournament(plan, replays=tmp_path).run()
    found = [load_replay(file) for file in sorted(tmp_path.iterdir())]
    assert len(found) == 2
    for replay in found:
        assert replay.outcome == 5 and "no idea" in replay.fault and sorted(replay.returns) == [-1.0, 1.0]
        assert verify(replay) == len(replay.checks)


def test_tournament__replays_tell_what_a_search_expects(tmp_path):
    """Each choice of a bot that searches has its own share of the win, those of other bots have none."""
    agents = ["search:rollouts=2", "random"]
    plan = Plan(agents=agents, players=2, games=2, game="castles_of_caleira", options={"max_decisions": 9})
    Tournament(plan, replays=tmp_path).run()
    for file in sorted(tmp_path.iterdir()):
        replay = load_replay(file)
        searches = replay.names.index("search:rollouts=2")
        asked = [moment.choice for moment, _, _ in play_back(replay) if moment.seat == searches]
        assert asked and [choice for choice, _, _ in replay.values] == asked
        assert all(seat == searches and 0 <= value <= 1 for _, seat, value in replay.values)
