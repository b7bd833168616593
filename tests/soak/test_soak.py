"""Long random play: what it plays follows from numbers, it continues where it was stopped, and it notices what is broken."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from fs_env.cli import main
from fs_env.core.machine.run.game import Game
from fs_env.registry.games import GAMES, load_game
from fs_env.soak import claims, interfaces, run
from fs_env.soak.interfaces import PLAY
from fs_env.soak.report import report
from fs_env.soak.run import PROGRESS, Soak, read_progress
from fs_env.soak.sessions import INTERFACES, Session, draw_options, make_session
from tests.core.machine.nim import GAME as NIM
from tests.core.machine.nim import TAKE_1
from tests.kills import killed

SESSION = Session(0, 5, "nim", "rules", {"num_players": 2})


def nim_session(interface, **options):
    return SESSION._replace(interface=interface, options={"num_players": 2, **options})


def test_make_session__follows_from_its_number():
    """The same number gives the same session, whatever was made before; another seed of the run gives others."""
    games = [load_game(name) for name in GAMES]
    first = [make_session(3, k, games) for k in range(40)]
    assert [make_session(3, k, games) for k in reversed(range(40))] == first[::-1]
    assert [make_session(4, k, games).seed for k in range(40)] != [session.seed for session in first]
    assert all(Session(**json.loads(json.dumps(session._asdict()))) == session for session in first)


def test_make_session__every_game_by_every_interface():
    """Games times interfaces sessions in a row have each pair once, wherever they begin."""
    games = [load_game(name) for name in GAMES]
    pairs = len(games) * len(INTERFACES)
    for begin in (0, 7):
        seen = {(s.game, s.interface) for s in (make_session(0, k, games) for k in range(begin, begin + pairs))}
        assert len(seen) == pairs


@pytest.mark.parametrize("name", GAMES)
def test_draw_options__can_be_played_and_try_everything(name):
    """A few hundred draws leave every option's default, reach every number of seats, and are all accepted by the game."""
    game, draw = load_game(name), random.Random(1)
    tried, seats = set(), set()
    for _ in range(400):
        chosen = draw_options(game, draw)
        game.option_values(**chosen)
        seats.add(chosen["num_players"])
        tried |= {option for option, value in chosen.items() if value != game.options[option].default}
    assert tried >= set(game.options) - {"num_players"}
    assert seats == set(range(game.min_players, game.max_players + 1))


@pytest.mark.parametrize("interface", INTERFACES)
def test_play__a_sound_game(interface):
    """Nim holds through each interface, and at least the decisions that were asked for are played."""
    played = PLAY[interface](NIM, nim_session(interface), 200)
    assert played.decisions >= 200 and played.games >= 1


@pytest.mark.parametrize("interface", [name for name in INTERFACES if name != "rows"])
@pytest.mark.parametrize("name", GAMES)
def test_play__each_game(name, interface):
    game = load_game(name)
    for number in range(2):
        session = make_session(0, number, [game], [interface])
        short = session._replace(options=session.options | {"max_decisions": 60})
        assert PLAY[interface](game, short, 12).decisions >= 10


class Altered(Game):
    def __init__(self, name, method):
        super().__init__(NIM.spec)
        self.__dict__[name] = lambda *args, **options: method(super(Altered, self), *args, **options)


def forgets_a_byte(game, S, data, e=0):
    game.restore(S, data, e)
    S[e : e + 1].view(np.ndarray).view(np.uint8)[0] ^= 1


def shows_the_guess(game, S, player, e, seed):
    game.resample(S, player, e, seed)
    S.view(np.ndarray)["stones"][e] += 1


def leaves_a_number(game, S, player, e=0, out=None):
    before = None if out is None else out[0]
    seen = game.observe(S, player, e, out)
    if before is not None:
        seen[0] = before
    return seen


def drifts(game, S, *, seed, e=0, **options):
    game.setup(S, e, seed=seed + random.randrange(2**30), **options)


BROKEN = {
    "an id is legal twice": ("legal", lambda game, S, e=0: np.append(ids := game.legal(S, e), ids[:1])),
    "sees hidden information|may do depends": ("resample", shows_the_guess),
    "it pays": ("returns", lambda game, S, e=0: game.returns(S, e) * 2),
    "a restored snapshot is another state": ("restore", forgets_a_byte),
    "not written": ("observe", leaves_a_number),
    "give another game|answers": ("setup", drifts),
}


@pytest.mark.parametrize("told", BROKEN)
def test_play_rules__notices(told):
    with pytest.raises(claims.Broken, match=told):
        interfaces.play_rules(Altered(*BROKEN[told]), nim_session("rules", stones=20), 60)


def test_check_legal__notices_what_is_accepted():
    """An action that the list of legal ones lacks, and the rules accept."""
    S = NIM.new()
    NIM.setup(S, seed=1, num_players=2)
    game = Altered("legal", lambda nim, S, e=0: nim.legal(S, e)[nim.legal(S, e) != TAKE_1])
    draw = random.Random(0)
    with pytest.raises(claims.Broken, match=f"id {TAKE_1} is not legal and gives status 0"):
        [claims.check_legal(game, S, draw) for _ in range(50)]  # each time a few ids are tried


def one_failing(game, session, decisions):
    if session.number % 3 == 1:
        raise claims.Broken("the sky fell")
    return interfaces.Played(1, decisions)


