"""The page of figures."""

from __future__ import annotations

import pytest

from benchmarks.page import COMMANDS, PAGE, put


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
    """docs/look_up/performance.md has a place for each part."""
    assert "\nsome figures\n" in put(PAGE.read_text(encoding="utf-8"), part, "some figures")
