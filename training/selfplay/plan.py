"""Which games are played and stored: everything that decides about the bytes of the files."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fs_env.core.checks import check_whole
from fs_env.core.files import FileKind
from fs_env.registry.games import NamesGame, load_game, version_of
from fs_env.version import __version__

FORMAT = 1
PLAN_FILE = "plan.json"
FILE = FileKind("the plan of fs-env selfplay", "restore it, or choose another folder")
MOST_GAMES = 10**8


@dataclass(frozen=True)
class SelfplayPlan(NamesGame):
    """The settings of self-play.

    Every game has its own deal. The agents take the seats in turn: in game n, seat s is played by agent (n + s) modulo their
    number. Consecutive games share a file.

    Attributes:
        agents: specs such as "search:rollouts=200"; a single one plays all seats.
        players: seats in a game.
        games: games to play; more can be added later.
        seed: determines all deals and the agents' own seeds.
        game: id of the game, or "module:NAME".
        options: further options of `Game.setup`.
        games_per_file: games in one file.

    Raises:
        ValueError: no agents, a number out of range, or an unknown game or option.
        TypeError: an agent that is not a text.
    """

    agents: Sequence[str]
    players: int = 2
    games: int = 100
    seed: int = 0
    game: str = "four_souls"
    options: Mapping[str, int] = field(default_factory=dict)
    games_per_file: int = 8

    def __post_init__(self) -> None:
        if isinstance(self.agents, str) or not self.agents:
            raise ValueError(f"agents={self.agents!r}: expected at least one spec, such as ['search:rollouts=200']")
        for agent in self.agents:
            if not isinstance(agent, str):
                raise TypeError(f"bot {agent!r}: expected its spec, a text such as 'search:rollouts=200'")
        object.__setattr__(self, "agents", tuple(self.agents))
        object.__setattr__(self, "options", dict(self.options))
        load_game(self.game).option_values(num_players=self.players, **self.options)
        object.__setattr__(self, "games", check_whole("games", self.games, 1, MOST_GAMES))
        object.__setattr__(self, "seed", check_whole("seed", self.seed, 0, 2**63 - 1))
        object.__setattr__(self, "games_per_file", check_whole("games_per_file", self.games_per_file, 1, 10_000))

    @property
    def environment(self) -> str:
        """Name and version of the game's environment; the game's own name if it is not one of this package."""
        return version_of(self.game)

    @property
    def files(self) -> int:
        return -(-self.games // self.games_per_file)

    def numbers(self, file: int) -> range:
        first = file * self.games_per_file
        return range(first, min(first + self.games_per_file, self.games))

    def file_name(self, file: int) -> str:
        return f"games_{file * self.games_per_file:08}.npz"

    def deal(self, number: int) -> int:
        """The seed of a game; it does not depend on `games`."""
        return random.Random(f"self-play {self.seed} {number}").getrandbits(63)

    def seats(self, number: int) -> tuple[int, ...]:
        """The agent in each seat of a game, as its place in `agents`."""
        return tuple((number + seat) % len(self.agents) for seat in range(self.players))

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON values, with the versions that it holds for."""
        return {
            "format": FORMAT,
            "version": __version__,
            "environment": self.environment,
            "game": self.game,
            "agents": list(self.agents),
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "games": self.games,
            "games_per_file": self.games_per_file,
        }


def stored_plan(folder: Path) -> dict[str, Any]:
    """The plan of a folder as JSON values. Raises ValueError if there is none, or it is damaged."""
    path = folder / PLAN_FILE
    if not path.exists():
        raise ValueError(f"{path}: there is no such file: {str(folder)!r} is not a folder of fs-env selfplay")
    data = FILE.table(path)
    if data.get("format") != FORMAT:
        FILE.refuse(path, f"it has format {data.get('format')!r}, not {FORMAT}")
    with FILE.checked(path):
        for name, kind in {"game": str, "environment": str, "agents": list, "options": dict, "players": int}.items():
            if type(data[name]) is not kind:
                raise ValueError(f"its {name} is {data[name]!r}")
        if not all(type(value) is int for value in data["options"].values()):
            raise ValueError(f"its options are {data['options']!r}")
    return data


def difference(stored: Mapping[str, Any], plan: Mapping[str, Any]) -> str | None:
    """The first entry in which two plans differ, as text; None if none does. More or fewer games are no difference."""
    for name in sorted((stored.keys() | plan.keys()) - {"games"}):
        if stored.get(name) != plan.get(name):
            return f"its {name} is {stored.get(name)!r}, not {plan.get(name)!r}"
    return None
