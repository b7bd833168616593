"""Rooms from a player's own file, in the words of the cards (R20).

The file is a list of calls, one for each room, with comments after `#`:

    room("quiet_room", "Quiet Room", when(turn_start(me), gain(2)))
    room("toll_gate", "Toll Gate", paid(coins(2), loot(1)), static(atk(1, every player)))

It looks like Python and is read with Python's parser, but nothing of it is run: only the words of `language.words`, numbers,
texts, lists, `&`, `|`, `==` and `>=` have a meaning, and everything else is an error that names its line.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, NoReturn

from fs_env.core.checks import unknown
from fs_env.core.files import LARGEST_TEXT, FileKind, reason
from fs_env.core.four_souls.language import words
from fs_env.core.four_souls.language.cards import room_card
from fs_env.core.four_souls.language.compiler import compile_cards
from fs_env.core.four_souls.language.english.cards import card_text
from fs_env.core.four_souls.language.nodes import Card, CardError, Filter, Number

VARIABLE = "FS_ENV_ROOMS"
"""The environment variable with the path of the file; it is read once, when the cards are."""
MOST_ROOMS = 60
MOST_NAME = 40  # characters of a printed name
LEAST, MOST = -99, 9999  # numbers
WORDS: dict[str, Any] = {name: getattr(words, name) for name in words.__all__}
SHAPE = 'room("its_id", "Its Name", ...) with paid, activated, when or static'
NO_ROOM = f"expected {SHAPE}"
FILE = FileKind("rooms as a text in UTF-8", "correct it: `fs-env rooms check FILE` names the line", LARGEST_TEXT)


class RoomsError(ValueError):
    """A mistake in a file of rooms; the message names the file and the line, what is there, and what was expected."""


class _Reader:
    def __init__(self, where: str, taken: Collection[str]) -> None:
        self.where = where
        self.taken = taken
        self.lines: dict[str, int] = {}
        self.rooms: list[Card] = []

    def fail(self, line: int, what: str) -> NoReturn:
        raise RoomsError(f"{self.where}, line {line}: {what}")

    def read(self, text: str) -> list[Card]:
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            self.fail(error.lineno or 1, f"{(error.text or '').strip()!r} cannot be read ({error.msg}); {NO_ROOM}")
        except (ValueError, RecursionError, MemoryError) as error:
            self.fail(1, f"the text cannot be read ({error}); {NO_ROOM}")
        for statement in tree.body:
            self.room(statement)
        return self.rooms

    def room(self, statement: ast.stmt) -> None:
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "room":
            self.fail(statement.lineno, f"{shown(statement)} is not a room; {NO_ROOM}")
        if call.keywords or len(call.args) < 3:
            self.fail(call.lineno, f"{shown(call)} has {len(call.args)} values; {NO_ROOM}")
        try:
            card_id, name, *parts = (self.value(node) for node in call.args)
        except RecursionError:
            self.fail(call.lineno, "the room is nested too deeply; expected a text that a card could hold")
        self.check_name(call, card_id, name)
        try:
            built = room_card(card_id, name, *parts)
            compile_cards([built])
            card_text(built)
        except Exception as error:  # words in places where no card has them
            self.fail(call.lineno, f"{shown(call)}: {reason(error)}; expected a room as docs/look_up/cards has cards")
        self.lines[card_id] = call.lineno
        self.rooms.append(built)

    def check_name(self, call: ast.Call, card_id: Any, name: Any) -> None:
        line = call.args[0].lineno
        if not isinstance(card_id, str) or not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", card_id):
            self.fail(line, f"the id {card_id!r}: expected up to 40 small letters, digits and _, such as 'quiet_room'")
        if card_id in self.lines:
            self.fail(line, f"the id {card_id!r} is that of line {self.lines[card_id]}; expected another one")
        if card_id in self.taken:
            self.fail(line, f"the id {card_id!r} is that of another card; expected another one")
        if not isinstance(name, str) or not 1 <= len(name.strip()) <= MOST_NAME or not name.isprintable():
            self.fail(call.args[1].lineno, f"the name {name!r}: expected 1 to {MOST_NAME} printable characters")
        if len(self.rooms) == MOST_ROOMS:
            self.fail(line, f"the room {card_id!r} is one too many; expected at most {MOST_ROOMS}")

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Constant):
            return self.constant(node, node.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self.constant(node, -self.constant(node, node.operand.value))
        if isinstance(node, ast.Name):
            if node.id not in WORDS:
                self.fail(node.lineno, unknown("word", node.id, WORDS))
            return WORDS[node.id]
        if isinstance(node, ast.Tuple | ast.List):
            built = [self.value(entry) for entry in node.elts]
            return tuple(built) if isinstance(node, ast.Tuple) else built
        if isinstance(node, ast.Dict) and None not in node.keys:
            return {self.value(key): self.value(value) for key, value in zip(node.keys, node.values) if key is not None}
        if isinstance(node, ast.Call):
            return self.call(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr):
            return self.joined(node, self.value(node.left), self.value(node.right))
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self.compared(node, self.value(node.left), self.value(node.comparators[0]))
        self.fail(node.lineno, f"{shown(node)} has no meaning here; expected words of the cards, numbers and texts")

    def constant(self, node: ast.expr, value: Any) -> Any:
        if isinstance(value, int) and not isinstance(value, bool) and not LEAST <= value <= MOST:
            self.fail(node.lineno, f"the number {shown(node)}: expected {LEAST} to {MOST}")
        if value is not None and not isinstance(value, bool | int | str):
            self.fail(node.lineno, f"{shown(node)} has no meaning here; expected a whole number or a text")
        return value

    def call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name) or node.func.id == "room":
            self.fail(node.lineno, f"{shown(node)} has no meaning here; expected a word of the cards")
        word = self.value(node.func)
        if not callable(word):
            self.fail(node.lineno, f"{node.func.id} takes no values; write {node.func.id} alone")
        if any(isinstance(value, ast.Starred) for value in node.args) or any(key.arg is None for key in node.keywords):
            self.fail(node.lineno, f"{shown(node)} has a * in it; expected its values one by one")
        values = [self.value(value) for value in node.args]
        named = {str(key.arg): self.value(key.value) for key in node.keywords}
        try:
            return word(*values, **named)
        except (CardError, TypeError, ValueError, AttributeError) as error:
            self.fail(node.lineno, f"{shown(node)}: {error}; expected {node.func.id}(...) as the cards write it")

    def joined(self, node: ast.BinOp, left: Any, right: Any) -> Filter:
        if not isinstance(left, Filter) or not isinstance(right, Filter):
            self.fail(
                node.lineno, f"{shown(node)}: & and | join kinds of objects and demands on them, such as item & mine"
            )
        try:
            return left & right if isinstance(node.op, ast.BitAnd) else left | right
        except CardError as error:
            self.fail(node.lineno, f"{shown(node)}: {error}")

    def compared(self, node: ast.Compare, left: Any, right: Any) -> Any:
        sign = node.ops[0]
        if not isinstance(left, Number) or type(right) is not int or not isinstance(sign, ast.Eq | ast.GtE):
            self.fail(node.lineno, f"{shown(node)} is no condition; expected one such as coins_of(me) >= 5")
        try:
            return left == right if isinstance(sign, ast.Eq) else left >= right
        except CardError as error:
            self.fail(node.lineno, f"{shown(node)}: {error}")


def shown(node: ast.AST, most: int = 60) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= most else f"{text[: most - 3]}..."


def parse_rooms(text: str, where: str, taken: Collection[str] = ()) -> list[Card]:
    return _Reader(where, taken).read(text)


def read_rooms(path: str | Path, taken: Collection[str] = ()) -> list[Card]:
    """The rooms of a file, as `parse_rooms`; RoomsError also if the file cannot be read."""
    try:
        text = FILE.text(path)
    except (OSError, ValueError) as error:
        raise RoomsError(str(error)) from None
    return parse_rooms(text, str(path), taken)


def own_rooms(taken: Collection[str]) -> list[Card]:
    """The rooms of the file that the environment variable `FS_ENV_ROOMS` names, none without it."""
    path = os.environ.get(VARIABLE, "")
    return read_rooms(path, taken) if path else []


__all__ = ["VARIABLE", "RoomsError", "own_rooms", "parse_rooms", "read_rooms"]
