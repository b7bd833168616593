"""Who plays against the learner: a weighted mix from which every other seat of every game is drawn by itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.policy import NetworkPolicy
from fs_env.core.machine.table.rng import pick_int
from fs_env.envs.opponents import Compiled, find_opponent
from fs_env.training.settings.run_settings import PAST, SELF

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game
    from fs_env.core.machine.run.policy import Policy

LEARNER = -1  # instead of an opponent: the learner itself
SEAT_DRAW, PAST_DRAW = 0x0995, 0x9A57  # separate what is drawn of a game
FINE = 2**31


class Opponents:
    """The mix of opponents.

    A name is that of a compiled bot or its spec, in which ";" may represent commas, "self" for the learner, whose decisions in that
    seat count too, or "past" for one of the learner's past networks, equally likely each; while there are none, "past" is the learner.

    Attributes:
        names: of all opponents, in the order of their numbers, "past" for every past network.
        policies: what plays as each.
        custom: numbers of those that are not of this package -> what plays.
    """

    def __init__(self, game: Game, options: Mapping[str, int], weights: Mapping[str, float], past: int = 0) -> None:
        if not weights or min(weights.values()) < 0 or not sum(weights.values()) > 0:
            raise ValueError(f"opponents={dict(weights)!r}: expected weights from 0 up, not all 0")
        self.names: list[str] = []
        self.policies: list[Policy] = []
        self.custom: dict[int, Any] = {}
        self._kinds = list(weights)
        self._bounds = np.cumsum(list(weights.values())) / sum(weights.values()) * FINE
        self._past: list[int] = []
        self._room = past
        for name in weights:
            if name not in (SELF, PAST):
                found = compiled_bot(name, game, options)
                number = self._add(name, found.policy)
                if found.custom is not None:
                    self.custom[number] = found.custom

    def _add(self, name: str, policy: Policy) -> int:
        self.names.append(name)
        self.policies.append(policy)
        return len(self.names) - 1

    @property
    def words(self) -> int:
        """Words of memory that suffice for all of them."""
        return max([2, *(policy.words for policy in self.policies)])

    @property
    def past(self) -> list[SparseNetwork]:
        """The past networks, the one that was added first in front, until it was replaced."""
        return [one.network for one in map(self.policies.__getitem__, self._past) if isinstance(one, NetworkPolicy)]

    def add_past(self, network: SparseNetwork, place: int) -> None:
        """Adds a past network, which draws its actions; one that is there at this place is replaced, also in games it plays."""
        if not 0 <= place <= len(self._past) or place >= self._room:
            raise ValueError(f"place={place}: there are {len(self._past)} past networks, and room for {self._room}")
        if place < len(self._past):
            policy = self.policies[self._past[place]]
            assert isinstance(policy, NetworkPolicy)
            policy.network.take(network)
            return
        self._past.append(self._add(PAST, NetworkPolicy(network.copy(), temperature=1.0, name=PAST)))

    def seat(self, seed: int, seats: int, learner: int) -> NDArray[np.int64]:
        """The player of each seat in the game dealt from a seed: numbers of opponents, `LEARNER` for the learner; int64 (seats,)."""
        who = np.full(seats, LEARNER, np.int64)
        for seat in range(seats):
            if seat != learner:
                drawn = pick_int(seed ^ SEAT_DRAW, seat, FINE)
                who[seat] = self._number(self._kinds[int(np.searchsorted(self._bounds, drawn, "right"))], seed, seat)
        return who

    def _number(self, kind: str, seed: int, seat: int) -> int:
        if kind == SELF or (kind == PAST and not self._past):
            return LEARNER
        if kind == PAST:
            return self._past[pick_int(seed ^ PAST_DRAW, seat, len(self._past))]
        return self.names.index(kind)


def compiled_bot(name: Any, game: Game, options: Mapping[str, int]) -> Compiled:
    given = name.replace(";", ",") if isinstance(name, str) else name
    found = find_opponent(given, game)
    if not isinstance(found, Compiled):
        raise ValueError(f"opponent {name!r} is not a compiled bot: expected one such as heuristic or policy:FILE.npz")
    found.policy.check(game.name, options["num_players"])
    found.policy.check_options(game, options)
    return found
