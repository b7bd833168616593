"""The blocks of code that pages show, and the commands in them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(str(page.relative_to(ROOT)) for page in (ROOT / "docs").rglob("*.md")))
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`(fs-env [^`\n]+)`")


class Block(NamedTuple):
    """A block of code.

    Attributes:
        page: path from the root of the tree.
        line: of its first line of code.
        language: the word after the fence.
        source: what is in it.
    """

    page: str
    line: int
    language: str
    source: str

    @property
    def place(self) -> str:
        """Page and line, as editors and tests name them."""
        return f"{self.page}:{self.line}"


def text_of(page: str) -> str:
    """A page, by its path from the root of the tree."""
    return (ROOT / page).read_text(encoding="utf-8")


def blocks_in(text: str, page: str = "") -> list[Block]:
    """The blocks of a page from top to bottom.

    Raises:
        ValueError: a fence that is not closed, or that is indented and so would be missed.
    """
    found = [
        Block(page, text.count("\n", 0, one.start(2)) + 1, one[1].strip(), one[2]) for one in FENCED.finditer(text)
    ]
    if 2 * len(found) != len(re.findall(r"^[ \t]*```", text, re.MULTILINE)):
        raise ValueError(f"{page}: a fence of code is indented or has no other end")
    return found


def commands_in(source: str) -> list[list[str]]:
    """The commands of a shell block, each as its words; comments are left out, and lines that a backslash joins are one."""
    lines = source.replace("\\\n", " ").splitlines()
    return [words for words in (shlex.split(line, comments=True) for line in lines) if words]


def inline_commands(text: str) -> list[str]:
    """The `fs-env` commands in the prose and the tables of a page."""
    return INLINE.findall(FENCED.sub("", text))
