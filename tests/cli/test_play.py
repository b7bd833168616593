"""A person at the terminal, by scripted input."""

from __future__ import annotations

import builtins
import json
import re

import pytest

from fs_env.cli import main
from fs_env.cli.person import meant
from fs_env.cli.screen import Screen, wrapped
from fs_env.narration.legal_actions import LegalAction, keys_of
from fs_env.replays import load_replay, verify
from tests.arena.bots import NIM

PLAY = ["play", "tests.arena.bots:first", "--game", NIM, "--seed", "1", "--trusted"]
CASTLES = ["play", "--game", "castles_of_caleira", "--seed", "6"]


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path, monkeypatch):
    """Games that are left are written here."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def answer(monkeypatch):
    """Gives these lines to whoever asks, and then the end of the input; returns what was asked."""

    def script(*lines: str, then: str | None = None) -> list[str]:
        left, asked = iter(lines), []

        def read(question: str) -> str:
            asked.append(question)
            line = next(left, then)
            if line is None:
                raise EOFError
            return line

        monkeypatch.setattr(builtins, "input", read)
        return asked

    return script


def test_play__a_whole_game(capsys, answer):
    """Numbers and words are taken; what is neither is asked again; the end says who won."""
    answer("9", "take", "take 3", "2", "1")
    assert main([*PLAY, "--option", "stones=8", "--show-choices"]) == 0
    told = capsys.readouterr().out
    assert "in the order of play: you, first" in told and "first: take 1" in told
    assert "'9' is none of the choices: expected a number from 1 to 4" in told
    assert "'take' is in several choices (1, 2, 3)" in told
    assert told.splitlines()[-1] == "you won"


def test_play__names(capsys, answer):
    """Names given by the person stand instead of seats everywhere; they are checked."""
    answer("1", then="1")
    assert main([*CASTLES, "--players", "3", "--names", "Ann,Bob,Eve"]) == 0
    told = capsys.readouterr().out
    assert "in the order of play: Ann, Bob, Eve" in told and "· Bob plays piece" in told
    assert "player_" not in told and not re.search(r"\byou\b", told)
    for names in ("Ann,Bob", "Ann,Ann,Eve"):
        assert main([*CASTLES, "--players", "3", "--names", names]) == 2
        assert "expected 3 different names" in capsys.readouterr().err


def test_play__the_final_position(capsys, answer):
    """All cards lie open at the end, with the points of each player; equal bots have numbers."""
    answer(then="1")
    assert main([*CASTLES, "--players", "3"]) == 0
    last = capsys.readouterr().out.partition("the final position, all cards open")[2].splitlines()
    assert any("everything shown" in line for line in last)
    heading = next(k for k, line in enumerate(last) if line.split() == ["points", "cards", "in", "hand"])
    names = [re.split(r" {2,}", line.strip())[0] for line in last[heading + 1 : heading + 4]]
    assert names == ["you", "heuristic", "heuristic #2"]
    points = {name: re.search(rf"^{name}: (\d+) points", "\n".join(last), re.MULTILINE) for name in names}
    for name, line in zip(names, last[heading + 1 : heading + 4], strict=True):
        found = points[name]
        assert line.split()[-2] == (found[1] if found else "out")
    assert re.fullmatch(r"(you|heuristic|heuristic #2) won|no winner.*|won by .*", last[-1])


def test_play__what_the_others_did(capsys, answer):
    """Between two questions stands what the others did, under the heading of their turn."""
    answer("1", "1", "1", "q")
    main(CASTLES)
    between = capsys.readouterr().out.partition("you play a card, face up or face down")[2]
    told = [line for line in between.splitlines() if line.startswith(("· ", "-- "))]
    assert "-- turn 2: heuristic's turn --" in told
    after = told[told.index("-- turn 2: heuristic's turn --") + 1]
    assert after.startswith("· heuristic plays piece 2")
    assert any(line.endswith("your turn --") for line in told)


def test_play__modes_and_cards(capsys, answer):
    """Modes come with their words and a letter each; ? shows a card by name, or those of a choice by its number."""
    asked = answer("Forever Alone", "?", "? d6", "? brimstne", "? penny", "b", "q")
    main(["play", "--seed", "3"])
    told = capsys.readouterr().out
    assert "2 b  mode b: choose a deck and look at the top card of that deck" in told
    assert asked[1].startswith("1-3, a/b/c, ")
    assert "answer with the number of a choice" in told
    assert "choose a dice roll. Reroll it." in told
    assert "no card is named 'brimstne'; the nearest names are Brimstone" in told
    assert "'penny' is in 6 names: A Penny!" in told
    assert "you choose a target for Forever Alone" in told, "b was taken"


def test_play__cards_of_a_choice(capsys, answer):
    """? NUMBER shows the card that a choice names, and says so where it names none; piles lists the discard piles; why explains what
    is no choice now."""
    answer(
        "? 2",
        "? 1",
        "piles",
        "why buy champion belt",
        "why monster deck",
        "why broken ankh",
        "why brimstone",
        "why 2",
        "q",
    )
    main(["play", "--seed", "3", "--stops", "always"])
    told = capsys.readouterr().out
    assert "Cain's Eye\n  loot (base)" in told and "no card is named in 'pass: go on to your loot step'" in told
    assert all(f"{deck} discard, from the top: empty" in told for deck in ("loot", "treasure", "monster"))
    assert "Champion Belt: you buy only in your action phase" in told and "The Battery:" not in told
    assert (
        "deck:monster: you attack only in your action phase" in told and "Broken Ankh: it is among the choices" in told
    )
    assert all(
        f"why {name}: expected the name of one card or place on the table" in told for name in ("brimstone", "2")
    )


def test_play__stops_are_changed_in_the_game(capsys, answer):
    """stops lists all, stops NAME asks there alone, stops none nowhere; a name that is no stop changes nothing."""
    answer("stops end dice", "stops none", "stops none end", "q")
    main(["play", "--seed", "3", "--stops", "always"])
    told = capsys.readouterr().out
    assert told.count("* ") == 2 and "* end: at the end of my turn" in told and "* dice:" in told
    assert "stops none: expected none, or some of always, steps" in told


def test_play__games_without_texts(capsys, answer):
    """Where the cards of a game are not known, ? says so."""
    answer("? stone", "q")
    main(PLAY)
    assert "this game has no card texts" in capsys.readouterr().out


def test_play__leaving(capsys, answer, tmp_path):
    """q and the end of the input leave the game with code 130; without a choice nothing is written."""
    for lines in (("q",), (), ("?", "quit")):
        answer(*lines)
        assert main(PLAY) == 130
        assert "you left the game before a choice was made; --seed 1 deals it again" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_play__going_on(capsys, answer, tmp_path):
    """A game that was left continues where it was, as often as one likes, and ends as it would have."""
    answer(then="1")
    assert main([*CASTLES, "--players", "3"]) == 0
    whole = capsys.readouterr().out
    answer("1", "1", "q")
    assert main([*CASTLES, "--players", "3"]) == 130
    left = "castles_of_caleira-6.json"
    assert f"resume it with: fs-env play --resume {left}" in capsys.readouterr().err
    answer("1", "q")
    assert main(["play", "--resume", left]) == 130
    capsys.readouterr()
    answer(then="1")
    assert main(["play", "--resume", left]) == 0
    end = "the final position"
    assert capsys.readouterr().out.partition(end)[2] == whole.partition(end)[2]
    assert [file.name for file in tmp_path.iterdir()] == [left]


def test_play__going_on_shows_the_present(capsys, answer):
    """Only what happened since the last answer is told again."""
    answer("1", "1", "q")
    main([*CASTLES, "--players", "3"])
    shown = capsys.readouterr().out.rpartition("· you play piece")[2]
    answer("q")
    main(["play", "--resume", "castles_of_caleira-6.json"])
    again = capsys.readouterr().out
    assert again.rpartition("· you play piece")[2] == shown and again.count("you play a card") == 1


def test_play__a_file_of_ones_own(capsys, answer, tmp_path):
    """--save names the file; files that are there are not overwritten otherwise."""
    for _ in range(2):
        answer("1", "q")
        main(PLAY)
    answer("1", "q")
    main([*PLAY, "--save", "mine.json"])
    assert sorted(file.name for file in tmp_path.iterdir()) == ["mine.json", "nim-1-2.json", "nim-1.json"]
    assert main([*PLAY, "--save", "no/mine.json"]) == 2
    assert "the folder 'no' does not exist" in capsys.readouterr().err


def test_play__files_are_replays(capsys, answer):
    """A game that was left is a replay of its choices that says who plays, and one that was played with --save is all of it."""
    answer("1", "1", "q")
    main([*CASTLES, "--players", "3", "--seat", "1"])
    left = load_replay("castles_of_caleira-6.json")
    assert (left.players, left.outcome) == (("heuristic", "person", "heuristic"), 0)
    assert left.names == ("heuristic", "you", "heuristic #2") and verify(left) == len(left.checks)
    answer(then="1")
    assert main(["play", "--resume", "castles_of_caleira-6.json", "--save", "whole.json.gz"]) == 0
    assert "fs-env replay whole.json.gz shows it" in capsys.readouterr().out
    whole = load_replay("whole.json.gz")
    assert verify(whole) and whole.outcome == 1 and whole.choices[: len(left.choices)] == left.choices
    assert main(["play", "--resume", "whole.json.gz"]) == 2
    assert "this game is over; fs-env replay whole.json.gz shows it" in capsys.readouterr().err
    assert main([*CASTLES, "--save", "game.txt"]) == 2
    assert "expected a name that ends in .json or .json.gz" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "trouble"),
    [
        (lambda data: data | {"seed": "1"}, "'1', expected a whole number"),
        (lambda data: data | {"choices": [0.5]}, "0.5, expected a whole number"),
        (lambda data: {"seed": 1}, 'expected a replay, but it has no key "replay"'),
        (lambda data: data | {"choices": [99]}, "chose 99 (no action of this game), which is not legal here"),
        (lambda data: data | {"players": []}, "does not name the players"),
        (lambda data: data | {"players": ["person"] * 2}, "2 of 2 seats are people: expected one person"),
        (lambda data: data | {"players": ["person"]}, "1 players for 2 seats"),
    ],
)
def test_play__a_file_that_is_none(change, trouble, capsys, answer, tmp_path):
    """The fault of a file is reported."""
    answer("1", "q")
    main(PLAY)
    file = tmp_path / "nim-1.json"
    file.write_text(json.dumps(change(json.loads(file.read_text()))))
    assert main(["play", "--resume", str(file)]) == 2
    assert trouble in capsys.readouterr().err


@pytest.mark.parametrize("seat", [0, 1])
def test_play__sees_only_its_own_side(seat, capsys, answer):
    """The position is shown as the person's seat knows it."""
    answer("q")
    main([*PLAY, "--seat", str(seat)])
    secret = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("secret"))
    assert secret.count("None") == 3 and secret[len("secret: [") :].split(", ")[seat] != "None"


