"""The sequential test behind comparisons: where its interval ends, how often it errs, and how luck is fitted."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.sequential import Draw, simulate, three_valued
from fs_env.arena import Plan
from fs_env.arena.ratings import PRIOR
from fs_env.arena.sequential import ADDED, FIRST_DEALS, MIXTURE, adjusted, intervals, looks, rounds
from tests.arena.bots import NIM


def likelihood_ratio(n: int, squares: float, mean: float) -> float:
    """Of normal values with a sum of squared deviations and a mean: a normal mixture of effects against no effect, both integrated over
    the standard deviation with the density 1 / sigma, by sums over a grid."""
    log_sigma = np.linspace(-6, 4, 1001) + np.log(squares / n) / 2
    effect = np.linspace(-8, 8, 1601) * np.sqrt(MIXTURE)
    sigma = np.exp(log_sigma)[:, None]
    prior = np.exp(-(effect**2) / (2 * MIXTURE))
    off = squares + n * (mean - sigma * np.append(effect, 0.0)) ** 2
    logs = -n * np.log(sigma) - off / (2 * sigma**2)
    marginal = np.exp(logs - logs.max()).sum(0)
    return float((marginal[:-1] * prior).sum() / prior.sum() / marginal[-1])


@pytest.mark.parametrize(("n", "error"), [(40, 0.05), (40, 0.01), (300, 0.05)])
def test_intervals__end_where_the_likelihood_ratio_is_one_over_the_error(n, error):
    values = np.random.default_rng(n).choice([-1.0, 0.0, 1.0], n)
    means, halves = intervals(values, error)
    assert means[-1] == pytest.approx(values.mean())
    squares = ((values - values.mean()) ** 2).sum() + ADDED
    assert likelihood_ratio(n, squares, halves[-1]) == pytest.approx(1 / error, rel=1e-3)
    assert np.isinf(halves[0])


def normal(runs_rng: np.random.Generator, runs: int, deals: int):
    return 50 * runs_rng.normal(size=(runs, deals)), np.zeros((runs, deals))


@pytest.mark.parametrize(
    ("draw", "mean"),
    [(normal, 0.0), (three_valued(0.06, 0.0), 0.06), (three_valued(0.25, 0.25), 0.0), (three_valued(0.97, 0.0), 0.97)],
)
def test_simulate__at_most_one_run_in_twenty_errs(draw: Draw, mean: float):
    """Looks after each round up to 800 deals: 400 runs of rate 5 % err 20 times, more than 33 times once in a thousand. A test of fixed
    size used at each look errs in a third of them, and without the two additional deals so does the second source."""
    found = simulate(draw, mean, runs=400, most=800)
    assert found["missed"] <= 33 / 400 and found["wrong"] <= 33 / 400


def test_adjusted__beta_is_fitted_to_earlier_deals():
    """The coefficient of a deal is the slope of a regression over the deals before it, within 0 and 1, in a mean with `PRIOR` more that
    are 1; later deals change nothing."""
    rng = np.random.default_rng(3)
    luck = rng.normal(size=30)
    values = 0.4 * luck + 0.1 + rng.normal(size=30) / 4
    found = adjusted(values, luck)
    assert found[0] == pytest.approx(values[0] - luck[0])
    for deal in range(1, 30):
        before = slice(0, deal)
        off = values[before] - values[before].mean()
        slope = np.linalg.lstsq(luck[before][:, None], off, rcond=None)[0][0]
        beta = (deal * min(max(slope, 0), 1) + PRIOR) / (deal + PRIOR)
        assert found[deal] == pytest.approx(values[deal] - beta * luck[deal])
    assert adjusted(values[:12], luck[:12]) == pytest.approx(found[:12])


def test_rounds__whole_deals_in_the_order_of_the_plan_until_they_suffice():
    """Rounds of eight deals, later of an eighth of the deals so far; those of a fixed schedule; a limit ends the last round."""
    plan = Plan(("random", "random"), players=3, games=399, game=NIM)
    played, asked = [], []
    for games in rounds(plan, range, lambda rows: asked.append(len(rows)) or len(rows) >= 200):
        assert len(games) % 2 == 0 and len(games) >= 2 * FIRST_DEALS
        played += games
    assert played == [plan.pairing(number) for number in range(len(played))]
    assert 200 <= len(played) == asked[-1] < 240 and asked[:2] == [16, 32]
    everything = [pairing for games in rounds(plan, range, lambda rows: False) for pairing in games]
    assert len(everything) == plan.total == 400 and list(looks(200))[-1] == 200
