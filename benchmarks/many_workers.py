"""Where one process that writes all results and counts them limits a tournament on many processors.

    python -m benchmarks.many_workers --ray

measures what a list of games costs the process that was started: writing it, counting it, handing out the next one, a table of the
standings, and, with `--ray`, the calls of Ray; once for lists that workers pack, as they do with more than two games, and once for rows.
Then a simulation with these costs plays on 1 to 4,096 workers and prints the share of the time that workers play, and how busy that
process is. Costs are processor time, but the wait for the disk, once a transaction, is measured by the clock.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from fs_env.arena.columns import Columns
from fs_env.arena.counts import Counts, add_to
from fs_env.arena.database import Database, Packed
from fs_env.arena.executor import AHEAD
from fs_env.arena.plan import Pairing
from fs_env.arena.results import GameRow
from fs_env.arena.standings import Standings
from fs_env.pool.pool import Job, News, Pool, Worker

BOTS = 200
WORKERS = (1, 16, 64, 256, 1024, 4096)
RAY = {"wait": 70e-6, "wait_each": 0.5e-6, "receive": 15e-6, "send": 115e-6}  # where Ray is not measured
REPEATS = 40


class Costs(NamedTuple):
    """Seconds of the process that was started.

    Attributes:
        wait, wait_each: for one look at all workers, and for each of them in addition.
        receive, send: of one list of games.
        hand_out, hand_out_each: of one list, and at each look for each worker.
        write, write_each: of a transaction, and of each list in it.
        counted: of one list.
        table: standings of 200 bots.
    """

    wait: float
    wait_each: float
    receive: float
    send: float
    hand_out: float
    hand_out_each: float
    write: float
    write_each: float
    counted: float
    table: float


class Idle(Worker):
    """A worker that never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.ready = True

    def send(self, task: Any) -> None:
        return

    def news(self) -> News:
        return News([], "")

    def end(self) -> None:
        return


class IdlePool(Pool):
    deaths, advice = 1, ""

    def room(self) -> int:
        return len(self.workers)

    def start(self) -> Worker:
        return Idle()

    def wait(self) -> None:
        return


