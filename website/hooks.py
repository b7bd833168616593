"""Steps of the site's build beyond plain Markdown.

The pages are written for the repository: they link to files beside docs/, and README files are the indexes of folders. On the site
every file that a page links to has a page below `tree/`, named as it is in the repository. The API reference is made of docstrings.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable
from functools import partial
from html import unescape
from pathlib import Path
from textwrap import shorten
from typing import Any

from mkdocs.structure.files import File, Files, InclusionLevel

from fs_env.envs.registry import environments

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # while mkdocs loads this file, which runs without the current folder
from website.castles_page import script  # noqa: E402

LINK = re.compile(r"(\]\()([^()\s]+)(\))")
CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
BRACKETS = re.compile(r"\[([^\[\]]*)\](?!\()")  # a tag such as [FAQ], which the API reference would take for a name
ELSEWHERE = re.compile(r"[a-z]+:|#")
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
BOOSTS = {
    "learn/": 4,
    "do/": 4,
    "understand/": 3,
    "look_up/games/": 3,
    "look_up/observation/README": 8,
    "look_up/actions/README": 8,
    "look_up/performance.md": 8,
    "tree/CONTRIBUTING": 4,
    "api/": 0.0002,  # a word in a title counts a thousand times
}
"""How much more a page counts in the search, by what its path begins with: guides come before the reference."""
SHORT = 28
"""Characters that fit on a line of a phone, also in a table."""
INLINE_CODE = re.compile(r"<code>([^<>\n]+)</code>")
LANGUAGES = {".py": "python", ".toml": "toml", ".json": "json", ".ipynb": "json", ".tsv": "text", "": "text"}
CASTLES = "do/play_castles"  # the page with a game
GALLERY = "look_up/cards/index.html"  # its place is taken by the page of cards/README.md
API: dict[str, tuple[str, tuple[str, ...]]] = {
    "environments": (
        "Environments",
        (
            "fs_env",
            *(environment.module for environment in environments().values()),
            "fs_env.envs.aec.GameAEC",
            "fs_env.envs.seat.GameSeatEnv",
            "fs_env.envs.vector.GameVectorEnv",
            "fs_env.envs.sb3.GameVecEnv",
            "fs_env.envs.labels.Labels",
            "fs_env.envs.interface",
            "fs_env.envs.positions.EnvSnapshot",
        ),
    ),
    "games": (
        "Games and positions",
        (
            "fs_env.registry.manifest",
            "fs_env.core.machine.run.game",
            "fs_env.core.machine.declare.spec.GameSpec",
            "fs_env.core.machine.declare.options.Option",
            "fs_env.core.machine.declare.outcome.Outcome",
            "fs_env.core.machine.declare.observation.ObservationSchema",
            "fs_env.core.machine.declare.observation.Section",
            "fs_env.core.machine.run.policy.Policy",
            "fs_env.core.machine.run.value.Value",
            "fs_env.core.machine.run.rollouts.Rollouts",
            "fs_env.core.four_souls.scenario.start.Scenario",
            "fs_env.core.four_souls.scenario.position",
            "fs_env.core.four_souls.scenario.play.Play",
        ),
    ),
    "arena": (
        "Agents, matches and tournaments",
        (
            "fs_env.agent_api.agent",
            "fs_env.agent_api.view",
            "fs_env.agent_api.hooks",
            "fs_env.agent_api.specs.load_agent",
            "fs_env.arena.match",
            "fs_env.arena.tournament",
            "fs_env.arena.plan.Plan",
            "fs_env.arena.results",
            "fs_env.arena.standings",
            "fs_env.arena.ratings",
            "fs_env.arena.referee",
            "fs_env.arena.database",
            "fs_env.agents.search.agent.SearchAgent",
        ),
    ),
    "showing": (
        "Drawings, replays and words",
        (
            "fs_env.drawing.picture",
            "fs_env.drawing.grid",
            "fs_env.drawing.raster",
            "fs_env.drawing.gallery",
            "fs_env.replays.replay",
            "fs_env.replays.player",
            "fs_env.replays.recorder",
            "fs_env.narration.narrator",
            "fs_env.narration.card_texts",
        ),
    ),
    "training": (
        "Training",
        (
            "fs_env.training.run",
            "fs_env.training.clone",
            "fs_env.training.ppo",
            "fs_env.training.expert_iteration",
            "fs_env.training.league",
            "fs_env.training.best_response",
            "fs_env.training.sb3",
            "fs_env.training.networks.torch_network",
            "fs_env.training.networks.positions",
            "fs_env.training.selfplay",
        ),
    ),
}


ABOUT = {
    "environments": "Create an environment, reset it and step through a game, for one agent, one seat or many games at once. Start with "
    "the [quickstart](../learn/tutorial.md) and [Gymnasium environments](../do/gymnasium.md).",
    "games": "Work with rules and positions directly: copy, sample and simulate states, and start from scenarios. Start with "
    "[states](../do/state.md).",
    "arena": "Load bots, play matches and tournaments, and rate the results. Start with [tournaments](../do/tournaments.md).",
    "showing": "Draw positions and cards, record and view games, and describe them in words. Start with "
    "[drawings](../do/drawing.md) and [replays](../do/replays.md).",
    "training": "Train networks, resume runs and write self-play data. Start with [training](../do/training.md).",
}
"""The first sentences of the pages of the API reference, by name."""


def place_on_site(path: str) -> str:
    """Where a file or folder of the repository, as a path from its root, stands among the sources of the site."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if (ROOT / path).is_dir():
        return f"tree/{path}/README.md"
    return f"tree/{path}" if path.endswith(".md") else f"tree/{path}.md"


