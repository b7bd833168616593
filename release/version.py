"""The version, which `fs_env/version.py` alone gives, and what must agree with it."""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE, CHANGELOG, CITATION = "fs_env/version.py", "CHANGELOG.md", "CITATION.cff"
HEADING = re.compile(r"^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$", re.MULTILINE)
VERSION = re.compile(r"\d+\.\d+\.\d+(?:(?:a|b|rc)\d+)?")


def version_in(root: Path = ROOT) -> str:
    """The version of a tree, read without importing it.

    Raises:
        ValueError: there is none.
    """
    for node in ast.parse((root / SOURCE).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and any(getattr(name, "id", "") == "__version__" for name in node.targets):
            found = ast.literal_eval(node.value)
            if isinstance(found, str) and VERSION.fullmatch(found):
                return found
    raise ValueError(f'{root / SOURCE} has no line __version__ = "1.2.3"')


def headings(text: str) -> list[tuple[str, str]]:
    """The versions of a changelog with their dates, in the order of the text; without a date ""."""
    return [(name, date or "") for name, date in HEADING.findall(text)]


def section(text: str, name: str) -> str:
    """Text of a changelog under a version."""
    for found in HEADING.finditer(text):
        if found[1] == name:
            rest = text[found.end() :]
            following = HEADING.search(rest)
            return rest[: following.start() if following else len(rest)].strip()
    return ""


def faults(root: Path = ROOT, *, final: bool = True) -> list[str]:
    """Reasons against releasing a tree, each as a sentence; empty where there are none.

    Args:
        final: the version itself must have its dated section. False: an `[Unreleased]` one is enough, for trial builds.
    """
    version, text = version_in(root), (root / CHANGELOG).read_text(encoding="utf-8")
    sections, found = headings(text), []
    names = [name for name, _ in sections]
    if not sections or names[0] != "Unreleased":
        found.append(f"{CHANGELOG} does not begin with ## [Unreleased]")
    if len(set(names)) != len(names):
        found.append(f"{CHANGELOG} has a version twice: {names}")
    for name, date in sections:
        if name != "Unreleased" and not (VERSION.fullmatch(name) and date):
            found.append(f"{CHANGELOG}: ## [{name}] needs a version such as 1.2.3 and a date: ## [1.2.3] - 2026-01-31")
    dates = [date for _, date in sections if date]
    if dates != sorted(dates, reverse=True):
        found.append(f"{CHANGELOG}: the newest version does not come first")
    if final and version not in names:
        found.append(
            f"{CHANGELOG} has no section ## [{version}]: write it from [Unreleased], or set another version in {SOURCE}"
        )
    if final and section(text, "Unreleased"):
        found.append(f"{CHANGELOG} still has entries under [Unreleased]: they belong to [{version}]")
    if not final and version in names and names.index(version) > 1:
        found.append(f"{SOURCE} says {version}, which is older than {names[1]} in {CHANGELOG}")
    cited = re.search(r"^version: (.+)$", (root / CITATION).read_text(encoding="utf-8"), re.MULTILINE)
    if cited is None or cited[1].strip("\"'") != version:
        found.append(f"{CITATION} says version {cited[1] if cited else None}, {SOURCE} {version}")
    return found


if __name__ == "__main__":  # before anything is installed
    sys.exit("\n".join(faults()) or None)
