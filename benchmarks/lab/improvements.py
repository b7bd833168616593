"""How often the heuristic bot wins against its first edition, and what each improvement is worth.

python -m benchmarks.lab.improvements [--players 2] [--sets 1] [--deals 1000] [--seed 0] [--bartering 1] [--rooms 1]
    [--each [NAME ...] | --alone [NAME ...] | --time]

Every deal is played once from each seat; all other seats are the first edition. --each: the bot without one improvement, against the
whole bot; without names all of games without options. --alone: the first edition with one improvement, against itself.
Prints the share of won games with its Wilson interval at 95 % and the standard error of the deals.

--time: the first edition and the whole bot play the deals among themselves, in turns, on one core. Prints the processor time of a choice
(a decision with more than one legal action), the rules between two choices included: the best repetition and the median.
"""

from __future__ import annotations

import argparse
import sys
from time import thread_time
from typing import Any

import numpy as np

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.agents.heuristic.improvements import ALL, Improvement
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.arena.ratings import wilson_interval
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows

POLICY = HeuristicAgent.policy
LAYOUT: Any = MEMORY.fields
LEFT_OUT = LAYOUT["left_out"][1] // 8  # word of the memory
CHUNK = 500  # deals at a time
REPETITIONS = 9
WITH_OPTIONS = ("SERVICE", "EXCHANGE")  # improvements that count only with an option of the game


def wins(options: dict[str, int], deals: int, seed: int, own: int, others: int) -> np.ndarray:
    """Whether a bot without the improvements `own` wins against bots without `others`, bool (deals, players)."""
    players = options["num_players"]
    found = []
    for first in range(seed, seed + deals, CHUNK):
        n = min(CHUNK, seed + deals - first)
        rows = Rows(GAME, n * players, options, skip_forced=True, words=POLICY.words)
        seats, games = np.tile(np.arange(players), n), np.arange(n * players)
        rows.policies[:], rows.seeds[:], rows.actions[:] = OUTSIDE, first + np.repeat(np.arange(n), players), RESTART
        rows.play()  # up to the first decision
        rows.memory[:, :players, LEFT_OUT] = others
        rows.memory[games, seats, LEFT_OUT] = own
        rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
        rows.play()
        found.append((rows.returns[games, seats] > 0).reshape(n, players))
    return np.concatenate(found)


def print_share(name: str, won: np.ndarray) -> None:
    """Prints one line."""
    p, (low, high) = won.mean(), wilson_interval(won.sum(), won.size)
    error = won.mean(axis=1).std(ddof=1) / len(won) ** 0.5
    line = f"{name:12} {100 * p:5.2f} % [{100 * low:.1f}, {100 * high:.1f}] of {won.size} games, {100 * error:.2f} for the deals"
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def time_of_a_choice(options: dict[str, int], deals: int, seed: int, left_out: int) -> float:
    """Microseconds for a choice where one bot sits in all seats."""
    players = options["num_players"]
    rows = Rows(GAME, deals, options, skip_forced=True, words=POLICY.words)
    rows.policies[:], rows.seeds[:], rows.actions[:] = OUTSIDE, seed + np.arange(deals), RESTART
    rows.play()
    rows.memory[:, :players, LEFT_OUT] = left_out
    rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
    begun = thread_time()
    rows.play()
    return (thread_time() - begun) / int(rows.choices.sum()) * 1e6


def print_times(options: dict[str, int], deals: int, seed: int) -> None:
    """Prints a line for each edition, and how many times as long the bot of today takes."""
    took: dict[str, list[float]] = {"heuristic@1": [], "heuristic": []}
    for _ in range(REPETITIONS):
        for times, left_out in zip(took.values(), (ALL, 0), strict=True):
            times.append(time_of_a_choice(options, deals, seed, left_out))
    for name, times in took.items():
        sys.stdout.write(f"{name:12} {min(times):5.2f} us a choice, median {np.median(times):.2f}\n")
    sys.stdout.write(f"{min(took['heuristic']) / min(took['heuristic@1']):.2f} times as long\n")


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("players", 2), ("sets", 1), ("deals", 1000), ("seed", 0), ("bartering", 0), ("rooms", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    names = [improvement.name for improvement in Improvement]
    usual = [name for name in names if name not in WITH_OPTIONS]
    for flag, words in (("--each", "the bot without each improvement"), ("--alone", "the first edition with each")):
        parser.add_argument(flag, nargs="*", choices=names, metavar="NAME", help=f"measure {words}, or these")
    parser.add_argument("--time", action="store_true", help="time the first edition and the whole bot")
    args = parser.parse_args()
    options = {"num_players": args.players, "sets": args.sets, "bartering": args.bartering, "rooms": args.rooms}
    table = options, args.deals, args.seed
    if args.time:
        print_times(*table)
    elif args.alone is not None:
        for name in args.alone or usual:
            print_share(f"with {name}", wins(*table, ALL & ~int(Improvement[name]), ALL))
    elif args.each is not None:
        for name in args.each or usual:
            print_share(f"no {name}", wins(*table, int(Improvement[name]), 0))
    else:
        print_share("heuristic", wins(*table, 0, ALL))


if __name__ == "__main__":
    main()
