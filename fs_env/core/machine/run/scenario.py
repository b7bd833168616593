"""A running game in the words of its players: the base of the language of a game's tests, exercises and positions.

    class Play(ScenarioGame):
        game = GAME                      # its own verbs and facts follow

    play.choose("piece 4").expect(turn_player=1, legal="choose piece 2", illegal="pass")

Every verb is one or more legal decisions; nothing else changes the state. A verb or an expectation that names
something unknown to the game is an error, with the nearest name: a typing error never passes for a fact.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import index
from typing import Any, ClassVar, Self, TypeVar

from ... import checks
from .game import Game, IllegalAction

LAST = 12  # actions listed by a failed expectation
Made = TypeVar("Made")


class ScenarioError(ValueError):
    """A position that cannot be set up, or a word that means nothing in it."""


class ScenarioGame:
    """A running game of `game`, which a subclass names.

    Attributes:
        S: the state, shape (1,), as every `Game` method takes it.
        log: the actions taken, as text.
    """

    game: ClassVar[Game]

    def __init__(self, S: Any, log: Sequence[str] = ()) -> None:
        self.S = S
        self.log = list(log)

    def copy(self) -> Self:
        return type(self)(self.game.clone(self.S), self.log)

    # What a game may put in its own words.

    @property
    def question(self) -> str:
        """The subject of the decision in a word; the whole sentence where a game has no word for it."""
        return self.decision_text

    def words(self, action: int) -> str:
        return self.game.action_text(action)

    def action_of(self, word: Any) -> int | None:
        """The action that a choice means; None when it means none.

        By default: the legal action with these words, or the only one that ends in them ("piece 4" or 4 for "choose piece 4").
        """
        said = slug(str(word))
        named = {action: slug(self.words(action)) for action in self.ids()}
        found = [action for action, text in named.items() if text == said]
        found = found or [action for action, text in named.items() if text.endswith(f"_{said}")]
        if len(found) > 1:
            raise ScenarioError(f"{word!r} means {' or '.join(repr(self.words(action)) for action in found)}: say more")
        return found[0] if found else None

    def means(self, text: str, words: str) -> bool:
        """Whether a text of an expectation means the action with these words."""
        return slug(text) == slug(words)

    def vocabulary(self) -> Iterable[str]:
        return map(self.words, range(self.game.num_actions))

    def facts(self) -> dict[str, Any]:
        """Everything about the game that `expect` can check, by name."""
        return self.game.to_json(self.S)

    def same(self, key: str, found: Any, wanted: Any) -> bool:
        """Whether a fact is what was expected: a list by its length where a number is wanted."""
        if isinstance(found, list) and isinstance(wanted, int) and not isinstance(wanted, bool):
            return len(found) == wanted
        return bool(found == wanted)

    def differences(self, wanted: dict[str, Any]) -> list[str]:
        return self.unlike(self.facts(), wanted, "the game")

    def situation(self) -> str:
        return self.decision_text

    # Looking.

    @property
    def asked(self) -> int | None:
        """The seat that must decide, None when the game is over."""
        seat = self.game.to_act(self.S)
        return None if seat < 0 else seat

    @property
    def over(self) -> bool:
        return self.asked is None

    @property
    def decision_text(self) -> str:
        return self.game.decision_text(self.S)

    def ids(self) -> list[int]:
        return sorted(int(action) for action in self.game.legal(self.S))

    def legal(self) -> list[str]:
        return [self.words(action) for action in self.ids()]

    def text(self) -> str:
        return self.game.text(self.S)

    # Acting.

    def choose(self, *choices: Any, by: int | None = None) -> Self:
        """Answers the pending question, and those that follow where several choices are given.

        Args:
            choices: words or numbers that name an answer.
            by: the seat that must be asked.

        Raises:
            IllegalAction: nothing of that name is offered; the message lists the legal actions.
            ScenarioError: no player is asked, or another seat.
        """
        for choice in choices:
            if self.over or by is not None and by != self.asked:
                raise ScenarioError(f"choose {choice!r}: {'nobody' if self.over else f'player {self.asked}'} is asked")
            action = self.action_of(choice)
            if action is None:
                raise IllegalAction(f"choice {choice!r} is not legal {self.offered()}")
            self.take(action)
        return self

    def take(self, action: int) -> None:
        """One decision, by the rules. IllegalAction when it is not legal."""
        words = f"player {self.asked}: {self.words(action)}"
        if action not in self.ids():
            raise IllegalAction(f"{words} is not legal {self.offered()}")
        self.game.step(self.S, action)
        self.log.append(words)

    def offered(self) -> str:
        return f"({self.situation()}). Legal: {', '.join(self.legal()) or 'nothing'}"

    # Checking.

    def expect(self, **wanted: Any) -> Self:
        """Checks facts of the game; ``legal`` and ``illegal`` take words of actions, one or a list.

        Raises:
            AssertionError: what was expected, what is there, the last actions and the pending decision.
            ScenarioError: nothing is known of that name; words that name no action of the game.
        """
        found = self.judged(wanted.pop("legal", ()), True) + self.judged(wanted.pop("illegal", ()), False)
        if wanted:
            found += self.differences(wanted)
        if found:
            last = self.log[-LAST:] or ["none"]
            raise AssertionError(
                "\n  ".join([*found, "last actions:", *[f"  {line}" for line in last], f"now: {self.situation()}"])
            )
        return self

    def judged(self, texts: str | Iterable[str], fits: bool) -> list[str]:
        """Which of the actions are not legal though they should be, or the other way round."""
        legal = self.legal()
        out = []
        for text in [texts] if isinstance(texts, str) else texts:
            self.check_words(text)
            if any(self.means(text, words) for words in legal) != fits:
                out.append(f"'{text}' is {'not legal' if fits else 'legal'}; legal: {', '.join(legal)}")
        return out

    def check_words(self, text: str) -> None:
        """Raises ScenarioError, with the nearest words, for a text that names no action of the game."""
        known = list(self.vocabulary())
        if not any(self.means(text, words) for words in known):
            hint = near(text, known, "word it as the legal actions of a game are worded")
            raise ScenarioError(f"{text!r} names no action: {hint}")

    def unlike(self, facts: dict[str, Any], wanted: dict[str, Any], subject: str) -> list[str]:
        return unlike(facts, wanted, subject, self.same)


def unlike(facts: dict[str, Any], wanted: dict[str, Any], subject: str, same: Any) -> list[str]:
    """The facts that differ, one line each; `same(key, found, wanted)` compares."""
    out = []
    for key, value in wanted.items():
        if key not in facts:
            raise ScenarioError(f"nothing is known of {key!r} for {subject}: {near(key, facts)} ({', '.join(facts)})")
        if not same(key, facts[key], value):
            out.append(f"{subject}: {key} is {facts[key]!r}, expected {value!r}")
    return out


@lru_cache(maxsize=8192)
def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", name.casefold())).strip("_")


def near(word: str, words: Iterable[str], fallback: str = "") -> str:
    """The end of an error message: the nearest of the known words, or the fallback."""
    return checks.suggestion(word, words, 0.5).removeprefix("; ") or fallback


def one_of(word: object, words: Iterable[str], what: str) -> str:
    """The word itself; ScenarioError when it is not one of the words."""
    known = list(words)
    if word in known:
        return str(word)
    raise ScenarioError(f"{what} {word!r} is unknown: expected one of {', '.join(known)}; {near(str(word), known)}")


def check_keys(where: str, given: Collection[Any], known: Iterable[str], needed: Collection[str] = ()) -> None:
    """Raises ScenarioError for a key that is not known, with the nearest one, and for a needed one that is not given."""
    names = list(known)
    for key in given:
        if key not in names:
            raise ScenarioError(f"{where} has no {key!r}: expected some of {', '.join(names)}; {near(str(key), names)}")
    for key in names:
        if key in needed and key not in given:
            raise ScenarioError(f"{where} lacks {key!r}: expected all of {', '.join(k for k in names if k in needed)}")


def make(cls: type[Made], data: Any, where: str) -> Made:
    """An object from a mapping with its attributes. ScenarioError for anything else, and for an unknown key."""
    check_keys(where, table(data, where), (field.name for field in dataclasses.fields(cls)))  # type: ignore[arg-type]
    try:
        return cls(**data)
    except TypeError as error:
        raise ScenarioError(f"{where}: {error}") from None


def table(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise ScenarioError(f"{name}={value!r}: expected a table")
    return value


def truth(value: object, name: str) -> None:
    if not isinstance(value, bool):
        raise ScenarioError(f"{name}={value!r}: expected true or false")


def whole(value: Any, name: str, low: int, high: int) -> int:
    """The value as a whole number. ScenarioError if it is not one, or outside low..high."""
    try:
        number = low - 1 if isinstance(value, bool) else index(value)
    except TypeError:
        number = low - 1
    if not low <= number <= high:
        raise ScenarioError(f"{name}={value!r}: expected a whole number {low}..{high}")
    return number
