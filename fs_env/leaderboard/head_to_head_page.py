"""Direct matches as Markdown: neighbours of a board, predicted and played, and `search` by its rollouts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, sqrt
from statistics import NormalDist
from typing import NamedTuple

from fs_env.arena.bradley_terry import Strengths
from fs_env.arena.ratings import Z95, normal_of
from fs_env.leaderboard.board import DOUBT, Board, Estimate, estimate
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.head_to_head import BASELINE, BY_ROLLOUTS, Match, neighbours, specs_in
from fs_env.leaderboard.markdown import PERCENT, PLOTS, has_few, percent, plain, table
from fs_env.leaderboard.plots import Point, intervals

Matches = Mapping[tuple[str, str, str], Match]
CURVE = "four_souls_2_base"
CLOSE = 0.05  # half of an interval that shows whether a share is as predicted


class Prediction(NamedTuple):
    """The share of the win that a fit expects: its log odds with their standard error."""

    odds: float
    error: float

    def share(self, errors: float = 0.0) -> float:
        return 1 / (1 + exp(-self.odds - errors * self.error))


def predicted(known: Strengths, a: int, b: int, players: int) -> Prediction:
    """What agent `a` in one seat wins against agent `b` in all others."""
    covariance = known.covariance
    variance = covariance[a, a] + covariance[b, b] - 2 * covariance[a, b]
    return Prediction(known.values[a] - known.values[b] - log(players - 1), sqrt(max(0.0, variance)))


def played(match: Match) -> Estimate:
    return estimate(list(enumerate(match.results)), adjusted=match.is_adjusted)._replace(games=match.games)


def differs(expected: Prediction, known: Estimate, pairs: int) -> bool:
    """Whether a played share differs from the predicted one; the probability of any error in `pairs` tests is `DOUBT` (Bonferroni)."""
    least = 0.5 / max(1, known.interval.clusters)
    share = min(1 - least, max(least, known.mean))
    own = known.error / (share * (1 - share))
    error = sqrt(expected.error**2 + own**2)
    freedom = max(1, known.interval.clusters - 1) * (error / own) ** 4  # Satterthwaite, of a prediction from many deals
    off = normal_of(abs(log(share / (1 - share)) - expected.odds) / error, freedom)
    return off > NormalDist().inv_cdf(1 - DOUBT / 2 / pairs)


def verdict(expected: Prediction, found: Estimate, pairs: int) -> str:
    if differs(expected, found, pairs):
        return "**differs**"
    return "agrees" if found.interval.high - found.interval.low <= 2 * CLOSE else "too few games"


def neighbour_table(board: Board, evaluations: Sequence[Evaluation], matches: Matches) -> list[str]:
    specs = specs_in(board.scenario, evaluations)
    pairs = neighbours(board, specs)
    if not pairs or board.strengths is None:
        return []
    at, few = {line.agent: k for k, line in enumerate(board.lines)}, [has_few(line.adjusted) for line in board.lines]
    rows, missing = [], []
    for a, b in pairs:
        match = matches.get((board.scenario.name, specs[a], specs[b]))
        if match is None or not match.digests:
            missing.append(f"{plain(a)} against {plain(b)}")
            continue
        known = board.strengths if few[at[a]] or few[at[b]] else board.adjusted or board.strengths
        expected, found = predicted(known, at[a], at[b], board.scenario.players), played(match)
        low, high = PERCENT * expected.share(-Z95), PERCENT * expected.share(Z95)
        rows.append(
            [
                f"{plain(a)} against {plain(b)}",
                f"{PERCENT * expected.share():.1f} % ({low:.1f} to {high:.1f})",
                percent(found),
                f"{match.games:,}{', luck-adjusted' * match.is_adjusted}",
                verdict(expected, found, len(pairs)),
            ]
        )
    out = ["Neighbours head to head, the first bot in one seat:", ""] if rows else []
    out += table(["bots", "predicted", "played", "games", "result"], rows) if rows else []
    return out + ([f"Neighbours not played head to head yet: {'; '.join(missing)}.", ""] if missing else [])


def rollouts_section(matches: Matches) -> list[str]:
    keys = [(name, bot, BASELINE) for name, bots in BY_ROLLOUTS.items() for bot in bots]
    found = [matches[key] for key in keys if key in matches and matches[key].digests]
    rows = [[f"`{one.scenario}`", f"`{one.bot}`", f"{one.games:,}", percent(played(one))] for one in found]
    lines = [
        "## Strength by rollouts",
        "",
        f"`search` against `{BASELINE}` in all others, luck-adjusted in Four Souls.",
        "",
    ]
    lines += [f"![Wins by number of rollouts, as in the table]({PLOTS}/{file})" for file in rollouts_plot(matches)]
    return [*lines, "", *table(["scenario", "bot", "games", "wins"], rows)] if rows else []


def rollouts_plot(matches: Matches) -> dict[str, str]:
    points = []
    for bot in BY_ROLLOUTS[CURVE]:
        match = matches.get((CURVE, bot, BASELINE))
        if match is not None and match.digests:
            one = played(match)
            low, value, high = (PERCENT * part for part in (one.interval.low, one.mean, one.interval.high))
            points.append(Point(bot.partition(":")[2], value, low, high, percent(one)))
    return {"rollouts.svg": intervals(f"Wins of search against {BASELINE}, %", points, 50.0)} if points else {}
