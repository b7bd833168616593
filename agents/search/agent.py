"""The bots that search, as agents: each makes a searcher for the game and the number of players that it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.hooks import AgentHooks
from fs_env.agents import BOTS_IN
from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.agents.search.flat import FlatSearcher
from fs_env.agents.search.searcher import Searcher, table_for
from fs_env.agents.search.settings import FlatSettings, Settings, TreeSettings, method_for, split_method
from fs_env.agents.search.tree import TreeSearcher
from fs_env.agents.values.files import is_cooperative
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.agents.search.result import SearchResult
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy


METHODS: dict[str, tuple[type[Settings], Any]] = {
    "race": (FlatSettings, FlatSearcher),
    "tree": (TreeSettings, TreeSearcher),
}
"""The settings and the searcher of each method."""


class SearchAgent(AgentHooks):
    """Search with a policy, a value and a limit, by the method that is better in the game; see `FlatSettings` and `TreeSettings` for the
    parameters, and `split_method` for what chooses.

    Attributes:
        settings: its parameters, with the defaults of the game that it plays.
        searcher: of the game that it plays; None before its first decision.
        interrupt: ends its searches before their own limits do; callers may set another one.
        expected: share of the win after its last answer, as it sees it; None before the first one, or if that was not tried.
    """

    wants_determinizations = True
    KIND: ClassVar[str] = "search"

    def __init__(self, parameters: dict[str, str] | None = None, game: Game | None = None) -> None:
        given = dict(parameters or {})
        listed = ",".join(f"{name}={text}" for name, text in given.items())
        self.name = f"{self.KIND}:{listed}" if listed else self.KIND
        self._method, self._given = self._split(given)
        known = METHODS[self._method or "race"][0]
        self.settings = known.read(self._given) if game is None else known.of_game(game.name, self._given)
        self.searcher: Searcher | None = None
        self.interrupt: Interrupt = NEVER
        self._game, self._made_for = game, ("", 0, False)
        if game is not None:
            self._make(*table_for(self.settings, game))
        self.reset(0, 0)

    def _split(self, given: dict[str, str]) -> tuple[str, dict[str, str]]:
        return split_method(given)

    @property
    def policies(self) -> tuple[Policy, ...] | None:
        """The compiled bots that play in its rollouts; None before it knows the game, if one of them is code from elsewhere."""
        if self.searcher is not None:
            return self.searcher.policies
        named = [self._given.get(name, "") for name in BOTS_IN]
        return None if any(":" in spec and not spec.startswith("policy:") for spec in named) else ()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"searcher": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A searcher holds addresses of this process; a copy has its own, and remembers the same."""
        self.__dict__.update(state)
        name, num_players, cooperative = self._made_for
        if name:
            self._make(num_players, cooperative)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides which determinizations are drawn."""
        self._seed, self._rng = seed, np.random.default_rng(seed)
        self._memory: NDArray[np.int64] | None = None
        self.expected: float | None = None

    def act(self, view: SeatView) -> int:
        return self._search(view, line=False).chosen

    def search(self, view: SeatView) -> SearchResult:
        """The result of searching a decision, the expected line included; it counts as its answer."""
        return self._search(view, line=True)

    def _search(self, view: SeatView, *, line: bool) -> SearchResult:
        cooperative = is_cooperative(view.game, view.observation)
        if self.searcher is None or self._made_for != (view.game, view.num_players, cooperative):
            if self._game is None or self._game.name != view.game:
                self._game = load_game(view.game)
            self._make(view.num_players, cooperative)
            self._memory = None
        assert self.searcher is not None
        if self._memory is None:
            self._memory = self.searcher.new_memory(self._seed)
        result = self.searcher.search(view, self._memory, self._rng, line=line, interrupt=self.interrupt)
        self.expected = result.expected
        return result

    def _make(self, num_players: int, cooperative: bool) -> None:
        assert self._game is not None
        settings, searcher = METHODS[self._method or method_for(self._game.name, num_players)]
        self.settings = settings.of_game(self._game.name, self._given)
        self.searcher = searcher(self._game, num_players, self.settings, cooperative=cooperative)
        self._made_for = self._game.name, num_players, cooperative


class TreeAgent(SearchAgent):
    """Search with a tree of information sets; see `TreeSettings` for its parameters."""

    KIND = "tree"

    def _split(self, given: dict[str, str]) -> tuple[str, dict[str, str]]:
        return "tree", given
