"""The options of a game: whole numbers that shape a new one, and the checks of what users give for them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from ... import checks

FEW = 16
"""Values of an option that can be listed or tried one by one."""


@dataclass(frozen=True)
class Option:
    """A whole number that shapes a new game (a truth value is 0 or 1), every `step`-th one from `low` to `high`.

    Where the number represents some of several named things, `bits` names them, the lowest bit first, and `noun` says in an
    error what one of them is. Where each number has a name, `words` names them from `low` on. Environments take names.
    """

    name: str
    default: int
    low: int
    high: int
    meaning: str
    bits: tuple[str, ...] = ()
    step: int = 1
    words: tuple[str, ...] = ()
    noun: str = ""

    def __post_init__(self) -> None:
        if self.default not in self.values:
            raise ValueError(f"option {self.name!r}: default {self.default} is outside {self.expected}")

    @property
    def values(self) -> range:
        return range(self.low, self.high + 1, self.step)

    @property
    def expected(self) -> str:
        """The same as text."""
        return f"{self.low}..{self.high}" if self.step == 1 else ", ".join(map(str, self.values))

    def read(self, text: str) -> int:
        """The number that a text such as "3", "mini" or "base,gold" represents; its range is not checked.

        Raises:
            ValueError: neither a whole number nor names of this option.
        """
        text = text.strip()
        try:
            return int(text)
        except ValueError:
            pass
        if self.words:
            if text not in self.words:
                known = ", ".join(self.words) + checks.suggestion(text, self.words)
                raise ValueError(f"{self.name}: {text!r} is unknown: expected one of {known}")
            return self.low + self.words.index(text)
        if not self.bits:
            raise ValueError(f"{self.name}: {text!r} is unknown: expected a whole number, such as {self.default}")
        return self.of_names(part.strip() for part in text.split(",") if part.strip())

    def text_of(self, number: int) -> str:
        """The text that `read` turns into this number: names where it has some."""
        if self.words:
            return self.words[number - self.low]
        if self.bits:
            return ",".join(name for place, name in enumerate(self.bits) if number >> place & 1)
        return str(number)

    @property
    def samples(self) -> tuple[int, ...]:
        """Its values if they are few enough to be tried one by one; of bits each alone and all, of many the ends."""
        if self.bits:
            return tuple(dict.fromkeys([*(1 << place for place in range(len(self.bits))), self.high]))
        return tuple(self.values) if len(self.values) <= FEW else (self.low, self.high)

    def of_names(self, names: Iterable[str]) -> int:
        """The number that represents these names of `bits`, in any order.

        Raises:
            ValueError: a name that is not one of them.
        """
        number = 0
        for name in names:
            if name not in self.bits:
                known = ", ".join(self.bits) or "nothing (it is a number)"
                raise ValueError(
                    f"{self.name}: {name!r} is unknown: expected {known}{checks.suggestion(name, self.bits)}"
                )
            number |= 1 << self.bits.index(name)
        return number


def option_values(
    game: str,
    options: Mapping[str, Option],
    given: Mapping[str, int],
    conflict: Callable[[Mapping[str, int]], str | None] | None = None,
) -> NDArray[np.int64]:
    """The options as `setup` reads them, int64, defaults filled in.

    Args:
        game: its name, for errors.
        options: all that it has, by name, in the order of `setup`.
        given: what the user chose.
        conflict: says why chosen values exclude each other (see `GameSpec`).

    Raises:
        ValueError: an unknown option, or a value outside its range, or values that exclude each other.
        TypeError: a value that is not a whole number.
    """
    for name in given:
        if name not in options:
            hint = checks.suggestion(name, options).removeprefix("; ") or f"options are {', '.join(options)}"
            raise ValueError(f"{game} has no option {name!r}: {hint}")
    values = np.empty(len(options), np.int64)
    for i, option in enumerate(options.values()):
        value = given.get(option.name, option.default)
        try:
            number = operator.index(value)
        except TypeError:
            raise TypeError(f"option {option.name}={value!r}: expected a whole number ({option.meaning})") from None
        if number not in option.values:
            raise ValueError(f"option {option.name}={number} is outside {option.expected} ({option.meaning})")
        values[i] = number
    if conflict is not None:
        why = conflict(dict(zip(options, values.tolist(), strict=True)))
        if why is not None:
            raise ValueError(f"{game}: {why}")
    return values


def chosen_words(options: Mapping[str, Option], chosen: Mapping[str, int]) -> str:
    """The options that are not at their defaults, as `name=value, ...` in the order of `setup`; empty if all are."""
    given = ((option, chosen.get(name, option.default)) for name, option in options.items())
    return ", ".join(f"{option.name}={option.text_of(n)}" for option, n in given if n != option.default)


def exclusions(
    options: Mapping[str, Option], conflict: Callable[[Mapping[str, int]], str | None]
) -> dict[tuple[str, str], list[str]]:
    """Pairs of options that exclude each other, all others at their defaults, with the sentences of `conflict`."""
    found: dict[tuple[str, str], list[str]] = {}
    defaults = {name: option.default for name, option in options.items()}
    for one, other in combinations(options.values(), 2):
        for x, y in product(one.samples, other.samples):
            why = conflict({**defaults, one.name: x, other.name: y})
            if why is not None and one.name in why and other.name in why:
                found.setdefault((one.name, other.name), []).append(why)
    return {pair: list(dict.fromkeys(sentences)) for pair, sentences in found.items()}


def check_seed(seed: int) -> int:
    """The seed as a Python int.

    Raises:
        ValueError: it does not fit an int64.
        TypeError: it is not a whole number.
    """
    number = operator.index(seed)
    if not -(2**63) <= number < 2**63:
        raise ValueError(f"seed {seed}: expected a whole number of 64 bits, -2**63..2**63-1")
    return number
