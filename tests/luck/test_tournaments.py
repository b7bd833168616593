"""fs-env luck, and tournaments that measure luck."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from fs_env.arena import Luck, Plan, Tournament, read_results
from fs_env.arena.ratings import PRIOR, clustered_mean, less_luck, mean_interval
from fs_env.arena.report import Report
from fs_env.arena.report.export import as_csv
from fs_env.arena.report.page import page
from fs_env.cli import main
from fs_env.luck.replays import ReplayLuck, players_of
from fs_env.replays import Difference, load_replay, save_replay
from tests.arena.bots import first

RACE = "tests.luck.race:GAME"
BROKEN = "tests.arena.bots:Broken"
FEW = Luck(rollouts=4)


def plan(agents=("random", "tests.arena.bots:last"), games=6, luck=FEW, **more):
    return Plan(agents, games=games, game=RACE, options={"rounds": 2}, luck=luck, **more)


def test_tournament__luck_is_stored_and_resumed(tmp_path):
    """Every game has its luck in the file; a stopped tournament continues; workers, order and a break change no number."""
    whole, file = Tournament(plan(games=8)), tmp_path / "r.db"
    whole.run()
    Tournament(plan(games=4), file).run()
    rest = Tournament(plan(games=8), file)
    assert rest.left() == 4
    rest.run(workers=1)
    lucks = [row.luck for row in read_results(file).rows]
    assert lucks == [row.luck for row in whole.results.rows()]
    assert len(lucks) == 8 and all(sum(luck) == pytest.approx(0) for luck in lucks) and any(luck[0] for luck in lucks)
    with pytest.raises(ValueError, match="its luck is .*, this one's is None"):
        Tournament(plan(games=8, luck=None), file)
    with pytest.raises(ValueError, match="'rollouts': 5"):
        Tournament(plan(games=8, luck=Luck(rollouts=5)), file)


def test_tournament__replays_tell_the_same_luck(tmp_path):
    played = Tournament(plan(), replays=tmp_path)
    played.run()
    measure = ReplayLuck(rollouts=4)
    files = sorted(tmp_path.iterdir())
    found = [measure.measure(load_replay(file)) for file in files]
    rows = played.results.rows()
    assert [tuple(seat.luck for seat in seats) for seats in found] == [row.luck for row in rows]
    assert all(seat.adjusted == seat.raw - seat.luck for seats in found for seat in seats)
    by_player = {one.player: one for one in players_of(seat for seats in found for seat in seats)}
    lines = {line.name: line for line in played.standings().agents}
    assert by_player["random"].adjusted == pytest.approx(lines["random"].adjusted)
    assert by_player["last"].adjusted_high == pytest.approx(lines["last"].adjusted_high)


def test_luck__bots_of_one_name_are_different_players(tmp_path, monkeypatch):
    """Two custom bots of one name have lines of their own, as in the tournament; one with a shipped bot's name is not taken for that."""
    monkeypatch.chdir(tmp_path)
    for name, bot, answer in (
        ("c", "choose", "-9"),
        ("d", "choose", "view.legal[0]"),
        ("e", "random", "view.legal[0]"),
    ):
        (tmp_path / f"{name}.py").write_text(f"def {bot}(view):\n    return int({answer})\n")
    measure, found, shares = ReplayLuck(rollouts=4), [], []
    for agents in (("c.py:choose", "d.py:choose"), ("e.py:random", "c.py:choose"), ("random", "d.py:choose")):
        played = Tournament(plan(agents, luck=None), replays=tmp_path / agents[0][0])
        shares.append({line.name: line.win_rate for line in played.run().agents})
        files = sorted((tmp_path / agents[0][0]).iterdir())
        found.append([seat for file in files for seat in measure.measure(load_replay(file))])
    assert {one.player: one.raw for one in players_of(found[0])} == shares[0] == {"c.py:choose": 0, "d.py:choose": 1}
    both = {one.player: one.raw for one in players_of(found[1] + found[2])}
    assert (both["random"], both["random #2"]) == (shares[2]["random"], 1) and shares[2]["random"] < 1


