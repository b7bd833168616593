"""The table of Betrayal at Baldur's Gate as a drawing: both levels of the map, adventurers, the haunt, stacks."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.drawing import fonts
from fs_env.drawing.betrayal.level import COLORS, LARGEST, LEGEND, bounds, draw_level
from fs_env.drawing.betrayal.player import draw_player
from fs_env.drawing.canvas import SMALL, Box, Canvas, Rows
from fs_env.drawing.heading import Heading
from fs_env.drawing.parts import back, panel
from fs_env.drawing.seats import Names

Plain = dict[str, Any]
WIDTH, HEIGHT = 1280, 900
MARGIN = 10.0
HEAD = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 60)
MAP, SIDE = Box(MARGIN, 80, 870, 600), Box(890, 80, 380, 810)
FOOT = Box(MARGIN, 690, 870, 200)
NARROW = 520.0  # width of a drawing for phones
SEEN = 420.0  # highest level of a narrow drawing
LEAST = 250.0  # width of a level
OMENS = 13


class Places(NamedTuple):
    """Where each part of a drawing is."""

    head: Box
    city: Box
    catacomb: Box
    players: list[Box]
    haunt: Box
    decks: Box


def side_by_side(view: Plain) -> Places:
    """The places of the usual drawing: the levels as wide as they have columns."""
    shares = [bounds(view, level)[2] for level in ("city", "catacomb")]
    least = LEAST / (MAP.w - MARGIN) * sum(shares)
    city, catacomb = MAP.columns(*(max(least, share) for share in shares), gap=MARGIN)
    haunt, decks = FOOT.columns(600, 260, gap=MARGIN)
    players = SIDE.rows(*[1] * view["num_players"], gap=6)
    return Places(HEAD, city, catacomb, players, haunt, decks)


def one_below_another(view: Plain, names: Names) -> Places:
    """The places of a narrow drawing: what is asked, the level of the reader's figure, the other one, the haunt, the reader, the
    others to the left, the stacks."""
    rows = Rows(MARGIN, MARGIN, NARROW - 2 * MARGIN)
    head = rows.next(_heading(view, names).height(rows.w, 40))
    levels = {}
    for level in ("city", "catacomb") if level_of_reader(view) == "city" else ("catacomb", "city"):
        _, _, columns, high = bounds(view, level)
        size = min(LARGEST, (rows.w - 16) / columns)
        levels[level] = rows.next(min(SEEN, size * high) + LEGEND + 8)
    lines = sum(len(fonts.wrap(line, rows.w - 20, SMALL, False, 20)) for line in haunt_lines(view))
    haunt = rows.next(34 + 16 * max(4, lines))
    n, first = view["num_players"], view["reader"] or 0
    seated = {(first + k) % n: rows.next(142) for k in range(n)}
    return Places(head, levels["city"], levels["catacomb"], [seated[seat] for seat in range(n)], haunt, rows.next(200))


def level_of_reader(view: Plain) -> str:
    """The level on which the reader's figure stands, or that of the player whose turn it is."""
    seat = view["turn_player"] if view["reader"] is None else view["reader"]
    name = view["players"][seat]["tile"]
    return next((tile["level"] for tile in view["tiles"] if tile["tile"] == name), "city")


def lay_out(view: Plain, names: Names, *, marked: bool = False, narrow: bool = False) -> Canvas:
    """The drawing of a JSON view of Betrayal; `narrow`: 520 units wide, for phones."""
    at = one_below_another(view, names) if narrow else side_by_side(view)
    width, height = (NARROW, at.decks.bottom + MARGIN) if narrow else (WIDTH, HEIGHT)
    canvas = Canvas(width, height, names.put(view["decision"]["text"]), marked=marked)
    with canvas.part("head", at.head):
        _heading(view, names).draw(canvas, at.head, narrow)
    for level, box in (("city", at.city), ("catacomb", at.catacomb)):
        with canvas.part(level, box):
            draw_level(canvas, box, view, level)
    for seat, box in enumerate(at.players):
        with canvas.part(f"player-{seat}", box):
            draw_player(canvas, box, seat, view, names)
    with canvas.part("haunt", at.haunt):
        _haunt(canvas, at.haunt, view)
    with canvas.part("decks", at.decks):
        _decks(canvas, at.decks, view)
    return canvas


