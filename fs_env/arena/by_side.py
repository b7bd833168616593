"""Games that are played by sides: one bot plays all seats until each is on a side, then an agent holds each side, in all its seats.

Deals are equal then up to the moment that divides the seats: who explores, and who is on which side, does not depend on the agents. A
seat that changes sides is played on by the agent that holds the new one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import Any

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import Relay
from fs_env.agent_api.seeds import secret_number
from fs_env.agent_api.shipped import is_shipped
from fs_env.agent_api.view import SeatView
from fs_env.arena.referee import NOBODY
from fs_env.core.machine.declare.sides import TOGETHER, Sides

UNASSIGNED = ""


class BySide(Relay):
    """Plays a seat: as the agent of the side that the seat sees it is on.

    Attributes:
        last: the side whose agent was asked last; `UNASSIGNED`: that of the bot that plays until the sides are assigned.
        asked, seconds: choices of each side's agent, and the time it took.

    Args:
        agents: by side, and under `UNASSIGNED`. With all seats on one side that of the first name plays.
        notice: called with the index of a side among the names, or `NOBODY`, as in `referee.Referee`.
    """

    def __init__(
        self, sides: Sides, agents: Mapping[str, Agent], key: bytes, notice: Callable[[int], None] | None = None
    ) -> None:
        self.name = " / ".join(dict.fromkeys(agents[side].name for side in sides.names))
        self._sides, self._agents, self._notice = sides, dict(agents), notice
        self._agents[TOGETHER], self._key = agents[sides.names[0]], key
        self.asked, self.seconds = dict.fromkeys(sides.names, 0), dict.fromkeys(sides.names, 0.0)

    def reset(self, seat: int, seed: int) -> None:
        for side in (UNASSIGNED, *self._sides.names):
            agent = self._agents[side]
            own = seed if is_shipped(agent) else secret_number(seed, key=self._key)
            self._ask(side, partial(agent.reset, seat, own))

    def act(self, view: SeatView) -> int:
        side = self._side(view)
        begun = perf_counter()
        answer: int = self._ask(side, partial(self._agents[side].act, view))
        if side != UNASSIGNED:
            self.asked[self.last] += 1
            self.seconds[self.last] += perf_counter() - begun
        return answer

    def answering(self, view: SeatView) -> Agent:
        return self._agents[self._side(view)]

    def _side(self, view: SeatView) -> str:
        return str(self._sides.of(view.schema.record(view.observation))[0])

    def _ask(self, side: str, asking: Callable[[], Any]) -> Any:
        self.last = self._sides.names[0] if side == TOGETHER else side
        if self._notice is None or side == UNASSIGNED:
            return asking()
        self._notice(self._sides.names.index(self.last))
        try:
            return asking()
        finally:
            self._notice(NOBODY)
