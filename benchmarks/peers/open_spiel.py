"""OpenSpiel's games, in a loop in Python and as rollouts in C++.

The loop is that of https://openspiel.readthedocs.io/en/latest/api_reference.html with Python's own random choice, which
is faster than numpy's. The rollouts are those of its MCTSBot: one simulation from the root asks RandomRolloutEvaluator
for many random games, played to the end in C++. It does not count decisions; the mean of 2,000 games of the loop is used.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from benchmarks.peers.workloads import COMPILED, STATE, Play, Workload, repeated, whole_games

PACKAGE = "open_spiel"
GAMES = ("leduc_poker", "crazy_eights", "hearts", "gin_rummy")
COUNTED = 2_000  # games for the mean number of decisions
ROLLOUTS = 200


def workloads() -> list[Workload]:
    loop = "new_initial_state, legal_actions, apply_action, in Python"
    rollout = f"{ROLLOUTS} random games a call in C++ (MCTSBot, RandomRolloutEvaluator)"
    found = []
    for name in GAMES:
        title = f"OpenSpiel {name}"
        found += [
            Workload(f"open_spiel.{name}", title, loop, STATE, PACKAGE, partial(open_loop, name)),
            Workload(f"open_spiel.{name}.cpp", f"{title}: C++", rollout, COMPILED, PACKAGE, partial(open_cpp, name)),
        ]
    return found


def open_loop(name: str, seed: int) -> Play:
    """Whole games; chance moves take time but do not count as decisions."""
    import pyspiel

    game, random = pyspiel.load_game(name), Random(seed)
    return whole_games(lambda: play_game(game.new_initial_state(), random))


def open_cpp(name: str, seed: int) -> Play:
    import pyspiel

    game, random = pyspiel.load_game(name), Random(seed)
    mean = sum(play_game(game.new_initial_state(), random) for _ in range(COUNTED)) / COUNTED
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False)  # one simulation

    def search() -> tuple[float, int]:
        state = game.new_initial_state()
        while state.is_chance_node():
            draw(state, random)
        bot.mcts_search(state)
        return ROLLOUTS * mean, ROLLOUTS

    return repeated(search)


def play_game(state: Any, random: Random) -> int:
    """Plays a state to its end; returns the number of decisions of players."""
    decisions, choice = 0, random.choice
    while not state.is_terminal():
        if state.is_chance_node():
            draw(state, random)
        else:
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
    return decisions


def draw(state: Any, random: Random) -> None:
    actions, chances = zip(*state.chance_outcomes())
    state.apply_action(random.choices(actions, chances)[0])
