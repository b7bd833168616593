"""Texts of a game with the players' names instead of their seats."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

YOU = "you"
PLACES = {"the player to your left": 1, "the second player to your left": 2, "the third player to your left": 3}
_SEAT = re.compile(r"\bplayer_(\d+)\b")
_LEFT = re.compile("|".join(map(re.escape, PLACES)))
_STEP = re.compile(r"\bplayer (\d) to your left")
_VERB = re.compile(r"(?:^|(?<=  )|(?<=[:;,.|] )|(?<=\bas )|(?<=\bwhat )|(?<=\())you ([a-z]+)\b", re.MULTILINE)
_YOURS = re.compile(
    r"(?:\bthe )?\b(turn|loot step|action phase|end phase|death penalty|death|roll|hand|attack|declared attack|purchase|gain"
    r"|(?<=-> )[^,()>\n]+?|(?<=, )[A-Z0-9][^,()>\n]*?) of you\b"
)
_WINNERS = re.compile(r"\bwon by (player_\d+(?:, player_\d+)*)$")
_OWNER = re.compile(r"(\(|, )of (player_\d+)\)")
_TURN = re.compile(r": the turn of (player_\d+)$")
_OF_YOU = re.compile(r"\byou's(?=( |\)))")
_ISOLATE, _END = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")  # explicit marks of direction
_FORMS = {"has": "have", "is": "are", "does": "do", "goes": "go", "was": "were"}


def numbered_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names with a number after the second and further equal ones: heuristic, heuristic #2."""
    found: list[str] = []
    for name in names:
        number, built = 1, name
        while built in found:
            number += 1
            built = f"{name} #{number}"
        found.append(built)
    return tuple(found)


def isolated(name: str) -> str:
    """A name for use within other text, which it cannot reorder.

    A name with letters that are read from right to left, or with directional controls, is returned without the controls and between
    U+2068 and U+2069 (UAX #9); every other name is returned unchanged. Isolating twice is the same as isolating once.
    """
    inner = unmarked(name)
    if inner == name and (name.isascii() or not any(map(right_to_left, name))):
        return name
    return f"{_ISOLATE}{inner}{_END}"


def unmarked(text: str) -> str:
    """A text without directional controls, for comparing and measuring."""
    return text if text.isascii() else _CONTROLS.sub("", text)


def balanced(line: str) -> str:
    """A line that was cut from a longer text, with an isolated name at its start or end isolated again."""
    if line.isascii():
        return line
    begun, ended = line.rfind(_ISOLATE) > line.rfind(_END), line.partition(_ISOLATE)[0].find(_END) >= 0
    return _ISOLATE * ended + line + _END * begun


def right_to_left(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in ("R", "AL", "AN")


class Speech:
    """Puts names into texts.

    Args:
        names: of the players by seat, all different. The name "you" gets the verbs that belong to it.

    Attributes:
        names: the same, `isolated`.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(map(isolated, names))

    def of(self, text: str) -> str:
        return _of(self.names, text)

    def choice(self, text: str, seat: int) -> str:
        """The text of an action of a seat, which counts the others from it to the left."""
        others = len(self.names)
        named = _LEFT.sub(lambda found: self.names[(seat + PLACES[found[0]]) % others], text)
        return self.of(_STEP.sub(lambda found: self.names[(seat + int(found[1])) % others], named))


@lru_cache(maxsize=4096)
def _of(names: tuple[str, ...], text: str) -> str:
    owned = _TURN.sub(r": \1's turn", _OWNER.sub(r"\1\2's)", text))
    shown = _WINNERS.sub(lambda found: f"{' and '.join(found[1].rsplit(', ', 1))} won", owned)
    named = _SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], shown)
    return address(named) if YOU in names else named


def address(text: str) -> str:
    """A text about a person named "you" as addressed to this person: "you has" becomes "you have", "the turn of you" "your turn"."""
    text = _VERB.sub(lambda found: f"{YOU} {verb_of_you(found[1])}", text)
    text = _YOURS.sub(r"your \1", text)
    return _OF_YOU.sub(lambda found: "yours" if found[1] == ")" else "your", text)


def verb_of_you(verb: str) -> str:
    """The form of a verb after "you", from its form after a name."""
    if verb in _FORMS:
        return _FORMS[verb]
    if verb.endswith(("sses", "shes", "ches", "xes")):
        return verb[:-2]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
