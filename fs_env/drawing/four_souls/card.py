"""A card of Four Souls by itself: its name, what it is, a sign of its kind, its numbers and its text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fs_env.drawing import fonts
from fs_env.drawing.canvas import BODY, SMALL, Box, Canvas
from fs_env.drawing.four_souls.signs import draw_sign
from fs_env.drawing.parts import HEARTS, die

WIDTH, HEIGHT = 250.0, 350.0
BAND = 40.0  # height of the ground of the name
LINE = 30.0  # height of the line of numbers
FOOT, FOOT_STEP, MOST_LINES = (
    26.0,
    15.0,
    4,
)  # height of the lowest line, of each one above it, and how many there may be
EDGE = 14.0  # margin of texts
SIGN = 104.0  # height of the sign where the text leaves room for it
SMALLEST_SIGN = 40.0
NAME_SIZES = (19.0, 17.0, BODY, SMALL, 11.0)
SIZES = (17.0, 16.0, BODY, 14.0, SMALL, 12.0, 11.0)  # of the text: the largest that fits
APART = 11.0  # between two abilities
COLORS = {
    "character": "seat0",
    "starting_item": "seat2",
    "loot": "coin",
    "treasure": "asked",
    "monster": "heart",
    "bonus_soul": "soul",
    "room": "seat3",
}
"""Deck -> the colour of its cards, by the name that themes give it."""
KINDS = {
    "basic_loot": "loot card",
    "soul_loot": "soul",
    "basic": "monster",
    "one_use": "item, used once",
    "active": "active item",
    "passive": "passive item",
    "paid": "paid item",
    "mixed": "mixed item",
    "epic_boss": "epic boss",
    "bonus_soul": "bonus soul",
}
"""Kind of a card -> its words, where they are not the kind itself."""
NUMBERS = {"hp": "HP", "evasion": "to hit", "attack": "attack"}
"""Column of a card's numbers -> its words."""


def draw_card(row: Mapping[str, Any]) -> Canvas:
    """The drawing of a card, 250 by 350 units.

    Args:
        row: a row of `fs_env.core.four_souls.cards.card_rows`; "start", if it is there, names the starting item of a character.
    """
    canvas = Canvas(WIDTH, HEIGHT, description(row))
    color = COLORS[row["deck"]]
    sheet = Box(1, 1, WIDTH - 2, HEIGHT - 2)
    with canvas.part("card", sheet):
        canvas.rect(sheet, "panel", color, r=12, thick=2)
        canvas.rect(Box(1, 1, WIDTH - 2, BAND), color, r=11)
        canvas.rect(Box(1, BAND - 10, WIDTH - 2, 11), color, r=0)
        middle = WIDTH / 2
        size = next((one for one in NAME_SIZES if fonts.width(row["name"], one, True) <= WIDTH - 24), NAME_SIZES[-1])
        canvas.text(middle, 27, row["name"], size=size, bold=True, color="bright", anchor="middle", room=WIDTH - 24)
        kind = kind_words(row["kind"])
        canvas.text(middle, BAND + 19, kind, size=SMALL, color="soft", anchor="middle", room=WIDTH - 24)
        lines, value = foot(row)
        low = FOOT + FOOT_STEP * max(0, len(lines) - 1)
        body = Box(EDGE, BAND + 26, WIDTH - 2 * EDGE, HEIGHT - BAND - 26 - low)
        numbers = has_numbers(row)
        if numbers:
            body = Box(body.x, body.y, body.w, body.h - LINE)
            draw_numbers(canvas, Box(body.x, body.bottom, body.w, LINE), row)
        draw_text(canvas, body, row, color)
        draw_foot(canvas, lines, value)
    return canvas


def kind_words(kind: str) -> str:
    """Words for a kind of cards."""
    return KINDS.get(kind, kind.replace("_", " "))


def abilities(row: Mapping[str, Any]) -> list[str]:
    """The abilities of a card, a text for each."""
    return str(row["text"]).split(" / ") if row["text"] else []


def description(row: Mapping[str, Any]) -> str:
    """A card in words, for readers that do not see it."""
    words = [
        kind_words(row["kind"]),
        *(f"{row[name]} {said}" for name, said in NUMBERS.items() if row[name] is not None),
    ]
    words += [f"reward {row['rewards']}"] if row["rewards"] else []
    said = [", ".join([row["name"], *words]), *abilities(row)]
    return ". ".join(text.rstrip(".") for text in said) + "."


