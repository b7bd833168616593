"""Reads an answer in words: one of the numbered actions, or an error that explains what was expected."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from typing import Any

from fs_env.narration.conversation.thoughts import storable, without_thoughts
from fs_env.narration.legal_actions import bare

FORM = 'the number of one action in brackets, such as [2], or JSON such as {"action": 2}'
_SHOWN = 60  # characters of an answer in an error
_OBJECTS = 200  # opening braces that are tried, from the end
_OBJECT = 20_000  # characters of a JSON object that is read
_LINES = 100  # lines that are read as an answer, from the end
_PIECE = 4000  # characters that are searched at once, or compared with the words of actions
_LONG = 1000  # characters of a line that is read as an answer
_CALLS = 4  # objects in each other in which a call of a tool is looked for
SEVERAL = -1  # the place of words that several actions have

_NOUN = "(?:action|option|move|choice)"
_EDGES = "\"'`*_#()[]{}<>$\\.,:;=!|–—。，：！【】「」（） \t"
_MARK = f"(?:[{re.escape(_EDGES)}]|-(?!\\d))"
_DECIDES = re.compile(
    rf"""(?:(?:so|thus|then|therefore|hence|ok|okay|finally|now)\b{_MARK}{{1,3}})?
    (?: (?:(?:i|we|i'll|i\ will|i\ would|i'd|i'm|i\ am|let's|let\ me)\ )?
        (?: (?:choose|choosing|pick|select|go\ with)\b | (?:play|take|do)\ (?:the\ )?{_NOUN}\b )
      | (?:(?:my|the|final|best|chosen)\ ){{0,3}}
        (?: (?:answer|decision)\b(?:\ is\b)? | {_NOUN}(?:\ number)?(?:\ is\b|{_MARK}{{0,4}}[:=]) ) )
    {_MARK}{{0,8}}""",
    re.VERBOSE,
)
_NAMES = re.compile(rf"^(?:the )?(?:{_NOUN}\b{_MARK}{{0,4}})?(?:number )?")
_COUNT = re.compile(rf"([+-]?\d+)(?:\.0+)?(?:({_MARK}+)(.*))?")
_EXPLICIT = re.compile(
    rf"""\[(?=[\s\d+\-amoc])\s{{0,99}}(?:{_NOUN}[\s:\#]{{0,9}})?([+-]?\d+)\s{{0,99}}\]
    | \\boxed\s{{0,9}}\{{(?:\\text\s{{0,9}}\{{)?([^{{}}]{{1,{_LONG}}})\}}
    | <(?=[acfmop])(?:(?:final_)?(?:answer|{_NOUN})\b[^<>]{{0,99}}|parameter(?:\ name)?=["']?action["']?
        |arg_key>action</arg_key>\s{{0,9}}<arg_value)>([^<]{{1,{_LONG}}})</
    | ["'“”]action["'“”]\s{{0,9}}:\s{{0,9}}(?:"([^"\n]{{1,{_LONG}}})"|'([^'\n]{{1,{_LONG}}})'|([+-]?\d+)(?![\w.]))""",
    re.IGNORECASE | re.VERBOSE,
)
_LETTER = re.compile(r"[^\W_]")
_DECODER = json.JSONDecoder(parse_int=lambda digits: int(digits[:_SHOWN]), strict=False)


class InvalidAnswer(ValueError):
    """An answer that means no action; the text explains what was expected."""


def parse(reply: str, actions: Sequence[str]) -> int:
    r"""The place of the action that an answer means, from 0.

    Thoughts are removed first (`without_thoughts`). Spaces, capitals and marks at the ends never count. The rest means an action if it is

    1. the words of the action and nothing else;
    2. a text with an explicit answer, of which the last counts: a number in brackets, `\boxed{3}`, `<answer>3</answer>`, or a JSON
       object whose key "action" has a number or the words of an action; its other keys do not count, except "arguments" of a tool call;
    3. a text with a line, or a last sentence, that only decides, as "Action: 3", "I choose action 3." or "Answer: pass" do, or with a
       last line that is only a number. The last of these counts, also after an explicit answer;
    4. a text whose first line is only a number, or with a line such as "Action 3" or "3. pass" (the words of action 3), unless such
       lines name several actions.

    Nothing is guessed from prose: "I have 3 coins" means no action. Takes linear time.

    Args:
        reply: the whole answer.
        actions: the words of the actions in the order in which they are numbered, all different.

    Raises:
        InvalidAnswer: it means none of them, or is not a text.
    """
    if not isinstance(reply, str):
        raise InvalidAnswer(f"the answer is of type {type(reply).__name__}: expected a text with {FORM}")
    return _Reader(actions).answer(reply)


class _Reader:
    def __init__(self, actions: Sequence[str]) -> None:
        self.number, self.places = len(actions), dict[str, int]()
        for place, words in enumerate(map(bare, actions)):
            self.places[words] = SEVERAL if words in self.places else place

    def answer(self, reply: str) -> int:
        text = without_thoughts(reply)
        for whole in (reply, text):
            place = self._place(whole)
            if place is not None and place >= 0:
                return place
        if not _LETTER.search(text):
            why = ", as thoughts do not count" if _LETTER.search(reply) else ""
            raise InvalidAnswer(f"the answer is empty{why}: expected {FORM}")
        mark = _last_mark(text)
        end, found = _last_object(text)
        if found is not None and (mark is None or mark.start() < end):
            decided = self._decided(text[end:], explicit=True)
            return self._meant(found) if decided is None else decided
        if mark is None:
            decided = self._decided(text, explicit=False)
            if decided is None:
                raise self._unknown(text)
            return decided
        decided = self._decided(text[mark.end() :], explicit=True)
        if decided is not None:
            return decided
        number = mark[1] or mark[6]
        return self._numbered(number) if number else self._alone(next(filter(None, mark.groups())))

    def _decided(self, text: str, explicit: bool) -> int | None:
        lines = text.rstrip().rsplit("\n", _LINES)
        sentence = re.split(r"[.!?;] ", lines[-1][-_LONG:].strip())[-1]
        first = "" if explicit else text.strip(_EDGES + "\n\r").split("\n", 1)[0]
        lines = [line for line in lines[explicit or len(lines) > _LINES :] if line.strip(_EDGES + "\r")]
        named = set[int]()
        if (last := self._line(sentence)) and last[1]:
            return last[0]
        for before, line in reversed([*zip(["", *lines], lines)]):
            found = self._line(line, number=line is lines[-1]) or self._line(f"{before} {line}")
            if found and found[1]:
                return found[0]
            named |= {found[0]} if found else set()
        if explicit:
            return None
        found = self._line(first, number=True)
        named |= {found[0]} if found else set()
        if not named:
            return None
        if len(named) > 1:
            raise InvalidAnswer(f"the answer names several actions: expected {FORM}")
        return named.pop()

    def _line(self, line: str, number: bool = False) -> tuple[int, bool] | None:
        """The action that a line names, and whether it decides for it.

        Args:
            line: of an answer.
            number: whether it may be only a number, which decides.
        """
        if len(line) > _LONG:
            return None
        said = " ".join(line.casefold().replace("’", "'").split()).strip(_EDGES).removeprefix("- ").strip(_EDGES)
        firm = _DECIDES.match(said)
        rest = said[firm.end() :].strip(_EDGES) if firm else said
        place = self._place(rest)
        if firm and place is not None and place >= 0:
            return place, True
        named = _NAMES.sub("", rest).strip(_EDGES)
        count = _COUNT.fullmatch(named)
        if count is None:
            return None
        digits, marks, words = count.groups()
        place = self.places.get(bare(words or digits), SEVERAL)
        if not words:
            if place >= 0 and str(place + 1) != digits:
                raise InvalidAnswer(f"{digits} is the number of one action and the words of another: expected {FORM}")
            if firm or number:
                return self._numbered(digits), True
            return (int(digits) - 1, False) if named != said and self._offered(digits) else None
        if place >= 0 and str(place + 1) == digits:
            return place, bool(firm)
        if (
            firm
            and place < 0
            and (set(marks) & set(".:;(-–—") or words.startswith("because "))
            and not words[0].isdigit()
        ):
            return self._numbered(digits), True
        return None

    def _meant(self, found: dict[str, Any]) -> int:
        for _ in range(_CALLS):
            named = {str(key).strip().casefold(): value for key, value in found.items()} | found
            inner = named.get("arguments", named.get("parameters", named.get("input", named.get("function"))))
            if isinstance(inner, str):
                inner = _last_object(inner)[1]
            if "action" in named or not isinstance(inner, dict):
                break
            found = inner
        if "action" not in named:
            keys = ", ".join(map(repr, found)) or "no keys"
            raise InvalidAnswer(
                f'the last JSON object has {keys[:_SHOWN]}: expected the key "action", as in {{"action": 2}}'
            )
        value = named["action"]
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return self._numbered(str(value))
        if isinstance(value, str):
            return self._alone(value)
        shown = type(value).__name__ if isinstance(value, list | dict) else str(value)
        raise InvalidAnswer(f'"action" is {shown!r}: expected the number or the words of an action')

    def _alone(self, text: str) -> int:
        place = self._place(text)
        if place is not None and place >= 0:
            return place
        mark = _EXPLICIT.fullmatch(text.strip("$ "))
        found = self._line(next(filter(None, mark.groups())) if mark else text, number=True)
        if found is None:
            raise self._unknown(text)
        return found[0]

    def _offered(self, digits: str) -> bool:
        return len(digits) <= _SHOWN and 1 <= int(digits) <= self.number

    def _numbered(self, digits: str) -> int:
        if not self._offered(digits):
            raise InvalidAnswer(f"there is no action {digits[:_SHOWN]}: expected a number from 1 to {self.number}")
        return int(digits) - 1

    def _place(self, text: str) -> int | None:
        said = bare(text) if len(text) <= _PIECE else ""
        return None if said.isdecimal() else self.places.get(said)

    def _unknown(self, text: str) -> InvalidAnswer:
        place = self._place(text)
        shown = storable(" ".join(text.split()))
        shown = shown if len(shown) <= _SHOWN else f"... {shown[-_SHOWN:]}"
        why = "is not the text of one action" if place is None else "is the text of several actions"
        return InvalidAnswer(f"{shown!r} {why}: expected {FORM}, from 1 to {self.number}")


def _last_mark(text: str) -> re.Match[str] | None:
    for start in range(len(text) - _PIECE, -_PIECE, -_PIECE):
        end = start + _PIECE + 3 * _LONG
        found = deque((one for one in _EXPLICIT.finditer(text, max(start, 0), end) if one.start() < start + _PIECE), 1)
        if found:
            return found[0]
    return None


def _last_object(text: str) -> tuple[int, dict[str, Any] | None]:
    """Find the last of the outermost JSON objects of a text, and its end. Tries opening braces from the last one on, until it has read
    a few times as many characters as the text has."""
    end, found, at, left = -1, None, len(text), 4 * len(text)
    for _ in range(_OBJECTS):
        at = text.rfind("{", 0, at)
        if at < 0 or left < 0:
            break
        part = text[at : at + _OBJECT]
        try:
            got, length = _DECODER.raw_decode(part)
        except RecursionError:
            break
        except json.JSONDecodeError as error:
            left -= len(part) if error.msg.startswith("Unterminated") else error.pos
            continue
        left -= length
        if at + length > end:
            end, found = at + length, got
    return end, found
