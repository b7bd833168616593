"""Recorded games of Castles of Caleira, which play fast without compilation."""

from __future__ import annotations

import random
from functools import cache

from fs_env.core.castles_of_caleira.game import GAME
from fs_env.replays import Recorder, Replay


@cache
def recorded(players: int = 3, seed: int = 5, values: bool = True) -> Replay:
    """A random game to its end, with values that everybody made up."""
    draw, S = random.Random(seed), GAME.new(1)
    GAME.setup(S, seed=seed, num_players=players)
    book = Recorder(GAME, seed, {"num_players": players}, ["Ann", "Bob", "<Cy>", "Dee"][:players])
    while (seat := GAME.to_act(S)) >= 0:
        legal = GAME.legal(S).tolist()
        action = draw.choice(sorted(legal))
        book.choice(S, seat, legal, action, draw.random() if values else None)
        GAME.step(S, action)
    return book.replay(S, GAME.outcome(S), GAME.returns(S).tolist())