def test_standings__with_luck(tmp_path):
    """An adjusted rate is the mean of results less luck, each deal's by what the others say; its error takes the games of one deal
    together; all forms show it."""
    played = Tournament(plan(games=12), tmp_path / "r.db")
    line = next(one for one in played.run().agents if one.name == "last")
    own = [(row.seed, row.parts[s], row.luck[s]) for row in played.results.rows() for s in (0, 1) if row.seats[s] == 1]
    deals, parts, luck = zip(*own)
    adjusted = less_luck(parts, luck, deals)
    assert line.adjusted == pytest.approx(sum(adjusted) / 12)
    assert line.adjusted_error == pytest.approx(clustered_mean(adjusted, deals)[1])
    assert line.equivalent_games is None, "six deals do not know the ratio of two errors"
    stored = read_results(tmp_path / "r.db")
    lucks = [float(cell["luck"]) for cell in csv.DictReader(io.StringIO(as_csv(stored)))]
    assert lucks == [luck for row in stored.rows for luck in row.luck]
    assert "adjusted, % [95 %]" in page(Report.of(stored)) and f"{100 * line.adjusted:.1f} [" in page(Report.of(stored))


def test_standings__without_luck():
    line = Tournament(plan(luck=None)).run().agents[0]
    assert line.adjusted is line.adjusted_error is line.equivalent_games is None and line.win_error is not None


def test_clustered_mean__by_hand():
    """Two deals of two games: residuals add up within a deal."""
    assert clustered_mean([1, 0, 1, 0], ["a", "a", "b", "b"]) == (0.5, 0.0)
    mean, error = clustered_mean([1, 1, 0, 0], ["a", "a", "b", "b"])
    assert (mean, error) == (0.5, pytest.approx(0.5)) and clustered_mean([1, 0], [1, 1])[1] is None


def test_less_luck__by_the_other_deals():
    """The coefficient of a deal is that of a regression of the others' sums, within 0 and 1, in a mean with `PRIOR` even games that say 1;
    the others count by the variance of their sums, in games of variance 1/4."""
    rng = np.random.default_rng(5)
    deals, luck = rng.integers(12, size=40), rng.normal(size=40) * rng.choice([0.1, 1, 9], 40)
    won = 0.1 * luck + rng.normal(size=40) + 0.6
    found, slopes = np.array(less_luck(won, luck, deals)), []
    for deal in range(12):
        rest = [np.flatnonzero(deals == other) for other in range(12) if other != deal]
        mean = won[deals != deal].mean()
        lucky, off = np.array([(luck[own].sum(), (won[own] - mean).sum()) for own in rest]).T
        slopes.append(np.linalg.lstsq(lucky[:, None], off, rcond=None)[0][0])
        games = sum(off**2) / (0.25 * np.mean([len(own) for own in rest]))
        beta = (games * min(max(slopes[-1], 0), 1) + PRIOR) / (games + PRIOR)
        assert found[deals == deal] == pytest.approx((won - beta * luck)[deals == deal])
    assert min(slopes) < 0 < max(slopes)
    assert less_luck([1, 0], [0.25, -0.5], ["a", "a"]) == [0.75, 0.5]
    assert less_luck([1, 0], [0.25, 0], ["a", "b"]) == [0.75, 0]


def test_less_luck__interval_holds_rare_wins():
    """A bot that wins one game in a hundred: the intervals of 30 deals hold its share about as often as they should, although most of
    them saw no win, in which luck seems to explain nothing."""
    rng, held = np.random.default_rng(8), 0
    for _ in range(300):
        won = rng.random(60) < 0.01
        luck = 0.8 * (won - 0.01) + rng.normal(0, 0.15, 60)
        adjusted = less_luck(won.astype(float), luck, np.repeat(range(30), 2).tolist())
        known = mean_interval(adjusted, np.repeat(range(30), 2).tolist(), adjusted=True)
        held += known.low <= 0.01 <= known.high
    assert 0.91 < held / 300 < 0.99


def test_less_luck__ignores_uninformative_luck():
    """Where luck has nothing to do with the results it is not taken off: they scatter as before. Where it is all, nothing is left."""
    rng = np.random.default_rng(5)
    luck, won, deals = rng.normal(size=200), rng.normal(size=200), range(200)
    assert np.var(less_luck(won, luck, deals)) < 1.05 * np.var(won) < 0.6 * np.var(won - luck)
    assert np.var(less_luck(0.3 * luck, luck, deals)) < 0.03 * np.var(0.3 * luck)


