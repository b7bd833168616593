"""Calls of C functions at addresses: how code that is compiled once asks policies and values that come later.

An array is passed as its address and its length. A bound function is a C function with its last argument already given.
"""

from __future__ import annotations

import ctypes
from itertools import count
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from .jit import COMPILING

C_POLICY = types.int64(
    *[types.voidptr, types.int64, types.voidptr, types.int64, types.int64, types.voidptr, types.int64]
)
C_VALUE = types.float64(types.voidptr, types.int64, types.voidptr, types.int64)
POLICY_TYPE = ctypes.CFUNCTYPE(
    ctypes.c_int64, *(ctypes.c_void_p if kind == types.voidptr else ctypes.c_int64 for kind in C_POLICY.args)
)
NUMBER = count()


@intrinsic
def call_policy(typing_context, address, obs, acts, n, memory):
    return types.int64(types.int64, obs, acts, types.int64, memory), lower_call(C_POLICY)


@intrinsic
def call_value(typing_context, address, obs, weights, n_weights):
    return types.float64(types.int64, obs, types.int64, types.int64), lower_call(C_VALUE)


def lower_call(signature: Any) -> Any:
    """Emits the call of a C function whose address is the first argument."""

    def codegen(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
        kinds = [context.get_value_type(kind) for kind in signature.args]
        values: list[Any] = []
        for kind, value in zip(given.args[1:], arguments[1:]):
            if isinstance(kind, types.Array):
                array = context.make_array(kind)(context, builder, value)
                values.append(builder.bitcast(array.data, kinds[len(values)]))
                values.append(cgutils.unpack_tuple(builder, array.shape, 1)[0])
            elif signature.args[len(values)] == types.voidptr:
                values.append(builder.inttoptr(value, kinds[len(values)]))
            else:
                values.append(value)
        shape = cgutils.ir.FunctionType(context.get_value_type(signature.return_type), kinds)
        return builder.call(builder.inttoptr(arguments[0], shape.as_pointer()), values)

    return codegen


class BoundPolicy:
    """A C function of the signature `C_POLICY`: another one with a number as its last argument already given."""

    def __init__(self, code: int, number: int) -> None:
        name = f"bound_{next(NUMBER)}"
        generator = cpu_target.target_context.codegen()
        with COMPILING:
            self._library = generator.create_library(name)
            module = generator._create_empty_module(name)
            ir = cgutils.ir  # of llvmlite, which numba uses
            word, pointer = ir.IntType(64), ir.IntType(8).as_pointer()
            kinds = [pointer if kind == types.voidptr else word for kind in C_POLICY.args]
            function = ir.Function(module, ir.FunctionType(word, kinds), name)
            builder = ir.IRBuilder(function.append_basic_block())
            target = builder.inttoptr(ir.Constant(word, code), ir.FunctionType(word, [*kinds, word]).as_pointer())
            builder.ret(builder.call(target, [*function.args, ir.Constant(word, number)], tail=True))
            self._library.add_ir_module(module)
            self._library.finalize()
            self.address = int(self._library.get_pointer_to_function(name))
        self.ctypes: Any = POLICY_TYPE(self.address)