def has_numbers(row: Mapping[str, Any]) -> bool:
    """Whether a card has hit points, an evasion or an attack."""
    return any(row[name] is not None for name in NUMBERS)


def draw_text(canvas: Canvas, box: Box, row: Mapping[str, Any], color: str) -> None:
    """The sign of the kind and below it the text, as large as there is room for both."""
    texts = abilities(row)
    lines, size = fitting(texts, box)
    high = height(lines, size)
    sign = min(SIGN, box.h - high - 14)
    gap = min(16.0, (box.h - high - sign) / 3)
    draw_sign(canvas, Box(box.x + box.w / 2 - sign / 2, box.y + gap, sign, sign), row["deck"], row["kind"], color)
    top = box.y + gap + sign
    y = top + min(28.0, (box.bottom - top - high) / 2) + size
    for k, part in enumerate(lines):
        if k:
            y += APART
            canvas.rect(Box(WIDTH / 2 - 18, y - size - APART / 2 + 1, 36, 1), "line", r=0)
        for line in part:
            canvas.text(WIDTH / 2, y, line, size=size, anchor="middle", room=box.w)
            y += size * 1.25


def fitting(texts: list[str], box: Box) -> tuple[list[tuple[str, ...]], float]:
    """Texts on lines, in the largest letters that leave room for a sign, or the smallest there are."""
    for size in SIZES:
        lines = [fonts.wrap(text, box.w, size) for text in texts]
        if height(lines, size) <= box.h - SMALLEST_SIGN - 14:
            break
    return lines, size


def height(lines: list[tuple[str, ...]], size: float) -> float:
    """How high the lines of several texts are."""
    return sum(len(part) for part in lines) * size * 1.25 + APART * max(0, len(lines) - 1)


def draw_numbers(canvas: Canvas, box: Box, row: Mapping[str, Any]) -> None:
    """Hit points, the number to hit and the attack, side by side."""
    base = box.y + 21
    if row["hp"] is not None:
        text = "♥" * row["hp"] if row["hp"] <= HEARTS else "♥"
        x = box.x + canvas.text(box.x, base, text, size=16, color="heart") + 4
        canvas.text(x, base, str(row["hp"]), size=16, bold=True)
    if row["attack"] is not None:
        right = box.right
        right -= canvas.text(right, base, "attack", size=SMALL, color="soft", anchor="end") + 5
        canvas.text(right, base, str(row["attack"]), size=18, bold=True, anchor="end")
    if row["evasion"] is not None:
        die(canvas, Box(box.x + box.w / 2 - 8, box.y + 5, 20, 20), row["evasion"])
        canvas.text(box.x + box.w / 2 + 15, base, "+", size=18, bold=True)


def foot(row: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """The lines below the numbers: what is gained by a card, its starting item, how sure its text is; and its value and copies."""
    left, right = [], []
    if row["rewards"]:
        left.append(f"reward: {row['rewards']}")
    if row.get("start"):
        left.append(f"with {row['start']}")
    if row["confidence"]:
        left.append(f"confidence: {row['confidence']}")
    if row["souls"] and row["deck"] != "starting_item":
        right.append("1 soul" if row["souls"] == 1 else f"{row['souls']} souls")
    if row["count"] > 1:
        right.append(f"×{row['count']}")
    value = " · ".join(right)
    room = WIDTH - 2 * EDGE - (fonts.width(value, SMALL, True) + 8 if value else 0)
    return fonts.wrap(", ".join(left), room, SMALL, False, MOST_LINES), value


def draw_foot(canvas: Canvas, lines: tuple[str, ...], value: str) -> None:
    """The lowest lines of a card."""
    y = HEIGHT - FOOT + 14 - FOOT_STEP * max(0, len(lines) - 1)
    for line in lines:
        canvas.text(EDGE, y, line, size=SMALL, color="soft")
        y += FOOT_STEP
    if value:
        canvas.text(WIDTH - EDGE, HEIGHT - FOOT + 14, value, size=SMALL, bold=True, color="soul", anchor="end")


__all__ = ["COLORS", "HEIGHT", "WIDTH", "abilities", "description", "draw_card", "kind_words"]
