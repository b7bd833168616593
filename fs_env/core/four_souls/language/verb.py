"""A verb as one value: its word, its operands, its English, and what the compiler must know about it.

An instruction is an opcode and its operands by name (`OPERANDS`), 0 where a verb has none of that name; kernels read `ins.n`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, ParamSpec

from fs_env.core.four_souls.language.codes import Sel
from fs_env.core.four_souls.language.nodes import Each, Number, NumberChoice, Pick, Register, Selector, TopOf

if TYPE_CHECKING:
    from fs_env.core.four_souls.language.grammar import Unit
    from fs_env.core.four_souls.language.scope import Scope

Someone = Selector | Register
Thing = Selector | Register | Pick | Each | TopOf
Amount = int | Number | NumberChoice
P = ParamSpec("P")

me = Selector(Sel.ME, "me")
anything = Selector(Sel.ANY, "anything")


signature_of = lru_cache(maxsize=1024)(inspect.signature)


class Sort(Enum):
    """The meaning of an operand's number."""

    AMOUNT = "an amount or a code of Num"
    SELECTOR = "a code of Sel: who or what is meant"
    PLAYER = "a code of Sel, the controller unless another player is named"
    OPTIONAL = "a code of Sel, NONE without one"
    COUNTED = "a code of Sel: whose number an amount counts"
    FILTER = "a row of FILTER"
    REGISTER = "a register, 0 to 7"
    ABILITY = "an ability, NONE without one"
    TABLE = "a row of ROLLTAB"
    JUMP = "a row of PROG"
    CODE = "a code of the enum of its name"
    NUMBER = "a number"
    MARK = "1 for yes"


SMALL = frozenset({Sort.REGISTER, Sort.CODE, Sort.NUMBER, Sort.MARK})
OPERANDS: dict[str, Sort] = {
    "n": Sort.AMOUNT,
    "who": Sort.SELECTOR,  # the players it concerns, or the player who is asked
    "what": Sort.SELECTOR,  # the things it concerns, players among them
    "other": Sort.SELECTOR,  # the second thing
    "to": Sort.SELECTOR,  # who receives
    "deck": Sort.SELECTOR,
    "object": Sort.OPTIONAL,  # the object on the stack that is watched
    "by": Sort.PLAYER,  # who looks or orders
    "of": Sort.COUNTED,
    "receiver": Sort.OPTIONAL,  # who gets the item that a cost gives
    "filter": Sort.FILTER,
    "ability": Sort.ABILITY,
    "table": Sort.TABLE,
    "jump": Sort.JUMP,  # where to continue if the answer is no
    "register": Sort.REGISTER,  # the register that is filled or read
    "second": Sort.REGISTER,
    "lasting": Sort.CODE,
    "cond": Sort.CODE,
    "cost": Sort.CODE,
    "until": Sort.CODE,
    "stat": Sort.CODE,
    "chooser": Sort.CODE,  # By
    "slots": Sort.CODE,  # Deck
    "mode": Sort.NUMBER,
    "low": Sort.NUMBER,
    "high": Sort.NUMBER,
    "wanted": Sort.NUMBER,  # 0 one object, 1 one or none, 2 up to two
    "doubles": Sort.MARK,  # a doubled loot card asks for one more (ER-15)
    "ends_only": Sort.MARK,  # only the lowest and the highest number
    "optional": Sort.MARK,  # may stop early
    "again": Sort.MARK,  # its player may attack again
    "deck_only": Sort.MARK,  # attacks on the monster deck alone
    "additional": Sort.MARK,  # brings its own attack (A70)
    "rolls": Sort.MARK,  # the program rolls afterwards (R9.13)
}
"""Every operand of an instruction by name, and what its number means."""

Values = Mapping[str, Any]
Says = Callable[["Scope", Any], "Unit"]


class Verb(Generic[P]):
    """An instruction of programs; called with the arguments of its word, it makes a step.

    Attributes:
        name: its word; the name of its opcode is the same in capitals.
        op: its opcode.
        operands: names of its operands, in the order in which listings show them.
        says: makes its English from a scope and the operands by name; None if cards do not write it as a step.
        spares_dead: does not concern dead players (R13.7).
        doubles: a doubled loot card gives it one more target (ER-15).
        damages: deals damage (R12.13).
        lists: puts cards into the looked list, or finds some, which "it" and "them" then mean.
        counts: how many cards it lists, if that is not its amount.
        changes_event: changes what is held back instead of replacing it.
        runs: a kernel of its name runs it; False for a place of the program that others look for.
    """

    op = -1

    def __init__(self, name: str, operands: str, word: Callable[P, Values | None] | None, **facts: Any) -> None:
        self.name = name
        self.operands = tuple(operands.split())
        unknown = [operand for operand in self.operands if operand not in OPERANDS]
        if unknown:
            raise ValueError(f"verb {name!r} has the operand {unknown[0]!r}: OPERANDS lists all operands")
        self.word = word
        self.__doc__ = word.__doc__ if word is not None else None
        self.says: Says | None = facts.pop("says", None)
        self.spares_dead: bool = facts.pop("spares_dead", False)
        self.doubles: bool = facts.pop("doubles", False)
        self.damages: bool = facts.pop("damages", False)
        self.lists: bool = facts.pop("lists", False)
        self.counts: int | None = facts.pop("counts", None)
        self.changes_event: bool = facts.pop("changes_event", False)
        self.runs: bool = facts.pop("runs", True)
        if facts:
            raise TypeError(
                f"verb {name!r} has the unknown attribute {next(iter(facts))!r}: the docstring of Verb lists the attributes"
            )

    def __repr__(self) -> str:
        return f"<verb {self.name}>"

    @property
    def jumps(self) -> bool:
        return "jump" in self.operands

    def __call__(self, *args: P.args, **named: P.kwargs) -> Step:
        """The step that a card means by the word. Raises TypeError for arguments that the word does not take."""
        if self.word is None:
            raise TypeError(f"{self.name} is not a word of cards: the compiler writes it")
        given = self.word(*args, **named)
        if given is None:
            bound = signature_of(self.word).bind(*args, **named)
            bound.apply_defaults()
            given = bound.arguments
        return Step(self, tuple(given.items()))


@dataclass(frozen=True)
class Step:
    """A verb with its operands by name."""

    verb: Verb[Any]
    operands: tuple[tuple[str, Any], ...] = ()

    def get(self, operand: str) -> Any:
        return dict(self.operands).get(operand)


def verb(operands: str, says: Says, **facts: Any) -> Callable[[Callable[P, Values | None]], Verb[P]]:
    """A decorator that makes a verb from the function of its word, which returns operands by name; nothing: its parameters."""
    return lambda word: Verb(word.__name__, operands, word, says=says, **facts)


def instruction(name: str, operands: str = "", **facts: Any) -> Verb[Any]:
    """An instruction without a word: the compiler writes it."""
    return Verb(name, operands, None, **facts)


__all__ = [
    "OPERANDS",
    "Amount",
    "Someone",
    "Sort",
    "Step",
    "Thing",
    "Values",
    "Verb",
    "anything",
    "instruction",
    "me",
    "verb",
]
