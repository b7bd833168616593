"""`fs-env solo`, and a person who plays both characters."""

from __future__ import annotations

import builtins
import json

import pytest

from fs_env.cli import main


def test_solo__table_and_json(tmp_path, capsys):
    """The table has a line for each bot; the JSON has the same numbers and the options."""
    file = tmp_path / "solo.json"
    assert (
        main(["solo", "random", "--games", "5", "--seed", "2", "--json", str(file), "--option", "bonus_souls=0"]) == 0
    )
    printed = capsys.readouterr().out
    assert "Four Souls, solo, seeds 2 to 6" in printed and "random" in printed and "[95 %]" in printed
    told = json.loads(file.read_text())
    assert told["options"] == {"bonus_souls": 0, "variant": 1}
    (bot,) = told["bots"]
    assert bot["name"] == "random" and bot["games"] == 5 == bot["won"] + bot["lost"]


def test_solo__cooperative(capsys):
    """--variant chooses the form for two persons."""
    assert main(["solo", "random", "--games", "1", "--variant", "cooperative", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == {"variant": 2}


def test_solo__a_haunt_without_a_traitor(capsys):
    """R76: other games are measured where all seats are on one side; they have no souls."""
    assert main("solo random --game betrayal --players 4 --option haunt=5 --games 2 --json -".split()) == 0
    told = capsys.readouterr()
    (bot,) = json.loads(told.out)["bots"]
    assert (bot["games"], bot["souls"]) == (2, None) and "souls" not in told.err


def test_solo__reports_how_many_games_were_not_decided(capsys):
    """Games that run into the limit of decisions are counted below the table."""
    assert main(["solo", "random", "--games", "2", "--max-decisions", "4"]) == 0
    assert "2 games were drawn or truncated" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--games", "0"], "--games 0: expected 1 or more"),
        (["--option", "bartering=1"], "allows no trade between its characters"),
        (["randm"], "did you mean 'random'"),
        (["random", "--game", "betrayal", "--option", "haunt=2", "--games", "1"], "rivals do not win or lose together"),
    ],
)
def test_solo__refuses(arguments, error, capsys):
    """A game that cannot be played is refused in one line."""
    assert main(["solo", *arguments]) == 2
    assert error in capsys.readouterr().err


def test_play__one_person_has_both_characters(capsys, monkeypatch):
    """R21.2: in solo play the person is asked for both characters, sees both hands, and is told that the game is lost."""
    monkeypatch.setattr(builtins, "input", lambda question: "1")
    assert main(["play", "--option", "variant=solo", "--seed", "1"]) == 0
    told = capsys.readouterr().out
    assert "in the order of play: you, you #2; you play all of them" in " ".join(told.split())
    assert "hidden" not in told.split("solo, eight-sided die 8")[1].split("monsters")[0]
    assert told.splitlines()[-1] == "you lost: all players lost together"
