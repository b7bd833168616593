"""The effect of each number of the heuristic, and better ones: a factorial experiment among bots whose weights differ.

python -m benchmarks.lab.tune_heuristic measure FILE.json [--players 2] [--sets 1] [--deals 20000] [--seed 70000000] [--start FILE.json]
python -m benchmarks.lab.tune_heuristic try FILE.json [--against FILE.json] [--players 2] [--sets 1] [--deals 1000] [--seed 80000000]

`measure`: in every deal each seat draws for each weight at random whether it is a step lower, as it is, or a step higher. The deal
is played once for each rotation of the bots over the seats. A regression of the results on all levels and their squares says what
a step of each weight is worth while all others vary; one game tells something about every weight. The file, written after every
chunk, holds the effects and a proposal for each weight that is significant. Weights near a threshold make all effects nonlinear:
only games that chose nothing (`try`) say whether a proposal is better. `--start` measures around an earlier proposal.

`try`: a bot with the proposal against one without in all other seats (or `heuristic@1`, or another proposal), every deal
from each seat; prints the share of won games with Wilson's interval and the standard error of the deals.

The weights are read at run time from the words after the bot's memory, so nothing is compiled anew between experiments; the bot is
that of benchmarks.lab.move_worth.
Source: D. C. Montgomery, "Design and Analysis of Experiments" (factorial designs); R. Plackett and J. Burman, 1946.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.lab.move_worth import CHANGES, POLICY, UNIT
from fs_env.agents.heuristic.improvements import ALL
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.agents.heuristic.weights import N_WEIGHTS, TODAY, Weight
from fs_env.arena.ratings import wilson_interval
from fs_env.core.files import FileKind, write_whole
from fs_env.core.four_souls.game import GAME
from fs_env.core.machine.run.codes import NO_ACTION, RESTART
from fs_env.core.machine.run.policy import OUTSIDE
from fs_env.core.machine.run.rows import Rows

FILE = FileKind("changes of weights", "take another copy of it, or leave it out")
CHUNK = 250  # deals at a time
LAYOUT: Any = MEMORY.fields
LEFT_OUT = LAYOUT["left_out"][1] // 8  # word of the memory
MOST_DECISIONS = 8000  # of a game in an experiment
SIGNIFICANT = 2.0  # standard errors
SMALL = {
    Weight.COIN: 0.02,
    Weight.TOP_TREASURE: 0.25,
    Weight.OWN_DEATH: 0.2,
    Weight.SAFETY: 0.15,
    Weight.LEAST_PLAY: 0.1,
    Weight.LEAST_ATTACK: 0.5,
    Weight.UNKNOWN_ATTACK: 0.7,
    Weight.KEEP_ANY: 0.3,
    Weight.USES_TO_PAY: 0.2,
}
"""Steps of some weights; for the others a quarter of what they are, at least LEAST."""
LEAST = 0.25
FIRST_EDITION = "heuristic@1"
STEPS = np.array([SMALL.get(weight, max(LEAST, 0.25 * abs(TODAY[weight]))) for weight in Weight])


# --- games ------------------------------------------------------------------------------------------------------------
def rotated(seats: NDArray[Any]) -> NDArray[Any]:
    """The bots of each deal, (deals, players, ...), once for each rotation over the seats, (deals * players, players, ...)."""
    players = seats.shape[1]
    turned = np.stack([np.roll(seats, k, axis=1) for k in range(players)], axis=1)
    return turned.reshape(-1, *seats.shape[1:])


class Games:
    """Games of bots with weights of their own, many at a time.

    Args:
        players: 2 to 4.
        sets: bits of the card sets, 1 base to 7 all.
        deals: most deals of one call.
    """

    def __init__(self, players: int, sets: int, deals: int) -> None:
        self.players = players
        options = {"num_players": players, "sets": sets, "max_decisions": MOST_DECISIONS}
        self._rows = Rows(GAME, deals * players, options, skip_forced=True, words=POLICY.words)

    def play(self, seed: int, changes: NDArray[np.float64], left_out: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which bots win, bool (deals * players, players), the deals from `seed` on in the order of `rotated`.

        Args:
            changes: float (deals, players, N_WEIGHTS), what each bot adds to the weights.
            left_out: int (deals, players), bits of the improvements that each bot lacks.
        """
        rows, players, deals = self._rows, self.players, len(changes)
        rows.policies[:], rows.actions[:] = OUTSIDE, RESTART
        rows.seeds[:] = seed + np.minimum(np.arange(len(rows.seeds)) // players, deals - 1)
        rows.play()  # up to the first decision
        games = slice(0, deals * players)
        rows.memory[games, :players, LEFT_OUT] = rotated(left_out)
        rows.memory[games, :players, CHANGES : CHANGES + N_WEIGHTS] = np.round(rotated(changes) / UNIT)
        rows.policies[:, :players], rows.actions[:] = POLICY.address, NO_ACTION
        rows.play()
        return rows.returns[games, :players] > 0


# --- the experiment ---------------------------------------------------------------------------------------------------
@dataclass
class Sums:
    """Sums for a regression of results on levels; games are added to it.

    Attributes:
        players: of each game.
        products, moments: of the inputs among themselves, and with the results.
        squares: of the results.
        results: how many independent ones there were.
    """

    players: int
    products: NDArray[np.float64]
    moments: NDArray[np.float64]
    squares: float = 0.0
    results: int = 0

    @classmethod
    def of(cls, players: int, n: int) -> Sums:
        """Empty ones for n weights."""
        return cls(players, np.zeros((2 * n, 2 * n)), np.zeros(2 * n))

    def add(self, levels: NDArray[np.int64], won: NDArray[np.bool_]) -> None:
        """Adds games: levels of the bots, (games, players, n), and which of them won, (games, players)."""
        games = len(won)
        inputs = np.concatenate([levels, levels**2], axis=2).astype(float)
        # a bot wins what the others lose, so only differences within a game count; one of them follows from the others
        inputs -= inputs.mean(axis=1, keepdims=True)
        results = won - won.mean(axis=1, keepdims=True)
        flat = inputs.reshape(games * self.players, -1)
        self.products += flat.T @ flat
        self.moments += flat.T @ results.reshape(-1)
        self.squares += float((results**2).sum())
        self.results += games * (self.players - 1)

    def fit(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """By weight: what a step up adds to the share of won games against bots without it; the standard error; curvature,
        what a step in either direction adds."""
        n = len(self.moments) // 2
        alone = (
            self.players - 1
        ) / self.players  # how far a bot that is alone in having a level is from the mean of all
        products = self.products + np.eye(2 * n) * 1e-9 * max(1.0, np.trace(self.products))
        inverse = np.linalg.inv(products)
        effects = alone * (inverse @ self.moments)
        errors = alone * np.sqrt(np.diag(inverse) * self.squares / max(1, self.results))
        return effects[:n], errors[:n], effects[n:]


def proposal(
    gains: NDArray[np.float64], errors: NDArray[np.float64], curves: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Steps to take, -1 to 1: none for effects that are not significant, else shrunk by how uncertain they are, and not beyond
    the top of a curve that bends down."""
    sure = np.maximum(0.0, 1.0 - (errors / np.where(gains == 0, 1e-9, gains)) ** 2)
    top = np.where(curves < 0, np.abs(gains) / np.maximum(1e-9, -2.0 * curves), 1.0)
    steps = np.sign(gains) * np.minimum(1.0, top) * sure
    return np.where(np.abs(gains) >= SIGNIFICANT * errors, steps, 0.0)


def read(path: Path | None) -> NDArray[np.float64]:
    """The changes of weights that a file proposes; zeros without a file.

    Raises:
        ValueError: it names a weight that does not exist.
    """
    changes = np.zeros(N_WEIGHTS)
    if path is None:
        return changes
    told = FILE.table(path)
    with FILE.checked(path):
        for name, change in told["changes"].items():
            if name not in Weight.__members__:
                raise ValueError(f"it changes {name}, which is no name of agents.heuristic.weights.Weight")
            changes[Weight[name]] = change
    return changes


def write(path: Path, start: NDArray[np.float64], sums: Sums, games: int) -> None:
    """Writes effects and proposal."""
    gains, errors, curves = sums.fit()
    changes = start + STEPS * proposal(gains, errors, curves)
    effects = {
        w.name: {
            "step": STEPS[w],
            "gain": round(gains[w], 5),
            "error": round(errors[w], 5),
            "curve": round(curves[w], 5),
        }
        for w in map(Weight, np.argsort(-np.abs(gains) / np.maximum(errors, 1e-9), kind="stable").tolist())
    }
    found = {
        "games": games,
        "changes": {w.name: round(changes[w], 6) for w in Weight if changes[w]},
        "effects": effects,
    }
    write_whole(path, json.dumps(found, indent=1) + "\n")


def measure(path: Path, start: NDArray[np.float64], players: int, sets: int, deals: int, seed: int) -> None:
    """Plays the experiment and writes the file after every chunk."""
    table, sums, draw = Games(players, sets, CHUNK), Sums.of(players, N_WEIGHTS), np.random.default_rng(seed)
    for first in range(0, deals, CHUNK):
        n = min(CHUNK, deals - first)
        levels = draw.integers(-1, 2, size=(n, players, N_WEIGHTS))
        won = table.play(seed + first, start + STEPS * levels, np.zeros((n, players), int))
        sums.add(rotated(levels), won)
        write(path, start, sums, (first + n) * players)


def attempt(
    own: NDArray[np.float64], others: NDArray[np.float64], left_out: int, players: int, sets: int, deals: int, seed: int
) -> NDArray[np.bool_]:
    """Whether a bot with changes wins against others with theirs, bool (deals, players): every deal from each seat."""
    table, found = Games(players, sets, CHUNK), []
    for first in range(0, deals, CHUNK):
        n = min(CHUNK, deals - first)
        changes = np.broadcast_to(others, (n, players, N_WEIGHTS)).copy()
        changes[:, 0] = own
        without = np.full((n, players), left_out)
        without[:, 0] = 0
        won = table.play(seed + first, changes, without).reshape(n, players, players)
        found.append(won[:, np.arange(players), np.arange(players)])  # rotation k seats the first bot at seat k
    return np.concatenate(found)


# --- the command ------------------------------------------------------------------------------------------------------
def print_share(name: str, won: NDArray[np.bool_]) -> None:
    """Prints a share of won games."""
    low, high = wilson_interval(won.sum(), won.size)
    error = won.mean(axis=1).std() / len(won) ** 0.5
    sys.stdout.write(
        f"{name}: {100 * won.mean():.2f} % [{100 * low:.1f}, {100 * high:.1f}] of {won.size} games, standard error of deals "
        f"{100 * error:.2f}\n"
    )


def main() -> None:
    """Does what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("measure", "try"))
    parser.add_argument("file", type=Path)
    for name, default in (("players", 2), ("sets", 1), ("deals", 0), ("seed", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--against", default="heuristic", help="heuristic, heuristic@1, or a file")
    args = parser.parse_args()
    if args.what == "measure":
        start = read(args.start)
        measure(args.file, start, args.players, args.sets, args.deals or 20_000, args.seed or 70_000_000)
        sys.stdout.write(f"{args.file} changes {np.count_nonzero(read(args.file) - start)} of {N_WEIGHTS} weights\n")
        return
    named = args.against in ("heuristic", FIRST_EDITION)
    others = read(None if named else Path(args.against))
    left_out = ALL if args.against == FIRST_EDITION else 0
    deals, seed = args.deals or 1_000, args.seed or 80_000_000
    print_share(args.against, attempt(read(args.file), others, left_out, args.players, args.sets, deals, seed))


if __name__ == "__main__":
    main()
