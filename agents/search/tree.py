"""Tree search: the answer is the action that was tried most often at the root of a tree of information sets."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.agents.search.result import SearchResult
from fs_env.agents.search.searcher import SEEDS, WHOLE_GAME, Searcher
from fs_env.agents.search.settings import TreeSettings
from fs_env.core.machine.run.search_tree import SearchTree

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.core.machine.run.game import Game

FIRST_ROUND = 32  # rollouts
LARGEST_ROUND = 1024
LONGEST_LINE = 40  # choices


class TreeSearcher(Searcher):
    def __init__(self, game: Game, num_players: int, settings: TreeSettings, *, cooperative: bool = False) -> None:
        super().__init__(game, num_players, settings, cooperative=cooperative)
        self.settings: TreeSettings = settings
        self.tree = SearchTree(
            game,
            self.policy,
            self.opponents,
            self.value,
            exploration=settings.exploration,
            prior=settings.prior,
            everybody=settings.nodes == "all",
        )

    def search(
        self,
        view: SeatView,
        memory: NDArray[np.int64],
        rng: np.random.Generator,
        *,
        line: bool = False,
        interrupt: Interrupt = NEVER,
    ) -> SearchResult:
        begun, tree, legal = perf_counter(), self.tree, view.legal.astype(np.int16)
        policy_action = self.policy.act(view.observation, legal.copy(), memory.copy())
        turn = self.determinize(view, rng)
        stop = WHOLE_GAME if self.value is None else turn + self.settings.horizon
        seed = int(rng.integers(SEEDS))
        tree.plant(self.root, view.seat, memory, seed=seed, stop_turn=stop, cooperative=self.cooperative)
        self._grow(view, begun, interrupt)
        found = tree.edges_at(view.observation, view.seat)
        actions = [int(action) for action in legal]
        tried = [found[action] if action in found else None for action in actions]
        visits = np.array([edge.visits if edge else 0 for edge in tried])
        values = np.array([edge.shares[view.seat] if edge and edge.visits else np.nan for edge in tried])
        best = np.flatnonzero(visits == visits.max())
        chosen = actions[int(best[np.nanargmax(values[best])])] if visits.any() else policy_action
        self.remember(view, memory, chosen)
        return SearchResult(
            seat=view.seat,
            actions=legal,
            values=values,
            errors=np.array([edge.error if edge else np.nan for edge in tried]),
            rollouts=visits,
            chosen=chosen,
            policy_action=policy_action,
            seconds=perf_counter() - begun,
            line=self._line(view, chosen) if line else (),
        )

    def _grow(self, view: SeatView, begun: float, interrupt: Interrupt) -> None:
        tree, settings = self.tree, self.settings
        seconds, limit = settings.milliseconds / 1000, settings.rollouts
        size, start = FIRST_ROUND, perf_counter()
        while True:
            if limit:
                size = min(size, limit - tree.rollouts)
            if size < 1:
                return
            tree.grow(size)
            now = perf_counter()
            left = limit - tree.rollouts if limit else 2**62
            if seconds:
                each = (now - start) / tree.rollouts
                left = min(left, int((begun + seconds - now) / each))
            if left < 1 or interrupt.over or self._settled(view, left):
                return
            size = max(1, min(left, LARGEST_ROUND, 2 * size))

    def _settled(self, view: SeatView, left: int) -> bool:
        visits = sorted(edge.visits for edge in self.tree.edges_at(view.observation, view.seat).values())
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    def _line(self, view: SeatView, chosen: int) -> tuple[tuple[int, int], ...]:
        tree, game, everybody = self.tree, self.game, self.settings.nodes == "all"
        state, row = game.clone(self.root), game.new_rows()
        row["skip_forced"] = 1
        obs, mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)
        line, action = [(view.seat, chosen)], chosen
        while len(line) < LONGEST_LINE:
            game.advance(state, 0, action, obs, mask, row)
            player = int(row["seat"][0])
            if player < 0:
                break
            seen = obs if everybody else game.observe(state, view.seat)
            edges = tree.edges_at(seen, player).items()
            found = {a: edge.visits for a, edge in edges if mask[a] and edge.visits}
            if not found:
                break
            action = max(found, key=lambda a: found[a])
            line.append((player, action))
        return tuple(line)
