"""The bot that searches a tree of information sets; it answers with the action that was tried most often."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from fs_env.agents.search.searcher import compiled_bot
from fs_env.agents.search.thought import Thought
from fs_env.agents.tree.settings import Settings
from fs_env.agents.tree.tree import Tree
from fs_env.agents.values.files import find_value
from fs_env.core.machine.commands.codes import NO_ACTION
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.game import Game

FIRST_ROUND = 32  # rollouts
LARGEST_ROUND = 1024
LEFT = 0.9  # share of the time left that a round may take
LONGEST_LINE = 40  # choices
SEEDS = 2**62


class TreeAgent:
    """A tree search with a policy, a value and a limit; see `Settings` for its parameters.

    Args:
        parameters: texts, as in the spec `tree:milliseconds=300,policy=heuristic`.
        game: the game that it plays; None: the one of the first view.

    Raises:
        ValueError: a parameter that it does not know or cannot use.
    """

    wants_worlds = True
    expected: float | None = None  # share of the win after its last answer, as it sees it

    def __init__(self, parameters: dict[str, str] | None = None, game: Game | None = None) -> None:
        given = parameters or {}
        self.settings = Settings.read(given)
        self.name = "tree" + "".join(f"{',' if k else ':'}{name}={given[name]}" for k, name in enumerate(given))
        self._game: Game | None = game
        self._ready_for: tuple[str, int] | None = None
        self._seed = 0
        self._rng = np.random.default_rng(0)
        self._memory = np.zeros(2, np.int64)
        self._tree: Tree

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides which worlds are drawn."""
        self._seed, self._rng, self.expected = seed, np.random.default_rng(seed), None
        if self._ready_for is not None:
            self._memory = self._tree.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        thought = self._think(view)
        self.expected = thought.expected
        return thought.chosen

    def think(self, view: SeatView) -> Thought:
        """What it finds out about a decision, the expected line included; it counts as its answer."""
        thought = self._think(view)
        self.expected = thought.expected
        return Thought(**{**vars(thought), "line": self._line(view, thought.chosen)})

    def _prepare(self, view: SeatView) -> None:
        if self._ready_for == (view.game, view.num_players):
            return
        if self._game is None or self._game.name != view.game:
            self._game = load_game(view.game)
        game, settings = self._game, self.settings
        policy = compiled_bot(settings.policy, game)
        opponents = compiled_bot(settings.opponents, game) if settings.opponents else policy
        self._value = find_value(settings.value, game.name, view.num_players)
        self._tree = Tree(
            game,
            policy,
            opponents,
            self._value,
            exploration=settings.exploration,
            prior=settings.prior,
            everybody=settings.nodes == "all",
        )
        self._world = game.new(1)
        self._memory = policy.new_memory(self._seed)
        self._ready_for = (view.game, view.num_players)

    def _think(self, view: SeatView) -> Thought:
        begun = perf_counter()
        self._prepare(view)
        tree, legal = self._tree, view.legal.astype(np.int16)
        policy_action = tree.policy.act(view.observation, legal.copy(), self._memory.copy())
        view.worlds(self._world, 1, int(self._rng.integers(SEEDS)))
        stop_turn = 0 if self._value is None else self._turn() + self.settings.turns
        seed = int(self._rng.integers(SEEDS))
        tree.plant(self._world, view.seat, self._memory, seed=seed, stop_turn=stop_turn, together=False)
        self._grow(view, begun)
        found = tree.choices(view.observation, view.seat)
        actions = [int(action) for action in legal]
        tried = [found[action] if action in found else None for action in actions]
        visits = np.array([choice.visits if choice else 0 for choice in tried])
        values = np.array([c.shares[view.seat] if c and c.visits else np.nan for c in tried])
        errors = np.array([c.error if c else np.nan for c in tried])
        best = np.flatnonzero(visits == visits.max())
        chosen = actions[int(best[np.nanargmax(values[best])])] if visits.any() else policy_action
        tree.policy.act(view.observation, np.array([chosen, chosen], np.int16), self._memory)
        return Thought(
            seat=view.seat,
            actions=legal,
            values=values,
            errors=errors,
            rollouts=visits,
            chosen=chosen,
            policy_action=policy_action,
            seconds=perf_counter() - begun,
        )

    def _turn(self) -> int:
        """The number of the turn."""
        game = self._tree.game
        row = game.new_rows()
        empty = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)
        game.advance(self._world, 0, NO_ACTION, *empty, row)
        return int(row["turn"][0])

    def _grow(self, view: SeatView, begun: float) -> None:
        """Plays rounds until nothing more can change the choice, or the limit is reached."""
        tree, settings = self._tree, self.settings
        seconds, limit = settings.milliseconds / 1000, settings.rollouts
        worth, start = FIRST_ROUND, perf_counter()
        while True:
            if limit:
                worth = min(worth, limit - tree.rollouts)
            if worth < 1:
                return
            tree.grow(worth)
            now = perf_counter()
            left = limit - tree.rollouts if limit else 2**62
            if seconds:
                each = (now - start) / tree.rollouts
                left = min(left, int((begun + seconds - now) / each))
            if left < 1 or self._settled(view, left):
                return
            worth = max(1, min(left, LARGEST_ROUND, 2 * worth))

    def _settled(self, view: SeatView, left: int) -> bool:
        """Whether the action that was tried most often stays so whatever the rollouts that are left find."""
        visits = sorted(c.visits for c in self._tree.choices(view.observation, view.seat).values())
        return len(visits) > 1 and visits[-1] - visits[-2] > left

    def _line(self, view: SeatView, chosen: int) -> tuple[tuple[int, int], ...]:
        """The choices tried most often from node to node, in the world that was drawn first."""
        tree, everybody = self._tree, self.settings.nodes == "all"
        game = tree.game
        state, row = game.clone(self._world), game.new_rows()
        row["skip_forced"] = 1
        obs, mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)
        line, action = [(view.seat, chosen)], chosen
        while len(line) < LONGEST_LINE:
            game.advance(state, 0, action, obs, mask, row)
            player = int(row["seat"][0])
            if player < 0:
                break
            seen = obs if everybody else game.observe(state, view.seat)
            found = {a: c.visits for a, c in tree.choices(seen, player).items() if mask[a] and c.visits}
            if not found:
                break
            action = max(found, key=lambda a: found[a])
            line.append((player, action))
        return tuple(line)
