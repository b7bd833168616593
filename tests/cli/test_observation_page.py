"""The page docs/look_up/observation.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from fs_env.cli import main
from fs_env.cli.observation_page import observation_page
from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.game import GAME
from fs_env.core.four_souls.observation.facts import LEFT_OUT
from fs_env.core.four_souls.observation.schema import SCHEMA
from fs_env.core.four_souls.observation.token_schema import COLUMNS, SOURCES, Sort
from fs_env.core.four_souls.scenario import Placed, Scenario

PAGE = Path(__file__).parents[2] / "docs" / "look_up" / "observation.md"


def test_page__is_current():
    """The page says what the schemas say today."""
    assert PAGE.exists(), "docs/look_up/observation.md is missing: `make docs` writes it"
    written, made = PAGE.read_text(encoding="utf-8").splitlines(), observation_page().splitlines()
    changed = [line for line in made if line not in written] + [line for line in written if line not in made]
    assert written == made, (
        f"docs/look_up/observation.md is stale; `make docs` writes it. First difference: {changed[:1]}"
    )


def test_schema__every_axis_is_described():
    """Each section says for each of its axes what is counted along it, or names each of its places."""
    for section in SCHEMA.sections:
        assert section.meaning and len(section.axes) == len(section.shape), section.name
        named = sum(extent for extent, axis in zip(section.shape, section.axes) if not isinstance(axis, str))
        assert len(section.columns) == named, section.name


def test_page__tells_every_number():
    """The page has a heading for each section, a line for each named column, and the columns and numbers of each sort."""
    text = observation_page()
    for section in SCHEMA.sections:
        part = text.split(f"\n### {section.name}\n")[1].split("\n### ")[0]
        assert f"from {section.offset} to {section.stop - 1}" in part
        for c in section.columns:
            values = f" {c.low}..{c.high} |" if c.low is not None else ""
            assert f"| {c.index} | `{c.name}` |{values} {c.meaning} |" in part, (section.name, c.name)
    tokens = text.split("## The token observation")[1]
    assert all(f"| `{column.name}` |" in tokens for column in COLUMNS)
    for sort in Sort:
        assert f"| {int(sort)} | `{sort.name}` |" in tokens
        for k, name in enumerate(SOURCES.get(sort, ())):
            assert f"| `{sort.name}` | n{k} | `{name}` |" in tokens


def test_page__tells_every_code():
    """A column that is a code names its enum, whose members and numbers the page lists."""
    text, told = observation_page().split("## Codes")[1], 0
    for column in (column for section in SCHEMA.sections for column in section.columns):
        if column.codes is not None:
            assert f"`{column.codes.__name__}`" in column.meaning
            line = next(line for line in text.splitlines() if line.startswith(f"- `{column.codes.__name__}`: "))
            assert all(f"{int(code)} {code.name.lower()}" in line for code in column.codes)
            told += 1
    assert told > 10


def test_page__tells_what_is_left_out():
    """Facts that the flat vector lacks are listed, those about depths with the depth that the schema has."""
    text = observation_page().split("### What is left out")[1].split("\n## ")[0]
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
    """The command prints the page, or writes it once; a folder that is not there is named."""
    assert main(["observation"]) == 0
    assert capsys.readouterr().out == observation_page()
    page = tmp_path / "page.md"
    for word in ("written", "already up to date"):
        assert main(["observation", "--page", str(page)]) == 0
        assert word in capsys.readouterr().out
    assert page.read_text(encoding="utf-8") == observation_page() and [*tmp_path.iterdir()] == [page]
    assert main(["observation", "--page", str(tmp_path / "no" / "page.md")]) == 2
    assert "the folder does not exist" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["players", "decision", "slots", "stack"])
def test_names__are_found_in_code_by_name(name):
    """A column of the large sections is found by name at its own place."""
    section = SCHEMA[name]
    assert [section.column(c.name) for c in section.columns] == list(range(section.shape[-1]))