def test_play__colours_are_for_terminals(capsys, answer, monkeypatch):
    """A terminal gets colours; pipes do not, nor does a terminal with NO_COLOR; the words are the same."""
    shown = {}
    for name, variables in {
        "pipe": {"COLUMNS": "120"},
        "terminal": {"FORCE_COLOR": "1", "COLUMNS": "120", "TERM": "xterm-256color"},
        "plain": {"FORCE_COLOR": "1", "NO_COLOR": "1", "COLUMNS": "120", "TERM": "xterm-256color"},
    }.items():
        with monkeypatch.context() as patch:
            for variable, value in variables.items():
                patch.setenv(variable, value)
            answer("1", "q")
            main(CASTLES)
            shown[name] = capsys.readouterr().out
    assert "\x1b[" in shown["terminal"] and "\x1b" not in shown["pipe"] + shown["plain"]
    assert "\x1b[1;36m   1    \x1b[0mplay" in shown["terminal"], "the words of a choice have colours of their own"
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown["terminal"]) == shown["pipe"] == shown["plain"]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_play__narrow_terminals(width, capsys, answer, monkeypatch):
    """No line is wider than the terminal, and no word is lost."""
    words = {}
    for columns in (120, width):
        monkeypatch.setenv("COLUMNS", str(columns))
        answer("? forever alone", "Forever Alone", "a", "1", "q")
        main(["play", "--seed", "3", "--players", "4", "--sets", "base,gold,plus"])
        told = capsys.readouterr().out
        assert max(map(len, told.splitlines())) <= columns
        words[columns] = told.split()
    assert words[width] == words[120]


