"""RLCard's games, stepped as in `Env.run`, without agent objects and without storing trajectories.

API: https://rlcard.org/rlcard.envs.html
"""

from __future__ import annotations

from functools import partial
from random import Random

from benchmarks.peers.workloads import LOOP, Play, Workload, whole_games

PACKAGE = "rlcard"
GAMES = ("leduc-holdem", "uno", "gin-rummy")


def workloads() -> list[Workload]:
    how = "env.reset, env.step, random choice of state['legal_actions'], in Python"
    return [
        Workload(f"rlcard.{name}", f"RLCard {name}", how, LOOP, PACKAGE, partial(open_loop, name)) for name in GAMES
    ]


def open_loop(name: str, seed: int) -> Play:
    import rlcard

    env = rlcard.make(name, config={"seed": seed})
    choice = Random(seed).choice

    def play_game() -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return whole_games(play_game)
