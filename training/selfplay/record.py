"""One game between agents, recorded choice by choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.agent import Agent
from fs_env.agent_api.hooks import Proxy, hooks_of
from fs_env.agent_api.seeds import key_from
from fs_env.agent_api.specs import load_agent
from fs_env.arena.match import Match, RulesFailed
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game
    from fs_env.training.selfplay.plan import SelfplayPlan

NO_ACTION = -1


@dataclass(frozen=True)
class Choice:
    """One choice of a game.

    Attributes:
        seat: who chooses.
        turn: number of the turn; 0 if the game counts none.
        decision: decisions answered before, forced ones included.
        observation: int16, (size,), relative to the seat.
        actions: int16, (n,): the legal ids, ascending.
        values, errors: float, (n,): as in the agent's `SearchResult`; NaN if it does not search.
        rollouts: int64, (n,): likewise; 0.
        chosen: the id that was played.
        policy_action: the id that the agent's policy would have played; -1 if it does not search.
    """

    seat: int
    turn: int
    decision: int
    observation: NDArray[np.int16]
    actions: NDArray[np.int16]
    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    rollouts: NDArray[np.int64]
    chosen: int
    policy_action: int


@dataclass
class GameRecord:
    """A finished game.

    Attributes:
        seed: of the deal.
        agents: the agent in each seat, as its place in the plan.
        choices: in their order.
        outcome: as in `MatchResult`.
        returns: per seat.
        decisions: all of the game, forced ones included.
    """

    seed: int
    agents: tuple[int, ...]
    choices: list[Choice] = field(default_factory=list)
    outcome: int = 0
    returns: tuple[float, ...] = ()
    decisions: int = 0

    @property
    def searched(self) -> int:
        return sum(choice.policy_action != NO_ACTION for choice in self.choices)


class Recorder(Proxy):
    """An agent whose choices are recorded: plays as the agent does; what a bot that searches has found is recorded too."""

    def __init__(self, agent: Agent, choices: list[Choice], row: NDArray[Any]) -> None:
        super().__init__(agent)
        self._choices, self._row = choices, row

    def act(self, view: SeatView) -> int:
        search = hooks_of(self.agent).search
        legal, observation = view.legal.astype(np.int16), view.observation.copy()
        nothing = np.full(len(legal), np.nan)
        values, errors, rollouts, policy_action = nothing, nothing, np.zeros(len(legal), np.int64), NO_ACTION
        if search is None:
            chosen = self.agent.act(view)
        else:
            result = search(view)
            if not np.array_equal(result.actions, legal) or result.chosen not in legal:
                raise ValueError(
                    f"searched the actions {result.actions.tolist()} and chose {result.chosen}: expected all legal "
                    f"ones ascending, {legal.tolist()}, and one of them"
                )
            chosen, policy_action = result.chosen, result.policy_action
            values, errors, rollouts = result.values, result.errors, result.rollouts
        self._choices.append(
            Choice(
                seat=view.seat,
                turn=int(self._row["turn"][0]),
                decision=int(self._row["decisions"][0]),
                observation=observation,
                actions=legal,
                values=values,
                errors=errors,
                rollouts=rollouts,
                chosen=chosen,
                policy_action=policy_action,
            )
        )
        return chosen


class Players:
    def __init__(self, plan: SelfplayPlan, specs: Sequence[str] | None = None) -> None:
        self.plan, self._specs = plan, plan.agents if specs is None else specs
        self.game: Game = load_game(plan.game)
        self._agents: dict[tuple[int, int], Agent] = {}

    def play(self, number: int) -> GameRecord:
        seats = self.plan.seats(number)
        agents = [self._agent(who, seats[:seat].count(who)) for seat, who in enumerate(seats)]
        key = key_from(self.plan.seed)
        return play_recorded(self.game, agents, self.plan.deal(number), self.plan.options, seats, key)

    def _agent(self, number: int, same: int) -> Agent:
        if (number, same) not in self._agents:
            self._agents[number, same] = load_agent(self._specs[number], self.game)
        return self._agents[number, same]


def play_recorded(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    options: Any = None,
    numbers: Sequence[int] | None = None,
    agent_key: bytes | None = None,
) -> GameRecord:
    """Plays and records one game; `numbers`: of the agents, for the record, else their seats.

    Raises:
        ValueError: the game does not allow this number of agents.
        AgentFailed: an agent's error or illegal action; names the game.
        RulesFailed: a capacity guard of the rules ended the game.
    """
    record = GameRecord(seed, tuple(range(len(agents)) if numbers is None else numbers))
    match = Match(game, agents, seed, options or {}, None, key=agent_key)
    match.agents = [Recorder(agent, record.choices, match.row) for agent in agents]
    match.play()
    if match.outcome == Outcome.GUARD:
        raise RulesFailed(
            f"the rules of {game.name!r} reached a capacity limit at decision {match.decisions} of the game with seed {seed}, "
            f"{len(agents)} players: this is a bug; please report it"
        )
    record.outcome, record.decisions = match.outcome, match.decisions
    record.returns = tuple(game.returns(match.state).tolist())
    return record
