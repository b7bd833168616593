"""Our own lanes, timed in the same way as the peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from fs_env.bench.figures import own_sampler, space_sampler
from fs_env.bench.peers.lanes import BATCH, COMPILED, LOOP, SAMPLE, STATE, VECTOR, Count, Lane, Play, whole_games
from fs_env.bench.vector import GAMES, random_actions, vector_env
from fs_env.envs.aec import GameAEC

if TYPE_CHECKING:
    from fs_env.core.machine.run.game import Game


def lanes(game: Game, chosen: Mapping[str, int]) -> list[Lane]:
    """The lanes of one of our games.

    Args:
        game: the game.
        chosen: options of `Game.setup`, including "num_players".
    """
    players = f"{chosen['num_players']} players"
    further = {name: value for name, value in chosen.items() if name != "num_players"}

    def loop(play_game: Callable[[GameAEC, int], int]) -> Callable[[int], Play]:
        def open_loop(seed: int) -> Play:
            game.warm()
            env = GameAEC(game, num_players=chosen["num_players"], game_options=further)
            seeds = count(seed)
            return whole_games(lambda: play_game(env, next(seeds)))

        return open_loop

    def lane(kind: str, title: str, how: str, open_lane: Callable[[int], Play]) -> Lane:
        return Lane(f"{game.name}.{kind}", f"fs-env {game.name}, {players}: {title}", how, kind, "", open_lane)

    return [
        lane(COMPILED, "random games", "whole games in compiled code", lambda seed: open_playout(game, chosen, seed)),
        lane(
            BATCH,
            f"batch of {GAMES}",
            "random steps in compiled code, 100 per game and call, observation and mask written after each",
            lambda seed: open_batch(game, chosen, seed),
        ),
        lane(
            VECTOR,
            f"GameVectorEnv, {GAMES}, self-play",
            "VectorEnv.step with copy=False and one thread, random actions drawn with numpy",
            lambda seed: open_vector(game, chosen, seed),
        ),
        lane(
            STATE, "Game", "Game.legal, Game.step in Python, random pick", lambda seed: open_state(game, chosen, seed)
        ),
        lane(LOOP, "raw_env()", "AEC loop in Python, custom random pick of the mask", loop(own_sampler)),
        lane(SAMPLE, "raw_env(), sample", "agent_iter, last, action_space.sample(mask), step", loop(space_sampler)),
    ]


def open_playout(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """Whole random games in compiled code, different ones in every call."""
    game.warm()
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
    game.warm()
    S = game.new(GAMES)
    for i in range(GAMES):
        game.setup(S, i, seed=seed + i, **chosen)
    obs = np.zeros((GAMES, game.schema.size), np.int16)
    mask = np.zeros((GAMES, game.num_actions), np.int8)
    options = game.option_values(**chosen)
    seeds = count(seed)

    def play(seconds: float) -> Count:
        decisions, games, begun = 0, 0, perf_counter()
        while True:
            played = game.random_rounds(S, 100, next(seeds), obs=obs, mask=mask, options=options)
            decisions += played.decisions
            games += played.games
            passed = perf_counter() - begun
            if passed >= seconds:
                return Count(decisions, games, passed)

    return play


def open_vector(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """The vector environment in self-play; drawing the actions is timed too."""
    game.warm()
    env, random = vector_env(game, chosen, "self_play"), np.random.default_rng(seed)
    env.reset(seed=seed)

    def play(seconds: float) -> Count:
        decisions, games, begun = 0, 0, perf_counter()
        while True:
            _, _, ended, cut, _ = env.step(random_actions(env.action_masks(), random))
            decisions += GAMES
            games += int(ended.sum()) + int(cut.sum())
            passed = perf_counter() - begun
            if passed >= seconds:
                return Count(decisions, games, passed)

    return play


def open_state(game: Game, chosen: Mapping[str, int], seed: int) -> Play:
    """Whole games over a bare state, two calls per decision."""
    game.warm()
    S, choice, seeds = game.new(), Random(seed).choice, count(seed)

    def play_game() -> int:
        decisions = 0
        game.setup(S, seed=next(seeds), **chosen)
        while len(legal := game.legal(S)):
            game.step(S, choice(legal))
            decisions += 1
        return decisions

    return whole_games(play_game)
