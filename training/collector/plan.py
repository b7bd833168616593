"""Description of a collector that another machine can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fs_env.arena.spec_paths import absolute
from fs_env.registry.games import NamesGame, load_game
from fs_env.training.collector.collector import Collector
from fs_env.training.settings.run_settings import PAST, SELF
from fs_env.training.shaping import potential_of

if TYPE_CHECKING:
    from fs_env.agents.networks.network import SparseNetwork


@dataclass(frozen=True)
class CollectorPlan(NamesGame):
    game: str
    num_envs: int
    num_players: int
    options: Mapping[str, int]
    opponents: Mapping[str, float]
    past: int
    seed: int
    shaped: bool

    def __post_init__(self) -> None:
        game = load_game(self.game)
        if self.shaped and potential_of(game, self.num_players) is None:
            raise ValueError(f"shaping: {game.name} has no potential; leave it at 0")

    def collector(
        self, network: SparseNetwork, critic: SparseNetwork | None = None, groups: Sequence[int] | None = None
    ) -> Collector:
        game = load_game(self.game)
        return Collector(
            game,
            network,
            self.num_envs,
            opponents=self.opponents,
            num_players=self.num_players,
            options=self.options,
            past=self.past,
            seed=self.seed,
            potential=potential_of(game, self.num_players) if self.shaped else None,
            groups=groups,
            critic=critic,
        )

    def elsewhere(self) -> CollectorPlan:
        """The same for a process with another working folder: files by their absolute paths."""
        named = {
            name if name in (SELF, PAST) else absolute(name.replace(";", ",")): weight
            for name, weight in self.opponents.items()
        }
        return replace(self, game=absolute(self.game), opponents=named)
