"""Changes from one text of a position to the next, for `render_mode="human"`."""

from difflib import SequenceMatcher


class TextDiff:
    """A position as text, once in full and then what is new in it."""

    def __init__(self) -> None:
        self._last: list[str] | None = None

    def all(self, text: str) -> str:
        self._last = text.splitlines()
        return text

    def news(self, text: str) -> str:
        """The lines of a text that are new since the last one, the whole text if it is the first."""
        if self._last is None:
            return self.all(text)
        before, self._last = self._last, text.splitlines()
        return "\n".join(changed_lines(before, self._last)) or "nothing has changed"


def changed_lines(before: list[str], after: list[str]) -> list[str]:
    """The lines that are new, each below the line that it is indented under, and those that are gone, after a minus sign.

    A line that another takes the place of is not listed as gone.
    """
    lines: list[str] = []
    shown: set[int] = set()
    for sort, i, j, k, n in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if sort == "equal":
            continue
        for at in range(k, n):
            above = heading(after, at)
            if above is not None and above not in shown:
                shown.add(above)
                lines.append(after[above])
            if after[at].strip() and at not in shown:
                shown.add(at)
                lines.append(after[at])
        lines += [f"- {line.strip()}" for line in before[i + n - k : j] if line.strip()]
    return lines


def heading(lines: list[str], at: int) -> int | None:
    """The place of the line that an indented line belongs to; None for a line that is not indented."""
    if not lines[at].startswith(" "):
        return None
    return next((k for k in range(at - 1, -1, -1) if lines[k] and not lines[k].startswith(" ")), None)
