"""Messages over the wire: those to browsers as one side sees the table, and those from browsers, checked."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fs_env.drawing.canvas import Canvas, number
from fs_env.narration.legal_actions import LegalAction
from fs_env.narration.stops import STOPS
from fs_env.serve.guard.limits import SLOWEST
from fs_env.serve.table.viewer import WIDE, Viewer

PHRASES = (
    "hello",
    "thank you",
    "please",
    "yes",
    "no",
    "well played",
    "good game",
    "sorry",
    "one moment, please",
    "shall we make a deal?",
    "what do you offer?",
    "too much",
    "too little",
    "agreed",
    "not now",
    "remember your promise",
    "good luck",
    "nice choice",
    "that was close",
    "I have to go",
    "I am back",
    "another game?",
)
"""All that can be said at a table; stored by number."""
DEALS = frozenset(range(9, 16))
"""Numbers of the phrases about deals, for tables with bartering."""
LARGEST = 2**31
LONGEST = 100  # letters of a place
KINDS = {
    "answer": ("number", "action"),
    "stops": ("stops",),
    "hint": ("number",),
    "keep_passing": ("number",),
    "undo": ("number",),
    "say": ("phrase",),
    "pace": ("pace", "steps"),
    "next": (),
    "here": (),
    "piles": (),
    "why": ("place",),
    "resign": (),
}
"""Kind of a message from a browser -> its other fields."""


def packed(message: dict[str, Any]) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False)


class Ask(NamedTuple):
    """Question to a seat: the choices, [] if it is not asked; whether it may take back its last choice; walks, as rows of choices;
    whether it may pass for the rest of the turn."""

    choices: Sequence[LegalAction] = ()
    undo: bool = False
    far: Sequence[tuple[int, str, str, Sequence[str]]] = ()
    keep_passing: bool = False


class Ended(NamedTuple):
    """How a game ended, for all viewers: in a sentence with "player_0", "player_1", ..., the points as rows of texts, a heading and
    one for each seat, and the seats that won."""

    text: str
    points: Sequence[Sequence[str]]
    winners: Sequence[int]


@dataclass
class Stream:
    """The messages that follow the positions of one viewer, for windows of one shape.

    The first message to a browser holds everything, a later one what has changed since the message before it.
    """

    viewer: Viewer
    shape: str = WIDE
    _parts: dict[str, list[Any]] = field(default_factory=dict)
    _at: tuple[int, int] | None = None

    @property
    def behind(self) -> bool:
        return self._at != self._now()

    def full(self, ask: Ask, ended: Ended | None, *, begin: bool = False) -> dict[str, Any]:
        """The position for a browser that has seen nothing; with `begin`, the next change follows it."""
        drawn = self.viewer.draw(self.shape)
        if begin:
            self._note(_parts(drawn))
        return self._whole(drawn, ask, ended)

    def change(self, ask: Ask, ended: Ended | None) -> dict[str, Any]:
        """The position for browsers that got the last message; the whole one if there was none."""
        drawn = self.viewer.draw(self.shape)
        parts, before = _parts(drawn), self._parts
        lines = 0 if self._at is None else self._at[1]
        self._note(parts)
        if set(parts) != set(before):
            return self._whole(drawn, ask, ended)
        message = self._position(ask, ended)
        message["size"] = [drawn.width, drawn.height]
        message["parts"] = [part for name, part in parts.items() if part != before[name]]
        message["log"] = [list(entry) for entry in self.viewer.since(lines)]
        message["whole"] = False
        return message

    def _now(self) -> tuple[int, int]:
        return self.viewer.now.number, self.viewer.lines

    def _note(self, parts: dict[str, list[Any]]) -> None:
        self._parts, self._at = parts, self._now()

    def _whole(self, drawn: Canvas, ask: Ask, ended: Ended | None) -> dict[str, Any]:
        message = self._position(ask, ended)
        message["names"] = list(self.viewer.names)
        message["size"] = [drawn.width, drawn.height]
        message["parts"] = list(_parts(drawn).values())
        message["log"] = [list(entry) for entry in self.viewer.shown()]
        message["fresh"] = self.viewer.fresh
        message["whole"] = True
        return message

    def _position(self, ask: Ask, ended: Ended | None) -> dict[str, Any]:
        viewer, over = self.viewer, self._over(ended)
        return {
            "kind": "position",
            "number": viewer.now.number,
            "turn": viewer.now.turn,
            "question": over["text"] if over else viewer.question,
            "asked": viewer.now.asked,
            "mine": bool(ask.choices),
            "choices": [[one.action, one.words, one.key, viewer.places(one.action)] for one in ask.choices],
            "far": [list(row) for row in ask.far],
            "undo": ask.undo,
            "keep_passing": ask.keep_passing,
            "over": over,
        }

    def _over(self, ended: Ended | None) -> dict[str, Any] | None:
        if ended is None:
            return None
        rows = zip(("", *self.viewer.names), ended.points, strict=True)
        points = [[name, *row] for name, row in rows]
        return {"text": self.viewer.speech.of(ended.text), "points": points, "winners": list(ended.winners)}


def _parts(drawn: Canvas) -> dict[str, list[Any]]:
    return {p.name: [p.name, *(float(number(side)) for side in p.box), "".join(p.lines)] for p in drawn.parts}


def refused(why: str) -> dict[str, Any]:
    return {"kind": "refused", "why": why}


def stalled(why: str) -> dict[str, Any]:
    return {"kind": "stalled", "why": why}


def read_message(text: Any) -> dict[str, Any]:
    """A message from a browser; ValueError explains what was expected. The server takes none above `MESSAGE_BYTES`.

    Returns:
        `do`, one of `KINDS`, and the fields that belong to it: number, action, phrase, pace, steps as whole numbers, stops as names, place.
    """
    if not isinstance(text, str):
        raise ValueError("expected a text")
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("this is not JSON") from None
    kind = plain.get("do") if isinstance(plain, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise ValueError(f'expected an object with "do": one of {", ".join(KINDS)}')
    if set(plain) != {"do", *KINDS[kind]}:
        raise ValueError(f"{kind}: expected the fields {', '.join(KINDS[kind])}")
    for name in KINDS[kind]:
        if name == "stops":
            plain[name] = _stops(plain[name])
        elif name == "place":
            if not isinstance(plain[name], str) or len(plain[name]) > LONGEST:
                raise ValueError(f"place: expected a text of at most {LONGEST} letters")
        elif type(plain[name]) is not int or not 0 <= plain[name] < LARGEST:
            raise ValueError(f"{name}: expected a whole number")
    if kind == "say" and plain["phrase"] >= len(PHRASES):
        raise ValueError(f"phrase: expected 0..{len(PHRASES) - 1}")
    if kind == "pace" and not (plain["pace"] <= SLOWEST and plain["steps"] <= 1):
        raise ValueError(f"pace: expected 0..{SLOWEST} milliseconds, and steps 0 or 1")
    return dict(plain)


def _stops(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(one, str) and one in STOPS for one in given):
        raise ValueError(f"stops: expected some of {', '.join(STOPS)}")
    return known_stops(given)


def known_stops(given: Iterable[str]) -> list[str]:
    chosen = set(given)
    return [one for one in STOPS if one in chosen]
