"""Cheaper compiling: fewer garbage collections, types worked out once, and everything as it was afterwards."""

import gc
import operator

import numba
import numpy as np
import pytest
from numba import types
from numba.core import bytecode, errors, event, interpreter
from numba.core.registry import cpu_target
from numba.core.types import functions

from fs_env.core.machine.compile import compile_speedups


@pytest.fixture
def plain_calls(monkeypatch):
    asked = []
    usual = functions.BaseFunction.get_call_type

    def counted(function, context, args, kws):
        asked.append((function.key[0], args))
        return usual(function, context, args, kws)

    monkeypatch.setattr(functions.BaseFunction, compile_speedups.RESOLVE, counted)
    return asked


def answer(function, *args):
    """The return type that numba finds for a function of arguments of some types."""
    context = cpu_target.typing_context
    context.refresh()
    return context.resolve_function_type(context.resolve_value_type(function), args, {}).return_type


def test_types__are_asked_once_for_each_function_and_arguments(plain_calls):
    """Sums of integers are whole numbers, sums with a float are not, however often either is asked."""
    with compile_speedups.types_remembered():
        for _ in range(3):
            assert answer(operator.add, types.int64, types.int64) == types.int64
            assert answer(operator.add, types.int64, types.float64) == types.float64
            assert answer(operator.eq, types.int64, types.int64) == types.boolean
    assert len(plain_calls) == len(set(plain_calls)) == 3


def test_types__that_do_not_fit_are_refused_every_time(plain_calls):
    """A failure is not taken for an answer."""
    with compile_speedups.types_remembered():
        for _ in range(2):
            with pytest.raises(Exception, match="No implementation of function"):
                answer(operator.add, types.int64, types.none)
    assert len(plain_calls) == 2


def test_numba__is_as_it_was_afterwards():
    """Also where one context begins inside another."""
    usual = functions.BaseFunction.get_call_type
    with compile_speedups.types_remembered():
        inside = functions.BaseFunction.get_call_type
        with compile_speedups.types_remembered():
            assert functions.BaseFunction.get_call_type is inside
        assert functions.BaseFunction.get_call_type is inside is not usual
    assert functions.BaseFunction.get_call_type is usual


def test_numba__is_as_it_was_after_a_failure():
    """An error in a kernel leaves nothing behind."""
    usual, threshold = functions.BaseFunction.get_call_type, gc.get_threshold()
    with (
        pytest.raises(KeyError, match="a kernel"),
        compile_speedups.types_remembered(),
        compile_speedups.few_collections(),
    ):
        raise KeyError("a kernel")
    assert (functions.BaseFunction.get_call_type, gc.get_threshold()) == (usual, threshold)


@pytest.mark.parametrize("before", [(700, 10, 10), (1_000_000, 5, 200)])
def test_collections__are_never_more_frequent_than_before(before):
    """Thresholds are raised, not lowered, and come back."""
    kept = gc.get_threshold()
    try:
        gc.set_threshold(*before)
        with compile_speedups.few_collections():
            assert all(now >= was for now, was in zip(gc.get_threshold(), before))
            assert gc.get_threshold()[0] >= 200_000
        assert gc.get_threshold() == before
    finally:
        gc.set_threshold(*kept)


def test_collections__that_are_switched_off_stay_off():
    """Zero means never: it is not a low threshold."""
    kept = gc.get_threshold()
    try:
        gc.set_threshold(0, 10, 10)
        with compile_speedups.few_collections():
            assert gc.get_threshold()[0] == 0
    finally:
        gc.set_threshold(*kept)


def instructions():
    """All of numba's instructions of a function with calls, loops, tuples, slices and a raise."""

    def some(a, *rest, key=3):
        total, pairs = 0, {key: (a, rest)}
        for k, (one, other) in enumerate(pairs.values()):
            total += max(one[k], other[0], key=len)
            a[k:total, :] = [total, k]
        if total:
            raise ValueError(total, "text")
        return total, a

    identity = bytecode.FunctionIdentity.from_function(some)
    code = interpreter.Interpreter(identity).interpret(bytecode.ByteCode(func_id=identity))
    return [one for block in code.blocks.values() for one in block.body]


def test_variables__of_instructions_are_those_that_numba_lists():
    """The shorter way finds the same variables, in the same order, each as often."""
    listed = [one.list_vars() for one in instructions()]
    with compile_speedups.shorter_ways():
        shorter = [one.list_vars() for one in instructions()]
    names = [[[var.name for var in found] for found in way] for way in (listed, shorter)]
    assert names[0] == names[1] and sum(map(len, names[0])) > 50


def test_events__of_others_are_heard():
    """Only the times of calls of LLVM are not taken."""
    heard = event.RecordingListener()
    with (
        compile_speedups.shorter_ways(),
        event.install_listener("numba:compile", heard),
        event.install_listener(compile_speedups.LLVM_EVENT, heard),
    ):
        for kind in ("numba:compile", compile_speedups.LLVM_EVENT):
            event.start_event(kind)
            event.end_event(kind)
    assert [one.kind for _, one in heard.buffer] == ["numba:compile"] * 2


def test_errors__say_the_same_without_colours():
    """Texts lose their marks only."""
    with compile_speedups.shorter_ways():
        plain = str(errors.TypingError("no such thing"))
    assert plain == "no such thing" and plain in str(errors.TypingError("no such thing"))


def test_numba__has_its_own_ways_again_afterwards():
    usual = [getattr(owner, name) for owner, name, _ in compile_speedups.SHORTER]
    with compile_speedups.shorter_ways(), compile_speedups.shorter_ways():
        assert all(getattr(owner, name) is not old for (owner, name, _), old in zip(compile_speedups.SHORTER, usual))
    with pytest.raises(KeyError, match="a kernel"), compile_speedups.shorter_ways():
        raise KeyError("a kernel")
    assert all(getattr(owner, name) is old for (owner, name, _), old in zip(compile_speedups.SHORTER, usual))


def test_arrays__are_read_as_always():
    """Items, parts, sums and searches of an array, compiled in the shorter way."""

    @numba.njit
    def total(a):
        return a.sum() + a[0] + a[1:].max()

    with compile_speedups.shorter_ways():
        assert total(np.arange(5)) == 14
