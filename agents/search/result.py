"""The result of searching one decision."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class SearchResult:
    """A decision as a search sees it.

    Attributes:
        seat: who decides.
        actions: int16, (n,): ids of all legal actions, ascending.
        values: float64, (n,): expected share of the win after each, 0 to 1; NaN for one that was not tried.
        errors: float64, (n,): standard errors of their differences to the action of the policy.
        rollouts: int64, (n,): in how many determinizations each was tried.
        chosen: the id that is played.
        policy_action: the id that the policy would have played.
        seconds: time that it took.
        line: (seat, id) of the choices that are expected next, the chosen action first; empty if none was asked for.
    """

    seat: int
    actions: NDArray[np.int16]
    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    rollouts: NDArray[np.int64]
    chosen: int
    policy_action: int
    seconds: float
    line: tuple[tuple[int, int], ...] = field(default=())

    @property
    def expected(self) -> float | None:
        """The share of the win that is expected after the chosen action, None if it was not tried."""
        found = self.values[self.actions == self.chosen]
        return None if not len(found) or np.isnan(found[0]) else float(found[0])

    def to_json(self) -> dict[str, Any]:
        """Plain values, under the names of the attributes; NaN as None."""
        found = {name: part.tolist() if isinstance(part, np.ndarray) else part for name, part in vars(self).items()}
        for name in ("values", "errors"):
            found[name] = [None if np.isnan(number) else number for number in found[name]]
        return found | {"line": [list(choice) for choice in self.line]}
