"""Files of puzzles: what they hold, and errors that say where and what to write instead."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from fs_env.core.four_souls.scenario import ScenarioError
from fs_env.puzzles.puzzle import Puzzle, find, read
from tests.puzzles.texts import FIGHT


def puzzle(folder: Path, text: str = FIGHT) -> Puzzle:
    file = folder / "one_hit.toml"
    file.write_text(text)
    return read(file)


def test_read__every_part_of_a_file(tmp_path: Path) -> None:
    """Name, chance, lines and goal are those of the file; a number among the actions represents waiting."""
    one = puzzle(tmp_path)
    assert (one.name, one.chance, one.seat, one.turns) == ("one_hit", Fraction(3, 4), 0, 1)
    assert one.goal.win
    assert one.goal.seat == 0
    assert not one.goal.deny
    assert one.lines[0].rolls == (2, 5)
    assert [texts[0] for texts in one.lines[0].play] == ["attack Monstro", "pass", "pass", "activate The D6"]
    one.start().expect(asked=0, legal="attack Monstro", monsters=["monstro"])


def test_start__what_happened_before(tmp_path: Path) -> None:
    """Actions of `before` are taken by whoever is asked; the puzzle begins at the next choice of its seat."""
    text = FIGHT.replace("[[lines]]", 'before = ["attack Monstro", 3]\n[[lines]]', 1).replace(
        "[position]", "[position]\ndice = [2]"
    )
    puzzle(tmp_path, text).start().expect(asked=0, stack=["attack roll 2"], legal="activate The D6")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"monstro"', '"monstor"', r"line 15.*'monstor' is not a card.*did you mean 'monstro'"),
        ("coins = 0\nhp", "coin = 0\nhp", r"line 24.*player 0 has no 'coin'.*did you mean 'coins'"),
        ("monsters =", "monster =", r"line 15.*position has no 'monster'.*did you mean 'monsters'"),
        ("goal =", "gaol =", r"line 5.*the puzzle has no 'gaol'.*did you mean 'goal'"),
        ("win = true", "wins = true", r"line 5.*goal has no 'wins'.*did you mean 'win'"),
        ("win = true", "win = 1", r"line 5.*win=1: expected true"),
        ("win = true", "", "goal is empty: expected some of win"),
        ('"3/4"', '"4/3"', r"line 6.*chance='4/3': expected a text such as"),
        ('"3/4"', "0.75", r"line 6.*chance=0.75: expected a text such as"),
        ("seat = 0", 'game = "castles_of_caleira"\nseat = 0', r"line 4.*game='castles_of_caleira': expected one with puzzles, betrayal or"),
        ("seat = 0", "seat = 2", r"line 4.*seat=2: expected a whole number 0..1"),
        ("[2, 5]", "[2, 7]", r"line 1: roll=7: expected a whole number 1..6"),
        ('"attack Monstro"', '"atack Monstro"', r"line 12.*'atack Monstro' names no action.*did you mean 'attack Monstro'"),
        ('"attack Monstro", 2', '"attack Monstro", 0', "expected a text of an action, a list of equal ones, or a number"),
        ("hp = 1\nitems", "hp = 9\nitems", r"hp=9 of player 0: expected 1..2"),
        ("[[lines]]", 'before = ["buy Dinner"]\n[[lines]]', r"before: \['buy Dinner'\] remains"),
        ("shop =", "dice = [6]\nshop =", r"line 16.*dice=\[6\]: the last 1 would be thrown in the puzzle"),
        ('mistake = "Passing."\n', "", r"the puzzle lacks 'mistake'"),
        ("[position]", "[position", "is not TOML.*line 14"),
    ],
)  # fmt: skip
def test_read__mistakes_in_a_file(tmp_path: Path, old: str, new: str, told: str) -> None:
    """The error names the file, the line where it can be told, the value and what was expected or the nearest name."""
    assert old in FIGHT
    with pytest.raises(ScenarioError, match=f"(?s)one_hit.toml.*{told}"):
        puzzle(tmp_path, FIGHT.replace(old, new, 1))


def test_find__a_name_that_is_nearly_right() -> None:
    """The error gives the nearest puzzle."""
    with pytest.raises(ValueError, match="'hold_the_bom' is unknown: did you mean 'hold_the_bomb'"):
        find("hold_the_bom")
