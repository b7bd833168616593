"""Workers in actors of a Ray cluster, one for each processor; processors come and go. Needs the extra "ray"."""

from __future__ import annotations

import socket
from collections import deque
from time import monotonic, sleep
from typing import Any

from fs_env.pool.pool import News, Pool, Worker
from fs_env.pool.tasks import READY, REPORT, RESULT, Build, Context, Message, attempt

LOCAL = "local"  # instead of an address: a cluster on this machine, which ends with what it was started for
PATIENCE = 10.0  # seconds to reach the address
LOOK_SECONDS = 2.0  # between looks at how many processors the cluster has


class RayPool(Pool):
    """Actors of a cluster.

    Args:
        address: of the cluster, "HOST:PORT"; "auto" for one that runs on this machine; "local" starts one.
        settings: of `Pool`.

    Raises:
        ImportError: ray is not installed; names the extra.
        RuntimeError: the cluster cannot be reached.
    """

    deaths = 5  # they may have left with their machines
    advice = "see Ray's logs"

    def __init__(self, address: str, build: Build, **settings: Any) -> None:
        super().__init__(build, **settings)
        self.ray, self._mine = join(address)
        self._actor = self.ray.remote(num_cpus=1, max_restarts=0)(RayWorker)
        self._looked, self._room = -LOOK_SECONDS, 1

    def room(self) -> int:
        if monotonic() - self._looked >= LOOK_SECONDS:
            self._looked = monotonic()
            self._room = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        return self._room

    def start(self) -> Worker:
        return ActorHandle(self.ray, self._actor.remote(self._build))

    def wait(self) -> None:
        promises = [worker.promises[0] for worker in self.workers if worker.promises]
        if not promises:
            sleep(LOOK_SECONDS)
            return
        self.ray.wait(promises, num_returns=1, timeout=LOOK_SECONDS)
        done = set(self.ray.wait(promises, num_returns=len(promises), timeout=0)[0])  # one call for all workers
        for worker in self.workers:
            worker.has_news = bool(worker.promises) and worker.promises[0] in done

    def close(self) -> None:
        super().close()
        if self._mine:
            self.ray.shutdown()


class ActorHandle(Worker):
    def __init__(self, ray: Any, actor: Any) -> None:
        super().__init__()
        self._ray, self.actor = ray, actor
        self.promises, self.has_news = deque([actor.begin.remote()]), False

    def send(self, task: Any) -> None:
        self.promises.append(self.actor.do.remote(task))

    def news(self) -> News:
        messages, errors = list[Message](), self._ray.exceptions
        if self.has_news:
            self.has_news = False
            try:
                messages += self._ray.get(self.promises.popleft())
            except errors.RayTaskError as error:
                raise RuntimeError(f"a node of the Ray cluster failed: {error.cause}") from error
            except errors.RayError as error:
                return News(messages, f"ended ({type(error).__name__})")
        return News(messages, "")

    def end(self) -> None:
        self._ray.kill(self.actor)


class RayWorker:
    def __init__(self, build: Build) -> None:
        self._build, self._reports = build, list[Message]()

    def begin(self) -> list[Message]:
        context = Context(lambda value: self._reports.append((REPORT, value)), lambda number, more=0.0: None)
        kind, self._run = attempt(READY, self._build, context)
        return [(kind, None if kind == READY else self._run)]

    def do(self, task: Any) -> list[Message]:
        self._reports.clear()
        done = attempt(RESULT, self._run, task)
        return [*self._reports, done]


def join(address: str) -> tuple[Any, bool]:
    """Joins a cluster, unless this process is in one already. Returns the package `ray`, and whether the cluster was joined here: who
    joined it shuts it down. Raises as `RayPool`."""
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise ImportError(
            f"--ray needs ray, which cannot be imported ({error}): in the source tree, pip install '.[ray]'"
        ) from error
    if ray.is_initialized():
        return ray, False
    where = {"include_dashboard": False} if address == LOCAL else {"address": address}
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    try:
        if colon:  # Ray itself tries for minutes
            socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
        ray.init(**where, log_to_driver=False, logging_level="ERROR")
    except (OSError, ValueError, RuntimeError) as error:
        raise RuntimeError(
            f"--ray {address}: no Ray cluster can be reached there ({' '.join(str(error).split())}): expected HOST:PORT of one "
            f"started with `ray start --head`, auto or {LOCAL}"
        ) from error
    return ray, True
