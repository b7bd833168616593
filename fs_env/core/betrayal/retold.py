"""A step told again: dice, draws, damage and changes between two decisions, in their order.

A state keeps no dice. They are found by taking the step again in Python on a copy of the state, with a listener at the calls where
something happens on the table.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock

import numpy as np

from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.listener import HEARD, Fact, Listener
from fs_env.core.betrayal.rules import flow
from fs_env.core.betrayal.state import STATE
from fs_env.core.machine.compile.in_python import in_python

AGAIN = 256  # steps that are remembered: all who look at a table ask for the same one


class Retelling:
    """The rules in Python with a listener; one thread at a time."""

    def __init__(self) -> None:
        self._listener, self._lock = Listener(), Lock()
        self._step = in_python(flow.step, {kernel: getattr(self._listener, name) for kernel, name in HEARD.items()})

    def facts(self, before: bytes, action: int) -> tuple[tuple[Fact, ...], bytes]:
        """The facts of a step from the bytes of a state, and the bytes of the state after it."""
        S = np.frombuffer(bytearray(before), STATE.dtype)
        with self._lock:
            self._step(self._listener.begin(S), action)
            self._listener.look()
            return tuple(self._listener.facts), S.tobytes()


@lru_cache(maxsize=1)
def _retelling() -> Retelling:
    return Retelling()


@lru_cache(maxsize=AGAIN)
def retell(before: bytes, action: int, after: bytes) -> tuple[Fact, ...] | None:
    """Events on the table while a decision was answered, in its order.

    Args:
        before, after: the bytes of the state before and after.
        action: the answer.

    Returns:
        Facts, each with its kind as `what`; None while adventurers are chosen, or where the step does not lead to `after`.
    """
    asked = np.frombuffer(before, STATE.dtype)[0]
    if asked["question"] == Question.ADVENTURER:
        return None
    facts, reached = _retelling().facts(before, action)
    return facts if reached == after else None
