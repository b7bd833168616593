"""The letters of drawings: a font that is shipped along, and how wide texts in it are.

Widths come from the font's own tables, so a text that fits here fits where the font is used; elsewhere `textLength` makes it fit.
Sources: the tables "cmap", "head", "hhea" and "hmtx" of https://learn.microsoft.com/typography/opentype/spec.
"""

from __future__ import annotations

import struct
import unicodedata
from functools import lru_cache
from pathlib import Path

from fs_env.narration.speech import balanced, right_to_left

FAMILY = "Table Sans"
STACK = f"'{FAMILY}','DejaVu Sans Condensed','Arial','Helvetica',sans-serif"
FOLDER = Path(__file__).parent
REGULAR, BOLD = (FOLDER / f"table_sans_{weight}.ttf" for weight in ("regular", "bold"))
ELLIPSIS = "…"
UNKNOWN = 1.0  # of the size: width of a letter that the font lacks, as wide as letters get
FROM_RIGHT = 0.6  # the same for a letter of a script that is read from right to left


@lru_cache(maxsize=2)
def advances(bold: bool) -> dict[str, float]:
    data = (BOLD if bold else REGULAR).read_bytes()
    tables = {}
    for at in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16):
        tag, _, offset, _ = struct.unpack_from(">4sIII", data, at)
        tables[tag.decode()] = offset
    (em,) = struct.unpack_from(">H", data, tables["head"] + 18)
    (measured,) = struct.unpack_from(">H", data, tables["hhea"] + 34)
    widths = [struct.unpack_from(">H", data, tables["hmtx"] + 4 * glyph)[0] for glyph in range(measured)]
    glyphs = _characters(data, tables["cmap"])
    return {character: widths[min(glyph, measured - 1)] / em for character, glyph in glyphs.items()}


def _characters(data: bytes, cmap: int) -> dict[str, int]:
    for k in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        at = cmap + struct.unpack_from(">I", data, cmap + 8 + 8 * k)[0]
        if struct.unpack_from(">H", data, at)[0] == 4:
            break
    else:
        raise ValueError("the font has no table of characters in format 4")
    (double,) = struct.unpack_from(">H", data, at + 6)
    ends, starts = at + 14, at + 16 + double
    found = {}
    for place in range(0, double, 2):
        (end,), (start,) = struct.unpack_from(">H", data, ends + place), struct.unpack_from(">H", data, starts + place)
        (delta,) = struct.unpack_from(">h", data, starts + double + place)
        (far,) = struct.unpack_from(">H", data, starts + 2 * double + place)
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code + delta
            if far:
                (glyph,) = struct.unpack_from(">H", data, starts + 2 * double + place + far + 2 * (code - start))
                glyph += delta if glyph else 0
            if glyph & 0xFFFF:
                found[chr(code)] = glyph & 0xFFFF
    return found


@lru_cache(maxsize=20_000)
def width(text: str, size: float, bold: bool = False) -> float:
    return size * _units(text, bold)


@lru_cache(maxsize=40_000)
def _units(text: str, bold: bool) -> float:
    of = advances(bold)
    return sum(of[character] if character in of else estimate(character) for character in text)


def estimate(character: str) -> float:
    """The width at size 1 of a character that the font lacks: 0 for a mark on a letter and for a control."""
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    return FROM_RIGHT if right_to_left(character) else UNKNOWN


@lru_cache(maxsize=20_000)
def shorten(text: str, room: float, size: float, bold: bool = False) -> str:
    if width(text, size, bold) <= room:
        return text
    left = text
    while left and width(left.rstrip() + ELLIPSIS, size, bold) > room:
        left = left[:-1]
    return balanced(left.rstrip() + ELLIPSIS) if left or width(ELLIPSIS, size, bold) <= room else ""


@lru_cache(maxsize=20_000)
def wrap(text: str, room: float, size: float, bold: bool = False, most: int = 99) -> tuple[str, ...]:
    """The text on lines of at most that width; the last one is shortened if there are more than `most`.

    An `isolated` name is isolated on each of its lines.
    """
    lines: list[str] = []
    words, space = text.split(), _units(" ", bold)
    at = 0
    while at < len(words):
        if len(lines) == most - 1:
            lines.append(shorten(" ".join(words[at:]), room, size, bold))
            break
        end, wide = at + 1, _units(words[at], bold)
        while end < len(words) and (more := wide + space + _units(words[end], bold)) * size <= room:
            end, wide = end + 1, more
        line = " ".join(words[at:end])
        lines.append(line if wide * size <= room else shorten(line, room, size, bold))
        at = end
    return tuple(map(balanced, lines))


@lru_cache(maxsize=20_000)
def longest_word(text: str, bold: bool = False) -> float:
    return max((_units(word, bold) for word in text.split()), default=0.0)
