"""The version from one place, and what has to be true of a tree before it is released."""

from __future__ import annotations

import re

import pytest

import fs_env
from release.version import CHANGELOG, CITATION, ROOT, SOURCE, faults, section, version_in

DATED = "# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2026-02-01\n\n- New.\n\n## [1.1.0] - 2026-01-01\n\n- Old.\n"


@pytest.fixture
def tree(tmp_path):
    """A tree of version 1.2.0 that can be released."""
    (tmp_path / "fs_env").mkdir()
    (tmp_path / SOURCE).write_text('"""Docs."""\n__version__ = "1.2.0"\n')
    (tmp_path / CHANGELOG).write_text(DATED)
    (tmp_path / CITATION).write_text("cff-version: 1.2.0\nversion: 1.2.0\n")
    return tmp_path


def test_version__is_in_one_place():
    """The package's own; pyproject.toml takes it from there, and CITATION.cff agrees."""
    assert version_in() == fs_env.__version__
    project = (ROOT / "pyproject.toml").read_text()
    assert 'version = {attr = "fs_env.version.__version__"}' in project and not re.search(
        r'^version = "', project, re.MULTILINE
    )


def test_faults__of_this_tree():
    """As a trial this tree could be built at any time."""
    assert faults(final=False) == []


def test_faults__none_in_a_tree_that_is_ready(tree):
    assert faults(tree) == [] and version_in(tree) == "1.2.0"


WRONG = {
    "no section ## [1.2.0]": (CHANGELOG, "## [1.2.0] - 2026-02-01\n\n- New.\n\n", ""),
    "still has entries under [Unreleased]": (CHANGELOG, "[Unreleased]\n", "[Unreleased]\n\n- Later.\n"),
    "needs a version such as 1.2.3 and a date": (CHANGELOG, "[1.2.0] - 2026-02-01", "[1.2.0]"),
    "the newest version does not come first": (CHANGELOG, "2026-01-01", "2026-03-01"),
    "has a version twice": (CHANGELOG, "[1.1.0] - 2026-01-01", "[1.2.0] - 2026-01-01"),
    "does not begin with": (CHANGELOG, "## [Unreleased]\n\n", ""),
    "CITATION.cff says version 1.1.9": (CITATION, "\nversion: 1.2.0", "\nversion: 1.1.9"),
}


@pytest.mark.parametrize("told", WRONG)
def test_faults__names_what_is_wrong(tree, told):
    """Each single fault of a tree is told in a sentence that names the file."""
    file, before, after = WRONG[told]
    text = (tree / file).read_text()
    assert text.count(before) == 1
    (tree / file).write_text(text.replace(before, after))
    assert any(told in fault for fault in faults(tree)), faults(tree)


def test_faults__a_trial_may_have_news_but_no_older_version(tree):
    """A trial build leaves [Unreleased] alone; a version below the last one is wrong in any build."""
    (tree / CHANGELOG).write_text(DATED.replace("[Unreleased]\n", "[Unreleased]\n\n- Later.\n"))
    assert faults(tree, final=False) == []
    (tree / SOURCE).write_text('__version__ = "1.1.0"\n')
    (tree / CITATION).write_text("version: 1.1.0\n")
    assert faults(tree, final=False) == ["fs_env/version.py says 1.1.0, which is older than 1.2.0 in CHANGELOG.md"]


@pytest.mark.parametrize("line", ["", "__version__ = 3", "__version__ = '1.2'", "version = '1.2.3'"])
def test_version_in__another_line(tree, line):
    """A version that is not three numbers is refused."""
    (tree / SOURCE).write_text(line)
    with pytest.raises(ValueError, match="has no line __version__"):
        version_in(tree)


def test_section__is_that_of_one_version():
    assert section(DATED, "1.2.0") == "- New." and section(DATED, "1.1.0") == "- Old." and section(DATED, "9.9.9") == ""


def test_citation__can_be_read_by_tools():
    """CITATION.cff has the fields that its format demands, each once."""
    text = (ROOT / CITATION).read_text()
    for field in ("cff-version", "message", "title", "authors", "version", "license"):
        assert len(re.findall(rf"^{field}:", text, re.MULTILINE)) == 1, field
