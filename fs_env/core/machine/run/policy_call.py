"""How the compiled entry of a game asks a policy (`machine.run.policy`): at an address, or built in for random play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..compile.c_calls import call_policy
from ..compile.jit import Kernel, compiled
from ..table.rng import pick
from .codes import NO_ROOM

OUTSIDE, RANDOM_ADDRESS = 0, 1  # instead of an address: the caller answers; uniformly random, built into the entry
FIRST_HANDLE = 2
SEED_AND_COUNTER = 2  # words of the smallest memory
HANDLES: list[tuple[Callable[..., Any], int]] = []  # kernels and their words; addresses without compilation are indices

sorting = Kernel(None, acts="int16[::1]", memory="int64[::1]")


@sorting
def pick_ascending(acts, n, memory):
    """One of `acts[:n]`, uniformly; sorts them first, so that their order does not matter, and increments memory[1]."""
    for i in range(1, n):
        held = acts[i]
        j = i
        while j > 0 and acts[j - 1] > held:
            acts[j] = acts[j - 1]
            j -= 1
        acts[j] = held
    counter = memory[1]
    memory[1] = counter + 1
    return int(acts[pick(memory[0], counter, n)])


if compiled():
    ask_policy = call_policy
else:

    def ask_policy(address, obs, acts, n, memory):
        policy, words = HANDLES[address - FIRST_HANDLE]
        return policy(obs, acts, n, memory) if len(memory) >= words else NO_ROOM
