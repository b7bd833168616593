"""Positions from files that people wrote: whatever stands there, it is set up or refused in words."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from fs_env.core.four_souls.scenario import Scenario, ScenarioError

FILES = 1000
SOURCES = tuple(path.read_text() for path in sorted((Path(__file__).parent / "scenarios").glob("*.toml")))
KEYS = (
    *("players", "active", "phase", "monsters", "shop", "loot_deck", "monster_discard", "exact_decks", "plain_refills"),
    *("sets", "bonus_souls", "dice", "seed", "max_decisions", "hand", "items", "souls", "curses", "coins", "hp"),
    *("character", "turned", "starting_item", "dead", "card", "counters", "eternal", "covered", "known", "options"),
)
VALUES = (
    *(
        "3",
        "-1",
        "0",
        "1000000000",
        "9223372036854775808",
        "true",
        "false",
        "1.5",
        "nan",
        "1979-05-27",
        "12:00:00",
        '""',
    ),
    *(
        '"bomb"',
        '"fly"',
        '"empty"',
        '"bomb#²"',
        '"fly#9"',
        "[]",
        "[1]",
        "[1.5]",
        "[true]",
        '["fly"]',
        '["base"]',
        "[[]]",
    ),
    *("{open_hands = true}", '{simultaneous_deaths = "faq", eden_only = 1}', "{variant = 9}", '{rooms = "x"}'),
    *("[-1]", '["bomb", "bomb"]', '["satan"]', "{}", '{card = "bomb"}', '[{card = "fly", hp = 1}]', "[{card = 3}]"),
    *('[{card = "bomb", known = 0}]', '[{card = "bomb", known = ["a"]}]', '[{card = "fly", covered = "fly"}]'),
    *(
        '[{card = "fly", covered = [3]}]',
        '[{card = "fly", hp = "x"}]',
        '[{card = "dinner", counters = 1.5}]',
        '["\\u001b[31m"]',
    ),
)


def damaged(draw: Random) -> str:
    """The text of a position in which values, keys or characters were exchanged."""
    lines = draw.choice(SOURCES).split("\n")
    for _ in range(draw.randrange(1, 4)):
        at = draw.randrange(len(lines))
        how = draw.random()
        if how < 0.55 and "=" in lines[at]:
            lines[at] = f"{lines[at].partition('=')[0]}= {draw.choice(VALUES)}"
        elif how < 0.8:
            lines.insert(at, f"{draw.choice(KEYS)} = {draw.choice(VALUES)}")
        elif lines[at]:
            place = draw.randrange(len(lines[at]))
            lines[at] = lines[at][:place] + draw.choice('=[]{}",.#x0\x1b') + lines[at][place + 1 :]
    return "\n".join(lines) + "\n"


def test_from_toml__damaged_files() -> None:
    """Each of many damaged files is set up, or refused with a ScenarioError: no other error ever comes through."""
    told = [outcome(damaged(Random(seed))) for seed in range(FILES)]
    refused = [words for words in told if words]
    assert FILES / 50 < FILES - len(refused) < FILES / 2
    assert not [words for words in refused if "\x1b" in words], "no escape code reaches a terminal"


def outcome(text: str) -> str:
    """The words with which a text is refused; nothing where it is set up."""
    try:
        Scenario.from_toml(text).start()
    except ScenarioError as error:
        return str(error)
    except Exception as error:
        raise AssertionError(f"{error!r} for\n{text}") from error
    return ""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("players = 1000000000", "players=1000000000: expected 2 to 4 seats, or their number"),
        ("players = true", "players=True: expected 2 to 4 seats, or their number"),
        ("players = 2.5", "players=2.5: expected a list of 2 to 4 seats, or their number"),
        ("shop = 3", "shop=3: expected a list of cards"),
        ("monsters = [3]", "monsters: 3 is not a card: expected a name"),
        ("dice = 3", "dice=3: expected a list of numbers"),
        ("active = true", "active=True: expected a whole number 0..1"),
        ("sets = 7", "sets=7: expected a list of names of sets"),
        ("exact_decks = 'loot'", "exact_decks='loot': expected a list of names of decks"),
        ("bonus_souls = 1.5", "bonus_souls=1.5: expected a list of names of bonus souls, or true or false"),
        ("players = [{ hand = 2 }, {}]", "hand=2: expected a list of cards"),
        ("players = [{ souls = true }, {}]", "souls=True: expected a list of cards"),
        ("players = [{ character = 3 }, {}]", "character=3: expected an id or a printed name"),
        ("loot_deck = [{ card = 'bomb', known = 0 }]", "known of 'bomb'=0: expected a list of seats"),
        (
            "monsters = [{ card = 'fly', covered = 'dip' }]",
            "covered by 'fly'='dip': expected a list of names of monsters",
        ),
        ("loot_deck = ['bomb#²']", "'bomb#²': expected a copy from #1"),
    ],
)
def test_from_toml__a_value_of_another_kind(text: str, told: str) -> None:
    """A value of another kind where a list, a card or a number belongs is named, with what was expected."""
    with pytest.raises(ScenarioError) as refused:
        Scenario.from_toml(text + "\n").start()
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("activ = 1", r"position.toml, line 3: the scenario has no 'activ': .*did you mean 'active'"),
        ("active = 7", r"position.toml, line 3: active=7: expected a whole number 0..1"),
        ("phase = 'combat'", r"position.toml, line 3: phase 'combat' is unknown: expected one of start"),
    ],
)
def test_from_toml__where_the_mistake_is(tmp_path: Path, line: str, told: str) -> None:
    """The error names the file and the line."""
    file = tmp_path / "position.toml"
    file.write_text(f"# a position\nplayers = 2\n{line}\n")
    with pytest.raises(ScenarioError, match=told):
        Scenario.from_toml(file)


def test_from_toml__a_file_that_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_bytes(b"players = 2 # \xff\n")
    with pytest.raises(ScenarioError, match="position.toml: expected a position in TOML, but it is not text in UTF-8"):
        Scenario.from_toml(file)