def test_tournament__forfeits_are_adjusted():
    """A bot that breaks off once a throw of its dice has failed, and one that does so after a lucky one: the luck before that counts, so
    its mean is 0, and adjusted results have the mean of the plain ones."""
    for when in ("Unlucky", "Lucky"):
        played = Tournament(plan((f"tests.luck.bots:{when}", "random"), games=600, luck=Luck(rollouts=8)))
        played.run()
        rows = played.results.rows()
        luck = [row.luck[row.seats.index(0)] for row in rows]
        assert 100 < sum(bool(row.forfeits) for row in rows) < 500
        mean, error = clustered_mean(luck, [row.seed for row in rows])
        assert abs(mean) < 3 * error < 0.06
        lost = [one for one, row in zip(luck, rows) if row.forfeits]
        assert abs(np.mean(lost)) > 0.1  # without it the mean of the other games is not 0


def test_tournament__forfeits_in_replays(tmp_path):
    """The luck of a forfeited game is the same when it is measured from its replay."""
    played = Tournament(plan(("random", BROKEN), games=2), replays=tmp_path)
    played.run()
    found = [ReplayLuck(rollouts=4).measure(load_replay(file)) for file in sorted(tmp_path.iterdir())]
    assert [tuple(seat.luck for seat in seats) for seats in found] == [row.luck for row in played.results.rows()]
    assert any(seat.luck for seats in found for seat in seats) and played.standings().agents[0].win_rate == 1


def test_tournament__objects():
    played = Tournament(plan((first, "random"), games=2))
    played.run()
    assert all(len(row.luck) == 2 for row in played.results.rows())


def test_replay_luck__another_game(tmp_path):
    Tournament(plan(games=2), replays=tmp_path).run()
    replay = load_replay(next(tmp_path.iterdir()))
    measure = ReplayLuck(rollouts=2)
    with pytest.raises(Difference, match="choice 0 .3. is not legal here"):
        measure.measure(replace(replay, choices=(3, *replay.choices[1:])))
    with pytest.raises(Difference, match="here it ends with"):
        measure.measure(replace(replay, returns=(0.25, -0.25)))


def test_replay_luck__names_in_a_file_import_no_code(tmp_path, monkeypatch):
    """A replay that names a program as its player is measured with the usual reference; the program is not run."""
    spy = tmp_path / "spy.py"
    spy.write_text("raise SystemExit('run')\n")
    Tournament(plan(games=2), replays=tmp_path / "games").run()
    replay = load_replay(next((tmp_path / "games").iterdir()))
    plain = ReplayLuck(rollouts=2).measure(replace(replay, players=("", "")))
    named = ReplayLuck(rollouts=2).measure(replace(replay, players=(f"{spy}:Bot", f"policy:{spy}")))
    assert [seat.luck for seat in named] == [seat.luck for seat in plain]


def test_luck__command(tmp_path, capsys):
    """`fs-env luck` prints games and players, and writes both as JSON; a tournament has the same flags."""
    folder, out = tmp_path / "games", tmp_path / "luck.json"
    common = ["--game", RACE, "--rollouts", "3"]
    command = ["tournament", "random", "tests.arena.bots:last", "--games", "4", "--replays", str(folder)]
    assert main([*command, *common, "--luck", "--json", str(tmp_path / "t.json")]) == 0
    assert "adjusted, %" in capsys.readouterr().out
    files = [str(file) for file in sorted(folder.iterdir())]
    assert main(["luck", *files, *common, "--json", str(out)]) == 0
    assert "players" in capsys.readouterr().out
    result = json.loads(out.read_text())
    lines = json.loads((tmp_path / "t.json").read_text())["standings"]["agents"]
    assert {one["player"]: one["adjusted"] for one in result["players"]} == {
        line["name"]: pytest.approx(line["adjusted"]) for line in lines
    }
    assert [game["file"] for game in result["games"]] == files and len(result["games"][0]["seats"]) == 2
    assert main([*command, "--game", RACE, "--rollouts", "3"]) == 2
    assert "--rollouts: it is an option of --luck" in capsys.readouterr().err


def test_luck__a_game_that_is_not_over(tmp_path):
    """Of a game that was left early the luck so far is told; of one that has just begun there was none."""
    Tournament(plan(games=4), replays=tmp_path).run()
    found, measure = [], ReplayLuck(rollouts=4)
    for file in list(tmp_path.iterdir()):
        replay = load_replay(file)
        for length in range(len(replay.choices)):
            part = replace(replay, choices=replay.choices[:length], outcome=0, returns=(0.0, 0.0), checks=())
            one, other = measure.measure(load_replay(save_replay(part, tmp_path / "part.json")))
            assert one.luck == pytest.approx(-other.luck) and (length or one.luck == 0) and one.adjusted == -one.luck
            found.append(one.luck)
    assert any(found)
