"""95 % intervals of means that hold for few deals: Student's t, never of zero width."""

from __future__ import annotations

from fs_env.arena.ratings import Z95, wilson_interval

FEW = {1: 12.706205, 2: 4.302653, 3: 3.182446}  # Student's t for few degrees of freedom
ALIKE = 1e-9  # a standard error of results that do not differ


def student95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t with some degrees of freedom, by an expansion in its inverse; 1e-2 at most off."""
    z, n = Z95, max(1, freedom)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return FEW.get(n) or sum(term / n**k for k, term in enumerate(terms))


def share_interval(mean: float, error: float | None, clusters: int, results: int) -> tuple[float, float]:
    """The 95 % interval of a share of the wins, within 0..1.

    Wilson's interval with Student's t, for as many games as would have this standard error, between `clusters` and `results`. Where all
    clusters have the same mean, each is one game.

    Args:
        mean: of the results.
        error: its standard error, clusters as observations; None if it is unknown.
        clusters: independent observations, such as deals.
        results: all results.
    """
    share = min(1.0, max(0.0, mean))
    games = float(clusters)
    if error is not None and error > ALIKE:
        games = min(max(share * (1 - share) / error**2, clusters), max(results, clusters))
    scale = results / games  # Wilson's interval depends on games / t^2 only
    return wilson_interval(share * results, results, student95(clusters - 1) * scale**0.5)


def adjusted_interval(mean: float, error: float | None, clusters: int) -> tuple[float, float]:
    """The 95 % interval of a luck-adjusted share, by Student's t and within 0..1; of few or equal results as in `share_interval`."""
    if error is None or error <= ALIKE or clusters < 3:
        return share_interval(mean, None, clusters, clusters)
    reach = student95(clusters - 1) * error
    return min(1.0, max(0.0, mean - reach)), max(0.0, min(1.0, mean + reach))
