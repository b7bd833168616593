"""What every bot that thinks ahead is as an agent: it makes a thinker for the game and the number of players that it meets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.thinking.ground import table_for
from fs_env.agents.values.files import is_together
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.agents.thinking.settings import ThinkingSettings
    from fs_env.agents.thinking.thought import Thought
    from fs_env.arena.agent import SeatView
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy


class Thinker(Protocol):
    """Thinks about decisions of one game with a number of players."""

    policy: Policy

    def new_memory(self, seed: int) -> NDArray[np.int64]:
        """What `think` remembers of a new game, for one seat."""

    def think(
        self, view: SeatView, memory: NDArray[np.int64], rng: np.random.Generator, *, line: bool = False
    ) -> Thought:
        """Thinks about one decision.

        Args:
            view: of the seat, with worlds.
            memory: int64 (words,), from `new_memory`, of this seat and game; the chosen action is added to it.
            rng: of the worlds.
            line: whether the expected line is wanted.
        """


class ThinkingAgent:
    """A bot with a thinker and a limit; each kind says which settings and which thinker.

    Attributes:
        name: the spec it was made from.
        settings: its parameters.
        thinker: of the game that it plays; None before its first decision.
        expected: share of the win after its last answer, as it sees it; None before the first one, or if that was not tried.

    Args:
        parameters: texts, as in the spec `search:milliseconds=300,policy=heuristic`.
        game: the game that it plays; None: the one of the first view.

    Raises:
        ValueError: a parameter that it does not know or cannot use.
    """

    wants_worlds = True
    SETTINGS: ClassVar[type[ThinkingSettings]]
    THINKER: ClassVar[Any]
    """Called with the game, the number of players, the settings, and whether the seats win or lose together."""

    def __init__(self, parameters: dict[str, str] | None = None, game: Game | None = None) -> None:
        given = parameters or {}
        self.settings = self.SETTINGS.read(given)
        listed = ",".join(f"{name}={text}" for name, text in given.items())
        self.name = f"{self.SETTINGS.KIND}:{listed}" if listed else self.SETTINGS.KIND
        self.thinker: Thinker | None = None
        self._game, self._made_for = game, ("", 0, False)
        if game is not None:
            self._make(*table_for(self.settings, game))
        self.reset(0, 0)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"thinker": None}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """A thinker holds addresses of this process; a copy has its own, and remembers the same."""
        self.__dict__.update(kept)
        name, num_players, together = self._made_for
        if name:
            self._make(num_players, together)

    def reset(self, seat: int, seed: int) -> None:
        """Starts a game; only `seed` decides which worlds are drawn."""
        self._seed, self._rng = seed, np.random.default_rng(seed)
        self._memory: NDArray[np.int64] | None = None
        self.expected: float | None = None

    def act(self, view: SeatView) -> int:
        """The id of a legal action."""
        return self._think(view, line=False).chosen

    def think(self, view: SeatView) -> Thought:
        """What it finds out about a decision, the expected line included; it counts as its answer."""
        return self._think(view, line=True)

    def _think(self, view: SeatView, *, line: bool) -> Thought:
        together = is_together(view.game, view.observation)
        if self.thinker is None or self._made_for != (view.game, view.num_players, together):
            if self._game is None or self._game.name != view.game:
                self._game = load_game(view.game)
            self._make(view.num_players, together)
            self._memory = None
        assert self.thinker is not None
        if self._memory is None:
            self._memory = self.thinker.new_memory(self._seed)
        thought = self.thinker.think(view, self._memory, self._rng, line=line)
        self.expected = thought.expected
        return thought

    def _make(self, num_players: int, together: bool) -> None:
        assert self._game is not None
        self.thinker = self.THINKER(self._game, num_players, self.settings, together=together)
        self._made_for = self._game.name, num_players, together
