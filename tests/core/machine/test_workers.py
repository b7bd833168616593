"""Kernels compiled in several processes: the same code as in one, and one where several are not possible."""

import logging
import os
import re
import signal
import sys
import time

import numba
import numpy as np
import pytest

from fs_env.core.machine.compile import call_graph, jit, parts, processes, workers
from fs_env.core.machine.compile.jit import Kernel, compiled
from fs_env.core.machine.declare.fields import Field, StateFields

pytestmark = pytest.mark.skipif(
    not (compiled() and parts.available() and sys.platform.startswith("linux")),
    reason="nothing is compiled in processes",
)
TOY = StateFields("toy", [Field("coins", "int16", (4,)), Field("total", "int64")])
PRICES = np.array([3, 1, 4, 1, 5], np.int16)


def program(**options):
    """A function of kernels: two of one name, a rare one, records, tables, results of several types, and what it returns."""
    kernel = Kernel(TOY.dtype, out="int64[::1]", share=numba.types.float64)

    def adder(amount):
        @kernel
        def add(s, player):
            s.coins[player] += amount
            return amount

        return add

    one, two = adder(1), adder(2)

    @kernel.rare
    def price(k):
        return PRICES[k % 5]

    @kernel
    def half(share):
        return share / 2, share > 1.0

    @kernel
    def pay(s, player):
        s.total += one(s, player) + two(s, player) // (player + 1) + price(player)
        return s

    @kernel
    def play(s, out):
        for player in range(4):
            out[player] = pay(s, player).coins[player]
        share, large = half(float(s.total))
        out[4] = int(share * 10) + large

    def start(S, out):
        play(S[0], out)
        return S[0].total

    made = numba.njit(**options)(start)
    jit.fix_signature(made, kernel.signature(start), part=False)
    return made, [one, two, price, half, pay, play]


def result(made):
    S, out = np.zeros(1, TOY.dtype), np.zeros(5, np.int64)
    return made(S, out), out.tolist(), S.tobytes()


def by_hand():
    coins, total, out = [3, 3, 3, 3], 0, [3, 3, 3, 3]
    for player in range(4):
        total += 1 + 2 // (player + 1) + int(PRICES[player])
    S = np.zeros(1, TOY.dtype)
    S["coins"], S["total"] = coins, total
    return total, [*out, int(total / 2 * 10) + (total > 1)], S.tobytes()


@pytest.fixture
def many(monkeypatch, caplog):
    """Two processes compile also small programs; returns what is logged of it. Afterwards none is left, alive or dead."""
    fork, started = os.fork, []

    def noted() -> int:
        started.append(fork())
        return started[-1]

    monkeypatch.setattr(os, "fork", noted)
    monkeypatch.setattr(workers, "FEWEST", 2)
    monkeypatch.setenv(processes.COUNT, "2")
    caplog.set_level(logging.DEBUG, logger="fs_env.compile")
    yield lambda: [record.getMessage() for record in caplog.records]
    for child in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


def test_program__compiled_in_two_processes(many, tmp_path):
    """Every kernel is compiled elsewhere, rare ones out of line, and the results are those of the Python functions. Afterwards a
    kernel that is a part is compiled completely when Python calls it, and a program that is there lets no work begin."""
    made, kernels = program()
    assert result(made) == by_hand()
    assert many() == ["2 processes compiled 6 of 6 kernels"]
    assert [len(kernel.parts) for kernel in kernels] == [1] * 6
    (code,) = made.inspect_asm().values()
    assert re.findall(r"^\S*(price|adder|half)\S*:", code, re.MULTILINE) == ["price"]
    S = np.zeros(1, TOY.dtype)
    assert kernels[1](S[0], 3) == 2
    assert S["coins"][0].tolist() == [0, 0, 0, 2]
    with workers.meanwhile(lambda: (tmp_path / "begun").touch()):
        assert result(made) == by_hand()
    assert not (tmp_path / "begun").exists()


def test_program__of_parts_that_are_there_already(many):
    made, kernels = program()
    kernels[2].make_part()
    assert result(made) == by_hand()
    assert many() == ["2 processes compiled 5 of 5 kernels"]


def test_programs__have_no_name_in_common(many):
    """Two programs of equal kernels, compiled one after the other, could be parts of a third."""
    (one, _), (two, _) = program(), program()
    assert result(one) == result(two) == by_hand()
    names = [kernel.parts[0].name for kernel in kernels_of(one) + kernels_of(two)]
    assert len(set(names)) == len(names) == 12


