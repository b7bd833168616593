"""What verbs take as operands, and how a verb becomes a step."""

from __future__ import annotations

from typing import Any

from fs_env.core.four_souls.language.codes import Op
from fs_env.core.four_souls.language.nodes import Each, Number, NumberChoice, Pick, Register, Selector, Step, TopOf

Someone = Selector | Register
Thing = Selector | Register | Pick | Each | TopOf
Amount = int | Number | NumberChoice


def step(op: Op, **slots: Any) -> Step:
    """One instruction with its operands by slot."""
    return Step(op, tuple(slots.items()))


__all__ = ["Amount", "Someone", "Thing", "step"]
