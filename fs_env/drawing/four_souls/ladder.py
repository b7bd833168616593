"""The stack as a ladder, top first, with targets; and beside it what else is going on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import SMALL, Box, Canvas
from fs_env.drawing.parts import die, panel
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color

FRAMES = {"run": "resolving", "announce": "announcing", "place_monster": "placing", "throw": "about to be thrown"}
GAP = 6.0
SIZE = 14.0
STEP = 17.0
RAIL = 26.0
DIE = 30.0


def draw_stack(canvas: Canvas, box: Box, view: dict[str, Any], names: Names) -> None:
    """Draws the object that resolves now, then those of the stack, then those that wait."""
    rungs = list(_rungs(view, names))
    inside = panel(canvas, box, f"stack, top first: {len(view['stack'])}" if view["stack"] else "stack")
    if not rungs:
        canvas.text(inside.x, inside.y + 16, "empty", size=SIZE, color="soft")
        return
    for most in (4, 3, 2, 1):
        heights = [rung.height(inside.w - RAIL, most) for rung in rungs]
        if sum(heights) + GAP * (len(rungs) - 1) <= inside.h:
            break
    y = inside.y
    rail = inside.x + 10
    shown: list[tuple[Rung, float]] = []
    for rung, h in zip(rungs, heights, strict=True):
        left = len(rungs) - len(shown) - 1
        if y + h + (20 if left else 0) > inside.bottom:
            break
        shown.append((rung, y))
        y += h + GAP
    if len(shown) > 1:
        bottom = shown[-1][1] + 14
        for x in (rail - 6, rail + 6):
            canvas.rect(Box(x - 1, shown[0][1] + 4, 2, bottom - shown[0][1]), "line", r=1)
    for (rung, top), h in zip(shown, heights, strict=False):
        with canvas.mark(f"stack:{rung.card}" if rung.card else "", words.name(rung.card) if rung.card else ""):
            rung.draw(canvas, Box(inside.x + RAIL, top, inside.w - RAIL, h), rail, most)
    if len(shown) < len(rungs):
        canvas.text(inside.x + RAIL, y + 13, f"+{len(rungs) - len(shown)} more below", size=SMALL, color="soft")


class Rung:
    """One object of the ladder: its place, words, targets, die and the colour of its player."""

    def __init__(self, made: dict[str, Any], place: str, names: Names) -> None:
        self.place, self.player, self.card = place, made["player"], made["card"]
        text = names.put(words.stack_object({**made, "targets": []}))
        self.text = text if place.isdigit() or not place else f"{place}: {text}"
        self.targets = "→ " + names.put(", ".join(words.reference(ref) for ref in made["targets"]))
        self.aimed = [ref["player"] for ref in made["targets"] if ref["sort"] == "player"]
        if not made["targets"]:
            self.targets = ""
        rolled = made["n"] if made["kind"] == "roll" else made["roll"]
        self.roll = rolled if rolled is not None and rolled > 0 else None

    def _lines(self, w: float, most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        room = w - 18 - (DIE + 6 if self.roll is not None else 0)
        text = fonts.wrap(self.text, room, SIZE, False, most)
        return text, fonts.wrap(self.targets, room, SIZE, True, max(1, most - 1)) if self.targets else ()

    def height(self, w: float, most: int) -> float:
        """How much room it takes with at most so many lines."""
        text, targets = self._lines(w, most)
        return max(10 + STEP * (len(text) + len(targets)), DIE + 8 if self.roll is not None else 0)

    def draw(self, canvas: Canvas, box: Box, rail: float, most: int) -> None:
        """Draws it and its number on the rail."""
        color = seat_color(self.player) if self.player >= 0 else "soft"
        now = not self.place.isdigit()
        canvas.rect(box, "used" if now else "card", "asked" if now else "line", dash="4 3" if now else "")
        canvas.rect(Box(box.x, box.y, 5, box.h), color, r=2)
        canvas.circle(rail, box.y + 14, 10, "asked" if now else color)
        sign = "→" if now else self.place
        canvas.text(rail, box.y + 18.5, sign, size=12, bold=True, color="bright", anchor="middle", room=18)
        text, targets = self._lines(box.w, most)
        y = canvas.lines(box.x + 12, box.y + 18, text, STEP, size=SIZE, room=box.w - 18)
        aimed = seat_color(self.aimed[0]) if len(set(self.aimed)) == 1 else "ink"
        canvas.lines(box.x + 12, y, targets, STEP, size=SIZE, bold=True, color=aimed, room=box.w - 18)
        if self.roll is not None:
            die(canvas, Box(box.right - DIE - 5, box.y + (box.h - DIE) / 2, DIE, DIE), self.roll, color)


def _rungs(view: dict[str, Any], names: Names) -> Iterator[Rung]:
    lying = {made["number"] for made in view["stack"]}
    for entry in reversed(view["resolving"]):
        made = entry["object"]
        if made is not None and made["number"] not in lying:
            yield Rung(made, FRAMES.get(entry["frame"], words.spoken(entry["frame"])), names)
    for place, made in enumerate(view["stack"], 1):
        yield Rung(made, str(place), names)
    for made in view["waiting"]:
        yield Rung(made, "waits", names)


def draw_notes(canvas: Canvas, box: Box, view: dict[str, Any], names: Names) -> None:
    """The options of the question, cards that are looked at, damage, offers, promises, obligations, lasting effects."""
    notes = [(label, [names.put(text) for text in texts]) for label, texts in _notes(view)]
    inside = panel(canvas, box, notes[0][0] if notes else "nothing else is going on")
    for most in (3, 2, 1):
        rows = list(_note_lines(notes, inside.w - 12, most))
        if sum(row.h for row in rows) <= inside.h:
            break
    y, bottom = inside.y, inside.bottom
    for k, row in enumerate(rows):
        left = [row for row in rows[k:] if row.first]
        if y + row.h + (STEP if len(left) > 1 else 0) > bottom and sum(row.h for row in rows[k:]) > bottom - y:
            canvas.text(inside.x + 12, y + 12, f"+{max(1, len(left))} more", size=SMALL, color="soft")
            return
        y += row.h
        if row.heading:
            canvas.text(inside.x, y - 5, row.text, size=SMALL, bold=True, color="soft", room=inside.w)
            continue
        if row.first:
            canvas.circle(inside.x + 3, y - 10, 2, "soft")
        canvas.text(inside.x + 12, y - 5, row.text, size=SIZE, room=inside.w - 12)


class Row(NamedTuple):
    """A line of the notes: its text, its height, whether it is a heading or the first line of a note."""

    text: str
    h: float
    heading: bool = False
    first: bool = False


def _note_lines(notes: list[tuple[str, list[str]]], room: float, most: int) -> Iterator[Row]:
    """The lines of all notes, at most so many for each; the first heading stands on the panel."""
    for k, (label, texts) in enumerate(notes):
        if k:
            yield Row(label, STEP + 5, heading=True)
        for text in texts:
            for i, line in enumerate(fonts.wrap(text, room, SIZE, False, most)):
                yield Row(line, STEP, first=i == 0)


def _notes(view: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    decision = view["decision"]
    if decision is not None and decision["options"]:
        yield "to choose from", [words.option(option) for option in decision["options"]]
    if view["offer"] is not None:
        yield "offer", [words.offered(view["offer"])]
    if view["looked"]:
        yield "looked at, top first", [words.name(card) for card in view["looked"]]
    if view["revealed"]:
        yield "revealed", [words.name(card) for card in view["revealed"]]
    if view["damage"]:
        yield "damage", [f"{share['n']} to {words.reference(share['to'])}" for share in view["damage"]]
    if view["obligations"]:
        yield "must attack", [_obligation(found) for found in view["obligations"]]
    if view["promises"]:
        yield "promises", [words.promise(made) for made in view["promises"]]
    if view["lasting"]:
        yield "lasting effects", [words.lasting(entry) for entry in view["lasting"]]


def _obligation(found: dict[str, Any]) -> str:
    what = "a monster" if found["what"] is None else words.reference(found["what"])
    other = "" if found["or"] is None else f" or {words.reference(found['or'])}"
    return f"{words.seat(found['player'])}: {what}{other}"
