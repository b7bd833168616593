"""The table of a tournament: results of each agent over the finished games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from fs_env.arena.bradley_terry import ELO, record_of, strengths
from fs_env.arena.ratings import Z95, Score, clustered_mean, less_luck, wilson_interval
from fs_env.arena.referee import FORFEITED
from fs_env.arena.results import GameRow
from fs_env.arena.usage import Usage, total
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.narration.speech import isolated

VOID = Outcome.GUARD  # also where a process died
ALIKE = 1e-6  # Elo points


@dataclass(frozen=True)
class Standing:
    """One agent's line.

    Attributes:
        games: seats played; an agent in two seats of one game has played two.
        wins: seats won; a win shared by k rivals counts 1/k for each, a win of a side 1 for each of its seats.
        win_low, win_high: Wilson's 95 % interval of the win rate.
        elo: rating by `arena.bradley_terry` in Elo points, the mean of all agents 0.
        elo_half: half of its 95 % interval.
        decisions: decisions that the agent was asked for, each with more than one legal action.
        decisions_per_s: of these decisions those that were timed, per second of the agent's own time; 0 if none was.
        forfeits: games that the agent forfeited.
        fault: what it did in the first of them, as text; "" without any.
        win_error: standard error of the win rate, games of one deal taken together; None for a single deal.
        adjusted: win rate with the luck taken off; None where no luck was measured.
        adjusted_error: its standard error, as `win_error`.
        worth: how many plain games carry as much information as one of these: the ratio of both errors, squared.
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
    worth: float | None = None
    usage: Usage | None = None
    usage_games: int = 0
    sides: dict[str, Score] = field(default_factory=dict)
    cost: float | None = None
    cost_per_point: float | None = None


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

    @classmethod
    def of(cls, names: Sequence[str], rows: Sequence[GameRow], players: int) -> Standings:
        """The table after some games; rows in the order of the plan, so that it does not depend on the workers."""
        ended = [row.outcome for row in rows]
        known = strengths(record_of(len(names), rows))
        elo = zip((known.values * ELO).tolist(), (known.errors * ELO * Z95).tolist())
        lines = [line(agent, name, rows, own) for agent, (name, own) in enumerate(zip(names, elo))]
        return cls(
            agents=tuple(sorted(lines, key=lambda standing: (-standing.elo, -standing.win_rate))),
            games=len(rows),
            won=ended.count(Outcome.WON),
            lost=ended.count(Outcome.LOST),
            drawn=ended.count(Outcome.DRAWN),
            truncated=ended.count(Outcome.TRUNCATED),
            forfeited=ended.count(FORFEITED),
            void=ended.count(VOID),
            decisions=sum(row.decisions for row in rows),
            choices=sum(row.choices for row in rows),
            even_rate=None if rows and all(row.together for row in rows) else even_rate(rows, players),
            sides=tuple(sorted({side for row in rows for side in row.sides})),
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


def even_rate(rows: Sequence[GameRow], players: int) -> float:
    parts = [sum(row.parts) / len(row.seats) if row.sides else 1 / players for row in rows]
    return sum(parts) / len(parts) if parts else 1 / players


def line(agent: int, name: str, rows: Sequence[GameRow], elo: tuple[float, float]) -> Standing:
    games, wins, decisions, timed, seconds = 0, 0.0, 0, 0, 0.0
    by_side: dict[str, list[float]] = {}
    faults = [row.fault for row in rows if any(row.seats[seat] == agent for seat in row.forfeits)]
    for row in rows:
        for seat, sitting in enumerate(row.seats):
            if sitting == agent:
                games += 1
                wins += row.parts[seat]
                if row.sides:
                    by_side.setdefault(row.sides[seat], []).append(row.parts[seat])
                decisions += row.seat_choices[seat]
                took = row.seat_seconds[seat]
                if took is not None:
                    timed, seconds = timed + row.seat_choices[seat], seconds + took
    low, high = wilson_interval(wins, games)
    plain, less_luck = adjusted_of(agent, rows)
    used = [one for row in rows for sitting, one in zip(row.seats, row.usage) if sitting == agent and one is not None]
    return Standing(
        name=name,
        games=games,
        wins=wins,
        win_rate=wins / games if games else 0.0,
        win_low=low,
        win_high=high,
        elo=elo[0],
        elo_half=elo[1],
        decisions=decisions,
        decisions_per_s=timed / seconds if seconds else 0.0,
        forfeits=len(faults),
        fault=faults[0] if faults else "",
        win_error=plain,
        adjusted=less_luck[0],
        adjusted_error=less_luck[1],
        worth=equivalent_games(plain, less_luck[1]),
        usage=total(used) if used else None,
        usage_games=len(used),
        sides={name: Score.of(sum(parts), len(parts)) for name, parts in sorted(by_side.items())},
    )


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


def adjusted_of(agent: int, rows: Sequence[GameRow]) -> tuple[float | None, tuple[float | None, float | None]]:
    sat = [(row, seat) for row in rows for seat, sitting in enumerate(row.seats) if sitting == agent]
    if not sat:
        return None, (None, None)
    deals, parts = [row.seed for row, _ in sat], [row.parts[seat] for row, seat in sat]
    plain = clustered_mean(parts, deals)[1]
    if not any(row.luck for row, _ in sat):
        return plain, (None, None)
    luck = [row.luck[seat] if row.luck else 0.0 for row, seat in sat]
    return plain, clustered_mean(less_luck(parts, luck, deals), deals)


def equivalent_games(plain: float | None, adjusted: float | None) -> float | None:
    """How many plain games carry as much information as one whose luck is known; None where an error is 0 or not known."""
    return (plain / adjusted) ** 2 if plain and adjusted else None
