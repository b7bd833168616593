"""The pages of docs/look_up/cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from fs_env.cli import main
from fs_env.cli.card_pages import GALLERIES, INDEX, TITLES, card_pages
from fs_env.core.four_souls.cards import card_rows

DOCS = Path(__file__).parents[2] / "docs" / "look_up" / "cards"
STALE = "the programs of the cards have changed; `make docs` writes the pages anew"


@pytest.mark.parametrize("name", [INDEX, *GALLERIES.values(), *(f"{deck}.md" for deck in TITLES)])
def test_page__is_current(name):
    """Each page says what the programs of the cards say today."""
    page = DOCS / name
    assert page.exists(), f"docs/look_up/cards/{name} is missing: `make docs` writes it"
    written, made = page.read_text(encoding="utf-8").splitlines(), card_pages()[name].splitlines()
    changed = [line for line in made if line not in written] + [line for line in written if line not in made]
    assert written == made, f"docs/look_up/cards/{name} is not current: {STALE}. First difference: {changed[:1]}"


def test_pages__no_other_is_there():
    """The folder contains the pages of today's decks and nothing else."""
    assert {page.name for page in DOCS.iterdir()} == set(card_pages())


def test_pages__name_every_card():
    """Every card stands on the page of its deck with its copies counted; a text with a bar would break no table."""
    pages = card_pages()
    rows = card_rows()
    for row in rows:
        lines = [line for line in pages[f"{row['deck']}.md"].splitlines() if line.startswith(f"| {row['name']} |")]
        assert lines, row["name"]
        assert row["text"] is None or any(row["text"].split(" / ")[0] in line for line in lines), row["name"]
    for deck in {row["deck"] for row in rows}:
        widths = [line.count("|") for line in pages[f"{deck}.md"].splitlines() if line.startswith("|")]
        tables = pages[f"{deck}.md"].count("\n## ")
        assert len(set(widths)) <= tables and min(widths) >= 3
    assert f"{len(rows)} different cards, {sum(row['count'] for row in rows)} in all." in pages[INDEX]


def test_pages__are_written_once(tmp_path, capsys):
    """The command writes all pages into a folder, then none; nothing else is left there."""
    assert main(["cards", "--pages", str(tmp_path)]) == 0
    assert {page.name for page in tmp_path.iterdir()} == set(card_pages())
    assert (tmp_path / INDEX).read_text(encoding="utf-8") == card_pages()[INDEX]
    (tmp_path / "loot.md").write_text("old", encoding="utf-8")
    capsys.readouterr()
    assert main(["cards", "--pages", str(tmp_path)]) == 0
    assert "written: loot.md\n" in capsys.readouterr().out
    assert main(["cards", "--pages", str(tmp_path)]) == 0
    assert "all are up to date" in capsys.readouterr().out


def test_pages__a_folder_that_is_not_there(capsys, tmp_path):
    """A folder that does not exist is named."""
    assert main(["cards", "--pages", str(tmp_path / "no")]) == 2
    assert "the folder does not exist" in capsys.readouterr().err
