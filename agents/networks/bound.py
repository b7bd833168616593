"""The compiled code of networks, as C functions that all networks share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fs_env.agents.networks.kernels import choose, score
from fs_env.core.machine.compile.c_calls import C_VALUE, BoundPolicy, c_type
from fs_env.core.machine.compile.jit import COMPILING
from fs_env.core.machine.compile.memory import floats_at, numbers_at, words_at
from fs_env.core.machine.compile.program import c_function
from fs_env.core.machine.run.codes import NO_ROOM
from fs_env.core.machine.run.policy_call import SEED_AND_COUNTER

MADE: dict[str, Any] = {}  # the C functions that all networks share, as long as the process lives


def bind(network: int) -> BoundPolicy:
    """A policy for one network: `kernels.choose` with the address of its header, which the caller must keep alive."""
    return BoundPolicy(int(choose_function().address), network)


def choose_function() -> Any:
    return shared("choose", c_type("int64", 8), call_choose)


def score_function() -> Any:
    return shared("score", C_VALUE, call_score)


def shared(name: str, signature: str, function: Callable[..., Any]) -> Any:
    with COMPILING:
        if name not in MADE:
            MADE[name] = c_function(signature, function, "the networks")
        return MADE[name]


def call_choose(obs, obs_size, acts, acts_size, n, memory, words, network):
    if words < SEED_AND_COUNTER:
        return NO_ROOM
    return choose(numbers_at(obs, obs_size), numbers_at(acts, acts_size), n, words_at(memory, words), network)


def call_score(obs, obs_size, weights, n_weights):
    return score(numbers_at(obs, obs_size), floats_at(weights, n_weights))
