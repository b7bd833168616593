"""Recorded games of Castles of Caleira, which play fast without compilation, and the beginning of one of Betrayal."""

from __future__ import annotations

import random
from functools import cache

from fs_env.core.betrayal.game import GAME as BETRAYAL
from fs_env.core.castles_of_caleira.game import GAME
from fs_env.replays import Recorder, Replay


@cache
def recorded(players: int = 3, seed: int = 5, values: bool = True) -> Replay:
    draw, S = random.Random(seed), GAME.new(1)
    GAME.setup(S, seed=seed, num_players=players)
    book = Recorder(GAME, seed, {"num_players": players}, ["Ann", "Bob", "<Cy>", "Dee"][:players])
    while (seat := GAME.to_act(S)) >= 0:
        legal = GAME.legal(S).tolist()
        action = draw.choice(sorted(legal))
        book.choice(S, seat, legal, action, draw.random() if values else None)
        GAME.step(S, action)
    return book.replay(S, GAME.outcome(S), GAME.returns(S).tolist())


@cache
def explored(decisions: int = 16) -> Replay:
    """A game of Betrayal that is cut off while the map grows; of equal rotations of a tile the last one is chosen."""
    S, options, draw = BETRAYAL.new(1), {"num_players": 3, "max_decisions": decisions}, random.Random(7)
    BETRAYAL.setup(S, seed=7, **options)
    book = Recorder(BETRAYAL, 7, options, ["Ann", "Bob", "Cy"])
    while (seat := BETRAYAL.to_act(S)) >= 0:
        legal = sorted(BETRAYAL.legal(S).tolist())
        go = [a for a in legal if BETRAYAL.action_text(a).startswith("go ")]
        turning = "turns the new tile" in BETRAYAL.decision_text(S)
        action = legal[-1] if turning else draw.choice(go or legal)
        book.choice(S, seat, legal, action, None)
        BETRAYAL.step(S, action)
    return book.replay(S, BETRAYAL.outcome(S), BETRAYAL.returns(S).tolist())
