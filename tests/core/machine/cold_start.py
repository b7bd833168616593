"""Processes forked from one that has compiled nothing that need the same code: `python -m ... FOLDER` prints JSON by situation."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from fs_env.core.machine.compile import compile_lock, notice
from fs_env.core.machine.compile.disk_cache import keep
from tests.core.machine.nim import GAME
from tests.core.machine.players import TAKE_MOST

FOLDER = Path(sys.argv[1]) if __name__ == "__main__" else Path()
DEADLINE = 240  # seconds for a process, which ends then
TOO_LONG = 60  # seconds after which a process that compiles no longer waits for others to begin


def treble(x):
    return 3 * x


def double(x):
    return 2 * x


class Child:
    """A forked process; `found` is what its function returns, as JSON, or the error."""

    def __init__(self, name: str, function: Callable[[], Any]) -> None:
        self.told = FOLDER / f"{name}.json"
        self.pid = os.fork()
        if self.pid:
            return
        signal.alarm(DEADLINE)
        log = os.open(FOLDER / f"{name}.log", os.O_WRONLY | os.O_CREAT)
        os.dup2(log, 2)
        try:
            found = function()
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        self.told.write_text(json.dumps(found))
        os._exit(0)

    def waits(self) -> int:
        log = self.told.with_suffix(".log")
        return log.read_text().count("waiting for another process, which compiles the ") if log.exists() else 0

    def end(self) -> Any:
        os.waitpid(self.pid, 0)
        return json.loads(self.told.read_text()) if self.told.exists() else None

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def resume(self) -> None:
        os.kill(self.pid, signal.SIGCONT)


def marks(name: str) -> int:
    return len(list(FOLDER.glob(f"{name}.mark.*")))


def wait_until(true: Callable[[], bool], seconds: float = DEADLINE) -> None:
    begun = time.monotonic()
    while not true() and time.monotonic() - begun < seconds:
        time.sleep(0.01)


def use(
    name: str, function: Callable[..., Any] = treble, hold: bool = False, fail: bool = False, marked: int = 0
) -> Any:
    """Calls a kept function; where it compiles, it notes that, and holds on until the file `NAME.go` is there, or until `marked`
    processes have begun to compile."""
    made = keep(numba.njit(function))
    usual = made._compiler.compile

    def compile_it(*given: Any) -> Any:
        (FOLDER / f"{name}.mark.{os.getpid()}").touch()
        if hold:
            wait_until((FOLDER / f"{name}.go").exists)
        wait_until(lambda: marks(name) >= marked, TOO_LONG)
        if fail:
            raise ValueError("a fault of the compiler")
        return usual(*given)

    made._compiler.compile = compile_it
    return [made(5), sum(made.stats.cache_hits.values()) == 1]


def own_cache(name: str) -> None:
    numba.config.CACHE_DIR = str(FOLDER / name)


def together() -> Any:
    """A game and a bot, by three processes at once: whether each of them found the code."""
    own_cache("together")

    def start() -> Any:
        return [GAME.warm().cached, TAKE_MOST.address and TAKE_MOST._callback.cache_hits]

    return sorted(child.end() for child in [Child(f"together{k}", start) for k in range(3)])


def behind(
    name: str, first: Callable[[], Any], then: Callable[..., None], follow: Callable[[], Any] | None = None
) -> Any:
    """A process that compiles, and two that wait for it, with `follow`, when `then` is called with the three of them: who has begun to
    compile before and after that, what each found, and which locks are left."""
    own_cache(name)
    leader = Child(f"{name}0", first)
    wait_until(lambda: marks(name) == 1)
    followers = [Child(f"{name}{k}", follow or (lambda: use(name))) for k in (1, 2)]
    wait_until(lambda: all(child.waits() for child in followers))
    begun = marks(name)
    then(leader, *followers)
    found = [leader.end(), sorted(child.end() for child in followers)]
    return [begun, marks(name), found, [path.name for path in FOLDER.rglob("*.lock")]]


def go(name: str) -> Callable[..., None]:
    return lambda *children: (FOLDER / f"{name}.go").touch()


def kill(leader: Child, *followers: Child) -> None:
    leader.kill()


def killed() -> Any:
    return behind("killed", lambda: use("killed", hold=True), kill)


def killed_with_child() -> Any:
    def first() -> Any:
        working = threading.Thread(target=use, args=("orphan",), kwargs={"hold": True})
        working.start()
        wait_until(lambda: marks("orphan") == 1)
        Child("heir", lambda: wait_until((FOLDER / "orphan.done").exists))
        working.join()

    try:
        return behind("orphan", first, kill)
    finally:
        (FOLDER / "orphan.done").touch()


def forked() -> Any:
    """A child of a process whose thread compiles: it uses what was compiled before, and gets an error for the rest."""
    own_cache("forked")
    before = keep(numba.njit(double))
    before(1)

    def child() -> Any:
        begun = time.monotonic()
        found = [before(4)]
        try:
            keep(numba.njit(treble))(5)
        except RuntimeError as error:
            found.append(str(error))
        return [*found, time.monotonic() - begun < 1.0]

    working = threading.Thread(target=use, args=("forked",), kwargs={"hold": True})
    working.start()
    wait_until(lambda: marks("forked") == 1)
    told = [Child("forked1", child).end()]
    go("forked")()
    working.join()
    return [*told, Child("forked2", lambda: use("forked")).end()]


def failed() -> Any:
    """It fails: the others compile, both at once; neither ends before all three have begun."""
    return behind("failed", lambda: use("failed", hold=True, fail=True), go("failed"), lambda: use("failed", marked=3))


def failed_and_kept() -> Any:
    """It fails, and one of the others looks again only when the code of the other one is kept."""

    def then(leader: Child, early: Child, late: Child) -> None:
        late.stop()
        go("kept")()
        wait_until(early.told.exists)
        late.resume()

    return behind("kept", lambda: use("kept", hold=True, fail=True), then)


def another() -> Any:
    own_cache("another")
    leader = Child("another0", lambda: use("another", hold=True))
    wait_until(lambda: marks("another") == 1)
    found = Child("another1", lambda: use("other", double)).end()
    go("another")()
    return [found, leader.end(), marks("other")]


def main() -> None:
    signal.alarm(DEADLINE)
    notice.PATIENCE = compile_lock.TICK = 0.05
    situations = (killed, killed_with_child, failed, failed_and_kept, another, together, forked)
    print(json.dumps({situation.__name__: situation() for situation in situations}))


if __name__ == "__main__":
    main()
