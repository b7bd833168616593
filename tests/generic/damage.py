"""Snapshots of states that no play could reach, signed as if they were sound: each is refused, or can be played on.

    python -m tests.generic.damage '[["package.module:GAME", num_players, flips, seed, {options}], ...]'

It runs in its own process, since what it looks for ends or stops a process.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from typing import Any

import numpy as np

from fs_env.core.machine.run.game import Game, load_game

EVERY = 8  # flips of one position
AHEAD = 40  # most decisions that are played on
NEAR = (2, 8, 64, 10**9)  # bytes of a field among which one is taken
ODD = (0, 1, 2, 3, 127, 128, 254, 255)


def damage(game: Game, sound: Any, draw: random.Random) -> bytes:
    """A snapshot of the state with one number wrong: a flipped bit or another byte, its checksum as it should be.

    Half of them lie anywhere, half in a field taken by lot, rather near its beginning.
    """
    S = game.clone(sound)
    data = S.view(np.ndarray).view(np.uint8)
    at = draw.randrange(len(data))
    if draw.random() < 0.5:
        fields: Any = game.dtype.fields
        dtype, at = fields[draw.choice(game.dtype.names)][:2]
        at += draw.randrange(min(dtype.itemsize, draw.choice(NEAR)))
    data[at] = data[at] ^ 1 << draw.randrange(8) if draw.random() < 0.5 else draw.choice(ODD)
    return game.snapshot(S)


def play_on(game: Game, S: Any, draw: random.Random) -> bool:
    """Looks at a position from all sides and plays on; whether it could until a game ended or the limit was reached."""
    players = range(game.num_players(S))
    reader = draw.choice((None, *players))
    game.text(S, player=reader)
    game.to_json(S, player=reader)
    for player in players:
        game.observe(S, player)
        game.resample(game.clone(S), player, 0, draw.getrandbits(40))
    for _ in range(AHEAD):
        legal = game.legal(S)
        if len(legal) == 0:
            if game.to_act(S) >= 0 or game.outcome(S) == 0:
                return False
            break
        game.step(S, draw.choice(legal.tolist()))
        for player in players:
            game.observe(S, player)
    game.playout(S, 0, draw.getrandbits(40), 10**6)
    return True


def main() -> None:
    """Prints for each case how often each thing happened, as a line of JSON."""
    for case in json.loads(sys.argv[1]):
        print(json.dumps(outcomes(*case)), flush=True)


def outcomes(home: str, num_players: int, flips: int, seed: int, options: dict[str, int]) -> Counter[str]:
    """How often damaged snapshots were refused, restored, or led to an error, by its text."""
    game, draw, seen = load_game(home), random.Random(seed), Counter[str]()
    sound, other = game.new(), game.new()
    for k in range(flips):
        if k % EVERY == 0:
            game.setup(sound, seed=draw.getrandbits(40), num_players=num_players, **options)
            game.playout(sound, 0, draw.getrandbits(40), draw.randrange(2, 400))
        data = damage(game, sound, draw)
        try:
            game.restore(other, data)
        except ValueError as error:
            seen["refused" if "contains no position" in str(error) else str(error)] += 1
            continue
        seen["as it was" if data == game.snapshot(sound) else "restored"] += 1
        print(home, num_players, options, k, flush=True, file=sys.stderr)
        try:
            seen["played on" if play_on(game, other, draw) else "stuck"] += 1
        except Exception as error:  # an error in Python ends nothing and stops nothing
            seen[f"told: {error!r}"] += 1
    return seen


if __name__ == "__main__":
    main()
