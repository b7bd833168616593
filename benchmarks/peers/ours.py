"""Our own workloads, timed in the same way as the peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.peers.workloads import (
    BATCH,
    COMPILED,
    LOOP,
    SAMPLE,
    STATE,
    VECTOR,
    Count,
    Play,
    Workload,
    repeated,
    whole_games,
)
from fs_env.bench.figures import own_sampler, space_sampler
from fs_env.bench.vector import GAMES, random_actions, vector_env
from fs_env.envs.aec import GameAEC

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def workloads(game: Game, chosen: Mapping[str, int]) -> list[Workload]:
    players = f"{chosen['num_players']} players"
    return [
        Workload(
            f"{game.name}.{kind}",
            f"fs-env {game.name}, {players}: {title}",
            how,
            kind,
            "",
            partial(open_warm, open_workload, game, chosen),
        )
        for kind, title, how, open_workload in OURS
    ]


def open_warm(open_workload: OpenWorkload, game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    game.warm()
    return open_workload(game, chosen, seed)


def open_loop(play_game: Callable[[GameAEC, int], int], game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    further = {name: value for name, value in chosen.items() if name != "num_players"}
    env, seeds = GameAEC(game, num_players=chosen["num_players"], game_options=further), count(seed)
    return whole_games(lambda: play_game(env, next(seeds)))


def open_playout(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """Whole random games in compiled code, different ones in every call."""
    seeds, pace = count(seed), [0.0]  # the seed of the next game; seconds per game so far

    def play(seconds: float) -> Count:
        decisions, games, begun, passed = 0, 0, perf_counter(), 0.0
        while games == 0 or passed < seconds:
            n = max(1, int((seconds - passed) / pace[0] * 0.5)) if pace[0] else 1
            played = game.run_random(n, seed=next(seeds), **chosen)
            for _ in range(n - 1):
                next(seeds)
            decisions += played.decisions
            games += n
            passed = perf_counter() - begun
            pace[0] = passed / games
        return Count(decisions, games, passed)

    return play


def open_batch(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """Random steps of many games at once; finished games restart."""
    S = game.new(GAMES)
    for i in range(GAMES):
        game.setup(S, i, seed=seed + i, **chosen)
    obs = np.zeros((GAMES, game.schema.size), np.int16)
    mask = np.zeros((GAMES, game.num_actions), np.int8)
    options = game.option_values(**chosen)
    seeds = count(seed)

    def call() -> tuple[float, int]:
        played = game.random_rounds(S, 100, next(seeds), obs=obs, mask=mask, options=options)
        return played.decisions, played.games

    return repeated(call)


def open_vector(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """The vector environment in self-play; drawing the actions is timed too."""
    env, random = vector_env(game, chosen, "self_play"), np.random.default_rng(seed)
    env.reset(seed=seed)

    def step() -> tuple[float, int]:
        _, _, ended, cut, _ = env.step(random_actions(env.action_masks(), random))
        return GAMES, int(ended.sum()) + int(cut.sum())

    return repeated(step)


def open_state(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """Whole games over a bare state, two calls per decision."""
    S, choice, seeds = game.new(), Random(seed).choice, count(seed)

    def play_game() -> int:
        decisions = 0
        game.setup(S, seed=next(seeds), **chosen)
        while len(legal := game.legal(S)):
            game.step(S, choice(legal))
            decisions += 1
        return decisions

    return whole_games(play_game)


OpenWorkload = Callable[["Game", Mapping[str, int], int], Play]
OURS: tuple[tuple[str, str, str, OpenWorkload], ...] = (
    (COMPILED, "random games", "whole games in compiled code", open_playout),
    (
        BATCH,
        f"batch of {GAMES}",
        "random steps in compiled code, 100 per game and call, observation and mask written after each",
        open_batch,
    ),
    (
        VECTOR,
        f"GameVectorEnv, {GAMES}, self-play",
        "VectorEnv.step with copy=False and one thread, random actions drawn with numpy",
        open_vector,
    ),
    (STATE, "Game", "Game.legal, Game.step in Python, random pick", open_state),
    (LOOP, "raw_env()", "AEC loop in Python, custom random pick of the mask", partial(open_loop, own_sampler)),
    (
        SAMPLE,
        "raw_env(), sample",
        "agent_iter, last, action_space.sample(mask), step",
        partial(open_loop, space_sampler),
    ),
)
"""Kind, title, what is timed, and the function that opens it, of each workload."""
