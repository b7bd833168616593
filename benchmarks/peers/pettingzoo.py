"""PettingZoo's classic games, in the loop of its documentation and in the fastest possible one.

Loop: https://pettingzoo.farama.org/content/basic_usage/
"""

from __future__ import annotations

from importlib import import_module
from itertools import count

from benchmarks.peers.workloads import LOOP, SAMPLE, Play, Workload, whole_games
from fs_env.bench.figures import own_sampler, space_sampler

PACKAGE = "pettingzoo[classic]"
GAMES = ("connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6")
HOW = {
    LOOP: "AEC loop in Python, custom random pick of the mask",
    SAMPLE: "agent_iter, last, action_space.sample(mask), step",
}
PLAYERS = {LOOP: own_sampler, SAMPLE: space_sampler}


def workloads() -> list[Workload]:
    """connect_four with and without wrappers, two card games without."""
    found = [workload("connect_four_v3", face, SAMPLE) for face in ("env", "raw_env")]
    return found + [workload(name, "raw_env", LOOP) for name in GAMES]


def workload(name: str, face: str, kind: str) -> Workload:

    def open_loop(seed: int) -> Play:
        env = getattr(import_module(f"pettingzoo.classic.{name}"), face)()
        seeds = count(seed)
        return whole_games(lambda: PLAYERS[kind](env, next(seeds)))

    more = "_sample" if kind == SAMPLE else ""
    title = f"PettingZoo {name}: {face}()" + (", sample" if more else "")
    return Workload(f"pettingzoo.{name}.{face}{more}", title, HOW[kind], kind, PACKAGE, open_loop)
