"""Games of agents that wait for others, such as endpoints of language models: several at once, each in a thread of this process.

While one game waits for a reply the others continue; processes would only cost memory.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterator
from queue import Empty, SimpleQueue
from time import monotonic

from fs_env.arena.game_runner import GameRunner
from fs_env.arena.plan import Pairing
from fs_env.arena.results import GameRow


class ThreadsRunner:
    """Plays games in so many threads, each with its own runner; games in progress have `stop_seconds` after an error or Ctrl-C."""

    def __init__(self, number: int, make: Callable[[], GameRunner], stop_seconds: float) -> None:
        self._number, self._make, self._stop_seconds = number, make, stop_seconds
        self._stop = threading.Event()
        self._runners: list[GameRunner] = []

    def play(self, games: Iterator[Pairing]) -> Generator[list[GameRow], None, None]:
        """All games, each as soon as it is finished. OutOfReach and KeyboardInterrupt are passed on after the games in progress."""
        done: SimpleQueue[GameRow | BaseException | None] = SimpleQueue()
        lock, left = threading.Lock(), self._number

        def take() -> Pairing | None:
            with lock:
                return None if self._stop.is_set() else next(games, None)

        for _ in range(left):
            threading.Thread(target=self._work, args=(take, done.put), daemon=True, name="fs-env games").start()
        error: BaseException | None = None
        until: float | None = None
        while left:
            try:
                got = done.get(timeout=None if until is None else max(0.0, until - monotonic()))
            except Empty:
                break
            except KeyboardInterrupt as stop:
                got = stop
            if got is None:
                left -= 1
            elif isinstance(got, GameRow):
                yield [got]
            else:
                error = error or got
                self._stop.set()
                until = until or monotonic() + self._stop_seconds
        if error is not None:
            raise error

    def close(self) -> None:
        self._stop.set()
        for runner in self._runners:
            runner.interrupt()

    def _work(self, take: Callable[[], Pairing | None], put: Callable[[GameRow | BaseException | None], None]) -> None:
        runner: GameRunner | None = None
        try:
            while (pairing := take()) is not None:
                if runner is None:
                    runner = self._make()
                    self._runners.append(runner)
                put(runner.play(pairing))
        except BaseException as error:
            put(error)
        finally:
            if runner is not None:
                runner.close()
            put(None)
