"""Phrases of the project's former dialect, which may not return to the pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.documents.blocks import PAGES
from tests.every import every

ROOT = Path(__file__).parents[2]
RULES = ("docs/look_up/rules/", "docs/look_up/cards/", "docs/look_up/rulings.md")  # words of the games
INSTEAD = {
    r"luck taken off": "luck-adjusted",
    r"who is how strong": "a rating table",
    r"\byardstick": "baseline",
    r"\b(?:bot|game|learner|model|network|value|rooms?) of your own": "custom",
    r"\bby lot\b": "at random",
    r"\bin place of\b": "instead of",
    r"\bfore(?:tell|told)": "predict",
    r"\bmended?\b": "fixed",
    r"\bshel(?:f|ves)\b": "section",
    r"\bstints?\b": "run",
    r"\bgoes on with\b": "resumes",
}
"""Pattern -> what to write."""


def found(text: str) -> list[str]:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return [
        f"{match[0]!r}: write {better}"
        for worse, better in INSTEAD.items()
        for match in re.finditer(worse, prose, re.I)
    ]


@every([page for page in PAGES if not page.startswith(RULES)])
def test_page__uses_standard_terms(page) -> None:
    assert not found((ROOT / page).read_text(encoding="utf-8"))


@pytest.mark.parametrize("text", ["Luck taken off", "a bot of your own", "on the slow shelf"])
def test_phrases__are_noticed(text) -> None:
    assert found(text) and not found(f"`{text}`")
