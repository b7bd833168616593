"""Names in the documents exist: environments, targets of make, files. Code blocks are run by tests/documents."""

import re
from pathlib import Path

from fs_env.cli import COMMANDS
from fs_env.envs.registry import environments, text_id
from fs_env.registry.games import GAMES

ROOT = Path(__file__).parents[1]
TARGETS = sorted(
    {
        target
        for name in ("README.md", "CONTRIBUTING.md")
        for target in re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
    }
)


def test_documents__name_current_environments():
    """Each environment of a game of ours that a page names is the current one."""
    pages = [page.read_text(encoding="utf-8") for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"))]
    found = {(game, name) for page in pages for name, game in re.findall(r"\b(([a-z_]+)_v\d+)\b", page)}
    current = environments()
    named = {name for game, name in found if game in GAMES or name in current}
    ids = {name for page in pages for name in re.findall(r"\b[A-Z]\w+/\w+-v\d+", page)}
    assert (
        named == set(current)
        and ids
        and ids <= {*map(text_id, GAMES.values()), *(one.gymnasium for one in current.values())}
    )


def test_commands__are_all_on_their_page():
    """docs/look_up/commands.md has a row for each command."""
    page = (ROOT / "docs" / "look_up" / "commands.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `fs-env ([a-z-]+)", page, re.MULTILINE)) == set(COMMANDS)


def test_documents__extras_are_installed_from_the_tree():
    """The package is on no index: no page or message tells to install an extra from there."""
    pages = [
        ROOT / "README.md",
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "fs_env").rglob("*.py"),
        *(ROOT / "training").glob("*.py"),
    ]
    assert not [page.name for page in pages if "fs-env[" in page.read_text(encoding="utf-8")]


def test_pages__say_what_is_and_not_what_was():
    """Pages are no notebook: what was wanted, older or measured before is in the notes of benchmarks/lab."""
    told = re.compile(
        r"were wanted|is older, with|are not told apart|chose nothing|[Ss]ince (?:these|those) (?:games|rows) were"
        r"|\b[Ff]ormerly\b|[Ss]ince then"
    )
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    assert not [(page.name, found[0]) for page in pages if (found := told.search(page.read_text(encoding="utf-8")))]


def test_make__targets_that_the_documents_name_exist():
    """Every `make` target of the documents is in the Makefile."""
    made = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert TARGETS and not set(TARGETS) - made


def test_layout__names_what_is_there():
    """Every folder and file in the layout of CONTRIBUTING.md exists."""
    tree = (
        (ROOT / "CONTRIBUTING.md")
        .read_text(encoding="utf-8")
        .split("## Layout", 1)[1]
        .split("```text\n")[1]
        .split("```")[0]
    )
    at = {0: ROOT}
    for line in tree.splitlines():
        name = line.split(maxsplit=1)[0] if line.strip() else ""
        if not name:
            continue
        depth = len(line) - len(line.lstrip())
        at[depth + 2] = at[depth] / name
        assert at[depth + 2].exists(), f"{name} is in the layout, not in the tree"
