"""The style of a report's page: light and dark, for wide and narrow windows."""

from html import escape
from pathlib import Path

from fs_env.narration.speech import isolated

SERIES_LIGHT = ("#2f6fb3", "#c2571a", "#2e8b57", "#8b4fa8", "#b8860b", "#c23b5e", "#3a8f9e", "#6b6b6b")
SERIES_DARK = ("#6aa9ea", "#ee8f52", "#63c290", "#c08bdc", "#dcb23f", "#ee7c9a", "#6fc5d3", "#a8a8a8")

BASE = Path(__file__).with_name("report.css").read_text(encoding="utf-8")


def style() -> str:
    light, dark = ("".join(f"--s{k}: {c}; " for k, c in enumerate(own)) for own in (SERIES_LIGHT, SERIES_DARK))
    series = "".join(
        f"polyline.s{k} {{ stroke: var(--s{k}); }} circle.s{k} {{ fill: var(--s{k}); }} i.s{k} {{ background: var(--s{k}); }}\n"
        for k in range(len(SERIES_LIGHT))
    )
    return BASE.replace("LIGHT", light).replace("DARK", dark) + series


def in_html(text: str) -> str:
    return escape(isolated(text))
