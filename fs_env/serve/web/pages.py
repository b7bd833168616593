"""Pages as HTML, and what their scripts read besides messages. Needs the extra "serve"."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import jinja2

from fs_env.agents import bots_of
from fs_env.core.machine.declare.options import Option
from fs_env.drawing.part import drawing_of
from fs_env.narration.speech import isolated
from fs_env.narration.stops import STOPS
from fs_env.registry.games import GAMES, load_game, manifest_of
from fs_env.registry.manifest import Level
from fs_env.serve.guard.limits import AWAY, LONGEST_DELAY, NAME_LENGTH, SLOWEST
from fs_env.serve.store.setup import NO_HINTS, OTHER, PACE, PERSON, WATCH_DELAY, Setup, hints_of, levels_of, opponent_of
from fs_env.serve.store.table_store import Stored
from fs_env.serve.table.host import WATCHERS, Host
from fs_env.serve.table.messages import DEALS, PHRASES
from fs_env.serve.web import guide_pages

FREE = ("search:milliseconds=2000", "tree:milliseconds=1000")
"""Examples of bots that can be written down instead of chosen."""
REFERENCE = re.compile(r" \((?:[RA]\d[^)]*)\)")  # to a rule or ruling
TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.globals["arranged"] = {file.stem for file in Path(__file__).parent.glob("static/arrange/*.js")}
PLAYS = {
    "random": "chooses at random",
    "passive": "follows simple rules and avoids risks",
    "heuristic": "follows simple rules",
    "search": "plays out what may follow each choice",
    "tree": "looks several choices ahead",
}
"""Name of a bot -> how it plays, in plain words."""
READY = {"ready": True, "share": 1, "words": "", "failed": False, "title": ""}
HIDDEN = ("num_players", "max_decisions", "held_out")


class Given(dict[str, str]):
    def __missing__(self, _: str) -> str:
        return ""


def index_page(
    games_offered: Collection[str],
    allowed: Collection[str],
    given: Mapping[str, list[str]] | None = None,
    why: str = "",
    rooms: Iterable[Mapping[str, Any]] = (),
    refused: str = "",
    progress: Mapping[str, Mapping[str, Any]] | None = None,
) -> str:
    """The page on which tables are created: forms for some games.

    Args:
        games_offered: ids of the games.
        allowed: specs of bots that may be used besides the shipped ones.
        given: fields of a form that was refused, which is shown again.
        why: the form was refused.
        rooms: facts of tables that wait for people.
        refused: why a person got no seat at one.
        progress: of games that cannot be played yet, from `Compilation.progress`.
    """
    return TEMPLATES.get_template("index.html").render(
        games=[_game_facts(name, given or {}, progress or {}) for name in games_offered],
        allowed=allowed,
        why=why,
        open_tables=list(rooms),
        refused=refused,
        person=PERSON,
        other=OTHER,
        no_hints=NO_HINTS,
        name_length=NAME_LENGTH,
        delay=WATCH_DELAY,
        longest=LONGEST_DELAY,
        away=AWAY,
        pace=PACE,
        slowest=SLOWEST,
    )


def _game_facts(name: str, given: Mapping[str, list[str]], progress: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    game, levels = load_game(name), levels_of(name)
    title, again = GAMES[name].title, given if name in given.get("game", ()) else {}
    return {
        "name": name,
        "title": title,
        "least": game.min_players,
        "most": game.max_players,
        "options": options_of(name, again),
        "goal": guide_pages.goal_of(name),
        "usual": opponent_of(name),
        "state": progress.get(name, {**READY, "title": title}),
        "guided": bool(guide_pages.lessons(name)),
        "cards": drawing_of(name).faces is not None,
        "puzzles": GAMES[name].puzzles is not None,
        "hints": hints_of(name),
        "levels": [(level.bot, _level_words(level)) for level in levels],
        "wins": _wins(levels),
        "hand": guide_pages.hand_of(name),
        "free": [*(bot for bot in bots_of(name) if bot not in {level.bot for level in levels}), *FREE],
        "given": Given({key: values[-1] for key, values in again.items() if values}),
    }


def who_words(game: str, who: str) -> str:
    if who == PERSON:
        return "a person"
    level = next((level.name for level in levels_of(game) if level.bot == who), "")
    return f"{level} bot, {who}" if level else f"bot {who}"


def _level_words(level: Level) -> str:
    plays = PLAYS.get(level.bot.partition(":")[0])
    return f"{level.name}: {plays}" if plays else f"{level.name}: {level.bot}"


def _wins(levels: Sequence[Level]) -> list[str]:
    rated = [(level.name, level.rating) for level in levels if level.rating is not None]
    return [
        f"{high} wins {100 / (1 + 10 ** ((less - more) / 400)):.0f} against {low}"
        for (low, less), (high, more) in pairwise(rated)
    ]


def options_of(game: str, given: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    found = guide_pages.guide_of(game)
    shown = found.options if found else {}
    named = [(key, option) for key, option in load_game(game).options.items() if key not in HIDDEN]
    return [_field(option, given, *shown.get(key, ("", {}))) for key, option in named]


def _field(option: Option, given: Mapping[str, list[str]], title: str, labels: Mapping[str, str]) -> dict[str, Any]:
    name = f"option_{option.name}"
    few = [option.text_of(number) for number in option.values] if len(option.values) <= 8 else []
    switch = {"0": "no", "1": "yes"} if (option.low, option.high) == (0, 1) and not option.words else {}
    usual = [word for place, word in enumerate(option.bits) if option.default >> place & 1] or [
        option.text_of(option.default)
    ]
    return {
        "name": name,
        "title": title or option.name.replace("_", " ").capitalize(),
        "meaning": "" if labels else REFERENCE.sub("", option.meaning.replace("`", "").replace("_", " ")),
        "set": given.get(name) or ([] if given and option.bits else usual),
        "bits": [(bit, labels.get(bit, bit)) for bit in option.bits],
        "words": [(word, labels.get(word) or switch.get(word) or word.replace("_", " ")) for word in few],
        "low": option.low,
        "high": option.high,
        "step": option.step,
    }


def waiting_page(game: str, state: Mapping[str, Any], fields: Mapping[str, list[str]] | None) -> str:
    """A page that waits until a game can be played, and then sends the fields of a form again, or asks for its address again (None)."""
    given = None if fields is None else [(key, value) for key, values in fields.items() for value in values]
    return TEMPLATES.get_template("waiting.html").render(game=game, state=state, fields=given)


def host_page(stored: Stored) -> str:
    return TEMPLATES.get_template("host.html").render(
        title=manifest_of(stored.setup.game).title,
        seats=[(isolated(stored.setup.names[seat]), f"/seat/{token}") for seat, token in stored.tokens.items()],
        watch=_watch_link(stored.setup, stored.watch),
        delay=stored.setup.delay,
    )


def _watch_link(setup: Setup, token: str) -> str:
    return f"/watch/{token}" if setup.watch else ""


def table_page(host: Host, place: int, path: str) -> str:
    """The page of a seat, or of a watcher (`WATCHERS`), with the position as it is now."""
    message = host.whole(place)
    about = {
        "game": host.setup.game,
        "path": path,
        "seat": place,
        "players": len(host.setup.seats),
        "hints": bool(host.setup.hints) and place != WATCHERS,
        "forfeit": host.table.ends_by_resigning,
        "company": place != WATCHERS and len(host.setup.people) > 1,
    }
    return TEMPLATES.get_template("table.html").render(
        title=manifest_of(host.setup.game).title,
        about=json.dumps(about),
        message=message,
        watching=place == WATCHERS,
        piles=drawing_of(host.setup.game).piles is not None,
        hints=about["hints"],
        setup=host.setup,
        chat=about["company"],
        seats=[
            (isolated(name), who_words(host.setup.game, who))
            for name, who in zip(host.setup.names, host.setup.seats, strict=True)
        ],
        place=place,
        watch=_watch_link(host.setup, host.watch_token) if place != WATCHERS and len(host.setup.people) == 1 else "",
        phrases=[(k, text) for k, text in enumerate(PHRASES) if k not in DEALS or host.setup.options.get("bartering")],
        stops=STOPS if host.table.game.spec.stops and place != WATCHERS else {},
        set_stops=message.get("stops", ()),
        lessons=guide_pages.lessons(host.setup.game) if host.setup.guided and place != WATCHERS else [],
    )


def error_page(why: str) -> str:
    return TEMPLATES.get_template("error.html").render(why=why)
