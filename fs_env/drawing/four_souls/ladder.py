"""The stack as a ladder, top first, with targets; and next to it all lasting effects."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any, NamedTuple

from fs_env.core.four_souls.view import words
from fs_env.drawing import fonts
from fs_env.drawing.canvas import Box, Canvas
from fs_env.drawing.card_layout import GAP as APART
from fs_env.drawing.card_layout import LOWEST, Columns, Laid, lay_cards, lay_loose
from fs_env.drawing.four_souls.card import printed
from fs_env.drawing.four_souls.places import ASIDE, of_reference
from fs_env.drawing.parts import PLATES, die, panel
from fs_env.drawing.portrait import draw_face
from fs_env.drawing.seats import Names
from fs_env.drawing.themes import seat_color
from fs_env.narration.four_souls.stack import object_words, reference

Plain = dict[str, Any]
FRAMES = {"run": "resolving: ", "place_monster": "placing: ", "throw": "about to be thrown: "}
WAITS = "waits: "
GAP = 6.0
SIZE = 14.0  # of letters, where no larger ones are the smallest
LEADING = 1.2
FACE = (190.0, 262.0)  # of the card on top, below the ladder where it has room
RAIL = 26.0
TITLE = 42.0  # margins and heading of a panel
DIE, SLIM = 30.0, 170.0  # width of a panel below which letters are smaller and a die is below its text
PILE = 22.0  # room above and below a discard pile
CHOOSE = "to choose from"
HEADINGS = {"looked": "looked at, top first", "revealed": "revealed"}
COLUMNS = {
    False: Columns(2, 104.0, 210.0),
    True: Columns(3, 104.0, 210.0),
}  # of cards among the notes; on a narrow drawing


def letters(least: float, w: float = SLIM) -> float:
    return max(SIZE if w >= SLIM else SIZE - 2, least)


def stack_height(view: Plain, names: Names, w: float, least: float, empty: float = 26.0) -> float:
    rungs = list(_rungs(view, names, letters(least, w)))
    return TITLE + sum(rung.height(w - 20 - RAIL) + GAP for rung in rungs) + (0 if rungs else empty)


def draw_stack(canvas: Canvas, box: Box, view: Plain, names: Names) -> None:
    size = letters(canvas.least, box.w)
    rungs = list(_rungs(view, names, size))
    empty = "stack" if not canvas.card or rungs else "stack: empty"
    inside = panel(canvas, box, f"stack, top first: {len(view['stack'])}" if view["stack"] else empty)
    if not rungs and canvas.card:
        return _draw_piles(canvas, inside, *canvas.card, view)
    if not rungs:
        canvas.text(inside.x, inside.y + 16, "empty", size=size, color="soft")
        return
    y, rail = inside.y, inside.x + 10
    shown: list[tuple[Rung, float, float]] = []
    room, lines = inside.bottom - y + 10, rungs[0].step * (len(rungs) - 1)
    least = min(10 + 2 * rungs[0].step, rungs[0].height(inside.w - RAIL))  # of the one on top
    listed = room - lines >= least  # those that have no room for a rung have a line
    rungs[0].cut(room - lines * listed, inside.w - RAIL)  # that on top is always shown
    for rung in rungs:
        h, left = rung.height(inside.w - RAIL), len(rungs) - 1 - len(shown)
        if shown and y + h + (rung.step * left if listed else 20 * (left > 0)) > inside.bottom + 10 * listed:
            break
        shown.append((rung, y, h))
        y += h + GAP
    if len(shown) > 1:
        for x in (rail - 6, rail + 6):
            canvas.rect(Box(x - 1, shown[0][1] + 4, 2, shown[-1][1] + 14 - shown[0][1]), "line", r=1)
    for rung, top, h in shown:
        with canvas.mark(f"stack:{rung.card}" if rung.card else "", words.name(rung.card) if rung.card else ""):
            rung.draw(canvas, Box(inside.x + RAIL, top, inside.w - RAIL, h), rail)
    top = rungs[0].card
    if top and len(shown) == len(rungs) and inside.bottom - y >= FACE[1] / 2:
        wide, high = min(FACE[0], inside.w), min(FACE[1], inside.bottom - y)
        where = Box(inside.x + (inside.w - wide) / 2, inside.bottom - high, wide, high)
        draw_face(canvas, where, printed(top), f"stack:{top}", words.name(top))
    rest = rungs[len(shown) :]
    if rest and not listed and y + 6 <= inside.bottom:
        canvas.text(inside.x + RAIL, y + 13, f"+{len(rest)} more below", size=canvas.least, color="soft")
    for k, rung in enumerate(rest if listed else ()):
        line = f"{rung.place if rung.place.isdigit() else ''} {rung.text} {rung.targets}".strip()
        with canvas.mark(f"stack:{rung.card}" if rung.card else "", words.name(rung.card) if rung.card else ""):
            color = seat_color(rung.player) if rung.player >= 0 else "soft"
            canvas.text(
                inside.x + 6, y + 9 + k * rung.step, fonts.shorten(line, inside.w - 12, size), size=size, color=color
            )


def _draw_piles(canvas: Canvas, box: Box, wide: float, high: float, view: Plain) -> None:
    across = max(1, int((box.w + APART) // (wide + APART)))
    piles = [(name, deck["discard"]) for name, deck in view["decks"].items() if deck["discard"]]
    for k, (name, cards) in enumerate(piles):
        where = Box(box.x + k % across * (wide + APART), box.y + 14 + k // across * (high + PILE), wide, high)
        if where.bottom <= box.bottom + APART:
            label = f"{name} discard: {len(cards)}"
            label = label if fonts.width(label, canvas.least, True) <= wide else label.replace(" discard", "")
            canvas.heading(where.x, where.y - 4, label, wide)
            face = printed(cards[0]).now(hp="", hits="", attack="", **{"texts": ()} if high < LOWEST else {})
            lay_cards(canvas, where, [Laid(face, f"discard:{name}", words.name(cards[0]))])


class Rung:
    def __init__(self, made: Plain, place: str, names: Names, size: float) -> None:
        self.size, self.step, self.most = size, size * LEADING, 99  # lines at most
        self.place, self.player, self.card = place, made["player"], made["card"]
        text = names.put(object_words({**made, "targets": []}))
        doubled = ", doubled" if made["doubled"] and "doubled" not in text else ""
        self.text = f"{'' if place.isdigit() else place}{text}{doubled}"
        targets = names.put(", ".join(reference(ref) for ref in made["targets"]))
        self.targets = f"→ {targets}" if targets else ""
        self.aimed = [ref["player"] for ref in made["targets"] if ref["sort"] == "player"]
        rolled = made["n"] if made["kind"] == "roll" else made["roll"]
        self.roll = rolled if rolled is not None and rolled > 0 else None

    def _lines(self, w: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        room = w - 18 - (DIE + 6 if self.roll is not None and not self.slim(w) else 0)
        targets = fonts.wrap(self.targets, room, self.size, True, max(1, self.most // 2)) if self.most > 1 else ()
        return fonts.wrap(self.text, room, self.size, most=max(1, self.most - len(targets))), targets

    def slim(self, w: float) -> bool:
        return w < SLIM - 20 - RAIL

    def cut(self, h: float, w: float) -> None:
        low = h - 10 < DIE + (14 + self.step if self.slim(w) else 8)
        self.roll = None if low else self.roll  # the words have its number too
        self.most = max(1, int((h - 10 - (DIE + 4 if self.roll is not None and self.slim(w) else 0)) / self.step))

    def height(self, w: float) -> float:
        high = 10 + self.step * sum(map(len, self._lines(w)))
        return high if self.roll is None else high + DIE + 4 if self.slim(w) else max(high, DIE + 8)

    def draw(self, canvas: Canvas, box: Box, rail: float) -> None:
        color = seat_color(self.player) if self.player >= 0 else "soft"
        now = not self.place.isdigit()
        canvas.rect(box, "used" if now else "card", "asked" if now else "line", dash="4 3" if now else "")
        canvas.rect(Box(box.x, box.y, 5, box.h), color, r=2)
        canvas.circle(rail, box.y + 14, 10, "asked" if now else color)
        sign = "→" if now else self.place
        canvas.text(rail, box.y + 18.5, sign, size=13, bold=True, color="bright", anchor="middle", room=18)
        text, targets = self._lines(box.w)
        y = canvas.lines(box.x + 12, box.y + 18, text, self.step, size=self.size, room=box.w - 18)
        aimed = seat_color(self.aimed[0]) if len(set(self.aimed)) == 1 else "ink"
        canvas.lines(box.x + 12, y, targets, self.step, size=self.size, bold=True, color=aimed, room=box.w - 18)
        if self.roll is not None:
            y = box.bottom - DIE - 4 if self.slim(box.w) else box.y + (box.h - DIE) / 2
            die(canvas, Box(box.right - DIE - 5, y, DIE, DIE), self.roll, color)


def _rungs(view: Plain, names: Names, size: float) -> Iterator[Rung]:
    lying = {built["number"] for built in view["stack"]}
    for entry in reversed(view["resolving"]):
        built = entry["object"]
        if built is not None and built["number"] not in lying:
            yield Rung(built, FRAMES.get(entry["frame"], ""), names, size)
    for place, built in enumerate(view["stack"], 1):
        yield Rung(built, str(place), names, size)
    for built in view["waiting"]:
        yield Rung(built, WAITS, names, size)


def notes_height(view: Plain, names: Names, w: float, least: float, narrow: bool = True) -> float:
    notes, cards = _notes(view, names), aside(view)[1]
    high = sum(row.h for row in _note_lines(notes, w - 32, letters(least), bool(cards)))
    return TITLE + high + COLUMNS[narrow].height(cards, w - 20, least) if notes or cards else 1.0


def loose_height(cards: list[Laid], w: float, wide: float, high: float) -> float:
    """What cards of one size need, in slots of a page."""
    return ceil(len(cards) / max(1, (w + APART) // (wide + APART))) * (high + APART)


def aside(view: Plain) -> tuple[str, list[Laid]]:
    """The cards that can be chosen and lie nowhere else, or else those that are looked at or revealed, with their heading."""
    options = (view["decision"] and view["decision"]["options"]) or []
    choose = [ref["card"] for ref in options if of_reference(ref).startswith("aside:")]
    for label, cards in (
        (CHOOSE, choose),
        (HEADINGS["looked"], view["looked"]),
        (HEADINGS["revealed"], view["revealed"]),
    ):
        if cards:
            return label, [_set_aside(card) for card in cards]
    return "", []


def _set_aside(card: str | None) -> Laid:
    return Laid(None) if card is None else Laid(printed(card), ASIDE.format(card=card), words.name(card))


def draw_notes(canvas: Canvas, box: Box, view: Plain, names: Names, narrow: bool) -> None:
    """The options of the question, cards that are looked at, damage, offers, promises, obligations, lasting effects."""
    size = letters(canvas.least)
    (label, cards), notes = aside(view), _notes(view, names)
    if not cards and not notes:
        return
    inside = panel(canvas, box, label or notes[0][0])
    rows = list(_note_lines(notes, inside.w - 12, size, bool(cards)))
    if cards:
        share = loose_height(cards, inside.w, *canvas.card) if canvas.card else inside.h * 0.6
        share = max(min(share, inside.h), inside.h - sum(row.h for row in rows))
        low = Box(inside.x, inside.y + 2, inside.w, share - 2)
        if canvas.card:
            end = lay_loose(canvas, low, cards, *canvas.card, PLATES) + APART
        elif narrow:
            end = COLUMNS[narrow].draw(canvas, low.x, low.y, low.w, cards)
        else:
            end = lay_cards(canvas, low, cards) + APART
        inside = Box(inside.x, end, inside.w, inside.bottom - end)
    y, bottom, shown = inside.y, inside.bottom, _whole_notes(rows)
    for k, note in enumerate(shown):
        left = sum(row.h for rest in shown[k:] for row in rest)
        if k and y + sum(row.h for row in note) + size * (len(shown) - k > 1) > bottom and y + left > bottom:
            canvas.text(inside.x + 12, y + 12, f"+{len(shown) - k} more", size=canvas.least, color="soft")
            return
        for row, after in zip(note, [*note[1:], None], strict=True):
            if y + row.h > bottom + 1:
                return
            y += row.h
            if after is not None and y + after.h > bottom + 1:
                row = row._replace(text=fonts.shorten(f"{row.text} {after.text}", inside.w - 12, size))
            _draw_row(canvas, inside, y, row, size)


def _draw_row(canvas: Canvas, box: Box, y: float, row: Row, size: float) -> None:
    if row.heading:
        canvas.heading(box.x, y - 5, row.text, box.w)
        return
    if row.first:
        canvas.circle(box.x + 3, y - 10, 2, "soft")
    canvas.text(box.x + 12, y - 5, row.text, size=size, room=box.w - 12)


def _whole_notes(rows: list[Row]) -> list[list[Row]]:
    found: list[list[Row]] = []
    for row in rows:
        if row.heading or (row.first and not (found and found[-1][-1].heading)):
            found.append([])
        found[-1].append(row)
    return found


class Row(NamedTuple):
    text: str
    h: float
    heading: bool = False
    first: bool = False


def _note_lines(notes: list[tuple[str, list[str]]], room: float, size: float, headed: bool) -> Iterator[Row]:
    step = size * LEADING
    for k, (label, texts) in enumerate(notes):
        if k or headed:
            yield Row(label, step + 5, heading=True)
        for text in texts:
            for i, line in enumerate(fonts.wrap(text, room, size)):
                yield Row(line, step, first=i == 0)


def _notes(view: Plain, names: Names) -> list[tuple[str, list[str]]]:
    asked_here = not names.asks and view["decision"] and view["decision"]["player"] == view["viewer"]
    return [
        (label, [names.put(text) for text in texts])
        for label, texts in _facts(view)
        if label != CHOOSE or not asked_here
    ]


def _facts(view: Plain) -> Iterator[tuple[str, list[str]]]:
    decision = view["decision"]
    shown = {card.place for card in aside(view)[1]}
    rest = [ref for ref in (decision and decision["options"]) or [] if of_reference(ref) not in shown]
    if rest:
        yield CHOOSE, [words.option(option).removeprefix("mode ").split(": ", 1)[-1] for option in rest]
    if view["offer"] is not None:
        yield "offer", [words.offered(view["offer"])]
    for label in ("looked", "revealed"):
        if not shown.issuperset(_set_aside(card).place for card in view[label]):
            yield HEADINGS[label], [words.name(card) for card in view[label]]
    if view["damage"]:
        yield "damage", [f"{share['n']} to {words.reference(share['to'])}" for share in view["damage"]]
    if view["obligations"]:
        yield "obligatory attacks", [_obligation(found) for found in view["obligations"]]
    if view["promises"]:
        yield "promises", [words.promise(built) for built in view["promises"]]
    if view["lasting"]:
        yield "lasting effects", [words.lasting(entry) for entry in view["lasting"]]


def _obligation(found: Plain) -> str:
    what = "a monster" if found["what"] is None else words.reference(found["what"])
    other = "" if found["or"] is None else f" or {words.reference(found['or'])}"
    return f"{words.seat(found['player'])} attacks {what}{other}"
