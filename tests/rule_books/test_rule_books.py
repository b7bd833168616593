"""The rule books and what cites them: no rule without a test, no id that no book knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import books, index
from . import citations as cite


@pytest.mark.parametrize("game", books.BOOKS)
def test_cited_ids__stand_in_a_book(game: str) -> None:
    """Every id that a docstring, a comment or a test names is anchored in the game's book or settled in the rulings."""
    known = books.rulings() | set(books.rules(game))
    shared = known.union(*(books.rules(name) for name in books.BOOKS))
    unknown = [
        f"{found.path}:{found.line}: {found.id}"
        for path in cite.sources() + cite.files_of_tests()
        if cite.game_of(str(path.relative_to(books.ROOT))) == game
        for found in cite.citations(path)
        if found.id not in (known if any(name in found.path for name in books.BOOKS) else shared)
    ]
    assert not unknown


@pytest.mark.parametrize("game", books.BOOKS)
def test_rules__each_has_a_test(game: str) -> None:
    """Every rule of a book is named by a test, unless the page says that its part is not played yet."""
    bare = [rule for rule in books.rules(game) if not index.proofs(game, rule)]
    assert not [rule for rule in bare if rule not in WITHOUT_PLAY]


WITHOUT_PLAY = {"R0", "R23", "R24", "A50"}  # about the book and its sources


def test_books__number_their_rules() -> None:
    """A sample of both books, ids with a letter and entries of tables included, and what they begin with."""
    souls, castles = books.rules("four_souls"), books.rules("castles_of_caleira")
    assert {"R1.1", "R13.2a", "R13.7", "R22", "A01", "A86"} <= set(souls)
    assert {"R1", "R14", "R52", "A1", "A15"} <= set(castles)
    assert souls["R1.13"].words == "There is no mulligan."
    assert castles["A9"].words == "last tie-break exhausted"


def test_books__refuse_an_id_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rules of one id could not be distinguished."""
    (tmp_path / "twice.md").write_text('- <a id="R1"></a>one\n- <a id="R1"></a>two\n')
    monkeypatch.setattr(books, "PAGES", tmp_path)
    with pytest.raises(ValueError, match="R1 is anchored twice"):
        books.rules("twice")


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("R7.13", "R7.15", ["R7.13", "R7.14", "R7.15"]),
        ("A06", "A08", ["A06", "A07", "A08"]),
        ("R13.2a", None, ["R13.2a"]),
        ("R3.1", "R4.5", ["R3.1", "R4.5"]),
    ],
)
def test_ranges__cite_what_lies_between(first: str, last: str | None, expected: list[str]) -> None:
    """A range of one chapter names all its rules."""
    assert cite.between(first, last) == expected


def test_citations__are_found_with_their_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ids in docstrings and comments count, parts of other words do not."""
    path = tmp_path / "deaths.py"
    path.write_text('def die():\n    """Dies (R13.1, ER-30).\n\n    R9.5-R9.7"""\n\n\nX = 1  # A06; LR13.1, R13.1.2\n')
    monkeypatch.setattr("tests.rule_books.citations.ROOT", tmp_path)
    found = [(entry.id, entry.function, entry.line) for entry in cite.citations(path)]
    assert found == [
        ("R13.1", "die", 2),
        ("ER-30", "die", 2),
        ("R9.5", "die", 4),
        ("R9.6", "die", 4),
        ("R9.7", "die", 4),
        ("A06", "", 7),
    ]


def test_index__is_up_to_date() -> None:
    """docs/look_up/rules/index.md is what `make docs` would write."""
    assert index.PAGE.read_text() == index.markdown()
