"""The pages of docs/look_up/observation."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fs_env.cli import main
from fs_env.cli.observation_page import NOTE, game_page, observation_pages
from fs_env.cli.part import pages_of
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.facts import LEFT_OUT
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.token_schema import COLUMNS, SOURCES, Sort
from fs_env.core.four_souls.scenario import Placed, Scenario
from fs_env.registry.games import GAMES, load_game

PAGES = Path(__file__).parents[2] / "docs" / "look_up" / "observation"
EACH = pytest.mark.parametrize("name", [*GAMES])


def part(text: str, heading: str) -> str:
    """Text under a heading, up to the next heading of its rank or above."""
    rank = heading.count("#")
    body = text.split(f"\n{heading}\n", 1)[1]
    return re.split(rf"\n#{{1,{rank}}} ", body, maxsplit=1)[0]


@pytest.mark.parametrize("name", [*observation_pages()])
def test_page__is_current(name):
    """The page says what the schemas say today."""
    page = PAGES / name
    assert page.exists(), f"{page} is missing: `make docs` writes it"
    written, made = page.read_text(encoding="utf-8").splitlines(), observation_pages()[name].splitlines()
    changed = [line for line in made if line not in written] + [line for line in written if line not in made]
    assert written == made, f"{page} is stale; `make docs` writes it. First difference: {changed[:1]}"


@EACH
def test_schema__every_axis_is_described(name):
    """Each section says for each of its axes what is counted along it, or names each of its places."""
    for section in load_game(name).schema.sections:
        assert section.meaning and len(section.axes) == len(section.shape), section.name
        named = sum(extent for extent, axis in zip(section.shape, section.axes) if not isinstance(axis, str))
        assert len(section.columns) == named, section.name


@EACH
def test_page__describes_every_number(name):
    """A table of all sections comes first; one of several numbers has a heading, its place, its range and a line for each column."""
    text, schema = game_page(load_game(name), name), load_game(name).schema
    top, stop = text.split("## Section by section")[0], 0
    for section in schema.sections:
        bounds, shape = f"{int(section.low)}..{int(section.high)}", " x ".join(map(str, section.shape)) or "1"
        named = f"[`{section.name}`](#{section.name})" if section.shape or section.codes else f"`{section.name}`"
        assert f"| {named} | {section.offset} | {shape} | {bounds} | {section.meaning} |" in top
        assert section.offset == stop
        stop = section.stop
        if not section.shape and not section.codes:
            continue
        here = part(text, f"### {section.name}")
        where = f"from {section.offset} to {section.stop - 1}" if section.size > 1 else f"at {section.offset}"
        assert f"{section.meaning[1:]}" in here and f"{where}, values {bounds}." in here
        for c in section.columns:
            values = f" {int(c.low)}..{int(c.high)} |" if c.low is not None else ""
            assert f"| {c.index} | `{c.name}` |{values} {c.meaning} |" in here, (section.name, c.name)
    assert f"{stop} numbers" in top and stop == schema.size


@EACH
def test_page__describes_every_code(name):
    """A number that is a code names its enum, whose members and numbers the page lists."""
    text, schema = game_page(load_game(name), name), load_game(name).schema
    codes, told = part(text, "## Codes"), 0
    for number in (number for section in schema.sections for number in (section, *section.columns)):
        if number.codes is not None:
            line = next(line for line in codes.splitlines() if line.startswith(f"- `{number.codes.__name__}`: "))
            assert all(f"{int(code)} {code.name.lower()}" in line for code in number.codes)
            told += 1
    for column in (column for section in schema.sections for column in section.columns):
        for enum in re.findall(r"`([A-Z]\w+)`", column.meaning):
            assert f"- `{enum}`: " in codes, (column.name, enum)
    assert told > 1


SELF_EXPLAINING = {
    *("seat", "seats", "player", "figure", "piece", "slot", "player or slot", "object", "target", "haunts", "monster"),
    *("mode", "effect", "kind of attack", "step", "stage", "instruction"),
}
"""Names of things that a game does not call by a name: they are counted, or their column says which they are."""


@EACH
def test_page__lists_the_names_of_numbers(name):
    """A number that names something (a card, a tile) is in a list with the names of all of its values."""
    lists, schema = pages_of(name).names, load_game(name).schema
    text = part(game_page(load_game(name), name), "## Names")
    for number in (number for section in schema.sections for number in (section, *section.columns)):
        if not number.names or number.names in SELF_EXPLAINING:
            continue
        listed = lists[number.names]
        added = 2 if name == "four_souls" else 0  # card + 1, in the shop card + 2
        assert [*listed] == [*range(len(listed))] and len(listed) > int(number.high) - added
        line = next(line for line in text.splitlines() if line.startswith(f"- {number.names}: "))
        assert all(f" {k} {one}" in line for k, one in listed.items())


def test_page__describes_the_token_observation():
    """The columns of its rows, and the numbers of each sort of row."""
    tokens = part(game_page(GAME, "four_souls"), "## The token observation")
    assert all(f"| `{column.name}` |" in tokens for column in COLUMNS)
    for sort in Sort:
        assert f"| {int(sort)} | `{sort.name}` |" in tokens
        for k, name in enumerate(SOURCES.get(sort, ())):
            assert f"| `{sort.name}` | n{k} | `{name}` |" in tokens


def test_page__lists_what_is_left_out():
    """Facts that the flat vector lacks are listed, those about depths with the depth that the schema has."""
    text = part(game_page(GAME, "four_souls"), "### What is left out") + "\n"
    for fact in LEFT_OUT:
        assert f"- {fact}\n" in text
    assert f"not among the {SCHEMA['loot_places'].shape[1]} at its top" in text


def test_left_out__a_loot_card_known_deep_in_the_deck():
    """The ninth card from the top, and from the bottom, is in JSON and not in the vector; the eighth is in both."""
    names = [T.IDS[card] for card in range(17)]
    for place, told in ((8, True), (9, False)):
        deck = [Placed(name, known=(0,) if k == place else ()) for k, name in enumerate(names, 1)]
        game = Scenario(loot_deck=deck, exact_decks=["loot"]).start()
        table = GAME.to_json(game.S, player=0)["decks"]["loot"]
        assert table["known"] == [{"place": place, "card": names[place - 1]}]
        assert SCHEMA.views(GAME.observe(game.S, 0))["loot_places"].any() == told


def test_command__prints_or_writes(tmp_path, capsys):
    """The command prints the page of a game, or writes all once; a game or a folder that is not there is named."""
    assert main(["observation", "--game", "castles_of_caleira"]) == 0
    printed = capsys.readouterr().out
    assert "make docs" not in printed
    assert printed == game_page(load_game("castles_of_caleira"), "castles_of_caleira").replace(f"{NOTE}\n\n", "")
    for word in ("written: README.md, four_souls.md", "all are up to date"):
        assert main(["observation", "--pages", str(tmp_path)]) == 0
        assert word in capsys.readouterr().out
    made = {page.name: page.read_text(encoding="utf-8") for page in tmp_path.iterdir()}
    assert made == observation_pages()
    assert main(["observation", "--pages", str(tmp_path / "no")]) == 2
    assert "the folder does not exist" in capsys.readouterr().err
    assert main(["observation", "--game", "chess"]) == 2
    assert "chess" in capsys.readouterr().err


def test_command__of_a_game_from_elsewhere(capsys):
    """A game that is not of this package has the same page, without the lists that only its maker could add."""
    assert main(["observation", "--game", "tests.core.machine.nim:GAME"]) == 0
    text = capsys.readouterr().out
    assert "## Section by section" in text and "## What a seat may know" not in text


@pytest.mark.parametrize("name", ["players", "decision", "slots", "stack"])
def test_names__are_found_in_code_by_name(name):
    """A column of the large sections is found by name at its own place."""
    section = SCHEMA[name]
    assert [section.column(c.name) for c in section.columns] == list(range(section.shape[-1]))
