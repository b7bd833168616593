"""The game and the bots of one process, used for all its games."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Protocol

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import asks_for, hooks_of
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import is_untrusted
from fs_env.arena.by_side import UNASSIGNED, BySide
from fs_env.arena.isolation import IsolatedAgent, IsolatedAgents, needs_process
from fs_env.arena.luck import measure_of
from fs_env.arena.match import BotFault, PlanEntry, RulesFailed, play_match
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import NOBODY, Limits, Referee, words_of
from fs_env.arena.results import GameRow
from fs_env.arena.rows import forfeited, row_by_side, row_of, void
from fs_env.core.machine.declare.sides import Sides
from fs_env.pool.processes import hide_memory
from fs_env.registry.games import load_game
from fs_env.replays.replay import Replay, file_name, save_replay

START_SECONDS = 60.0  # extra time for creating a bot, which imports its modules
UNTIL = -1  # instead of the number of an agent: who plays until the seats are assigned to sides


class NotMade(Exception):
    def __init__(self, slot: int, text: str) -> None:
        super().__init__(text)
        self.slot = slot


class Notice(Protocol):
    def __call__(self, seat: int, more: float = 0.0) -> None:
        """The seat is asked for an answer, or its agent is created, which may take `more` seconds; `NOBODY`: this has ended."""


def make_agent(plan: Plan, number: int, limits: Limits) -> Agent:
    """A new agent of a plan; in its own process if the limits require isolation.

    Raises:
        ValueError: the agent is an object, which cannot be sent to another process.
    """
    return start_agent(plan, number, limits) if is_isolated(plan, number, limits) else plan.make(plan.agents[number])


def is_isolated(plan: Plan, number: int, limits: Limits) -> bool:
    return limits.isolate and needs_process(plan.agents[number], plan.game)


def start_agent(plan: Plan, number: int, limits: Limits) -> IsolatedAgent:
    given = plan.agents[number]
    if not isinstance(given, str):
        raise ValueError(
            f"isolate: {given!r} is an object of this process; give it as package.module:NAME or path.py:NAME"
        )
    return IsolatedAgent(given, plan.game, limits)


class GameRunner:
    """Plays games of a plan; bots that fail forfeit theirs. The folder for replays exists; None: there are none."""

    def __init__(
        self, plan: Plan, limits: Limits, notice: Notice | None = None, replays: str | Path | None = None
    ) -> None:
        self.plan, self.limits = plan, limits
        self.replays = None if replays is None else Path(replays)
        self.game = load_game(plan.game)
        self._sides = self.game.spec.sides if plan.until else None
        self.key = read_key(plan.agent_key)
        self._measure = measure_of(plan)
        self._notice = notice
        self._agents: dict[tuple[int, int], Agent] = {}
        self._isolated = IsolatedAgents()
        if limits.isolate:
            hide_memory()

    def play(self, pairing: Pairing) -> GameRow:
        """Plays one game of the plan to its end, whatever the bots do, unless they end this process."""
        try:
            return self._play(pairing)
        finally:
            for key, agent in list(self._agents.items()):
                if isinstance(agent, IsolatedAgent):
                    del self._agents[key]
                    self._isolated.give_back(key[0], agent)

    def _play(self, pairing: Pairing) -> GameRow:
        sides, seats = self._sides, pairing.seats
        try:
            by_side = (
                [] if sides is None else [self._by_side(sides, pairing, seat) for seat in range(self.plan.players)]
            )
            agents: Sequence[Agent] = by_side or [self._made(pairing, seat, seat) for seat in range(len(seats))]
        except NotMade as failure:
            return forfeited(pairing, failure.slot, str(failure), self.plan.cooperative)
        entry = PlanEntry(pairing.number)
        if sides is None:
            entry = PlanEntry(pairing.number, seats, tuple(map(self._spec, seats)))
        recorded: list[Replay] = []
        try:
            result = play_match(
                self.game,
                agents,
                seed=pairing.seed,
                options=self.plan.options,
                referee=Referee(self.limits.move_seconds, self._notice if sides is None else None),
                record=recorded.append if self.replays is not None or self._measure is not None else None,
                names=names_of(agents, seats) if sides is None else None,
                entry=entry,
                agent_key=self.key,
            )
        except RulesFailed as error:
            return void(pairing, str(error))
        row = row_of(pairing, result) if sides is None else row_by_side(pairing, result, sides, by_side)
        for slot, seat in zip(row.forfeits, result.forfeits, strict=True):
            self._drop(self._key(seats, slot, seat))
        if self.replays is not None:
            save_replay(recorded[0], self.replays / file_name(recorded[0], pairing.number))
        if self._measure is None or result.forfeits:
            return row
        return replace(row, luck=self._measure(seats, recorded[0]))

    def _by_side(self, sides: Sides, pairing: Pairing, seat: int) -> BySide:
        agents = {UNASSIGNED: self._agent((UNTIL, seat), pairing.seed)}
        for slot in range(len(pairing.seats)):
            agents[sides.names[slot]] = self._made(pairing, slot, seat)
        return BySide(sides, agents, self.key, self._notice)

    def _spec(self, number: int) -> str:
        """Who an agent is, for a replay: its spec if it comes with this package or is a network, else ""."""
        given = self.plan.agents[number]
        return given if isinstance(given, str) and not is_untrusted(given, self.plan.game) else ""

    def interrupt(self) -> None:
        """Lets no agent wait any longer; for another thread than the one that plays."""
        for agent in list(self._agents.values()):
            interrupt = hooks_of(agent).interrupt
            if asks_for(agent, "waits") and interrupt is not None:
                interrupt.set()

    def close(self) -> None:
        self._agents.clear()
        self._isolated.close()

    def _key(self, holders: tuple[int, ...], slot: int, seat: int) -> tuple[int, int]:
        """The number of the agent of a slot, and which of its objects plays in this seat."""
        who = holders[slot]
        return who, holders[:slot].count(who) if self._sides is None else slot * self.plan.players + seat

    def _made(self, pairing: Pairing, slot: int, seat: int) -> Agent:
        try:
            if self._notice is not None:
                self._notice(slot, START_SECONDS)
            return self._agent(self._key(pairing.seats, slot, seat), pairing.seed)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            why = error if isinstance(error, (BotFault, ValueError)) else words_of(error)
            raise NotMade(slot, f"could not be made: {why}") from error
        finally:
            if self._notice is not None:
                self._notice(NOBODY)

    def _agent(self, key: tuple[int, int], deal: int) -> Agent:
        """The agent with this number in the plan; a separate object for each of its seats in one game."""
        if key not in self._agents:
            number, opens = key[0], key[0] == UNTIL
            if opens:
                made = self.plan.make(self.plan.until)
            elif is_isolated(self.plan, number, self.limits):
                made = self._isolated.take(number, deal, partial(start_agent, self.plan, number, self.limits))
            else:
                made = self.plan.make(self.plan.agents[number])
            if key[1] and not opens and made is self.plan.agents[key[0]] and policy_of(made) is not None:
                made = deepcopy(made)  # of an object: each seat of a compiled bot has a memory of its own
            self._agents[key] = made
        return self._agents[key]

    def _drop(self, key: tuple[int, int]) -> None:
        agent = self._agents.pop(key)
        if isinstance(agent, IsolatedAgent):
            self._isolated.end(agent)


def names_of(agents: Sequence[Agent], holders: Sequence[int]) -> list[str]:
    return [
        f"{agent.name} ({seat})" if holders.count(holders[seat]) > 1 else agent.name
        for seat, agent in enumerate(agents)
    ]
