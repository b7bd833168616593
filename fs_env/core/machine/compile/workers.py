"""Compiling the kernels of a program in several processes.

A caller needs of a callee only the name of its function and the type of its result. So forked processes compile kernels as soon
as all that they call is compiled, and send back LLVM's bitcode; this process links and optimises it with the rest. It compiles
all kernels itself where that is not possible (one core, little memory, no `fork`), and what is left when anything goes wrong.
"""

from __future__ import annotations

import itertools
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from multiprocessing import connection
from typing import Any, NamedTuple

from numba.core import bytecode, typing

from . import parts, processes
from .call_graph import Node, kernels_below, urgency
from .notice import LOGGER

FEWEST = 24  # kernels for which it is worth while to start processes
PATIENCE = 120.0  # seconds without any answer after which the processes are given up
LESS_URGENT = 5  # added to the niceness of a process
NUMBERS = 1000  # part of the names of functions: as many for each kernel and what is compiled with it
COUNTER = "_unique_ids"  # of FunctionIdentity; numba internal, present in 0.68
PROGRAM: ContextVar[Any] = ContextVar("program", default=None)  # the function that is compiled with all below it
MEANWHILE: ContextVar[tuple[Any, ...]] = ContextVar("meanwhile", default=())  # what is done beside the next program


class Done(NamedTuple):
    """A kernel that is compiled: `code` is bitcode, `result` a pickled type, `callees` places of kernels, `others` numbers of libraries."""

    place: int
    name: str
    result: bytes
    code: bytes
    callees: list[int]
    others: list[int]
    new: dict[int, bytes]


@contextmanager
def program(function: Any) -> Iterator[None]:
    """Everything compiled in this context belongs to the program that starts with a Python function."""
    token = PROGRAM.set(function)
    try:
        yield
    finally:
        PROGRAM.reset(token)


