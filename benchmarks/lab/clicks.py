"""Counts the clicks of people who play as the heuristic bot at the table of Four Souls.

python -m benchmarks.lab.clicks [--players 2] [--sets 1] [--games 200] [--seed 6000]

All seats pass by the default stops. Prints the mean and the median over games and seats of the questions of a seat, and of its clicks if
"keep passing" is pressed where the bot passes in all windows that the button passes then. Who plays in its place does not know this
for sure, so the second number is a lower bound.
"""

from __future__ import annotations

import argparse
import sys
from typing import NamedTuple

import numpy as np

from fs_env.agent_api.seeds import seed_for
from fs_env.agents.heuristic import HeuristicAgent
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.narration.stops import KEEP_PASSING, USUAL, passing_rule

POLICY = HeuristicAgent.policy
RULE, FREELY, KEPT = (passing_rule(GAME, stops) for stops in (USUAL, (), KEEP_PASSING))


class Asked(NamedTuple):
    """A question: its turn, whether the bot passes where the button is, and whether the button of an earlier question passes it."""

    turn: int
    passes: bool
    kept: bool


def questions(options: dict[str, int], seed: int) -> list[list[Asked]]:
    """The questions of each seat in one game."""
    players = options["num_players"]
    S, row, asked = GAME.new(), GAME.new_rows(), [list[Asked]() for _ in range(players)]
    row["skip_forced"] = 1
    seen, mask = np.zeros(GAME.schema.size, np.int16), np.zeros(GAME.num_actions, np.int8)
    memories = [POLICY.new_memory(seed_for(POLICY, None, seed, seat)) for seat in range(players)]
    GAME.setup(S, seed=seed, **options)
    GAME.advance(S, 0, NO_ACTION, seen, mask, row)
    while not row["outcome"][0]:
        seat, legal = int(row["seat"][0]), mask.nonzero()[0].astype(np.int16)
        if (action := GAME.passing(S, 0, RULE)) != NO_ACTION:
            POLICY.act(seen, np.array([action, action], np.int16), memories[seat])
        else:
            action, freely = int(POLICY.act(seen, legal, memories[seat])), GAME.passing(S, 0, FREELY)
            kept = GAME.passing(S, 0, KEPT) != NO_ACTION
            asked[seat].append(Asked(int(S["turn"][0]), action == freely, kept))
        GAME.advance(S, 0, action, seen, mask, row)
    return asked


def clicks(asked: list[Asked]) -> int:
    """The clicks of a seat that presses the button wherever the bot passes in all windows that it passes then."""
    made = k = 0
    while k < len(asked):
        first, made, k = asked[k], made + 1, k + 1
        end = next((j for j in range(k, len(asked)) if asked[j].turn != first.turn or not asked[j].kept), len(asked))
        if first.passes and all(one.passes for one in asked[k:end]):
            k = end
    return made


def main() -> None:
    """Plays what the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.lab.clicks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for name, default in (("players", 2), ("sets", 1), ("games", 200), ("seed", 6000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    args = parser.parse_args()
    options = {"num_players": args.players, "sets": args.sets}
    seats = [one for seed in range(args.seed, args.seed + args.games) for one in questions(options, seed)]
    for name, counts in (("questions", [*map(len, seats)]), ("clicks", [*map(clicks, seats)])):
        error = np.std(counts, ddof=1) / len(counts) ** 0.5
        sys.stdout.write(
            f"{name}: mean {np.mean(counts):.1f} ± {error:.1f}, median {np.median(counts):.0f}, {len(counts)} seats\n"
        )


if __name__ == "__main__":
    main()
