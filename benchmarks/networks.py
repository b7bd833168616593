"""How many choices a second networks make in compiled code, on one core: `python -m benchmarks.networks`.

A network of two hidden layers with random weights plays games in all seats; so does the heuristic. A choice is what the rules, the
observation and the player take together. The last line answers positions of play of the heuristic, without rules. One thread, whose
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

from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks.inputs import inputs_for
from fs_env.agents.networks.network import SparseNetwork, made_for
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.machine.run.answers import legal_ids
from fs_env.core.machine.run.codes import RESTART
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.rows import Rows
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


def play(game: Any, policy: Policy, games: int) -> int:
    """Plays games of two with a policy in both seats; returns the number of choices."""
    rows = Rows(game, games, {"num_players": 2}, skip_forced=True, words=policy.words)
    rows.policies[:, :2], rows.seeds[:], rows.actions[:] = policy.address, np.arange(games), RESTART
    rows.play()
    return int(rows.choices.sum())


def timed(work: Callable[[], int], repetitions: int) -> tuple[float, float]:
    """Microseconds for each of the choices that `work` counts: the best repetition and the median."""
    work()
    times = []
    for _ in range(repetitions):
        begun = thread_time()
        number = work()
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
    parser.add_argument("--games", type=int, default=4, help="that each player plays (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=25)
    args = parser.parse_args()
    game = load_game(args.game)
    shown, masks = play_positions(game, "heuristic", args.positions, seed=1)
    inputs = inputs_for(game, shown)
    shown, masks = np.ascontiguousarray(shown[-args.timed :]), np.ascontiguousarray(masks[-args.timed :])
    ids, counts = legal_ids(masks)
    print(f"{platform.machine()}, {platform.python_version()}, numba {numba.__version__}: {args.game}, one thread")
    print(f"{inputs.size} inputs of {len(inputs.entries)} numbers; {counts.mean():.1f} legal actions a choice")
    print("| player | us a choice, best | median | choices a second, best |\n| --- | ---: | ---: | ---: |")

    def line(name: str, work: Callable[[], int]) -> None:
        best, median = timed(work, args.repetitions)
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
        line(name, lambda policy=policy: play(game, policy, args.games))
    line(
        "network 256-256: logits of legal actions, and a score of 128-64",
        lambda: len(both.evaluate(shown, ids, counts)[0]),
    )


if __name__ == "__main__":
    main()
