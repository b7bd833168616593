"""Card sets on the command line: names become the number that a game reads."""

from __future__ import annotations

import argparse
import builtins
import json

import pytest

from fs_env.cli import main
from fs_env.cli.arguments import add_game, game_options
from fs_env.cli.bench import options_of_games
from fs_env.core.four_souls.cards import SETS
from fs_env.core.machine.run.game import Option
from fs_env.registry.games import load_game
from tests.arena.bots import NIM

SHORT = ["--max-decisions", "40"]


def options_of(*words: str) -> dict[str, int]:
    parser = argparse.ArgumentParser()
    add_game(parser)
    return game_options(load_game("four_souls"), parser.parse_args(words))


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["--sets", "base"], 1),
        (["--sets", "gold"], 2),
        (["--sets", "plus, base"], 5),
        (["--sets", "base,gold,plus"], 7),
        (["--option", "sets=base,gold"], 3),
        (["--option", "sets=6"], 6),
    ],
)
def test_sets__names_are_bits(words, number):
    """Each set is a bit in the order of the card table, in whatever order the names are given."""
    assert SETS == ("base", "gold", "plus")
    assert options_of(*words) == {"sets": number}


def test_sets__none_named():
    """Without --sets the game's own default holds; other options are not touched."""
    assert options_of() == {}
    assert options_of("--sets", "gold", *SHORT, "--option", "bonus_souls=0") == {
        "bonus_souls": 0,
        "max_decisions": 40,
        "sets": 2,
    }


def test_option__names_of_bits():
    """An option's bits are named from the lowest; an unknown name comes with the nearest one."""
    option = Option("parts", 0, 0, 7, "parts", ("head", "body", "tail"))
    assert [option.of_names(names) for names in ((), ("tail",), ("tail", "head"), ("body", "body"))] == [0, 4, 5, 2]
    with pytest.raises(ValueError, match="parts: 'hed' is unknown: expected head, body, tail; did you mean 'head'"):
        option.of_names(["hed"])
    with pytest.raises(ValueError, match="it is a number"):
        Option("stones", 0, 0, 7, "stones").of_names(["three"])


def test_tournament__sets(capsys):
    """A tournament keeps its card sets in its plan and plays with them."""
    assert main(["tournament", "random", "random", "--games", "2", "--sets", "base", *SHORT, "--json", "-"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["plan"]["options"] == {"max_decisions": 40, "sets": 1}
    assert result["standings"]["truncated"] == 2


def test_play__sets(capsys, monkeypatch, tmp_path):
    """A person's game takes the same option."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "input", lambda question: "q")
    assert main(["play", "random", "--sets", "base", "--seed", "3"]) == 130
    assert "you left the game" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["tournament", "random", "random", "--sets", "base,glod"], "'glod' is unknown: expected base, gold, plus"),
        (["tournament", "random", "random", "--sets", "glod"], "did you mean 'gold'"),
        (["play", "random", "--sets", ","], "a name in it is empty"),
        (["play", "random", "--game", NIM, "--sets", "base"], "nim has no card sets"),
        (["bench", "--sets", "bass"], "did you mean 'base'"),
        (["bench", NIM, "--sets", "base"], "nim has no card sets"),
        (["tournament", "random", "random", "--option", "sets=bse"], "did you mean 'base'"),
        (["tournament", "random", "random", "--option", "sets=9"], "sets=9 is outside 1..7"),
    ],
)
def test_sets__errors(arguments, words, capsys):
    """A set that does not exist, none at all, and a game without sets end with code 2 and one line."""
    assert main(arguments) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("fs-env:")]
    assert len(told) == 1 and words in told[0]


def test_bench__several_games():
    """bench gives --sets to the games that have them when others are measured beside; alone such a game refuses them."""
    games = {"four_souls": load_game("four_souls"), "nim": load_game(NIM)}
    assert options_of_games(games, "base,plus") == {"four_souls": {"sets": 5}, "nim": {}}
    assert options_of_games(games, None) == {"four_souls": {}, "nim": {}}
    with pytest.raises(ValueError, match="nim has no card sets"):
        options_of_games({"nim": games["nim"]}, "base")
