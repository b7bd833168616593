"""The base of both kinds of search: the bots in the seats, the value, the position as its seat knows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.agents.search.budget import NEVER, Interrupt
from fs_env.agents.values.files import cooperative_name, find_value
from fs_env.core.machine.run.codes import NO_ACTION
from fs_env.core.machine.run.policy import Policy

if TYPE_CHECKING:
    from fs_env.agent_api.view import SeatView
    from fs_env.agents.search.result import SearchResult
    from fs_env.agents.search.settings import Settings
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.value import Value

SEEDS = 2**62
WHOLE_GAME = 0  # instead of a turn, or of a horizon


class Searcher(ABC):
    """Searches decisions of one game with a number of players.

    Attributes:
        policy, opponents: play the searching seat and the others in rollouts.
        value: ends rollouts; None: they are whole games.
        root: shape (1,), the determinization that represents the position (`determinize`).
    """

    def __init__(self, game: Game, num_players: int, settings: Settings, *, cooperative: bool = False) -> None:
        self.game, self.num_players, self.cooperative = game, num_players, cooperative
        self.policy, self.opponents, self.value = parts_of(settings, game, num_players, cooperative=cooperative)
        self.root, self._row = game.new(1), game.new_rows(1)
        self._row["skip_forced"] = 1
        self._obs, self._mask = np.empty(game.schema.size, np.int16), np.empty(game.num_actions, np.int8)

    @property
    def policies(self) -> tuple[Policy, ...]:
        return self.policy, self.opponents

    @abstractmethod
    def search(
        self,
        view: SeatView,
        memory: NDArray[np.int64],
        rng: np.random.Generator,
        *,
        line: bool = False,
        interrupt: Interrupt = NEVER,
    ) -> SearchResult:
        """Searches one decision; adds the chosen action to the memory of the seat, int64 (words,); `line`: with the expected line."""

    def new_memory(self, seed: int) -> NDArray[np.int64]:
        return self.policy.new_memory(seed)

    def determinize(self, view: SeatView, rng: np.random.Generator) -> int:
        """Draws `root`; returns the number of the turn."""
        view.determinize(self.root, 1, int(rng.integers(SEEDS)))
        self.game.advance(self.root, 0, NO_ACTION, self._obs, self._mask, self._row)
        return int(self._row["turn"][0])

    def remember(self, view: SeatView, memory: NDArray[np.int64], action: int, policy: Policy | None = None) -> None:
        (policy or self.policy).act(view.observation, np.array([action, action], np.int16), memory)


def parts_of(
    settings: Settings, game: Game, num_players: int = 0, *, cooperative: bool | None = None
) -> tuple[Policy, Policy, Value | None]:
    """The policy, the opponents and the value of a search; `num_players` 0: any; `cooperative` None: not known."""
    policy = compiled_bot(settings.policy, game, num_players)
    opponents = compiled_bot(settings.opponents, game, num_players) if settings.opponents else policy
    return policy, opponents, find_value(settings.value, game, num_players, cooperative=cooperative)


def table_for(settings: Settings, game: Game) -> tuple[int, bool]:
    """The number of players that the networks of a search are for, else the smallest; and whether its value is cooperative."""
    parts = parts_of(settings, game)
    made_for = (getattr(part, "num_players", 0) for part in parts)
    value = parts[-1]
    cooperative = value is not None and value.name == cooperative_name(game.name)
    return next((players for players in made_for if players), game.min_players), cooperative


def compiled_bot(spec: str, game: Game, num_players: int = 0) -> Policy:
    """The policy of a bot, written as a parameter: ";" represents the "," of its own parameters."""
    policy = policy_of(load_agent(spec.replace(";", ","), game))
    if policy is None:
        raise ValueError(f"policy={spec!r} is not a compiled bot: expected one such as heuristic or random")
    policy.check(game.name, num_players or policy.num_players)
    return policy
