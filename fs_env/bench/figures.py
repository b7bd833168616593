"""The figures of one game, in one process and one thread; medians of several runs.

Times are processor time of the measuring thread, so that other work on the machine does not count, except at the start of processes.
A decision is any answer of a seat, including priority windows and forced answers. A choice is a decision with more than one legal action.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any

from fs_env.bench.copying import measure_clone, measure_clone_inside
from fs_env.bench.determinizations import measure_determinizations
from fs_env.bench.effort import FULL, Effort
from fs_env.bench.sb3 import sb3_steps_per_s
from fs_env.bench.startup import measure_startup
from fs_env.bench.vector import measure_vector
from fs_env.envs.aec import GameAEC
from fs_env.registry.games import load_game

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game

# key -> what it is
KEYS: dict[str, str] = {
    "playout_decisions_per_s": "uniformly random games in compiled code: decisions per second, forced ones included",
    "playout_choices_per_s": "the same run: choices per second",
    "games_per_s": "the same run: games per second, setup included",
    "decisions_per_game": "the same games: decisions per game, mean",
    "choices_per_game": "the same games: choices per game, mean",
    "aec_steps_per_s": "raw_env(), `while env.agents`, last(), a random pick of the mask, step: steps per second",
    "aec_sample_steps_per_s": "raw_env, agent_iter(), last(), action_space.sample(mask), step: steps per second",
    "vector_steps_per_s": "GameVectorEnv, 256 games, one seat against compiled random seats: steps of that seat per second",
    "vector_selfplay_steps_per_s": "GameVectorEnv, 256 games, every seat's decisions are steps: steps per second",
    "vector_selfplay_choices_per_s": "the same: choices per second, by their share in random games",
    "sb3_steps_per_s": "MaskablePPO collecting rollouts on GameVecEnv: steps per second",
    "clone_ns": "Game.clone from Python, new array included: nanoseconds",
    "clone_inside_ns": "a state copied to another one inside compiled code: nanoseconds",
    "determinizations_per_s": "Game.determinize from Python, 64 states a call, in the middle of random games: states per second",
    "determinization_us": "the same run: microseconds a state",
    "single_determinization_us": "the same positions, one state a call: microseconds",
    "wall_ratio": "wall time of all runs over their processor time: 1 on an idle machine",
    "state_bytes": "bytes of one state",
    "cold_compile_s": "new process, empty cache: wall seconds from the first call to compiled rules",
    "warm_first_step_s": "new process, warm cache: wall seconds from the first import to the end of the first step",
}
WHOLE = ("state_bytes",)


def measure_game(
    name: str,
    players: int | None = None,
    seed: int = 0,
    effort: Effort = FULL,
    report: Callable[[str], object] = str,
    options: Mapping[str, int] | None = None,
) -> dict[str, Any]:
    """Measures all figures of one game.

    Returns:
        The keys of `KEYS`: floats, `state_bytes` an int, `sb3_steps_per_s` None if stable-baselines3 is not installed.
    """
    game = load_game(name)
    seats = game.min_players if players is None else players
    chosen = {"num_players": seats, **(options or {})}
    game.option_values(**chosen)
    report("start of a new process, with an empty cache and with a warm one")
    figures: dict[str, Any] = measure_startup(name, seats, effort.starts)
    game.warm()
    wall, spent = perf_counter(), thread_time()
    report("random games in compiled code")
    figures |= measure_playouts(game, chosen, seed, effort)
    report("the AEC loop with a custom sampler")
    env = GameAEC(game, num_players=seats, game_options=options)
    figures["aec_steps_per_s"] = measure_loop(env, own_sampler, seed, effort)
    report("the AEC loop with action_space.sample")
    figures["aec_sample_steps_per_s"] = measure_loop(env, space_sampler, seed, effort)
    report("the vector environment, one seat and self-play")
    figures["vector_steps_per_s"] = measure_vector(game, chosen, "seat", seed, effort)
    figures["vector_selfplay_steps_per_s"] = measure_vector(game, chosen, "self_play", seed, effort)
    share = figures["choices_per_game"] / figures["decisions_per_game"]
    figures["vector_selfplay_choices_per_s"] = figures["vector_selfplay_steps_per_s"] * share
    figures["clone_ns"] = measure_clone(game, chosen, seed, effort)
    figures["clone_inside_ns"] = measure_clone_inside(game, chosen, seed, effort)
    report("determinizations: states consistent with the knowledge of a seat")
    figures |= measure_determinizations(game, chosen, seed, effort)
    figures["wall_ratio"] = (perf_counter() - wall) / (thread_time() - spent)
    report("stable-baselines3 collecting rollouts")
    figures["sb3_steps_per_s"] = sb3_steps_per_s(name, seats, options, runs=effort.runs, seed=seed)
    figures["state_bytes"] = game.dtype.itemsize
    figures = {key: figures[key] for key in KEYS}
    return {key: value if key in WHOLE or value is None else rounded(value) for key, value in figures.items()}


def measure_playouts(game: Game, chosen: Mapping[str, int], seed: int, effort: Effort) -> dict[str, float]:
    """Times random games in compiled code; every run plays the same games, so that runs differ only in time."""
    games, times = 1, list[float]()
    while len(times) < effort.runs:
        begun = thread_time()
        count = game.run_random(games, seed=seed, **chosen)
        seconds = thread_time() - begun
        if times or seconds >= effort.seconds / 2:
            times.append(seconds)
        else:  # as many games as fill a run
            games = max(games * 2, int(games * effort.seconds / max(seconds, 1e-6) * 0.6))
    middle = median(times)
    return {
        "playout_decisions_per_s": count.decisions / middle,
        "playout_choices_per_s": count.choices / middle,
        "games_per_s": count.games / middle,
        "decisions_per_game": count.decisions / count.games,
        "choices_per_game": count.choices / count.games,
    }


def measure_loop(env: GameAEC, play: Callable[[GameAEC, int], int], seed: int, effort: Effort) -> float:
    """Steps per second of a loop that plays whole games, including `reset` and the last steps of dead agents."""
    play(env, seed)
    rates = []
    for _ in range(effort.runs):
        steps, number, begun = 0, seed, thread_time()
        while (seconds := thread_time() - begun) < effort.seconds:
            number += 1
            steps += play(env, number)
        rates.append(steps / seconds)
    return median(rates)


def own_sampler(env: GameAEC, seed: int) -> int:
    """Plays one game the fast way; returns the steps of living agents."""
    random, steps = Random(seed).random, 0
    last, step = env.last, env.step
    env.reset(seed=seed)
    while env.agents:
        observation, _, termination, truncation, _ = last()
        if termination or truncation:
            step(None)
            continue
        mask = observation["action_mask"].tobytes()
        action = mask.index(1)
        for _ in range(int(random() * mask.count(1))):
            action = mask.index(1, action + 1)
        step(action)
        steps += 1
    return steps


def space_sampler(env: GameAEC, seed: int) -> int:
    """Plays one game as PettingZoo's documentation does; returns the steps of living agents."""
    steps = 0
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    return steps


def rounded(value: float) -> float:
    return float(f"{value:.4g}")
