"""Facts of one step, in order: dice, draws, damage and changes, found by taking the step again in Python with a listener."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

import numpy as np

from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.rules import flow
from fs_env.core.betrayal.state import STATE
from fs_env.core.betrayal.view.listener import Fact, Listener, listeners
from fs_env.core.machine.compile.in_python import in_python

REMEMBERED = 256  # steps: all who look at a table ask for the same one


@lru_cache(maxsize=1)
def _rules() -> tuple[Listener, Any, Lock]:
    listener = Listener()
    return listener, in_python(flow.step, listeners(listener)), Lock()


@lru_cache(maxsize=REMEMBERED)
def step_facts(before: bytes, action: int, after: bytes) -> tuple[Fact, ...] | None:
    """Events on the table while a decision was answered by `action`, in order, between two states' bytes.

    Returns:
        Facts, each with its kind as `what`; None while adventurers are chosen, or where the step does not lead to `after`.
    """
    S = np.frombuffer(bytearray(before), STATE.dtype)
    if S[0]["question"] == Question.ADVENTURER:
        return None
    listener, step, lock = _rules()
    with lock:
        step(listener.begin(S), action)
        listener.look()
        return tuple(listener.facts) if S.tobytes() == after else None
