"""The links of the documents lead somewhere, and the index leads to all of them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from tests.every import every

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")), *sorted(DOCS.rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^()\s]+)\)")
ELSEWHERE = ("http://", "https://", "mailto:")


def prose(page: Path) -> str:
    """The text of a page without its blocks of code."""
    return re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)


def links(page: Path) -> list[str]:
    """The targets of the links to places in the tree."""
    return [target for target in LINK.findall(prose(page)) if not target.startswith(ELSEWHERE)]


@cache
def anchors(page: Path) -> set[str]:
    """Places at which a page can be entered: its anchors, and its headings as web pages of repositories name them."""
    text = prose(page)
    found = set(re.findall(r'<a id="([^"]+)"></a>', text))
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip()).lower()
        name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
        copies = sum(1 for known in found if re.fullmatch(rf"{re.escape(name)}(-\d+)?", known))
        found.add(f"{name}-{copies}" if copies else name)
    return found


def dead(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    out = []
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            out.append(target)
    return out


@every(PAGES)
def test_links__lead_somewhere(page) -> None:
    """Each relative link of a page names a file of the tree, and a heading or anchor of it."""
    assert not dead(page), f"{page.relative_to(ROOT)}: nothing is there"


def test_links__that_lead_nowhere_are_found(tmp_path) -> None:
    """A missing file, a missing heading and a missing anchor are dead; what is there, or shown as code, is not."""
    (tmp_path / "other.md").write_text('# A word, twice\n## B\n## B\n<a id="Part.2"></a>\n', encoding="utf-8")
    page = tmp_path / "page.md"
    good = [
        "other.md",
        "other.md#a-word-twice",
        "other.md#b",
        "other.md#b-1",
        "other.md#Part.2",
        "#here",
        "https://x.y",
    ]
    bad = ["none.md", "other.md#b-2", "other.md#Part.3", "#there"]
    text = "\n".join(f"[to]({target})" for target in good + bad)
    page.write_text(f"# Here\n{text}\n```\n[to](shown.md)\n```\n", encoding="utf-8")
    assert dead(page) == bad


def test_index__leads_to_every_page_and_example() -> None:
    """docs/index.md links every page of docs (those of a folder with a README by that one), docs/learn/examples.md every example.

    The README links the index and the folder of examples.
    """
    index = DOCS / "index.md"
    linked = {(DOCS / target.partition("#")[0]).resolve() for target in links(index)}
    folders = {page.parent for page in DOCS.rglob("README.md")}  # whose own index leads on
    pages = {page for page in DOCS.rglob("*.md") if page.name == "README.md" or page.parent not in folders} - {index}
    examples = set((ROOT / "examples").glob("*.py"))
    assert not {path.name for path in pages - linked}
    shown = {(DOCS / "learn" / target.partition("#")[0]).resolve() for target in links(DOCS / "learn" / "examples.md")}
    assert not {path.name for path in examples - shown}
    readme = {(ROOT / target.partition("#")[0]).resolve() for target in links(ROOT / "README.md")}
    assert {index, ROOT / "examples"} <= readme