@pytest.fixture
def quick(monkeypatch):
    """Every interface plays nothing, and each third session fails."""
    for interface in INTERFACES:
        monkeypatch.setitem(PLAY, interface, one_failing)


def test_run__resumes_where_it_stopped(tmp_path, quick):
    """Two runs in one folder count as one: numbers continue, counts and failures add up."""
    for k in range(4):
        soak = Soak(tmp_path, None if k else 9, [NIM], ["rules", "aec"])
        assert soak.data["next"] == k and soak.data["seed"] == 9
        soak.run(0.0)
    data = read_progress(tmp_path / PROGRESS)
    assert (data["next"], data["failed"]) == (4, 1)
    assert {name: row["stints"] for name, row in data["counts"].items()} == {"nim rules": 2, "nim aec": 2}
    (failure,) = data["failures"]
    assert failure["number"] == 1 and "the sky fell" in failure["error"] and "one_failing" in failure["traceback"]
    assert failure.items() >= make_session(9, 1, [NIM], ["rules", "aec"])._asdict().items()


def test_run__stopped_in_a_session(tmp_path, quick, monkeypatch):
    """Ctrl-C in a session keeps what was counted before; that session is played again."""
    soak = Soak(tmp_path, 0, [NIM], ["rules"])
    soak.run(0.0)

    def stop(*args):
        raise KeyboardInterrupt

    monkeypatch.setitem(PLAY, "rules", stop)
    with pytest.raises(KeyboardInterrupt):
        soak.run(1.0)
    assert read_progress(tmp_path / PROGRESS)["next"] == 1
    assert [path.name for path in tmp_path.iterdir()] == [PROGRESS], "nothing half written"


def go_on(folder):
    """Plays on, and writes after each session."""
    run.SAVED_EVERY = -1
    Soak(folder, 4, [NIM], ["rules", "seat"], 0.01).run(1.0)


@pytest.mark.slow
def test_run__killed(tmp_path):
    """`kill -9` at several of its writes, before and after the new file has its name: what is counted then and in the end is what one
    run counts, every session once."""
    parts, reached = tmp_path / "parts", []
    for at, before in (
        (1, True),
        (1, False),
        (4, True),
        (3, False),
    ):  # the first file of a folder is that of an empty run
        assert killed(parts, at, before, go_on, parts)
        reached.append(read_progress(parts / PROGRESS)["next"] if (parts / PROGRESS).exists() else None)
    assert reached == [None, 0, 3, 6]
    Soak(parts, None, [NIM], ["rules", "seat"], 0.01).run(0.0)
    whole = Soak(tmp_path / "whole", 4, [NIM], ["rules", "seat"], 0.01)
    for _ in range(7):
        whole.run(0.0)
    rows = [read_progress(tmp_path / name / PROGRESS) for name in ("parts", "whole")]
    for row in rows:
        row.pop("seconds")
        for counts in row["counts"].values():
            counts.pop("seconds")
    assert rows[0] == rows[1] and rows[0]["next"] == 7 and sum(row["stints"] for row in rows[0]["counts"].values()) == 7


def test_soak__of_another_run(tmp_path):
    Soak(tmp_path, 1, [NIM])
    with pytest.raises(ValueError, match=r"is a run with seed 1, not 2"):
        Soak(tmp_path, 2, [NIM])
    with pytest.raises(ValueError, match=r"with games \['nim'\], not \['castles_of_caleira'\]"):
        Soak(tmp_path, 1, [load_game("castles_of_caleira")])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 7}', '{"format": 1, "counts": 1}', "\x00"])
def test_read_progress__another_file(tmp_path, text):
    (tmp_path / PROGRESS).write_text(text)
    with pytest.raises(ValueError, match=r"soak.json: expected the progress of a soak run"):
        Soak(tmp_path, None, [NIM])


def test_report__describes_the_games(tmp_path, quick):
    soak = Soak(tmp_path, 2, [NIM], ["rules"])
    for _ in range(2):
        soak.run(0.0)
    text = report(soak.data)
    assert text.startswith("Seed 2, 0.0 minutes: 300 decisions in 1 games, 2 sessions, 1 failure.")
    assert "| nim | rules | 2 | 1 | 300 |" in text
    assert "the sky fell" in text and "fs-env soak FOLDER --again 1" in text


def test_command__plays_and_reports(tmp_path, capsys, monkeypatch):
    """`fs-env soak` writes both reports and returns 1 where something did not hold."""
    monkeypatch.setitem(interfaces.DECISIONS, "rules", 5)
    arguments = ["soak", str(tmp_path / "run"), "--minutes", "0.0001", "--game", "tests.core.machine.nim:GAME"]
    arguments += ["--interface", "rules"]
    assert main(arguments) == 0
    assert ", no failure." in capsys.readouterr().out
    assert (tmp_path / "run" / "report.md").read_text().startswith("Seed 0")
    assert main([*arguments, "--again", "0"]) == 0
    assert "all checks passed" in capsys.readouterr().out
    monkeypatch.setitem(PLAY, "rules", one_failing)
    assert main(arguments) == 1
    told = capsys.readouterr()
    assert " failure" in told.out and "no failure" not in told.out and "the sky fell" in told.err
    assert main(["soak", str(tmp_path / "run"), "--minutes", "0"]) == 2
