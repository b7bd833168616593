"""The table of a tournament: results of each agent over the finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fs_env.arena.bradley_terry import ELO, Strengths, record_of_columns, strengths
from fs_env.arena.columns import Columns
from fs_env.arena.ratings import Z95, Interval, Score, Sums, t_quantile
from fs_env.arena.referee import FORFEITED
from fs_env.arena.results import GameRow
from fs_env.arena.usage import Usage, total
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.speech import isolated

VOID = Outcome.GUARD  # also where a process died
ALIKE = 1e-6  # Elo points
DEALS = 12  # that ratings of luck-adjusted results need
KNOWN = (
    30  # deals from which the ratio of two errors is known well enough: to a factor of about 1.7, squared, with 95 %
)


@dataclass(frozen=True)
class Standing:
    """One agent's line.

    Attributes:
        games: seats played; an agent in two seats of one game has played two.
        wins: seats won; a win shared by k rivals counts 1/k for each, a win of a side 1 for each of its seats.
        win_low, win_high: 95 % interval of the win rate, games of one deal taken together; see `ratings.interval_from`.
        elo: rating by `arena.bradley_terry` in Elo points, the mean of all agents 0.
        elo_half: half of its 95 % interval.
        decisions: decisions that the agent was asked for, each with more than one legal action.
        decisions_per_s: of these decisions those that were timed, per second of the agent's own time; 0 if none was.
        forfeits: games that the agent forfeited.
        fault: what it did in the first of them, as text; "" without any.
        win_error: standard error of the win rate, games of one deal taken together; None for a single deal.
        adjusted: luck-adjusted win rate; None where no luck was measured.
        adjusted_error: its standard error, as `win_error`.
        adjusted_low, adjusted_high: its 95 % interval.
        equivalent_games: how many plain games carry as much information as one luck-adjusted game: the ratio of both errors, squared;
            None with fewer than `KNOWN` deals.
        usage: of a language model in all its games; None for other agents.
        usage_games: seats that were counted in it.
        sides: what it won on each side on which it was, by the name of the side.
        cost: of one game of a language model whose prices are known, in their currency; see `arena.costs`.
        cost_per_point: of one game for each Elo point over `random`.
    """

    name: str
    games: int
    wins: float
    win_rate: float
    win_low: float
    win_high: float
    elo: float
    elo_half: float
    decisions: int
    decisions_per_s: float
    forfeits: int = 0
    fault: str = ""
    win_error: float | None = None
    adjusted: float | None = None
    adjusted_error: float | None = None
    adjusted_low: float | None = None
    adjusted_high: float | None = None
    equivalent_games: float | None = None
    usage: Usage | None = None
    usage_games: int = 0
    sides: dict[str, Score] = field(default_factory=dict)
    cost: float | None = None
    cost_per_point: float | None = None

    @property
    def plain(self) -> Interval:
        return Interval(self.win_rate, self.win_low, self.win_high, self.win_error, 0)

    @property
    def less_luck(self) -> Interval | None:
        if self.adjusted is None or self.adjusted_low is None or self.adjusted_high is None:
            return None
        return Interval(self.adjusted, self.adjusted_low, self.adjusted_high, self.adjusted_error, 0)


@dataclass(frozen=True)
class Standings:
    """All lines, best rating first, and totals.

    Attributes:
        won, lost, drawn, truncated, forfeited, void: games by how they ended; lost: by all seats together; forfeited: a bot
            failed; void: the game broke off, no bot is known to be at fault, and nobody won.
        decisions: all decisions of all games, forced ones included.
        choices: those with more than one legal action.
        even_rate: win rate of equally strong agents: 1 / seats for rivals, in games with sides the part of the seats that won; None if
            the seats always win and lose together.
        adjusted: whether the ratings are of luck-adjusted results.
        sides: names of the sides on which seats were, in alphabetical order; () where each plays for itself.
    """

    agents: tuple[Standing, ...]
    games: int
    won: int
    lost: int
    drawn: int
    truncated: int
    forfeited: int
    void: int
    decisions: int
    choices: int
    even_rate: float | None
    sides: tuple[str, ...] = ()
    adjusted: bool = False

    @classmethod
    def of(cls, names: Sequence[str], games: Columns | Sequence[GameRow], players: int) -> Standings:
        """The table after some games, in any order."""
        games = games if isinstance(games, Columns) else Columns.of(games)
        known, adjusted = rating_of(len(names), games)
        elo = zip((known.values * ELO).tolist(), (known.errors * ELO * Z95).tolist())
        lines = lines_of(names, games, list(elo))
        on = games.side[games.seats.cumsum(dtype=np.int64) - games.seats] if len(games) else games.side
        sides = tuple(sorted(games.texts[code] for code in np.unique(games.side) if games.texts[code]))
        return cls(
            agents=tuple(sorted(lines, key=lambda standing: (-standing.elo, -standing.win_rate))),
            games=len(games),
            **{name: int((games.outcome == outcome).sum()) for name, outcome in ENDINGS.items()},
            decisions=int(games.decisions.sum()),
            choices=int(games.choices.sum()),
            even_rate=None if len(games) and together(games).all() else even_rate(games, on > 0, players),
            sides=sides,
            adjusted=adjusted,
        )

    @property
    def rated(self) -> bool:
        """Whether the games can tell the agents apart: partners who always play together, and nobody else, are not."""
        return self.even_rate is not None or any(abs(agent.elo) > ALIKE for agent in self.agents)

    @property
    def models(self) -> tuple[Standing, ...]:
        return tuple(agent for agent in self.agents if agent.usage is not None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


ENDINGS = {
    "won": Outcome.WON, "lost": Outcome.LOST, "drawn": Outcome.DRAWN, "truncated": Outcome.TRUNCATED, "forfeited": FORFEITED,
    "void": VOID,
}  # fmt: skip


def rating_of(num_agents: int, games: Columns, *, with_average: bool = False) -> tuple[Strengths, bool]:
    """The strengths, and whether they are of luck-adjusted results: where luck was measured, of enough deals to bound them."""
    if len(games) and not games.side.any() and not np.isnan(games.luck).all():
        if len(np.unique(games.seed)) >= DEALS:
            record = record_of_columns(num_agents, games, adjusted=True)
            known = strengths(record, with_average=with_average, by_deal=True)
            if known.bounded:
                deals = len(np.unique(record.deals))
                return known._replace(covariance=known.covariance * (t_quantile(deals - 1) / Z95) ** 2), True
    return strengths(record_of_columns(num_agents, games), with_average=with_average), False


def together(games: Columns) -> NDArray[np.bool_]:
    """Of each game whether all seats are on one side."""
    ends = games.seats.cumsum(dtype=np.int64)
    first = games.side[ends - games.seats]
    other = np.add.reduceat(games.side != np.repeat(first, games.seats), ends - games.seats)
    return (first > 0) & (other == 0)


def even_rate(games: Columns, by_side: NDArray[np.bool_], players: int) -> float:
    if not len(games):
        return 1 / players
    won = np.add.reduceat(games.part, games.seats.cumsum(dtype=np.int64) - games.seats)
    return float(np.where(by_side, won / games.seats, 1 / players).mean())


def lines_of(names: Sequence[str], games: Columns, elo: Sequence[tuple[float, float]]) -> list[Standing]:
    n, agent = len(names), games.agent.astype(np.int64)
    sums = Sums.of(agent, games.deals[games.game], games.part, n)
    measured = np.bincount(agent, ~np.isnan(games.luck), n) > 0
    less = sums
    if measured.any():
        less = Sums.of(agent, games.deals[games.game], games.part, n, np.nan_to_num(games.luck))
    choices, timed = np.bincount(agent, games.choices, n), ~np.isnan(games.seconds)
    answered, seconds = (np.bincount(agent[timed], x[timed], n) for x in (games.choices, games.seconds))
    failed = agent[games.forfeited], games.number[games.game[games.forfeited]]
    used: dict[int, list[Usage]] = {}
    if games.usage:
        sitting = dict(zip(zip(games.number[games.game].tolist(), games.seat.tolist()), agent.tolist()))
        for key in sorted(games.usage):
            used.setdefault(sitting[key], []).append(games.usage[key])
    sided = games.side > 0
    on = np.bincount(games.side[sided] * n + agent[sided], minlength=n * len(games.texts))
    held = np.bincount(games.side[sided] * n + agent[sided], games.part[sided], n * len(games.texts))
    lines = []
    for k, name in enumerate(names):
        plain, own = sums.interval(k), less.interval(k, adjusted=True) if measured[k] else None
        numbers = np.unique(failed[1][failed[0] == k])
        by_side = {
            games.texts[side]: Score.of(float(held[side * n + k]), int(on[side * n + k]))
            for side in range(1, len(games.texts))
            if on[side * n + k]
        }
        lines.append(
            Standing(
                name=name,
                games=int(sums.seats[k]),
                wins=float(sums.won[k]),
                win_rate=plain.mean,
                win_low=plain.low,
                win_high=plain.high,
                elo=elo[k][0],
                elo_half=elo[k][1],
                decisions=int(choices[k]),
                decisions_per_s=float(answered[k] / seconds[k]) if seconds[k] else 0.0,
                forfeits=len(numbers),
                fault=games.faults.get(int(numbers[0]), "") if len(numbers) else "",
                win_error=plain.error,
                **adjusted_of(plain, own),
                usage=total(used[k]) if k in used else None,
                usage_games=len(used.get(k, ())),
                sides=dict(sorted(by_side.items())),
            )
        )
    return lines


def adjusted_of(plain: Interval, own: Interval | None) -> dict[str, float | None]:
    if own is None:
        return {}
    return {
        "adjusted": own.mean,
        "adjusted_error": own.error,
        "adjusted_low": own.low,
        "adjusted_high": own.high,
        "equivalent_games": equivalent_games(plain, own),
    }


USAGE: tuple[str, ...] = (
    "agent",
    "asked",
    "invalid",
    "forfeited",
    "repeated",
    "tokens in",
    "tokens out",
    "seconds",
    "cost",
    "cost a point",
)
USAGE_NOTE = (
    "asked: decisions that were put to the model; invalid: of these, first answers that named no legal action; forfeited: moves that "
    "were made for it; repeated: requests that got no reply; tokens of a game; seconds of a choice; cost of a game, and for each Elo "
    "point over random, by the prices in the spec"
)


def usage_words(agent: Standing) -> tuple[str, ...]:
    """The cells of a language model under the headings `USAGE`."""
    used, games = agent.usage or Usage(), max(1, agent.usage_games)
    seconds = f"{1 / agent.decisions_per_s:.2f}" if agent.decisions_per_s else ""
    counts = (used.forfeited, used.retries, round(used.tokens_in / games), round(used.tokens_out / games))
    return (
        isolated(agent.name),
        f"{used.asked:,}",
        f"{100 * used.invalid_rate:.1f} %",
        *(f"{n:,}" for n in counts),
        seconds,
        *("" if cost is None else f"{cost:.3g}" for cost in (agent.cost, agent.cost_per_point)),
    )


def usage_columns(models: Sequence[Standing]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and cells of the table of language models; where no prices are known it has no columns of cost."""
    shown = slice(None if any(agent.cost is not None for agent in models) else -2)
    return USAGE[shown], [usage_words(agent)[shown] for agent in models]


def equivalent_games(plain: Interval, adjusted: Interval) -> float | None:
    """How many plain games carry as much information as one luck-adjusted game; None with too few deals to know."""
    if plain.clusters < KNOWN or not plain.error or not adjusted.error:
        return None
    return (plain.error / adjusted.error) ** 2


def equivalent(agent: Standing) -> str:
    return "" if agent.equivalent_games is None else f"{agent.equivalent_games:.1f}"
