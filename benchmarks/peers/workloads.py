"""Workloads that are timed in turns: a round runs each of them once, so that a slow minute of the machine affects all of them.

A decision is one answer of one player; chance events do not count. Every workload plays uniformly random legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple
from warnings import catch_warnings, simplefilter

KINDS = {
    "aec": "a loop in Python that gets an observation for every decision",
    "aec_sample": "the same, with actions drawn by action_space.sample(mask)",
    "state": "a loop in Python over a bare game state, nothing observed",
    "playout": "whole games in compiled code, nothing observed",
    "batch": "many games in compiled code, observation and mask made at every step",
    "vector": "the vector environment, actions drawn in Python",
}
"""The kinds of workloads. The key of each workload of ours ends with its kind; peers' workloads of the same kind are compared with it."""
LOOP, SAMPLE, STATE, COMPILED, BATCH, VECTOR = KINDS


class Count(NamedTuple):
    """Decisions and games of one run of a workload; `games` may be a fraction if time runs out in the middle of games."""

    decisions: float
    games: float
    seconds: float


Play = Callable[[float], Count]
"""Plays for about that many seconds."""


@dataclass(frozen=True)
class Workload:
    """One thing that is timed.

    Attributes:
        key: name in the JSON, such as "rlcard.uno".
        title: name in the table.
        how: what is timed: which loop, one game at a time or many.
        kind: one of `KINDS`.
        package: distribution that must be installed; "" for our own workloads.
        open: takes a seed, prepares the workload including all compilation, and returns the function that plays. May raise
            ImportError if the package is missing.
    """

    key: str
    title: str
    how: str
    kind: str
    package: str
    open: Callable[[int], Play]


@dataclass(frozen=True)
class Measured:
    """The figures of one workload: decisions per second in each round, and their mean number in a game."""

    workload: Workload
    rates: tuple[float, ...]
    decisions_per_game: float

    @property
    def decisions_per_s(self) -> float:
        return median(self.rates)

    def ratio(self, other: Measured) -> float:
        """How many times as fast this workload is as the other: the median of the ratios of each round."""
        return median(mine / theirs for mine, theirs in zip(self.rates, other.rates))


def measure_workloads(
    workloads: Sequence[Workload], seed: int, rounds: int, seconds: float, report: Callable[[str], object] = str
) -> tuple[list[Measured], dict[str, str]]:
    """Times the workloads in turns.

    Returns:
        The figures of the workloads that ran, and key -> reason for the workloads that did not.
    """
    ready: list[tuple[Workload, Play]] = []
    skipped: dict[str, str] = {}
    for workload in workloads:
        report(f"preparing {workload.title}")
        try:
            with catch_warnings():
                simplefilter("ignore")  # some libraries warn about their own spaces
                play = workload.open(seed)
                play(0.0)
        except ImportError as error:
            if not workload.package:
                raise
            skipped[workload.key] = f"package {workload.package} is not installed ({error})"
        except Exception as error:
            if not workload.package:
                raise
            skipped[workload.key] = f"package {workload.package} failed: {type(error).__name__}: {error}"
        else:
            ready.append((workload, play))
    counts: dict[str, list[Count]] = {workload.key: [] for workload, _ in ready}
    for number in range(rounds):
        report(f"round {number + 1} of {rounds}")
        for workload, play in ready:
            counts[workload.key].append(play(seconds))
    return [measured(workload, counts[workload.key]) for workload, _ in ready], skipped


def measured(workload: Workload, counts: Sequence[Count]) -> Measured:
    games = sum(count.games for count in counts)
    return Measured(
        workload,
        tuple(count.decisions / count.seconds for count in counts),
        sum(count.decisions for count in counts) / games if games else 0.0,
    )


def whole_games(play_game: Callable[[], int]) -> Play:
    """Plays one game after another; `play_game` returns its decisions."""
    return repeated(lambda: (play_game(), 1))


def repeated(play_some: Callable[[], tuple[float, int]]) -> Play:
    """Calls a function until the time is up, at least once; it returns the decisions and the games that it has played."""

    def play(seconds: float) -> Count:
        decisions, games, begun = 0.0, 0, perf_counter()
        while True:
            more, ended = play_some()
            decisions += more
            games += ended
            passed = perf_counter() - begun
            if passed >= seconds:
                return Count(decisions, games, passed)

    return play
