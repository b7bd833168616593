"""Whether the luck of the seats is measured in the games of a tournament, and by whom: `fs_env.luck`, a higher package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from fs_env.agent_api.limits import MOST_ROLLOUTS, ROLLOUTS
from fs_env.core.checks import check_whole
from fs_env.registry.loading import load_object

if TYPE_CHECKING:
    from fs_env.replays.replay import Replay

MEASURE = "fs_env.luck.tournaments:TournamentLuck"


@dataclass(frozen=True)
class Luck:
    """How luck is measured; see `fs_env.luck`.

    Attributes:
        reference: name of a compiled bot that represents agents that cannot represent themselves; "": the usual one of the game.
        rollouts: for each mean.

    Raises:
        ValueError: a number of rollouts outside 1..4096.
    """

    reference: str = ""
    rollouts: int = ROLLOUTS

    def __post_init__(self) -> None:
        object.__setattr__(self, "rollouts", check_whole("rollouts", self.rollouts, 1, MOST_ROLLOUTS))


class Measure(Protocol):
    def __call__(self, seats: Sequence[int], replay: Replay) -> tuple[float, ...]:
        """The luck of each seat, as a part of the win; seats: the number of the agent in each."""

    def warm(self) -> None:
        """Compiles what is needed, or loads it from the cache."""


def measure_of(plan: Any) -> Measure | None:
    """The measure of the luck in the games of a `Plan`; None if it does not ask for that.

    Raises:
        ValueError: no such reference, or a game that cannot be dealt again.
    """
    if plan.luck is None:
        return None
    made: Measure = load_object(MEASURE, "luck")(plan)
    return made
