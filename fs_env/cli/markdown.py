"""Tables and links of the generated pages, in Markdown."""

from __future__ import annotations

import re
from typing import Any

RULE = re.compile(r"\b(?:R\d+(?:\.\d+[a-z]?)?|A\d+|ER-\d+)(?![\w.]*\w)")


def linked(text: str, book: str, to: str = "../") -> str:
    """The text with each cited rule turned into a link, from a page that has `to` between itself and docs/look_up."""

    def link(cited: re.Match[str]) -> str:
        page = f"{to}rulings.md" if cited[0].startswith("ER-") else f"{to}rules/{book}.md#{cited[0]}"
        return f"[{cited[0]}]({page})"

    return RULE.sub(link, text)


def table(head: list[str], body: list[list[str]], right: Any) -> str:
    rule = ["---:" if place in right else "---" for place in range(len(head))]
    return "\n".join(f"| {' | '.join(line)} |".replace("  |", " |") for line in (head, rule, *body))
