"""The table of a tournament: results of each agent over the finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from fs_env.arena.bradley_terry import ELO, Strengths, strengths
from fs_env.arena.columns import Columns
from fs_env.arena.counts import MEASURED, Counts
from fs_env.arena.ratings import UNIT, Z95, Interval, Score, t_quantile
from fs_env.arena.referee import FORFEITED
from fs_env.arena.results import GameRow
from fs_env.arena.usage import COUNTS, Usage
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.speech import isolated

VOID = Outcome.GUARD  # also where a process died
ALIKE = 1e-6  # Elo points
DEALS = 12  # that ratings of luck-adjusted results need
# deals from which the ratio of two errors is known well enough: to a factor of about 1.7, squared, with 95 %
KNOWN = 30


@dataclass(frozen=True)
class Standing:
    """One agent's line.

    Attributes:
        games: seats played; an agent in two seats of one game has played two.
        wins: seats won; a win shared by k rivals counts 1/k for each, a win of a side 1 for each of its seats.
        win_low, win_high: 95 % interval of the win rate, games of one deal taken together; see `ratings.interval_from`.
        elo: rating by `arena.bradley_terry` in Elo points, the mean of all agents 0.
        elo_half: half of its 95 % interval; None for an agent without others.
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
    elo_half: float | None
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
    def rating(self) -> str:
        """The rating with its 95 % interval, such as "+12 ± 30"; "-" without games."""
        return "-" if self.elo_half is None or not self.games else f"{round(self.elo):+d} ± {self.elo_half:.0f}"

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
            failed; void: the game broke off, no bot is known to be at fault, and no agent won.
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
    def of(cls, names: Sequence[str], games: Counts | Columns | Sequence[GameRow], players: int) -> Standings:
        """The table after some games, in any order."""
        counts = counts_of(len(names), games)
        known, adjusted = rating_of(counts)
        elo = zip((known.values * ELO).tolist(), (known.errors * ELO * Z95).tolist())
        totals, number = counts.totals, len(counts)
        return cls(
            agents=tuple(sorted(lines_of(names, counts, list(elo)), key=lambda one: (-one.elo, -one.win_rate))),
            games=number,
            **{name: totals["outcome", int(outcome)] for name, outcome in ENDINGS.items()},
            decisions=totals["decisions",],
            choices=totals["choices",],
            even_rate=None if number and totals["together",] == number else even_rate(counts, players),
            sides=tuple(counts.sided),
            adjusted=adjusted,
        )

    @property
    def rated(self) -> bool:
        """Whether the games can rank the agents: partners that only ever play together cannot be ranked."""
        known = self.even_rate is not None or any(abs(agent.elo) > ALIKE for agent in self.agents)
        return known and len(self.agents) > 1

    @property
    def models(self) -> tuple[Standing, ...]:
        return tuple(agent for agent in self.agents if agent.usage is not None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


ENDINGS = {
    "won": Outcome.WON, "lost": Outcome.LOST, "drawn": Outcome.DRAWN, "truncated": Outcome.TRUNCATED, "forfeited": FORFEITED,
    "void": VOID,
}  # fmt: skip


def counts_of(num_agents: int, games: Counts | Columns | Sequence[GameRow]) -> Counts:
    if isinstance(games, Counts):
        return games
    return Counts.of(num_agents, games if isinstance(games, Columns) else Columns.of(games))


def rating_of(counts: Counts, *, with_average: bool = False) -> tuple[Strengths, bool]:
    """The strengths, and whether they are of luck-adjusted results: where luck was measured, of enough deals to bound them."""
    if counts.agents[MEASURED].any() and not counts.contests and len(counts.seeds) >= DEALS:
        record = counts.record(adjusted=True)
        known = strengths(record, with_average=with_average, by_deal=True)
        if known.bounded:
            deals = len(np.unique(record.deals))
            return known._replace(covariance=known.covariance * (t_quantile(deals - 1) / Z95) ** 2), True
    return strengths(counts.record(), with_average=with_average), False


def even_rate(counts: Counts, players: int) -> float:
    totals, number = counts.totals, len(counts)
    if not number:
        return 1 / players
    return (totals["won by side",] / UNIT + (number - totals["by side",]) / players) / number


def lines_of(names: Sequence[str], counts: Counts, elo: Sequence[tuple[float, float]]) -> list[Standing]:
    plain = counts.seated.sums(len(names))
    less = plain if counts.seated.luck is None else counts.seated.sums(len(names), adjusted=True)
    totals, lines = counts.totals, []
    sides = {side: tally.sums(len(names)) for side, tally in counts.sided.items()}
    first = {who: fault for _, (_, who, fault) in sorted(counts.faults.items(), reverse=True)}
    for k, name in enumerate(names):
        choices, answered, nanoseconds, measured = counts.agents[:, k].tolist()
        own = plain.interval(k)
        lines.append(
            Standing(
                name=name,
                games=int(plain.seats[k]),
                wins=float(plain.won[k]),
                win_rate=own.mean,
                win_low=own.low,
                win_high=own.high,
                elo=elo[k][0],
                elo_half=elo[k][1] if len(names) > 1 else None,
                decisions=choices,
                decisions_per_s=1e9 * answered / nanoseconds if nanoseconds else 0.0,
                forfeits=totals["forfeits", k],
                fault=first.get(k, ""),
                win_error=own.error,
                **adjusted_of(own, less.interval(k, adjusted=True) if measured else None),
                usage=Usage(*(totals[count, k] for count in COUNTS)) if totals["used", k] else None,
                usage_games=totals["used", k],
                sides={side: Score.of(sums, k) for side, sums in sides.items() if sums.seats[k]},
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


USAGE: tuple[str, ...] = ("bot", "asked", "invalid", "chosen", "retries", "read", "written", "s", "cost", "a point")
USAGE_NOTE = (
    "asked: decisions that were put to the model; invalid: of these, first answers that named no legal action; chosen: moves that were "
    "chosen for it; retries: repeated requests; read, written: tokens of a game; s: seconds of a choice; cost: of a game, and of a game "
    "for each Elo point over random, by the prices in the spec"
)


def usage_words(agent: Standing) -> tuple[str, ...]:
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
    shown = slice(None if any(agent.cost is not None for agent in models) else -2)
    return USAGE[shown], [usage_words(agent)[shown] for agent in models]


def equivalent_games(plain: Interval, adjusted: Interval) -> float | None:
    """How many plain games carry as much information as one luck-adjusted game; None with too few deals to know."""
    if plain.clusters < KNOWN or not plain.error or not adjusted.error:
        return None
    return (plain.error / adjusted.error) ** 2


def equivalent(agent: Standing) -> str:
    return "" if agent.equivalent_games is None else f"{agent.equivalent_games:.1f}"
