"""The games of a tournament: shared seeds, rotated seats."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fs_env.arena.agent import Agent, as_agent, load_agent
from fs_env.arena.referee import printable
from fs_env.core.checks import check_whole
from fs_env.core.machine.options import chosen_words
from fs_env.registry.games import load_game

LONGEST_NAME = 300  # characters of an agent's name that are kept: paths of files are long


class Pairing(NamedTuple):
    """One game to play: its seed and the agent (by number) in each seat."""

    number: int
    seed: int
    seats: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """The settings of a tournament.

    Games come in blocks that share one seed. In a block every agent of a group sits in every seat once: a group of k agents
    plays k games and fills the seats in turn. Two agents in four seats sit A B A B, then B A B A. With more agents than
    seats, each group of agents plays each seed. The turn order of a group changes from seed to seed.

    Attributes:
        agents: names, "module:NAME" or "path.py:NAME"; or agent objects, classes and functions (one process only).
        players: seats in a game.
        games: games to play; `total` rounds it up to whole blocks.
        seed: determines all deals and the agents' own seeds.
        game: id of the game, or "module:NAME".
        options: further options of `Game.setup`.

    Raises:
        ValueError: fewer than two agents, an impossible number of seats or games, or an unknown name or option.
    """

    agents: Sequence[Any]
    players: int = 2
    games: int = 100
    seed: int = 0
    game: str = "four_souls"
    options: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if isinstance(self.agents, str) or len(self.agents) < 2:
            raise ValueError(f"agents={self.agents!r}: a tournament needs at least two, such as random heuristic")
        rules = load_game(self.game)
        object.__setattr__(self, "agents", tuple(self.agents))
        object.__setattr__(self, "options", dict(self.options))
        rules.option_values(num_players=self.players, **self.options)
        object.__setattr__(self, "games", check_whole("games", self.games, 1, 10**9))
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, 2**63 - 1))

    @property
    def names(self) -> tuple[str, ...]:
        """A name for each agent; the second agent with a name becomes "name #2"."""
        return told_apart(self.make(agent).name for agent in self.agents)

    def make(self, agent: Any) -> Agent:
        """A new agent for an entry of `agents`; an agent object is returned as it is."""
        return load_agent(agent, load_game(self.game)) if isinstance(agent, str) else as_agent(agent)

    @property
    def chosen(self) -> str:
        """The options that are not at their defaults, as text; empty if all are."""
        return chosen_words(load_game(self.game).options, self.options)

    @property
    def block(self) -> int:
        """Games that share a seed."""
        return min(len(self.agents), self.players)

    @property
    def total(self) -> int:
        """`games` rounded up to whole blocks."""
        return -(-self.games // self.block) * self.block

    def pairing(self, number: int) -> Pairing:
        """The game with this number, 0-based; it does not depend on `games`."""
        block, turn = divmod(number, self.block)
        groups = list(itertools.combinations(range(len(self.agents)), self.block))
        deal, which = divmod(block, len(groups))
        first, *others = groups[which]
        orders = list(itertools.permutations(others))
        order = (first, *orders[deal % len(orders)])
        seats = tuple(order[(seat + turn) % self.block] for seat in range(self.players))
        return Pairing(number, random.Random(f"{self.seed} {deal}").getrandbits(63), seats)

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON values; `ResultFile` compares them."""
        return {
            "game": self.game,
            "agents": [agent if isinstance(agent, str) else f"object {self.make(agent).name}" for agent in self.agents],
            "players": self.players,
            "games": self.total,
            "seed": self.seed,
            "options": dict(self.options),
        }


def told_apart(names: Iterable[str]) -> tuple[str, ...]:
    """Printable one-line names; the second of equal names becomes "name #2"."""
    out: list[str] = []
    for given in names:
        name = printable(str(given), LONGEST_NAME)
        same = sum(1 for other in out if other == name or other.startswith(name + " #"))
        out.append(f"{name} #{same + 1}" if same else name)
    return tuple(out)
