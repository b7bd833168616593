"""The page of figures."""

from __future__ import annotations

import re

import pytest

from benchmarks.page import COMMANDS, PAGE, SHORT, put, shortened


def test_put__between_the_marks():
    """New text replaces what stood between the marks of its part and nothing else."""
    page = "a\n<!-- x: begin -->\nold\n<!-- x: end -->\nb\n<!-- y: begin -->\n<!-- y: end -->\n"
    changed = put(page, "x", "new\n")
    assert changed == page.replace("old", "new") and put(changed, "x", "new") == changed


def test_put__a_page_without_marks():
    """A page that lost its marks is an error that names them."""
    with pytest.raises(ValueError, match="figures: begin"):
        put("text", "figures", "new")


@pytest.mark.parametrize("part", COMMANDS)
def test_page__has_the_marks(part):
    """docs/look_up/performance_tables.md has a place for each part."""
    assert "\nsome figures\n" in put(PAGE.read_text(encoding="utf-8"), part, "some figures")


def test_short__is_taken_from_the_tables():
    """docs/look_up/performance.md has what the tables say, and fits on a page."""
    text = SHORT.read_text(encoding="utf-8")
    assert text == shortened(text, PAGE.read_text(encoding="utf-8")) and len(text) < 12_000


@pytest.mark.parametrize(
    "row", ["| playout_decisions_per_s | {} |", "| OpenSpiel hearts: C++ | {} |", "| priority | {} |"]
)
def test_short__follows_the_tables(row):
    """A number that changes in the tables changes on the short page, in its own row."""
    tables, short = PAGE.read_text(encoding="utf-8"), SHORT.read_text(encoding="utf-8")
    number = re.search(re.escape(row.split("{}")[0]) + r"([^|]+) \|", tables)[1]
    changed = shortened(short, tables.replace(row.format(number), row.format("25.4 %" if "%" in number else "7,777")))
    assert changed == short.replace(number, "25.4 %" if "%" in number else "7,777", 1)
