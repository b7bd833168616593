"""Error rates and power of the sequential test behind `fs-env compare`, by simulation.

    python -m benchmarks.sequential --folder build/sequential --games 800 --runs 2000

plays two bots that are equal but draw differently in Four Souls and Castles of Caleira with their luck measured, resamples their
deals, tilted exponentially to the wanted share, and adds synthetic deals that are skewed or nearly always even. Each run looks after every
round, up to 4,000 deals. It prints how often an interval excludes the true share at any look, how often a verdict is wrong, and how
many games it takes next to a test of fixed size.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.specs import load_agent
from fs_env.arena import Luck, Plan, Tournament
from fs_env.arena.comparison import points_of, verdict_of
from fs_env.arena.sequential import adjusted, intervals, looks

Values = NDArray[np.float64]
Draw = Callable[[np.random.Generator, int, int], tuple[Values, Values]]
MARGIN, ERROR, MOST, AT_ONCE = 0.04, 0.05, 4000, 250
Z = 1.959964 + 2.326348  # a test of fixed size: 5 % errors on both sides together, power 99 %
SHARES = (0.52, 0.54, 0.56, 0.60)
GAMES = ("four_souls", "castles_of_caleira")


class Loose:
    """The heuristic, but each eighth choice on average is a random one, from a stream of the object."""

    name = "loose"

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def reset(self, seat: int, seed: int) -> None:
        self._begin: tuple[int, int] | None = (seat, seed)

    def act(self, view: Any) -> int:
        if self._begin is not None:
            self._inner = load_agent("heuristic", view.game)
            self._inner.reset(*self._begin)
            self._begin = None
        usual = self._inner.act(view)
        return self._random.choice(view.legal.tolist()) if self._random.random() < 1 / 8 else int(usual)


def played(game: str, games: int, folder: Path) -> tuple[Values, Values]:
    """Differences of the wins of two equal bots and of their luck, for each deal."""
    folder.mkdir(parents=True, exist_ok=True)
    plan = Plan(("benchmarks.sequential:Loose",) * 2, game=game, games=games, luck=Luck())
    tournament = Tournament(plan, folder / f"{game}.sqlite")
    tournament.run()
    return points_of(plan, tournament.rows())[:2]


def tilted(values: Values, luck: Values, mean: float) -> Draw:
    """Resamples deals with weights exp(a * value + b * luck), so that the mean value is `mean` and the mean luck 0."""
    moments, wanted = np.stack([values, luck]), np.array([mean, 0.0])
    tilt = np.zeros(2)
    for _ in range(50):  # Newton's method: the derivative of the means is their covariance
        weights = np.exp(tilt @ moments)
        weights /= weights.sum()
        now = moments @ weights
        apart = moments - now[:, None]
        tilt += np.linalg.pinv((apart * weights) @ apart.T) @ (wanted - now)

    def draw(rng: np.random.Generator, runs: int, deals: int) -> tuple[Values, Values]:
        which = rng.choice(len(values), (runs, deals), p=weights)
        return values[which], luck[which]

    return draw


def three_valued(won: float, lost: float) -> Draw:
    """Deals won by A in both rotations, or by B, with these probabilities, else even; no luck is measured."""

    def draw(rng: np.random.Generator, runs: int, deals: int) -> tuple[Values, Values]:
        numbers = rng.random((runs, deals))
        return (numbers < won).astype(float) - (numbers > 1 - lost), np.zeros((runs, deals))

    return draw


def simulate(draw: Draw, mean: float, runs: int, most: int = MOST, seed: int = 1) -> dict[str, float]:
    """Rates over independent runs: `missed` (some interval excludes the mean), each verdict, `wrong`, and the mean number of games."""
    rng, at = np.random.default_rng(seed), np.array(list(looks(most))) - 1
    counts: dict[str, float] = dict.fromkeys(("missed", "better", "worse", "not distinguishable", "undecided"), 0)
    games = 0
    for first in range(0, runs, AT_ONCE):
        some = min(AT_ONCE, runs - first)
        means, halves = (part[:, at] for part in intervals(adjusted(*draw(rng, some, most)), ERROR))
        counts["missed"] += int((abs(means - mean) > halves).any(1).sum())
        for run in range(some):
            verdicts = (verdict_of(means[run, look], halves[run, look], MARGIN) for look in range(len(at)))
            verdict, look = next(((v, k) for k, v in enumerate(verdicts) if v != "undecided"), ("undecided", -1))
            counts[verdict] += 1
            games += 2 * int(at[look] + 1)
    wrong = counts["worse"] * (mean >= 0) + counts["better"] * (mean <= 0)
    wrong += counts["not distinguishable"] * (abs(mean) > MARGIN)
    return {name: count / runs for name, count in counts.items()} | {"wrong": wrong / runs, "games": games / runs}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=Path("build/sequential"))
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--runs", type=int, default=2000)
    args = parser.parse_args()
    real = {game: played(game, args.games, args.folder) for game in GAMES}
    sources: list[tuple[str, float, Draw]] = []
    for game, (values, luck) in real.items():
        for words, own in (("plain", 0 * luck), ("luck-adjusted", luck)):
            sources += [(f"{game}, {words}", share, tilted(values, own, 2 * share - 1)) for share in (0.5, 0.53)]
    synthetic = ((0.25, 0.25), (0.002, 0.002), (0.06, 0.0), (0.1, 0.0), (0.98, 0.0), (0.02, 0.02), (0.9, 0.05))
    for won, lost in synthetic:
        name = f"synthetic: {100 * won:g} % of the deals to A, {100 * lost:g} % to B"
        sources.append((name, 0.5 + (won - lost) / 2, three_valued(won, lost)))
    print(
        "| deals | true share, % | intervals that miss it, % of runs | wrong verdicts, % |\n| --- | ---: | ---: | ---: |"
    )
    for name, share, draw in sources:
        found = simulate(draw, 2 * share - 1, args.runs)
        print(f"| {name} | {100 * share:.1f} | {100 * found['missed']:.1f} | {100 * found['wrong']:.1f} |", flush=True)
    print("\n| deals | true share, % | games, mean | decided right, % | games of a fixed test, power 99 % |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for game, (values, luck) in real.items():
        for words, own in (("plain", 0 * luck), ("luck-adjusted", luck)):
            spread = float(adjusted(values, own).std())
            for share in SHARES:
                found = simulate(tilted(values, own, 2 * share - 1), 2 * share - 1, args.runs // 4)
                fixed = 2 * (Z * spread / (2 * share - 1)) ** 2
                numbers = f"{100 * share:.0f} | {found['games']:.0f} | {100 * found['better']:.0f} | {fixed:.0f}"
                print(f"| {game}, {words} | {numbers} |", flush=True)


if __name__ == "__main__":
    main()
