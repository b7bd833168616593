"""The kernel decorator: one signature a function, and the way back to plain numba."""

import re

import numba
import numpy as np
import pytest

from fs_env.core.machine.compile import jit, parts
from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.declare.fields import Field, StateFields, as_records
from tests.core.machine import nim

TOY = StateFields("toy", [Field("coins", "int16", (4,)), Field("total", "int64")])
needs_compilation = pytest.mark.skipif(not compiled(), reason="kernels are Python functions under NUMBA_DISABLE_JIT")


def toy_kernels(rare=False):
    """Two kernels, one calling the other with literals and several integer widths."""
    kernel = Kernel(TOY.dtype, out="int64[::1]")

    @(kernel.rare if rare else kernel)
    def gain(s, player, amount):
        s.coins[player] += amount
        s.total += s.coins[player]
        return s.total

    @kernel
    def busy(s, out):
        out[0] = gain(s, 0, 1)
        out[1] = gain(s, 1, 2)
        out[2] = gain(s, np.int16(2), np.int8(3))
        out[3] = gain(s, np.uint8(3), s.coins[0])

    return kernel, gain, busy


def one_state():
    S = np.zeros(1, TOY.dtype)
    return S if compiled() else as_records(S)


def test_kernel__integers_of_any_width_and_literals_give_one_result():
    _, _, busy = toy_kernels()
    S, out = one_state(), np.zeros(4, np.int64)
    busy(S[0], out)
    assert out.tolist() == [1, 3, 6, 7]


@needs_compilation
def test_kernel__compiles_one_signature_only():
    """Different literals and widths at the call sites do not compile a function again."""
    kernel, gain, busy = toy_kernels()
    assert set(kernel.signatures().values()) == {0}
    S, out = one_state(), np.zeros(4, np.int64)
    busy(S[0], out)
    gain(S[0], np.int32(1), True)
    assert set(kernel.signatures().values()) == {1}
    assert [len(f.signatures) for f in (gain, busy)] == [1, 1]


@needs_compilation
@pytest.mark.skipif(not parts.available(), reason="this numba compiles kernels one by one")
def test_kernel__rare_ones_are_kept_out_of_line():
    inlined = {}
    for rare in (False, True):
        _, _, busy = toy_kernels(rare)
        S, out = one_state(), np.zeros(4, np.int64)
        busy(S[0], out)
        assert out.tolist() == [1, 3, 6, 7]
        (code,) = busy.inspect_asm().values()
        inlined[rare] = re.search(r"^\S*gain\S*:", code, re.MULTILINE) is None
    assert inlined == {False: True, True: False}


@needs_compilation
def test_game__every_kernel_of_nim_has_one_signature():
    nim.GAME.run_random(1, 2, 0)
    batch_seed, S = 3, nim.GAME.new()
    nim.GAME.setup(S, seed=batch_seed)
    nim.GAME.resample(S, 0, 0, 1)
    nim.GAME.random_rounds(S, 2, 1)
    assert len(nim.GAME.entry.signatures) == 1
    assert max(nim.kernel.signatures().values()) <= 1


@needs_compilation
def test_kernel__wrong_argument_is_refused():
    _, gain, _ = toy_kernels()
    with pytest.raises(TypeError):
        gain(np.zeros(3), 0, 1)


@needs_compilation
def test_kernel__cuts_no_fraction_off():
    """A fraction for a parameter of whole numbers is an error where the caller is compiled; with its type named it arrives."""
    kernel = Kernel(None, price="float64")

    @kernel
    def pay(coins):
        return coins // 2

    @kernel
    def wrong(n):
        return pay(0.5 * n)

    @kernel
    def cost(price):
        return 1.1 * price

    @kernel
    def right(n):
        return cost(0.5 * n)

    with pytest.raises(Exception, match=r"pay: parameter 'coins' is int64 and got float64: .*coins=.float64."):
        wrong(3)
    assert right(3) == pytest.approx(1.65)


@needs_compilation
def test_kernel__without_numbas_hook_is_plain_numba(monkeypatch):
    monkeypatch.setattr(jit, "HOOKS", ("a_hook_that_no_dispatcher_has",))
    _, gain, busy = toy_kernels()
    S, out = one_state(), np.zeros(4, np.int64)
    busy(S[0], out)
    assert out.tolist() == [1, 3, 6, 7]
    assert len(gain.signatures) > 1, "the hook was used although it is missing"


@needs_compilation
def test_hooks__exist_in_the_numba_that_is_installed():
    """The three internal methods that the decorator stands in front of exist in this numba."""
    dispatcher = numba.njit(lambda x: x)
    assert all(hasattr(dispatcher, hook) for hook in jit.HOOKS)


@pytest.mark.parametrize("text", ["int16[3]", "int16[:]", "bool[::1]", "float16[::1]", "int16[::1]; x"])
def test_kernel__array_type_is_checked(text):
    with pytest.raises(ValueError, match="is invalid: write it like"):
        Kernel(TOY.dtype, out=text)


def test_kernel__wants_a_structured_dtype():
    with pytest.raises(ValueError, match=r"use StateFields\.dtype"):
        Kernel(np.dtype(np.int16))


def test_kernel__parameters_are_plain():
    """A default value or a starred parameter would be a second signature: refused by name."""
    kernel = Kernel(TOY.dtype)
    with pytest.raises(TypeError, match="parameter 'amount' must be plainly positional"):

        @kernel
        def with_default(s, amount=1):
            return amount

    with pytest.raises(TypeError, match="parameter 'rest' must be plainly positional"):

        @kernel
        def with_rest(s, *rest):
            return rest
