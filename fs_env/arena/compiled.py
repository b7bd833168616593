"""Games in which every seat is held by a compiled bot: many of them are played in one call of compiled code.

The results are those of `arena.match`, game by game. Answers cannot be timed in compiled code, so the games of the first deal
of every group are played one by one.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from contextlib import suppress
from itertools import islice
from time import perf_counter

import numpy as np

from fs_env.agent_api.seeds import own_key
from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import is_untrusted
from fs_env.arena.game_runner import GameRunner
from fs_env.arena.match import sides_of, winners_of
from fs_env.arena.plan import Pairing, Plan
from fs_env.arena.results import GameRow
from fs_env.core.machine.declare.outcome import Outcome
from fs_env.core.machine.run.codes import DONE, HOLD, RESTART
from fs_env.core.machine.run.policy import Policy
from fs_env.core.machine.run.rows import Rows
from fs_env.core.machine.table.seat_seeds import key_words
from fs_env.registry.games import load_game

AT_ONCE = 1024  # games in one call, at most
TIMED_DEAL = 0
CALL_SECONDS = 0.25  # that a call should take: its games are stored and shown when it returns


def policies_of(plan: Plan, shipped: bool = False) -> dict[int, Policy]:
    """The policies of the compiled agents of a plan, by their number. Loads all agents, or only those shipped with this package."""
    made = {
        k: policy_of(plan.make(agent))
        for k, agent in enumerate(plan.agents)
        if not (shipped and is_untrusted(agent, plan.game))
    }
    return {number: policy for number, policy in made.items() if policy is not None}


class CompiledRunner:
    """Plays the games of a plan whose agents all have a policy, in so many threads.

    Args:
        policies: of the agents that have one, by their number in the plan.
        one_by_one: plays the games to be timed, and again those that compiled code could not play to their end, because a
            policy gave an answer that is not legal, or a capacity guard of the rules was met.
    """

    def __init__(self, plan: Plan, policies: Mapping[int, Policy], threads: int, one_by_one: GameRunner) -> None:
        self.plan, self._policies, self._threads, self._one_by_one = plan, policies, threads, one_by_one
        self._game = load_game(plan.game)
        self._words = max(policy.words for policy in policies.values())
        custom = [number for number in policies if is_untrusted(plan.agents[number], plan.game)]
        made = {number: plan.make(plan.agents[number]) for number in custom}
        own = {number: own_key(agent, one_by_one.key) for number, agent in made.items()}
        self._keys = {number: key_words(own.get(number, b"")) for number in policies} if any(own.values()) else {}
        self._rows = self._new_rows(threads)

    def _new_rows(self, number: int) -> Rows:
        options = {"num_players": self.plan.players, **self.plan.options}
        return Rows(self._game, number, options, skip_forced=True, words=self._words, threads=self._threads)

    def play(self, pairings: Iterable[Pairing]) -> Generator[list[GameRow], None, None]:
        """All games, those of one call in a list; a call has as many as fit into `CALL_SECONDS`."""
        coming = iter(pairings)
        while group := list(islice(coming, self._rows.n)):
            for pairing in group:
                if pairing.deal == TIMED_DEAL:
                    yield [self._one_by_one.play(pairing)]
            begun = perf_counter()
            yield self._call([pairing for pairing in group if pairing.deal != TIMED_DEAL])
            if perf_counter() - begun < CALL_SECONDS / 2 and self._rows.n < AT_ONCE:
                self._rows.close()
                self._rows = self._new_rows(2 * self._rows.n)

    def close(self) -> None:
        self._rows.close()

    def _call(self, group: list[Pairing]) -> list[GameRow]:
        rows = self._rows
        rows.actions[:] = HOLD
        rows.outcomes[:] = Outcome.RUNNING
        for k, pairing in enumerate(group):
            rows.actions[k], rows.seeds[k] = RESTART, pairing.seed
            rows.policies[k, : len(pairing.seats)] = [self._policies[agent].address for agent in pairing.seats]
            if self._keys:
                rows.keys[k, : len(pairing.seats)] = [self._keys[agent] for agent in pairing.seats]
        with suppress(Exception):  # it is about one row that could not be played to its end, which `_row` sees
            rows.play()
        return [self._row(k, pairing) for k, pairing in enumerate(group)]

    def _row(self, k: int, pairing: Pairing) -> GameRow:
        rows, seats = self._rows, len(pairing.seats)
        outcome = int(rows.outcomes[k])
        if rows.statuses[k] != DONE or outcome in (Outcome.RUNNING, Outcome.GUARD):
            return self._one_by_one.play(pairing)
        returns = tuple(np.asarray(rows.returns[k, :seats], float).tolist())
        sides, story = sides_of(self._game, rows.S, k, seats, self.plan.cooperative)
        return GameRow(
            number=pairing.number,
            seed=pairing.seed,
            seats=pairing.seats,
            outcome=outcome,
            returns=returns,
            winners=winners_of(returns),
            decisions=int(rows.decisions[k]),
            seat_choices=tuple(rows.choices[k, :seats].tolist()),
            seat_seconds=(None,) * seats,
            characters=self._game.characters(rows.S, k),
            sides=sides,
            story=story,
        )
