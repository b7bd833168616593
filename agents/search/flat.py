"""Flat search: every legal action is tried in determinizations, states that agree with what the seat knows.

In each determinization all actions are tried with the same dice, policies play on in all seats, and a value ends the rollout at a turn.
Differences between actions are therefore paired. Actions that are not better than the policy's leave the race early. Those that are
left go into a second race whose rollouts are cut later, where less depends on the value, and so on while there is time. Another
action than the policy's is played only if it is better with some certainty. Sources: rollouts as policy improvement (G. Tesauro and
G. Galperin, "On-line policy improvement using Monte-Carlo search", 1996), races of candidates (O. Maron and A. Moore, "Hoeffding
races", 1993).
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.search.budget import NEVER, Budget, Interrupt
from fs_env.agents.search.plans import find_plan
from fs_env.agents.search.race import Estimates, Question, Race
from fs_env.agents.search.result import SearchResult
from fs_env.agents.search.searcher import SEEDS, WHOLE_GAME, Searcher, compiled_bot
from fs_env.agents.search.settings import FlatSettings
from fs_env.core.machine.run.rollouts import Rollouts

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy

ROWS = 256  # rollouts of one call
FIRST_ROUND = 16  # determinizations
FEWEST = 4  # determinizations of a round
LONGEST_LINE = 40  # choices
REPLIES = 6  # choices of others before an own one, at most
QUICK = 2e-5  # seconds for a turn of a rollout before any was timed
LONG = 20  # turns that a whole game is taken to last before any was timed
STRICT_ROLLOUTS = 100  # most rollouts of a choice with which the second gate counts
RESERVE = 0.5  # share of what is left of the budget that is reserved for deeper races


class FlatSearcher(Searcher):
    """Searches decisions of one game; `rollout_policy` plays the searching seat in rollouts."""

    def __init__(self, game: Game, num_players: int, settings: FlatSettings, *, cooperative: bool = False) -> None:
        super().__init__(game, num_players, settings, cooperative=cooperative)
        self.settings: FlatSettings = settings
        own = settings.rollout_policy
        self.rollout_policy = compiled_bot(own, game, num_players) if own else self.policy
        words = max(self.rollout_policy.words, self.opponents.words)
        self._rollouts = Rollouts(game, ROWS, words=words, threads=settings.threads)
        self._rollouts.use(self.value, cooperative=cooperative, own=True)
        self._took: dict[int, float] = {}  # horizon -> seconds for a rollout, as the last ones took

    @property
    def policies(self) -> tuple[Policy, ...]:
        return *super().policies, self.rollout_policy

    def new_memory(self, seed: int) -> NDArray[np.int64]:
        """The memory of a seat for a new game: the policy's, and after it that of another policy of rollouts."""
        memory = self.policy.new_memory(seed)
        if self.rollout_policy is self.policy:
            return memory
        return np.concatenate([memory, self.rollout_policy.new_memory(seed)])

    def search(
        self,
        view: SeatView,
        memory: NDArray[np.int64],
        rng: np.random.Generator,
        *,
        line: bool = False,
        interrupt: Interrupt = NEVER,
    ) -> SearchResult:
        begun, settings = perf_counter(), self.settings
        budget = Budget(begun + (settings.milliseconds / 1000 or inf), settings.rollouts or inf, interrupt)
        legal = view.legal.astype(np.int16)
        own = self.policy.act(view.observation, legal, memory[: self.policy.words].copy())
        actions = [own, *(int(action) for action in legal if action != own)]
        question = self.ask(view, memory, actions, rng)
        found = self.compare(question, budget.part(1 - settings.plans) if settings.plans else budget, rng)
        chosen, second = found.best(settings.margin, settings.confidence), 0
        values, errors = found.values, found.errors
        values[found.n == 0], errors[found.n == 0] = np.nan, np.nan
        if settings.plans and (plan := find_plan(self, view, question, chosen, budget, rng)):
            values[plan.first], errors[plan.first] = min(1.0, values[chosen] + plan.gain), plan.error
            chosen, second = plan.first, plan.second
        memory[:] = question.memories[chosen]
        order = np.argsort(np.array(actions))
        return SearchResult(
            seat=view.seat,
            actions=np.array(actions, np.int16)[order],
            values=values[order],
            errors=errors[order],
            rollouts=found.n[order],
            chosen=actions[chosen],
            policy_action=own,
            seconds=perf_counter() - begun,
            line=self._line(question, chosen, second) if line else (),
        )

    def try_actions(
        self,
        view: SeatView,
        memory: NDArray[np.int64],
        actions: list[int],
        determinizations: int,
        rng: np.random.Generator,
        *,
        horizon: int,
    ) -> NDArray[np.float64]:
        """Own shares of the win after actions tried in the same determinizations, (determinizations, actions); `horizon` 0: whole games."""
        question = self.ask(view, memory, actions, rng)
        return self.round(question, list(range(len(actions))), determinizations, horizon, rng)

    def ask(self, view: SeatView, memory: NDArray[np.int64], actions: list[int], rng: np.random.Generator) -> Question:
        memories = np.repeat(memory[None], len(actions), 0)
        for k, action in enumerate(actions):
            self.remember(view, memories[k, : self.policy.words], action)
            if self.rollout_policy is not self.policy:
                self.remember(view, memories[k, self.policy.words :], action, self.rollout_policy)
        return Question(view.seat, self.determinize(view, rng), actions, memories, np.zeros(len(actions), np.int64))

    def compare(self, question: Question, budget: Budget, rng: np.random.Generator) -> Estimates:
        """Race after race with longer and longer rollouts, until one action is left or the budget is used up."""
        settings = self.settings
        strict = settings.gate > 1 and 0 < settings.rollouts <= STRICT_ROLLOUTS
        found = Estimates(len(question.actions), strict=strict)
        horizon = WHOLE_GAME if self.value is None else settings.horizon
        while True:
            last = horizon == WHOLE_GAME or 2 * horizon > settings.max_horizon
            race = Race(len(question.actions), settings.margin, found.alive, strict=strict)
            self._run(race, question, horizon, budget if last else budget.part(1 - RESERVE), rng)
            deepest = last or len(race.alive) == 1
            deepest = deepest or budget.allows(self.each(2 * horizon)) < FIRST_ROUND * len(race.alive)
            if deepest and strict:
                self._run(race, question, horizon, budget, rng)  # no deeper race can use the reserve
            found.add(race, horizon)
            if deepest:
                return found
            horizon *= 2

    def _run(self, race: Race, question: Question, horizon: int, budget: Budget, rng: np.random.Generator) -> None:
        size = FIRST_ROUND
        while not race.settled:
            number = len(race.alive)
            most = min(size, int(budget.allows(self.each(horizon)) // number))
            if most < FEWEST and race.n[0]:
                return
            start, most = perf_counter(), max(most, FEWEST)
            shares = self.round(question, race.alive, most, horizon, rng, budget.interrupt)
            race.add(shares)
            took = (perf_counter() - start) / shares.size
            self._took[horizon] = (self._took.get(horizon, took) + took) / 2
            budget.spend(shares.size)
            race.prune()
            size *= 2

    def each(self, horizon: int) -> float:
        if horizon not in self._took:
            known = [seconds * horizon / nearer for nearer, seconds in self._took.items() if nearer]
            return max(known, default=QUICK * (horizon or LONG))
        return self._took[horizon]

    def round(
        self,
        question: Question,
        alive: list[int],
        size: int,
        horizon: int,
        rng: np.random.Generator,
        interrupt: Interrupt = NEVER,
    ) -> NDArray[np.float64]:
        """Tries actions in new determinizations: own share of the win, (size, alive), fewer rows after an interrupt.

        Each has new seeds of the policies, the own one's too: what they draw is not known yet, and is the same for all actions.
        """
        rollouts, number = self._rollouts, len(alive)
        memories = question.memories[alive, -self.rollout_policy.words :]
        found = np.empty((size, number))
        at_once = max(1, rollouts.n // number)
        rollouts.stop_turns[:] = WHOLE_GAME if horizon == WHOLE_GAME or self.value is None else question.turn + horizon
        rollouts.policies[:], rollouts.policies[:, question.seat] = self.opponents.address, self.rollout_policy.address
        for first in range(0, size, at_once):
            k = min(at_once, size - first)
            rows = k * number
            rollouts.actions[:rows] = np.tile([question.actions[a] for a in alive], k)
            rollouts.seconds[:rows] = np.tile(question.seconds[alive], k)
            rollouts.seeds[:rows] = np.repeat(rng.integers(SEEDS, size=k), number)
            rollouts.memory[:rows] = 0
            rollouts.memory[:rows, :, 0] = np.repeat(rng.integers(SEEDS, size=(k, self.game.max_players)), number, 0)
            rollouts.memory[:rows, question.seat, 1 : memories.shape[1]] = np.tile(memories[:, 1:], (k, 1))
            shares = rollouts.play(self.root, 0, question.seat, rows)[:, question.seat]
            found[first : first + k] = shares.reshape(k, number)
            if interrupt.over:
                return found[: first + k]
        return found

    def replies(
        self, view: SeatView, action: int, memory: NDArray[np.int64], turn: int, rng: np.random.Generator
    ) -> set[int]:
        """The legal actions of the seat's next choice after an action, in the same turn of one determinization, but for its policy's."""
        state, others = self.game.new(1), self.opponents.new_memory(int(rng.integers(SEEDS)))
        view.determinize(state, 1, int(rng.integers(SEEDS)))
        self.game.advance(state, 0, action, self._obs, self._mask, self._row)
        for _ in range(REPLIES):
            player = int(self._row["seat"][0])
            if player < 0 or int(self._row["turn"][0]) != turn:
                break
            legal = self._mask.nonzero()[0].astype(np.int16)
            if player == view.seat:
                own = memory[-self.rollout_policy.words :].copy()
                return set(legal.tolist()) - {int(self.rollout_policy.act(self._obs, legal, own))}
            reply = self.opponents.act(self._obs, legal, others)
            self.game.advance(state, 0, reply, self._obs, self._mask, self._row)
        return set()

    def _line(self, question: Question, chosen: int, second: int) -> tuple[tuple[int, int], ...]:
        game, state, action = self.game, self.game.clone(self.root), question.actions[chosen]
        line = [(question.seat, action)]
        memories = [self.opponents.new_memory(other) for other in range(self.num_players)]
        memories[question.seat] = question.memories[chosen, : self.policy.words].copy()
        while len(line) < LONGEST_LINE:
            game.advance(state, 0, action, self._obs, self._mask, self._row)
            player = int(self._row["seat"][0])
            if player < 0 or (self.value is not None and self._row["turn"][0] >= question.turn + self.settings.horizon):
                break
            policy = self.policy if player == question.seat else self.opponents
            legal = self._mask.nonzero()[0].astype(np.int16)
            if second and player == question.seat and self._row["turn"][0] == question.turn and self._mask[second - 1]:
                legal, second = np.full(2, second - 1, np.int16), 0
            action = policy.act(self._obs, legal, memories[player])
            line.append((player, action))
        return tuple(line)
