"""The cards of a game by name, for people who look one up."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from fs_env.agent_api.message import CardWords
from fs_env.narration.part import narration_of

NUMBERS = ("hp", "evasion", "attack", "souls", "rewards")
NEAREST = 5
SHOWN = 12  # names in an answer


def facts(row: Mapping[str, Any]) -> str:
    words = [str(row["kind"]).replace("_", " ")] if row.get("kind") else []
    words += [f"{row['count']} copies"] if (row.get("count") or 1) > 1 else []
    words += [f"{name} {row[name]}" for name in NUMBERS if row.get(name) is not None]
    return ", ".join(words)


def words_of(row: Mapping[str, Any]) -> CardWords:
    where = f"{row['deck'].replace('_', ' ')} ({row['set']})"
    return CardWords(row["name"], ", ".join(filter(None, (where, facts(row)))), row.get("text") or "")


def cards_of(game: str) -> tuple[CardWords, ...]:
    """All cards of a game by its name; () for a game whose cards are not known here."""
    cards = narration_of(game).cards
    return _all(cards) if cards else ()


@lru_cache(maxsize=16)
def _all(cards: Callable[[], Iterable[tuple[str, str, str]]]) -> tuple[CardWords, ...]:
    return tuple(CardWords(*row) for row in cards())


def plain(name: str) -> str:
    """A name as it is compared: without accents, marks and capitals."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[a-z0-9]+", bare.replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")))


def find_cards(cards: Iterable[CardWords], part: str) -> list[CardWords]:
    """The cards that a part of a name means: those of exactly this name, otherwise those with words that begin so, otherwise
    those that have it anywhere; capitals, accents and marks do not count. [] for a part without letters and digits."""
    wanted, known = plain(part), list(cards)
    if not wanted:
        return []
    sieves = (lambda name: name == wanted, lambda name: f" {name}".find(f" {wanted}") >= 0, lambda name: wanted in name)
    for fits in sieves:
        found = [card for card in known if fits(plain(card.name))]
        if found:
            return found
    return []


def nearest_names(cards: Iterable[CardWords], part: str) -> list[str]:
    names: dict[str, str] = {}
    for card in cards:
        for word in (*(word for word in plain(card.name).split() if len(word) > 3), plain(card.name)):
            names.setdefault(word, card.name)
    near = difflib.get_close_matches(plain(part), names, n=2 * NEAREST)
    return list(dict.fromkeys(names[word] for word in near))[:NEAREST]


def named_in(cards: Iterable[CardWords], text: str) -> list[CardWords]:
    """The cards whose names a text holds, in its order, each name once; a name within a longer one does not count."""
    by_name, pattern = _index(tuple(cards))
    names = dict.fromkeys(found[0] for found in pattern.finditer(text))
    return [card for name in names for card in by_name[name]]


@lru_cache(maxsize=8)
def _index(cards: tuple[CardWords, ...]) -> tuple[dict[str, list[CardWords]], re.Pattern[str]]:
    by_name: dict[str, list[CardWords]] = {}
    for card in cards:
        by_name.setdefault(card.name, []).append(card)
    longest_first = sorted(map(re.escape, by_name), key=len, reverse=True)
    return by_name, re.compile(rf"(?<!\w)(?:{'|'.join(longest_first) or '(?!)'})(?!\w)")


def unclear(cards: Sequence[CardWords], part: str, found: Sequence[CardWords]) -> str:
    """Why a part of a name does not mean one card, with the names that could be meant."""
    if found:
        names = list(dict.fromkeys(card.name for card in found))
        more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"{part!r} is in {len(names)} names: {', '.join(names[:SHOWN])}{more}"
    near = nearest_names(cards, part)
    return f"no card is named {part!r}" + (f"; the nearest names are {', '.join(near)}" if near else "")
