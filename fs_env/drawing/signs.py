"""Signs of the kinds of cards: simple shapes of our own."""

from __future__ import annotations

from fs_env.drawing.canvas import Box, Canvas

UNIT = 100.0  # shapes are written in a square of this size

OUTLINES: dict[str, str] = {
    # a head and shoulders
    "character": "M50 14a20 20 0 1 1-.1 0ZM14 92c0-26 16-36 36-36s36 10 36 36Z",
    # a star
    "star": "M50 8l12 27 29 3-22 19 7 29-26-15-26 15 7-29-22-19 29-3Z",
    # a pouch tied at its neck
    "pouch": "M36 12h28l-7 16h-14ZM42 32h16c20 14 30 30 30 42 0 14-16 18-38 18s-38-4-38-18c0-12 10-28 30-42Z",
    "trinket": "M50 10a12 12 0 1 1-.1 0ZM50 36L80 62 50 92 20 62Z",
    "pill": "M30 22h40a28 28 0 0 1 0 56h-40a28 28 0 0 1 0-56ZM50 22v56",
    "tarot": "M26 8h48v84h-48ZM50 30l7 14 15 2-11 11 3 15-14-8-14 8 3-15-11-11 15-2Z",
    "rune": "M30 10L74 18 82 66 48 92 18 60ZM44 30v40M44 40l18-8M44 54l18-8",
    "chest": "M12 44c0-20 12-28 38-28s38 8 38 28ZM12 50h76v36h-76ZM44 44h12v18h-12Z",
    # a face with horns
    "monster": "M20 12l14 16c10-6 22-6 32 0L80 12c8 22 8 34 2 46-6 20-18 32-32 32s-26-12-32-32c-6-12-6-24 2-46Z"
    "M36 43a7 7 0 1 1-.1 0ZM64 43a7 7 0 1 1-.1 0Z",
    "warning": "M50 8L92 86H8ZM50 36v24M50 70v4",
    "skull": "M50 10c26 0 38 16 38 34 0 14-6 20-14 26v16H26V70c-8-6-14-12-14-26 0-18 12-34 38-34Z"
    "M37 39a7 7 0 1 1-.1 0ZM63 39a7 7 0 1 1-.1 0Z",
    "flame": "M50 6c6 20 32 28 32 54 0 20-14 32-32 32S18 80 18 60c0-12 8-18 12-28 4 8 6 10 10 12 0-14 2-26 10-38Z",
    # a door ajar
    "door": "M18 90V34c0-16 14-24 32-24s32 8 32 24v56ZM62 48a5 5 0 1 1-.1 0Z",
    # the nine cards of Castles of Caleira
    "house": "M14 90V44L50 14l36 30v46ZM40 90V62h20v28",
    "wall": "M10 90V32h16v12h16V32h16v12h16V32h16v58ZM10 62h80M36 62V90M64 62V90",
    "scales": "M50 14v70M26 86h48M18 30h64M18 30L6 58h24ZM82 30L70 58h24Z",
    "telescope": "M14 62L66 18l16 18L30 78ZM50 58v32M34 92l16-22 16 22",
    "spire": "M34 92V44L50 10l16 34v48ZM50 10V2h18v8H50M44 60h12v14H44Z",
    "crown": "M12 82V28l20 22 18-34 18 34 20-22v54ZM12 66h76",
    "catapult": "M12 84h76M24 84l26-42 26 42M20 62L84 16M14 56h14v14H14Z",
    "tower": "M28 92V40H20V16h14v10h10V16h12v10h10V16h14v24h-8v52ZM42 92V66h16v26",
    "hat": "M8 84c14-8 22-8 26-12L54 8l18 64c4 4 10 6 20 12-24 10-60 10-84 0ZM34 72c12 6 26 6 38 0",
    # the back of a card
    "back": "M50 10L90 50 50 90 10 50ZM50 32L68 50 50 68 32 50Z",
    # Betrayal
    "bag": "M20 36h60v52H20ZM34 36c0-14 4-22 16-22s16 8 16 22M20 54h60M42 48h16v14H42Z",
    "blade": "M46 8h8l6 52H40ZM26 60h48v8H26ZM44 68h12v18H44Z",
    "paw": "M50 50c16 0 28 14 28 26s-14 14-28 14-28-2-28-14 12-26 28-26ZM24 28a9 12 0 1 1-.1 0ZM76 28a9 12 0 1 1-.1 0Z"
    "M42 10a8 12 0 1 1-.1 0ZM60 10a8 12 0 1 1-.1 0Z",
    "eye": "M6 50c20-32 68-32 88 0-20 32-68 32-88 0ZM50 32a18 18 0 1 1-.1 0ZM50 43a7 7 0 1 1-.1 0Z",
    "hourglass": "M24 10h52v8L56 50l20 32v8H24v-8l20-32-20-32Z",
    "tile": "M12 12h76v76H12ZM40 12v8h20v-8M40 88v-8h20v8",
}
"""Sign -> its outline in SVG's words."""


def draw_sign(canvas: Canvas, box: Box, sign: str, color: str) -> None:
    moved = f"translate({box.x:.1f} {box.y:.1f}) scale({box.w / UNIT:.3f})"
    canvas.path(OUTLINES[sign], "card", color, 4, moved)
