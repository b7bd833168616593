"""What separates bots: ratings from random to the best, and the scores of a search against random."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np

from benchmarks.characteristics.settings import Setting, ratio, rounded
from fs_env.agent_api.specs import load_agent
from fs_env.arena.bradley_terry import ELO, Strengths, strengths
from fs_env.arena.columns import Columns
from fs_env.arena.counts import Counts
from fs_env.arena.match import play_match, winners_of
from fs_env.arena.plan import ALONE, ROUND_ROBIN, Plan
from fs_env.arena.ratings import Z95, wilson_interval
from fs_env.arena.tournament import Tournament
from fs_env.leaderboard.board import board_of
from fs_env.leaderboard.evaluation import Evaluation
from fs_env.leaderboard.field import the_field
from fs_env.leaderboard.markdown import has_few

UNTIL = "heuristic@1"  # plays games with sides until seats are assigned to them
SCORES = {"four_souls": "souls", "castles_of_caleira": "points"}  # of a player, in plain data


def rating_range(setting: Setting, games: int, seed: int) -> dict[str, Any]:
    """Ratings of the compiled bots of the field by new games.

    `who` is the share of the variance of one game's result that it explains which two bots meet, one of them in one seat and the other in
    all others, over all ordered pairs without `random`.
    """
    bots, until = tuple(setting.policies()), UNTIL if setting.game.spec.sides is not None else ""
    schedule = ALONE if setting.cooperative else ROUND_ROBIN
    plan = Plan(bots, setting.players, games, seed, setting.name, dict(setting.chosen), schedule, until=until)
    tournament = Tournament(plan)
    tournament.run()
    rows = list(tournament.results.rows())
    fitted = strengths(Counts.of(len(bots), Columns.of(rows)).record())
    found: dict[str, Any] = {"games": len(rows), **span(fitted, bots)}
    if not setting.cooperative:
        others = [k for k, bot in enumerate(bots) if bot != "random"]
        found["who"] = rounded(explained_by_bots(fitted.values[others], setting.game.parties(setting.players)))
    return found


def on_the_board(setting: Setting, stored: Sequence[Evaluation]) -> dict[str, Any]:
    """Ratings of the field's bots by the stored games of the leaderboard, without those of few deals; {} where it has no such scenario."""
    if not setting.scenario:
        return {}
    board = board_of(the_field().scenarios[setting.scenario], stored)
    assert board.strengths is not None
    kept = [k for k, line in enumerate(board.lines) if line.is_member and not has_few(line.adjusted)]
    chosen = Strengths(board.strengths.values[kept], board.strengths.covariance[np.ix_(kept, kept)], True)
    members = the_field().members[setting.name]
    return {"games": board.games, **span(chosen, [members[board.lines[k].agent].spec for k in kept])}


def span(fitted: Strengths, bots: Any) -> dict[str, Any]:
    """Elo points of the bots above `random`, and how far the best one is, with half of its 95 % interval."""
    values, low = fitted.values[: len(bots)], list(bots).index("random")
    best, C = int(np.argmax(values)), fitted.covariance
    error = sqrt(max(0.0, C[best, best] + C[low, low] - 2 * C[best, low]))
    ratings = {bot: round(ELO * float(values[k] - values[low])) for k, bot in enumerate(bots)}
    return {"best": bots[best], "elo": [rounded(ELO * (values[best] - values[low])), rounded(Z95 * ELO * error)]} | {
        "ratings": dict(sorted(ratings.items(), key=lambda one: -one[1]))
    }


def explained_by_bots(values: np.ndarray[Any, Any], parties: int) -> float:
    """The variance of expected results over ordered pairs of different bots, as a share of the variance of single results."""
    own = np.exp(values[:, None] - values[None, :])
    wins = (own / (own + parties - 1))[~np.eye(len(values), dtype=bool)]
    between = float(wins.var())
    return between / (between + float((wins * (1 - wins)).mean()))


def scores(setting: Setting, games: int, seed: int) -> dict[str, Any]:
    """Games of a search in one seat, each in turn, against random in the others: its share of the wins, and the scores at the end."""
    game, n = setting.game, setting.players
    won, margins, counts = list[float](), list[float](), (Counter[int](), Counter[int]())
    for number in range(games):
        seat, ends = number % n, deque[Any](maxlen=1)
        agents = [load_agent(setting.search() if k == seat else "random", game) for k in range(n)]
        result = play_match(game, agents, seed=seed + number // n, options=setting.chosen, watch=ends.append)
        winners = winners_of(result.returns)
        won.append((1 if game.spec.sides is not None else 1 / len(winners)) if seat in winners else 0.0)
        if setting.name in SCORES:
            found = [one[SCORES[setting.name]] for one in game.to_json(ends[-1])["players"]]
            counts[0][found[seat]] += 1
            counts[1].update(score for k, score in enumerate(found) if k != seat)
            margins.append(found[seat] - max(score for k, score in enumerate(found) if k != seat))
    tables = [{str(score): one[score] for score in sorted(one)} for one in counts]
    rate = (sum(won) / games, *wilson_interval(min(sum(won), games), games))
    known: dict[str, Any] = {"search": setting.search(), "games": games, "won": [*map(rounded, rate)]}
    if margins:
        spread = [rounded(one) for one in np.quantile(margins, (0.05, 0.25, 0.5, 0.75, 0.95))]
        known |= {"margin": ratio(margins, np.ones(games)), "margins": spread, "scores": tables}
    return known
