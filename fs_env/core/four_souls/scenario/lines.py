"""Finds the line of a text that an error is about."""

from __future__ import annotations

import re


def place_of(message: str, text: str) -> str:
    """The end of a file's name in an error: ", line 7", or "" where no line is known.

    It is the first line with the key that the message begins with (``coins=-1: ...``), else with a word that it quotes.
    """
    keys = re.findall(r"^(?:[a-z ]+: )?(\w+)=", message)
    patterns = [rf"(?<!\w){re.escape(word)}(?!\w)" for word in re.findall(r"'([^']+)'", message)]
    for pattern in [*(rf"(?<!\w){key}\s*=" for key in keys), *patterns]:
        for number, line in enumerate(text.splitlines(), 1):
            if re.search(pattern, line):
                return f", line {number}"
    return ""
