"""The seeds of deals; in games by sides, those of the deals in which a seat is assigned to a side."""

import random
from collections import defaultdict
from functools import lru_cache

from fs_env.agent_api.seeds import read_key
from fs_env.agent_api.specs import load_agent
from fs_env.arena.by_side import UNASSIGNED, BySide
from fs_env.arena.match import Match
from fs_env.registry.games import load_game

TRIES = 2000  # deals in a row without the side


@lru_cache(maxsize=2**14)
def seed_of(seed: int, deal: int) -> int:
    return random.Random(f"{seed} {deal}").getrandbits(63)


class SideDeals:
    """The deals of a plan, each played by the bot `until` in all seats until these are assigned to sides; found as they are asked for."""

    def __init__(self, game: str, players: int, options: tuple[tuple[str, int], ...], seed: int, until: str) -> None:
        self._rules, self._options, self._seed = load_game(game), dict(options), seed
        sides = self._rules.spec.sides
        assert sides is not None
        alone = [dict.fromkeys((UNASSIGNED, *sides.names), load_agent(until, self._rules)) for _ in range(players)]
        self._agents = [BySide(sides, agents, read_key(None)) for agents in alone]
        self._played, self._deals = 0, defaultdict[str, list[int]](list)  # by side: the deals in which a seat is on it

    def deal(self, side: str, number: int) -> int:
        """The seed of the deal with this number, 0-based, among those in which a seat is on a side.

        Raises:
            ValueError: of `TRIES` deals in a row none has the side.
        """
        deals = self._deals[side]
        while len(deals) <= number:
            if self._played - (deals[-1] + 1 if deals else 0) >= TRIES:
                raise ValueError(
                    f"{self._rules.name}: in {TRIES} deals in a row no seat is on the side {side!r} with these options"
                )
            for assigned in self._play(seed_of(self._seed, self._played)):
                self._deals[assigned].append(self._played)
            self._played += 1
        return seed_of(self._seed, deals[number])

    def _play(self, seed: int) -> frozenset[str]:
        match = Match(self._rules, self._agents, seed, self._options, None)
        match.play(lambda: bool(match.sides()[0]))
        return frozenset(match.sides()[0])


side_deals = lru_cache(maxsize=32)(SideDeals)
"""The `SideDeals` of a plan, cached for the next one with the same deals."""
