"""Gains by the deviations of a search from its policy, as it believes and in whole games: how far its value is biased."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.result import SearchResult

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView


@dataclass(frozen=True)
class Gains:
    """Deviations of a search, in shares of the win, with standard errors.

    Attributes:
        believed: mean gain over the policy's action by rollouts that the value ends, in fresh determinizations.
        real: by whole games that the policy plays in all seats.
    """

    deviations: int
    believed: float
    believed_error: float
    real: float
    real_error: float


def pooled(parts: list[Gains]) -> Gains:
    """The gains of several kinds of games as one, each deviation counted once."""
    n = np.array([part.deviations for part in parts], float)

    def mean(numbers: list[float], errors: list[float]) -> tuple[float, float]:
        return float(n @ np.array(numbers) / n.sum()), float(np.hypot.reduce(n * np.array(errors)) / n.sum())

    believed = mean([part.believed for part in parts], [part.believed_error for part in parts])
    return Gains(int(n.sum()), *believed, *mean([part.real for part in parts], [part.real_error for part in parts]))


@dataclass
class GainMeter:
    """A searcher that measures its first `most` deviations in so many determinizations each; `Sampler` takes it as `searcher`."""

    searcher: FlatSearcher
    determinizations: int = 256
    most: int = 1000
    believed: list[float] = field(default_factory=list)
    real: list[float] = field(default_factory=list)

    def search(self, view: SeatView, memory: NDArray[np.int64], rng: np.random.Generator) -> SearchResult:
        """Searches a decision; if the search leaves the policy, plays both actions on in fresh determinizations."""
        before = memory.copy()
        result = self.searcher.search(view, memory, rng)
        if result.chosen != result.policy_action and len(self.real) < self.most:
            actions = [result.policy_action, result.chosen]
            for horizon, found in ((self.searcher.settings.horizon, self.believed), (0, self.real)):
                n = self.determinizations
                shares = self.searcher.try_actions(view, before, actions, n, rng, horizon=horizon)
                found.append(float((shares[:, 1] - shares[:, 0]).mean()))
        return result

    def gains(self) -> Gains:
        def mean(numbers: list[float]) -> tuple[float, float]:
            n = len(numbers)
            return (float(np.mean(numbers)), float(np.std(numbers, ddof=1) / n**0.5)) if n > 1 else (float("nan"),) * 2

        return Gains(len(self.real), *mean(self.believed), *mean(self.real))
