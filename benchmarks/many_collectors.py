"""What a task of Ray costs, and where collecting training data stops scaling with the number of processors.

    python -m benchmarks.many_collectors --game castles_of_caleira

plays the same lists of games in the arena's worker on a local cluster and in this process, then measures what a round of `ppo`
costs: collecting a group of rows, sending its task, storing and reading its decisions, passing weights on, and learning. A simulation
with these costs collects with 1 to 1,000 workers of one group each, and prints the share of the time that workers collect, and what the
learner's process does meanwhile. Costs are processor time; `--network` is how many bytes a second reach the learner's machine.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, NamedTuple

from fs_env.arena.executor import AHEAD, CLUSTER_SIZES, on_node
from fs_env.arena.plan import Plan
from fs_env.arena.referee import Limits
from fs_env.pool import Context
from fs_env.pool.cluster import LOCAL, RayPool

WORKERS = (1, 10, 100, 1000)
ACTOR = "ray::RayWorker"
LEARNERS = {"none": 0.0, "one core": 1.0, "50 times a core": 0.02}  # seconds of learning, in those that one core takes


class Usage(NamedTuple):
    """Seconds by the clock, and of the processor of this process, the worker, and the processes of Ray itself."""

    clock: float
    here: float
    worker: float
    ray: float

    @classmethod
    def now(cls) -> Usage:
        import psutil

        worker, others = 0.0, 0.0
        for child in psutil.Process().children(recursive=True):
            try:
                spent = sum(child.cpu_times()[:2])
                is_worker = child.cmdline()[:1] != [] and child.cmdline()[0].startswith(ACTOR)
            except psutil.Error:
                continue
            worker, others = worker + spent * is_worker, others + spent * (not is_worker)
        return cls(perf_counter(), process_time(), worker, others)

    def since(self, before: Usage, tasks: int) -> Usage:
        """Milliseconds a task."""
        return Usage(*(1e3 * (now - then) / tasks for now, then in zip(self, before, strict=True)))


def arena_tasks(game: str, tasks: int, turns: int = 5) -> Iterator[str]:
    """Rows of a table: lists of no game and of the usual number, on a cluster of one processor and in this process, in turns."""
    import ray

    plan, size = Plan(("heuristic", "random"), games=CLUSTER_SIZES[0] * tasks, game=game, players=2), CLUSTER_SIZES[0]
    lists = [[plan.pairing(k * size + j) for j in range(size)] for k in range(tasks)]
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", num_cpus=1)
    pool = RayPool(LOCAL, partial(on_node, plan, Limits(), ()), ahead=AHEAD)
    try:
        here = on_node(plan, Limits(), (), Context(lambda value: None, lambda number, more=0.0: None))
        runs: dict[str, Callable[[], object]] = {
            "no game, Ray": lambda: list(pool.run([[]] * tasks)),
            f"{size} games, Ray": lambda: list(pool.run(lists)),
            f"{size} games, this process": lambda: list(map(here, lists)),
        }
        spent: dict[str, list[Usage]] = {name: [] for name in runs}
        for turn in range(turns + 1):
            for name, run in runs.items():
                begun = Usage.now()
                run()
                if turn:
                    spent[name].append(Usage.now().since(begun, tasks))
        for name, found in spent.items():
            yield f"| {name} | " + " | ".join(f"{statistics.median(one):.2f}" for one in zip(*found)) + " |"
    finally:
        pool.close()
        ray.shutdown()


class Costs(NamedTuple):
    """Seconds of a round.

    Attributes:
        decisions: of one task: a group of rows.
        size: bytes of them.
        collect: of a worker, each decision; `spread`: standard deviation of the time of a task, as a share.
        store: of a worker, each decision, into the memory that processes share.
        fetch: of a worker, the weights of a round.
        send, put: of the learner's process: a task, and the weights of a round.
        read: of the learner's process, each decision.
        learn: of one core, each decision.
    """

    decisions: int
    size: int
    collect: float
    spread: float
    store: float
    fetch: float
    send: float
    put: float
    read: float
    learn: float


def timed(run: Callable[[], object], repeats: int) -> list[float]:
    times = []
    for _ in range(repeats):
        begun = process_time()
        run()
        times.append(process_time() - begun)
    return times


def measured(game: str, repeats: int) -> Costs:
    import numpy as np
    import ray
    import torch

    from fs_env.training.ppo import Learner, Settings
    from fs_env.training.run import Run

    torch.set_num_threads(1)
    settings = Settings(game=game, num_players=2, num_envs=64, threads=1, minutes=600.0)
    ray.init(include_dashboard=False, log_to_driver=False, logging_level="ERROR", num_cpus=1)
    try:
        with tempfile.TemporaryDirectory() as folder:
            learner = Learner(Run.open(Path(folder), "ppo", Settings, settings, False))
            rng, collector = np.random.default_rng(0), learner.collector
            collector.collect(settings.n_steps)
            parts: list[Any] = []
            collect = timed(lambda: parts.append(collector.collect(settings.n_steps)), repeats)
            found = parts[-1]
            n = sum(map(len, found))
            refs: list[Any] = []
            store = timed(lambda: refs.append(ray.put(found)), repeats)
            read = timed(lambda: ray.get(refs.pop()), repeats)
            put = timed(lambda: refs.append(ray.put(learner.net.network())), repeats)
            fetch = timed(lambda: collector.take(ray.get(refs[-1])), repeats)
            actor = ray.remote(num_cpus=0)(Echo).remote()
            given = [refs[-1]] * 4  # the weights in a task are references
            send = timed(lambda: refs.append(actor.do.remote(given)), repeats)
            learn = timed(lambda: learner.update(found, rng, 0, False), max(3, repeats // 5))
    finally:
        ray.shutdown()
    size = sum(array.nbytes for part in found for array in part.__getstate__().values())
    spread = statistics.stdev(collect) / statistics.mean(collect)
    each = (statistics.median(times) / n for times in (collect, store, read, learn))
    (collecting, storing, reading, learning), whole = each, map(statistics.median, (fetch, send, put))
    fetching, sending, putting = whole
    return Costs(n, size, collecting, spread, storing, fetching, sending, putting, reading, learning)


class Echo:
    def do(self, value: object) -> None:
        return


class Outcome(NamedTuple):
    """Decisions a second, and shares of the time: that workers collect, that the learner's process sends, reads and learns, and that its
    network is busy."""

    rate: float
    collecting: float
    sending: float
    reading: float
    network: float
    learning: float

    @property
    def limit(self) -> str:
        """What most of a round waits for."""
        return max(self._fields[1:], key=partial(getattr, self))


def simulate(
    costs: Costs,
    workers: int,
    learning: float,
    network: float,
    *,
    on_policy: bool = False,
    rounds: int = 20,
    seed: int = 0,
) -> Outcome:
    """Rounds in which every worker collects one group and the learner's process reads the results one after the other, as they come. It
    learns from the round before meanwhile, or with `on_policy` afterwards.

    Args:
        learning: seconds for each decision.
        network: bytes a second between machines.
    """
    draw, now, collected = random.Random(seed), 0.0, 0.0
    sending, reading = costs.put + workers * costs.send, costs.decisions * costs.read
    transfer = costs.size / network
    learn = workers * costs.decisions * learning
    for _ in range(rounds):
        ends = []
        for worker in range(workers):
            took = costs.decisions * costs.collect * max(0.1, draw.gauss(1.0, costs.spread))
            collected += took
            begun = now + costs.put + (worker + 1) * costs.send
            ends.append(begun + costs.fetch + took + costs.decisions * costs.store)
        read, arrived = now + sending, 0.0
        for end in sorted(ends):
            arrived = max(arrived, end) + transfer
            read = max(read, arrived) + reading
        now = read + learn if on_policy else max(read, now + learn)
    shares = (sending, workers * reading, workers * transfer, learn)
    return Outcome(
        rounds * workers * costs.decisions / now, collected / workers / now, *(rounds * one / now for one in shares)
    )


def table_of(costs: Costs, network: float) -> str:
    shown = " | ".join(f"{name}, %" for name in Outcome._fields[1:])
    lines = [
        f"| learner | workers | decisions/s | {shown} | limit |",
        "| --- |" + " ---: |" * (len(Outcome._fields) + 1) + " --- |",
    ]
    for name, share in LEARNERS.items():
        for workers in WORKERS:
            found = simulate(costs, workers, share * costs.learn, network)
            shares = " | ".join(f"{100 * one:.0f}" for one in found[1:])
            lines.append(f"| {name} | {workers:,} | {found.rate:,.0f} | {shares} | {found.limit} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="castles_of_caleira")
    parser.add_argument("--tasks", type=int, default=100, help="lists of games in a run of the arena; 0: none")
    parser.add_argument("--repeats", type=int, default=20, help="of each cost of a round")
    parser.add_argument("--network", type=float, default=1.25e9, help="bytes a second (default: 10 gigabits)")
    args = parser.parse_args()
    if args.tasks:
        print("| list, ms | clock | started process | worker | Ray's processes |\n| --- | ---: | ---: | ---: | ---: |")
        print("\n".join(arena_tasks(args.game, args.tasks)), flush=True)
    costs = measured(args.game, args.repeats)
    n, size, spread = costs.decisions, costs.size, costs.spread
    each = ("collect", "store", "read", "learn")
    print(f"\na task: {n:,.0f} decisions, {size / n:.0f} bytes each, spread {100 * spread:.0f} %; microseconds of a decision: "
          + ", ".join(f"{name} {1e6 * getattr(costs, name):.3g}" for name in each)
          + "; milliseconds: " + ", ".join(f"{name} {1e3 * getattr(costs, name):.3g}" for name in ("fetch", "send", "put")))  # fmt: skip
    print(f"\n{table_of(costs, args.network)}")


if __name__ == "__main__":
    main()
