"""The table of Betrayal at Baldur's Gate as a drawing: both levels of the map, adventurers, the haunt, stacks."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache, partial
from html import escape
from typing import Any

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.drawing import fonts
from fs_env.drawing.betrayal.adventurers import choice_height, draw_choice, free
from fs_env.drawing.betrayal.level import BOTTOM, COLORS, EDGE, LEGEND, bounds, drawn_level, level_height, numbered
from fs_env.drawing.betrayal.player import draw_player, room_of, strip_of
from fs_env.drawing.betrayal.player import height as height_of
from fs_env.drawing.canvas import SMALL, Box, Canvas, Rows
from fs_env.drawing.heading import Heading
from fs_env.drawing.layout import HEIGHT, LETTERS, MARGIN, WIDTH, Column, Draw, Same, compose
from fs_env.drawing.parts import back, panel
from fs_env.drawing.seats import Names
from fs_env.drawing.stage import PHONE, Stage

Plain = dict[str, Any]
MAIN = 810.0  # width of map, haunt and stacks
DECKS, STRIP = 242.0, 560.0  # width of the stacks, and side by side below a haunt of few words
FOOT, HIGH_FOOT = 206.0, 310.0  # height of the haunt and the stacks, and the most that a long haunt may take of the map
LOW_FOOT = 112.0  # the same where little is said of a haunt
GAP, ROW = 6.0, 24.0  # between adventurers; height of a stack in a low part
OF_READER = ("split", "trait", "may", "either", "discard", "accept", "weapon", "react", "ignore", "reveal")
"""Questions about traits and cards of the reader, whose panel then stands above the map of a narrow drawing."""
LEVELS = ("city", "catacomb")
LEAST = 250.0  # width of a level
FRAME = LEGEND + BOTTOM  # height of a level without its tiles
CLEARLY = 1.12
OMENS = 13
OF_HAUNT = ("haunt", "omens", "marks", "pages", "monsters", "num_players")  # what lines about it are made of
COUNTED = re.compile(r"as many as there are (adventurers|heroes)(?: (and|less) (\d+)(?: more)?)?")
TITLE, STEP = 46.0, 2.5  # margins and heading of the haunt; between two of its lines


def side_by_side(view: Plain, names: Names) -> dict[str, Box]:
    head = Heading.of_turn(view, names).box()
    top = head.bottom + MARGIN
    main = Box(MARGIN, top, MAIN, HEIGHT - top - MARGIN)
    side = Box(main.right + MARGIN, top, WIDTH - main.right - 2 * MARGIN, main.h)
    if free(view):
        seats, decks = side.rows(side.h - FOOT - MARGIN, FOOT, gap=MARGIN)
        return {"head": head, "adventurers": main, **_side(seats, view), "decks": decks}
    rows = {across: len(haunt_rows(view, main.w - across - MARGIN - 20, SMALL)) for across in (STRIP, DECKS)}
    high = {across: TITLE + (SMALL + STEP) * n for across, n in rows.items()}
    across = STRIP if high[STRIP] <= LOW_FOOT else DECKS
    foot = LOW_FOOT if across == STRIP else max(FOOT, min(HIGH_FOOT, high[DECKS]))
    maps, below = main.rows(main.h - foot - MARGIN, foot, gap=MARGIN)
    city, catacomb = levels(maps, view)
    haunt, decks = below.columns(main.w - across - MARGIN, across, gap=MARGIN)
    return {"head": head, "city": city, "catacomb": catacomb, **_side(side, view), "haunt": haunt, "decks": decks}


def levels(box: Box, view: Plain) -> list[Box]:
    """The places of city and catacombs: side by side, or one above the other where that makes the tiles clearly larger."""
    sizes = [bounds(view, level)[2:] for level in LEVELS]
    (wide, high), (wider, higher) = sizes
    beside = min((box.w - MARGIN - 4 * EDGE) / (wide + wider), (box.h - FRAME) / max(high, higher))
    above = min((box.h - MARGIN - 2 * FRAME) / (high + higher), (box.w - 2 * EDGE) / max(wide, wider))
    if above > CLEARLY * beside:
        extra = FRAME * (high + higher) / (box.h - MARGIN - 2 * FRAME)
        return box.rows(high + extra, higher + extra, gap=MARGIN)
    least = LEAST / (box.w - MARGIN) * (wide + wider)
    return box.columns(max(least, wide), max(least, wider), gap=MARGIN)


def _side(box: Box, view: Plain) -> dict[str, Box]:
    shares = [room_of(player, seat == view["reader"]) for seat, player in enumerate(view["players"])]
    lows = [strip_of(player, seat == view["reader"]) + 12 for seat, player in enumerate(view["players"])]
    left = box.h - GAP * (len(shares) - 1) - sum(lows)
    rows = Rows(box.x, box.y, box.w, GAP)
    found = [rows.next(low + left * share / sum(shares)) for low, share in zip(lows, shares, strict=True)]
    return {f"player-{seat}": box for seat, box in enumerate(found)}


def one_below_another(view: Plain, names: Names) -> dict[str, Box]:
    rows = Column()
    found = {"head": rows.next(Heading.of_turn(view, names).height(rows.w, LETTERS))}
    n, first = view["num_players"], view["reader"] or 0

    def place(seat: int) -> None:
        high = height_of(view["players"][seat], seat == view["reader"], rows.w, LETTERS)
        found.setdefault(f"player-{seat}", rows.next(high))

    if view["decision"]["player"] == view["reader"] and view["decision"]["question"] in OF_READER:
        place(first)
    if free(view):
        found["adventurers"] = rows.next(choice_height(view, rows.w, LETTERS))
    else:
        for level in sorted(LEVELS, key=lambda level: level != level_of_reader(view)):
            found[level] = rows.next(level_height(view, level, rows.w))
        found["haunt"] = rows.next(TITLE + (LETTERS + STEP) * max(2, len(haunt_rows(view, rows.w - 20, LETTERS))))
    for seat in ((first + k) % n for k in range(n)):
        if f"player-{seat}" not in found:
            place(seat)
    return {**found, "decks": rows.next(200)}


def level_of_reader(view: Plain) -> str:
    seat = view["turn_player"] if view["reader"] is None else view["reader"]
    name = view["players"][seat]["tile"]
    return next((tile["level"] for tile in view["tiles"] if tile["tile"] == name), "city")


def lay_out(
    view: Plain, names: Names, *, marked: bool = False, narrow: bool = False, stage: Stage | None = None
) -> Canvas:
    usual = one_below_another(view, names) if narrow or stage else side_by_side(view, names)
    at = {name: stage.boxes[name] for name in usual if name in stage.boxes} if stage else usual
    parts: dict[str, Draw] = {
        "head": lambda c, box: Heading.of_turn(view, names).draw(c, box, narrow),
        "adventurers": lambda c, box: draw_choice(c, box, view, c.width < PHONE),
        **{level: drawn_level(view, level, names, narrow) for level in LEVELS if level in at},
        "haunt": Same((haunt_title(view), *haunt_lines(view)), lambda c, box: _haunt(c, box, view)),
        "decks": Same((*view["decks"].items(),), lambda c, box: _decks(c, box, view)),
    }
    asked = view["decision"]["player"]
    for seat, player in enumerate(view["players"]):
        draw = partial(draw_player, seat=seat, view=view, names=names, narrow=narrow)
        states = [seat == one for one in (asked, view["turn_player"], view["reader"], *view["winners"])]
        parts[f"player-{seat}"] = Same(
            (str(player), names.of(seat), names.sign(seat), narrow, asked is None, *states), draw
        )
    parts = {name: parts[name] for name in at}
    return compose(names.put(view["decision"]["text"]), at, parts, marked=marked, narrow=narrow, stage=stage)


def _pages(view: Plain) -> dict[str, list[str]]:
    number, players = view["haunt"]["number"], view["num_players"]
    traitors = next(haunt.shape != Shape.COOPERATIVE for haunt in HAUNTS if haunt.number == number)

    def count(found: re.Match[str]) -> str:
        n = players - (traitors and found[1] == "heroes")
        return str(n + int(found[3] or 0) * (-1 if found[2] == "less" else 1))

    sides: dict[str, list[str]] = {}
    side = "heroes"
    for line in view["pages"]:
        if line.startswith(f"{number}. "):
            side = "traitor" if "traitor" in line.rpartition(": ")[2] else "heroes"
        else:
            sides.setdefault(side, []).append(COUNTED.sub(count, line))
    return sides


def _tokens(side: str, n: int, page: list[str]) -> str:
    asked = re.search(r"(\d+) quest tokens are laid", " ".join(page))
    return f"{side} {n} of {asked[1]}" if asked else f"{side} {n}" if n else ""


def haunt_lines(view: Plain) -> Sequence[str]:
    """Lines about the haunt, as far as a reader knows it: omens before it, then how it is won, the progress of both sides, its pages."""
    return _haunt_lines(json.dumps({name: view[name] for name in OF_HAUNT}))


@lru_cache(maxsize=256)
def _haunt_lines(facts: str) -> tuple[str, ...]:
    view = json.loads(facts)
    if not view["haunt"]:
        n = view["omens"]
        if not n:
            return ("No omen is revealed yet.",)
        roll = f"The next one causes a haunt roll of {min(8, n + 1)} dice: 6+ begins it."
        return (f"{n} of {OMENS} omens are revealed. {roll}",)
    sides = _pages(view)
    shown = [line for lines in sides.values() for line in lines]
    rounds = view["haunt"]["rounds"]
    wins = [line for line in shown if re.search(r"\bwins? when\b", line)]
    lines = wins + ([f"Rounds over: {rounds}."] if any("round" in line for line in shown) else [])
    tokens = [_tokens(who, n, sides.get(who, [])) for who, n in zip(("heroes", "traitor"), view["marks"], strict=True)]
    lines += [f"Quest tokens: {', '.join(filter(None, tokens))}."] if any(tokens) else []
    for side, page in sides.items():
        lines += [f"For the {side}:"] * (len(sides) > 1) + [line for line in page if line not in wins]
    groups = numbered(view, lambda one: f"{one['kind']} {{}}: {one['tile']}{', stunned' * bool(one['stunned'])}")
    return (*lines, *(line.format(numbers) for line, numbers in groups.items()))


def haunt_rows(view: Plain, w: float, size: float) -> list[str]:
    return [part for line in haunt_lines(view) for part in fonts.wrap(line, w, size, False, 20)]


def haunt_title(view: Plain) -> str:
    return f"haunt {view['haunt']['number']}, {view['haunt']['name']}" if view["haunt"] else "before the haunt"


def _haunt(canvas: Canvas, box: Box, view: Plain) -> None:
    title = haunt_title(view)
    inside = panel(canvas, box, title)
    for size in (canvas.least + 1, canvas.least):
        lines = haunt_rows(view, inside.w, size)
        most = int(inside.h // (size + STEP))
        if len(lines) <= most:
            break
    if len(lines) > most:
        lines = [*lines[: most - 1], f"… {len(lines) - most + 1} lines more"]
        if canvas.card:  # of a page, which opens them all
            canvas.add(f"<desc>{escape(chr(10).join([title, *haunt_lines(view)]))}</desc>")
    canvas.lines(inside.x, inside.y + size, lines, size + STEP, size=size, room=inside.w)


def _decks(canvas: Canvas, box: Box, view: Plain) -> None:
    decks = list(view["decks"].items())
    if box.h < 2 * ROW + 10:  # of a stage
        canvas.rect(box, "panel", "line", r=8)
        for k, row in enumerate([decks] if box.h < ROW + 10 else [decks[:3], decks[3:]]):
            places = Box(box.x + 8, box.y + 4 + ROW * k, box.w - 12, ROW - 3)
            for place, deck in zip(places.columns(*(len(name) + 8.0 for name, _ in row), gap=2), row, strict=True):
                _stack(canvas, place, *deck)
        return
    inside = panel(canvas, box, "left in the stacks")
    step = ROW if (low := inside.h < LOW_FOOT) else 31.0
    shares = (0.8, 0.9, 1.6) if low else (0.82, 1.0)
    left, right, *rest = Box(inside.x, inside.y, inside.w, 93).columns(*shares, gap=8)
    for column, part in ((left, decks[:3]), (right, decks[3:])):
        for k, deck in enumerate(part):
            _stack(canvas, Box(column.x, column.y + step * k, column.w, step - 3), *deck)
    signs = (
        "E, I, O: draw an event, item or omen",
        "a door's colour: the stack of the tile behind it; orange: an illusion",
    )
    legend = rest[0] if low else inside
    shown = [part for sign in signs for part in fonts.wrap(sign, legend.w, canvas.least)]
    y = legend.y + canvas.least if low else inside.bottom - (canvas.least + 1.5) * (len(shown) - 1) - 2
    canvas.lines(legend.x, y, shown, canvas.least + 1.5, size=canvas.least, color="soft", room=legend.w)


def _stack(canvas: Canvas, box: Box, name: str, n: int) -> None:
    stock, color = Box(box.x, box.y, min(22, box.h - 5), box.h - 2), COLORS.get(name.removesuffix("s"))
    with canvas.mark(f"deck:{name}"):
        if not n:
            canvas.rect(stock, None, "line", r=3, dash="4 3")
        elif color:
            canvas.rect(stock, color, "line", r=3)
        else:
            back(canvas, stock)
        x, text = stock.right + (6 if box.h < 22 else 8), f"{n} {name.removesuffix('s') if n == 1 else name}"
        canvas.text(x, box.y + box.h / 2 + 4, text, size=canvas.least, room=box.right - x)
