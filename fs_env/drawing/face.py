"""The face of a card: what it shows, and how much of it has room in a box of any size, in letters that can be read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box
from fs_env.drawing.parts import SYLLABLES, brief
from fs_env.drawing.shapes import rise
from fs_env.drawing.signs import Emblem

SIZES = (20.0, 18.0, 17.0, 16.0, 15.0, 14.0, 13.0)  # of letters
LEADING = 1.22  # height of a line at size 1
NAME_LINES = 3
APART = 7.0  # between two abilities
SMALL_SIGN = 24.0
CUT = 9  # what `Plan.lacks` is where a name is cut
FLAT = 5.0  # height of a card in letters below which nothing but its name has to have room
NO_EMBLEM = Emblem("back")
ROOMY = 210.0  # width from which numbers have words beside them


@dataclass(frozen=True)
class Face:
    """Contents of a drawn card.

    Attributes:
        name: of the card.
        shape: its silhouette, of `shapes.top`.
        color: of the ground of its name and of its edge, by the name that themes give it.
        emblem: what it does, as a picture.
        kind: its kind in words.
        texts: its abilities.
        hp: hit points and the most of them, "" without any: "2/4".
        hits: what a roll must reach to hit it: "4+".
        attack: its attack.
        gain: what is gained by it: "reward: 3¢".
        value: of the card, at the lower right: "1 soul".
        turned: it is sideways: it is used.
        down: it is face down, and this reader knows it.
        charge: whether it has an effect that is paid for by turning it.
        eternal: it cannot be destroyed.
        counters: on it.
        notes: on its state: "attacked".
        chosen: it has a thick edge.
        under: cards that lie under it.
    """

    name: str
    shape: str = "card"
    color: str = "coin"
    emblem: Emblem = NO_EMBLEM
    kind: str = ""
    texts: tuple[str, ...] = ()
    hp: str = ""
    hits: str = ""
    attack: str = ""
    gain: str = ""
    value: str = ""
    turned: bool = False
    down: bool = False
    charge: bool = False
    eternal: bool = False
    counters: int = 0
    notes: tuple[str, ...] = ()
    chosen: bool = False
    under: int = 0

    @property
    def pale(self) -> bool:
        return self.turned or self.down

    def now(self, **facts: object) -> Face:
        return replace(self, **facts)  # type: ignore[arg-type]


class Plan(NamedTuple):
    """How a face has room: lines and size of its name, whether its kind is written, lines and size of its text, of its gains and notes.

    `lacks` counts what had no room: 0 for nothing, 1 for the kind, then gains, then texts, `CUT` for the name in full.
    """

    name: tuple[str, ...]
    name_size: float
    kind: bool
    text: tuple[tuple[str, ...], ...]
    size: float
    foot: tuple[str, ...]
    lacks: int


def sizes(least: float, most: float = SIZES[0]) -> tuple[float, ...]:
    return (*(size for size in SIZES if least < size <= most), least)


def pad(box_w: float) -> float:
    return 12.0 if box_w >= ROOMY else 6.0


def _name(face: Face, box: Box, w: float, least: float, below: float) -> tuple[tuple[str, ...], float, bool]:
    h = box.h
    row = least * LEADING + 4 if face.hp else least * 1.33 if _marks_width(face, least) else below
    flat = h - rise(face.shape, box) * 0.7 - row - 6 if h < FLAT * least and not face.hp else 0.0
    most = max(1, min(NAME_LINES, int(max(h * 0.55 - 4, flat) // (least * LEADING))))
    largest = 20.0 if w >= ROOMY else 16.0
    broken = SYLLABLES.sub("- ", face.name)
    for name, joint in ((face.name, "-"), (face.name.replace("-", "- "), "-"), (broken, "")):  # long words are broken
        word = fonts.longest_word(name, True)
        for lines in range(1, most + 1 + (not joint and not face.hp)):
            for size in sizes(least, largest if lines == 1 else 15.0 if h >= FLAT * least else least):
                if word * size <= w:
                    found = fonts.wrap(name, w, size, True)
                    if len(found) <= lines and band_height(face, box, found, size) + row <= h:
                        return tuple(line.replace("- ", joint) for line in found), size, bool(joint)
    return fonts.wrap(brief(face.name, w, least), w, least, True, most), least, False


@lru_cache(maxsize=20_000)
def plan(face: Face, w: float, h: float, least: float) -> Plan:
    """How a face has room in a box of this size with letters of at least `least`."""
    inner = w - 2 * pad(w)
    box = Box(0, 0, w, h)
    marks = _marks_width(face, least)
    line = least * LEADING
    valued = line + 5 if face.value and h < FLAT * least else 0.0  # the value is seen before the name is large
    name, name_size, whole = _name(face, box, inner, least, valued)
    if valued and not whole:
        name, name_size, whole = _name(face, box, inner, least, 0.0)
    numbers = line + 4 if face.hp or face.hits or face.attack else 0.0
    foot = _foot(face, inner, least)
    room = h - band_height(face, box, name, name_size) - numbers - line * len(foot) - 5
    word = max((fonts.longest_word(text) for text in face.texts), default=0.0)
    long = sum(fonts.width(text, 1.0) for text in face.texts) * 0.9  # spaces at the ends of lines take no room
    kinds = (True, False) if face.kind and fonts.width(face.kind, least) + marks <= inner else (False,)
    for kind in kinds:
        row = line + 2 if kind or marks else 0.0
        for size in sizes(least, 17.0 if w < ROOMY else 18.0):
            if size > least and (word * size > inner or room - row < size * LEADING * (long * size // inner)):
                continue
            text = tuple(fonts.wrap(one, inner, size) for one in face.texts)
            if room - row - height(text, size) >= (SMALL_SIGN + 8 if size > least + 1.5 else 2 if text else 0):
                lacks = 0 if kind or not face.kind else 1
                return Plan(name, name_size, kind, text, size, foot, lacks if whole else CUT)
    row = line + 2
    kind = bool(face.kind) and kinds[0] and room >= row
    lacks = 3 if whole else CUT
    if room < (row if marks else 0) - 2 and foot:  # nothing has room but the name, the numbers and perhaps the value
        alone = face.value and room + line * (len(foot) - 1) >= (row if marks else 0) - 2
        foot, lacks = ("",) if alone else (), 4 if whole else CUT
        number = face.value.split()[0] if face.value.startswith("#") and not alone else ""
        if number:
            numbered = _name(face.now(name=f"{face.name} {number}"), box, inner, least, 0.0)
            name, name_size = numbered[:2] if numbered[0][-1].endswith(number) else (name, name_size)
    return Plan(name, name_size, kind, (), least, foot, lacks)


def band_height(face: Face, box: Box, name: tuple[str, ...], size: float) -> float:
    return rise(face.shape, box) * 0.7 + size * LEADING * len(name) + (10 if box.w >= ROOMY else 5)


def height(text: tuple[tuple[str, ...], ...], size: float) -> float:
    return sum(len(part) for part in text) * size * LEADING + APART * max(0, len(text) - 1)


def _foot(face: Face, w: float, least: float) -> tuple[str, ...]:
    lines = (*fonts.wrap(", ".join(face.notes), w, least, False, 2), *fonts.wrap(face.gain, w, least, False, 4))
    wide = fonts.width(face.value, least, True) + 8 if face.value else 0.0
    if face.value and (not lines or fonts.width(lines[-1], least) + wide > w):
        lines += ("",)
    return lines


def _marks_width(face: Face, least: float) -> float:
    n = face.charge + face.eternal + face.turned
    return n * (least + 1) + ((least * 0.9 if face.counters < 10 else least * 1.5) + 6 if face.counters else 0)
