"""The page docs/look_up/options.md, and options on the command line."""

from __future__ import annotations

import ast
import builtins
import json
import re
from pathlib import Path

import pytest

from fs_env import betrayal_v3, castles_of_caleira_v1, four_souls_v1
from fs_env.cli import main
from fs_env.cli.bench import options_of_games
from fs_env.cli.options_page import NOTE, about_game, options_page
from fs_env.core.castles_of_caleira.game import GAME as CASTLES
from fs_env.core.four_souls.game import GAME as SOULS
from fs_env.core.machine.declare.options import Option, chosen_words, exclusions
from fs_env.registry.games import load_game
from tests.arena.bots import NIM

PAGE = Path(__file__).parents[2] / "docs" / "look_up" / "options.md"
CELLS = re.findall(r"^\| `(\w+)` \| `([^`]*env\([^`]*)` \| `fs-env ([^`]*)` \|$", options_page(), re.MULTILINE)
MODULES = {"four_souls_v1": four_souls_v1, "castles_of_caleira_v1": castles_of_caleira_v1, "betrayal_v3": betrayal_v3}
SHORT = ["--games", "2", "--max-decisions", "40", "--json", "-"]


def test_page__is_current() -> None:
    """The page says what the declarations say today."""
    assert PAGE.exists(), "docs/look_up/options.md is missing: `make docs` writes it"
    written, made = PAGE.read_text(encoding="utf-8").splitlines(), options_page().splitlines()
    changed = [line for line in made if line not in written] + [line for line in written if line not in made]
    assert written == made, f"docs/look_up/options.md is stale; `make docs` writes it. First difference: {changed[:1]}"


@pytest.mark.parametrize("game", [SOULS, CASTLES], ids=lambda game: game.name)
def test_page__has_every_option(game) -> None:
    """Each option has a row with its values, its default and its meaning, and an example unless it has its own argument."""
    words = about_game(game, game.name)
    for option in game.options.values():
        (row,) = [line for line in words[1].splitlines() if line.startswith(f"| `{option.name}` |")]
        plain = re.sub(r"\[(\w[\w.]*)\]\([^)]*\)", r"\1", row)
        assert option.meaning in plain
        for name in (*option.words, *option.bits):
            assert f'"{name}"' in row
    examples = {name for name, python, _ in CELLS if python.startswith(game.name)}
    assert examples == set(game.options) - {"num_players", "max_decisions"}


@pytest.mark.parametrize(("name", "python", "line"), CELLS, ids=[f"{line.split()[-1]}" for _, _, line in CELLS])
def test_page__examples_run(name, python, line, capsys) -> None:
    """Python and command line of a row choose the same value, another one than the default, and play with it."""
    module, _, arguments = python.partition(".env(")
    value = ast.literal_eval(arguments.removeprefix(f"{name}=").removesuffix(")"))
    MODULES[module].env(**{name: value}).reset(seed=1)
    assert main([*line.split(), *SHORT]) == 0
    plan = json.loads(capsys.readouterr().out)["plan"]
    option = load_game(plan["game"]).options[name]
    chosen = plan["options"][name]
    assert plan["options"] == {name: chosen, "max_decisions": 40} and chosen != option.default
    assert chosen == (option.of_names(value) if option.bits else option.read(value) if option.words else int(value))


def test_page__lists_options_that_exclude_each_other() -> None:
    """A pair that is refused is on the page with its sentence."""
    assert "### What excludes what" in about_game(SOULS, "four_souls")
    (row,) = [line for line in options_page().splitlines() if line.startswith("| `num_players`, `draft` |")]
    for players in (3, 4):
        assert f'not num_players={players}: choose draft="mini"' in row


def test_exclusions__tries_every_pair_of_values() -> None:
    """Sentences are collected from each pair of values that is refused, once each, under the two options that they name."""
    options = {name: Option(name, 0, 0, 2, name) for name in ("cows", "pigs", "hens")}

    def conflict(chosen):
        if chosen["cows"] == 2 and chosen["pigs"]:
            return f"cows=2 trample pigs={chosen['pigs']}"
        return "pigs=2 eat hens=0" if chosen["pigs"] == 2 and chosen["hens"] == 0 else None

    assert exclusions(options, conflict) == {
        ("cows", "pigs"): ["cows=2 trample pigs=1", "cows=2 trample pigs=2"],
        ("pigs", "hens"): ["pigs=2 eat hens=0"],
    }