def test_keys_of():
    """A letter represents one kind of choice, and is given only where one choice is of that kind."""
    assert keys_of(["pass", "play Pills!", "attack Gaper"]) == ["p", "", "a"]
    assert keys_of(["pass", "attack Gaper", "attack Pin", "buy The D6"]) == ["p", "", "", "b"]
    assert keys_of(["yes", "no"]) == ["y", "n"]
    assert keys_of(["mode a: loot 1", "mode c: gain 1¢"]) == ["a", "c"]
    assert keys_of(["choose piece 1", "choose no further piece"]) == ["", "n"]
    assert keys_of(["turn it face up", "leave it face down"]) == ["u", "l"]


CHOICES = [LegalAction(*given) for given in ((7, "pass", "p"), (9, "play Pills!", ""), (11, "play Pills", ""))]


@pytest.mark.parametrize(
    ("said", "place"), [("1", 0), ("3", 2), ("p", 0), ("P", 0), ("pass", 0), ("pills!", 1), ("play pills", 2)]
)
def test_meant(said, place):
    """Numbers, letters, parts of the words of one choice, and all words of one."""
    assert meant(said, CHOICES) == place


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("4", "'4' is none of the choices: expected a number from 1 to 3, the letter p, words of one choice"),
        ("0", "'0' is none"),
        ("x", "'x' is none"),
        (
            "pill",
            "'pill' is in several choices (2, 3): expected a number from 1 to 3, the letter p, or more of the words",
        ),
        ("", "expected a number"),
    ],
)
def test_meant__mistyped(said, told):
    """The message names what was expected."""
    assert str(meant(said, CHOICES)).startswith(told)


def test_wrapped():
    """The text after a label stays beside it where there is room."""
    line = "  items   Forever Alone (eternal), Broken Ankh, The Battery, Champion Belt, Guppy's Hairball, Lucky Foot"
    wide, narrow = wrapped(line, 80), wrapped(line, 60)
    assert len(wide) == 2 and wide[1].startswith(" " * 10) and wide[1][10] != " "
    assert len(narrow) == 2 and narrow[1].startswith("    ") and narrow[1][4] != " "


def test_screen__control_characters(capsys):
    """Names of bots cannot speak to the terminal."""
    Screen(["you", "x"]).print("rude\x1b[31m")
    assert capsys.readouterr().out == "rude\\x1b[31m\n"
