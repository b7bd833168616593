"""Setups of a table."""

from __future__ import annotations

import subprocess
import sys

import pytest

from fs_env.cli import main
from fs_env.games import SHIPPED
from fs_env.serve.store.setup import Setup, check_bot, checked, read_form, tidy


def form(**fields):
    return {"game": ["castles_of_caleira"], "players": ["2"], **{name: [value] for name, value in fields.items()}}


def test_form__is_read_with_its_usual_values():
    """Two fields make a table: a person in the first seat, the heuristic in the others, no hints, no player watching."""
    assert read_form(form()) == Setup(
        "castles_of_caleira", ("person", "heuristic"), ("", ""), {}, "", False, False, 60, 400, away=180
    )


def test_form__with_everything():
    """Every field reaches the setup; sets that are ticked one by one make one option."""
    fields = form(
        game="four_souls",
        players="3",
        seat_1="random",
        seat_2="person",
        name_2="Eve",
        hints="random",
        watch="on",
        delay="7",
        pace="0",
    )
    made = read_form({**fields, "option_sets": ["base", "plus"], "option_bartering": ["1"], "option_draft": ["mini"]})
    assert made.seats == ("person", "random", "person") and made.names == ("", "", "Eve")
    assert dict(made.options) == {"sets": 0b101, "bartering": 1, "draft": 2}
    assert (made.hints, made.watch, made.delay, made.pace) == ("random", True, 7, 0)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": "9"}, "played by 2 to 4"),
        ({"players": "two"}, "expected a whole number"),
        ({"seat_1": "stockfish"}, "is not offered here"),
        ({"seat_1": "os:system"}, "is not offered here"),
        ({"seat_1": "bots.py:Bot"}, "is not offered here"),
        ({"seat_1": "policy:/etc/passwd"}, "is not offered here"),
        ({"hints": "policy:/etc/passwd"}, "is not offered here"),
        ({"seat_1": "search:milliseconds=60000"}, "from 1 to 5000"),
        ({"seat_1": "search:value=/etc/passwd"}, "cannot be set here"),
        ({"seat_1": "search:policy=bots.py:Bot"}, "one of heuristic, random"),
        ({"delay": "99999"}, "expected 0..3600 seconds"),
        ({"pace": "99999"}, "expected 0..10000 milliseconds"),
        ({"name_0": "You"}, "is reserved"),
        ({"name_0": "player_1"}, "is reserved"),
        ({"undo": "on", "seat_1": "person"}, "one person against bots"),
        ({"option_market": "7"}, "outside"),
    ],
)
def test_form__that_makes_no_table(fields, why):
    """A form that cannot be played, or would run code or read files of the server, is refused with its reason."""
    with pytest.raises(ValueError, match=why):
        checked(read_form(form(**fields)))


def test_bot__that_the_server_allows():
    """Code of another module sits at a table where who started the server named it, and only in these words."""
    made = read_form(form(seat_1="tests.serve.bots:Broken"))
    assert checked(made, ["tests.serve.bots:Broken"]).seats[1] == "tests.serve.bots:Broken"
    with pytest.raises(ValueError, match="is not offered here"):
        checked(made, ["tests.serve.bots:Cheat"])


def test_names__are_tidy_and_different():
    """Invisible characters are left out, long names are cut, equal ones get numbers, and missing ones are made: a bot is called
    like no other player at its table."""
    assert tidy(" A\u202en\x00n\u200b  Bo\n") == "Ann Bo"
    assert tidy("x" * 50) == "x" * 20
    made = checked(Setup("castles_of_caleira", ("person", "person", "heuristic@1"), ("Ann", "Ann", "")))
    assert made.names == ("Ann", "Ann #2", "Rosa")
    made = checked(Setup("betrayal", ("person", *("random",) * 5), ("", "", "", "", " Rosa ", "")))
    assert made.names == ("player #1", "Omar", "Lena", "Tariq", "Rosa", "Ines")


def test_setup__survives_a_file():
    """Plain data and back is the same setup."""
    made = checked(read_form(form(name_0="Ann", seat_1="random", undo="on")))
    assert Setup.from_json(made.to_json()) == made


def test_imports__load_no_web_framework():
    """The package, its command line and the parts of serve that know no network work without FastAPI and its kind."""
    code = (
        "import sys, fs_env, fs_env.cli, fs_env.cli.serve, fs_env.serve.table.host, fs_env.serve.table.lobby, fs_env.serve.guard.security; "
        "print([name for name in sys.modules if name.partition('.')[0] in "
        "('fastapi', 'starlette', 'uvicorn', 'jinja2', 'websockets')])"
    )
    made = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=600)
    assert made.stdout.strip() == "[]", made.stderr


def test_command__without_the_extra_names_it(monkeypatch, capsys):
    """Where FastAPI is missing, the command says what to install."""
    find = __import__("importlib.util").util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *more: None if name == "fastapi" else find(name, *more)
    )
    assert main(["serve"]) == 2
    said = capsys.readouterr().err
    assert "needs fastapi" in said and "install the extra, python -m pip install '.[serve]'" in said


def test_checked__an_empty_seat():
    """An empty bot is none, though an empty bot for hints means that there are no hints."""
    with pytest.raises(ValueError, match="bot '' is not offered here"):
        checked(Setup("castles_of_caleira", ("person", ""), ("", "")))
    assert checked(Setup("castles_of_caleira", ("person", "random"), ("", ""), hints="")).hints == ""


@pytest.mark.parametrize("manifest", SHIPPED, ids=lambda one: one.id)
def test_levels__may_be_chosen_by_anybody(manifest):
    """The bots that the form offers are taken from it, though no player has allowed them by name."""
    for level in manifest.levels:
        check_bot(level.bot, manifest.id, ())