def rows_of(first: int, games: int) -> list[GameRow]:
    draw, found = random.Random(first), []
    for number in range(first, first + games):
        one, two = draw.sample(range(BOTS), 2)
        won = draw.randrange(2)
        returns = (1.0, -1.0) if won == 0 else (-1.0, 1.0)
        found.append(
            GameRow(number, number // 2, (one, two), 1, returns, (won,), 66, (33, 33), (0.01, 0.01), (None,) * 2)
        )
    return found


def typical(run: Callable[[], object], clock: Callable[[], float] = process_time, repeats: int = REPEATS) -> float:
    """The median time of a call, in seconds."""
    times = []
    for _ in range(repeats):
        begun = clock()
        run()
        times.append(clock() - begun)
    return statistics.median(times)


def sent(first: int, games: int, packed: bool) -> Any:
    """A list of games as a worker sends it."""
    return Packed.of(BOTS, rows_of(first, games)) if packed else rows_of(first, games)


def writing(games: int, packed: bool, together: int = 64) -> dict[str, float]:
    """The costs of a transaction, with the wait for the disk, and of a list of games in it."""

    def cost(number: int, clock: Callable[[], float]) -> float:
        with tempfile.TemporaryDirectory() as folder:
            results = Database(Path(folder) / "r.db", {"game": "nim"}, [f"bot {k}" for k in range(BOTS)])
            found = iter(
                [[sent((k * number + j) * games, games, packed) for j in range(number)] for k in range(REPEATS)]
            )

            def write() -> None:
                results.add((), next(found)) if packed else results.add(chain.from_iterable(next(found)))

            try:
                return typical(write, clock)
            finally:
                results.close()

    one = cost(1, process_time)
    each = max(0.0, cost(together, process_time) - one) / (together - 1)
    return {"write": max(one, cost(1, perf_counter)) - each, "write_each": each}


def counting(games: int, packed: bool, together: int = 16) -> float:
    """Seconds to count a list of games, of several that are counted at once."""
    parts, number = [Counts.of(BOTS, Columns.of(()))], together if packed else max(1, 256 // games)
    found = iter([[sent((k * number + j) * games, games, packed) for j in range(number)] for k in range(REPEATS)])

    def count() -> None:
        lists = next(found)
        counted = (one.counts for one in lists) if packed else [Counts.of(BOTS, Columns.of(chain.from_iterable(lists)))]
        add_to(parts, Counts.merge(list(counted)))

    return typical(count) / number


def tables(so_far: int) -> tuple[float, float]:
    """Seconds for a table of the standings after so many games, by counts and by rows."""
    parts, played = [Counts.of(BOTS, Columns.of(()))], rows_of(0, so_far)
    for k in range(0, so_far, 256):
        add_to(parts, Counts.of(BOTS, Columns.of(played[k : k + 256])))
    names = [f"bot {k}" for k in range(BOTS)]
    table = typical(lambda: Standings.of(names, Counts.merge(parts), 2), repeats=3)
    return table, typical(lambda: Standings.of(names, played, 2), repeats=1)


def handing_out(workers: int = 1000) -> dict[str, float]:
    """The costs of a list, and of a look for each worker."""
    costs = []
    for tasks in (1, workers // 2):
        pool = IdlePool(lambda context: lambda task: task, ahead=AHEAD)
        pool.workers = [Idle() for _ in range(workers)]

        def hand_out(pool: IdlePool = pool, tasks: int = tasks) -> None:
            for worker in pool.workers:
                worker.jobs.clear()
            pool._waiting.extend(Job(task) for task in range(tasks))
            pool._hand_out()

        costs.append(typical(hand_out))
    return {"hand_out": (costs[1] - costs[0]) / (workers // 2 - 1), "hand_out_each": costs[0] / workers}


def ray_costs(games: int, packed: bool) -> dict[str, float]:
    import ray

    ray.init("local", include_dashboard=False, log_to_driver=False, logging_level="ERROR", num_cpus=2)

    class Echo:
        def do(self, value: Any) -> Any:
            return value

        def sleep(self, seconds: float) -> None:
            import time

            time.sleep(seconds)

    try:
        actor = ray.remote(num_cpus=0)(Echo)
        quick, slow, result = actor.remote(), actor.remote(), sent(0, games, packed)
        task = [Pairing(k, k, (0, 1)) for k in range(games)]
        ray.get([quick.do.remote(0), slow.do.remote(0)])
        pending = [slow.sleep.remote(60), *(slow.do.remote(0) for _ in range(999))]
        one, every = (typical(partial(ray.wait, pending[:n], num_returns=1, timeout=0)) for n in (1, 1000))
        send = typical(lambda: quick.do.remote(task))
        answers = iter([quick.do.remote(result) for _ in range(REPEATS)])
        ray.get(quick.do.remote(0))
        return {"wait": 2 * one, "wait_each": 2 * (every - one) / 1000, "send": send,
                "receive": typical(lambda: ray.get(next(answers)))}  # fmt: skip
    finally:
        ray.shutdown()


class Outcome(NamedTuple):
    """Share of the time that workers played, that the process that was started was busy, and lists a second."""

    playing: float
    busy: float
    lists: float


def simulate(costs: Costs, workers: int, seconds: float, *, every: float = 10.0, seed: int = 0) -> Outcome:
    """Plays lists of games of so many seconds on average, exponentially distributed, until every worker has had some 30 of them.

    Args:
        every: seconds between tables of the standings.
    """
    draw, now, busy, played, done = random.Random(seed), 0.0, 0.0, 0.0, 0
    given, free, events = [AHEAD] * workers, [0.0] * workers, list[tuple[float, int]]()
    for worker in range(workers):
        heapq.heappush(events, (draw.expovariate(1 / seconds), worker))
    end, tables = 30 * seconds, every
    waiting = deque[int]()
    while now < end:
        now = max(now, events[0][0]) if events else now
        while events and events[0][0] <= now:
            at, worker = heapq.heappop(events)
            waiting.append(worker)
            free[worker], given[worker] = at, given[worker] - 1
            if given[worker]:  # the next list is there already
                took = draw.expovariate(1 / seconds)
                played += took
                heapq.heappush(events, (at + took, worker))
        begun = now
        now += costs.wait + workers * (costs.hand_out_each + costs.wait_each)
        if now > tables:
            now, tables = now + costs.table, now + every
        now += costs.write * bool(waiting)
        while waiting:
            worker, done = waiting.popleft(), done + 1
            now += costs.receive + costs.write_each + costs.counted + costs.send + costs.hand_out
            if not given[worker]:
                took = draw.expovariate(1 / seconds)
                played += took
                heapq.heappush(events, (now + took, worker))
            given[worker] += 1
        busy += now - begun
    return Outcome(min(1.0, played / now / workers), busy / now, done / now)


def table_of(costs: Costs, by_rows: Costs, lists: Sequence[float]) -> str:
    lines = [
        "| workers | seconds of a list | playing, % | busy, % | lists/s | playing, % (rows) | busy, % | lists/s |",
        "| ---: " * 8 + "|",
    ]
    for seconds in lists:
        for workers in WORKERS:
            cells = [f"{workers:,}", f"{seconds:g}"]
            for found in (simulate(one, workers, seconds) for one in (costs, by_rows)):
                cells += [f"{100 * found.playing:.0f}", f"{100 * found.busy:.0f}", f"{found.lists:,.0f}"]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ray", action="store_true", help="measure Ray too (default: known costs)")
    parser.add_argument("--games", type=int, default=64, help="games in a list")
    parser.add_argument("--so-far", type=int, default=100_000, help="games that are in the standings")
    parser.add_argument(
        "--seconds", type=float, nargs="+", default=[0.015, 0.07, 0.2, 2.0], help="that a list takes a worker"
    )
    args = parser.parse_args()
    (table, from_rows), handed, found = tables(args.so_far), handing_out(), list[Costs]()
    for packed in (True, False):
        ray = ray_costs(args.games, packed) if args.ray else RAY
        costs = Costs(**ray, **handed, **writing(args.games, packed), counted=counting(args.games, packed), table=table)
        found.append(costs)
        print(
            f"{'packed' if packed else 'rows'}:",
            ", ".join(f"{name} {1e3 * cost:.4g} ms" for name, cost in costs._asdict().items()),
        )
        print(f"  {1e6 * (costs.receive + costs.write_each + costs.counted + costs.send) / args.games:.2f} µs a game")
    print(f"a table from all {args.so_far:,} rows: {1e3 * from_rows:.0f} ms\n\n{table_of(*found, args.seconds)}")


if __name__ == "__main__":
    main()