class Beside:
    """Work for another process, which waits until this one finds that it has a program to compile; `pid` is 0 if there is none."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.pid, self.begun = 0, False
        self.reader, self.writer = os.pipe()

        def wait_and_work() -> None:
            os.close(self.writer)
            if os.read(self.reader, 1):
                os.nice(LESS_URGENT)  # the program leaves cores unused at its end
                LOGGER.disabled = True  # the process that waits says what is compiled
                work()

        try:
            self.pid = processes.start(wait_and_work, processes.how_many() // 2)
        except OSError as error:
            LOGGER.debug("not done in parallel: %r", error)
        os.close(self.reader)

    def begin(self) -> None:
        if self.pid and not self.begun:
            self.begun = True
            with suppress(OSError):  # it is gone
                os.write(self.writer, b"1")

    def wait(self) -> None:
        """Waits until the work is done, if it was begun; it may have failed."""
        if self.begun:
            processes.wait(self.pid)
            self.pid, self.begun = 0, False

    def stop(self) -> None:
        os.close(self.writer)
        if self.pid:
            processes.stop(self.pid)


@contextmanager
def meanwhile(work: Callable[[], Any]) -> Iterator[Callable[[], None]]:
    """Runs slow work next to the compilation of a program in another process, if this one compiles in several.

    Yields a function that waits until the work is done, if it has begun; the end of the context waits too.
    """
    if processes.how_many() < 2:
        yield lambda: None
        return
    beside = Beside(work)
    token = MEANWHILE.set((beside,))
    try:
        yield beside.wait
        beside.wait()
    finally:
        MEANWHILE.reset(token)
        beside.stop()


def compile_ahead() -> None:
    """Compiles all kernels of the program of this context in several processes, the first time that it is called there."""
    function = PROGRAM.get()
    PROGRAM.set(None)
    if function is None or not hasattr(bytecode.FunctionIdentity, COUNTER):
        return
    nodes = kernels_below(function)
    left = sum(not node.kernel.parts for node in nodes)
    count = processes.how_many() if left >= FEWEST else 1
    if count > 1:
        for beside in MEANWHILE.get():
            beside.begin()
        Crew(nodes).run(count)


class Worker(NamedTuple):
    pid: int
    line: Any


class Crew:
    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.first_number = next(getattr(bytecode.FunctionIdentity, COUNTER))
        self.workers: list[Worker] = []
        self.done: list[Done] = []  # in the order in which they were finished
        self.libraries: dict[Any, Any] = {}  # by place of the kernel, or by (pid, number) of another library

    def run(self, count: int) -> None:
        """Has everything compiled by `count` processes; leaves what they did not finish."""
        left = sum(not node.kernel.parts for node in self.nodes)
        try:
            for _ in range(count):
                self.start()
            self.hand_out()
        except Exception as error:  # a process ended; no process could be started
            LOGGER.debug("kernels are compiled in one process: %r", error)
        finally:
            self.stop()
            count_from(self.first_number + NUMBERS * len(self.nodes))
        LOGGER.debug("%d processes compiled %d of %d kernels", count, len(self.done), left)

    def start(self) -> None:
        here, there = connection.Pipe()

        def work() -> None:
            for line in [here, *(worker.line for worker in self.workers)]:
                line.close()
            Bench(self.nodes, there, self.first_number).work()

        self.workers.append(Worker(processes.start(work, 1), here))
        there.close()

    def stop(self) -> None:
        for worker in self.workers:
            worker.line.close()
            processes.stop(worker.pid)

    def hand_out(self) -> None:
        """Gives each process one kernel after another, the most urgent first, until all are done."""
        most_urgent = urgency(list(self.nodes))
        waiting = {
            place: {callee for callee in node.callees if not self.nodes[callee].kernel.parts}
            for place, node in enumerate(self.nodes)
            if not node.kernel.parts
        }
        callers: dict[int, list[int]] = {}
        for place, callees in waiting.items():
            for callee in callees:
                callers.setdefault(callee, []).append(place)
        ready = [place for place, callees in waiting.items() if not callees]
        left = len(waiting)
        idle, sent = list(self.workers), dict.fromkeys(self.workers, 0)
        while left:
            ready.sort(key=most_urgent.__getitem__)
            while ready and idle:
                worker = idle.pop()
                news = [(done.place, done.name, done.result) for done in self.done[sent[worker] :]]
                sent[worker] = len(self.done)
                worker.line.send((ready.pop(), news))
            answers = connection.wait([worker.line for worker in self.workers if worker not in idle], PATIENCE)
            if not answers:
                raise TimeoutError(f"no answer within {PATIENCE} s")
            for worker in [worker for worker in self.workers if worker.line in answers]:
                done = worker.line.recv()
                if done is None:  # the error is found again, and reported, in this process
                    raise ChildProcessError("a kernel cannot be compiled")
                self.take(worker, done)
                idle.append(worker)
                left -= 1
                for caller in callers.get(done.place, ()):
                    waiting[caller].discard(done.place)
                    if not waiting[caller]:
                        ready.append(caller)

    def take(self, worker: Worker, done: Done) -> None:
        self.done.append(done)
        kernel = self.nodes[done.place].kernel
        for number, code in done.new.items():
            self.libraries[worker.pid, number] = library_of(kernel, code, [])
        below = [self.nodes[place].kernel.parts[0].library for place in done.callees]
        others = [self.libraries[worker.pid, number] for number in done.others]
        add_part(kernel, done.name, done.result, library_of(kernel, done.code, below + others))


class Bench:
    def __init__(self, nodes: Sequence[Node], line: Any, first_number: int) -> None:
        self.nodes, self.line, self.first_number = nodes, line, first_number
        self.places = {id(node.kernel.parts[0].library): k for k, node in enumerate(nodes) if node.kernel.parts}
        self.others: dict[Any, int] = {}

    def work(self) -> None:
        """Compiles what is asked for until the other side is gone."""
        try:
            while True:
                place, news = self.line.recv()
                for other, name, result in news:
                    if not self.nodes[other].kernel.parts:
                        kernel = self.nodes[other].kernel
                        library = parts.PartLibrary(kernel.targetdescr.target_context.codegen(), name)
                        library.finalize()
                        add_part(kernel, name, result, library)
                        self.places[id(library)] = other
                self.line.send(self.compile(place))
        except (EOFError, OSError):
            return
        except Exception:
            self.line.send(None)

    def compile(self, place: int) -> Done:
        count_from(self.first_number + NUMBERS * place)
        kernel = self.nodes[place].kernel
        part = kernel.make_part()
        self.places[id(part.library)] = place
        callees, others, new = [], [], {}
        for library in part.library.needed():
            if id(library) in self.places:
                callees.append(self.places[id(library)])
                continue
            if library not in self.others:  # numba's own, or of a kernel that the bytecode does not name
                self.others[library] = len(self.others)
                new[self.others[library]] = library._get_module_for_linking().as_bitcode()
            others.append(self.others[library])
        result = pickle.dumps(part.signature.return_type)
        return Done(place, part.name, result, part.library.code(), callees, others, new)


def count_from(number: int) -> None:
    """The functions that are compiled from now on are numbered from here: no two of a program may have one name."""
    setattr(bytecode.FunctionIdentity, COUNTER, itertools.count(number))


def library_of(kernel: Any, code: bytes, below: list[Any]) -> Any:
    library = parts.PartLibrary(kernel.targetdescr.target_context.codegen(), kernel.py_func.__qualname__)
    library.hold(code, below)
    library.finalize()
    return library


def add_part(kernel: Any, name: str, result: bytes, library: Any) -> None:
    """Lets compiled callers find a kernel that another process has compiled."""
    signature = typing.signature(pickle.loads(result), *kernel.fixed_signature)  # noqa: S301  (from a process of ours)
    kernel.parts.append(parts.part_elsewhere(kernel, signature, name, library))
