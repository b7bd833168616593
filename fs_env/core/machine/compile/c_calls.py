"""Calls of C functions at addresses: how code that is compiled once asks policies and values that come later.

An array is passed as its address and its length. A bound function is a C function with its last argument already given.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from itertools import count
from typing import Any

from .backend import COMPILES, cgutils, cpu_target, intrinsic, types
from .jit import COMPILING
from .notice import LOGGER

NUMBER = count()


def c_type(result: str, n: int) -> str:
    """The signature of a C function with n parameters, all int64: numbers, addresses and lengths."""
    return f"{result}({', '.join(['int64'] * n)})"


C_POLICY, C_VALUE = c_type("int64", 7), c_type("float64", 4)


def ctypes_of(signature: str) -> Any:
    result = ctypes.c_double if signature.startswith("float64") else ctypes.c_int64
    return ctypes.CFUNCTYPE(result, *[ctypes.c_int64] * (signature.count(",") + 1))


POLICY_TYPE, VALUE_TYPE = ctypes_of(C_POLICY), ctypes_of(C_VALUE)

if COMPILES:

    @intrinsic
    def call_policy(typing_context, address, obs, acts, n, memory):
        return types.int64(types.int64, obs, acts, types.int64, memory), lower_call

    @intrinsic
    def call_value(typing_context, address, obs, weights, n_weights):
        return types.float64(types.int64, obs, types.int64, types.int64), lower_call

    def lower_call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Emits the call of a C function whose address is the first argument."""
        word = cgutils.ir.IntType(64)
        values: list[Any] = []
        for kind, value in zip(signature.args[1:], arguments[1:]):
            if isinstance(kind, types.Array):
                array = context.make_array(kind)(context, builder, value)
                values += builder.ptrtoint(array.data, word), cgutils.unpack_tuple(builder, array.shape, 1)[0]
            else:
                values.append(value)
        shape = cgutils.ir.FunctionType(context.get_value_type(signature.return_type), [word] * len(values))
        return builder.call(builder.inttoptr(arguments[0], shape.as_pointer()), values)

    class BoundPolicy:
        """A C function of the signature `C_POLICY`: another one with a number as its last argument already given."""

        def __init__(self, code: int, number: int) -> None:
            name = f"bound_{next(NUMBER)}"
            with COMPILING:
                generator, ir = cpu_target.target_context.codegen(), cgutils.ir  # of llvmlite, which numba uses
                self._library = generator.create_library(name)
                module = generator._create_empty_module(name)
                word = ir.IntType(64)
                kinds = [word] * len(POLICY_TYPE._argtypes_)
                function = ir.Function(module, ir.FunctionType(word, kinds), name)
                builder = ir.IRBuilder(function.append_basic_block())
                target = builder.inttoptr(ir.Constant(word, code), ir.FunctionType(word, [*kinds, word]).as_pointer())
                builder.ret(builder.call(target, [*function.args, ir.Constant(word, number)], tail=True))
                self._library.add_ir_module(module)
                self._library.finalize()
                self.address = int(self._library.get_pointer_to_function(name))
            self.ctypes: Any = POLICY_TYPE(self.address)

else:

    class PythonFunction:
        """A Python function of whole numbers as a C function. Python calls it directly, so that its errors are raised."""

        def __init__(self, signature: str, function: Callable[..., Any], what: str = "") -> None:
            def caught(*given: int) -> Any:
                try:
                    return function(*given)
                except Exception:  # no caller in C could raise it
                    LOGGER.exception("%s failed", what)
                    return float("nan") if signature == C_VALUE else -1

            self.ctypes, self._callback = function, ctypes_of(signature)(caught)
            self.address = int(ctypes.cast(self._callback, ctypes.c_void_p).value or 0)
            IN_PYTHON[self.address] = self

    IN_PYTHON: weakref.WeakValueDictionary[int, PythonFunction] = weakref.WeakValueDictionary()

    def at_address(address: int, kind: Any) -> Any:
        return IN_PYTHON[address].ctypes if address in IN_PYTHON else kind(address)

    def call_policy(address: int, obs: Any, acts: Any, n: int, memory: Any) -> Any:
        arrays = (number for array in (obs, acts) for number in (array.ctypes.data, len(array)))
        return at_address(address, POLICY_TYPE)(*arrays, n, memory.ctypes.data, len(memory))

    def call_value(address: int, obs: Any, weights: int, n_weights: int) -> Any:
        return at_address(address, VALUE_TYPE)(obs.ctypes.data, len(obs), int(weights), int(n_weights))

    def BoundPolicy(code: int, number: int) -> PythonFunction:  # type: ignore[no-redef]
        return PythonFunction(C_POLICY, lambda *given: at_address(code, ctypes_of(c_type("int64", 8)))(*given, number))
