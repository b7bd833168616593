"""The command line: what it prints, writes and refuses."""

from __future__ import annotations

import io
import json
import socket
import subprocess
import sys

import pytest

from fs_env.bench.figures import KEYS
from fs_env.cli import main, make_parser
from fs_env.cli.train import missing
from fs_env.registry.games import GAMES
from tests.arena.bots import NIM
from tests.games.nim import MANIFEST

CLEVER = "tests.arena.bots:Clever"


def tournament(*more: str) -> list[str]:
    return ["tournament", "random", CLEVER, "--game", NIM, "--games", "8", *more]


def test_tournament__table_and_json(tmp_path, here, capsys):
    """The table has a line for each bot; the JSON file contains the plan and the standings, with nothing left beside it."""
    file = tmp_path / "out" / "result.json"
    file.parent.mkdir()
    assert main(tournament("--players", "4", "--seed", "1", "--json", str(file))) == 0
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("clever", "random", "win rate", "[95 %]", "rating", "decisions/s"))
    result = json.loads(file.read_text())
    assert result["plan"]["players"] == 4 and result["plan"]["games"] == 8
    assert [agent["games"] for agent in result["standings"]["agents"]] == [16, 16]
    assert set(result["standings"]["agents"][0]) >= {"wins", "win_rate", "win_low", "win_high", "elo", "elo_half"}
    assert [path.name for path in file.parent.iterdir()] == ["result.json"]


def test_tournament__by_sides(tmp_path, capsys):
    """--until plays by sides: a column for each side, and the sides in what `fs-env standings` shows."""
    file = str(tmp_path / "r.db")
    words = [
        "tournament",
        "random",
        "heuristic",
        "--game",
        "betrayal",
        "--games",
        "8",
        "--seed",
        "3",
        "--until",
        "random",
        "--db",
        file,
    ]
    assert main(words) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert (
        "by sides once random has played until they are assigned" in printed
        and " heroes " in printed
        and " traitor " in printed
    )
    assert main(["standings", file]) == 0
    assert "win rate by side" in capsys.readouterr().out


def test_tournament__json_to_a_pipe(here, capsys):
    """With --json - standard output is JSON alone."""
    assert main(tournament("--json", "-", "--max-decisions", "2")) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["plan"]["options"] == {"max_decisions": 2}


def test_tournament__resumes_in_its_file(tmp_path, here, capsys):
    """With --db a longer tournament plays only what is missing."""
    assert main(tournament("--db", str(tmp_path / "r.db"))) == 0
    again = ["tournament", "random", CLEVER, "--game", NIM, "--games", "12", "--db", str(tmp_path / "r.db")]
    assert main(again) == 0
    told = capsys.readouterr()
    assert "8 of 12 games are already played" in told.err and "12 games of 2 seats" in told.out


def test_tournament__stopped(tmp_path, here, capsys, monkeypatch):
    """Ctrl-C ends with code 130, the table so far, and where the games are kept."""
    from fs_env.arena.database import Database

    write, written = Database.add, []

    def add(self, rows, *args):
        if len(written) >= 3:
            raise KeyboardInterrupt
        written.extend(rows)
        write(self, rows, *args)

    monkeypatch.setattr(Database, "add", add)
    assert main(tournament("--db", str(tmp_path / "r.db"))) == 130
    told = capsys.readouterr()
    assert (
        f"{len(written)} of 8 games are played" in told.err
        and "r.db, the same command continues" in told.err
        and "clever" in told.out
    )


def test_tournament__stopped_without_a_file(tmp_path, here, capsys, monkeypatch):
    """Ctrl-C without --db still prints the games that are finished and writes them as JSON, which says how many are left."""
    from fs_env.arena import Tournament

    run = Tournament.run

    def stopped(self, workers, on_games, ray):
        def advance(rows):
            on_games(rows)
            if self.left() == 3:
                raise KeyboardInterrupt

        return run(self, workers, advance, ray=ray)

    monkeypatch.setattr(Tournament, "run", stopped)
    file = tmp_path / "r.json"
    assert main(tournament("--json", str(file))) == 130
    told = capsys.readouterr()
    assert "clever" in told.out and "5 of 8 games are played" in told.err
    result = json.loads(file.read_text())
    assert result["standings"]["games"] == 5 and result["left"] == 3


def test_tournament__a_results_file_that_fails(tmp_path, here, capsys, monkeypatch):
    """When the results file cannot be written any more, the finished games are printed before the error is told."""
    from fs_env.arena.database import Database

    def add(self, rows, *args):
        raise ValueError("results file 'r.db' cannot be used: database or disk is full; make room")

    monkeypatch.setattr(Database, "add", add)
    assert main(tournament("--db", str(tmp_path / "r.db"))) == 2
    told = capsys.readouterr()
    assert "1 games of 2 seats" in told.out and "make room" in told.err


