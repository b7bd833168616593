"""How the compiled entry of a game asks a policy or a value: at an address (`compile.c_calls`), or built in for random play."""

from __future__ import annotations

from ..compile.jit import Kernel
from ..table.rng import pick

OUTSIDE, RANDOM_ADDRESS = 0, 1  # instead of an address: the caller answers; uniformly random, built into the entry
NO_VALUE = 0  # instead of the address of a value
SEED_AND_COUNTER = 2  # words of the smallest memory

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
