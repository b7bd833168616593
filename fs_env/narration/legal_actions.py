"""Choices for a person, in words: the legal actions with names and what they do, and a letter where one is clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fs_env.agent_api.message import LegalAction

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.narration.narrator import Narrator
    from fs_env.narration.speech import Speech

KEYS = (  # what an action begins with -> its letter, given where exactly one choice begins so
    ("pass", "p"),
    ("yes", "y"),
    ("no", "n"),
    ("done", "d"),
    ("choose no further", "n"),
    ("mode a", "a"),
    ("mode b", "b"),
    ("mode c", "c"),
    ("attack", "a"),
    ("buy", "b"),
    ("accept", "a"),
    ("decline", "d"),
    ("turn it face up", "u"),
    ("leave it", "l"),
    ("end the turn", "e"),
)
_BEGINS = [(re.compile(rf"{re.escape(begin)}\b"), key) for begin, key in KEYS]
_LETTER = re.compile(r"[^\W_]")


def choices(game: Game, seat: int, legal: Iterable[int], speech: Speech, narrator: Narrator) -> list[LegalAction]:
    """The legal actions as they are offered to a seat, of several that do the same only the first.

    Args:
        game: the rules.
        seat: who is asked.
        legal: ids of its legal actions, in the order of the offer.
        speech: puts names into their texts.
        narrator: of the seat.
    """
    alike = narrator.alike()
    ids = [int(action) for action in legal if alike.get(int(action), action) == action]
    texts = [game.action_text(action) for action in ids]
    words = different([speech.choice(text, seat) for text in narrator.offered(texts)])
    return [LegalAction(*offer) for offer in zip(ids, words, keys_of(texts), strict=True)]


def different(words: Sequence[str]) -> list[str]:
    same = [bare(one) for one in words]
    return [
        one if same.count(what) == 1 else f"{one} (number {same[: k + 1].count(what)})"
        for k, (one, what) in enumerate(zip(words, same, strict=True))
    ]


def bare(words: str) -> str:
    """Words as they are compared: small letters, single spaces, no marks at the ends."""
    words = " ".join(words.casefold().split())
    first, last = _LETTER.search(words), _LETTER.search(words[::-1])
    return words[first.start() : len(words) - last.start()] if first and last else ""


def keys_of(texts: Sequence[str]) -> list[str]:
    """A letter for each choice, "" where none is clear: it represents one kind of choice, and only one choice is of it."""
    keys = [""] * len(texts)
    for begin, key in _BEGINS:
        of_kind = [k for k, text in enumerate(texts) if begin.match(text)]
        if len(of_kind) == 1 and not keys[of_kind[0]] and key not in keys:
            keys[of_kind[0]] = key
    return keys
