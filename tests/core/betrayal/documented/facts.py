"""Facts of a text, whatever its wording: amounts, traits, kinds of damage, results of dice, cards and tiles in it."""

from __future__ import annotations

import re
from collections.abc import Iterable

TRAIT = "(?:Might|Speed|Knowledge|Sanity)"
SPELT = (
    (r"\(?8 (?:dice )?at most(?: in all)?\)?", ""),  # the box has eight dice (A6), which many cards repeat
    (r"\b(?:1|an|one) (item|event) card", r"\1 card"),
    (r"\ba die\b", "1 die"),
    (r"\ba blank\b", "0"),
    (r"\btwo\b", "2"),
    (r"\bthree\b", "3"),
    (r"by spending 1 additional space of movement \(2 in all\)", "2 spaces"),
    (r"\byou defend with Might\b", "you defend with Might, physical"),  # R52
    (rf"\+(\d+) ({TRAIT})", r"gain \1 \2"),
    (rf"-(\d+) ({TRAIT})", r"lose \1 \2"),
    (rf"\b(gains?|loses?) (\d+ {TRAIT}) (?:and|or) (\d+ {TRAIT})", r"\1 \2, \1 \3"),
)
PHRASES = (
    (rf"\bgains? (\d+) ({TRAIT})", r"gain \1 \2"),
    (rf"\bloses? (\d+) ({TRAIT})", r"lose \1 \2"),
    (r"\bgains? (\d+) in\b", r"gain \1"),
    (r"\bloses? (\d+) in\b", r"lose \1"),
    (r"(\d+) (?:die|dice) of (physical|mental) damage", r"\1 dice of \2 damage"),
    (r"(\d+) points? of (physical|mental) damage", r"\1 points of \2 damage"),
    (r"(\d+) (?:extra |more |other )?(?:die|dice)\b", r"\1 dice"),
    (r"(?<![\d-])(\d+\+|\d+-\d+)(?!\d)", r"result \1"),
    (r"(?<![\w-])(\d+)(?![\w+-]|-\d)", r"\1"),
    (rf"({TRAIT})", r"\1"),
    (r"\b(physical|mental)\b", r"\1"),
    (r"\b(draw|discard) (?:all )?(\d* ?(?:item|event)) card", r"\1 \2 card"),
    (r"\b(place your figure|keep the card|item card|event card|omen tile|small monster|companion)\b", r"\1"),
    (r"\b(reset)s?\b", r"\1"),
    (r"\b(defence|lowest|below|per game|line of sight)\b", r"\1"),
    (r"\b(halfling|drow|dwarf|bard|monk|sorcerer|wizard)\b", r"\1"),
)
STOPS = r"[:;.] "
RESULT = r"(\d+)(?:\+|-\d+)? (?!dice|die|space|item)"


def facts(text: str, names: Iterable[str] = ()) -> set[str]:
    """The facts of a text; `names` are more words to look for, such as those of tiles."""
    for words, plain in SPELT:
        text = re.sub(words, plain, text)
    found = {match.expand(shown) for pattern, shown in PHRASES for match in re.finditer(pattern, text)}
    return found | {name for name in names if name in text}


def results(text: str, names: Iterable[str] = ()) -> dict[int, set[str]]:
    """The facts of each result of a roll, by the lowest number that leads to it; what stands before the first is left out."""
    found: dict[int, set[str]] = {}
    low = None
    for part in re.split(STOPS, text):
        result = re.match(RESULT, part)
        low = (
            int(result[1]) if result else None if part.lower().startswith("on ") else low
        )  # "on entering its tile": its own text
        if low is not None:
            found.setdefault(low, set()).update(facts(re.sub(RESULT, "", part, count=1) if result else part, names))
    return found


def without_results(text: str) -> str:
    return "; ".join(re.sub(rf"^{RESULT}", "", part) for part in re.split(STOPS, text))


def head(text: str) -> str:
    """The roll before the first result; of a text without results its first roll."""
    parts = re.split(STOPS, text)
    first = next((k for k, part in enumerate(parts) if re.match(RESULT, part)), None)
    if first is None:
        return "".join(re.findall(rf"rolls? {TRAIT}", text)[:1])
    return re.sub(r".*\broll\b", "", parts[first - 1])
