"""The colours of drawings, light, dark, and black on white, and the style sheets that give them to shapes.

Shapes name a colour by its use: class `f-ink` fills, `s-line` strokes, `b` is bold. The theme "auto" follows the reader's choice by
`prefers-color-scheme`; programs that render pixels know no CSS variables and take "light", "dark" or "mono".
"""

from __future__ import annotations

import re

THEMES = ("light", "dark", "mono", "auto")
LIGHT = {
    "table": "#ebe6da",  # behind everything
    "panel": "#fbf9f3",
    "card": "#efeade",
    "used": "#f7f4ec",  # a card turned sideways
    "line": "#d3ccba",
    "ink": "#221f1a",
    "soft": "#6a6353",
    "back": "#716b58",
    "asked": "#a8431a",
    "bright": "#ffffff",  # on `asked` and seats
    "heart": "#b8332e",
    "coin": "#96690a",
    "soul": "#256f86",
    "seat0": "#2b63a8",
    "seat1": "#a3501f",
    "seat2": "#35733f",
    "seat3": "#74479c",
    "seat4": "#0f7378",
    "seat5": "#a12d6b",
}
DARK = {
    "table": "#131519",
    "panel": "#1d2026",
    "card": "#2b2f38",
    "used": "#20242b",
    "line": "#3b404b",
    "ink": "#ece8df",
    "soft": "#a5a092",
    "back": "#868c9c",
    "asked": "#f0a04b",
    "bright": "#14161a",
    "heart": "#f0716b",
    "coin": "#e0b24a",
    "soul": "#6cc0d8",
    "seat0": "#76aef0",
    "seat1": "#ea9a68",
    "seat2": "#7cc98a",
    "seat3": "#bd95e6",
    "seat4": "#5cc7c4",
    "seat5": "#ee8fbf",
}
MONO = {name: "#ffffff" if name in ("table", "panel", "card", "used", "bright") else "#000000" for name in LIGHT}
COLORS = {"light": LIGHT, "dark": DARK, "mono": MONO}
SEATS = 6
CLASS = re.compile(r'class="([^"]*)"')


def seat_color(seat: int) -> str:
    return f"seat{seat % SEATS}"


def style() -> str:
    """The style sheet of the theme "auto", for the element of class `fs-auto`."""
    root = ".fs-auto"
    given = "".join(f"--fs-{name}:{color};" for name, color in LIGHT.items())
    dark = "".join(f"--fs-{name}:{color};" for name, color in DARK.items())
    shapes = "".join(f"{root} .f-{k}{{fill:var(--fs-{k})}}{root} .s-{k}{{stroke:var(--fs-{k})}}" for k in LIGHT)
    chosen = f"{root}{{{given}}}@media(prefers-color-scheme:dark){{{root}{{{dark}}}}}"
    return f"{chosen}{root} .b{{font-weight:700}}{shapes}"


def painted(body: str, theme: str) -> str:
    """A drawing with the colours of "light", "dark" or "mono" in its shapes, for programs that know no style sheets."""
    colors = COLORS[theme]

    def attributes(found: re.Match[str]) -> str:
        return " ".join(_attribute(name, colors) for name in found[1].split())

    return CLASS.sub(attributes, body)


def _attribute(name: str, colors: dict[str, str]) -> str:
    if name == "b":
        return 'font-weight="700"'
    kind, _, color = name.partition("-")
    return f'{"fill" if kind == "f" else "stroke"}="{colors[color]}"'
