"""How the compiled entry of a game asks a policy: through an address, or built in for random play.

Policies themselves are defined in `machine.run.policy`; this part is compiled into every game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ..compile.jit import Kernel, compiled
from ..table.rng import pick
from .commands.codes import NO_ROOM

OUTSIDE, RANDOM_ADDRESS = 0, 1  # in place of an address: the caller answers; uniformly random, built into the entry
FIRST_HANDLE = 2
SEED_AND_COUNTER = 2  # words of the smallest memory
HANDLES: list[tuple[Callable[..., Any], int]] = []  # kernels and their words; addresses without compilation are indices
C_CALL = types.int64(*[types.voidptr, types.int64, types.voidptr, types.int64, types.int64, types.voidptr, types.int64])

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

    @intrinsic
    def ask_policy(typing_context, address, obs, acts, n, memory):
        """Calls the C function at an address with the addresses and lengths of the arrays."""
        signature = types.int64(types.int64, obs, acts, types.int64, memory)

        def codegen(context, builder, signature, arguments):
            pointer, word = (context.get_value_type(kind) for kind in (types.voidptr, types.int64))
            values = []
            for kind, value in zip(signature.args[1:], arguments[1:]):
                if isinstance(kind, types.Array):
                    array = context.make_array(kind)(context, builder, value)
                    values.append(builder.bitcast(array.data, pointer))
                    values.append(cgutils.unpack_tuple(builder, array.shape, 1)[0])
                else:
                    values.append(value)
            shape = cgutils.ir.FunctionType(word, [pointer, word, pointer, word, word, pointer, word])
            function = builder.inttoptr(arguments[0], shape.as_pointer())
            return builder.call(function, values)

        return signature, codegen

else:

    def ask_policy(address, obs, acts, n, memory):
        """Calls the Python function of a handle."""
        policy, words = HANDLES[address - FIRST_HANDLE]
        return policy(obs, acts, n, memory) if len(memory) >= words else NO_ROOM
