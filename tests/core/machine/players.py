"""Compiled players of Nim for the tests: small, but they use all that a policy is given."""

from __future__ import annotations

from fs_env.core.machine.compile.jit import Kernel
from fs_env.core.machine.run.policy import Policy
from tests.core.machine.nim import GAME, SHOW

policy_kernel = Kernel(None, obs="int16[::1]", acts="int16[::1]", memory="int64[::1]")


@policy_kernel
def take_most(obs, acts, n, memory):
    """Takes as many stones as it may; counts its decisions and keeps the stones it saw last."""
    memory[1] += 1
    memory[2] = obs[0]
    best = -1
    for j in range(n):
        if acts[j] != SHOW and acts[j] > best:
            best = int(acts[j])
    return best


@policy_kernel
def by_seed(obs, acts, n, memory):
    memory[1] += 1
    lowest, highest = int(acts[0]), int(acts[0])
    for j in range(n):
        lowest = min(lowest, int(acts[j]))
        highest = max(highest, int(acts[j]))
    return highest if (memory[0] >> (memory[1] % 32)) & 1 else lowest


@policy_kernel
def one_then_most(obs, acts, n, memory):
    """One stone, but as many as it may at the second decision that it remembers."""
    best = int(acts[0])
    for j in range(n):
        better = acts[j] > best if memory[2] == 1 else acts[j] < best
        if acts[j] != SHOW and (better or best == SHOW):
            best = int(acts[j])
    memory[2] += 1
    return best


@policy_kernel
def wrong(obs, acts, n, memory):
    return 99


TAKE_MOST = Policy("take_most", GAME.name, take_most, 3)
BY_SEED = Policy("by_seed", GAME.name, by_seed, 2)
ONE_THEN_MOST = Policy("one_then_most", GAME.name, one_then_most, 3)
WRONG = Policy("wrong", GAME.name, wrong, 2)
