"""Signs of the kinds of cards: simple shapes of our own."""

from __future__ import annotations

from fs_env.drawing.canvas import Box, Canvas

UNIT = 100.0  # shapes are written in a square of this size

OUTLINES: dict[str, tuple[str, ...]] = {
    # a head and shoulders
    "character": ("M50 14a20 20 0 1 1-.1 0Z", "M14 92c0-26 16-36 36-36s36 10 36 36Z"),
    # a star
    "starting_item": ("M50 8l12 27 29 3-22 19 7 29-26-15-26 15 7-29-22-19 29-3Z",),
    # a pouch tied at its neck
    "loot": ("M36 12h28l-7 16h-14Z", "M42 32h16c20 14 30 30 30 42 0 14-16 18-38 18s-38-4-38-18c0-12 10-28 30-42Z"),
    "trinket": ("M50 10a12 12 0 1 1-.1 0Z", "M50 36L80 62 50 92 20 62Z"),
    "pill": ("M30 22h40a28 28 0 0 1 0 56h-40a28 28 0 0 1 0-56Z", "M50 22v56"),
    "tarot": ("M26 8h48v84h-48Z", "M50 30l7 14 15 2-11 11 3 15-14-8-14 8 3-15-11-11 15-2Z"),
    "rune": ("M30 10L74 18 82 66 48 92 18 60Z", "M44 30v40M44 40l18-8M44 54l18-8"),
    # a chest
    "treasure": ("M12 44c0-20 12-28 38-28s38 8 38 28Z", "M12 50h76v36h-76Z", "M44 44h12v18h-12Z"),
    # a face with horns
    "monster": ("M20 12l14 16c10-6 22-6 32 0L80 12c8 22 8 34 2 46-6 20-18 32-32 32s-26-12-32-32c-6-12-6-24 2-46Z",),
    "event": ("M50 8L92 86H8Z", "M50 36v24M50 70v4"),
    "curse": ("M50 10c26 0 38 16 38 34 0 14-6 20-14 26v16H26V70c-8-6-14-12-14-26 0-18 12-34 38-34Z",),
    # a flame
    "soul": ("M50 6c6 20 32 28 32 54 0 20-14 32-32 32S18 80 18 60c0-12 8-18 12-28 4 8 6 10 10 12 0-14 2-26 10-38Z",),
    # a door ajar
    "room": ("M18 90V34c0-16 14-24 32-24s32 8 32 24v56Z", "M62 48a5 5 0 1 1-.1 0Z"),
}
"""Sign -> outlines in SVG's words; the first ones are filled, those after them are drawn over it."""
EYES = {"monster": ((36, 50), (64, 50)), "curse": ((37, 46), (63, 46))}
SIGNS = {
    "curse": "curse",
    "event": "event",
    "pill": "pill",
    "rune": "rune",
    "tarot": "tarot",
    "trinket": "trinket",
    "soul_loot": "soul",
    "bonus_soul": "soul",
}
"""Kind -> its sign, where that is not the sign of its deck."""


def draw_sign(canvas: Canvas, box: Box, deck: str, kind: str, color: str) -> None:
    """The sign of a card's kind, in the colour of its deck."""
    sign = SIGNS.get(kind, deck)
    scale = box.w / UNIT
    canvas.add(f'<g transform="translate({box.x:.1f} {box.y:.1f}) scale({scale:.3f})" aria-hidden="true">')
    for outline in OUTLINES[sign]:
        canvas.path(outline, "card", color, 4)
    for x, y in EYES.get(sign, ()):
        canvas.circle(x, y, 7, color)
    canvas.add("</g>")
