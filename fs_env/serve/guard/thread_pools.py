"""`ThreadPools`: in which a server does what takes long, with a pool for each kind of work, so that none holds up another."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import TypeVar

from fs_env.serve.guard.limits import Limits

Made = TypeVar("Made")
NICENESS = 10
"""Of threads in which bots think, where the system has it by thread: pages and clicks go first."""
LEAST_NICE = 19
ABANDONED_SECONDS = 2.0
"""That work for which nobody waits any more keeps its place, if it does not end."""


class ThreadPool:
    """Runs functions in daemon threads, `most` at once, `of_one` for one owner. Owners take turns, however much each asks for."""

    def __init__(self, most: int, of_one: int, niceness: int = 0) -> None:
        self.most, self.of_one, self.niceness = most, of_one, niceness
        self._running: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def run(
        self, function: Callable[[], Made], owner: str = "", seconds: float | None = None, grace: float = 0.0
    ) -> Made:
        """Runs the function in a thread for an owner and returns its result, or raises what it raised.

        Args:
            seconds: in which it must begin; None: some time.
            grace: seconds after these in which it must have ended.

        Raises:
            TimeoutError: it has not. Work that has begun occupies its thread until it ends.
        """
        loop = asyncio.get_running_loop()
        until = None if seconds is None else loop.time() + seconds
        async with asyncio.timeout_at(until):
            await self._place(owner)
        async with asyncio.timeout_at(None if until is None else until + grace):
            return await self._start(function, owner)

    async def _place(self, owner: str) -> None:
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        self._give_places()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._unqueue(owner, turn)
            else:  # both at once
                self._leave(owner)
            raise

    def _give_places(self) -> None:
        while self._running.total() < self.most:
            owner = next((one for one in self._waiting if self._running[one] < self.of_one), None)
            if owner is None:
                return
            turn = self._waiting[owner][0]
            self._unqueue(owner, turn)
            if owner in self._waiting:
                self._waiting.move_to_end(owner)
            if not turn.cancelled():
                self._running[owner] += 1
                turn.set_result(None)

    def _unqueue(self, owner: str, turn: asyncio.Future[None]) -> None:
        line = self._waiting.get(owner)
        if line is not None and turn in line:  # it may have been cancelled when its turn came
            line.remove(turn)
            if not line:
                del self._waiting[owner]

    def _leave(self, owner: str) -> None:
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._give_places()

    async def _start(self, function: Callable[[], Made], owner: str) -> Made:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Made] = loop.create_future()
        placed = [owner]

        def leave() -> None:
            while placed:
                self._leave(placed.pop())

        def finish(result: Made | None, error: BaseException | None) -> None:
            leave()
            if done.done():
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def work() -> None:
            result: Made | None = None
            error: Exception | None = None
            try:
                self._be_nice()
                result = function()
            except StopIteration as stop:  # a future cannot carry it
                error = RuntimeError(f"StopIteration {stop}")
            except BaseException as raised:
                error = raised if isinstance(raised, Exception) else RuntimeError(repr(raised))
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(finish, result, error)

        threading.Thread(target=work, daemon=True, name="fs-env work").start()
        try:
            return await done
        except asyncio.CancelledError:
            loop.call_later(ABANDONED_SECONDS, leave)
            raise

    def _be_nice(self) -> None:
        if self.niceness and sys.platform == "linux":  # elsewhere it would be the niceness of a process
            nice = min(LEAST_NICE, os.getpriority(os.PRIO_PROCESS, 0) + self.niceness)
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


class Slots:
    """Times at which something may happen, `rate` a second; who asks first has the first."""

    def __init__(self, rate: float) -> None:
        self.rate, self._next = rate, 0.0

    def take(self, now: float) -> float:
        slot = max(now, self._next)
        self._next = slot + 1 / self.rate
        return slot


class ThreadPools:
    """The pools of a server.

    Attributes:
        bots: in which bots think.
        hints: in which bots think that give hints.
        models: in which bots wait for others, as language models do, in a seat or for a hint.
        slots: of positions at tables where only bots play.
    """

    def __init__(self, limits: Limits) -> None:
        self._pages = ThreadPool(limits.page_threads, max(1, limits.page_threads - 1))
        self.bots = ThreadPool(limits.threads, max(1, limits.threads // 2), NICENESS)
        self.slots = Slots(limits.bot_positions)
        self.hints = ThreadPool(limits.hint_threads, max(1, limits.hint_threads // 2), NICENESS)
        self.models = ThreadPool(limits.model_threads, max(1, limits.model_threads // 2), NICENESS)

    async def run(self, function: Callable[[], Made], owner: str = "") -> Made:
        return await self._pages.run(function, owner)
