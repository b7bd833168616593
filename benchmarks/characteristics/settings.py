"""The games and numbers of players that are measured, and the bots of the field that play each of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fs_env.agent_api.shipped import policy_of
from fs_env.agent_api.specs import load_agent
from fs_env.arena.ratings import t_quantile
from fs_env.core.machine.run.game import Game
from fs_env.core.machine.run.policy import Policy
from fs_env.leaderboard.field import the_field
from fs_env.registry.games import load_game

SETS, ALL_SETS = ("base", "gold", "plus"), 7
ADDED = {
    "betrayal": {"policy:betrayal_4": (4,), "search:method=race,rollouts=25": range(3, 7)},
    "castles_of_caleira": {"heuristic": range(2, 5)},
}
"""Bots beyond the field, and for how many players."""


class Setting(NamedTuple):
    """A game with its number of players and options.

    Attributes:
        scenario: of the leaderboard, with the same options; "": none.
    """

    key: str
    title: str
    name: str
    players: int
    chosen: Mapping[str, int] = {}
    scenario: str = ""

    @property
    def game(self) -> Game:
        return load_game(self.name)

    @property
    def options(self) -> dict[str, int]:
        return {"num_players": self.players, **self.chosen}

    @property
    def cooperative(self) -> bool:
        return self.game.cooperative(**self.options)

    def bots(self) -> list[str]:
        """The bots of the field that play here, as specs, and those in `ADDED`."""
        sets = SETS if self.chosen.get("sets") == ALL_SETS else SETS[:1]
        members = the_field().members[self.name].values()
        fitting = [one for one in members if one.players in (0, self.players) and one.sets in ((), sets)]
        added = [spec for spec, players in ADDED.get(self.name, {}).items() if self.players in players]
        return [one.spec for one in fitting if one.name != "exploiter" and self.admits(one.spec)] + added

    def admits(self, spec: str) -> bool:
        """Whether a bot may play with these options; networks play with the card sets that they were trained with."""
        policy = policy_of(load_agent(spec, self.game))
        try:
            if policy is not None:
                policy.check_options(self.game, self.options)
        except ValueError:
            return False
        return True

    def policies(self) -> dict[str, Policy]:
        """The compiled ones, by spec."""
        found = {spec: policy_of(load_agent(spec, self.game)) for spec in self.bots()}
        return {spec: policy for spec, policy in found.items() if policy is not None}

    def search(self) -> str:
        return next(spec for spec in self.bots() if spec.startswith("search"))


SETTINGS = {
    one.key: one
    for one in (
        Setting("four_souls_2", "Four Souls, 2, base", "four_souls", 2, {}, "four_souls_2_base"),
        Setting("four_souls_3", "Four Souls, 3, base", "four_souls", 3),
        Setting("four_souls_4", "Four Souls, 4, base", "four_souls", 4),
        Setting("four_souls_2_all", "Four Souls, 2, all sets", "four_souls", 2, {"sets": ALL_SETS}, "four_souls_2_all"),
        Setting("four_souls_3_all", "Four Souls, 3, all sets", "four_souls", 3, {"sets": ALL_SETS}, "four_souls_3_all"),
        Setting("four_souls_4_all", "Four Souls, 4, all sets", "four_souls", 4, {"sets": ALL_SETS}, "four_souls_4_all"),
        Setting("cooperative_2", "Four Souls, 2, co-op", "four_souls", 2, {"variant": 2}),
        Setting("castles_2", "Castles, 2", "castles_of_caleira", 2, {}, "castles_2"),
        Setting("castles_3", "Castles, 3", "castles_of_caleira", 3),
        Setting("castles_4", "Castles, 4", "castles_of_caleira", 4),
        *(Setting(f"betrayal_{n}", f"Betrayal, {n}", "betrayal", n) for n in (3, 4, 5, 6)),
    )
}


def ratio(sums: ArrayLike, sizes: ArrayLike) -> list[float]:
    """The ratio of two totals over games, and half of its 95 % interval; games are independent, what happens within one is not."""
    of, per, n = np.asarray(sums, float), np.asarray(sizes, float), np.size(sums)
    mean = of.sum() / per.sum()
    error = sqrt(n / max(1, n - 1) * float(((of - mean * per) ** 2).sum())) / per.sum()
    return [rounded(mean), rounded(t_quantile(max(1, n - 1)) * error)]


def rounded(value: Any) -> float:
    return float(f"{float(value):.4g}")