def test_tournament__a_bot_that_fails(tmp_path, here, capsys):
    """A failing bot is named in the table with its count and in the JSON with what it did; only --strict makes that an error."""
    file = tmp_path / "r.json"
    command = ["tournament", "random", "tests.arena.bots:Broken", "--game", NIM, "--games", "2", "--json", str(file)]
    assert main(command) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "rating forfeits" in printed and "0 truncated, 2 forfeited" in printed
    assert "broken forfeited 2, the first because" in printed
    result = json.loads(file.read_text())
    assert [(one["game"], one["agent"]) for one in result["faults"]] == [(0, "broken"), (1, "broken")]
    assert {agent["name"]: agent["forfeits"] for agent in result["standings"]["agents"]} == {"random": 0, "broken": 2}
    assert main([*command, "--strict"]) == 1
    assert main(tournament("--strict")) == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tournament", "random", "--game", NIM], "at least two"),
        (["tournament", "random", "rndom", "--game", NIM], "did you mean 'random'"),
        (["tournament", "random", "random", "--game", "four_seals"], "did you mean 'four_souls'"),
        (tournament("--players", "7"), "num_players=7"),
        (tournament("--games", "0"), "--games 0: expected 1 or more"),
        (tournament("--workers", "-1"), "--workers -1"),
        (tournament("--max-decisions", "0"), "max_decisions=0"),
        (tournament("--option", "stones"), "expected NAME=VALUE"),
        (tournament("--option", "stnes=3"), "did you mean 'stones'"),
        (tournament("--json", "no/such/folder/r.json"), "does not exist"),
        (tournament("--move-seconds", "0"), "--move-seconds 0"),
        (tournament("--memory-mb", "0"), "--memory-mb 0"),
        (["bench", "four_seals"], "did you mean 'four_souls'"),
        (["bench", NIM, "--players", "9"], "num_players=9"),
        (["bench", NIM, "--json", "--markdown"], "both write to standard output"),
        (["bench", "four_souls", NIM, "--sets", "base", "--players", "9"], "num_players=9"),
        (["play", "random", "--game", NIM, "--seat", "2"], "--seat 2"),
        (
            ["play", "random", "--game", "os:system"],
            "expected a Game, a Manifest or an id, betrayal, castles_of_caleira, four_souls",
        ),
        (["play", "random", "--game", "four_souls\x1b[31m"], r"four_souls\x1b[31m"),
        (["play", "random", "--game", "tests.core.machine.no\x1b[31m:GAME"], r"no\x1b[31m"),
    ],
)
def test_errors__one_line_and_code_2(arguments, words, capsys):
    """A mistake ends with code 2 and one line that names it."""
    assert main(arguments) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("fs-env:")]
    assert len(told) == 1 and told[0].startswith("fs-env: error: ") and words in told[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tournament", "", "random", "--game", NIM], "bots ['', 'random']: a text in it is empty"),
        (["tournament", "random", " ", "--game", NIM], "bots ['random', ' ']: a text in it is empty"),
        (["tournament", "random", "random,,", "--game", NIM], "unknown bot 'random,,'"),
        (["tournament", "random", "search:rollouts=3,,", "--game", NIM], "'' has no key and value"),
        (["tournament", "random", CLEVER, "--game", NIM, "--db", ""], "db '': a text in it is empty"),
        (["play", ""], "bots ['']"),
        (["serve", ""], "bots ['']"),
        (["serve", "--bot", ""], "bot ['']"),
        (["solo", ""], "bots ['']"),
        (["leaderboard", ""], "bots ['']"),
        (["puzzles", ""], "bot ''"),
        (["selfplay", "--bot", "", "--out", "x"], "bot ['']"),
        (["warm", "--game", ""], "game ''"),
        (["play", "random", "--game", NIM, "--names", "a,,b"], "'a,,b': a name in it is empty"),
        (["tournament", "random", "random", "--sets", "base,,gold"], "'base,,gold': a name in it is empty"),
        (["serve", "--port", "99999"], "--port 99999: expected 0 to 65535"),
        (["serve", "--port", "-1"], "--port -1: expected 0 to 65535"),
        (["serve", "--port", "0", "--host", "no.such.host.invalid"], "expected an address of this machine"),
        (["serve", "--port", "0", "--host", "a" * 70], "expected an address of this machine"),
        (["serve", "--port", "0", "--host", "192.0.2.1"], "expected an address of this machine"),
    ],
)
def test_errors__empty_texts_and_places_that_are_none(arguments, words, capsys):
    """An empty seat, name or path is refused by every command, as are ports and hosts that do not exist: one line, code 2."""
    pytest.importorskip("uvicorn", reason="needs the extra 'serve'")
    assert main(arguments) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("fs-env:")]
    assert len(told) == 1 and words in told[0]