def _heading(view: Plain, names: Names) -> Heading:
    about = f"turn {view['turn']} · turn of player_{view['turn_player']} · decision {view['decisions']}"
    return Heading(view["decision"]["player"], names.put(view["decision"]["text"]), names.put(about))


def haunt_lines(view: Plain) -> list[str]:
    """Lines about the haunt, as far as a reader knows it: omens before it, then its pages and how far everybody is."""
    if not view["haunt"]:
        n = view["omens"]
        if not n:
            return ["No omen is revealed yet."]
        return [
            f"{n} of {OMENS} omens are revealed. The next one makes a haunt roll of {min(8, n + 1)} dice: 6+ begins it."
        ]
    heroes, traitor = view["marks"]
    lines = [f"Rounds over: {view['haunt']['rounds']}. Quest tokens: heroes {heroes}, traitor {traitor}."]
    lines += view["pages"]
    for monster in view["monsters"]:
        stunned = ", stunned" if monster["stunned"] else ""
        lines.append(f"{monster['kind']} {monster['monster']}: {monster['tile']}{stunned}")
    return lines


def _haunt(canvas: Canvas, box: Box, view: Plain) -> None:
    """The haunt in letters as large as have room; pages first, the last lines are counted where there are too many."""
    title = f"haunt {view['haunt']['number']}, {view['haunt']['name']}" if view["haunt"] else "before the haunt"
    inside = panel(canvas, box, title)
    for size in (SMALL, 12.0, 11.0, 10.0):
        lines = [part for line in haunt_lines(view) for part in fonts.wrap(line, inside.w, size, False, 20)]
        most = int(inside.h // (size + 2.5))
        if len(lines) <= most:
            break
    if len(lines) > most:
        lines = [*lines[: most - 1], f"… {len(lines) - most + 1} lines more"]
    y = inside.y + size
    for line in lines:
        canvas.text(inside.x, y, line, size=size, room=inside.w)
        y += size + 2.5


def _decks(canvas: Canvas, box: Box, view: Plain) -> None:
    """Draws the rest of each stack; tiles with the colour of their doors, and the meaning of the signs on the map."""
    inside = panel(canvas, box, "left in the stacks")
    columns = Box(inside.x, inside.y, inside.w, 96).columns(1, 1, gap=10)
    decks = list(view["decks"].items())
    for column, part in zip(columns, (decks[:3], decks[3:]), strict=True):
        for k, (name, n) in enumerate(part):
            y = column.y + 31 * k
            with canvas.mark(f"deck:{name}"):
                _stack(canvas, Box(column.x, y, column.w, 28), name, n)
    signs = ("E, I, O: an event, item or omen for the first visitor", "door colours as the stacks; orange: an illusion")
    y = inside.bottom - 12 * (len(signs) * 2 - 1)
    for line in (part for sign in signs for part in fonts.wrap(sign, inside.w, 10.5, False, 2)):
        canvas.text(inside.x, y, line, size=10.5, color="soft", room=inside.w)
        y += 12


def _stack(canvas: Canvas, box: Box, name: str, n: int) -> None:
    """A stack: its back or its colour, how many there are, its name."""
    stock = Box(box.x, box.y, 22, 26)
    color = COLORS.get(name.removesuffix("s"))
    if not n:
        canvas.rect(stock, None, "line", r=3, dash="4 3")
    elif color:
        canvas.rect(stock, color, "line", r=3)
    else:
        back(canvas, stock)
    canvas.text(box.x + 30, box.y + 18, f"{n} {name}", size=SMALL, room=box.w - 30)
