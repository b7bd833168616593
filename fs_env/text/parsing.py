"""Reads an answer in words: one of the numbered actions, or an error that says what was expected."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from fs_env.telling.choices import bare

FORM = 'the number of one action in brackets, such as [2], or JSON such as {"action": 2}'
_BRACKETS = re.compile(r"\[\s*([+-]?\d+)\s*\]")
_SHOWN = 60  # characters of an answer in an error
_DEEP = 1000  # characters that are passed over where objects are nested too deeply to be read


class InvalidAnswer(ValueError):
    """An answer that means no action; the text says what was expected."""


def parse(reply: str, actions: Sequence[str]) -> int:
    """The place of the action that an answer means, from 0.

    Whatever comes last in the answer counts: a number in brackets, from 1 on as the actions are shown, or a JSON object
    whose key "action" has a number or the words of an action; its other keys do not count. An answer with neither must be the words of one
    action and nothing else; spaces, capitals and marks at the ends do not count. Nothing is guessed from prose.

    Args:
        reply: all that was answered.
        actions: the words of the actions in the order in which they are numbered, all different.

    Raises:
        InvalidAnswer: it means none of them.
    """
    if not bare(reply):
        raise InvalidAnswer(f"the answer is empty: expected {FORM}")
    marks = [(found.start(), found[1]) for found in _BRACKETS.finditer(reply)]
    objects = list(_objects(reply))
    if objects and (not marks or objects[-1][0] > marks[-1][0] or objects[-1][1] > marks[-1][0]):
        return _meant(objects[-1][2], actions)
    if marks:
        return _numbered(marks[-1][1], actions)
    return _worded(reply, actions)


def _objects(reply: str) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """The outermost JSON objects of a text with their places."""
    read, at = json.JSONDecoder().raw_decode, reply.find("{")
    while at >= 0:
        try:
            found, end = read(reply, at)
        except ValueError:
            end = at + 1
        except RecursionError:
            end = at + _DEEP
        else:
            yield at, end, found
        at = reply.find("{", end)


def _meant(found: dict[str, Any], actions: Sequence[str]) -> int:
    if "action" not in found:
        keys = ", ".join(map(repr, found)) or "no keys"
        raise InvalidAnswer(
            f'the last JSON object has {keys[:_SHOWN]}: expected the key "action", as in {{"action": 2}}'
        )
    value = found["action"]
    if isinstance(value, int) and not isinstance(value, bool):
        return _numbered(str(value), actions)
    if isinstance(value, str):
        return _worded(value, actions)
    raise InvalidAnswer(f'"action" is {str(value)[:_SHOWN]!r}: expected the number or the words of an action')


def _numbered(digits: str, actions: Sequence[str]) -> int:
    if len(digits) > _SHOWN or not 1 <= int(digits) <= len(actions):
        raise InvalidAnswer(f"there is no action {digits[:_SHOWN]}: expected a number from 1 to {len(actions)}")
    return int(digits) - 1


def _worded(words: str, actions: Sequence[str]) -> int:
    said = bare(words)
    found = [k for k, action in enumerate(actions) if bare(action) == said]
    if len(found) == 1:
        return found[0]
    shown = " ".join(words.split())
    shown = shown if len(shown) <= _SHOWN else f"... {shown[-_SHOWN:]}"
    why = "are the words of several actions" if found else "are not the words of one action"
    raise InvalidAnswer(f"{shown!r} {why}: expected {FORM}, from 1 to {len(actions)}")