def test_serve__a_port_that_is_taken(capsys):
    """The port and what to do are named."""
    pytest.importorskip("uvicorn", reason="needs the extra 'serve'")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
    assert f"--port {port} (Address already in use): choose another --port" in capsys.readouterr().err


PRINT = """
from fs_env import cli
cli.version.run = lambda args: print("so") or 0
raise SystemExit(cli.main(["version"]))
"""


def test_output__to_a_full_disk():
    """Output that cannot be printed ends in one line that says so and what to do, without a traceback at the end of
    Python."""
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", PRINT], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert (
        done.stderr
        == "fs-env: error: standard output: No space left on device: free space on the disk and repeat the command\n"
    )


@pytest.mark.parametrize("error", [KeyError("so"), ZeroDivisionError("so"), RecursionError("so"), MemoryError()])
def test_errors__of_any_kind(error, monkeypatch, capsys):
    """Nothing that a command raises becomes a traceback, except under --debug."""

    def run(args):
        raise error

    monkeypatch.setattr("fs_env.cli.version.run", run)
    assert main(["version"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and type(error).__name__ in told and "--debug" in told
    with pytest.raises(type(error)):
        main(["--debug", "version"])


PAINTED = "def act(view):\n    return int(view.legal[0])\nact.__name__ = 'red \x1b[31m\a'\n"


def test_names__with_escape_codes(tmp_path, here, capsys, monkeypatch):
    """Names that bots give themselves reach no terminal raw: neither in a table nor in `play`, on a colour terminal too."""
    monkeypatch.chdir(tmp_path)  # the game that is left is kept there
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    file = tmp_path / "painted.py"
    file.write_text(PAINTED)
    assert main(["tournament", "random", f"{file}:act", "--game", NIM, "--games", "2"]) == 0
    assert (
        main(["play", f"{file}:act", "--show-choices", "--seat", "1", "--game", NIM, "--seed", "1"]) == 130
    )  # no input: the person leaves
    told = capsys.readouterr()
    for text in (told.out, told.err):
        assert "\x1b[31m" not in text and "\a" not in text
    assert told.out.count(r"red \x1b[31m\x07") >= 2


def test_errors__debug_shows_where():
    """With --debug the error itself is raised."""
    with pytest.raises(ValueError, match="at least two"):
        main(["--debug", "tournament", "random", "--game", NIM])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "COMMAND"),
        (["tournaments"], "did you mean 'tournament'"),
        (["tournament", "--games", "many", "random", "random"], "'many'"),
        (["train", "--game", "castles"], "unknown algo 'castles': expected best_response, clone,"),
        (["train", "--game", "castles"], "sb3, before all flags\n"),
    ],
)
def test_errors__of_the_arguments(arguments, words, capsys):
    """Arguments that cannot be parsed end with code 2, the usage and the reason."""
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    printed = capsys.readouterr().err
    assert stop.value.code == 2 and "usage: fs-env" in printed and words in printed


def commands():
    """Each command with its parser."""
    (choices,) = [action.choices for action in make_parser()._actions if action.dest == "command"]
    (algorithms,) = [action.choices for action in choices["train"]._actions if action.dest == "algorithm"]
    if missing():
        return sorted(choices.items())
    for parser in algorithms.values():
        parser.describe()
    return sorted({**choices, **{f"train {name}": parser for name, parser in algorithms.items()}}.items())


WITHOUT_DEFAULT = set(
    "--db --option --page --pages --config --html --csv --parquet --ray --json --markdown".split()
)  # nothing is done without


@pytest.mark.parametrize(("name", "parser"), commands(), ids=[name for name, _ in commands()])
def test_help__shows_every_default(name, parser):
    """The help of each option that has a value says which it has when it is left out."""
    for action in parser._actions:
        if action.nargs == 0 or action.required or WITHOUT_DEFAULT & set(action.option_strings):
            continue
        default = " ".join(action.default) if isinstance(action.default, list) else action.default
        known = "(default" if default in (None, "") else f"(default {default})"
        assert known in action.help or "without" in action.help, (name, action.dest)


@pytest.mark.parametrize(("spelling", "another"), [("--players", "--num-players"), ("--sets", "--set")])
def test_options__have_one_spelling(spelling, another):
    """An option of several commands has the same name in each."""
    options = {
        name: {text for action in parser._actions for text in action.option_strings} for name, parser in commands()
    }
    assert {"tournament", "play", "train sb3", "bench"} <= {name for name in options if spelling in options[name]}
    assert not any(another in options[name] for name in options)


