"""C functions with one number already given: an address for each network, though the code of all of them is the same.

The rules call a policy by one address and pass nothing that says which network it is. A bound function is three machine
instructions: it adds the number as the last argument and goes on to the code that all share. Making one takes some
milliseconds, compiling a policy some seconds.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from itertools import count
from typing import Any

import numba
import numpy as np
from numba.core.registry import cpu_target

from fs_env.agents.networks.kernels import choose, score
from fs_env.core.machine.compile.disk_cache import c_function
from fs_env.core.machine.compile.jit import COMPILING
from fs_env.core.machine.run.commands.codes import NO_ROOM
from fs_env.core.machine.run.policy_call import C_CALL, SEED_AND_COUNTER
from fs_env.core.machine.run.value_call import C_VALUE

NUMBER = count()
MADE: dict[str, Any] = {}  # the C functions that all networks share, as long as the process lives
CALL = ctypes.CFUNCTYPE(
    ctypes.c_int64,
    *[
        ctypes.c_void_p,
        ctypes.c_int64,
        ctypes.c_void_p,
        ctypes.c_int64,
        ctypes.c_int64,
        ctypes.c_void_p,
        ctypes.c_int64,
    ],
)


class Bound:
    """A C function of the signature of policies.

    Attributes:
        address: what the rules call; valid as long as the object lives.
        ctypes: the same for Python.

    Args:
        network: the address of a header, which the caller keeps alive.
    """

    def __init__(self, network: int) -> None:
        name = f"bound_{next(NUMBER)}"
        with COMPILING:
            code = int(choose_function().address)
            self._library = cpu_target.target_context.codegen().create_library(name)
            self._library.add_ir_module(self._module(name, code, network))
            self._library.finalize()
            self.address = int(self._library.get_pointer_to_function(name))
        self.ctypes: Callable[..., int] = CALL(self.address)

    def _module(self, name: str, code: int, network: int) -> Any:
        """The function in LLVM's language."""
        ir = numba.core.cgutils.ir
        word, pointer = ir.IntType(64), ir.IntType(8).as_pointer()
        kinds = [pointer, word, pointer, word, word, pointer, word]
        module = cpu_target.target_context.codegen()._create_empty_module(name)
        function = ir.Function(module, ir.FunctionType(word, kinds), name)
        builder = ir.IRBuilder(function.append_basic_block())
        whole = ir.FunctionType(word, [*kinds, word]).as_pointer()
        target = builder.inttoptr(ir.Constant(word, code), whole)
        builder.ret(builder.call(target, [*function.args, ir.Constant(word, network)], tail=True))
        return module


def choose_function() -> Any:
    """`kernels.choose` as a C function with the address of a network as its last argument."""
    return shared("choose", numba.types.int64(*C_CALL.args, numba.types.int64), call_choose)


def score_function() -> Any:
    """`kernels.score` as a C function of the signature of values."""
    return shared("score", C_VALUE, call_score)


def shared(name: str, signature: Any, function: Callable[..., Any]) -> Any:
    """A C function that all networks share, made once in a process."""
    with COMPILING:
        if name not in MADE:
            MADE[name] = c_function(signature, function, "the networks")
        return MADE[name]


def call_choose(obs, obs_size, acts, acts_size, n, memory, words, network):
    """Returns the network's action, or NO_ROOM where the memory is too small."""
    if words < SEED_AND_COUNTER:
        return NO_ROOM
    seen = numba.carray(obs, obs_size, np.int16)
    listed = numba.carray(acts, acts_size, np.int16)
    return choose(seen, listed, n, numba.carray(memory, words, np.int64), network)


def call_score(obs, obs_size, weights, n_weights):
    """Returns the network's score."""
    return score(numba.carray(obs, obs_size, np.int16), numba.carray(weights, n_weights, np.float32))