def kernels_of(made):
    return [node.kernel for node in call_graph.kernels_below(made.py_func)]


def kill(bench, place):
    os.kill(os.getpid(), signal.SIGKILL)


def fail(bench, place):
    raise MemoryError


def sleep(bench, place):
    time.sleep(60)


@pytest.mark.slow
@pytest.mark.parametrize(("how", "after"), [(kill, 0), (kill, 3), (fail, 3), (sleep, 0)])
def test_program__is_finished_by_one_process_when_another_fails(many, monkeypatch, how, after):
    """A process is killed, raises or stands still, at once or in the middle: the rest is compiled here."""
    usual = workers.Bench.compile
    monkeypatch.setattr(workers.Bench, "compile", lambda bench, place: (usual if place < after else how)(bench, place))
    monkeypatch.setattr(workers, "PATIENCE", 1.0 if how is sleep else 120.0)
    made, kernels = program()
    assert result(made) == by_hand()
    compiled_there = int(many()[-1].split()[3])
    assert compiled_there <= after
    assert many()[0].startswith("kernels are compiled in one process")


def test_program__where_no_process_can_be_started(many, monkeypatch):
    """No more processes are allowed: this one compiles."""

    def refuse():
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    assert result(program()[0]) == by_hand()
    assert many()[-1] == "2 processes compiled 0 of 6 kernels"


def test_error__of_a_kernel_is_that_of_one_process(many):
    kernel = Kernel(None)

    @kernel
    def wrong(a):
        return a.no_such_thing

    @kernel
    def caller(a):
        return wrong(a)

    made = numba.njit(lambda a: caller(a))
    jit.fix_signature(made, (numba.types.int64,), part=False)
    with pytest.raises(numba.TypingError, match="no_such_thing"):
        made(1)


def test_work__is_done_beside_a_program(many, tmp_path):
    """It begins when a program is compiled here, is done when it was waited for, and may compile as if it were alone.

    `carray` needs reference counting, which the program has switched off for all that is compiled below it.
    """

    def work():
        made, _ = program()
        numba.cfunc("int64(voidptr)")(lambda address: numba.carray(address, 1, np.int16)[0])
        (tmp_path / "result").write_text(repr(result(made)))

    made, _ = program(_nrt=False)
    with workers.meanwhile(work) as wait:
        assert not (tmp_path / "result").exists()
        assert result(made) == by_hand()
        wait()
        assert (tmp_path / "result").read_text() == repr(by_hand())


@pytest.mark.parametrize("work", [lambda: time.sleep(60), lambda: 1 / 0])
def test_work__does_not_outlast_an_error_of_the_program(many, work):
    made, _ = program()
    with pytest.raises(KeyError, match="here"), workers.meanwhile(work):  # noqa: PT012
        assert result(made) == by_hand()
        raise KeyError("here")


def test_graph__lists_callees_before_callers():
    """All kernels below a function, each once, with what they call; the longest chain of callers makes one urgent."""
    made, kernels = program()
    nodes = call_graph.kernels_below(made.py_func)
    assert {node.kernel for node in nodes} == set(kernels) and len(nodes) == len(kernels)
    for place, node in enumerate(nodes):
        assert all(callee < place for callee in node.callees)
    calls = {node.kernel: {nodes[callee].kernel for callee in node.callees} for node in nodes}
    one, two, price, half, pay, play = kernels
    assert calls == {one: set(), two: set(), price: set(), half: set(), pay: {one, two, price}, play: {half, pay}}
    urgent = dict(zip((node.kernel for node in nodes), call_graph.urgency(nodes), strict=True))
    assert urgent[one] > urgent[pay] > urgent[play] and urgent[one] > urgent[half]


def test_graph__reads_more_names_than_fit_in_a_byte():
    """The 300th global of a function is found, one of a module too, and an attribute of the same name is not."""
    kernel = Kernel(None)

    @kernel
    def last(a):
        return a

    names = {f"g{k}": k for k in range(300)} | {"last": last, "module": sys.modules[__name__]}
    body = "\n".join(f"    a += g{k}" for k in range(300))
    exec(f"def function(a):\n{body}\n    return last(a)\ndef other(a):\n    return a.last + len(a)", names)
    assert call_graph.callees(names["function"]) == [last]
    assert call_graph.callees(names["other"]) == []
    assert [node.kernel for node in call_graph.kernels_below(names["function"])] == [last]
