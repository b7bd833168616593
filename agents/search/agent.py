"""The bot that improves a policy by search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fs_env.agents.search.searcher import Searcher
from fs_env.agents.search.settings import Settings
from fs_env.agents.search.thought import Thought
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.game import Game


class SearchAgent:
    """A search with a policy, a value and a limit; see `Settings` for its parameters.

    Attributes:
        name: the spec it was made from.
        settings: its parameters.

    Args:
        parameters: texts, as in the spec `search:milliseconds=300,policy=heuristic`.
        game: the game that it plays; None: the one of the first view.

    Raises:
        ValueError: a parameter that it does not know or cannot use.
    """

    wants_worlds = True
    expected: float | None = None  # share of the win after its last answer, as it sees it

    def __init__(self, parameters: dict[str, str] | None = None, game: Game | None = None) -> None:
        given = parameters or {}
        self.settings = Settings.read(given)
        self.name = "search" + "".join(f"{',' if k else ':'}{name}={given[name]}" for k, name in enumerate(given))
        self._game, self._searcher = game, None if game is None else Searcher(game, game.min_players, self.settings)
        self.reset(0, 0)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides which worlds are drawn."""
        self._seed, self._rng, self.expected = seed, np.random.default_rng(seed), None
        self._memory = None if self._searcher is None else self._searcher.policy.new_memory(seed)

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self._think(view, line=False).chosen

    def think(self, view: SeatView) -> Thought:
        """What it finds out about a decision, the expected line included; it counts as its answer."""
        return self._think(view, line=True)

    def _think(self, view: SeatView, *, line: bool) -> Thought:
        searcher = self._searcher
        if searcher is None or (searcher.game.name, searcher.num_players) != (view.game, view.num_players):
            if self._game is None or self._game.name != view.game:
                self._game = load_game(view.game)
            searcher = self._searcher = Searcher(self._game, view.num_players, self.settings)
        if self._memory is None:
            self._memory = searcher.policy.new_memory(self._seed)
        thought = searcher.think(view, self._memory, self._rng, line=line)
        self.expected = thought.expected
        return thought
