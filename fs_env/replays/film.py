"""`Film`: a replay whose pictures are drawn on request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape
from typing import Any, NamedTuple

from fs_env.drawing import draw_view
from fs_env.drawing.canvas import Canvas, Part, number
from fs_env.drawing.gallery import entry_at, picture
from fs_env.registry.games import named_game
from fs_env.replays.player import EARLY, answer_forced, unseen
from fs_env.replays.replay import Replay
from fs_env.replays.transcript import NarratedChoice, narrate, without_turns

EVERYTHING = "everything open"
NAMED = re.compile(r'data-place="([^"]*)" data-card="([^"]*)"')
REEL = 8  # pictures that are drawn together
COPIES = 4  # reels between two copies of the state


def pieces(lines: Sequence[str]) -> list[str]:
    """Lines of SVG, each outermost group as one piece, since a card looks the same in many places."""
    found, depth, inside = [], 0, list[str]()
    for line in lines:
        depth -= line == "</g>"
        if depth:
            inside.append(line)
        else:
            found += ["".join(inside), line] if inside else [line]
            inside = []
        depth += line.startswith("<g ")
    return found


def body(part: Part) -> tuple[str, Sequence[str]]:
    """The name of a part and its lines without the group that moves it to its box; "" and all lines where there is none."""
    x, y = map(number, part.box[:2])
    moved = part.lines[:1] == [f'<g transform="translate({x} {y})">']
    return (part.name, part.lines[1:-1]) if moved else ("", part.lines)


class Pictures:
    """Pictures of a game as plain data that holds every line of SVG once, and every part, wherever it is, as a list of lines."""

    def __init__(self, game: str) -> None:
        self._game, self._lines = game, dict[str, int]()
        self._parts: list[list[Any]] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def add(self, canvas: Canvas) -> list[int]:
        found = []
        for part in canvas.parts:
            name, lines = body(part)
            key = name, *lines
            place = self._known.setdefault(key, len(self._parts))
            if place == len(self._parts):
                self._parts.append([name, *(self._lines.setdefault(line, len(self._lines)) for line in pieces(lines))])
            found += [place, *(round(10 * float(number(side))) for side in part.box)]
        return found

    def to_json(self) -> dict[str, Any]:
        """Lines and parts by number, and the faces of the cards by the end of their place and their name: "the_d6 The D6"."""
        cards = {}
        for place, name in sorted({marks for line in self._lines for marks in NAMED.findall(line)}):
            place, name = unescape(place), unescape(name)
            entry = entry_at(self._game, place, name)
            if entry is not None:
                cards[f"{place.rpartition(':')[2]} {name}"] = picture(entry.face, escape(entry.label))
        return {"lines": [*self._lines], "parts": self._parts, "cards": cards}


class Line(NamedTuple):
    """A choice or the end: the turn, the seat, -1 at the end, what is said of it, and what it led to."""

    turn: int
    seat: int
    words: str
    news: Sequence[str] = ()


def note(log: list[Line], choice: NarratedChoice) -> None:
    """Adds a choice to the log; what happened since the one before it was caused by that one."""
    if log:
        log[-1] = log[-1]._replace(news=without_turns(choice.news))
    log.append(Line(choice.moment.turn, choice.moment.seat, choice.words))


def views_of(replay: Replay, seat: int | None) -> list[int | None]:
    """The seats from which a replay is seen, None for the open view: the one that is given, or all. ValueError if there is none."""
    if seat is not None and not 0 <= seat < len(replay.names):
        raise ValueError(f"seat {seat}: expected 0..{len(replay.names) - 1}")
    return [seat] if seat is not None else [None, *range(len(replay.names))]


def about(replay: Replay, views: Sequence[int | None], log: Sequence[Line]) -> dict[str, Any]:
    return {
        "names": list(replay.shown_names),
        "views": [EVERYTHING if view is None else replay.shown_names[view] for view in views],
        "log": [list(line) for line in log],
        "values": [list(value) for value in replay.values],
        "returns": list(replay.returns),
    }


class Film:
    """Plays a replay once and stores some of its states.

    Args:
        replay: the game.
        seat: the only view that is available; None: the open view and every seat's.

    Raises:
        Difference: these rules play another game.
        ValueError: there is no such seat.
    """

    def __init__(self, replay: Replay, seat: int | None = None) -> None:
        self.replay, self.views, self._game = replay, views_of(replay, seat), named_game(replay.game)
        self.log: list[Line] = []
        self._copies: list[Any] = []
        for choice in narrate(replay, seat):
            note(self.log, choice)
            if choice.moment.choice % (REEL * COPIES) == 0:
                self._copies.append(self._game.clone(choice.state))

    def story(self) -> dict[str, Any]:
        return about(self.replay, self.views, self.log)

    def reel(self, first: int, view: int, *, narrow: bool) -> dict[str, Any]:
        """The pictures of `REEL` choices, fewer at the end, as plain data: those of `Pictures.to_json`, size and pictures.

        Args:
            first: the choice before which the first one is, a multiple of `REEL`.
            view: place in `views`.
            narrow: whether the parts lie one below the other.

        Raises:
            ValueError: there is no such reel or view.
        """
        if not 0 <= first < len(self.log) or first % REEL or not 0 <= view < len(self.views):
            raise ValueError(f"reel {first} of view {view}: expected a multiple of {REEL} below {len(self.log)}")
        built, game, player, names = Pictures(self.replay.game), self._game, self.views[view], self.replay.shown_names
        at, found = first - first % (REEL * COPIES), []
        S = game.clone(self._copies[at // (REEL * COPIES)])
        for choice in range(at, min(first + REEL, len(self.log))):
            if choice > at:
                game.step(S, self.replay.choices[choice - 1])
                if choice < len(self.replay.choices) or self.replay.outcome not in EARLY:
                    answer_forced(game, S, unseen)
            if choice >= first:
                shown = draw_view(game.name, game.to_json(S, player=player), names, narrow=narrow, marked=True)
                found.append(built.add(shown))
                size = [shown.width, shown.height]
        return {**built.to_json(), "size": size, "pictures": found}
