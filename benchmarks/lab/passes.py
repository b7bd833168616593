"""What automatic passes take from the heuristic bot.

python -m benchmarks.lab.passes [--players 2] [--sets 1] [--deals 10000] [--seed 0] [--others RULE] RULE ...

A rule is a name ("concerned"), or stops with "+" between them ("own+dice"). Every deal is played once from each seat with the rule
there and `--others` ("none") in all other seats. Prints, for each rule, the share of the win less the share that each seat has among
equals, in points, the standard error of the deals, the windows that the seat passed in a game, and its choices that are left.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.declare.passes import rule_number
from fs_env.core.machine.run.commands.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows

POLICY = HeuristicAgent.policy
CHUNK = 500  # deals at a time


def number_of(rule: str) -> int:
    """The number of a rule as it is written here."""
    stops = rule.split("+")
    return rule_number(GAME.spec, stops if set(stops) <= set(GAME.spec.stops) else rule)


def play(options: dict[str, int], deals: int, seed: int, own: int, others: int) -> np.ndarray:
    """Share of the win, windows passed and choices made by a seat with the rule `own`, float64 (3, deals, players)."""
    players, found = options["num_players"], []
    for first in range(seed, seed + deals, CHUNK):
        n = min(CHUNK, seed + deals - first)
        rows = Rows(GAME, n * players, options, skip_forced=True, words=POLICY.words)
        seats, games = np.tile(np.arange(players), n), np.arange(n * players)
        rows.policies[:], rows.seeds[:], rows.actions[:] = OUTSIDE, first + np.repeat(np.arange(n), players), RESTART
        rows.play()  # up to the first decision
        rows.passes[:] = others
        rows.passes[games, seats] = own
        rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
        rows.play()
        returns = rows.returns
        won = (returns > 0) / np.maximum((returns > 0).sum(axis=1, keepdims=True), 1)
        found.append([a[games, seats].reshape(n, players) for a in (won, rows.passed, rows.choices)])
    return np.concatenate(found, axis=1)


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("players", 2), ("sets", 1), ("deals", 10_000), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--others", default="none", metavar="RULE")
    parser.add_argument("rules", nargs="+", metavar="RULE")
    args = parser.parse_args()
    options = {"num_players": args.players, "sets": args.sets}
    others = number_of(args.others)
    for rule in args.rules:
        won, passed, choices = play(options, args.deals, args.seed, number_of(rule), others)
        points, error = 100 * (won.mean() - 1 / args.players), 100 * won.mean(axis=1).std(ddof=1) / len(won) ** 0.5
        sys.stdout.write(
            f"{rule} among {args.others}: {points:+.2f} points, standard error {error:.2f}, {won.size} games, "
            f"passed {passed.mean():.1f}, choices left {choices.mean():.1f}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
