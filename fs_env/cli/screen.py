"""Output for a person at the terminal: names, colours, lines as wide as the terminal."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from fs_env.cli.output import printable
from fs_env.narration.conversation.position import WIDEST, joined
from fs_env.narration.legal_actions import LegalAction
from fs_env.narration.speech import YOU, Speech, balanced

NARROWEST = 40
STYLES = (
    (r"^ {0,2}[a-z0-9]+(?=  )", "cyan"),  # labels
    (r"♥+", "red"),
    (r"♡+|\(sideways[^)]*\)|\d+ hidden", "dim"),
    (r"\d+¢", "yellow"),
    (r"\bsouls? \d+|\d+ souls?\b", "magenta"),
    (r"\[[a-z, ]+\]", "bold red"),
)
NAMES = ("blue", "magenta", "cyan", "yellow")
OWN = "bold green"
_LABELLED = re.compile(r" {0,2}[a-z0-9]+ {2,}(?=\S)")


class Screen:
    """Prints for a person; plain text where standard output is no terminal or NO_COLOR is set."""

    def __init__(self, names: Sequence[str]) -> None:
        plain = {"color_system": None} if os.environ.get("NO_COLOR") else {}
        self.console = Console(highlight=False, soft_wrap=True, **plain)  # type: ignore[arg-type]
        self.speech = Speech(names)

    @property
    def width(self) -> int:
        known = self.console.is_terminal or "COLUMNS" in os.environ
        return max(NARROWEST, min(WIDEST, self.console.width)) if known else WIDEST

    def print(self, text: str, style: str = "") -> None:
        for line in printable(text).split("\n"):
            for part in wrapped(line, self.width):
                self.console.print(self._colored(part, style))

    def news(self, lines: Iterable[str]) -> None:
        """Prints what happened, a line each, with names; the beginning of a turn stands out."""
        for line in lines:
            if line.startswith("turn "):
                self.print(f"-- {line} --", "bold")
            else:
                self.print(f"· {line}")

    def position(self, text: str) -> None:
        self.print(self.speech.of(joined(text)))

    def choices(self, choices: Sequence[LegalAction]) -> None:
        for number, choice in enumerate(choices, 1):
            lead = f"{number:4} {choice.key or ' '}  "
            indent = " " * len(lead)
            for k, part in enumerate(split(choice.words, self.width - len(lead))):
                line = Text().append(lead, "bold cyan") if k == 0 else Text(indent)
                self.console.print(line.append_text(self._colored(part)))

    def rows(self, heading: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> None:
        first = max(cell_len(name) for name, _ in rows)
        sizes = [max(map(len, column)) for column in zip(heading, *(row for _, row in rows), strict=True)]
        for name, row in [("", heading), *rows]:
            cells = "  ".join(f"{cell:>{size}}" for cell, size in zip(row, sizes, strict=True))
            lead = name + " " * (first - cell_len(name))
            self.console.print(self._colored(printable(f"  {lead}  {cells}"), "" if name else "bold"))

    def _colored(self, text: str, style: str = "") -> Text:
        built = Text(text, style=style)
        for pattern, name in STYLES:
            built.highlight_regex(pattern, name)
        for k, name in enumerate(self.speech.names):
            built.highlight_regex(
                rf"(?<!\w){re.escape(name)}(?!\w)(?! \d)", OWN if name == YOU else NAMES[k % len(NAMES)]
            )
        return built


def wrapped(line: str, width: int) -> list[str]:
    """A line broken to a width; what follows a label stays next to it where there is room, else it is indented."""
    label = _LABELLED.match(line)
    body = len(label[0]) if label else len(line) - len(line.lstrip()) + 2
    return split(line, width, " " * (body if width >= 2 * WIDEST // 3 else 4))


def split(text: str, width: int, indent: str = "") -> list[str]:
    return [
        balanced(line) for line in textwrap.wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)
    ] or [""]
