"""The compiled code of networks, as C functions that all networks share."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fs_env.agents.networks.kernels import choose, score
from fs_env.core.machine.compile.c_calls import C_VALUE, POLICY_TYPE, BoundPolicy, c_type
from fs_env.core.machine.compile.extension import SLOTS, contents
from fs_env.core.machine.compile.jit import COMPILING
from fs_env.core.machine.compile.memory import floats_at, numbers_at, words_at
from fs_env.core.machine.compile.program import c_function
from fs_env.core.machine.run.codes import NO_ROOM
from fs_env.core.machine.run.policy_call import SEED_AND_COUNTER

FREE = list(range(SLOTS))


class Slot:
    """As `BoundPolicy`, one of the functions that the extension module has for networks."""

    def __init__(self, network: int) -> None:
        self._place = FREE.pop()
        entry_of("numbers", self._place).value = network
        self.address = int(entry_of("functions", self._place).value)
        self.ctypes: Any = POLICY_TYPE(self.address)

    def __del__(self) -> None:
        FREE.append(self._place)


def entry_of(table: str, place: int) -> ctypes.c_int64:
    return ctypes.c_int64.from_address(contents()[f"{table} of networks"] + 8 * place)


def bind(network: int) -> Slot | BoundPolicy:
    """A policy for one network: `kernels.choose` with the address of its header, which the caller must keep alive."""
    code = int(choose_function().address)
    return Slot(network) if FREE and "numbers of networks" in contents() else BoundPolicy(code, network)


def choose_function() -> Any:
    return shared(c_type("int64", 8), call_choose)


def score_function() -> Any:
    return shared(C_VALUE, call_score)


@lru_cache(maxsize=8)
def shared(signature: str, function: Callable[..., Any]) -> Any:
    with COMPILING:
        return c_function(signature, function, "the networks")


def call_choose(obs, obs_size, acts, acts_size, n, memory, words, network):
    if words < SEED_AND_COUNTER:
        return NO_ROOM
    return choose(numbers_at(obs, obs_size), numbers_at(acts, acts_size), n, words_at(memory, words), network)


def call_score(obs, obs_size, weights, n_weights):
    return score(numbers_at(obs, obs_size), floats_at(weights, n_weights))
