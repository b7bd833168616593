"""How a compiled search asks the rules of a game: it calls the machine code of the game's entry through its address.

A kernel that called the entry by name would be compiled together with all rules. Here the code of the entry is used as it is,
so one search serves every game, and takes seconds to compile. It relies on the calling convention of numba 0.68, which
`CallConv.get_function_type` spells out: a place for the result, one for an exception (the entry raises none), then the arguments,
each array as an owner, its object, its number of items, their width, their address, its shape and its strides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from fs_env.core.machine.compile.jit import compiled

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

FIRST_HANDLE = 1
HANDLES: list[Game] = []  # addresses without compilation are indices
WIDTH = "width"


def address_of(game: Game) -> int:
    """What `ask_entry` calls for a game; it compiles the rules or loads them, and stays valid as long as the game lives."""
    if not compiled():
        if game not in HANDLES:
            HANDLES.append(game)
        return FIRST_HANDLE + HANDLES.index(game)
    game.warm()
    (result,) = game.entry.overloads.values()
    return int(result.library.get_pointer_to_function(result.fndesc.llvm_func_name))


if compiled():

    @intrinsic
    def ask_entry(typing_context, address, command, S, width, e, numbers, memory, b, a, obs, mask):
        """Calls the entry at an address: `S` are the bytes of states of `width` bytes each; no options are passed."""
        signature = types.int64(address, command, S, width, e, numbers, memory, b, a, obs, mask)

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            ir = cgutils.ir
            word, pointer = context.get_value_type(types.int64), context.get_value_type(types.voidptr)
            nothing = ir.Constant(pointer, None)
            given = dict(zip(NAMES, zip(signature.args, arguments, strict=True), strict=True))

            def number(name: str) -> list[Any]:
                kind, value = given[name]
                return [context.cast(builder, value, kind, types.int64)]

            def vector(name: str, item: Any = None) -> list[Any]:
                kind, value = given[name]
                array = context.make_array(kind)(context, builder, value)
                size = array.nitems
                if item is None:
                    item = context.get_constant(types.int64, kind.dtype.bitwidth // 8)
                else:
                    size = builder.sdiv(size, item)
                return [nothing, nothing, size, item, builder.bitcast(array.data, pointer), size, item]

            zero = ir.Constant(word, 0)
            no_options = [nothing, nothing, zero, ir.Constant(word, 8), nothing, zero, ir.Constant(word, 8)]
            result, error = cgutils.alloca_once(builder, word), cgutils.alloca_once(builder, pointer)
            values = [result, error, *number("command"), *vector("S", number(WIDTH)[0]), *number("e")]
            values += [*vector("numbers"), *vector("memory"), *no_options, *number("b"), *number("a")]
            values += [*vector("obs"), *vector("mask")]
            shape = ir.FunctionType(ir.IntType(32), [value.type for value in values])
            builder.call(builder.inttoptr(number("address")[0], shape.as_pointer()), values)
            return builder.load(result)

        return signature, codegen

else:

    def ask_entry(address, command, S, width, e, numbers, memory, b, a, obs, mask):
        """Calls the Python entry of a handle."""
        game = HANDLES[address - FIRST_HANDLE]
        states = game.face(S.view(game.dtype))
        return int(game.entry(command, states, e, numbers, memory, np.empty(0, np.int64), b, a, obs, mask))


NAMES = ("address", "command", "S", WIDTH, "e", "numbers", "memory", "b", "a", "obs", "mask")
