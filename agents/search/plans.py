"""Plans of two own actions in a turn: an action that pays only with a second one, which the policy would not take, is found with it.

After the race of single actions, pairs of a first and a second action race against the best single one. Which second actions there are
is looked up in a few determinizations. There are many pairs, so that the best of them looks better than it is: it is played only if
it is ahead again in determinizations that did not choose it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from fs_env.agents.search.budget import Budget
from fs_env.agents.search.race import Question

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fs_env.agent_api.view import SeatView
    from fs_env.agents.search.budget import Interrupt
    from fs_env.agents.search.race import Estimates
    from fs_env.agents.search.settings import FlatSettings

LOOKS = 2  # determinizations in which second actions are looked up
FEW = 32  # determinizations for a pair, at least: with a smaller limit fewer pairs race
CONFIRMED = 1 / 3  # of the rollouts for plans, by which the best pair is compared again
SURE = 2.0  # standard errors by which it has to be ahead then
SHORTEST = 24  # determinizations of that comparison, at least


class Races(Protocol):
    """The part of a `FlatSearcher` that plans need."""

    settings: FlatSettings

    def each(self, horizon: int) -> float: ...

    def compare(self, question: Question, budget: Budget, rng: np.random.Generator) -> Estimates: ...

    def round(
        self,
        question: Question,
        alive: list[int],
        size: int,
        horizon: int,
        rng: np.random.Generator,
        interrupt: Interrupt,
    ) -> NDArray[np.float64]: ...

    def replies(
        self, view: SeatView, action: int, memory: NDArray[np.int64], turn: int, rng: np.random.Generator
    ) -> set[int]: ...


class Plan(NamedTuple):
    """Two own actions.

    Attributes:
        first: place of the first one among the actions of the question; second: 1 + the id of the second one.
        gain: by how much of the win it is better than the best single action, with its standard error.
    """

    first: int
    second: int
    gain: float
    error: float


def find_plan(
    searcher: Races, view: SeatView, question: Question, chosen: int, budget: Budget, rng: np.random.Generator
) -> Plan | None:
    """The best plan, if it is better than `chosen`, the best single action of the question."""
    settings = searcher.settings
    each = searcher.each(settings.horizon)
    most = int(budget.allows(each) * (1 - CONFIRMED) / FEW)
    pairs = list_pairs(searcher, view, question, rng) if most > 0 else []
    if not pairs:
        return None
    if len(pairs) > most:
        pairs = [pairs[k] for k in rng.choice(len(pairs), most, replace=False)]
    firsts = [chosen, *(first for first, _ in pairs)]
    race = Question(
        question.seat,
        question.turn,
        [question.actions[k] for k in firsts],
        question.memories[firsts],
        np.array([0, *(1 + second for _, second in pairs)]),
    )
    found = searcher.compare(race, budget.part(1 - CONFIRMED), rng)
    best = found.best(settings.margin, settings.confidence)
    size = int(budget.allows(each) / 2)
    if not best or size < SHORTEST:
        return None
    shares = searcher.round(race, [0, best], size, settings.horizon, rng, budget.interrupt)
    gains = shares[:, 1] - shares[:, 0]
    gain, error = float(gains.mean()), float(gains.std() / max(1, len(gains) - 1) ** 0.5)
    if len(gains) < SHORTEST or gain <= max(settings.margin, SURE * error):
        return None
    return Plan(firsts[best], int(race.seconds[best]), gain, error)


def list_pairs(searcher: Races, view: SeatView, question: Question, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Places of first actions, and ids of second ones that may follow in the same turn where the policy does something else."""
    pairs = []
    for k, action in enumerate(question.actions):
        seconds = set[int]()
        for _ in range(LOOKS):
            seconds |= searcher.replies(view, action, question.memories[k], question.turn, rng)
        pairs += [(k, second) for second in sorted(seconds)]
    return pairs
