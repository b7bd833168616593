"""The site: every page is on it, its links lead somewhere, and nothing is loaded from elsewhere."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("mkdocs", reason="needs the extra 'docs'")
pytest.importorskip("material", reason="needs the extra 'docs'")
pytest.importorskip("mkdocstrings", reason="needs the extra 'docs'")

ROOT = Path(__file__).parents[2]
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}
spec = importlib.util.spec_from_file_location("website_hooks", ROOT / "website" / "hooks.py")
assert spec is not None and spec.loader is not None
hooks = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hooks)


class Page(HTMLParser):
    """Links of a page, its loaded files, and the places where it can be entered."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.anchors |= {told[name] for name in ("id", "name") if told.get(name)}
        if tag == "a" and told.get("href"):
            self.links.append(told["href"])
        if told.get(LOADED.get(tag, "")) and told.get("rel") != "canonical":
            self.loaded.append(told[LOADED[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The site, built strictly, and its pages by their path in it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-f", "website/mkdocs.yml", "-d", str(folder)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    pages = {
        str(file.relative_to(folder)): Page(file.read_text(encoding="utf-8"))
        for file in folder.rglob("*.html")
        if file.name != "404.html" and not file.name.endswith("gallery.html")
    }
    return folder, pages


@pytest.mark.slow
def test_site__every_page_is_on_it_and_in_its_navigation(site) -> None:
    """Each page of docs, the README and the changelog is a page of the site, in the navigation that the first page shows."""
    folder, pages = site
    start = {unquote(urlsplit(link).path) for link in pages["index.html"].links}
    for page in (ROOT / "docs").rglob("*.md"):
        name = str(page.relative_to(ROOT / "docs").with_suffix(".html")).replace("README", "index")
        assert name in pages and name in start, f"{page.name} is not in the navigation"
    for name in ("tree/index.html", "tree/CONTRIBUTING.html", "tree/CHANGELOG.html"):
        assert name in pages and name in start
    stored = (ROOT / "docs/look_up/cards/index.html").read_text(encoding="utf-8")
    there = (folder / "look_up" / "cards" / "gallery.html").read_text(encoding="utf-8")
    assert there.partition("</nav>")[2] == stored.partition("</nav>")[2] and '<a href="index.html">' in there


@pytest.mark.slow
def test_site__search_puts_guides_before_the_reference(site) -> None:
    """A page that answers a question counts more than the reference of classes; sources are not searched."""
    folder, _ = site
    found = json.loads((folder / "search" / "search_index.json").read_text(encoding="utf-8"))["docs"]
    counts = {one["location"]: one.get("boost", 1) for one in found}
    assert counts["do/training.html"] > counts["look_up/options.html"] > counts["api/arena.html"]
    assert not [place for place in counts if place.startswith("tree/") and place.split("#")[0].endswith(".py.html")]


@pytest.mark.slow
def test_site__links_lead_somewhere(site) -> None:
    """Each link within the site names a file of it, and where it names a place, one that the page has."""
    folder, pages = site
    dead = []
    for name, page in pages.items():
        for link in {*page.links, *page.loaded}:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(name), unquote(parts.path))) if parts.path else name
            if target == "." or (folder / target).is_dir():
                target = os.path.normpath(f"{target}/index.html")
            there = (folder / target).is_file()
            known = pages[target].anchors if target in pages else None
            if not there or (parts.fragment and known is not None and unquote(parts.fragment) not in known):
                dead.append(f"{name}: {link}")
    assert not dead, dead[:10]
    assert sum(len(page.links) for page in pages.values()) > 10_000


@pytest.mark.slow
def test_site__loads_nothing_from_elsewhere(site) -> None:
    """Scripts, styles, pictures and fonts are files of the site."""
    folder, pages = site
    outside = {one for page in pages.values() for one in page.loaded if urlsplit(one).netloc}
    assert not outside
    styles = [file.read_text(encoding="utf-8") for file in folder.rglob("*.css")]
    assert styles and not [one for style in styles for one in re.findall(r"url\(['\"]?(?:https?:)?//[^)]*", style)]


@pytest.mark.slow
def test_site__has_the_reference(site) -> None:
    """Classes and functions have their signatures and docstrings; agents are found under their installed name."""
    folder, pages = site
    assert {"fs_env.envs.aec.GameAEC", "fs_env.envs.aec.GameAEC.step", "fs_env.four_souls_v1"} <= pages[
        "api/environments.html"
    ].anchors
    assert "fs_env.core.machine.run.game.Game.resample" in pages["api/games.html"].anchors
    assert "fs_env.agents.search.agent.SearchAgent" in pages["api/arena.html"].anchors
    text = (folder / "api" / "games.html").read_text(encoding="utf-8")
    assert "Replaces everything in" in text and "Raises:" in text


def test_links__of_the_repository_become_links_of_the_site() -> None:
    """A file beside docs has a page below tree/, a folder the page of its README; code and addresses stay as they are."""
    links = "[a](../../README.md#x) [b](play.md) [c](../../agents/__init__.py) [d](../../agents)"
    text = f"{links} `[e](../../README.md)` [f](https://x.y) [g](#h)"
    assert hooks.relinked(text, "docs/do/solo.md") == (
        "[a](../tree/README.md#x) [b](play.md) [c](../tree/agents/__init__.py.md) [d](../tree/agents/README.md) "
        "`[e](../../README.md)` [f](https://x.y) [g](#h)"
    )
    links = "[a](docs/do/solo.md) ![b](docs/game.svg)"
    assert hooks.relinked(links, "README.md") == "[a](../do/solo.md) ![b](../game.svg)"
    assert hooks.relinked("[a](../../../fs_env)", "docs/look_up/rules/a.md") == "[a](../../tree/fs_env/README.md)"
    assert hooks.linked("[a](../README.md) [b](none.md) `[c](../LICENSE)`", "docs/index.md") == {"README.md"}


def test_source_page__shows_a_file_as_it_is() -> None:
    """A source is in one block of code, whatever it holds; a folder lists what is in it."""
    text = hooks.source_page("fs_env/cli/observation_page.py", set())
    assert "\n``````python\n" in text and text.rstrip().endswith("\n``````")
    assert (ROOT / "fs_env/cli/observation_page.py").read_text(encoding="utf-8") in text
    listed = hooks.source_page("examples", {"examples/scenario.py"})
    assert "- [scenario.py](scenario.py.md)" in listed and "- replay.py\n" in listed
