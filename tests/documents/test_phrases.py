"""Phrases of the project's former dialect, which may not return to the pages, or to the docstrings, help and messages of the sources."""

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
"""Pattern -> what to write, on pages and in sources."""
ON_PAGES = {
    r"\b(?:no|some|every)body\b": "no player, an agent, all players",
    r"\b(?:is|are|was|were|being) worth\b": "the value is",
    r"\bwhat (?:it|this|they) says?\b": "contents",
    r"\bwho (?:sits?|holds? all other seats|is stronger)\b": "the agents of",
    r"\b(?:is|are|was|were) told (?:to|them|what)\b": "reported, assigned",
    r"\bcomes? of its\b": "uses its",
    r"\bwhat (?:matters|it was trained for)\b": "the purpose",
}
"""Further ones of pages only."""
SOURCES = ("fs_env", "agents", "training")
DATA = ("'stint", "'shel")  # of a match: keys of stored data and names of tables
SOON = (
    "luck taken off",
    "how strong",
    "yardstick",
    "of your own",
    "by lot",
    "in place of",
    "foret",
    " mend",
    "goes on with",
)
"""A source without any of these parts, in lower case, has none of the phrases: searching for patterns is slow."""


def found(text: str, patterns: dict[str, str] = INSTEAD) -> list[str]:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    return [
        f"{match[0]!r}: write {better}"
        for worse, better in patterns.items()
        for match in re.finditer(worse, prose, re.I)
    ]


@every([page for page in PAGES if not page.startswith(RULES)])
def test_page__uses_standard_terms(page) -> None:
    assert not found((ROOT / page).read_text(encoding="utf-8"), INSTEAD | ON_PAGES)


def test_sources__use_standard_terms() -> None:
    """A docstring, comment, help or message with such a phrase is named; "stints" and "shelf" also name data there."""
    wrong = []
    for path in (path for folder in SOURCES for path in (ROOT / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(part in text.lower() for part in SOON):
            wrong += [f"{path.relative_to(ROOT)}: {phrase}" for phrase in found(text) if not phrase.startswith(DATA)]
    assert not wrong


@pytest.mark.parametrize("text", ["Luck taken off", "a bot of your own", "on the slow shelf"])
def test_phrases__are_noticed(text) -> None:
    assert found(text) and not found(f"`{text}`")
