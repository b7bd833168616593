"""Summary of an evaluation: a score for each scenario and seed, and interquartile means with bootstrap intervals.

As Agarwal et al. advise ("Deep reinforcement learning at the edge of the statistical precipice", 2021): seeds are drawn again within
each scenario, and the mean is that of the middle half of all scores. The bootstrap is scipy's.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.leaderboard.field import scenario_of

if TYPE_CHECKING:
    from fs_env.leaderboard.evaluation import Evaluation

RESAMPLES, LEVEL, QUARTER = 2000, 0.95, 0.25
DIGITS = 4


def check_scipy() -> None:
    """Raises ImportError, which names the extra, where scipy is missing."""
    try:
        import scipy.stats  # noqa: F401
    except ImportError:
        raise ImportError(
            "scipy is not installed: it makes the intervals; in the source tree: pip install '.[benchmark]'"
        ) from None


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

    Raises:
        ImportError: scipy is missing.
    """
    check_scipy()
    scenarios, samples = {}, []
    for name in evaluation.scenarios:
        scores = scores_of(evaluation, name)
        sample = np.array(list(scores.values()))
        samples.append(sample * scale_of(name))
        shares: dict[str, list[float]] = defaultdict(list)
        for cell in evaluation.of(name):
            shares[cell.opponent].append(cell.mean)
        worst = min(shares, key=lambda opponent: float(np.mean(shares[opponent])))
        scenarios[name] = {
            "scores": {str(seed): round(score, DIGITS) for seed, score in scores.items()},
            **interval_of([sample]),
            "worst": worst,
            "worst_share": round(float(np.mean(shares[worst])), DIGITS),
        }
    timed, seconds = (sum(getattr(cell, name) for cell in evaluation.cells) for name in ("timed", "seconds"))
    return {
        "scenarios": scenarios,
        **interval_of(samples),
        "choices": sum(cell.choices for cell in evaluation.cells),
        "seconds_a_choice": seconds / timed if timed else None,
        "wall_seconds": round(sum(cell.wall for cell in evaluation.cells), 1),
        "forfeits": sum(cell.forfeits for cell in evaluation.cells),
    }


def scale_of(name: str) -> float:
    """The factor of a share in a scenario of rivals, so that equal agents have a half; a side's share counts as it is."""
    scenario = scenario_of(name)
    return scenario.players / 2 if scenario.even and not scenario.cooperative else 1.0


def interval_of(samples: list[NDArray[np.float64]]) -> dict[str, float]:
    """The interquartile mean of all scores, with its bootstrap interval for 95 %: the scores of each sample are drawn by themselves."""
    from scipy.stats import bootstrap, trim_mean

    def statistic(*drawn: NDArray[np.float64], axis: int = -1) -> Any:
        return trim_mean(np.concatenate(drawn, axis), QUARTER, axis)

    middle = float(statistic(*samples))
    if all(len(sample) < 2 or np.ptp(sample) == 0 for sample in samples):
        return {"iqm": round(middle, DIGITS), "low": round(middle, DIGITS), "high": round(middle, DIGITS)}
    within = bootstrap(
        samples, statistic, n_resamples=RESAMPLES, confidence_level=LEVEL, method="percentile", vectorized=True, rng=0
    ).confidence_interval
    return {
        "iqm": round(middle, DIGITS),
        "low": round(float(within.low), DIGITS),
        "high": round(float(within.high), DIGITS),
    }
