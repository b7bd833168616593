"""Choice of the next session: a game, its options, an interface and a seed, all from the number of the session."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from fs_env.core.machine.declare.options import Option
from fs_env.core.machine.run.game import Game

INTERFACES = ("rules", "aec", "seat", "vector", "rows")
CHANCE = 0.3  # of each option to leave its default
TRIES = 200  # until options are found that can be played together
LISTED = 64  # an option with more values takes an end of its range, or a number between, small ones more often


class Session(NamedTuple):
    number: int
    seed: int
    game: str
    interface: str
    options: dict[str, int]

    def words(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"session {self.number}: {self.game} by {self.interface}, seed {self.seed}, {options}"


def make_session(run_seed: int, number: int, games: Sequence[Game], interfaces: Sequence[str] = INTERFACES) -> Session:
    """The session with a number. Games and interfaces take turns, so that any long enough part of a run has all pairs of them."""
    draw = random.Random(f"{run_seed} {number}")
    game = games[number % len(games)]
    interface = interfaces[number // len(games) % len(interfaces)]
    return Session(number, draw.randrange(2**31), game.name, interface, draw_options(game, draw))


def draw_options(game: Game, draw: random.Random) -> dict[str, int]:
    """Options that can be played together, each with some chance another than its default."""
    for _ in range(TRIES):
        chosen = {"num_players": draw.randint(game.min_players, game.max_players)}
        for name, option in game.options.items():
            if name not in chosen and draw.random() < CHANCE:
                chosen[name] = draw_value(option, draw)
        try:
            game.option_values(**chosen)
        except ValueError:  # they exclude each other, or that many seats
            continue
        return chosen
    raise RuntimeError(f"{TRIES} random choices of the options of {game.name} and none is playable: see conflict")


def draw_value(option: Option, draw: random.Random) -> int:
    if len(option.values) <= LISTED or option.bits:
        return draw.choice(option.values)
    last = len(option.values) - 1
    place = draw.choice((0, last, min(last, int(2 ** draw.uniform(0, last.bit_length())))))
    return option.values[place]
