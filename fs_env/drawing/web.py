"""Shared parts of pages with drawings: fonts and colours of both themes, and the filling of templates."""

from __future__ import annotations

import base64

from fs_env.drawing.fonts import BOLD, FAMILY, REGULAR
from fs_env.drawing.themes import COLORS, style


def fill(template: str, **given: str) -> str:
    """The template with each `{{name}}` replaced once; what is put in is not looked at again."""
    pieces = template.split("{{")
    found = [pieces[0]]
    for piece in pieces[1:]:
        name, _, rest = piece.partition("}}")
        found += [given[name], rest]
    return "".join(found)


def page_style() -> str:
    faces = "".join(
        f"@font-face{{font-family:'{FAMILY}';font-weight:{weight};"
        f"src:url(data:font/ttf;base64,{base64.b64encode(file.read_bytes()).decode()})}}"
        for weight, file in ((400, REGULAR), (700, BOLD))
    )
    written = {name: "".join(f"--fs-{k}:{color};" for k, color in colors.items()) for name, colors in COLORS.items()}
    chosen = "".join(
        f":root[data-theme={name}],:root[data-theme={name}] .fs-auto{{{colors}color-scheme:{'dark' if name == 'dark' else 'light'}}}"
        for name, colors in written.items()
    )
    dark = f"@media(prefers-color-scheme:dark){{:root{{{written['dark']}}}}}"
    system = f":root{{{written['light']}}}{dark}"
    return f"{faces}{system}{style()}{chosen}"
