"""The whole table of Four Souls: heading, players, market and stack, each in its part."""

from __future__ import annotations

from typing import Any, NamedTuple

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, Box, Canvas, Rows
from fs_env.drawing.four_souls.ladder import draw_notes, draw_stack
from fs_env.drawing.four_souls.market import draw_decks, draw_monsters, draw_shop
from fs_env.drawing.four_souls.player import draw_player
from fs_env.drawing.heading import Heading
from fs_env.drawing.parts import eight_sided
from fs_env.drawing.seats import Names, seats_round

WIDTH, HEIGHT = 1200, 900
MARGIN = 10.0
HEAD = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 64)
MAIN, SIDE = Box(MARGIN, 84, 880, 806), Box(900, 84, 290, 806)
ABOVE, MIDDLE, BELOW = MAIN.rows(278, 230, 278, gap=MARGIN)
DECKS, MARKET = MIDDLE.columns(200, 670, gap=MARGIN)
MONSTERS, SHOP = MARKET.rows(130, 90, gap=MARGIN)
STACK, NOTES = SIDE.rows(500, 296, gap=MARGIN)
NARROW = 520.0  # width of a drawing for phones


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
    head = rows.next(heading(view, names).height(rows.w, 50))  # the rest rarely moves
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
        draw_head(canvas, at.head, view, names, narrow)
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


def heading(view: dict[str, Any], names: Names) -> Heading:
    """Whose decision it is and what is asked; below, the turn, the phase and who reads."""
    decision = view["decision"]
    seat = None if decision is None else decision["player"]
    return Heading(seat, names.put(question(view)), names.put(situation(view)))


def draw_head(canvas: Canvas, box: Box, view: dict[str, Any], names: Names, narrow: bool) -> None:
    """The heading; in solo play with the die and the souls of both on the right."""
    solo = view["solo"]
    text = "" if solo is None else f"souls {solo['souls']} · die drops in {solo['turns_to_drop']}"
    heading(view, names).draw(canvas, box, narrow, 0.0 if solo is None else 64 + fonts.width(text, BODY))
    if solo is not None:
        end = box.right - 14
        eight_sided(canvas, Box(end - 44, box.bottom - 54, 44, 44), solo["d8"])
        canvas.text(end - 54, box.bottom - 14, text, size=BODY, color="soft", anchor="end")


def situation(view: dict[str, Any]) -> str:
    """Turn, phase, number of the decision and reader in a line."""
    seen = "everything open" if view["viewer"] is None else f"seen by player_{view['viewer']}"
    parts = [f"turn {view['turn']}", words.phase(view), f"decision {view['decisions']}", seen]
    chosen = [words.spoken(name) for name, value in view["options"].items() if value is True]
    return " · ".join(parts + chosen)
