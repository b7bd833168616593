"""The game and the bots of one process, used for all its games."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import BATCHES, asks_for, hooks_of
from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import is_untrusted
from fs_env.arena.batches import AT_ONCE, answer_all
from fs_env.arena.by_side import UNASSIGNED, BySide
from fs_env.arena.isolation import IsolatedAgent, IsolatedAgents, needs_process
from fs_env.arena.luck import measure_of
from fs_env.arena.match import BotFault, PlanEntry, Question, RulesFailed, Steps, answered, match_steps
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.referee import NOBODY, Limits, OutOfReach, Referee, words_of
from fs_env.arena.results import GameRow
from fs_env.arena.rows import forfeited, row_by_side, row_of, void
from fs_env.core.machine.declare.sides import Sides
from fs_env.pool.processes import hide_memory
from fs_env.registry.games import load_game
from fs_env.replays.replay import Replay, file_name, save_replay

START_SECONDS = 60.0  # extra time for creating a bot, which imports its modules
UNTIL = -1  # instead of the number of an agent: who plays until the seats are assigned to sides
Lane = dict[tuple[int, int], Agent]
"""The agents of one game at a time, by their number in the plan and which of its objects this is."""


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
        raise ValueError(f"isolate: {given!r} is an object; give it as package.module:NAME or path.py:NAME")
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
        self._lanes: list[Lane] = []
        self._batching: dict[int, Agent] = {}  # agents that answer batches of all games, by their number in the plan
        self._at_once = AT_ONCE if all(map(has_own_objects, plan.agents)) else 1
        self._isolated = IsolatedAgents()
        if limits.isolate:
            hide_memory()

    def play(self, pairing: Pairing) -> GameRow:
        """Plays one game of the plan to its end, whatever the bots do, unless they end this process."""
        if not self._lanes:
            self._lanes.append({})
        return answered(self._steps(pairing, self._lanes[0]))

    def play_many(self, pairings: Iterable[Pairing]) -> Generator[GameRow, None, None]:
        """Plays games of the plan, each as `play` does. Games with an agent that answers batches are played at the same time, and
        it is asked for all their decisions together; every other game is played to its end at once."""
        coming, free = iter(pairings), list(self._lanes)
        waiting: list[tuple[Steps[GameRow], Question, Lane]] = []
        while True:
            while len(waiting) < self._at_once and (pairing := next(coming, None)) is not None:
                if not free:
                    self._lanes.append({})
                    free.append(self._lanes[-1])
                lane = free.pop()
                steps = self._steps(pairing, lane)
                try:
                    waiting.append((steps, next(steps), lane))
                except StopIteration as end:
                    free.append(lane)
                    yield end.value
            if not waiting:
                return
            replies = answer_all([question for _, question, _ in waiting], self._asking)
            going, waiting, finished = waiting, [], []
            for (steps, _, lane), reply in zip(going, replies):
                try:
                    waiting.append((steps, steps.send(reply), lane))
                except StopIteration as end:
                    free.append(lane)
                    finished.append(end.value)
            yield from finished

    def _asking(self, seat: int, number: int) -> None:
        if self._notice is not None:
            self._notice(seat, (self.limits.move_seconds or 0.0) * max(0, number - 1))

    def _steps(self, pairing: Pairing, lane: Lane) -> Steps[GameRow]:
        try:
            return (yield from self._play(pairing, lane))
        finally:
            for key, agent in list(lane.items()):
                if isinstance(agent, IsolatedAgent):
                    del lane[key]
                    self._isolated.give_back(agent)

    def _play(self, pairing: Pairing, lane: Lane) -> Steps[GameRow]:
        sides, seats = self._sides, pairing.seats
        try:
            by_side = [self._by_side(sides, pairing, seat, lane) for seat in range(self.plan.players)] if sides else []
            agents: Sequence[Agent] = by_side or [self._made(pairing, seat, seat, lane) for seat in range(len(seats))]
        except NotMade as failure:
            return forfeited(pairing, failure.slot, str(failure), self.plan.cooperative)
        entry = PlanEntry(pairing.number)
        if sides is None:
            entry = PlanEntry(pairing.number, seats, tuple(map(self._spec, seats)))
        recorded: list[Replay] = []
        try:
            result = yield from match_steps(
                self.game,
                agents,
                seed=pairing.seed,
                options=self.plan.options,
                referee=Referee(self.limits.move_seconds, self._notice if sides is None else None),
                record=recorded.append if self.replays is not None or self._measure is not None else None,
                names=names_of([agent.name for agent in agents], seats) if sides is None else None,
                entry=entry,
                agent_key=self.key,
            )
        except RulesFailed as error:
            return void(pairing, str(error))
        row = row_of(pairing, result) if sides is None else row_by_side(pairing, result, sides, by_side)
        for slot, seat in zip(row.forfeits, result.forfeits, strict=True):
            self._drop(self._key(seats, slot, seat), lane)
        if self.replays is not None:
            replay, distinct = recorded[0], self.plan.replay_names
            if sides is None and distinct:
                replay = replace(replay, names=tuple(names_of([distinct[agent] for agent in seats], seats)))
            save_replay(replay, self.replays / file_name(replay, pairing.number))
        if self._measure is None:
            return row
        return replace(row, luck=self._measure(seats, recorded[0]))  # after a forfeit: of the choices before it

    def _by_side(self, sides: Sides, pairing: Pairing, seat: int, lane: Lane) -> BySide:
        agents = {UNASSIGNED: self._agent((UNTIL, seat), pairing.seed, lane)}
        for slot in range(len(pairing.seats)):
            agents[sides.names[slot]] = self._made(pairing, slot, seat, lane)
        return BySide(sides, agents, self.key, self._notice)

    def _spec(self, number: int) -> str:
        given = self.plan.agents[number]
        return given if isinstance(given, str) and not is_untrusted(given, self.plan.game) else ""

    def interrupt(self) -> None:
        """Lets no agent wait any longer; for another thread than the one that plays."""
        for agent in [agent for lane in list(self._lanes) for agent in list(lane.values())]:
            interrupt = hooks_of(agent).interrupt
            if asks_for(agent, "waits") and interrupt is not None:
                interrupt.set()

    def close(self) -> None:
        self._lanes.clear()
        self._batching.clear()
        self._isolated.close()

    def _key(self, holders: tuple[int, ...], slot: int, seat: int) -> tuple[int, int]:
        who = holders[slot]
        return who, holders[:slot].count(who) if self._sides is None else slot * self.plan.players + seat

    def _made(self, pairing: Pairing, slot: int, seat: int, lane: Lane) -> Agent:
        try:
            if self._notice is not None and not is_isolated(self.plan, pairing.seats[slot], self.limits):
                self._notice(slot, START_SECONDS)  # an isolated one has its own limit
            return self._agent(self._key(pairing.seats, slot, seat), pairing.seed, lane)
        except (KeyboardInterrupt, OutOfReach):
            raise
        except BaseException as error:
            why = error if isinstance(error, (BotFault, ValueError)) else words_of(error)
            raise NotMade(slot, f"could not be created: {why}") from error
        finally:
            if self._notice is not None:
                self._notice(NOBODY)

    def _agent(self, key: tuple[int, int], deal: int, lane: Lane) -> Agent:
        if key not in lane:
            number, opens = key[0], key[0] == UNTIL
            if number in self._batching:
                made = self._batching[number]
            elif opens:
                made = self.plan.make(self.plan.until)
            elif is_isolated(self.plan, number, self.limits):
                made = self._isolated.take(number, deal, partial(start_agent, self.plan, number, self.limits))
            else:
                made = self.plan.make(self.plan.agents[number])
            if key[1] and not opens and made is self.plan.agents[key[0]] and policy_of(made) is not None:
                made = deepcopy(made)  # of an object: each seat of a compiled bot has its own memory
            if asks_for(made, BATCHES) and not opens and not isinstance(made, IsolatedAgent) and self._sides is None:
                self._batching[number] = made
            lane[key] = made
        return lane[key]

    def _drop(self, key: tuple[int, int], lane: Lane) -> None:
        agent = lane.pop(key)
        self._batching.pop(key[0], None)
        if isinstance(agent, IsolatedAgent):
            self._isolated.end(agent)


def has_own_objects(agent: Any) -> bool:
    """Whether an agent of a plan may play several games at once: it answers batches, or each game gets its own object."""
    return isinstance(agent, (str, type)) or asks_for(agent, BATCHES)


def names_of(names: Sequence[str], holders: Sequence[int]) -> list[str]:
    return [f"{name} ({seat})" if holders.count(holders[seat]) > 1 else name for seat, name in enumerate(names)]
