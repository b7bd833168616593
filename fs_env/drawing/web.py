"""Shared parts of pages with drawings: fonts and colours of both themes, and the filling of templates."""

from __future__ import annotations

import base64

from fs_env.drawing.fonts import BOLD, FAMILY, REGULAR
from fs_env.drawing.themes import DARK, LIGHT, style


def fill(template: str, **given: str) -> str:
    """The template with each `{{name}}` replaced once; what is put in is not looked at again."""
    pieces = template.split("{{")
    found = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        found += [given[name], rest]
    return "".join(found)


def page_style() -> str:
    """The fonts, the colours of both themes, and the style of drawings."""
    faces = "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url(data:font/ttf;base64,{base64.b64encode(file.read_bytes()).decode()})}}"
        for weight, file in ((400, REGULAR), (700, BOLD))
    )
    light, dark = ("".join(f"--fs-{name}:{color};" for name, color in colors.items()) for colors in (LIGHT, DARK))
    chosen = "".join(
        f":root[data-theme={name}],:root[data-theme={name}] .fs-auto{{{colors}color-scheme:{name}}}"
        for name, colors in (("light", light), ("dark", dark))
    )
    system = f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
    return f"{faces}{system}{style()}{chosen}"