def test_option__text_is_what_it_reads() -> None:
    """The text of every value of every option is read as that value."""
    for game in (SOULS, CASTLES):
        for option in game.options.values():
            for number in option.samples:
                assert option.read(option.text_of(number)) == number
    assert SOULS.options["sets"].samples == (1, 2, 4, 7)
    assert SOULS.options["max_decisions"].samples == (1, 2_000_000_000)


def test_command__writes_the_page(tmp_path, capsys) -> None:
    """`fs-env options` prints the page, or writes it where it is told."""
    assert main(["options"]) == 0
    printed = capsys.readouterr().out
    assert "make docs" not in printed
    assert printed == options_page().replace(f"{NOTE}\n\n", "")
    page = tmp_path / "options.md"
    assert main(["options", "--page", str(page)]) == 0
    assert page.read_text(encoding="utf-8") == options_page()


def test_tournament__keeps_and_shows_options(tmp_path, capsys) -> None:
    """The plan of a tournament has the options, its table names those that are not at their defaults, and a results file
    continues with the same ones only."""
    words = [
        "tournament",
        "random",
        "heuristic",
        "--games",
        "2",
        "--max-decisions",
        "300",
        "--db",
        str(tmp_path / "db"),
    ]
    chosen = ["--option", "draft=mini", "--option", "eden_only=1", "--option", "open_hands=0"]
    assert main([*words, *chosen, "--json", str(tmp_path / "result.json")]) == 0
    plan = json.loads((tmp_path / "result.json").read_text())["plan"]
    assert plan["options"] == {"draft": 2, "eden_only": 1, "open_hands": 0, "max_decisions": 300}
    assert "four_souls, max_decisions=300, draft=mini, eden_only=1, seed 0" in capsys.readouterr().out
    assert main([*words, "--option", "draft=two"]) == 2
    assert "options" in capsys.readouterr().err


def test_play__accepts_and_shows_options(capsys, monkeypatch, tmp_path) -> None:
    """A person's game begins with its options, named in the first line."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, "input", lambda question: "q")
    assert main(["play", "random", "--seed", "3", "--option", "eden_only=1", "--option", "first_player=seat_0"]) == 130
    shown = capsys.readouterr().out
    assert "2 players, eden_only=1, first_player=seat_0, seed 3" in shown
    assert "you choose a treasure to begin with" in shown


def test_bench__options_of_several_games() -> None:
    """bench gives an option to the games that have it; one that none has is refused, with what there is."""
    games = {"four_souls": SOULS, "nim": load_game(NIM)}
    assert options_of_games(games, None, ["draft=mini"]) == {"four_souls": {"draft": 2}, "nim": {}}
    with pytest.raises(ValueError, match="nim has no option 'draft'"):
        options_of_games({"nim": games["nim"]}, None, ["draft=mini"])


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("draft=mni", "draft: 'mni' is unknown: expected one of none, two, mini"),
        ("draft=7", "draft=7 is outside 0..2"),
        ("drft=two", "no option 'drft': did you mean 'draft'?"),
        ("first_player=seat_3", 'first_player="seat_3" does not exist with num_players=2'),
        ("eden_only=yes", "eden_only: 'yes' is unknown: expected a whole number, such as 0"),
        ("open_hands", "expected NAME=VALUE, such as bonus_souls=0 or draft=mini"),
    ],
)
@pytest.mark.parametrize("command", ["tournament random random", "play random", "bench four_souls"])
def test_option__errors(option, words, command, capsys) -> None:
    """Every command refuses a value that it cannot use in one line that names it and what was expected."""
    assert main([*command.split(), "--option", option]) == 2
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("fs-env:")]
    assert len(told) == 1 and words in told[0]


def test_words__of_defaults() -> None:
    """An option at its default is not named, whether it was given or not."""
    assert chosen_words(SOULS.options, {}) == chosen_words(SOULS.options, {"sets": 1, "draft": 0}) == ""
    assert chosen_words(SOULS.options, {"sets": 5, "draft": 1}) == "sets=base,plus, draft=two"
