"""Kernels run as Python: the same results, with a listener at chosen calls."""

from __future__ import annotations

import random

import numpy as np

from fs_env.core.machine.compile.in_python import in_python
from fs_env.core.machine.declare.fields import as_records
from tests.core.machine import nim
from tests.core.machine.dungeon import GAME as DUNGEON
from tests.core.machine.nim import GAME as NIM
from tests.generic.suite import state_bytes


def record(game, S):
    """The state `S[0]` with its fields as attributes."""
    return as_records(S.view(np.ndarray).view(game.dtype))[0]


def test_in_python__takes_the_same_steps():
    """Whole games, random numbers included, lead to the same bytes."""
    for game, seed in ((NIM, 1), (DUNGEON, 2)):
        step, S, pick = in_python(game.spec.step, {}), game.new(1), random.Random(seed)
        game.setup(S, seed=seed)
        while game.to_act(S) >= 0:
            action = pick.choice(game.legal(S).tolist())
            twin = game.clone(S)
            assert step(record(game, twin), action) == game.step(S, action) == 0
            assert state_bytes(twin) == state_bytes(S)


def test_in_python__lets_a_listener_in():
    """A listener is called with the arguments instead of the kernel, wherever it is called, and decides what it returns."""
    heard = []

    def listener(call, s, *arguments):
        heard.append(arguments)
        return call(s, *arguments)

    S = NIM.new(1)
    NIM.setup(S, seed=1, stones=5)
    step = in_python(nim.step, {nim.step: listener})
    assert step(record(NIM, S), nim.TAKE_1) == 0 and heard == [(nim.TAKE_1,)]
    assert in_python(nim.step, {nim.step: lambda call, s, action: 7})(record(NIM, S), nim.TAKE_1) == 7
