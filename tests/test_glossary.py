"""docs/look_up/glossary.md: its words are in order, and the code that it names exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from tests.every import every

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "look_up" / "glossary.md"
LONGEST = 160  # characters of a meaning, two lines of a page
CODE = re.compile(r"\[`([^`]+)`\]\((\.\./\.\./[^)]+\.py)\)")
NEEDED = (
    *("active player", "object", "stack", "priority", "window", "controller", "trigger", "fizzle", "soul", "eternal"),
    *(
        "activate",
        "pay",
        "obligation",
        "decision",
        "question",
        "shape",
        "option",
        "frame",
        "lasting effect",
        "reference",
    ),
    *"resample redeal entry kernel field state snapshot stream seed outcome guard playout".split(),
    *(
        "schema",
        "section",
        "column",
        "observer",
        "flat observation",
        "token observation",
        "action mask",
        "card features",
    ),
    *("AEC", "agent", "learner", "reward seat", "opponent", "policy", "return", "row", "self-play", "termination"),
    *("truncation", "autoreset", "vector environment", "scenario", "table", "ruling", "golden game", "forfeit", "void"),
)
"""Words that interfaces, documents and screens use and that mean something of their own here."""


def rows() -> list[tuple[str, str, str, str, str]]:
    """Part, word, meaning, rules and code of every entry."""
    found, part = [], ""
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            part = line[3:]
        if line.startswith("| ") and not line.startswith(("| word |", "| --- |")):
            word, meaning, rules, code = (cell.strip() for cell in line.strip("|").split("|"))
            found.append((part, word, meaning, rules, code))
    return found


def names(path: Path) -> set[str]:
    """Names that a module defines: functions, classes, variables, and the members of classes as `Class.name`."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {
                f"{node.name}.{part.name}"
                for part in node.body
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            }
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        found |= {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
    return found


@every([(word, code) for _, word, _, _, code in rows()])
def test_code__exists(word, code) -> None:
    """A word names one place in the code: a file, or something that this file defines."""
    (found,) = CODE.findall(code)
    name, target = found
    path = (PAGE.parent / target).resolve()
    assert path.is_file(), f"{word}: {target} is not there"
    assert name in str(path) or name in names(path), f"{word}: {target} defines no {name}"


def test_words__in_order_and_short() -> None:
    """Within a part the words are in alphabetical order, each once; a meaning fits on two lines."""
    parts: dict[str, list[str]] = {}
    for part, word, meaning, _, _ in rows():
        parts.setdefault(part, []).append(word.lower())
        assert 0 < len(re.sub(r"\]\([^)]*\)", "]", meaning)) <= LONGEST, word
    for part, words in parts.items():
        assert words == sorted(set(words)), part


def test_words__required_words_exist() -> None:
    """The words that a reader meets in interfaces and on screens have an entry."""
    assert not set(NEEDED) - {word for _, word, _, _, _ in rows()}
