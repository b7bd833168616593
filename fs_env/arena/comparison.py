"""Which of two agents is better: `compare` plays deals in both rotations until the answer is known."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.hooks import asks_for
from fs_env.agent_api.specs import is_untrusted
from fs_env.arena import sequential
from fs_env.arena.luck import Luck, measure_of
from fs_env.arena.plan import Plan
from fs_env.arena.referee import Limits
from fs_env.arena.results import GameRow
from fs_env.arena.rows import VOID
from fs_env.arena.tournament import Tournament
from fs_env.core.checks import check_choice
from fs_env.narration.speech import isolated
from fs_env.registry.games import load_game

MARGIN, ERROR, GAMES = 0.02, 0.05, 10_000
BETTER, WORSE, EQUIVALENT, UNDECIDED = "better", "worse", "not distinguishable", "undecided"
AUTO, ON, OFF = LUCK = ("auto", "on", "off")
METHOD = "anytime-valid t test, normal mixture over the standardised effect; one observation a deal"
BLOCK = 2  # games of a deal: in the second one the agents have changed seats


@dataclass(frozen=True)
class Comparison:
    """How two agents compare after some games.

    The share of an agent is its part of the wins: in a deal each agent holds each seat once, so equal agents have shares of 0.5 with
    any number of seats. A game that no seat wins counts half for each. Where seats win and lose by sides, the share is 0.5 plus half the
    difference of the win rates of their seats.

    Attributes:
        verdict: of the first agent: "better", "worse", "not distinguishable" (the whole interval is within `margin` of 0.5) or "undecided".
        share: of the first agent, luck-adjusted where luck was measured; from 0 to 1.
        low, high: confidence interval of the share, valid at every look: with the probability `1 - error` all intervals of a comparison
            hold the true share.
        games, deals: that count; a deal is the games of one seed in both rotations.
        names: of the agents.
        margin, error: as given to `compare`.
        adjusted, raw: whether luck was measured, and the share without luck adjustment.
        forfeits: games that each agent lost because it failed.
        fault: the first failure, "" for none.
        void: games that broke off with no agent known to be at fault; their deals do not count.
        method: of the interval.
    """

    verdict: str
    share: float
    low: float
    high: float
    games: int
    deals: int
    names: tuple[str, str]
    margin: float = MARGIN
    error: float = ERROR
    adjusted: bool = False
    raw: float = 0.5
    forfeits: tuple[int, int] = (0, 0)
    fault: str = ""
    void: int = 0
    method: str = METHOD

    @property
    def percent(self) -> str:
        return percent_of(self.share, self.low, self.high)

    @property
    def notes(self) -> list[str]:
        """Luck, failures, and games that do not count, a line each."""
        raw = f"luck-adjusted; the share of {isolated(self.names[0])} without adjustment: {100 * self.raw:.1f} %"
        words = [raw] if self.adjusted and self.games else []
        failed = [f"{isolated(a)} forfeited {n} of {self.games} games" for a, n in zip(self.names, self.forfeits) if n]
        if failed:
            words.append(f"{'; '.join(failed)}; the first failure: {self.fault}")
        if self.void:
            words.append(f"{self.void} games broke off with no bot known to be at fault; their deals do not count")
        return words

    def __str__(self) -> str:
        a, b = map(isolated, self.names)
        shown, games = self.percent, f"after {self.games:,} games"
        if self.verdict == UNDECIDED:
            return f"{UNDECIDED} {games}: {shown}"
        if self.verdict == WORSE:
            a, b, shown = b, a, percent_of(1 - self.share, 1 - self.high, 1 - self.low)
        what = f"{EQUIVALENT} within {100 * self.margin:g} points"
        if self.verdict != EQUIVALENT:
            what = f"{a} is better than {b}"
        always = [isolated(name) for name, n in zip(self.names, self.forfeits) if n == self.games]
        return f"{what}: {shown} {games}" + "".join(f"; {name} forfeited all of them" for name in always)


def comparison_of(plan: Plan, names: Sequence[str], rows: Sequence[GameRow], margin: float, error: float) -> Comparison:
    """A comparison at its first look with a verdict, or after all whole deals; `rows` count until the first missing number."""
    raw, luck, valid = points_of(plan, rows)
    means, halves = sequential.intervals(sequential.adjusted(raw, luck), error)
    verdict, counted, games, mean, half = UNDECIDED, 0, len(rows), 0.0, np.inf
    for look in sequential.looks(len(valid)):
        counted, games = int(valid[:look].sum()), BLOCK * look
        if counted:
            mean, half = float(means[counted - 1]), float(halves[counted - 1])
        verdict = verdict_of(mean, half, 2 * margin)
        if verdict != UNDECIDED:
            break
    share, low, high = (min(max(0.5 + x / 2, 0.0), 1.0) for x in (mean, mean - half, mean + half))
    plain = 0.5 + float(raw[:counted].mean()) / 2 if counted else 0.5
    places = zip(range(0, games, BLOCK), valid)
    lost = [row for k, good in places if good for row in rows[k : k + BLOCK] if row.forfeits]
    failed = [row.seats[row.forfeits[0]] for row in lost]
    forfeits = failed.count(0), failed.count(1)
    void, fault = sum(row.outcome == VOID for row in rows[:games]), lost[0].fault if lost else ""
    return Comparison(
        verdict, share, low, high, BLOCK * counted, counted, (names[0], names[1]), margin, error, plan.luck is not None,
        plain, forfeits, fault, void,
    )  # fmt: skip


def points_of(plan: Plan, rows: Sequence[GameRow]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """The results of the deals of two agents: the first one's wins less the second's, from -1 to 1, and the same of their luck, both of the
    deals in which no game is void; and for every deal, bool, whether it is one of these."""
    count = next((k for k, row in enumerate(rows) if row.number != k), len(rows))
    deals = [rows[k : k + BLOCK] for k in range(0, count - BLOCK + 1, BLOCK)]
    valid = np.array([all(row.outcome != VOID for row in deal) for deal in deals], bool)
    scale = BLOCK * (plan.slots / 2 if load_game(plan.game).spec.sides is not None else 1)
    points = [[difference(row, row.parts), difference(row, row.luck)] for deal in deals for row in deal]
    wins, luck = np.array(points).reshape(len(deals), BLOCK, 2).sum(1)[valid].T / scale
    return wins, luck, valid


def difference(row: GameRow, of_seats: Sequence[float]) -> float:
    """The sum over the first agent's seats less that over the second's; 0 where nothing was measured."""
    return sum(value if agent == 0 else -value for agent, value in zip(row.seats, of_seats, strict=False))


def verdict_of(mean: float, half: float, margin: float) -> str:
    if abs(mean) > half:
        return BETTER if mean > 0 else WORSE
    return EQUIVALENT if abs(mean) + half <= margin else UNDECIDED


def percent_of(share: float, low: float, high: float) -> str:
    return f"{100 * share:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def plan_of(agents: Sequence[Any], limits: Limits, luck: str = AUTO, **settings: Any) -> Plan:
    """The plan of a comparison of two agents, arguments as of `compare`.

    Raises:
        ValueError: what `Plan` raises, not two agents, another `luck`, "on" where luck cannot be measured, or a game that all seats
            win or lose together.
    """
    check_choice("luck", luck, LUCK)
    if len(agents) != 2:
        raise ValueError(f"{agents!r}: a comparison needs two bots, such as heuristic random")
    plan = Plan(tuple(agents), **{"games": GAMES} | settings)
    if plan.cooperative:
        raise ValueError(
            f"{plan.game}: all seats win or lose together with these options: use fs-env tournament --schedule alone"
        )
    if luck == OFF or (luck == AUTO and (plan.until or not any(is_slow(plan, agent, limits) for agent in agents))):
        return plan
    measured = replace(plan, luck=Luck())
    try:
        measure_of(measured)
    except ValueError:
        if luck == ON:
            raise
        measured = plan
    return measured


def is_slow(plan: Plan, agent: Any, limits: Limits) -> bool:
    """Whether a game of an agent takes longer than measuring its luck: it is isolated, searches, or waits for a model."""
    if limits.isolate and is_untrusted(agent, plan.game):
        return True
    made = plan.make(agent)
    return asks_for(made, "wants_determinizations") or asks_for(made, "waits")


class Contest:
    """A tournament that stops as soon as the answer is known; `latest` is the comparison at the last look, None before the first.

    Raises:
        ValueError: a margin or an error that is not above 0 and below 0.5, or what `Tournament` raises.
    """

    def __init__(self, plan: Plan, db: str | Path | None, limits: Limits | None, margin: float, error: float) -> None:
        for name, value in (("margin", margin), ("error", error)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}={value!r}: expected a number above 0 and below 0.5")
        self.latest: Comparison | None = None
        self._of = partial(comparison_of, margin=margin, error=error)
        self._plan = plan
        self.tournament = Tournament(plan, db, limits, stop=self._is_over)

    def result(self) -> Comparison:
        return self._of(self._plan, self.tournament.names, self.tournament.rows())

    def _is_over(self, rows: Sequence[GameRow]) -> bool:
        self.latest = self._of(self._plan, ("", ""), rows)
        return self.latest.verdict != UNDECIDED


def compare(
    a: Any,
    b: Any,
    *,
    margin: float = MARGIN,
    error: float = ERROR,
    luck: str = AUTO,
    db: str | Path | None = None,
    limits: Limits | None = None,
    workers: int | None = None,
    ray: str | None = None,
    **settings: Any,
) -> Comparison:
    """Plays two agents against each other until it is known which is better, or that they are about equal.

    Args:
        a, b: entries of `Plan.agents`: names, "module:NAME", "path.py:NAME", or objects (one process only).
        margin: half the range around 0.5 that counts as equal.
        error: probability of a wrong verdict, at most.
        luck: "on", "off", or "auto": measured where an agent is slow (it is isolated, searches, or waits for a model) and the game
            can be dealt again. Between other agents more games are cheaper.
        db: SQLite file of the results; the same call continues a comparison that was stopped.
        limits: of the agents.
        workers, ray: who plays, see `Tournament.run`.
        settings: of `Plan`: game, players, options, seed, agent_key, and games, at most (default 10,000).

    Returns:
        The verdict with the share of `a` and its interval.

    Raises:
        ValueError, RuntimeError, ImportError, OutOfReach: as `plan_of`, `Contest` and `Tournament.run`.
    """
    contest = Contest(plan_of((a, b), limits or Limits(), luck, **settings), db, limits, margin, error)
    with closing(contest.tournament.results):
        contest.tournament.run(workers, ray=ray)
        return contest.result()
