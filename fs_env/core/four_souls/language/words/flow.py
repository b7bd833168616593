"""Steps that contain steps: effects, options, conditions, rolls, lasting effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fs_env.core.four_souls.language.codes import Until
from fs_env.core.four_souls.language.nodes import (
    Condition,
    Effect,
    If,
    LastingStep,
    May,
    Mode,
    NumberChoice,
    Paying,
    Price,
    RollFor,
)
from fs_env.core.four_souls.language.verb import Someone, me
from fs_env.core.four_souls.language.words.selectors import any_number

_REGISTERS = ("t", "u", "v", "w")


def effect(*steps: Any, **targets: Any) -> Effect:
    """Steps with targets of their own, pushed by the verb that contains them."""
    known = tuple((name, value) for name, value in targets.items() if name in _REGISTERS)
    return Effect(steps, known, tuple(name for name in targets if name not in _REGISTERS))


def _sequence(steps: Any) -> tuple[Any, ...]:
    return tuple(steps) if isinstance(steps, Sequence) else (steps,)


def may(*steps: Any, by: Someone = me) -> May:
    """Steps that ``by`` may do or not, asked on resolution (R6.1)."""
    return May(steps, by)


def mode(*options: Any) -> Mode:
    """One of the options, locked on push (R5.3)."""
    return Mode(tuple(_sequence(option) for option in options))


def paying(cost: Price, *steps: Any) -> Paying:
    """An option of ``mode`` with its own cost (A68)."""
    return Paying(cost, steps)


def if_(condition: Condition, *steps: Any) -> If:
    """Steps that run only if the condition holds on resolution."""
    return If(condition, steps)


def nothing() -> list[Any]:
    """An empty option or dice line."""
    return []


def roll_for(lines: Any, **targets: Any) -> RollFor:
    """Roll; the line of the result is pushed and asks for its own targets (R9.7). A single effect is used for all six lines."""
    table: Mapping[Any, Any] = lines if isinstance(lines, Mapping) else {any_number: lines}
    built = []
    for numbers, steps in table.items():
        built.append((tuple(_sequence(numbers)), effect(*_sequence(steps), **targets)))
    return RollFor(tuple(built))


def lasting(what: Any, until: Until = Until.END_OF_TURN, named: NumberChoice | None = None) -> LastingStep:
    """One entry of the lasting table (R7.9, A52)."""
    return LastingStep(what, until, named)


__all__ = ["effect", "if_", "lasting", "may", "mode", "nothing", "paying", "roll_for"]
