"""A level of the map as a grid: tiles with their doors, symbols, links and tokens, figures, and the tile that is being turned.

Of a level that is too large to be read, the tiles round the figure that is asked are drawn, and below them all as a plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import groupby
from typing import Any, NamedTuple

from fs_env.core.betrayal.language.codes import Symbol
from fs_env.core.betrayal.tables import TILES
from fs_env.drawing import fonts
from fs_env.drawing.betrayal.places import ghosts
from fs_env.drawing.canvas import Box, Canvas, number
from fs_env.drawing.layout import Same
from fs_env.drawing.parts import SYLLABLES
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

Plain = dict[str, Any]
ROWS = {tile.name: tile for tile in TILES}
COLORS = {"building": "heart", "street": "coin", "catacomb": "soul", "internal": "soft", "illusion": "asked"}
LETTERS = {Symbol.EVENT: "E", Symbol.ITEM: "I", Symbol.OMEN: "O"}
BROKEN = (
    "Exe- cu- tion- er's,Store- house,Ware- house,Wa- ter- front,Base- ment,Name- less,Fire- works,Weap- on,Trad- ing,"
    "Smi- thy,Be- loved,Elf- song,Am- bush,Jail- er's,Keep- er's,Land- ing,Tav- ern,Gnaw- ed,Curs- ed,Sor- cer- ous"
)
BREAKS = {whole.replace("- ", ""): whole for whole in BROKEN.split(",")}  # where SYLLABLES finds other places
NOTE = "●"  # tokens or cards lie here
LARGEST = 132.0  # side of a tile
LINES = 4  # of a name, at most
LOW = 6.4  # height of a tile in letters, below which name and symbol leave no room for figures
LEAN = 5.0  # the same, below which a name is close to the edge and has the room of signs that are not there
LARGE, SMALLEST = 13.0, 0.56  # radius of a figure: the largest, and of the smallest one by the size of letters
ROWS_OF_FIGURES = 2  # where more were needed, monsters of a kind are one figure with their number
LEGEND, BOTTOM = 20.0, 5.0  # room above a level and below it
EDGE = 2.0  # room beside a level
READ = {False: 70.0, True: 94.0}  # by whether a drawing is narrow: side of the smallest tile that can be read
DEEP = {False: 9.0, True: 6.0}  # rows of such tiles that are drawn at most
PLAN, APART = (26.0, 150.0), 10.0  # side of a tile of a plan and height of a plan, at most; room above it


class Area(NamedTuple):
    """Columns and rows of a level: the first ones, and how many."""

    x: int
    y: int
    columns: int
    rows: int

    def holds(self, tile: Plain) -> bool:
        return 0 <= tile["x"] - self.x < self.columns and 0 <= tile["y"] - self.y < self.rows

    def round(self, tile: Plain, columns: int, rows: int) -> Area:
        x = min(max(self.x, tile["x"] - columns // 2), self.x + max(0, self.columns - columns))
        y = min(max(self.y, tile["y"] - rows // 2), self.y + max(0, self.rows - rows))
        return Area(x, y, min(columns, self.columns), min(rows, self.rows))

    def place(self, tile: Plain, left: float, top: float, w: float, h: float) -> Box:
        return Box(left + (tile["x"] - self.x) * w, top + (tile["y"] - self.y) * h, w, h)


def lying(view: Plain, level: str) -> list[Plain]:
    laying = [view["laying"]] if view["laying"] else []
    return [tile for tile in [*view["tiles"], *laying] if tile["level"] == level]


def bounds(view: Plain, level: str) -> Area:
    tiles = lying(view, level) + [one for one in ghosts(view) if one["level"] == level]
    xs, ys = [tile["x"] for tile in tiles], [tile["y"] for tile in tiles]
    return Area(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


def _middle(view: Plain, level: str) -> Plain:
    tiles = {tile["tile"]: tile for tile in lying(view, level)}
    seats = (view["reader"], view["decision"]["player"], view["turn_player"], *range(view["num_players"]))
    on = (view["players"][seat]["tile"] for seat in seats if seat is not None)
    return next((tiles[name] for name in on if name in tiles), next(iter(tiles.values())))


def _plan_size(whole: Area, w: float) -> float:
    return min(PLAN[0], w / whole.columns, PLAN[1] / whole.rows)


def level_height(view: Plain, level: str, w: float) -> float:
    whole, room = bounds(view, level), w - 2 * EDGE
    size = min(LARGEST, room / whole.columns)
    if size >= READ[True] and whole.rows <= DEEP[True]:
        return size * whole.rows + LEGEND + BOTTOM
    across = min(whole.columns, int(room // READ[True]))
    high = room / across * min(whole.rows, DEEP[True]) if across > 3 else LARGEST * min(whole.rows, DEEP[True])
    return high + APART + _plan_size(whole, room) * whole.rows + LEGEND + BOTTOM


def drawn_level(view: Plain, level: str, names: Names, narrow: bool) -> Same:
    tiles, doors = lying(view, level), [one for one in ghosts(view) if one["level"] == level]
    figures = [(*figures_on(tile["tile"], view), symbol(tile, view)) for tile in tiles if tile is not view["laying"]]
    shown = str((tiles, doors, view["laying"], _middle(view, level)["tile"]))
    draw = partial(_draw_level, view=view, level=level, names=names, narrow=narrow)
    return Same((level, narrow, *names.given, shown, *figures), draw)


def _draw_level(canvas: Canvas, box: Box, view: Plain, level: str, names: Names, narrow: bool) -> None:
    canvas.rect(box, "panel", "line", r=8)
    whole, least = bounds(view, level), READ[narrow]
    room = Box(box.x + EDGE, box.y + LEGEND, box.w - 2 * EDGE, box.h - LEGEND - BOTTOM)
    part, small = whole, 0.0
    if not canvas.card and min(room.w / whole.columns, room.h / whole.rows) < least:
        small = _plan_size(whole, room.w)
        below = APART + small * whole.rows
        room = Box(room.x, room.y, room.w, room.h - below)
        part = whole.round(_middle(view, level), max(3, int(room.w // least)), max(3, int(room.h // least)))
    title = f"the {level}" if part == whole else f"part of the {level}; all below"
    here = {tile["tile"] for tile in lying(view, level)}
    kinds = numbered(view, lambda monster: monster["kind"] if monster["tile"] in here else "")
    legend = f" ■ {'; '.join(f'{kind} {numbers}' for kind, numbers in kinds.items())}" if kinds else ""
    fits = (one for one in (title + legend, level + legend) if fonts.width(one, canvas.least, True) <= box.w - 20)
    canvas.heading(box.x + 10, box.y + 15, next(fits, title), box.w - 20)
    w = h = min(LARGEST, room.w / part.columns, room.h / part.rows)
    left, top = room.x + (room.w - w * part.columns) / 2, room.y + (room.h - h * part.rows) / 2
    if canvas.card:  # at their own columns and rows, for a page that moves all into this room with the middle in sight
        (w, h), middle = canvas.card, _middle(view, level)
        left, top = w * part.x, h * part.y
        numbers = " ".join(map(number, (*room, w, h, middle["x"], middle["y"])))
        canvas.add(f'<g class="map" data-room="{numbers}">')
    for ghost in (one for one in ghosts(view) if one["level"] == level and part.holds(one)):
        with canvas.mark(ghost["place"]):
            canvas.rect(part.place(ghost, left, top, w, h).inset(4), "table", "soft", r=5, dash="6 5")
    for tile in lying(view, level):
        if part.holds(tile):
            with canvas.mark(f"tile:{tile['tile']}", tile["tile"]):
                where = part.place(tile, left, top, w, h).inset(1.5)
                if tile is view["laying"]:
                    _new(canvas, where, tile)
                else:
                    found, letter = figures_on(tile["tile"], view), symbol(tile, view)
                    draw = partial(_tile, tile=tile, found=found, letter=letter, names=names)
                    Same((str(tile), *found, letter, *names.given), draw)(canvas, where)
    if canvas.card:
        canvas.add("</g>")
    if small:
        _plan(canvas, Box(room.x, room.bottom + APART, room.w, small * whole.rows), view, level, whole, part)


def _plan(canvas: Canvas, box: Box, view: Plain, level: str, whole: Area, part: Area) -> None:
    size = box.h / whole.rows
    left = box.x + (box.w - size * whole.columns) / 2
    for tile in lying(view, level):
        where = whole.place(tile, left, box.y, size, size).inset(1)
        outside = not part.holds(tile)
        with canvas.mark(f"tile:{tile['tile']}" if outside else "", tile["tile"]):
            canvas.rect(where, "used" if outside else "card", "line", r=2)
            found = figures_on(tile["tile"], view)[:4]
            r = size * (0.3 if len(found) == 1 else 0.19)
            for k, figure in enumerate(found):
                dx, dy = (0.5, 0.5) if len(found) == 1 else (0.28 + 0.44 * (k % 2), 0.28 + 0.44 * (k // 2))
                x, y = where.x + where.w * dx, where.y + where.h * dy
                if figure.seat is not None:
                    canvas.circle(x, y, r, figure.color)
                else:
                    canvas.rect(Box(x - r, y - r, 2 * r, 2 * r), figure.color, r=1)
    first = whole.place({"x": part.x, "y": part.y}, left, box.y, size, size)
    frame = Box(first.x - 1, first.y - 1, size * part.columns + 2, size * part.rows + 2)
    canvas.rect(frame, None, "asked", r=3, thick=1.5)


def _doors(canvas: Canvas, box: Box, doors: dict[str, str], thick: float) -> None:
    wide, high = box.w * 0.34, box.h * 0.34
    x, y = box.x + (box.w - wide) / 2, box.y + (box.h - high) / 2
    for side, kind in doors.items():
        along = Box(x, box.y - 1 if side == "north" else box.bottom - thick + 1, wide, thick)
        down = Box(box.x - 1 if side == "west" else box.right - thick + 1, y, thick, high)
        canvas.rect(along if side in ("north", "south") else down, COLORS[kind], r=1)


def _name(
    canvas: Canvas, box: Box, name: str, color: str, low: float, base: float = 0.0, spare: float = 0.0
) -> tuple[float, str]:
    """Returns where the name ends, and its last line where that has to be drawn beside figures and signs."""
    edge = max(1.5, min(box.h * 0.06 + 3, box.h * 0.3 - 11, box.w * 0.1))
    room, last = min(box.w * 0.88 + 1.5, box.w - (2 if canvas.cards else 4)), ""
    lines, size = _lines(name, room, low - box.y - edge, canvas.least, bool(canvas.cards))
    whole, least = _lines(name, room, base + 2 - box.y - edge, canvas.least, False, 0)
    if whole and (not lines or "…" in "".join(lines)) and fonts.width(whole[-1], least) <= spare:
        lines, last, size = whole[:-1], whole[-1], least
    x, y = box.x + box.w / 2, box.y + edge + size * 0.8
    return canvas.lines(x, y, lines, size + 0.5, size=size, color=color, anchor="middle") - size * 0.7, last


@lru_cache(maxsize=4_000)
def _lines(
    name: str, room: float, high: float, least: float, cut: bool, larger: int = 2
) -> tuple[tuple[str, ...], float]:
    broken = " ".join(BREAKS.get(word) or SYLLABLES.sub("- ", word) for word in name.split())
    for words in (name, broken):
        for size in (least + k for k in range(larger, -1, -1)):
            found = _filled(words.split(), room, size)
            high_of = len(found) * size + 1.5 * (size - least) + max(0, len(found) - 2)
            if fonts.longest_word(words) * size <= room and len(found) <= LINES and high_of < high:
                return found, size
    return (fonts.wrap(name, room, least, most=int(high // least)), least) if cut and high >= least else ((), 0.0)


def _filled(pieces: list[str], room: float, size: float) -> tuple[str, ...]:
    lines = pieces[:1]
    for piece in pieces[1:]:
        line = lines[-1].removesuffix("-") + " " * (lines[-1][-1] != "-") + piece
        lines[-1:] = [line] if fonts.width(line, size) <= room else [lines[-1], piece]
    return tuple(lines)


def symbol(tile: Plain, view: Plain) -> str:
    """The letter of the card that the discoverer of a tile draws, "" later; a haunt may still need tiles with a symbol."""
    kind = ROWS[tile["tile"]].symbol
    return LETTERS.get(kind, "") if tile["new"] or kind in _needed(*view["pages"]) else ""


@lru_cache(maxsize=256)
def _needed(*pages: str) -> list[Symbol]:
    return [kind for kind in Symbol if any(f"{kind.name.lower()} symbol" in page for page in pages)]


def _tile(canvas: Canvas, box: Box, tile: Plain, found: list[Figure], letter: str, names: Names) -> None:
    row = ROWS[tile["tile"]]
    canvas.rect(box, "card", "line", r=3)
    thick, foot = max(3.0, min(box.w, box.h) * 0.06), canvas.least
    _doors(canvas, box, tile["doors"], thick)
    base, x = box.bottom - thick - 3, box.x + thick + 3
    wide = box.w - 2 * thick - 4
    crowd = _crowd(found, names, wide, foot)
    if crowd.rows > ROWS_OF_FIGURES:
        found = together(found)
        crowd = _crowd(found, names, wide, foot)
    high = crowd.rows * (2 * crowd.r + 1) if found else 0.0
    low = bool(found) and box.h < LOW * foot  # then figures stand at the foot, instead of the symbol
    cards = [f"{len(tile['cards'])} cards"] if len(tile["cards"]) > 1 else tile["cards"]
    notes = [*(token.replace("_", " ") for token in tile["tokens"]), *cards]
    links = [sign for sign, holds in (("stairs", bool(row.stairs)), ("grate", row.grate)) if holds]
    lean, letter = box.h < LEAN * foot, "" if low else letter
    signs = len(links) * (foot + 2) + bool(notes) * fonts.width(NOTE, foot)
    taken = signs + fonts.width(letter, foot, True) + 3 + (2 * crowd.r + 1) * len(found)
    feet = foot + 1 if letter or links or notes else 0
    under = 0 if low else feet
    high = min(high, max(foot + 2, base - under - box.y - thick - foot - 1))  # a name has one line at least
    above, foot_of = base - under - high + (1 if lean else 2) + bool(found), base if low or lean else 0.0
    end, last = _name(canvas, box, tile["tile"], "ink", above, foot_of, wide - taken)
    if letter:
        x += canvas.text(x, base, letter, size=foot, bold=True, color="soft") + 3
    beside = _crowd(found, names, wide - 1 - signs, foot)
    alone = (
        low and not last and (beside.rows > 1 or 2 * beside.r > wide - 1 - signs)
    )  # there is no room beside the figures
    links, notes = ([], []) if alone else (links, notes)
    for sign in links:
        _link(canvas, Box(x, base - foot + 2, foot - 1, foot - 2), sign)
        x += foot + 2
    if low or last:
        if notes:
            x += canvas.text(x, base, NOTE, size=foot, color="asked") + 1
        x += canvas.text(x, base, last, size=foot) + 1 if last else 0.0
        x, high = x - alone, max(high, foot + 3)
        place = Box(x, base + 2 - high, box.right - thick - 2 - x, high)
        return _figures(canvas, place, found, names)
    if notes:
        room = box.right - thick - 3 - x
        brief = f"{len(notes)} things" if notes[1:] else "1 card" * bool(tile["cards"])  # the card of the tile names it
        shown = (one for one in (", ".join(notes), brief or NOTE) if fonts.width(one, foot) <= room)
        canvas.text(x, base, next(shown, NOTE), size=foot, color="asked")
    if found:
        _figures(canvas, Box(box.x + thick + 2, end, wide, base - feet - end), found, names)


def _link(canvas: Canvas, box: Box, sign: str) -> None:
    if sign == "stairs":
        w, h = box.w / 3, box.h / 3
        steps = "".join(f"H{box.x + (k + 1) * w:.1f}V{box.bottom - (k + 1) * h:.1f}" for k in range(3))
        canvas.path(f"M{box.x:.1f} {box.bottom:.1f}{steps}", None, "soft", 1.5)
    else:
        for k in range(4):
            x = box.x + box.w * k / 3
            canvas.path(f"M{x:.1f} {box.y:.1f}V{box.bottom:.1f}", None, "soft", 1.5)


class Figure(NamedTuple):
    place: str
    seat: int | None
    n: int
    color: str
    kind: str = ""
    asked: bool = False

    def sign(self, names: Names) -> str:
        if self.seat is not None:
            return names.sign(self.seat)
        return f"{'×' * (self.n < 10)}{self.n}" if self.n > 1 else self.place.partition(":")[2]


def figures_on(name: str, view: Plain) -> list[Figure]:
    seats = [p for p, player in enumerate(view["players"]) if player["tile"] == name and player["alive"]]
    asked = view["decision"]["player"]
    seats.sort(key=lambda p: (p != asked, p != view["reader"], p))
    found = [Figure(f"player:{p}", p, 1, seat_color(p), asked=p == asked) for p in seats]
    monsters = (m for m in view["monsters"] if m["tile"] == name)
    return found + [
        Figure(f"monster:{m['monster']}", None, 1, "line" if m["stunned"] else "ink", m["kind"]) for m in monsters
    ]


def numbered(view: Plain, group: Callable[[Plain], str]) -> dict[str, str]:
    found: dict[str, list[int]] = {}
    for monster in view["monsters"]:
        found.setdefault(group(monster), []).append(monster["monster"])
    return {name: ", ".join(_runs(numbers)) for name, numbers in found.items() if name}


def _runs(numbers: list[int]) -> Iterator[str]:
    for _, run in groupby(enumerate(numbers), lambda one: one[1] - one[0]):
        first, *rest = [str(n) for _, n in run]
        yield f"{first}–{rest[-1]}" if len(rest) > 2 else ", ".join([first, *rest])


def together(found: list[Figure]) -> list[Figure]:
    groups: dict[Any, Figure] = {}
    for one in found:
        key = one.place if one.seat is not None else (one.kind, one.color)
        groups[key] = one._replace(n=groups[key].n + 1) if key in groups else one
    return list(groups.values())


class Crowd(NamedTuple):
    """How figures stand on a tile: their radius, how many beside one another, rows."""

    r: float
    across: int
    rows: int


def _smallest(found: list[Figure], names: Names, least: float) -> float:
    widest = max((fonts.width(figure.sign(names), least, True) for figure in found), default=0.0)
    return max(least * SMALLEST, widest / 2 + 1)


def _crowd(found: list[Figure], names: Names, w: float, least: float) -> Crowd:
    smallest = _smallest(found, names, least)
    across = max(1, int((w + 1) // (2 * smallest + 1)))
    return Crowd(smallest, across, max(1, -(-len(found) // across)))


def _figures(canvas: Canvas, box: Box, found: list[Figure], names: Names) -> None:
    if box.h < canvas.least:
        return
    r, smallest = LARGE, _smallest(found, names, canvas.least)
    while r > smallest and int((box.w + 1) // (2 * r + 1)) * int(box.h // (2 * r)) < len(found):
        r = max(smallest, r - 0.5)
    across, rows = max(1, int((box.w + 1) // (2 * r + 1))), max(1, int(box.h // (2 * r)))
    shown = found if len(found) <= across * rows else found[: max(0, across * rows - 1)]
    used = -(-len(found) // across) if len(shown) == len(found) else rows
    for k, figure in enumerate(shown):
        in_row = min(across, len(shown) - k // across * across + (len(found) > len(shown)))
        x = box.x + box.w / 2 + (k % across - (in_row - 1) / 2) * (2 * r + 1)
        y = box.y + box.h / 2 + (k // across - (used - 1) / 2) * 2 * r
        with canvas.mark(figure.place):
            _figure(canvas, x, y, r, figure, names)
    if len(shown) < len(found):
        text = f"+{sum(figure.n for figure in found[len(shown) :])}"
        canvas.text(box.right, box.bottom, text, size=canvas.least, bold=True, anchor="end")


def _figure(canvas: Canvas, x: float, y: float, r: float, figure: Figure, names: Names) -> None:
    color = figure.color
    if figure.seat is not None:
        canvas.circle(x, y, r - 0.5, color, "asked" if figure.asked else "panel")
    else:
        canvas.rect(Box(x - r + 1, y - r + 1, 2 * r - 2, 2 * r - 2), color, "panel", r=2)
    ink = "soft" if color == "line" else "panel" if color == "ink" else "bright"
    size = max(canvas.least, r * 1.3)
    canvas.text(x, y + r * 0.45, figure.sign(names), size=size, bold=True, color=ink, anchor="middle", room=2 * r)


def _new(canvas: Canvas, box: Box, tile: Plain) -> None:
    canvas.rect(box, "used", "asked", r=3, thick=2, dash="5 3")
    _doors(canvas, box, tile["doors"], max(2.5, box.w * 0.05))
    _name(canvas, box, tile["tile"], "asked", box.y + box.h * 0.76 + 3)
