"""The whole table of Four Souls: heading, players, market and stack, each in its part."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, Box, Canvas, Rows
from fs_env.drawing.four_souls.ladder import draw_notes, draw_stack
from fs_env.drawing.four_souls.market import draw_decks, draw_monsters, draw_shop
from fs_env.drawing.four_souls.player import draw_player
from fs_env.drawing.parts import eight_sided
from fs_env.drawing.seats import Names, seats_round
from fs_env.drawing.themes import seat_color

WIDTH, HEIGHT = 1200, 900
MARGIN = 10.0
HEAD = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 64)
MAIN, SIDE = Box(MARGIN, 84, 880, 806), Box(900, 84, 290, 806)
ABOVE, MIDDLE, BELOW = MAIN.rows(278, 230, 278, gap=MARGIN)
DECKS, MARKET = MIDDLE.columns(200, 670, gap=MARGIN)
MONSTERS, SHOP = MARKET.rows(130, 90, gap=MARGIN)
STACK, NOTES = SIDE.rows(500, 296, gap=MARGIN)
NARROW = 520.0  # width of a drawing for phones
HEAD_SIZE, HEAD_LINE = 18.0, 22.0


class Places(NamedTuple):
    """Where each part of a drawing is."""

    head: Box
    players: list[Box]
    decks: Box
    monsters: Box
    shop: Box
    stack: Box
    notes: Box


def round_the_table(view: dict[str, Any]) -> Places:
    """The places of the usual drawing."""
    players = seats_round(ABOVE, BELOW, len(view["players"]), view["viewer"], MARGIN)
    return Places(HEAD, players, DECKS, MONSTERS, SHOP, STACK, NOTES)


def one_below_another(view: dict[str, Any], names: Names) -> Places:
    """The places of a narrow drawing: what is asked, the reader, the stack, the market, the others round the table."""
    rows = Rows(MARGIN, MARGIN, NARROW - 2 * MARGIN)
    head = rows.next(HEAD_LINE * max(2, len(asked_lines(view, names, rows.w - 30))) + 50)  # the rest rarely moves
    n, first = len(view["players"]), view["viewer"] or 0
    seated = {first: rows.next(248)}
    stack = rows.next(240)
    monsters = rows.next(38 + 96 * -(-max(1, len(view["monsters"])) // 3))
    shop = rows.next(40 + 47 * -(-max(1, len(view["shop"])) // (3 if view["rooms"]["slots"] else 4)))
    seated |= {(first + k) % n: rows.next(248) for k in range(1, n)}
    decks, notes = rows.next(250), rows.next(200)
    return Places(head, [seated[seat] for seat in range(n)], decks, monsters, shop, stack, notes)


def lay_out(view: dict[str, Any], names: Names, *, marked: bool = False, narrow: bool = False) -> Canvas:
    """The drawing of a JSON view of Four Souls; `narrow`: 520 units wide, for phones."""
    asked = None if view["decision"] is None else view["decision"]["player"]
    at = one_below_another(view, names) if narrow else round_the_table(view)
    width, height = (NARROW, at.notes.bottom + MARGIN) if narrow else (WIDTH, HEIGHT)
    canvas = Canvas(width, height, names.put(question(view)), marked=marked)
    with canvas.part("head", at.head):
        heading(canvas, at.head, view, names, narrow)
    for player, box in zip(view["players"], at.players, strict=True):
        with canvas.part(f"player-{player['player']}", box):
            draw_player(canvas, box, player, view, names, asked == player["player"])
    with canvas.part("decks", at.decks):
        draw_decks(canvas, at.decks, view)
    with canvas.part("monsters", at.monsters):
        draw_monsters(canvas, at.monsters, view)
    with canvas.part("shop", at.shop):
        draw_shop(canvas, at.shop, view)
    with canvas.part("stack", at.stack):
        draw_stack(canvas, at.stack, view, names)
    with canvas.part("notes", at.notes):
        draw_notes(canvas, at.notes, view, names)
    return canvas


def question(view: dict[str, Any]) -> str:
    """The pending decision or the end of the game as a sentence."""
    decision = view["decision"]
    if decision is None:
        return str(words.ending(view))
    text = str(decision["text"])
    return text.partition(" (")[0] if decision["question"] == "priority" else text  # the next line says the rest


def asked_lines(view: dict[str, Any], names: Names, room: float) -> tuple[str, ...]:
    """What is asked, on lines of a narrow drawing."""
    return fonts.wrap(names.put(question(view)), room, HEAD_SIZE, True, 5)


def heading(canvas: Canvas, box: Box, view: dict[str, Any], names: Names, narrow: bool) -> None:
    """Whose decision it is and what is asked; below, the turn, the phase and who reads."""
    decision = view["decision"]
    canvas.rect(box, "panel", "asked", r=8, thick=2)
    end = box.right - 14
    solo = view["solo"]
    if solo is not None:
        eight_sided(canvas, Box(end - 44, box.bottom - 54, 44, 44), solo["d8"])
        text = f"souls {solo['souls']} · die drops in {solo['turns_to_drop']}"
        canvas.text(end - 54, box.bottom - 14, text, size=BODY, color="soft", anchor="end")
        end -= 64 + fonts.width(text, BODY)
    x = box.x + 16
    if decision is not None:
        canvas.rect(Box(box.x + 1, box.y + 1, 8, box.h - 2), seat_color(decision["player"]), r=4)
    if narrow:
        lines = asked_lines(view, names, box.w - 30)
        y = canvas.lines(x, box.y + 26, lines, HEAD_LINE, size=HEAD_SIZE, bold=True, room=box.w - 30)
        about = fonts.wrap(names.put(situation(view)), end - x, BODY, False, 2)
        canvas.lines(x, y, about, BODY + 3, size=BODY, color="soft", room=end - x)
        return
    text = names.put(question(view))
    for size in (24, 20, 17):
        if fonts.width(text, size, True) <= end - x:
            break
    canvas.text(x, box.y + 31, text, size=size, bold=True, room=end - x)
    canvas.text(x, box.y + 53, names.put(situation(view)), size=BODY, color="soft", room=end - x)


def situation(view: dict[str, Any]) -> str:
    """Turn, phase, number of the decision and reader in a line."""
    seen = "everything open" if view["viewer"] is None else f"seen by player_{view['viewer']}"
    parts = [f"turn {view['turn']}", words.phase(view), f"decision {view['decisions']}", seen]
    chosen = [words.spoken(name) for name, value in view["options"].items() if value is True]
    return " · ".join(parts + chosen)
