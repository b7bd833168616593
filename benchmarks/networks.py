"""How many choices a second networks make in compiled code, on one core: `python -m benchmarks.networks`.

A network of two hidden layers with random weights answers positions of play of the heuristic in both seats, one by one, as the rules
call it: from the observation and the legal actions to an action. The heuristic answers the same positions beside it. One thread, whose
processor time counts; each figure is the best and the median of some repetitions, because other processes only slow it down.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable
from itertools import pairwise
from time import thread_time
from typing import Any

import numba
import numpy as np

from fs_env.agents.networks.inputs import inputs_for
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.arena.agent import load_agent
from fs_env.core.machine.run.answers import answers_of, legal_ids
from fs_env.envs import load_game
from fs_env.training.networks.positions import play_positions

RECURRENT_SIZE = 32  # numbers of a recurrent state


def random_network(
    game: Any, inputs: Any, policy: tuple[int, ...], value: tuple[int, ...], recurrent_size: int = 0
) -> SparseNetwork:
    """A network with random weights."""
    rng = np.random.default_rng(0)

    def tower(hidden: tuple[int, ...], outputs: int) -> list[Any]:
        made = [
            (rng.normal(0, 0.05, (before, after)).astype(np.float32), np.zeros(after, np.float32))
            for before, after in pairwise((inputs.size, *hidden))
        ]
        return [*made, (rng.normal(0, 0.05, (outputs, hidden[-1])).astype(np.float32), np.zeros(outputs, np.float32))]

    recurrence = {
        "read": rng.normal(0, 0.05, (recurrent_size, policy[0])),
        "write": rng.normal(0, 0.05, (2 * recurrent_size, policy[-1])),
        "write_bias": np.zeros(2 * recurrent_size),
        "chosen": rng.normal(0, 0.05, (game.num_actions, 2 * recurrent_size)),
    }
    towers = tower(policy, game.num_actions), tower(value, 1)
    return SparseNetwork(inputs, *towers, made_for(game, 2), recurrence=recurrence if recurrent_size else None)


def timed(work: Callable[[], object], number: int, repetitions: int) -> tuple[float, float]:
    """Microseconds for each of `number` choices: the best repetition and the median."""
    work()
    times = []
    for _ in range(repetitions):
        begun = thread_time()
        work()
        times.append((thread_time() - begun) / number * 1e6)
    return min(times), float(np.median(times))


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="four_souls")
    parser.add_argument(
        "--positions", type=int, default=20_000, help="from which inputs are found (default: %(default)s)"
    )
    parser.add_argument("--timed", type=int, default=1024, help="positions that are timed (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=25)
    args = parser.parse_args()
    game = load_game(args.game)
    shown, masks = play_positions(game, "heuristic", args.positions, seed=1)
    inputs = inputs_for(game, shown)
    shown, masks = np.ascontiguousarray(shown[-args.timed :]), np.ascontiguousarray(masks[-args.timed :])
    ids, counts = legal_ids(masks)
    n = len(shown)
    print(f"{platform.machine()}, {platform.python_version()}, numba {numba.__version__}: {args.game}, one thread")
    print(f"{inputs.size} inputs of {len(inputs.entries)} numbers; {counts.mean():.1f} legal actions a choice")
    print("| player | us a choice, best | median | choices a second, best |\n| --- | ---: | ---: | ---: |")

    def line(name: str, work: Callable[[], object]) -> None:
        best, median = timed(work, n, args.repetitions)
        print(f"| {name} | {best:.2f} | {median:.2f} | {1e6 / best:,.0f} |", flush=True)

    bots: list[tuple[str, Any]] = [("heuristic", load_agent("heuristic", game).policy)]
    for width in (64, 128, 256, 512):
        network = random_network(game, inputs, (width, width), (128, 64))
        bots.append((f"network {width}-{width}, greedy", NetworkPolicy(network)))
        if width == 256:
            bots.append((f"network {width}-{width}, drawing", NetworkPolicy(network, temperature=1.0)))
            both = NetworkPolicy(network)
            remembers = random_network(game, inputs, (width, width), (128, 64), RECURRENT_SIZE)
            bots.append(
                (f"network {width}-{width}, greedy, recurrent state of {RECURRENT_SIZE}", NetworkPolicy(remembers))
            )
    for name, policy in bots:
        memory = np.zeros((n, policy.words), np.int64)
        line(name, lambda policy=policy, memory=memory: answers_of(policy, shown, masks, memory))
    line("network 256-256: logits of legal actions, and a score of 128-64", lambda: both.evaluate(shown, ids, counts))


if __name__ == "__main__":
    main()