def place_in_tree(src_uri: str) -> str | None:
    """The path in the repository of a Markdown page of the site that is one there too."""
    path = src_uri.removeprefix("tree/") if src_uri.startswith("tree/") else f"docs/{src_uri}"
    return path if (ROOT / path).is_file() else None


def in_prose(text: str, change: Callable[[re.Match[str]], str]) -> str:
    """The text with every link changed, except in code."""
    return "".join(part if part.startswith("`") else LINK.sub(change, part) for part in CODE.split(text))


def resolved(path: str, link: str) -> str:
    """The path from the root of the repository that a link on a page at `path` leads to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), link))


def relinked(text: str, path: str) -> str:
    """A page of the repository with its links as they are on the site."""
    here = posixpath.dirname(place_on_site(path)) or "."

    def change(found: re.Match[str]) -> str:
        link, hash_, anchor = found[2].partition("#")
        if ELSEWHERE.match(found[2]):
            return found[0]
        there = posixpath.relpath(place_on_site(resolved(path, link)), here)
        return f"{found[1]}{there}{hash_}{anchor}{found[3]}"

    return in_prose(text, change)


def linked(text: str, path: str) -> set[str]:
    """The files and folders of the repository that a page links to."""
    out = set()

    def note(found: re.Match[str]) -> str:
        if not ELSEWHERE.match(found[2]):
            out.add(resolved(path, found[2].partition("#")[0]))
        return found[0]

    in_prose(text, note)
    return {one for one in out if (ROOT / one).exists()}


def source_page(path: str, known: set[str]) -> str:
    """The page of a file or folder that pages link to."""
    file = ROOT / path
    head = "---\nsearch:\n  exclude: true\n---\n"
    if file.is_dir():
        names = sorted(one.name + "/" * one.is_dir() for one in file.iterdir() if one.name[0] not in "._")
        here = f"tree/{path}"
        rows = [
            f"- [{name}]({posixpath.relpath(place_on_site(whole), here)})" if whole in known else f"- {name}"
            for name, whole in ((name, f"{path}/{name}".rstrip("/")) for name in names)
        ]
        return f"{head}# {path}/\n\nA folder of the source tree.\n\n" + "\n".join(rows) + "\n"
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".md":
        return head + text
    fence = "`" * (3 + max((len(run) for run in re.findall("`+", text)), default=0))
    return f"{head}# {path}\n\n{fence}{LANGUAGES.get(file.suffix, 'text')}\n{text}\n{fence}\n"


def api_page(name: str, title: str, names: tuple[str, ...]) -> str:
    """A page of the API reference, as mkdocstrings reads it."""
    return f"# {title}\n\n{ABOUT[name]}\n\n" + "\n".join(f"::: {name}\n" for name in names)


def first_sentence(html: str) -> str:
    """The words of the first sentence of a rendered page, "" without a paragraph; at most 200 characters."""
    found = re.search(r"<p>(?!<img|<a [^>]*><img|Generated by )(.*?)</p>", html, re.DOTALL)
    words = " ".join(unescape(re.sub(r"<[^>]+>", "", found[1])).split()) if found else ""
    return shorten(re.split(r"(?<=[.!?])\s", words, maxsplit=1)[0].rstrip(":"), 200, placeholder=" ...")


def on_page_content(html: str, page: Any, files: Files, **kwargs: Any) -> str:
    """Each page has its first sentence as its description; inline code breaks only at spaces. The page with a game gets its program."""
    page.meta["summary"] = first_sentence(html)
    if page.file.src_uri == f"{CASTLES}.md" and files.get_file_from_path(f"{CASTLES}.js"):
        html += f'<script src="{posixpath.basename(CASTLES)}.js" defer></script>'
    return INLINE_CODE.sub(unbroken, html)


def unbroken(found: re.Match[str]) -> str:
    """Inline code in which options and paths do not break after their hyphens; short code breaks only in tables on phones, and long names
    after underscores and slashes."""
    kind = ' class="short"' if len(found[1]) <= SHORT else ""
    return f"<code{kind}>{' '.join(map(whole_word, found[1].split(' ')))}</code>"


def whole_word(word: str) -> str:
    if len(word) > SHORT:
        return re.sub(r"([_/]+)(?=.)", r"\1<wbr>", word)
    return f'<span class="short">{word}</span>' if "-" in word else word


def on_config(config: Any) -> Any:
    """Finishes the navigation: what is not there is left out, what stands nowhere comes last. An address of the site ends with a slash."""
    if config["site_url"]:
        config["site_url"] = config["site_url"].rstrip("/") + "/"
    docs = {str(one.relative_to(ROOT / "docs")) for one in (ROOT / "docs").rglob("*.md")}
    there = docs | {f"tree/{name}" for name in BESIDE}
    named = set()

    def kept(entry: Any) -> Any:
        if isinstance(entry, str):
            named.add(entry)
            return entry if entry in there else None
        ((title, inner),) = entry.items()
        if inner == "API":
            return {title: [{words: f"api/{name}.md"} for name, (words, _) in API.items()]}
        if isinstance(inner, str):
            return {title: inner} if kept(inner) else None
        return {title: [one for one in map(kept, inner) if one]}

    config["nav"] = [one for one in map(kept, config["nav"]) if one]
    if docs - named:
        config["nav"].append({"More": sorted(docs - named)})
    return config


def on_files(files: Files, config: Any) -> Files:
    """Adds the pages that are not in docs/: README and the like, linked sources, the API reference, the style."""
    add = partial(File.generated, config)
    here = partial(File, src_dir=config["docs_dir"], dest_dir=config["site_dir"], use_directory_urls=False)
    files.append(here(GALLERY, dest_uri="look_up/cards/gallery.html", inclusion=InclusionLevel.INCLUDED))
    pages = [f"docs/{file.src_uri}" for file in files.documentation_pages()] + list(BESIDE)
    sources: set[str] = set()
    while pages:
        page = pages.pop()
        found = linked((ROOT / page).read_text(encoding="utf-8"), page) - sources
        new = {one for one in found if not one.startswith("docs/") and one not in BESIDE}
        sources |= new
        pages += sorted(one for one in new if one.endswith(".md"))
    known = sources | set(BESIDE)
    for path in BESIDE:
        files.append(add(place_on_site(path), content=(ROOT / path).read_text(encoding="utf-8")))
    for path in sorted(sources):
        files.append(add(place_on_site(path), content=source_page(path, known)))
    for name, (title, names) in API.items():
        files.append(add(f"api/{name}.md", content=api_page(name, title, names)))
    if program := script():
        files.append(add(f"{CASTLES}.js", content=program))
    for name in ("style.css", "iframe-worker.js"):
        files.append(add(name, content=(ROOT / "website" / name).read_text(encoding="utf-8")))
    return files


def on_post_build(config: Any) -> None:
    """The galleries of cards, which are pages of their own, lead back to the page on cards and have its preview."""
    image = f"{config['site_url']}preview.png" if config["site_url"] else "../../preview.png"
    for file in (Path(config["site_dir"]) / "look_up" / "cards").glob("*gallery.html"):
        text = file.read_text(encoding="utf-8")
        text = text.replace("<title>", f'<meta property="og:image" content="{image}">\n<title>', 1)
        file.write_text(
            text.replace("<nav>", '<nav><a href="index.html">Cards in the documentation</a> ', 1), encoding="utf-8"
        )


def on_page_markdown(markdown: str, page: Any, **kwargs: Any) -> str:
    """Links of the repository become links of the site; brackets that are no links are only brackets."""
    by = next((by for shelf, by in BOOSTS.items() if page.file.src_uri.startswith(shelf)), 1)
    page.meta.setdefault("search", {"boost": by})
    if page.file.src_uri == "index.md":
        page.meta["hide"] = ["navigation", "toc"]
    path = place_in_tree(page.file.src_uri)
    if path is None:
        return markdown
    parts = CODE.split(relinked(markdown, path))
    return "".join(part if part.startswith("`") else BRACKETS.sub(r"\\[\1\\]", part) for part in parts)