def test_version(capsys):
    """version tells what matters for a report, as text and as JSON."""
    assert main(["version"]) == 0
    assert capsys.readouterr().out.startswith("fs-env ")
    assert main(["version", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) >= {"fs-env", "python", "numba", "numpy", "pettingzoo", "gymnasium"}


def test_help__is_light():
    """Help and argument errors load no large module; a list of all options does not load rules."""
    program = (
        "import sys\nfrom fs_env.cli import main\n"
        "try:\n    main(['tournament', '--help'])\nexcept SystemExit:\n    pass\n"
        "print([m for m in ('asyncio', 'numpy', 'numba', 'gymnasium', 'rich') if m in sys.modules])\n"
        "main(['options'])\nprint('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "[]" in done.stdout.splitlines() and done.stdout.endswith("False\n")
    assert "equal bots win 25 % each" in " ".join(done.stdout.split())


def test_main__starts_and_ends_fast():
    """Rules load without numpy.ma, and Python does not search all objects for cycles when a command ends."""
    program = (
        "import atexit, gc, sys\nfrom fs_env.cli import main\nfrom fs_env.registry.games import load_game\n"
        "atexit.register(lambda: print(gc.get_freeze_count() > 0, 'numpy.ma' in sys.modules))\n"
        "load_game('four_souls')\nmain(['version'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("True False\n")


@pytest.mark.long
def test_bench__keys(tmp_path, capsys, monkeypatch):
    """bench writes every figure under the id of a game that is named by the place of its manifest, with machine and versions."""
    monkeypatch.setitem(GAMES, "nim", MANIFEST)
    file = tmp_path / "bench.json"
    assert main(["bench", "tests.games.nim:MANIFEST", "--quick", "--json", str(file)]) == 0
    result = json.loads(file.read_text())
    figures = result["nim"]
    assert list(figures) == list(KEYS)
    assert all(value > 0 for key, value in figures.items() if key != "sb3_steps_per_s" or value is not None)
    assert result["machine"]["cpu"] and result["versions"]["numba"]
    assert result["nim"]["decisions_per_game"] >= result["nim"]["choices_per_game"] > 1
    printed = capsys.readouterr().out
    assert all(key in printed for key in KEYS)


def test_bench__keys_are_documented():
    """The names of the figures are fixed: other programs read them."""
    agreed = (
        "playout_decisions_per_s playout_choices_per_s games_per_s decisions_per_game choices_per_game "
        "aec_steps_per_s aec_sample_steps_per_s vector_steps_per_s vector_selfplay_steps_per_s "
        "vector_selfplay_choices_per_s sb3_steps_per_s "
        "clone_ns clone_inside_ns determinizations_per_s determinization_us single_determinization_us "
        "wall_ratio state_bytes cold_compile_s warm_first_step_s"
    )
    assert list(KEYS) == agreed.split()


class TestCards:
    """`fs-env cards`."""

    def test_json(self, capsys):
        """Every card of every game has the agreed keys, a name, a deck and a text; --game keeps one game."""
        assert main(["cards", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        keys = "game id name set deck kind count hp evasion attack souls rewards text confidence facts".split()
        assert len(rows) > 100 and all(set(row) == set(keys) and list(row)[:3] == keys[:3] for row in rows)
        assert all(row["id"] and row["name"] and row["deck"] for row in rows)
        assert list(dict.fromkeys(row["game"] for row in rows)) == list(GAMES)
        for game in GAMES:
            assert main(["cards", "--game", game, "--json"]) == 0
            assert json.loads(capsys.readouterr().out) == [row for row in rows if row["game"] == game]

    def test_table_and_filters(self, capsys):
        """The table names cards and totals; --sets and --deck keep some; a wrong value is named."""
        assert main(["cards", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        deck = rows[0]["deck"]
        assert main(["cards", "--deck", deck]) == 0
        kept = sum(row["deck"] == deck for row in rows)
        assert f"{kept} cards" in capsys.readouterr().out
        for sets in ("base", "gold,plus", " plus ,base"):
            assert main(["cards", "--sets", sets, "--json"]) == 0
            told = json.loads(capsys.readouterr().out)
            assert told == [row for row in rows if row["set"] and row["set"] in sets] and told
        for sets, word in (
            ("base,glod", "did you mean 'gold'"),
            ("bse", "did you mean 'base'"),
            (",", "',': a name in it is empty"),
        ):
            assert main(["cards", "--sets", sets]) == 2
            assert word in capsys.readouterr().err
        assert main(["cards", "--game", "betrayal", "--sets", "base"]) == 2
        assert "the cards of this game have no sets" in capsys.readouterr().err

    def test_missing(self, capsys):
        """A published card is either listed or missing, never both."""
        assert main(["cards", "--json"]) == 0
        here = {row["id"] for row in json.loads(capsys.readouterr().out)}
        assert main(["cards", "--missing", "--json"]) == 0
        missing = {row["id"] for row in json.loads(capsys.readouterr().out)}
        assert not here & missing
