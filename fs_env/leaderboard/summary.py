"""Summary of an evaluation: a score for each scenario and seed, and interquartile means with intervals.

As Agarwal et al. advise ("Deep reinforcement learning at the edge of the statistical precipice", 2021), the score over scenarios is the
mean of their middle half. Seeds are the observations: each has the interquartile mean of its scores in all scenarios, and the mean over
the seeds has Student's interval for 95 %. With five seeds a percentile bootstrap contains the true score in 85 to 91 % of evaluations.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from fs_env.arena.ratings import ALIKE, clustered_mean, interval_from
from fs_env.leaderboard.field import scenario_of

if TYPE_CHECKING:
    from fs_env.leaderboard.cells import Cell
    from fs_env.leaderboard.results import Evaluation

QUARTER, DIGITS = 0.25, 4


def scores_of(evaluation: Evaluation, scenario: str) -> dict[int, float]:
    """The score of each seed: the mean over the opponents of the share of the wins; the score of puzzles."""
    found: dict[int, list[float]] = defaultdict(list)
    for cell in evaluation.of(scenario):
        found[cell.seed].append(cell.mean)
    return {seed: sum(means) / len(means) for seed, means in found.items()}


def summarize(evaluation: Evaluation) -> dict[str, Any]:
    """Scores, intervals, decisions and time of an evaluation, as JSON values.

    For each scenario: `scores` by seed, their `iqm` and its interval `low`, `high`; `worst`, the opponent against which it did
    worst, and its share there. Over all scenarios: `iqm`, `low`, `high`; `choices`, `seconds_a_choice`, `wall_seconds`, `forfeits`.
    Scores of a scenario of n rivals are n/2 times the share, so that equal agents have a half everywhere.
    """
    scenarios: dict[str, Any] = {}
    by_seed: dict[int, list[float]] = defaultdict(list)
    for name in evaluation.scenarios:
        scores = scores_of(evaluation, name)
        for seed, score in scores.items():
            by_seed[seed].append(score * scale_of(name))
        shares: dict[str, list[float]] = defaultdict(list)
        for cell in evaluation.of(name):
            shares[cell.opponent].append(cell.mean)
        worst = min(sorted(shares), key=lambda opponent: float(np.mean(shares[opponent])))
        scenarios[name] = {
            "scores": {str(seed): round(score, DIGITS) for seed, score in scores.items()},
            **interval_of({seed: [score] for seed, score in scores.items()}, deals_in(evaluation.of(name)), 1.0),
            "worst": worst,
            "worst_share": round(float(np.mean(shares[worst])), DIGITS),
        }
    timed, seconds = (sum(getattr(cell, name) for cell in evaluation.cells) for name in ("timed", "seconds"))
    return {
        "scenarios": scenarios,
        **interval_of(by_seed, deals_in(evaluation.cells), max(map(scale_of, scenarios))),
        "choices": sum(cell.choices for cell in evaluation.cells),
        "seconds_a_choice": seconds / timed if timed else None,
        "wall_seconds": round(sum(cell.wall for cell in evaluation.cells), 1),
        "forfeits": sum(cell.forfeits for cell in evaluation.cells),
    }


def scale_of(name: str) -> float:
    """The factor of a share in a scenario of rivals, so that equal agents have a half; a side's share counts as it is."""
    scenario = scenario_of(name)
    return scenario.players / 2 if scenario.even and not scenario.cooperative else 1.0


def deals_in(cells: Iterable[Cell]) -> int:
    return sum(len(cell.results) // scenario_of(cell.scenario).block for cell in cells)


def interval_of(scores: Mapping[int, Sequence[float]], deals: int, most: float) -> dict[str, float]:
    """The mean over seeds of the interquartile mean of their scores, with its interval within 0 and `most`; where all seeds have the
    same one, or where there is a single seed, Wilson's interval of so many deals."""
    means = [interquartile_mean(one) for one in scores.values()]
    mean, error = clustered_mean(means, range(len(means)))
    differ = error is not None and error >= ALIKE
    known = interval_from(mean / most, (error or 0.0) / most, len(means) if differ else deals, adjusted=True)
    bounds = {"iqm": known.mean, "low": known.low, "high": known.high}
    return {name: round(most * value, DIGITS) for name, value in bounds.items()}


def interquartile_mean(scores: Sequence[float]) -> float:
    cut = int(len(scores) * QUARTER)
    return float(np.mean(sorted(scores)[cut : len(scores) - cut]))
