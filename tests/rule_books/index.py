"""Writes docs/rules/index.md: for every rule the kernels that carry it out and the tests that prove it.

`python -m tests.rule_books.index` (part of `make docs`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from . import books
from .citations import citations, files_of_tests, game_of, sources

PAGE = books.PAGES / "index.md"
SHOWN = 6  # names in one cell; the rest is counted

NOT_PLAYED = {
    "four_souls": {
        "R16": "bartering is not part of the environment yet (R16.4)",
        "R20": "rooms are not part of the environment yet (R20.5)",
        "R21": "drafts and solo play are not part of the environment yet",
    },
    "castles_of_caleira": {},
}

HEAD = """# Index of the rules

Every rule of the books with the functions that cite it: those that carry it out, and those that prove it.
Made by `make docs` from docstrings, comments and the books; `pytest -k NAME` runs a test.
"""


class Place(NamedTuple):
    """Who cites a rule: functions of the sources and of the tests, in the order of the files."""

    kernels: tuple[str, ...]
    tests: tuple[str, ...]


@cache
def places(game: str) -> dict[str, Place]:
    """Every cited id of a game with its places."""
    return {
        rule: Place(
            cited(rule, sources(), game, "{module}.{function}"), cited(rule, files_of_tests(), game, "{function}")
        )
        for rule in books.rules(game)
    }


@cache
def by_rule(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The citations of a file: id to module and function."""
    out: dict[str, list[tuple[str, str]]] = {}
    for found in citations(path):
        out.setdefault(found.id, []).append((path.stem, found.function))
    return out


def cited(rule: str, paths: Iterable[Path], game: str, form: str) -> tuple[str, ...]:
    """Who cites a rule among files, each once; a module that does so outside its functions by its name."""
    names = []
    for path in paths:
        if game_of(str(path.relative_to(books.ROOT))) != game:
            continue
        for module, function in by_rule(path).get(rule, ()):
            names.append(form.format(module=module, function=function) if function else f"{module}.py")
    return tuple(dict.fromkeys(names))


@cache
def related(game: str) -> dict[str, list[str]]:
    """For each entry Ann of a book the rules that name it, and those that it names."""
    known = books.rules(game)
    out: dict[str, list[str]] = {}
    rule = ""
    for line in books.page(game).read_text().splitlines():
        anchor = books.ANCHOR.search(line)
        rule = anchor[1] if anchor else rule
        other = r"\bA\d+\b" if rule.startswith("R") else r"\bR\d+(?:\.\d+[a-z]?)?\b"
        for name in re.findall(other, books.ANCHOR.sub("", line)):
            if name in known and rule:
                entry, by = (name, rule) if rule.startswith("R") else (rule, name)
                out.setdefault(entry, []).append(by)
    return {entry: list(dict.fromkeys(found)) for entry, found in out.items()}


def proofs(game: str, rule: str) -> tuple[str, ...]:
    """The tests of a rule; of an entry Ann that none names, those of the rules it is about; of a chapter, its rules'."""
    if places(game)[rule].tests:
        return places(game)[rule].tests
    parts = related(game).get(rule, []) if rule.startswith("A") else []
    parts = parts or [other for other in books.rules(game) if other.startswith(rule + ".")]
    return tuple(dict.fromkeys(name for part in parts if part != rule for name in proofs(game, part)))


def not_played(game: str, rule: str) -> str:
    """Why a rule has no kernels, empty where it must have some."""
    return next((why for part, why in NOT_PLAYED[game].items() if rule == part or rule.startswith(part + ".")), "")


def cell(names: tuple[str, ...]) -> str:
    """Names in a cell of a table."""
    shown = ", ".join(f"`{name}`" for name in names[:SHOWN])
    return f"{shown}, {len(names) - SHOWN} more" if len(names) > SHOWN else shown


def markdown() -> str:
    """The whole page."""
    parts = [HEAD]
    for game, title in books.BOOKS.items():
        parts.append(
            f"\n## [{title}]({game}.md)\n\n| rule | begins | carried out by | proved by |\n| --- | --- | --- | --- |"
        )
        for rule in books.rules(game).values():
            if not rule.words:
                continue
            place = places(game)[rule.id]
            proof = cell(place.tests) or not_played(game, rule.id)
            if not proof:
                proof = "see " + ", ".join(f"[{other}]({game}.md#{other})" for other in related(game).get(rule.id, []))
            name = f"[{rule.id}]({game}.md#{rule.id})"
            parts.append(f"| {name} | {rule.words} | {cell(place.kernels)} | {proof} |")
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(markdown())
