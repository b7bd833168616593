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

from fs_env.core.castles_of_caleira.cards import CARDS
from fs_env.registry.games import load_game
from release.wasm import linker
from website.castles_page import script

pytest.importorskip("mkdocs", reason="needs the extra 'docs'")
pytest.importorskip("material", reason="needs the extra 'docs'")
pytest.importorskip("mkdocstrings", reason="needs the extra 'docs'")

ROOT = Path(__file__).parents[2]
THREE_WALLS = 1100  # random numbers with which one castle gets all three Battlements face up
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


@pytest.mark.slow
def test_site__castles_without_a_server(site, chromium) -> None:
    """A whole game on a phone, from the disk, by clicks and keys in turns. At each decision the page shows what `Game` shows to that seat
    in Python, and at the end the returns.

    Mutations: `PAGE.actions` for `PAGE.seen`, `observed(1)`, `seen.pieces` without `inCastle`, points without `bonus`, `-result`.
    """
    try:
        linker()
    except RuntimeError as error:
        pytest.skip(str(error))
    page, errors = chromium.new_page(viewport={"width": 390, "height": 844}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(
        f"let draw = {THREE_WALLS}; crypto.getRandomValues = (to) => to.fill(to[0].constructor(draw++));"
    )
    page.goto((site[0] / "do" / "play_castles.html").as_uri())
    prompt, choices, shown = page.locator("#castles output p").last, page.locator("#castles div button"), []
    page.get_by_label("Opponent").select_option("search, 24 rollouts for each action")
    while "Returns" not in prompt.inner_text(timeout=10_000):
        assert len(shown) < 60
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        shown.append(sections(page))
        if len(shown) % 2:
            choices.last.click()
        else:  # the first choice has the focus
            page.keyboard.press("Enter")
    shown.append(sections(page))
    seed, *actions = map(int, re.findall(r"\d+", page.locator("#castles > div > p").inner_text()))
    moves = page.locator("#castles ol").text_content()
    game = load_game("castles_of_caleira")
    S = game.new()
    game.setup(S, seed=seed, num_players=2)
    expected, down = [], 0
    for action in [*actions, None]:
        if game.to_act(S) != 1:
            expected.append(in_python(game, S))
        elif action in game.action_ids["play_down"]:
            down += 1
        if action is not None:
            game.step(S, action)
    assert shown == expected and not errors
    assert max(str(pieces).count("Battlements, face up") for one in shown for pieces in one.values()) == 3
    mine, others = (f"{one:g}" for one in game.returns(S))
    result = {"1": "You won", "0": "Draw", "-1": "You lost"}[mine]
    assert prompt.inner_text() == f"{result}. Returns: you {mine}, opponent {others}."
    names = "|".join(game.action_text(action)[5:-10] for action in game.action_ids["play_down"])
    assert moves.count("Opponent: play a card face down; ") == down
    assert not re.search(rf"Opponent[^:]*: (play ({names}) face down|give ({names})|put)", moves)
    page.close()


def sections(page):
    """Titles and lists of the page of Castles, without the choices that are not pieces and without what happened."""
    found = page.locator("#castles section").all()
    return {one.locator("h2").inner_text(): one.locator("li").all_inner_texts() for one in found}


def in_python(game, S):
    """The same from `Game.to_json`."""
    view, cards = game.to_json(S, player=0), {card.name: card for card in CARDS}
    pieces = [[], []]
    for one in view["pieces"]:
        if one["place"] != "discarded":
            text = f"{one['piece']}. {one['card'] or 'unknown card'}, {one['place']}"
            pieces[one["owner"]].append(text + ", no effect this turn" * one["suppressed"])
    title = "{} castle; points: {points}; cards in hand: {hand_size}"
    titles = [title.format(whose, **player) for whose, player in zip(("Your", "Opponent's"), view["players"])]
    waiting = ", ".join(map(str, view["pending"])) or "none"
    return {
        **dict(zip(titles, pieces)),
        "Your hand": [
            f"{name} (points: {cards[name].points}): {cards[name].text}" for name in view["players"][0]["hand"]
        ],
        "Deck and discard pile": [
            f"Deck: {view['deck_size']} cards; known on top: {', '.join(view['deck_top']) or 'none'}",
            f"Discard pile: {', '.join(view['discard']) or 'none'}",
            f"Pieces whose effects wait: {waiting}",
            *(
                f"{fact['card']} is in the opponent's hand, or face down as piece {fact['or_piece_from']} or later"
                for fact in view["held"]
            ),
        ],
    }


def test_script__without_a_linker(monkeypatch) -> None:
    """The site is built without the game where neither wasm-ld nor rustc is found."""
    monkeypatch.setenv("PATH", "")
    assert script() is None


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
