"""The page of rulings: every ruling and every card that leaves something open is on it, with tests that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from fs_env.core.four_souls import tables as T
from tests.core.four_souls.test_coverage import claims, names_of_tests
from tests.every import every

PAGE = Path(__file__).parents[3] / "docs" / "look_up" / "rulings.md"
RULINGS = """
03 04 06 08 09 10 11 12 13 14 15 17 18 20 21 22 23 24 27 28 29 30 31 33 34 35 36 37 38 39 42 43 44 45 46 47 48 49 50 51
52 53 54 55 56 58 59 62 63 64 65 71 72 73 74 75 76 77 78 79 80 81 82 83
""".split()
"""Numbers of the rulings about effects, ER-03 to ER-83; not every number was given."""

OPEN_CARDS = """
holy_chest eden the_haunt boss_rush headless_horseman wizoob the_lamb moms_shovel judgement globin knight the_dead_cat
dople evil_twin ragman ragling divorce_papers crystal_ball red_candle sacred_heart dads_lost_coin the_missing_page
blank_card moms_heart cursed_eye ipecac mutant_spider the_duke_of_flies telepathy_for_dummies fruitcake euthanasia
round_worm we_need_to_go_deeper krampus
""".split()
"""Cards whose printed text is silent or doubtful in one point."""

OPEN_CHAPTER = "## Cards that leave something open"
NO_CARD = "Monsters with"
WIDTHS = (3, 4, 5)  # columns of a table: doubled loot cards; interpretations, without reasons; all others


@cache
def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = {place for place, row in enumerate(cells) if set("".join(row)) <= set("-")}
    return [row for place, row in enumerate(cells) if place not in rules and place + 1 not in rules]


def open_rows() -> list[list[str]]:
    chapter = PAGE.read_text(encoding="utf-8").split(OPEN_CHAPTER, 1)[1].split("\n## ", 1)[0]
    return [row for row in rows() if f"| {row[0]} | {row[1]} |" in chapter]


def plain(name: str) -> str:
    return re.sub(r"^[0IVX]+\. ", "", name)


@every(RULINGS)
def test_ruling__is_on_the_page_and_in_a_test(number: str) -> None:
    found = [row for row in rows() if row[0] == f"ER-{number}"]
    assert len(found) == 1, f"ER-{number} has {len(found)} rows in docs/look_up/rulings.md"
    assert all(found[0]), f"ER-{number}: a cell is empty"
    assert re.search(rf"\ber-{number}\b", claims()[2]), f"no test names ER-{number}"


def test_rulings__no_other_is_named() -> None:
    named = re.findall(r"\bER-(\d+)\b", PAGE.read_text(encoding="utf-8").upper() + claims()[2].upper())
    assert len(RULINGS) == len(set(RULINGS)) == 64
    assert set(named) == set(RULINGS)


def test_rulings__those_referred_to_have_a_row() -> None:
    known = {ruling for row in rows() for ruling in row[0].split(", ")}
    named = {ruling for row in rows() for cell in row for ruling in re.findall(r"\b(?:A|ER-)\d\d\b", cell)}
    assert not named - known, f"ids without a row: {', '.join(sorted(named - known))}"


def test_rows__have_all_their_cells() -> None:
    """Every row has as many cells as its table, none of them empty, and names a test in the last one."""
    assert len(rows()) > 120
    for row in rows():
        assert len(row) in WIDTHS and all(row), row
        assert re.search(r"`test_\w+`", row[-1]), f"{row[0]}: no test"


def test_tests__that_the_page_names_exist() -> None:
    """Every test named on the page is a test function; nothing in the last column is anything else."""
    named = {name for row in rows() for name in re.findall(r"`(test_\w+)`", row[-1])}
    unknown = sorted(named - names_of_tests())
    assert not unknown, f"docs/look_up/rulings.md names tests that do not exist: {', '.join(unknown)}"
    assert all(re.fullmatch(r"`test_\w+`(, `test_\w+`)*", row[-1]) for row in rows())


@every(OPEN_CARDS)
def test_open_card__has_its_ruling(card: str) -> None:
    """Each card whose text leaves something open has a row with question, ruling and reason."""
    assert plain(T.NAMES[T.CARD_ID[card]]) in {name for row in open_rows() for name in row[0].split(", ")}


def test_cards__of_the_page_are_cards_of_the_game() -> None:
    """Names in the columns of cards are those of cards; words about many cards begin with a small letter."""
    assert len(open_rows()) > 40
    cells = [row[0] for row in open_rows() if not row[0].startswith(NO_CARD)]
    cells += [row[-2] for row in rows() if len(row) > min(WIDTHS) and row not in open_rows()]
    names = {plain(name) for cell in cells for name in cell.split(", ") if not name[0].islower()}
    unknown = sorted(names - set(map(plain, T.NAMES)))
    assert not unknown, f"docs/look_up/rulings.md names cards that do not exist: {', '.join(unknown)}"
