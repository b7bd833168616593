"""The whole table of Four Souls: heading, players, market and stack, each in its part."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, Box, Canvas
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


def lay_out(view: dict[str, Any], names: Names, marked: bool = False) -> Canvas:
    """The drawing of a JSON view of Four Souls."""
    asked = None if view["decision"] is None else view["decision"]["player"]
    canvas = Canvas(WIDTH, HEIGHT, names.put(question(view)), marked=marked)
    with canvas.part("head", HEAD):
        heading(canvas, view, names)
    places = seats_round(ABOVE, BELOW, len(view["players"]), view["viewer"], MARGIN)
    for player, box in zip(view["players"], places, strict=True):
        with canvas.part(f"player-{player['player']}", box):
            draw_player(canvas, box, player, view, names, asked == player["player"])
    with canvas.part("decks", DECKS):
        draw_decks(canvas, DECKS, view)
    with canvas.part("monsters", MONSTERS):
        draw_monsters(canvas, MONSTERS, view)
    with canvas.part("shop", SHOP):
        draw_shop(canvas, SHOP, view)
    with canvas.part("stack", STACK):
        draw_stack(canvas, STACK, view, names)
    with canvas.part("notes", NOTES):
        draw_notes(canvas, NOTES, view, names)
    return canvas


def question(view: dict[str, Any]) -> str:
    """The pending decision or the end of the game as a sentence."""
    decision = view["decision"]
    if decision is None:
        return str(words.ending(view))
    text = str(decision["text"])
    return text.partition(" (")[0] if decision["question"] == "priority" else text  # the next line says the rest


def heading(canvas: Canvas, view: dict[str, Any], names: Names) -> None:
    """Whose decision it is and what is asked; below, the turn, the phase and who reads."""
    decision = view["decision"]
    canvas.rect(HEAD, "panel", "asked", r=8, thick=2)
    end = HEAD.right - 14
    solo = view["solo"]
    if solo is not None:
        eight_sided(canvas, Box(end - 44, HEAD.y + 10, 44, 44), solo["d8"])
        text = f"souls {solo['souls']} · die drops in {solo['turns_to_drop']}"
        canvas.text(end - 54, HEAD.bottom - 14, text, size=BODY, color="soft", anchor="end")
        end -= 64 + fonts.width(text, BODY)
    x = HEAD.x + 16
    if decision is not None:
        canvas.rect(Box(HEAD.x + 1, HEAD.y + 1, 8, HEAD.h - 2), seat_color(decision["player"]), r=4)
    text = names.put(question(view))
    for size in (24, 20, 17):
        if fonts.width(text, size, True) <= end - x:
            break
    canvas.text(x, HEAD.y + 31, text, size=size, bold=True, room=end - x)
    canvas.text(x, HEAD.y + 53, names.put(situation(view)), size=BODY, color="soft", room=end - x)


def situation(view: dict[str, Any]) -> str:
    """Turn, phase, number of the decision and reader in a line."""
    seen = "everything open" if view["viewer"] is None else f"seen by player_{view['viewer']}"
    parts = [f"turn {view['turn']}", words.phase(view), f"decision {view['decisions']}", seen]
    chosen = [words.spoken(name) for name, value in view["options"].items() if value is True]
    return " · ".join(parts + chosen)
